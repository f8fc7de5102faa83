import { element, remark } from "./dom.ts";
import { number } from "./playground-words.ts";

/** A marked range of a text, in UTF-16 code units. */
export interface Mark {
  start: number;
  end: number;
  /** The meaning of the mark in words, because not every reader sees the color. */
  label: string;
  /** Selects the color. */
  kind: string;
  /** The entity that the mark is a mention of. */
  entity?: string;
}

// Browsers take seconds to lay out a million characters with a hundred thousand marks.
const maxDrawnLength = 20_000;

/** Returns the length of the text to render. Never splits a surrogate pair. */
function drawnLength(text: string): number {
  if (text.length <= maxDrawnLength) return text.length;
  const isSplit = /[\uD800-\uDBFF]/.test(text.charAt(maxDrawnLength - 1));
  return isSplit ? maxDrawnLength - 1 : maxDrawnLength;
}

/**
 * Returns the marks inside the rendered text, in order. Of overlapping marks, keeps the one that begins first, then the
 * longer one.
 */
function drawable(marks: readonly Mark[], length: number): Mark[] {
  const sorted = marks
    .filter(({ end }) => end <= length)
    .toSorted((a, b) => a.start - b.start || b.end - a.end);
  let reached = 0;
  return sorted.filter(({ start, end }) => {
    if (start < reached) return false;
    reached = end;
    return true;
  });
}

/**
 * Renders a text with marks. Labels come from the style sheet, so copying the text gives the original.
 *
 * @param label A description for screen readers.
 */
export function markedText(text: string, marks: readonly Mark[], label: string): HTMLElement {
  const length = drawnLength(text);
  const parts: (Node | string)[] = [];
  let reached = 0;
  for (const { start, end, label, kind, entity } of drawable(marks, length)) {
    parts.push(text.slice(reached, start));
    const attributes = { "data-kind": kind, "data-label": label, ...(entity && { "data-entity": entity }) };
    parts.push(element("mark", attributes, text.slice(start, end)));
    reached = end;
  }
  parts.push(text.slice(reached, length));
  const attributes = { class: "marked", tabindex: "0", role: "group", "aria-label": label, dir: "auto" };
  const drawn = element("div", attributes, ...parts.filter((piece) => piece !== ""));
  if (length === text.length) return drawn;
  const words = `Shows the first ${number(length)} of ${number(text.length)} characters. See the JSON for the rest.`;
  return element("div", {}, drawn, remark(words));
}
