import { combine } from "./hash.ts";
import { weightBucket, type WordFeatures } from "./word-features.ts";

/** The features of a missing word before or after the sentence. */
const edge: Pick<WordFeatures, "identity" | "shape" | "kinds"> = { identity: 1, shape: 2, kinds: 0 };

/** The number of features that a word has together with its neighbors. */
export const jointFeatures = 7;

/** Writes the buckets of a word's joint features with its neighbors to the start of `target`. */
export function jointBuckets(
  words: readonly Pick<WordFeatures, "identity" | "shape" | "kinds">[],
  index: number,
  sentence: number,
  target: Int32Array | Uint16Array,
): void {
  const word = words[index] ?? edge;
  const before = words[index - 1] ?? edge;
  const after = words[index + 1] ?? edge;
  target[0] = weightBucket(101, combine(before.identity, word.identity));
  target[1] = weightBucket(102, combine(word.identity, after.identity));
  target[2] = weightBucket(103, combine(combine(before.shape, word.shape), after.shape));
  target[3] = weightBucket(104, combine(before.identity, word.shape));
  target[4] = weightBucket(105, combine(word.shape, after.identity));
  target[5] = weightBucket(106, combine(word.shape, sentence * 2 + (index === 0 ? 1 : 0)));
  target[6] = weightBucket(107, combine(combine(before.kinds, word.kinds), after.kinds));
}
