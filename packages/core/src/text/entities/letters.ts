import { isSpaced } from "../patterns/characters.ts";

const zero = 0x30;
const firstLetter = 0x61;

/** Whether the UTF-16 unit is one of A–Z and a–z. */
export function isLatinLetter(code: number): boolean {
  return (code | 0x20) >= firstLetter && (code | 0x20) < firstLetter + 26;
}

/** Whether the UTF-16 unit is one of 0–9. */
export function isDigitCode(code: number): boolean {
  return code >= zero && code <= zero + 9;
}

/** Whether a letter, digit or underscore stands at the index, so that a word or number beside it is part of a longer one. */
export function isWordAt(text: string, index: number): boolean {
  const code = text.charCodeAt(index);
  if (code > 0x7f) return isSpaced(text.charAt(index));
  return isLatinLetter(code) || isDigitCode(code) || code === 0x5f;
}

/** Whether a blank, tab or line end stands at the index. */
export function isBlankAt(text: string, index: number): boolean {
  const code = text.charCodeAt(index);
  return code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09;
}

/** Whether the letter at the index is a capital of A–Z. */
export function isCapitalAt(text: string, index: number): boolean {
  const code = text.charCodeAt(index);
  return code >= 0x41 && code <= 0x5a;
}

const lineFeed = 0x0a;
/** Beyond this many blanks a word is no neighbour. */
const mostBlanks = 3;
const longestNeighbour = 14;

/** Where the first unit behind some blanks stands; `from` where a paragraph ends between them. */
function behindBlanks(text: string, from: number): number {
  let at = from;
  let lines = 0;
  for (; at - from < mostBlanks && isBlankAt(text, at); at++) if (text.charCodeAt(at) === lineFeed) lines++;
  return lines > 1 ? from : at;
}

/** The word that begins one or a few blanks behind `end`, as it is written; empty where none does. */
export function wordAfter(text: string, end: number): string {
  const from = behindBlanks(text, end);
  if (from === end) return "";
  let to = from;
  while (to - from < longestNeighbour && isLatinLetter(text.charCodeAt(to))) to++;
  return text.slice(from, to);
}

/** Where the word begins that ends one or a few blanks before `start`, and the word in lower case; empty where none does. */
export function wordBefore(text: string, start: number): { word: string; start: number } {
  let to = start;
  let lines = 0;
  for (; start - to < mostBlanks && isBlankAt(text, to - 1); to--)
    if (text.charCodeAt(to - 1) === lineFeed) lines++;
  if (to === start || lines > 1) return { word: "", start };
  let from = to;
  while (to - from < longestNeighbour && isLatinLetter(text.charCodeAt(from - 1))) from--;
  return { word: text.slice(from, to).toLowerCase(), start: from };
}
