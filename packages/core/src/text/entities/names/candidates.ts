import type { Token } from "../../english/tokenize.ts";
import { letterCase, sentenceCase } from "./letter-case.ts";

/** As many words without a capital may stand between two of one name: Bank of the West. */
const longestGap = 3;

function mayJoin({ kind }: Token): boolean {
  return kind === "word" || kind === "number";
}

/**
 * Marks the words that may be in a name with 1: those with a capital, the words and numbers beside them (van Gogh, Boeing
 * 747) and what stands in a short gap between two. The others, most of a text, need no further look. In a sentence
 * without capitals it may be every word.
 */
export function markCandidates(
  tokens: readonly Token[],
  cases: ArrayLike<number>,
  sentence: number,
): Uint8Array {
  const marks = new Uint8Array(tokens.length);
  if (sentence === sentenceCase.noCapitals) {
    for (const [index, { kind }] of tokens.entries()) if (kind === "word") marks[index] = 1;
    return marks;
  }
  let last = -1;
  for (const [index, token] of tokens.entries()) {
    const is = cases[index];
    const hasCapital =
      is === letterCase.capitalized ||
      is === letterCase.capitals ||
      (is === letterCase.other && token.text !== "I");
    if (!hasCapital) continue;
    marks[index] = 1;
    const before = tokens[index - 1];
    const after = tokens[index + 1];
    if (before && mayJoin(before)) marks[index - 1] = 1;
    if (after && mayJoin(after)) marks[index + 1] = 1;
    if (last >= 0 && index - last <= longestGap + 1) marks.fill(1, last, index);
    last = index;
  }
  return marks;
}
