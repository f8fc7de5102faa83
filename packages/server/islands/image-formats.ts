import { element } from "./dom.ts";
import type { ImageRecord } from "./image-record.ts";
import { percent, size } from "./playground-words.ts";
import type { ToolAnswer } from "./tool-answer.ts";

/** The formats that browsers show, which people compare. */
const offered = [
  ["webp", "WebP"],
  ["avif", "AVIF"],
  ["jpeg", "JPEG"],
  ["png", "PNG"],
] as const;

/** Bytes by format, for each file with the same other options. */
const known = new Map<string, Record<string, number>>();

function change(before: number, after: number): string {
  const part = after / before - 1;
  return `${part < 0 ? "−" : "+"}${percent(Math.abs(part))}`;
}

/** Renders the formats side by side with their sizes. A press converts to the format. */
export function formatSizes(
  { fields, file, rerun, sizes }: Pick<ToolAnswer, "fields" | "file" | "rerun" | "sizes">,
  { format, bytes, original }: ImageRecord,
): HTMLElement {
  const { format: _, ...options } = fields;
  const key = JSON.stringify([file?.name, file?.size, file?.lastModified, options]);
  const found = { ...sizes, ...known.get(key), [format]: bytes };
  known.set(key, found);
  const buttons = offered.map(([name, label]) => {
    const after = found[name];
    const words = after === undefined ? "try it" : `${size(after)}, ${change(original.bytes, after)}`;
    const pressed = String(name === format);
    const button = element(
      "button",
      { type: "button", class: "quiet", "aria-pressed": pressed },
      element("b", {}, label),
      element("span", { class: "small" }, words),
    );
    button.addEventListener("click", () => rerun({ format: name }));
    return button;
  });
  return element("div", { class: "formats", role: "group", "aria-label": "Formats" }, ...buttons);
}
