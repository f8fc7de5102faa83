import { isAlphanumericAt } from "../characters.ts";

/** A word, including the signs inside it, with its position. */
export interface AddressWord {
  text: string;
  start: number;
  end: number;
  /** Whether a period follows directly, as in "St.". */
  abbreviated: boolean;
}

const maxWordLength = 32;
/** Maximum letters of an abbreviation of a street or saint. */
const maxAbbreviationLength = 5;

function isWordUnitAt(text: string, index: number): boolean {
  if (isAlphanumericAt(text, index)) return true;
  const unit = text.charAt(index);
  const isInner = unit === "'" || unit === "-" || unit === "’";
  return isInner && isAlphanumericAt(text, index - 1) && isAlphanumericAt(text, index + 1);
}

/** Returns at most `count` words from `position` on. One space separates them; they share a line and a clause. */
export function wordsAfter(text: string, position: number, count: number): AddressWord[] {
  const words: AddressWord[] = [];
  for (let start = position; words.length < count;) {
    let end = start;
    while (end - start < maxWordLength && isWordUnitAt(text, end)) end += 1;
    if (end === start || isWordUnitAt(text, end)) break;
    const abbreviated = text.charAt(end) === "." && end - start <= maxAbbreviationLength;
    words.push({ text: text.slice(start, end), start, end, abbreviated });
    start = abbreviated ? end + 1 : end;
    // "bd.Voltaire" and "St.James" have no space.
    if (text.charAt(start) === " ") start += 1;
    else if (!abbreviated) break;
  }
  return words;
}

/** Returns at most `count` words that end at `position`, the nearest first. A comma or a space may precede `position`. */
export function wordsBefore(text: string, position: number, count: number): AddressWord[] {
  const words: AddressWord[] = [];
  for (let at = position; words.length < count;) {
    let end = at;
    if (text.charAt(end - 1) === " ") end -= 1;
    else if (words.length > 0 && text.charAt(end - 1) !== ".") break;
    if (words.length === 0 && text.charAt(end - 1) === ",") end -= 1;
    const abbreviated = text.charAt(end - 1) === "." || text.charAt(end - 1) === "/";
    if (abbreviated) end -= 1;
    let start = end;
    while (end - start < maxWordLength && isWordUnitAt(text, start - 1)) start -= 1;
    if (start === end || isWordUnitAt(text, start - 1)) break;
    if (abbreviated && end - start > maxAbbreviationLength && words.length > 0) break;
    const slash = text.charAt(end) === "/" ? "/" : "";
    words.push({ text: text.slice(start, end) + slash, start, end: end + slash.length, abbreviated });
    at = start;
  }
  return words;
}

const capital = /^\p{Lu}/u;

/** Returns whether the word begins with a capital letter of any script. */
export function isCapitalized(word: string): boolean {
  const first = word.charAt(0);
  return first >= "A" && first <= "Z" ? true : first > "\x7f" && capital.test(first);
}

const ordinal = /^\d{1,3}(?:st|nd|rd|th)$/i;

/** Returns whether the word is an ordinal as in street names: "42nd". */
export function isNumbered(word: string): boolean {
  return ordinal.test(word);
}
