import { mayFollow, outside, tagCount } from "./tags.ts";

/** The sums over all ways to tag a sentence up to, and from, each of its words. */
export interface ChainSums {
  /** A row of tags for each word; scaled so that it sums to 1. */
  forward: Float64Array;
  /** Scaled such that a tag's probability is `forward` times `backward`. */
  backward: Float64Array;
  /** What each row of `forward` was divided by. */
  scales: Float64Array;
}

/** The factors of all pairs of tags; 0 where the second may not follow the first. */
export function transitionFactors(scores: Float32Array, temperature = 1): Float64Array {
  return Float64Array.from(scores, (score, pair) =>
    mayFollow(Math.floor(pair / tagCount), pair % tagCount) ? Math.exp(score / temperature) : 0,
  );
}

/**
 * The factors of the words' tags from their scores; the best tag of each word has 1.
 *
 * @param isOpen Words without a 1 are outside of names.
 */
export function wordFactors(scores: Float32Array, isOpen: Uint8Array, temperature = 1): Float64Array {
  const factors = new Float64Array(scores.length);
  for (let index = 0; index < isOpen.length; index++) {
    const row = index * tagCount;
    if (isOpen[index] !== 1) {
      factors[row + outside] = 1;
      continue;
    }
    let most = -Infinity;
    for (let tag = 0; tag < tagCount; tag++) most = Math.max(most, scores[row + tag] ?? 0);
    for (let tag = 0; tag < tagCount; tag++)
      factors[row + tag] = Math.exp(((scores[row + tag] ?? 0) - most) / temperature);
  }
  return factors;
}

/** The forward-backward algorithm on a linear chain (Rabiner 1989; Lafferty, McCallum, Pereira 2001). Before the first word is nothing: it counts as outside. */
export function sumChain(words: Float64Array, transitions: Float64Array): ChainSums {
  const count = words.length / tagCount;
  const forward = new Float64Array(words.length);
  const backward = new Float64Array(words.length);
  const scales = new Float64Array(count);
  const start = new Float64Array(tagCount);
  start[outside] = 1;
  // Most words can only be outside: what is 0 is passed over.
  for (let index = 0; index < count; index++) {
    const row = index * tagCount;
    for (let before = 0; before < tagCount; before++) {
      const share = (index === 0 ? start[before] : forward[row - tagCount + before]) ?? 0;
      if (share === 0) continue;
      for (let tag = 0; tag < tagCount; tag++)
        forward[row + tag] = (forward[row + tag] ?? 0) + share * (transitions[before * tagCount + tag] ?? 0);
    }
    let total = 0;
    for (let tag = 0; tag < tagCount; tag++) {
      const sum = (forward[row + tag] ?? 0) * (words[row + tag] ?? 0);
      forward[row + tag] = sum;
      total += sum;
    }
    scales[index] = total;
    for (let tag = 0; tag < tagCount; tag++) forward[row + tag] = (forward[row + tag] ?? 0) / total;
  }
  backward.fill(1, (count - 1) * tagCount);
  for (let index = count - 2; index >= 0; index--) {
    const row = index * tagCount;
    const next = row + tagCount;
    const scale = scales[index + 1] ?? 1;
    for (let after = 0; after < tagCount; after++) {
      const share = ((words[next + after] ?? 0) * (backward[next + after] ?? 0)) / scale;
      if (share === 0) continue;
      for (let tag = 0; tag < tagCount; tag++)
        backward[row + tag] = (backward[row + tag] ?? 0) + share * (transitions[tag * tagCount + after] ?? 0);
    }
  }
  return { forward, backward, scales };
}

/** The best tags of the words (Viterbi 1967). */
export function bestTags(words: Float64Array, transitions: Float64Array): Uint8Array {
  const count = words.length / tagCount;
  const from = new Uint8Array(words.length);
  let scores = new Float64Array(tagCount);
  let next = new Float64Array(tagCount);
  scores[outside] = 1;
  for (let row = 0; row < words.length; row += tagCount) {
    let most = 0;
    for (let tag = 0; tag < tagCount; tag++) {
      const factor = words[row + tag] ?? 0;
      next[tag] = 0;
      if (factor === 0) continue;
      let best = 0;
      for (let before = 0; before < tagCount; before++) {
        const score = (scores[before] ?? 0) * (transitions[before * tagCount + tag] ?? 0);
        if (score > best) {
          best = score;
          from[row + tag] = before;
        }
      }
      next[tag] = best * factor;
      if (best * factor > most) most = best * factor;
    }
    // Products of probabilities of a long sentence would become 0.
    for (let tag = 0; tag < tagCount; tag++) next[tag] = (next[tag] ?? 0) / most;
    [scores, next] = [next, scores];
  }
  const tags = new Uint8Array(count);
  let tag = scores.indexOf(Math.max(...scores));
  for (let index = count - 1; index >= 0; index--) {
    tags[index] = tag;
    tag = from[index * tagCount + tag] ?? outside;
  }
  return tags;
}

/** How probable it is that the words from `first` to `last`, and no more behind them, are one name that begins with the tag. */
export function nameProbability(
  words: Float64Array,
  transitions: Float64Array,
  { forward, backward, scales }: ChainSums,
  begin: number,
  first: number,
  last: number,
): number {
  const inside = begin + 1;
  let probability = forward[first * tagCount + begin] ?? 0;
  let before = begin;
  for (let index = first + 1; index <= last; index++) {
    const transition = transitions[before * tagCount + inside] ?? 0;
    probability *= (transition * (words[index * tagCount + inside] ?? 0)) / (scales[index] ?? 1);
    before = inside;
  }
  const next = last + 1;
  if (next === scales.length) return probability;
  let ending = 0;
  for (let tag = 0; tag < tagCount; tag++)
    if (tag !== inside)
      ending +=
        (transitions[before * tagCount + tag] ?? 0) *
        (words[next * tagCount + tag] ?? 0) *
        (backward[next * tagCount + tag] ?? 0);
  return (probability * ending) / (scales[next] ?? 1);
}
