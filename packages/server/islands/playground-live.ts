const delayMs = 250;

/**
 * Connects the sliders of a form with their number fields. If the visitor asks for it, runs the tool while a slider
 * moves, one run at a time.
 */
export function connectSliders(form: HTMLFormElement): void {
  const live = form.querySelector<HTMLInputElement>(".live");
  let timer: ReturnType<typeof setTimeout> | undefined;
  const run = () => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      if (form.getAttribute("aria-busy") === "true") run();
      else form.requestSubmit();
    }, delayMs);
  };
  for (const slider of form.querySelectorAll<HTMLInputElement>(".slider")) {
    const field = document.getElementById(slider.dataset["for"] ?? "");
    if (!(field instanceof HTMLInputElement)) continue;
    slider.addEventListener("input", () => {
      field.value = slider.value;
      field.dispatchEvent(new Event("input", { bubbles: true }));
      if (live?.checked) run();
    });
    form.addEventListener("input", ({ target }) => {
      if (target !== slider && field.value !== "") slider.value = field.value;
    });
  }
}
