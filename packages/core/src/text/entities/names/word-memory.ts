import { detached } from "../../english/remember-words.ts";
import type { TokenKind } from "../../english/tokenize.ts";
import type { WordFeatures } from "./word-features.ts";

/** What the words that were met give to their sentences, and their features, by the number of their place. */
export interface WordMemory {
  /** Makes room for `count` words that may be new; before the words of a sentence, so that none takes the place of another. */
  reserve: (count: number) => void;
  /** The place of a word. */
  placeOf: (word: string, kind: TokenKind) => number;
  features: readonly WordFeatures[];
  /** `width` numbers for each place, in units of {@link projectionUnit}. */
  projections: () => Int16Array;
}

/** Projections are kept as whole multiples of this: half the memory, and sums of integers. */
export const projectionUnit = 1 / 1024;

/** Words that are kept, 0.9 kB each: those of a megabyte of news. */
const mostWords = 24_000;
const firstWords = 1_000;

/** A longer word seldom comes again, and would hold a part of its text. */
const longestKept = 32;

/**
 * Remembers what a word gives. Full, it forgets all, so that memory stays bounded whatever the texts hold.
 *
 * @param project Adds the projection of a word to the zeros of `target`, and returns the word's features.
 */
export function createWordMemory(
  width: number,
  project: (word: string, kind: TokenKind, target: Float32Array) => WordFeatures,
): WordMemory {
  const places = new Map<TokenKind, Map<string, number>>();
  const features: WordFeatures[] = [];
  const exact = new Float32Array(width);
  let projections = new Int16Array(firstWords * width);
  const add = (word: string, kind: TokenKind): number => {
    const place = features.length;
    exact.fill(0);
    features.push(project(word, kind, exact));
    for (let column = 0; column < width; column++) {
      const units = Math.round((exact[column] ?? 0) / projectionUnit);
      projections[place * width + column] = Math.max(-32_768, Math.min(32_767, units));
    }
    return place;
  };
  return {
    features,
    projections: () => projections,
    reserve: (count) => {
      if (features.length + count > mostWords) {
        places.clear();
        features.length = 0;
      }
      const needed = features.length + count;
      if (needed * width <= projections.length) return;
      const grown = new Int16Array(Math.min(mostWords, 2 * needed) * width);
      grown.set(projections);
      projections = grown;
    },
    placeOf: (word, kind) => {
      let ofKind = places.get(kind);
      if (!ofKind) places.set(kind, (ofKind = new Map<string, number>()));
      const known = ofKind.get(word);
      if (known !== undefined) return known;
      const place = add(word, kind);
      if (word.length <= longestKept) ofKind.set(detached(word), place);
      return place;
    },
  };
}
