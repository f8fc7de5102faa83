import { factOf, type WordType } from "./word-types.ts";

/** What is known of a word that has a place. */
export interface Placed {
  /** Stands until {@link steadyWords} more words have been asked for. */
  place: number;
  /** How many places had been given before it. */
  turn: number;
}

/** So many words in a row keep their places while they are worked on. */
const steadyWords = 256;

/**
 * Gives places to words, in a ring, so that memory stays bounded whatever the texts hold: a new word takes the place that
 * was given the longest time ago. To be called once for a model, as `factOf`.
 *
 * @param places How many words there is room for, many times {@link steadyWords}.
 * @param write What is called for a word that takes a place; returns it with what else is to be known of the word.
 */
export function createWordPlaces<Word extends Placed>(
  places: number,
  write: (type: WordType, placed: Placed) => Word,
): (type: WordType) => Word {
  let given = 0;
  const take = (type: WordType): Word => {
    const turn = given;
    given += 1;
    return write(type, { place: turn % places, turn });
  };
  const firstTaken = factOf(take);
  return (type) => {
    const word = firstTaken(type);
    // The place is another's, or among those that are given away soon.
    if (given - word.turn > places - steadyWords) ({ place: word.place, turn: word.turn } = take(type));
    return word;
  };
}
