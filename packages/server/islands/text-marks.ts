import { element, remark } from "./dom.ts";
import { number } from "./playground-words.ts";

/** A stretch of a text that is marked, in UTF-16 units as strings count them. */
export interface Mark {
  start: number;
  end: number;
  /** What it is marked as, in words: the colour alone says nothing to who does not see it. */
  label: string;
  /** What chooses its colour. */
  kind: string;
}

// A page of a million characters and a hundred thousand marks takes browsers seconds to lay out.
const longestDrawn = 20_000;

/** What is drawn of a text: never half of a character that takes two units. */
function drawnLength(text: string): number {
  if (text.length <= longestDrawn) return text.length;
  const isSplit = /[\uD800-\uDBFF]/.test(text.charAt(longestDrawn - 1));
  return isSplit ? longestDrawn - 1 : longestDrawn;
}

/** Those that lie in what is drawn, in their order; of two that overlap the one that begins first, and then the longer. */
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
 * A text with marks in it. Labels come from the style sheet, so that the text can be copied as it was sent.
 *
 * @param label What it is, for screen readers.
 */
export function markedText(text: string, marks: readonly Mark[], label: string): HTMLElement {
  const length = drawnLength(text);
  const parts: (Node | string)[] = [];
  let reached = 0;
  for (const { start, end, label, kind } of drawable(marks, length)) {
    parts.push(text.slice(reached, start));
    parts.push(element("mark", { "data-kind": kind, "data-label": label }, text.slice(start, end)));
    reached = end;
  }
  parts.push(text.slice(reached, length));
  const attributes = { class: "marked", tabindex: "0", role: "group", "aria-label": label, dir: "auto" };
  const drawn = element("div", attributes, ...parts.filter((piece) => piece !== ""));
  if (length === text.length) return drawn;
  const words = `The first ${number(length)} of ${number(text.length)} characters are drawn; the JSON has the rest.`;
  return element("div", {}, drawn, remark(words));
}
