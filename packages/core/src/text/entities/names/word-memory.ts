import { detached } from "../../english/remember-words.ts";
import type { TokenKind } from "../../english/tokenize.ts";
import type { WordFeatures } from "./word-features.ts";

/** The words that were met, by the number of their place. */
export interface WordMemory {
  /** Makes room for `count` words that may be new; before the words of a sentence, so that none takes the place of another. */
  reserve: (count: number) => void;
  /** The place of a word. */
  placeOf: (word: string, kind: TokenKind) => number;
  features: readonly WordFeatures[];
}

/** A longer word seldom comes again, and would hold a part of its text. */
const longestKept = 32;

/**
 * Remembers words. Full, it forgets all, so that memory stays bounded whatever the texts hold.
 *
 * @param places How many words there is room for.
 * @param read What is called once for a new word; returns its features.
 */
export function createWordMemory(
  places: number,
  read: (word: string, kind: TokenKind, place: number) => WordFeatures,
): WordMemory {
  const byKind = new Map<TokenKind, Map<string, number>>();
  const features: WordFeatures[] = [];
  return {
    features,
    reserve: (count) => {
      if (features.length + count <= places) return;
      byKind.clear();
      features.length = 0;
    },
    placeOf: (word, kind) => {
      let ofKind = byKind.get(kind);
      if (!ofKind) byKind.set(kind, (ofKind = new Map<string, number>()));
      const known = ofKind.get(word);
      if (known !== undefined) return known;
      const place = features.length;
      features.push(read(word, kind, place));
      if (word.length <= longestKept) ofKind.set(detached(word), place);
      return place;
    },
  };
}
