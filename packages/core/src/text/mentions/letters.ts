import { isAlphanumericAt, isLatinLetter } from "../patterns/characters.ts";

/** Returns whether a letter, digit or underscore is at the index. An adjacent word or number then continues there. */
export function isWordAt(text: string, index: number): boolean {
  return isAlphanumericAt(text, index) || text.charCodeAt(index) === 0x5f;
}

/** Returns whether a space, tab or line end is at the index. */
export function isBlankAt(text: string, index: number): boolean {
  const code = text.charCodeAt(index);
  return code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09;
}

/** Returns whether the letter at the index is one of A–Z. */
export function isCapitalAt(text: string, index: number): boolean {
  const code = text.charCodeAt(index);
  return code >= 0x41 && code <= 0x5a;
}

const lineFeed = 0x0a;
/** Maximum blanks between neighboring words. */
const maxBlanks = 3;
const maxNeighbourLength = 14;

/** Returns the index after a few blanks, or `from` if a paragraph ends between them. */
function afterBlanks(text: string, from: number): number {
  let at = from;
  let lines = 0;
  for (; at - from < maxBlanks && isBlankAt(text, at); at++) if (text.charCodeAt(at) === lineFeed) lines++;
  return lines > 1 ? from : at;
}

/** Returns the word, as written, that begins one to three blanks after `end`, or an empty string if there is none. */
export function wordAfter(text: string, end: number): string {
  const from = afterBlanks(text, end);
  if (from === end) return "";
  let to = from;
  while (to - from < maxNeighbourLength && isLatinLetter(text.charCodeAt(to))) to++;
  return text.slice(from, to);
}

/**
 * Returns the word, in lower case, that ends one to three blanks before `start`, and its start. The word is empty if
 * there is none.
 */
export function wordBefore(text: string, start: number): { word: string; start: number } {
  let to = start;
  let lines = 0;
  for (; start - to < maxBlanks && isBlankAt(text, to - 1); to--)
    if (text.charCodeAt(to - 1) === lineFeed) lines++;
  if (to === start || lines > 1) return { word: "", start };
  let from = to;
  while (to - from < maxNeighbourLength && isLatinLetter(text.charCodeAt(from - 1))) from--;
  return { word: text.slice(from, to).toLowerCase(), start: from };
}
