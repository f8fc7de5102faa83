import { wordFact, type WordType } from "../segment/word-types.ts";

/** The cache row of a word. */
export interface WordSlot {
  /** The row. It is valid until {@link steadyWords} more words have been requested. */
  slot: number;
  /** The number of rows that were assigned before this one. */
  turn: number;
}

/** A word keeps its row at least until this many further words are requested. */
const steadyWords = 256;

/**
 * Creates a ring of rows for words, so memory stays bounded for all texts. A new word takes the row that was assigned
 * the longest time ago. Call it once per model, like `wordFact`.
 *
 * @param slots The number of rows, many times {@link steadyWords}.
 * @param write Called when a word takes a row. Returns the row with any further data about the word.
 */
export function createWordSlots<Word extends WordSlot>(
  slots: number,
  write: (type: WordType, taken: WordSlot) => Word,
): (type: WordType) => Word {
  let given = 0;
  const take = (type: WordType): Word => {
    const turn = given;
    given += 1;
    return write(type, { slot: turn % slots, turn });
  };
  const firstTaken = wordFact(take);
  return (type) => {
    const word = firstTaken(type);
    // Another word has taken the row, or will take it soon.
    if (given - word.turn > slots - steadyWords) ({ slot: word.slot, turn: word.turn } = take(type));
    return word;
  };
}
