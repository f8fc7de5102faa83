import type { Token } from "../../english/tokenize.ts";
import { letterCase, sentenceCase } from "./letter-case.ts";
import type { KnownWord } from "./word-features.ts";

/** As many words without a capital may stand between two of one name: Bank of the West. */
const longestGap = 3;

/** As many words behind one with a capital may belong to its name: the Taiwan legislative election. */
const longestTail = 2;

/** Whether a token beside a word with a capital may be of its name; a word without case is of another script. */
function mayJoin(token: Token | undefined, is: number | undefined): boolean {
  return token?.kind === "number" || (token?.kind === "word" && is !== letterCase.none);
}

function hasCapital(token: Token, is: number | undefined): boolean {
  if (is === letterCase.other) return token.text !== "I";
  return is === letterCase.capitalized || is === letterCase.capitals;
}

/** The words that may be names though no word begins with a capital: those that are not as a rule written so. */
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
 * Marks the words that may be in a name with 1: those with a capital, the words and numbers beside them (van Gogh, Boeing
 * 747) and what stands in a short gap between two. The others, most of a text, need no further look. The capital of an
 * everyday word that no other capital follows is its sentence's.
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
    for (let tail = index + 1; tail <= index + longestTail && mayJoin(tokens[tail], cases[tail]); tail++)
      marks[tail] = 1;
    if (last >= 0 && index - last <= longestGap + 1) marks.fill(1, last, index);
    last = index;
  }
  return marks;
}
