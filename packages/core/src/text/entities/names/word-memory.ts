import { detached } from "../../english/remember-words.ts";
import type { TokenKind } from "../../english/tokenize.ts";
import type { KnownWord } from "./word-features.ts";

/** The words that were met, by the number of their place. */
export interface WordMemory {
  /** The place of a word; it stands until 256 more words have been asked for. */
  placeOf: (word: string, kind: TokenKind) => number;
  words: readonly KnownWord[];
}

/** So many words in a row keep their places while they are worked on. */
const steadyWords = 256;

/** A longer word seldom comes again, and would hold a part of its text. */
const longestKept = 32;

/**
 * Remembers words in a ring of places, so that memory stays bounded whatever the texts hold: a new word takes the place
 * that was given the longest time ago.
 *
 * @param places How many words there is room for, many times {@link steadyWords}.
 * @param read What is called for a word that takes a place; returns what is kept of it.
 */
export function createWordMemory(
  places: number,
  read: (word: string, kind: TokenKind, place: number) => KnownWord,
): WordMemory {
  const words = new Map<string, number>();
  const byKind = new Map<TokenKind, Map<string, number>>([["word", words]]);
  const holders: { ofKind: Map<string, number>; key: string }[] = [];
  const known: KnownWord[] = [];
  let next = 0;
  /** Whether the place is among those that are given away soon. */
  const isEnding = (place: number) => (place - next + places) % places < steadyWords;
  const takePlace = (): number => {
    const place = next;
    next = (next + 1) % places;
    const holder = holders[place];
    // The word may have been given a later place since.
    if (holder?.ofKind.get(holder.key) === place) holder.ofKind.delete(holder.key);
    return place;
  };
  return {
    words: known,
    placeOf: (word, kind) => {
      let ofKind = kind === "word" ? words : byKind.get(kind);
      if (!ofKind) byKind.set(kind, (ofKind = new Map<string, number>()));
      const held = ofKind.get(word);
      if (held !== undefined && !isEnding(held)) return held;
      const place = takePlace();
      known[place] = read(word, kind, place);
      const key = word.length <= longestKept ? detached(word) : "";
      holders[place] = { ofKind, key };
      if (key !== "") ofKind.set(key, place);
      return place;
    },
  };
}
