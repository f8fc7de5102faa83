import { addToHash as mix, hashBasis, hashRange } from "../segment/hash.ts";
import { type Position, positions } from "../segment/word-positions.ts";

/** Rows of weights. Features share them by hash (Weinberger et al. 2009, feature hashing). */
export const hashedRows = 8_192;

/** Units of a longer word that are hashed as a whole. The beginning and the end identify it well enough. */
const maxWordLength = 32;
const maxSuffixLength = 4;
const maxPrefixLength = 3;

/** The kinds of features. They are part of the hash, so a suffix does not collide with an equal word. */
const kinds = { word: 1, shape: 2, suffix: 3, prefix: 4, shapeAndSuffix: 5 } as const;

function featureRow(hash: number): number {
  // The low bits of FNV-1a depend on few bits of the input.
  return ((hash ^ (hash >>> 15)) >>> 0) % hashedRows;
}

function letterCase(capitals: number, lowers: number, startsHigh: boolean): number {
  if (capitals === 0) return 0;
  if (lowers === 0) return capitals === 1 ? 1 : 2;
  return startsHigh && capitals === 1 ? 3 : 4;
}

/** Encodes the capitals, digits and hyphens of a word as a number below 30. */
function wordShape(word: string): number {
  let capitals = 0;
  let lowers = 0;
  let digits = 0;
  let hyphens = 0;
  for (let index = 0; index < word.length; index++) {
    const code = word.charCodeAt(index);
    if (code >= 0x61 && code <= 0x7a) lowers += 1;
    else if (code >= 0x41 && code <= 0x5a) capitals += 1;
    else if (code >= 0x30 && code <= 0x39) digits += 1;
    else if (code === 0x2d) hyphens += 1;
  }
  const first = word.charCodeAt(0);
  const letters = letterCase(capitals, lowers, first >= 0x41 && first <= 0x5a);
  const hasLetters = lowers + capitals > 0;
  const figures = digits === 0 ? 0 : hasLetters ? 2 : 1;
  return letters + 5 * figures + 15 * (hyphens > 0 ? 1 : 0);
}

/** The form of a word from which its features are computed, independent of its position. */
export interface SeenWord {
  lower: string;
  shape: number;
}

/** Computes the lower-case form and the shape of a word once for all positions. */
export function readFeatures(word: string): SeenWord {
  return { lower: word.toLowerCase(), shape: wordShape(word) };
}

/** Returns the weight rows of a word's features at a position. */
export function featureRows({ lower, shape }: SeenWord, position: Position): number[] {
  const isTagged = position <= positions.initial;
  // At the start of a sentence a word has the same meaning, but its capital does not.
  const seed = mix(hashBasis, isTagged ? positions.own : position);
  const whole = hashRange(lower, 0, Math.min(lower.length, maxWordLength), mix(seed, kinds.word));
  const rows = [featureRow(whole)];
  if (position >= positions.secondBefore) return rows;

  const positioned = mix(hashBasis, position);
  rows.push(featureRow(mix(mix(positioned, kinds.shape), shape)));
  let suffix = mix(seed, kinds.suffix);
  const longest = Math.min(maxSuffixLength, lower.length);
  for (let size = 1; size <= longest; size++) {
    suffix = mix(suffix, lower.charCodeAt(lower.length - size));
    if (isTagged || size === 3) rows.push(featureRow(mix(suffix, size)));
  }
  if (!isTagged) return rows;

  const prefix = hashRange(lower, 0, Math.min(maxPrefixLength, lower.length), mix(seed, kinds.prefix));
  rows.push(featureRow(prefix), featureRow(mix(mix(mix(suffix, kinds.shapeAndSuffix), shape), positioned)));
  return rows;
}
