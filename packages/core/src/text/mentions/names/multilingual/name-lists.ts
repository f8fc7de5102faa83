import { hashText } from "../hash.ts";

/** The lists of names. The index of a list is its bit. */
export const listKinds = [
  "first name",
  "last name",
  "town",
  "part of a town",
  "country",
  "organization",
] as const;

/** Bits of the hash that identifies a word. One unknown word in two hundred is taken for another word. */
const hashBits = 24;

/** Minimum length of a word that is searched with another ending. */
const minStem = 4;

/** The words of lists of names. */
export interface NameLists {
  /** Returns the lists that have a word, a bit for each of {@link listKinds}. */
  kindsOf: (word: string) => number;
  /** Returns the lists that have a word with another ending, as case endings change it. */
  kindsNear: (word: string) => number;
}

/** Returns the hash that identifies a word in the lists. */
export function listHash(word: string): number {
  return hashText(word) >>> (32 - hashBits);
}

/**
 * Creates the lists from their words.
 *
 * @param gaps The differences of the sorted hashes, each in 7 bits per byte. The highest bit says that more follow.
 * @param kinds The lists that have each word.
 */
export function createNameLists(gaps: Uint8Array, kinds: Uint8Array): NameLists {
  const hashes = new Uint32Array(kinds.length);
  let [next, last] = [0, 0];
  for (let index = 0; index < hashes.length; index++) {
    let shift = 0;
    let byte = gaps[next++] ?? 0;
    for (; byte >= 0x80; byte = gaps[next++] ?? 0, shift += 7) last += (byte & 0x7f) << shift;
    last += byte << shift;
    hashes[index] = last;
  }
  const kindsOf = (word: string): number => {
    const hash = listHash(word);
    let low = 0;
    let high = hashes.length - 1;
    while (low <= high) {
      const middle = (low + high) >> 1;
      const found = hashes[middle] ?? 0;
      if (found === hash) return kinds[middle] ?? 0;
      if (found < hash) low = middle + 1;
      else high = middle - 1;
    }
    return 0;
  };
  return {
    kindsOf,
    kindsNear: (word) => {
      if (word.length <= minStem) return 0;
      const [stem, shorter] = [word.slice(0, -1), word.slice(0, -2)];
      return kindsOf(stem) | kindsOf(`${stem}a`) | kindsOf(shorter) | kindsOf(`${shorter}a`);
    },
  };
}
