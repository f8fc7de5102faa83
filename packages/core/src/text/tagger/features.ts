import { addToHash as mix, hashBasis, hashRange, spread } from "../segment/hash.ts";
import { type Position, positions } from "../segment/word-positions.ts";
import { posTags } from "./tags.ts";

/** Rows of weights. Features share them by hash (Weinberger et al. 2009, feature hashing). */
export const weightRows = 131_072;

/** The index of the tag before a sentence, and of the guess after it. */
export const noTag: number = posTags.length;

/** Units of a longer word that are hashed. */
const maxWordLength = 32;
const maxSuffixLength = 5;
const maxPrefixLength = 4;

/** The kinds of features. They are part of the hash, so a suffix does not collide with an equal word. */
const kinds = {
  word: 1,
  shape: 2,
  suffix: 3,
  prefix: 4,
  prefixAndEnd: 5,
  suffixAndShape: 6,
  rest: 7,
  last: 8,
  pair: 9,
  lastAndWord: 10,
  lastAndNextWord: 11,
  lastAndEnd: 12,
  guess: 13,
  guessAndLast: 14,
  guesses: 15,
  guessAndWord: 16,
  entry: 17,
  entries: 18,
  nextEntry: 19,
  entryAndBefore: 20,
  entryAndNext: 21,
} as const;

/** The form of a word from which its features are computed, independent of its position. */
export interface WordForm {
  /** In lower case, with all digits as 0. */
  lower: string;
  shape: number;
  /** The hashes of the word and of its last two units, for features that combine them with tags. */
  hash: number;
  endHash: number;
}

const digit = /\p{Nd}/u;
const digits = /\p{Nd}/gu;

function letterCase(capitals: number, lowers: number, startsHigh: boolean): number {
  if (capitals === 0) return lowers > 0 ? 0 : 5;
  if (lowers === 0) return capitals === 1 ? 1 : 2;
  return startsHigh && capitals === 1 ? 3 : 4;
}

/** Encodes the capitals, digits, hyphens and signs of a word as a number below 72. */
function wordShape(word: string): number {
  let [capitals, lowers, figures, hyphens, others] = [0, 0, 0, 0, 0];
  for (const character of word) {
    const lower = character.toLowerCase();
    if (lower !== character.toUpperCase()) {
      if (character === lower) lowers += 1;
      else capitals += 1;
    } else if (digit.test(character)) figures += 1;
    else if (character === "-") hyphens += 1;
    else others += 1;
  }
  const first = word.charAt(0);
  const cased = letterCase(capitals, lowers, first !== first.toLowerCase());
  const counted = figures === 0 ? 0 : capitals + lowers > 0 ? 2 : 1;
  return cased + 6 * counted + 18 * (hyphens > 0 ? 1 : 0) + 36 * (others > 0 ? 1 : 0);
}

/** Computes the form of a word once for all positions. */
export function readWordForm(word: string): WordForm {
  const lower = word.slice(0, maxWordLength).replaceAll("’", "'").toLowerCase().replace(digits, "0");
  const { length } = lower;
  return {
    lower,
    shape: wordShape(word.slice(0, maxWordLength)),
    hash: hashRange(lower),
    endHash: hashRange(lower, Math.max(0, length - 2), length),
  };
}

function toRow(hash: number): number {
  return (spread(hash) >>> 0) % weightRows;
}

/** Returns the weight row of a feature with one or two values. */
function rowFor(kind: number, value: number, second = 0): number {
  return toRow(mix(mix(mix(hashBasis, kind), value), second));
}

function ownRows({ lower, shape }: WordForm, isInitial: boolean): number[] {
  const { length } = lower;
  const shaped = 2 * shape + (isInitial ? 1 : 0);
  const start = Math.max(0, length - 2);
  const rows = [
    rowFor(kinds.word, hashRange(lower)),
    rowFor(kinds.shape, shaped),
    // A word without its first letter is often a word after a prefix, as the article of Hebrew.
    rowFor(kinds.rest, hashRange(lower)),
    rowFor(kinds.rest, hashRange(lower, 1)),
    rowFor(kinds.prefixAndEnd, hashRange(lower, start), lower.charCodeAt(0) || 0),
  ];
  const stem = Math.min(3, length);
  for (let size = 1; size <= Math.min(maxSuffixLength, length); size++) {
    const suffix = hashRange(lower, length - size);
    rows.push(rowFor(kinds.suffix, suffix, size));
    if (size === stem) rows.push(rowFor(kinds.suffixAndShape, suffix, shaped));
  }
  for (let size = 1; size <= Math.min(maxPrefixLength, length); size++)
    rows.push(rowFor(kinds.prefix, hashRange(lower, 0, size), size));
  return rows;
}

/** Returns the weight rows of a word's features at a position. */
export function wordRows(form: WordForm, position: Position): number[] {
  if (position <= positions.initial) return ownRows(form, position === positions.initial);
  const { lower, shape, hash, endHash } = form;
  const placed = 100 * position;
  const word = rowFor(placed + kinds.word, hash);
  if (position >= positions.secondBefore) return [word];
  const ending = hashRange(lower, Math.max(0, lower.length - 3));
  return [
    word,
    rowFor(placed + kinds.suffix, ending, 3),
    rowFor(placed + kinds.suffix, endHash, 2),
    rowFor(placed + kinds.shape, shape),
  ];
}

/** The tags, guesses and words around a token that are known when it is tagged. */
export interface TagContext {
  last: number;
  secondLast: number;
  /** The tags of the next two words by their forms only. */
  guess: number;
  secondGuess: number;
  hash: number;
  endHash: number;
  nextHash: number;
}

/** The number of rows that {@link writeContextRows} writes. */
export const contextRowCount = 9;

/** Writes the weight rows of the features of a context into `rows`. */
export function writeContextRows(context: TagContext, rows: Int32Array): void {
  const { last, secondLast, guess, secondGuess, hash, endHash, nextHash } = context;
  rows[0] = rowFor(kinds.last, last);
  rows[1] = rowFor(kinds.pair, last, secondLast);
  rows[2] = rowFor(kinds.lastAndWord, hash, last);
  rows[3] = rowFor(kinds.lastAndNextWord, nextHash, last);
  rows[4] = rowFor(kinds.lastAndEnd, endHash, last);
  rows[5] = rowFor(kinds.guess, guess);
  rows[6] = rowFor(kinds.guessAndLast, guess, last);
  rows[7] = rowFor(kinds.guesses, guess, secondGuess);
  rows[8] = rowFor(kinds.guessAndWord, hash, guess);
}

/** The number of rows that {@link writeEntryRows} writes. */
export const entryRowCount = 5;

/** Writes the weight rows of the lexicon entries of a word, the word before it and the word after it into `rows`. */
export function writeEntryRows(entry: number, before: number, after: number, rows: Int32Array): void {
  rows[0] = rowFor(kinds.entry, entry);
  rows[1] = rowFor(kinds.entries, entry, 16 * before + after);
  rows[2] = rowFor(kinds.nextEntry, after);
  rows[3] = rowFor(kinds.entryAndBefore, entry, before);
  rows[4] = rowFor(kinds.entryAndNext, entry, after);
}
