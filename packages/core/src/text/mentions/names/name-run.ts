import type { Token } from "../../segment/tokenize.ts";
import {
  continuesVietnamese,
  groupWords,
  isInitial,
  isJoint,
  isNameWord,
  isParticle,
  isSuffix,
  noNames,
  plainWord,
} from "./name-words.ts";
import type { NameMention } from "./tags.ts";

/** The tokens of a text, and their text. */
export interface TokenText {
  text: string;
  tokens: readonly Token[];
}

/** A name as a range of tokens. `last` is inclusive. */
export interface PlacedName extends NameMention {
  first: number;
  last: number;
}

/** Returns names, in the order of the text, with the tokens that they cover. */
export function placeNames(tokens: readonly Token[], names: readonly NameMention[]): PlacedName[] {
  let at = 0;
  return names.map((name) => {
    while ((tokens[at]?.start ?? Infinity) < name.start) at += 1;
    const first = at;
    while ((tokens[at]?.start ?? Infinity) < name.end) at += 1;
    return { ...name, first, last: Math.max(first, at - 1) };
  });
}

/** A run of words that have the form of a name, as indices of tokens. `last` is inclusive. */
export interface NameRun {
  first: number;
  last: number;
  /** The words of the name, without particles and suffixes. */
  words: number;
}

const maxWords = 6;
/** Maximum tokens of the particles within a name. */
const maxParticles = 4;

/** Returns whether only blanks within a line are between two neighbors. */
export function isAdjacent({ text, tokens }: TokenText, index: number): boolean {
  const [before, after] = [tokens[index - 1], tokens[index]];
  if (!before || !after) return false;
  const gap = after.start - before.end;
  return gap > 0 && gap <= 2 && !/[\r\n]/.test(text.slice(before.end, after.start));
}

/** Returns the index of the last token of the suffix after a name, or that of the name: "Downing, Jr.". */
export function suffixEnd({ text, tokens }: TokenText, last: number): number {
  const isComma = tokens[last + 1]?.text === ",";
  const at = last + (isComma ? 2 : 1);
  if (!isSuffix(tokens[at]) || !isAdjacent({ text, tokens }, at)) return last;
  const period = tokens[at + 1];
  const hasPeriod = period?.text === "." && period.start === tokens[at]?.end;
  // A period that ends the sentence is no part of the name.
  return hasPeriod && isAdjacent({ text, tokens }, at + 2) && !/^\p{Lu}/u.test(tokens[at + 2]?.text ?? "")
    ? at + 1
    : at;
}

/** Given names that are written in short, with a period: "Md. Rafiqul Islam". */
export const shortNames: ReadonlySet<string> = new Set("Md Mohd Muhd Wm Geo Chas Thos".split(" "));

const apostrophe = /^['’]$/;

/** Returns the number of tokens of the particle at the index, or 0: "van", "'t", "de'". */
function particleLength({ tokens }: TokenText, at: number): number {
  const [token, next] = [tokens[at], tokens[at + 1]];
  if (token && next && token.end === next.start) {
    if (apostrophe.test(token.text)) return next.text === "t" ? 2 : 0;
    if (token.text === "de" && apostrophe.test(next.text)) return 2;
  }
  return isParticle(token) ? 1 : 0;
}

/** Returns the index of the word of a name after particles, or −1: the "Silva" of "da Silva". */
export function afterParticles(source: TokenText, first: number): number {
  let at = first;
  while (at < first + maxParticles) {
    const length = particleLength(source, at);
    if (length === 0) break;
    at += length;
    if (!isAdjacent(source, at)) return -1;
    // Two joints are words of a sentence: "García Lorca y a Iker".
    const [before, token] = [source.tokens[at - 1], source.tokens[at]];
    if (before && token && isJoint(before) && isJoint(token)) return -1;
  }
  return at > first && isNameWord(source.tokens[at]) ? at : -1;
}

/** Returns whether the run and what touches it name a group, a company or a reader without a name. */
function isGroup({ tokens }: TokenText, { first, last }: NameRun): boolean {
  for (let index = first; index <= last; index++) {
    const token = tokens[index];
    if (token && groupWords.has(plainWord(token)) && token.text !== "MD") return true;
  }
  const after = tokens[last + 1];
  const joinsCompany = after?.text === "&" && isNameWord(tokens[last + 2]);
  return joinsCompany || tokens[first - 1]?.text === "&";
}

/** Months that are first names. */
const givenMonths: ReadonlySet<string> = new Set(["April", "June", "August"]);

/** Returns whether a month is a first name: a name follows it, and no word before it makes it a date. */
export function isGivenMonth(source: TokenText, index: number): boolean {
  const { text, tokens } = source;
  const [before, month, next] = [tokens[index - 1], tokens[index], tokens[index + 1]];
  if (!month || !givenMonths.has(month.text) || !isNameWord(next) || !isAdjacent(source, index + 1))
    return false;
  if (noNames.has(plainWord(next))) return false;
  const isApart = before !== undefined && /[\r\n]/.test(text.slice(before.end, month.start));
  return before === undefined || isApart || (before.kind !== "word" && before.kind !== "number");
}

/**
 * Returns the longest run from `first` that has the form of a person's name, or `null`: capitalized words and initials
 * with particles between them, in one line, and a suffix.
 */
export function readNameRun(source: TokenText, first: number): NameRun | null {
  const { tokens } = source;
  let last = -1;
  let words = 0;
  for (let at = first; words < maxWords;) {
    if (at > first && !isAdjacent(source, at)) break;
    const token = tokens[at];
    if (isParticle(token)) {
      const name = (at === first && isJoint(token)) || token === undefined ? -1 : afterParticles(source, at);
      if (name >= 0) at = name;
      else if (!isNameWord(token)) break;
    }
    const word = tokens[at];
    if (!isNameWord(word) || /[&/]/.test(word.text)) break;
    const isOtherWord = noNames.has(plainWord(word)) && !isInitial(word) && !isGivenMonth(source, at);
    if (isOtherWord && !(words > 0 && continuesVietnamese(tokens[first], word))) break;
    if (words > 0 && isSuffix(word)) break;
    last = at;
    words += 1;
    at += 1;
    const period = tokens[at];
    if (shortNames.has(word.text) && period?.text === "." && period.start === word.end) at += 1;
  }
  if (last < 0) return null;
  // "Name: Ada Lovelace Date: …": the next label is no part of the name.
  const next = tokens[last + 1];
  if (next?.text === ":" && next.start === tokens[last]?.end && last > first) {
    last -= 1;
    words -= 1;
  }
  const run = { first, last, words };
  if (isGroup(source, run)) return null;
  return { ...run, last: suffixEnd(source, last) };
}

/** Returns whether the run has a word of two letters or more. */
export function hasFullWord({ tokens }: TokenText, { first, last }: NameRun): boolean {
  return tokens.slice(first, last + 1).some((token) => isNameWord(token) && !isInitial(token));
}
