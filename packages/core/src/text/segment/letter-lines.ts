import type { Span } from "../span.ts";
import {
  allPhrases,
  courtesyPattern,
  type LetterPhrases,
  letterPhrases,
  type LetterRole,
} from "./letter-words.ts";

/** Quotation marks of mail, list markers and opening marks before the first word of a line. */
const lead = /[\s>*_"“„«¡-]{0,12}/uy;
const word = /[\p{L}\p{M}]+(?:['’.-][\p{L}\p{M}]+)*/uy;
const closingMarks = /[\s,.!;:*_–—-]{0,6}/uy;

const unspacedSalutation = /^(?:尊敬的|亲爱的|親愛的|拝啓|前略)|(?:様|御中|님께)[,，、]?$/;
const unspacedClosing = /^(?:敬具|草々|此致|敬礼|敬礼|顺颂商祺|謹上)[。！!]?$/;
/** The maximum length of a closing with the name of the sender. */
const maxClosingLength = 60;
const nameEnd = /^[,.!]{0,3}$/;
/** A word that names a group of readers: "Hi all". */
const groupWords: ReadonlySet<string> = new Set(
  (
    "all|everyone|everybody|there|sir|madam|or|team|folks|guys|friends|colleagues|both|and|zusammen|alle|und|ihr|à|tous|toutes|et|" +
    "a|todos|todas|tutti|tutte|allemaal|iedereen|en|alla|og|och|kaikki|wszyscy|wszystkim|všichni|всем|всім|коллеги|друзья|колеги|друзі|σας|kívánok|de|da|du|van|von"
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
  const isFormula = ends?.closings === end && mark === " ";
  return rest === line.end || isFormula || /[,!:–—-]/.test(mark) ? rest : -1;
}

/** The name of the sender after a closing. */
const senderName = String.raw`(?:\s+(?:\p{Ll}{1,3}\s+){0,2}(?:\p{Ll}{1,2}['’])?\p{Lu}[\p{L}\p{M}.’'-]*)`;
/** The office of the sender after a name: ", Sales Manager". */
const senderOffice = String.raw`(?:,\s+\p{Lu}[^.!?]{1,30})?`;
const closingName = new RegExp(`^[,.!:]?(?:${senderName}{1,4}${senderOffice})?[,.!]?$`, "u");
const warmClosingName = new RegExp(`^,(?:${senderName}{1,4}${senderOffice})?[,.!]?$`, "u");

/**
 * Returns whether a line or a sentence is the closing of a letter, alone or with the name of the sender. A word of thanks
 * or love is one only with a comma at its end, or with a comma and a name below other text.
 */
function isClosing(sentence: string, { closings, warmClosings }: PhraseEnds, isFirst: boolean): boolean {
  if (sentence.length > maxClosingLength) return false;
  if (closings !== undefined) return closingName.test(sentence.slice(closings));
  if (warmClosings === undefined) return false;
  const rest = sentence.slice(warmClosings);
  return rest === "," || (!isFirst && warmClosingName.test(rest));
}

const comma = /,\s+(?=\p{L})/gu;

/**
 * Returns the index at which the closing of a letter begins in a sentence: its start, or after a comma for a formula such
 * as "viele Grüße". Returns −1 if it has none.
 */
export function closingStart(sentence: string, phrases: LetterPhrases, isFirst: boolean): number {
  const find = (from: number) => phraseEnds(sentence, { start: from, end: sentence.length }, phrases);
  const ends = find(0);
  if (ends && isClosing(sentence, ends, isFirst)) return 0;
  const tail = Math.max(0, sentence.length - maxClosingLength);
  for (const { 0: mark, index } of sentence.slice(tail).matchAll(comma)) {
    const from = tail + index + mark.length;
    const closings = find(from)?.closings;
    if (closings !== undefined && closingName.test(sentence.slice(closings))) return from;
  }
  return -1;
}

/** The maximum length of a sentence that is only polite. A longer one says something about its subject. */
const maxCourtesyLength = 100;

/** Returns whether a sentence is a formula of letters: a closing, or "Please do not hesitate to contact me." */
export function isFormula(sentence: string, language: string): boolean {
  if (sentence.length > maxCourtesyLength) return false;
  const ends = phraseEnds(sentence, { start: 0, end: sentence.length }, letterPhrases(language));
  if (ends && isClosing(sentence, ends, false)) return true;
  return courtesyPattern(language).test(sentence.replaceAll("’", "'"));
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

/** Returns whether a line is the closing of a letter, alone or with the name of the sender. */
export function isClosingLine(line: string, phrases: LetterPhrases): boolean {
  const ends = phraseEnds(line, { start: 0, end: line.length }, phrases);
  const end = closingEnd(ends);
  if (end >= 0 && nameEnd.test(line.slice(end))) return true;
  return (ends !== null && isClosing(line, ends, false)) || unspacedClosing.test(line);
}
