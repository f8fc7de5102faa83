import { element, remark } from "./dom.ts";
import { number } from "./playground-words.ts";

// Browsers take seconds to lay out megabytes of text.
const maxShownLength = 100_000;

/** Creates a button that saves a text as a file. */
export function saveButton(text: () => string, name: string): HTMLElement {
  const button = element("button", { type: "button", class: "quiet small" }, `Save ${name}`);
  button.addEventListener("click", () => {
    const href = URL.createObjectURL(new Blob([text()], { type: "application/json" }));
    element("a", { href, download: name }).click();
    // The browser has started the download by then.
    setTimeout(() => URL.revokeObjectURL(href), 60_000);
  });
  return button;
}

/** Creates a collapsed view of the raw response, rendered when it is first opened. */
export function jsonDetails(json: string, name: string): HTMLElement {
  const details = element("details", { class: "card raw" }, element("summary", {}, "Response as JSON"));
  const draw = () => {
    const pretty = JSON.stringify(JSON.parse(json), null, 2);
    const shown = pretty.slice(0, maxShownLength);
    const rest = `The first ${number(shown.length)} of ${number(pretty.length)} characters.`;
    details.append(
      element("pre", { tabindex: "0", "aria-label": "JSON" }, shown),
      ...(shown.length < pretty.length ? [remark(rest)] : []),
      saveButton(() => pretty, name),
    );
  };
  details.addEventListener("toggle", draw, { once: true });
  return details;
}
