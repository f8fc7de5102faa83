import { addToHash as mix, hashBasis, hashRange, spread } from "../../../segment/hash.ts";
import { type Position, positions } from "../../../segment/word-positions.ts";
import { readWordForm } from "../../../tagger/features.ts";
import { readForm } from "../word-form.ts";
import type { NameLists } from "./name-lists.ts";
import { toLatin } from "./transliterate.ts";

/** Rows of weights. Features share them by hash (Weinberger et al. 2009, feature hashing). */
export const weightRows = 524_288;

const maxAffixLength = 5;

/** The kinds of features. They are part of the hash, so a suffix does not collide with an equal word. */
const features = {
  word: 1,
  shape: 2,
  runs: 3,
  suffix: 4,
  prefix: 5,
  kinds: 6,
  near: 7,
  localWord: 8,
  localShape: 9,
  localSuffix: 10,
  localPrefix: 11,
  shapes: 12,
  laterShapes: 13,
  listed: 14,
  laterListed: 15,
  wordBefore: 16,
  wordAfter: 17,
  wordsBefore: 18,
  wordsAround: 19,
  capitals: 20,
  tag: 21,
  tags: 22,
  laterTags: 23,
  wordAndTag: 24,
  tagAndWord: 25,
  wordBeforeListed: 26,
} as const;

/** The form of a word from which its features are computed, independent of its position. */
export interface NameForm {
  /** In lower case and Latin letters, with all digits as 0. */
  lower: string;
  /** A number below 72: the capitals, digits, hyphens and signs. */
  shape: number;
  /** The hash of the word. */
  hash: number;
  /** The hash of its runs of letters, digits and signs. */
  runs: number;
  /** The lists of names that have the word, a bit for each, and those that have it with another ending. */
  kinds: number;
  near: number;
}

/** Returns the form of a word. */
export function readNameForm(word: string, lists: NameLists): NameForm {
  const { lower: written, shape } = readWordForm(word);
  const lower = toLatin(written);
  return {
    lower,
    shape,
    hash: hashRange(lower),
    runs: hashRange(readForm(word.slice(0, 32)).shape),
    kinds: lists.kindsOf(lower),
    near: lists.kindsNear(lower),
  };
}

function rowFor(feature: number, value: number, second = 0): number {
  return (spread(mix(mix(mix(hashBasis, feature), value), second)) >>> 0) % weightRows;
}

function ownRows(form: NameForm, language: number, isInitial: boolean): number[] {
  const { lower, shape, hash, runs, kinds, near } = form;
  const { length } = lower;
  const shaped = 2 * shape + (isInitial ? 1 : 0);
  const rows = [
    rowFor(features.word, hash),
    rowFor(features.word, hash, 1 + shape),
    rowFor(features.shape, shaped),
    rowFor(features.runs, runs),
    rowFor(features.kinds, kinds, shaped),
    rowFor(features.near, near, shape),
    rowFor(features.localWord, hash, language),
    rowFor(features.localShape, shaped, language),
  ];
  for (let size = 1; size <= Math.min(maxAffixLength, length); size++) {
    const suffix = hashRange(lower, length - size);
    rows.push(rowFor(features.suffix, suffix, 100 * size + shape));
    rows.push(rowFor(features.prefix, hashRange(lower, 0, size), size));
    if (size === 2 || size === 3) rows.push(rowFor(features.localSuffix, mix(suffix, shaped), language));
    if (size === 4) rows.push(rowFor(features.localPrefix, hashRange(lower, 0, size), language));
  }
  return rows;
}

/** Returns the weight rows of a word's features at a position. `language` is the hash of a language. */
export function wordRows(form: NameForm, language: number, position: Position): number[] {
  if (position <= positions.initial) return ownRows(form, language, position === positions.initial);
  const { lower, shape, hash, kinds } = form;
  const placed = 100 * position;
  const rows = [
    rowFor(placed + features.word, hash),
    rowFor(placed + features.shape, shape),
    rowFor(placed + features.kinds, kinds, shape),
  ];
  if (position >= positions.secondBefore) return rows;
  const ending = hashRange(lower, Math.max(0, lower.length - 3));
  rows.push(
    rowFor(placed + features.suffix, ending),
    rowFor(placed + features.prefix, hashRange(lower, 0, 3)),
    rowFor(placed + features.localShape, shape, language),
    rowFor(placed + features.localWord, hash, language),
  );
  return rows;
}

/** The facts of a word that features of several words combine. */
export type Neighbor = Pick<NameForm, "shape" | "hash" | "kinds">;

/** The words around a tagged word. */
export interface NameContext {
  secondBefore: Neighbor;
  before: Neighbor;
  word: Neighbor;
  after: Neighbor;
  secondAfterShape: number;
  /** The share of words with a capital in the sentence, in eighths. A headline has many. */
  capitals: number;
  /** The tags of the parts of speech of the sentence, and the index of the word among them. */
  tags: Uint8Array;
  at: number;
}

/** The tag of a missing word. */
const noTag = 31;

/** The number of rows that {@link writeContextRows} writes. */
export const contextRowCount = 15;

/** Writes the weight rows of the features of several words into `rows`. */
export function writeContextRows(context: NameContext, rows: Int32Array): void {
  const { secondBefore, before, word, after, secondAfterShape, capitals, tags, at } = context;
  const shaped = 100 * word.shape;
  const tag = tags[at] ?? noTag;
  const nextTag = tags[at + 1] ?? noTag;
  rows[0] = rowFor(features.shapes, before.shape, shaped + after.shape);
  rows[1] = rowFor(features.laterShapes, after.shape, shaped + secondAfterShape);
  rows[2] = rowFor(features.listed, mix(before.kinds, word.kinds), after.kinds);
  rows[3] = rowFor(features.laterListed, word.kinds, after.kinds);
  rows[4] = rowFor(features.wordBefore, before.hash, word.shape);
  rows[5] = rowFor(features.wordAfter, after.hash, word.shape);
  rows[6] = rowFor(features.wordsBefore, mix(secondBefore.hash, before.hash), word.shape);
  rows[7] = rowFor(features.wordsAround, mix(before.hash, after.hash), word.shape);
  rows[8] = rowFor(features.capitals, capitals, word.shape);
  rows[9] = rowFor(features.wordBeforeListed, before.hash, word.kinds);
  rows[10] = rowFor(features.tag, tag, word.shape);
  rows[11] = rowFor(features.tags, 32 * (tags[at - 1] ?? noTag) + tag, nextTag);
  rows[12] = rowFor(features.laterTags, 32 * tag + nextTag, tags[at + 2] ?? noTag);
  rows[13] = rowFor(features.wordAndTag, before.hash, tag);
  rows[14] = rowFor(features.tagAndWord, after.hash, tag);
}
