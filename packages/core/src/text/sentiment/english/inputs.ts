import { contrastSide, type WordContexts } from "./opinions.ts";
import type { Word } from "./words.ts";

/** The number of flags that describe a word's context to the network. */
export const flagCount = 6;

/** The maximum grade. */
const scale = 4;

/** Returns whether any flag of a word is nonzero. */
export function hasContext(words: readonly Word[], contexts: WordContexts, index: number): boolean {
  return (
    contexts.weight[index] !== 0 ||
    contexts.negated[index] !== 0 ||
    contexts.contrast[index] !== contrastSide.none ||
    words[index]?.isUpper === true
  );
}

/** Writes a word's flags to the start of `target`. */
export function contextFlags(
  words: readonly Word[],
  { negated, contrast, weight }: WordContexts,
  index: number,
  target: Float32Array,
): void {
  const side = contrast[index] ?? 0;
  const opinion = (weight[index] ?? 0) / scale;
  target[0] = negated[index] ?? 0;
  target[1] = side === contrastSide.before ? 1 : 0;
  target[2] = side === contrastSide.after ? 1 : 0;
  target[3] = Math.max(0, opinion);
  target[4] = Math.max(0, -opinion);
  target[5] = words[index]?.isUpper ? 1 : 0;
}

/** The number of inputs that describe a word to the network, in addition to its vector and its context. */
export const staticCount = 7;

/** Writes the context-independent inputs of a word to `target`, starting at `offset`. */
export function staticScalars(word: Word, target: Float32Array, offset: number): void {
  target[offset] = Math.max(0, word.grade) / scale;
  target[offset + 1] = Math.max(0, -word.grade) / scale;
  target[offset + 2] = Math.max(0, word.likelyGrade) / scale;
  target[offset + 3] = Math.max(0, -word.likelyGrade) / scale;
  target[offset + 4] = word.row < 0 ? 1 : 0;
  target[offset + 5] = word.isElongated ? 1 : 0;
  target[offset + 6] = word.role.negates > 0 ? 1 : 0;
}
