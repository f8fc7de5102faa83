import { element } from "./dom.ts";
import { isDrawing } from "./image-facts.ts";
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

/** Returns a size with its change, such as "40.1 kB, −3%". A drawing and an equal size have no change. */
function sizeWords({ format, bytes }: ImageRecord["original"], after: number): string {
  const part = after / bytes - 1;
  if (isDrawing(format) || Math.abs(part) < 0.005) return size(after);
  return `${size(after)}, ${part < 0 ? "−" : "+"}${percent(Math.abs(part))}`;
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
    const words = after === undefined ? "try it" : sizeWords(original, after);
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
