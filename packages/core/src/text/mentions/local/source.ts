import { isBlankAt, isWordAt } from "../letters.ts";
import type { LanguageWords } from "./language-words.ts";
import type { FoundWord, WordTable } from "./word-table.ts";

/** A text in a language other than English, as the readers need it. */
export interface Source {
  text: string;
  language: string;
  words: LanguageWords;
}

const maxMarks = 3;

/** Returns whether a mark of the writing direction is at the index. It has no width. */
function isDirectionAt(text: string, index: number): boolean {
  const code = text.charCodeAt(index);
  return code === 0x200e || code === 0x200f || code === 0x061c;
}

/** Returns the index after at most one blank and the marks of direction around it. */
export function afterBlank(text: string, from: number): number {
  let at = from;
  let blanks = 0;
  while (at - from < maxMarks + 1) {
    if (isBlankAt(text, at) && blanks === 0) blanks++;
    else if (!isDirectionAt(text, at)) break;
    at++;
  }
  return at;
}

/** Returns the index before at most one blank and the marks of direction around it. */
function beforeBlank(text: string, to: number): number {
  let at = to;
  let blanks = 0;
  while (to - at < maxMarks + 1) {
    if (isBlankAt(text, at - 1) && blanks === 0) blanks++;
    else if (!isDirectionAt(text, at - 1)) break;
    at--;
  }
  return at;
}

/** Returns the word after at most one blank, or `null`. */
export function wordAfter<T>(table: WordTable<T>, text: string, from: number): FoundWord<T> | null {
  return table.at(text, afterBlank(text, from));
}

/** Returns the word before at most one blank, or `null`. Digits do not touch it. */
export function wordBefore<T>(table: WordTable<T>, text: string, to: number): FoundWord<T> | null {
  return table.before(text, beforeBlank(text, to));
}

/** Returns the match of a pattern with the flag `y` at the index, or `null`. */
export function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}

/** Returns the index of a minus sign before the number or the sign at `start`, or `start`. */
export function signStart(text: string, start: number): number {
  let at = start;
  while (start - at < maxMarks && isDirectionAt(text, at - 1)) at--;
  if (text.charAt(at - 1) !== "-") return start;
  const before = at - 2;
  const isFree =
    before < 0 || isBlankAt(text, before) || isDirectionAt(text, before) || text.charAt(before) === "(";
  return isFree && !isWordAt(text, before) ? at - 1 : start;
}
