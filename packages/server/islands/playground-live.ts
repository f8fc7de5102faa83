const delayMs = 700;
const storageName = "playground-live";

/** A run that starts by itself does not move the page or the focus. */
export const liveRun = "liveRun";

/**
 * Runs the tool after each change of the form, once the visitor pauses, one run at a time, while the box is checked. The
 * browser remembers the box. Several files wait for a press of the button, because each is a call.
 */
function connectLive(form: HTMLFormElement): void {
  const box = form.querySelector<HTMLInputElement>(".live");
  if (!box) return;
  box.checked = localStorage.getItem(storageName) !== "off";
  box.addEventListener("input", () => localStorage.setItem(storageName, box.checked ? "on" : "off"));
  let timer: ReturnType<typeof setTimeout> | undefined;
  const files = () => form.querySelector<HTMLInputElement>("input[type=file]")?.files?.length ?? 0;
  const run = () => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      if (!box.checked || files() > 1 || !form.checkValidity()) return;
      if (form.getAttribute("aria-busy") === "true") return run();
      form.dataset[liveRun] = "true";
      form.requestSubmit();
    }, delayMs);
  };
  form.addEventListener("input", ({ target }) => {
    if (target !== box || box.checked) run();
  });
  form.addEventListener("submit", () => clearTimeout(timer));
}

/** Connects the sliders of a form with their number fields. A slider of an empty field is at its default. */
function connectSliders(form: HTMLFormElement): void {
  for (const slider of form.querySelectorAll<HTMLInputElement>(".slider")) {
    const { for: id = "", default: preset = "" } = slider.dataset;
    const field = document.getElementById(id);
    if (!(field instanceof HTMLInputElement)) continue;
    slider.addEventListener("input", () => {
      field.value = slider.value;
    });
    form.addEventListener("input", ({ target }) => {
      if (target !== slider) slider.value = field.value === "" ? preset : field.value;
    });
  }
}

/** Connects the controls of a form that work together, and runs the tool after changes. */
export function connectControls(form: HTMLFormElement): void {
  connectSliders(form);
  connectLive(form);
}
