import { FieldErrors } from "./playground-problem.ts";
import { readRequest } from "./playground-form.ts";

/** Sets a control to a value. `undefined` clears it. */
function writeControl(control: HTMLElement, value: unknown): void {
  if (control.dataset["control"] === "choices") {
    const chosen: readonly unknown[] = Array.isArray(value) ? value : [];
    for (const box of control.querySelectorAll<HTMLInputElement>("input"))
      box.checked = box.matches(".all") ? chosen.length === 0 : chosen.includes(JSON.parse(box.value));
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

/** Sets fields of a form, and keeps the others. */
export function writeFields(form: HTMLFormElement, fields: Readonly<Record<string, unknown>>): void {
  for (const [name, value] of Object.entries(fields)) {
    const control = form.querySelector<HTMLElement>(`[data-name="${CSS.escape(name)}"]`);
    if (control) writeControl(control, value);
  }
  form.dispatchEvent(new Event("input", { bubbles: true }));
}

/**
 * Connects the box "All" of each list of choices with its other boxes: it is checked while no other is.
 */
export function connectAllBoxes(form: HTMLFormElement): void {
  for (const all of form.querySelectorAll<HTMLInputElement>(".choices .all")) {
    const others = [
      ...(all.closest(".choices")?.querySelectorAll<HTMLInputElement>("input:not(.all)") ?? []),
    ];
    form.addEventListener("input", ({ target }) => {
      if (target === all) for (const box of others) box.checked = false;
      all.checked = others.every((box) => !box.checked);
    });
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

/** The parts of a link to a form. */
interface LinkParts {
  url: string;
  tool: string;
  /** The fields that are no options. */
  content: readonly string[];
  /** The texts to put after the `#`, which no browser sends. */
  texts: readonly string[];
}

/** Returns the texts after the `#` of the page's address, by the names of their fields. */
export function linkedTexts(texts: readonly string[]): Record<string, string> {
  const linked = new URLSearchParams(location.hash.slice(1));
  return Object.fromEntries([...linked].filter(([name]) => texts.includes(name)));
}

/** Returns the link to the options of a form; `null` while a field has an invalid value. */
export function optionsLink(form: HTMLFormElement, { url, tool, content, texts }: LinkParts): string | null {
  try {
    const { fields } = readRequest(form);
    const options = Object.fromEntries(Object.entries(fields).filter(([name]) => !content.includes(name)));
    const link = `${url}/playground?${new URLSearchParams({ tool, options: JSON.stringify(options) }).toString()}`;
    const shared = texts.flatMap((name) => (typeof fields[name] === "string" ? [[name, fields[name]]] : []));
    return shared.length === 0 ? link : `${link}#${new URLSearchParams(shared).toString()}`;
  } catch (error) {
    if (error instanceof FieldErrors) return null;
    throw error;
  }
}
