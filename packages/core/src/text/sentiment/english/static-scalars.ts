import type { Word } from "./words.ts";

/** The number of inputs that describe a word to the network, in addition to its vector and its context. */
export const staticCount = 7;

/** The maximum grade. */
const scale = 4;

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
