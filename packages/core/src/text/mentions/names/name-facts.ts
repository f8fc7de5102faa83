import { loadWordVectors } from "../../english/word-vectors.ts";
import { once } from "../../network/once.ts";
import { type WordType, wordFact } from "../../segment/word-types.ts";
import { caseHabits, loadNameLexicon, wordKinds } from "./lexicon.ts";
import { findWord } from "./word-features.ts";

/** The lexicon's knowledge of a word. */
export interface NameFacts {
  isFirstName: boolean;
  isLastName: boolean;
  /** Whether it is a town, a country, an organization, a team or a demonym. */
  isOtherName: boolean;
  /** Whether English texts usually write it in lower case. */
  isOrdinary: boolean;
  /** Whether the lists have the word at all. */
  isKnown: boolean;
}

const firstName = 1 << wordKinds.indexOf("first name");
const lastName = 1 << wordKinds.indexOf("last name");

/** Loads the function that returns the facts of a word. */
export const loadNameFacts = once(async (): Promise<(type: WordType) => NameFacts> => {
  const [vectors, lexicon] = await Promise.all([loadWordVectors(), loadNameLexicon()]);
  return wordFact(({ text }) => {
    const { row, entry } = findWord(text.replaceAll("’", "'"), { vectors, lexicon });
    const kinds = entry.kinds;
    const isLower =
      entry.habit === caseHabits.indexOf("lower") || entry.habit === caseHabits.indexOf("mostly lower");
    return {
      isFirstName: (kinds & firstName) !== 0,
      isLastName: (kinds & lastName) !== 0,
      isOtherName: (kinds & ~(firstName | lastName)) !== 0,
      isOrdinary: isLower,
      isKnown: row >= 0 || entry.row >= 0 || kinds !== 0,
    };
  });
});
