import type { Token } from "../../segment/tokenize.ts";
import { letterCase, sentenceCase } from "./letter-case.ts";
import type { KnownWord } from "./word-features.ts";

/** Maximum words without a capital between two words of one name: Bank of the West. */
const maxGap = 3;

/** Maximum words after a capitalized word that can belong to its name: the Taiwan legislative election. */
const maxTail = 2;

/** Returns whether a token next to a capitalized word can belong to its name. Words of scripts without case cannot. */
function mayJoin(token: Token | undefined, is: number | undefined): boolean {
  return token?.kind === "number" || (token?.kind === "word" && is !== letterCase.none);
}

function hasCapital(token: Token, is: number | undefined): boolean {
  if (is === letterCase.other) return token.text !== "I";
  return is === letterCase.capitalized || is === letterCase.capitals;
}

/** Marks the words that can be names in a sentence without capitals: those that are usually not in lower case. */
function markWithoutCapitals(
  tokens: readonly Token[],
  cases: ArrayLike<number>,
  words: readonly KnownWord[],
): Uint8Array {
  return Uint8Array.from(tokens, (token, index) => {
    const isUnusual = cases[index] === letterCase.lower && words[index]?.isOrdinary === false;
    return isUnusual || hasCapital(token, cases[index]) ? 1 : 0;
  });
}

/**
 * Marks with 1 the words that can be in a name. These are words with a capital, the words and numbers next to them (van
 * Gogh, Boeing 747), and short gaps between two of them. The other words, most of a text, are not analyzed further. An
 * everyday word is not marked unless another capital follows, because its capital comes from the start of a sentence.
 */
export function markCandidates(
  tokens: readonly Token[],
  cases: ArrayLike<number>,
  sentence: number,
  words: readonly KnownWord[],
): Uint8Array {
  if (sentence === sentenceCase.noCapitals) return markWithoutCapitals(tokens, cases, words);
  const marks = new Uint8Array(tokens.length);
  let last = -1;
  for (let index = 0; index < tokens.length; index++) {
    const token = tokens[index];
    if (!token || !hasCapital(token, cases[index])) continue;
    const after = tokens[index + 1];
    const isFollowed = after !== undefined && hasCapital(after, cases[index + 1]);
    if (words[index]?.isEveryday && !isFollowed) continue;
    marks[index] = 1;
    if (mayJoin(tokens[index - 1], cases[index - 1])) marks[index - 1] = 1;
    for (let tail = index + 1; tail <= index + maxTail && mayJoin(tokens[tail], cases[tail]); tail++)
      marks[tail] = 1;
    if (last >= 0 && index - last <= maxGap + 1) marks.fill(1, last, index);
    last = index;
  }
  // A salutation is not a part of the name after it. The training sets contain no letters.
  if (tokens[0]?.text === "Dear") marks[0] = 0;
  return marks;
}
