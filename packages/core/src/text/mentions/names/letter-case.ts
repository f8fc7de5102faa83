import type { TokenKind } from "../../segment/word-types.ts";

/** The letter case of a word, as far as it indicates a name. */
export const letterCase = {
  /** Without a capital, and with at most one lower-case letter or with a digit. */
  none: 0,
  lower: 1,
  capitalized: 2,
  capitals: 3,
  /** A capital inside the word, next to digits, or as the only letter: iPhone, U2, J. */
  other: 4,
} as const;

/** One of {@link letterCase}. */
export type LetterCase = (typeof letterCase)[keyof typeof letterCase];

const capital = /\p{Lu}/u;
const twoCased = /[\p{Lu}\p{Ll}][^\p{Lu}\p{Ll}]*[\p{Lu}\p{Ll}]/u;

/** Returns the case of a word. */
export function readLetterCase(word: string, kind: TokenKind): LetterCase {
  if (kind !== "word") return letterCase.none;
  const hasCapital = capital.test(word);
  if (!twoCased.test(word) || /[0-9]/.test(word)) return hasCapital ? letterCase.other : letterCase.none;
  if (!/\p{Ll}/u.test(word)) return letterCase.capitals;
  if (/^\p{Lu}/u.test(word)) return letterCase.capitalized;
  return hasCapital ? letterCase.other : letterCase.lower;
}

/** The letter case of a sentence. It determines the meaning of a capital. */
export const sentenceCase = { prose: 0, capitals: 1, headline: 2, noCapitals: 3 } as const;

/** The number of sentence cases. */
export const sentenceCases = 4;

/** Minimum share of words in capitals, or with a capital, for a sentence of that case. */
const minShare = 0.7;

/** Returns one of {@link sentenceCase} from the cases of the sentence's words. */
export function readSentenceCase(cases: ArrayLike<number>): number {
  let cased = 0;
  let capitalized = 0;
  let capitals = 0;
  for (let index = 0; index < cases.length; index++) {
    const is = cases[index];
    if (is === letterCase.none || is === letterCase.other) continue;
    cased += 1;
    if (is === letterCase.capitals) capitals += 1;
    else if (is === letterCase.capitalized) capitalized += 1;
  }
  if (cased === 0 || capitals + capitalized === 0) return sentenceCase.noCapitals;
  if (cased >= 2 && capitals >= minShare * cased) return sentenceCase.capitals;
  return cased >= 4 && capitals + capitalized >= minShare * cased
    ? sentenceCase.headline
    : sentenceCase.prose;
}
