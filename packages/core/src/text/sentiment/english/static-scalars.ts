import type { Word } from "./words.ts";

/** How many numbers tell the network what is known of a word beside its vector. */
export const staticCount = 7;

/** Grades go to 4. */
const scale = 4;

/** Writes what is known of a word wherever it stands to `target`, from `offset`. */
export function staticScalars(word: Word, target: Float32Array, offset: number): void {
  target[offset] = Math.max(0, word.grade) / scale;
  target[offset + 1] = Math.max(0, -word.grade) / scale;
  target[offset + 2] = Math.max(0, word.likelyGrade) / scale;
  target[offset + 3] = Math.max(0, -word.likelyGrade) / scale;
  target[offset + 4] = word.row < 0 ? 1 : 0;
  target[offset + 5] = word.isElongated ? 1 : 0;
  target[offset + 6] = word.role.negates > 0 ? 1 : 0;
}
