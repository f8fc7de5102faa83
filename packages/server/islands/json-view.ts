import { element, remark } from "./dom.ts";
import { number } from "./playground-words.ts";

// Browsers take seconds to lay out megabytes of text.
const maxShownLength = 100_000;

/** Creates a button that saves JSON as a file. */
export function saveButton(json: () => string | Promise<string>, name: string): HTMLElement {
  const button = element("button", { type: "button", class: "quiet small" }, `Save ${name}`);
  button.addEventListener("click", async () => {
    const href = URL.createObjectURL(new Blob([await json()], { type: "application/json" }));
    element("a", { href, download: name }).click();
    // The browser has started the download by then.
    setTimeout(() => URL.revokeObjectURL(href), 60_000);
  });
  return button;
}

/** Creates a region with a text, or with the beginning of a long one. */
export function textView(text: string, label: string): HTMLElement[] {
  const shown = text.slice(0, maxShownLength);
  const rest = `The first ${number(shown.length)} of ${number(text.length)} characters.`;
  return [
    element("pre", { class: "wrap", tabindex: "0", "aria-label": label }, shown),
    ...(shown.length < text.length ? [remark(rest)] : []),
  ];
}

/** Creates a view of JSON with a button that saves it. */
export function jsonView(json: string): HTMLElement[] {
  const pretty = JSON.stringify(JSON.parse(json), null, 2);
  return [...textView(pretty, "JSON"), saveButton(() => pretty, "response.json")];
}

/** Creates a collapsed view of JSON, rendered when it is first opened. */
export function jsonDetails(json: string): HTMLElement {
  const details = element("details", { class: "card raw" }, element("summary", {}, "Response as JSON"));
  details.addEventListener("toggle", () => details.append(...jsonView(json)), { once: true });
  return details;
}
