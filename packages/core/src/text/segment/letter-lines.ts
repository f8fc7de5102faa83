import type { Span } from "../span.ts";
import { allPhrases, type LetterPhrases, type LetterRole } from "./letter-words.ts";

/** Quotation marks of mail, list markers and opening marks before the first word of a line. */
const lead = /[\s>*_"“„«¡-]{0,12}/uy;
const word = /[\p{L}\p{M}]+(?:['’.-][\p{L}\p{M}]+)*/uy;
const closingMarks = /[\s,.!;:*_–—-]{0,6}/uy;

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

/** The ends of the longest phrases of each role that begin a line. */
export type PhraseEnds = Partial<Record<LetterRole, number>>;

/** Returns the ends of the phrases that begin the line, or `null` if there are none. */
export function phraseEnds(text: string, { start, end }: Span, phrases: LetterPhrases): PhraseEnds | null {
  lead.lastIndex = start;
  lead.test(text);
  let found: PhraseEnds | null = null;
  let phrase = "";
  for (let at = lead.lastIndex; at < end;) {
    word.lastIndex = at;
    const next = word.exec(text)?.[0];
    if (next === undefined || at + next.length > end) break;
    phrase += next.toLowerCase().replaceAll("’", "'");
    const roles = phrases.get(phrase);
    if (!roles) break;
    for (const role of roles) (found ??= {})[role] = word.lastIndex;
    if (text.charAt(word.lastIndex) !== " ") break;
    phrase += " ";
    at = word.lastIndex + 1;
  }
  return found;
}

/** Returns the later of two ends, or −1. */
function latest(one: number | undefined, other: number | undefined): number {
  return Math.max(one ?? -1, other ?? -1);
}

/** Returns the end of the words that greet the reader of a letter at the start of a line, or −1. */
export function salutationEnd(ends: PhraseEnds | null): number {
  return ends ? latest(ends.openers, ends.greetings) : -1;
}

/** Returns the end of the words that close a letter at the start of a line, or −1. */
function closingEnd(ends: PhraseEnds | null): number {
  return ends ? latest(ends.closings, ends.warmClosings) : -1;
}

/**
 * Returns the start of what follows the closing of a letter in its line, such as a name after a comma, or −1 if the line
 * has no closing. It is the end of the line if nothing follows.
 */
export function closingRest(text: string, line: Span, ends = phraseEnds(text, line, allPhrases)): number {
  const end = closingEnd(ends);
  if (end < 0) return -1;
  closingMarks.lastIndex = end;
  const mark = closingMarks.exec(text)?.[0] ?? "";
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
export function isSalutationLine(line: string, phrases: LetterPhrases): boolean {
  if (unspacedSalutation.test(line)) return true;
  const end = salutationEnd(phraseEnds(line, { start: 0, end: line.length }, phrases));
  if (end < 0) return false;
  const rest = line.slice(end);
  return (/[,:،，、：]$/.test(rest) && !/^[,:;]\s*\p{Ll}/u.test(rest)) || namesReaders(rest);
}

/** Returns whether a line is the closing of a letter and nothing else. */
export function isClosingLine(line: string, phrases: LetterPhrases): boolean {
  const end = closingEnd(phraseEnds(line, { start: 0, end: line.length }, phrases));
  return (end >= 0 && nameEnd.test(line.slice(end))) || unspacedClosing.test(line);
}
