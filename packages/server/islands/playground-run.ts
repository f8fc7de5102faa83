import { type Allowance } from "./call-api.ts";
import { element, part } from "./dom.ts";
import { type Fault, faultOf } from "./playground-problem.ts";
import { count, instant, number } from "./playground-words.ts";

/** What a run is given. */
export interface Run {
  signal: AbortSignal;
  /** Says how far it is. */
  say: (status: string) => void;
}

/** What a form of the playground does when it is sent. */
export interface RunOptions {
  form: HTMLFormElement;
  base: string;
  /** Does the work, and resolves with what is to be shown, and with what is left of the day. */
  work: (run: Run) => Promise<{ result: readonly HTMLElement[]; allowance: Allowance | null }>;
}

function clearFaults(form: HTMLFormElement): void {
  for (const error of form.querySelectorAll(".error")) error.remove();
  for (const control of form.querySelectorAll("[aria-invalid]")) {
    control.removeAttribute("aria-invalid");
    describe(control, (ids) => ids.filter((id) => !id.endsWith("-error")));
  }
}

/** Changes the ids of what is said of a control, for screen readers. */
function describe(control: Element, change: (ids: string[]) => string[]): void {
  const ids = change((control.getAttribute("aria-describedby") ?? "").split(" ").filter(Boolean));
  if (ids.length === 0) control.removeAttribute("aria-describedby");
  else control.setAttribute("aria-describedby", ids.join(" "));
}

/** Shows what is wrong with a field at the field; false where the form has none of that name. */
function showFault(form: HTMLFormElement, name: string, message: string): boolean {
  const control = form.querySelector(`[name="${CSS.escape(name)}"]`);
  const place = control?.closest(".field");
  if (!control || !place) return false;
  const hidden = control.closest("details");
  if (hidden) hidden.open = true;
  const id = `${name}-error`;
  place.insertBefore(element("p", { class: "error", id }, message), place.children[1] ?? null);
  control.setAttribute("aria-invalid", "true");
  describe(control, (ids) => [...ids, id]);
  return true;
}

function showFaults(form: HTMLFormElement, problem: HTMLElement, { notice, fields }: Fault): void {
  const elsewhere = [...fields].filter(([name, message]) => !showFault(form, name, message));
  const lines = elsewhere.map(([name, message]) => element("li", {}, `${name}: ${message}`));
  if (notice.textContent !== "" || lines.length > 0)
    problem.replaceChildren(
      element(
        "div",
        { class: "notice bad" },
        notice,
        ...(lines.length > 0 ? [element("ul", {}, ...lines)] : []),
      ),
    );
  // It stands below the button, which may be the last thing on the screen.
  problem.scrollIntoView({ block: "nearest" });
  form.querySelector<HTMLElement>("[aria-invalid]")?.focus();
}

/** Shows what came of the run, and brings it into view where it is below the screen. */
function showResult(result: readonly HTMLElement[]): void {
  const place = part(document, "#result", HTMLElement);
  place.replaceChildren(...result);
  if (place.getBoundingClientRect().top > innerHeight / 2) place.scrollIntoView();
}

/** Says what is left of the day where the page said it first. */
function showAllowance({ limit, remaining, resetsAt }: Allowance): void {
  const place = document.getElementById("allowance");
  if (!place) return;
  place.replaceChildren(
    `Each run counts as a call. ${number(remaining)} of ${count(limit, "call")} left; ` +
      "the allowance starts again at ",
    element("time", { datetime: resetsAt.toISOString() }, instant(resetsAt)),
    ".",
  );
}

/**
 * Has a form do its work once at a time: sending it again while it works does nothing, and Cancel ends the work.
 */
export function runOnSubmit({ form, base, work }: RunOptions): void {
  const start = part(form, ".run", HTMLButtonElement);
  const cancel = part(form, ".cancel", HTMLButtonElement);
  const status = part(form, ".status", HTMLElement);
  const problem = part(form, ".problem", HTMLElement);
  let running: AbortController | null = null;

  function show(controller: AbortController | null): void {
    running = controller;
    // Not `disabled`, which would take the focus away from who pressed it.
    start.setAttribute("aria-disabled", String(controller !== null));
    if (controller === null && document.activeElement === cancel) start.focus();
    cancel.hidden = controller === null;
  }

  async function run(): Promise<void> {
    const controller = new AbortController();
    show(controller);
    clearFaults(form);
    problem.replaceChildren();
    const { signal } = controller;
    try {
      const { result, allowance } = await work({ signal, say: (words) => (status.textContent = words) });
      status.textContent = "Done.";
      if (allowance) showAllowance(allowance);
      showResult(result);
    } catch (error) {
      status.textContent = "";
      // What is still there came of another run.
      part(document, "#result", HTMLElement).replaceChildren();
      const fault = faultOf(error, base);
      if (fault.allowance) showAllowance(fault.allowance);
      showFaults(form, problem, fault);
    } finally {
      show(null);
    }
  }

  form.addEventListener("submit", (event) => {
    event.preventDefault();
    if (running === null) void run();
  });
  cancel.addEventListener("click", () => running?.abort());
}
