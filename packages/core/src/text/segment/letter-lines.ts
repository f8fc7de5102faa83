import type { Span } from "../span.ts";
import { allPhrases, type LetterPhrases } from "./letter-words.ts";

const maxWords = 5;
/** Quotation marks of mail, list markers and opening marks before the first word of a line. */
const lead = /[\s>*_"“„«¡-]{0,12}/uy;
const word = /[\p{L}\p{M}]+(?:['’.-][\p{L}\p{M}]+)*/uy;
const closingEnd = /[\s,.!;:*_–—-]{0,6}/uy;

const unspacedSalutation = /^(?:尊敬的|亲爱的|親愛的|拝啓|前略)|(?:様|御中|님께)[,，、]?$/;
const unspacedClosing = /^(?:敬具|草々|此致|敬礼|敬礼|顺颂商祺|謹上)[。！!]?$/;
const nameEnd = /^[,.!]{0,3}$/;
/** A word that names a group of readers: "Hi all". */
const groupWords: ReadonlySet<string> = new Set(
  (
    "all|everyone|everybody|there|sir|madam|or|team|folks|guys|friends|colleagues|both|and|zusammen|alle|und|ihr|à|tous|toutes|et|" +
    "a|todos|todas|tutti|tutte|allemaal|iedereen|en|alla|og|och|kaikki|wszyscy|wszystkim|všichni|всем|всім|de|da|du|van|von"
  ).split("|"),
);

/** Returns the end of the longest phrase of the set that begins the line, or −1. */
function phraseEnd(text: string, { start, end }: Span, phrases: ReadonlySet<string>): number {
  lead.lastIndex = start;
  lead.test(text);
  let found = -1;
  let phrase = "";
  for (let count = 0, at = lead.lastIndex; count < maxWords && at < end; count += 1) {
    word.lastIndex = at;
    const next = word.exec(text)?.[0];
    if (next === undefined || at + next.length > end) break;
    phrase += next.toLowerCase().replaceAll("’", "'");
    if (phrases.has(phrase)) found = word.lastIndex;
    if (text.charAt(word.lastIndex) !== " ") break;
    phrase += " ";
    at = word.lastIndex + 1;
  }
  return found;
}

/** Returns the rest of a line after one of the phrases; undefined if it begins with none of them. */
export function restAfter(line: string, phrases: ReadonlySet<string>): string | undefined {
  const end = phraseEnd(line, { start: 0, end: line.length }, phrases);
  return end < 0 ? undefined : line.slice(end);
}

/** Returns the end of the words that greet the reader of a letter at the start of a line, or −1. */
export function salutationEnd(text: string, line: Span): number {
  return phraseEnd(text, line, allPhrases.salutations);
}

/**
 * Returns the start of what follows the closing of a letter in its line, such as a name after a comma, or −1 if the line
 * has no closing. It is the end of the line if nothing follows.
 */
export function closingRest(text: string, line: Span): number {
  const end = phraseEnd(text, line, allPhrases.allClosings);
  if (end < 0) return -1;
  closingEnd.lastIndex = end;
  const mark = closingEnd.exec(text)?.[0] ?? "";
  const rest = Math.min(end + mark.length, line.end);
  return rest === line.end || /[,!–—-]/.test(mark) ? rest : -1;
}

/** Returns whether words name a person or a group: each begins with a capital or is a word such as "all". */
function namesReaders(words: string): boolean {
  return words
    .split(/[\s,.!:;]+/u)
    .every((name) => name === "" || /^\p{Lu}/u.test(name) || groupWords.has(name.toLowerCase()));
}

/**
 * Returns whether a line is the salutation of a letter: "Dear Ms. Hope,". Before a "!", only readers follow the phrase,
 * because "Hi, my phone is broken!" says something.
 */
export function isSalutationLine(line: string, { salutations }: LetterPhrases): boolean {
  if (unspacedSalutation.test(line)) return true;
  const rest = restAfter(line, salutations);
  if (rest === undefined) return false;
  return (/[,:،，、：]$/.test(rest) && !/^[,:;]\s*\p{Ll}/u.test(rest)) || namesReaders(rest);
}

/** Returns whether a line is the closing of a letter and nothing else. */
export function isClosingLine(line: string, { allClosings }: LetterPhrases): boolean {
  const rest = restAfter(line, allClosings);
  return (rest !== undefined && nameEnd.test(rest)) || unspacedClosing.test(line);
}
