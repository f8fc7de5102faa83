import { FieldErrors } from "./playground-problem.ts";
import { readRequest } from "./playground-form.ts";

/** Sets a control to a value. `undefined` clears it. */
function writeControl(control: HTMLElement, value: unknown): void {
  if (control.dataset["control"] === "choices") {
    const chosen: readonly unknown[] = Array.isArray(value) ? value : [];
    for (const box of control.querySelectorAll<HTMLInputElement>("input"))
      box.checked = value === "all" || chosen.includes(JSON.parse(box.value));
  } else if (control instanceof HTMLInputElement && control.type === "checkbox")
    control.checked = value === undefined ? control.dataset["default"] === "true" : value === true;
  else if (control instanceof HTMLSelectElement)
    control.value = value === undefined ? "" : JSON.stringify(value);
  else if (control instanceof HTMLInputElement || control instanceof HTMLTextAreaElement) {
    const isJson = control.dataset["control"] === "json";
    const lines = Array.isArray(value) && !isJson ? value.join("\n") : value;
    control.value = value === undefined ? "" : isJson ? JSON.stringify(value, null, 2) : String(lines);
  }
}

/** Sets the options of a form, and clears those that are not given. Keeps its content. */
export function writeOptions(
  form: HTMLFormElement,
  options: Readonly<Record<string, unknown>>,
  content: readonly string[],
): void {
  for (const control of form.querySelectorAll<HTMLElement>("[data-control]")) {
    const { name = "" } = control.dataset;
    if (content.includes(name)) continue;
    writeControl(control, options[name]);
    const hidden = control.closest("details");
    if (hidden && options[name] !== undefined) hidden.open = true;
  }
  form.dispatchEvent(new Event("input", { bubbles: true }));
}

/** Returns the link to the options of a form; `null` while a field has an invalid value. */
export function optionsLink(
  form: HTMLFormElement,
  { url, tool, content }: { url: string; tool: string; content: readonly string[] },
): string | null {
  try {
    const { fields } = readRequest(form);
    const options = Object.fromEntries(Object.entries(fields).filter(([name]) => !content.includes(name)));
    return `${url}/playground?${new URLSearchParams({ tool, options: JSON.stringify(options) }).toString()}`;
  } catch (error) {
    if (error instanceof FieldErrors) return null;
    throw error;
  }
}
