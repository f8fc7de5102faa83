import { type Allowance } from "./call-api.ts";
import { element, part } from "./dom.ts";
import { liveRun } from "./playground-live.ts";
import { type Fault, toFault } from "./playground-problem.ts";
import { relativeTime } from "./relative-time.ts";
import { count, instant, number } from "./playground-words.ts";

/** The arguments of a run. */
export interface Run {
  signal: AbortSignal;
  /** Shows the progress of the run. */
  say: (status: string) => void;
}

/** A playground form and the work that it starts. */
export interface RunOptions {
  form: HTMLFormElement;
  base: string;
  /** Does the work. Resolves with the result to show and the remaining calls of the day. */
  work: (run: Run) => Promise<{ result: readonly HTMLElement[]; allowance: Allowance | null }>;
}

function clearFaults(form: HTMLFormElement): void {
  for (const error of form.querySelectorAll(".error")) error.remove();
  for (const control of form.querySelectorAll("[aria-invalid]")) {
    control.removeAttribute("aria-invalid");
    describe(control, (ids) => ids.filter((id) => !id.endsWith("-error")));
  }
}

/** Changes the ids of a control's descriptions, for screen readers. */
function describe(control: Element, change: (ids: string[]) => string[]): void {
  const ids = change((control.getAttribute("aria-describedby") ?? "").split(" ").filter(Boolean));
  if (ids.length === 0) control.removeAttribute("aria-describedby");
  else control.setAttribute("aria-describedby", ids.join(" "));
}

/** Shows an error at its field. Returns false if the form has no field of that name. */
function showFault(form: HTMLFormElement, name: string, message: string): boolean {
  const control = form.querySelector(`[name="${CSS.escape(name)}"]`);
  const place = control?.closest(".field");
  if (!control || !place) return false;
  const hidden = control.closest("details");
  if (hidden) hidden.open = true;
  const id = `field-${name}-error`;
  place.insertBefore(element("p", { class: "error", id }, message), place.children[1] ?? null);
  control.setAttribute("aria-invalid", "true");
  describe(control, (ids) => [...ids, id]);
  return true;
}

function showFaults(form: HTMLFormElement, { notice, fields }: Fault, isLive: boolean): void {
  const problem = part(form, ".problem", HTMLElement);
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
  if (isLive) return;
  // The error is below the button, which may be at the bottom of the screen.
  problem.scrollIntoView({ block: "nearest" });
  form.querySelector<HTMLElement>("[aria-invalid]")?.focus();
}

/** Shows the result, and scrolls to it if the visitor asked for it and it is in the lower half of the screen or below. */
export function showResult(result: readonly HTMLElement[], isLive: boolean): void {
  const place = part(document, "#result", HTMLElement);
  place.classList.remove("pending");
  place.replaceChildren(...result);
  if (isLive) return;
  if (place.getBoundingClientRect().top > innerHeight / 2) place.scrollIntoView();
}

/** Updates the remaining calls of the day on the page. */
function showAllowance({ limit, remaining, resetsAt }: Allowance): void {
  const place = document.getElementById("allowance");
  if (!place) return;
  place.replaceChildren(
    `${number(remaining)} of ${count(limit, "call")} left. The allowance resets `,
    element(
      "time",
      { class: "relative", datetime: resetsAt.toISOString(), title: instant(resetsAt) },
      relativeTime(resetsAt.getTime(), Date.now()),
    ),
    ".",
  );
}

/**
 * Runs a form's work when it is submitted, one run at a time. Submitting it again during a run does nothing. Cancel
 * aborts the run.
 */
export function runOnSubmit({ form, base, work }: RunOptions): void {
  const start = part(form, ".run", HTMLButtonElement);
  const cancel = part(form, ".cancel", HTMLButtonElement);
  const status = part(form, ".status", HTMLElement);
  let running: AbortController | null = null;

  function show(controller: AbortController | null): void {
    running = controller;
    form.setAttribute("aria-busy", String(controller !== null));
    // Not `disabled`, which would move the focus away from the button.
    start.setAttribute("aria-disabled", String(controller !== null));
    if (controller === null && document.activeElement === cancel) start.focus();
    cancel.hidden = controller === null;
  }

  async function run(isLive: boolean): Promise<void> {
    const controller = new AbortController();
    show(controller);
    clearFaults(form);
    part(form, ".problem", HTMLElement).replaceChildren();
    const { signal } = controller;
    try {
      const { result, allowance } = await work({ signal, say: (words) => (status.textContent = words) });
      status.textContent = "Done.";
      if (allowance) showAllowance(allowance);
      showResult(result, isLive);
    } catch (error) {
      status.textContent = "";
      // The old result belongs to another run.
      part(document, "#result", HTMLElement).replaceChildren();
      const fault = toFault(error, base);
      if (fault.allowance) showAllowance(fault.allowance);
      showFaults(form, fault, isLive);
    } finally {
      show(null);
    }
  }

  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const isLive = form.dataset[liveRun] === "true";
    delete form.dataset[liveRun];
    if (running === null) void run(isLive);
  });
  cancel.addEventListener("click", () => running?.abort());
}
