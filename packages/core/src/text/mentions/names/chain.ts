import { firstBefore, lastBefore, mayFollow, outside, tagCount } from "./tags.ts";

/** The sums over all taggings of a sentence, up to and from each of its words. */
export interface ChainSums {
  /** One row of tags per word, scaled to the sum 1. */
  forward: Float64Array;
  /** Scaled so that the probability of a tag is `forward` times `backward`. */
  backward: Float64Array;
  /** The divisor of each row of `forward`. */
  scales: Float64Array;
}

/** Returns the factors of all pairs of tags: 0 if the second tag cannot follow the first. */
export function transitionFactors(scores: Float32Array, temperature = 1): Float64Array {
  return Float64Array.from(scores, (score, pair) =>
    mayFollow(Math.floor(pair / tagCount), pair % tagCount) ? Math.exp(score / temperature) : 0,
  );
}

/** Returns the scores of all pairs of tags: minus infinity if the second tag cannot follow the first. */
export function transitionScores(scores: Float32Array): Float32Array {
  return scores.map((score, pair) =>
    mayFollow(Math.floor(pair / tagCount), pair % tagCount) ? score : -Infinity,
  );
}

/**
 * Computes the factors of the words' tags from their scores. The best tag of each word has the factor 1.
 *
 * @param isOpen Words without a 1 are outside of names.
 */
export function wordFactors(
  scores: Float32Array,
  isOpen: Uint8Array,
  temperature = 1,
  factors = new Float64Array(scores.length),
): Float64Array {
  for (let index = 0; index < isOpen.length; index++) {
    const row = index * tagCount;
    if (isOpen[index] !== 1) {
      factors.fill(0, row, row + tagCount);
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

/** Allocates sums for `count` words. */
export function createChainSums(count: number): ChainSums {
  return {
    forward: new Float64Array(count * tagCount),
    backward: new Float64Array(count * tagCount),
    scales: new Float64Array(count),
  };
}

/**
 * Runs the forward-backward algorithm on a linear chain (Rabiner 1989; Lafferty, McCallum, Pereira 2001). The tag
 * before the first word counts as outside.
 */
export function sumChain(
  words: Float64Array,
  transitions: Float64Array,
  sums = createChainSums(words.length / tagCount),
): ChainSums {
  const { forward, backward, scales } = sums;
  const count = words.length / tagCount;
  for (let index = 0; index < count; index++) {
    const row = index * tagCount;
    let total = 0;
    for (let tag = 0; tag < tagCount; tag++) {
      const factor = words[row + tag] ?? 0;
      let sum = 0;
      if (factor !== 0 && index === 0) sum = transitions[outside * tagCount + tag] ?? 0;
      else if (factor !== 0)
        for (let before = firstBefore(tag); before <= lastBefore(tag); before++)
          sum += (forward[row - tagCount + before] ?? 0) * (transitions[before * tagCount + tag] ?? 0);
      sum *= factor;
      forward[row + tag] = sum;
      total += sum;
    }
    scales[index] = total;
    for (let tag = 0; tag < tagCount; tag++) forward[row + tag] = (forward[row + tag] ?? 0) / total;
  }
  backward.fill(1, (count - 1) * tagCount, count * tagCount);
  for (let index = count - 2; index >= 0; index--) {
    const row = index * tagCount;
    const next = row + tagCount;
    const scale = scales[index + 1] ?? 1;
    backward.fill(0, row, next);
    for (let after = 0; after < tagCount; after++) {
      const share = ((words[next + after] ?? 0) * (backward[next + after] ?? 0)) / scale;
      // A word that can only be outside has a single tag with a share.
      if (share === 0) continue;
      for (let tag = firstBefore(after); tag <= lastBefore(after); tag++)
        backward[row + tag] = (backward[row + tag] ?? 0) + share * (transitions[tag * tagCount + after] ?? 0);
    }
  }
  return sums;
}

/** Writes the best tags of words with these scores. Words without a 1 in `isOpen` are outside of names. */
type WriteBestTags = (scores: Float32Array, isOpen: Uint8Array, tags: Uint8Array) => void;

/**
 * Creates the search for the best tags (Viterbi 1967) of at most `longest` words.
 *
 * @param transitions The result of {@link transitionScores}.
 */
export function createTagSearch(transitions: Float32Array, longest: number): WriteBestTags {
  const from = new Uint8Array(longest * tagCount);
  let sums = new Float32Array(tagCount);
  let next = new Float32Array(tagCount);
  return (scores, isOpen, tags) => {
    sums.fill(-Infinity);
    sums[outside] = 0;
    for (let index = 0; index < isOpen.length; index++) {
      const row = index * tagCount;
      const isFree = isOpen[index] === 1;
      next.fill(-Infinity);
      for (let tag = 0; tag < (isFree ? tagCount : outside + 1); tag++) {
        let best = -Infinity;
        for (let before = firstBefore(tag); before <= lastBefore(tag); before++) {
          const sum = (sums[before] ?? 0) + (transitions[before * tagCount + tag] ?? 0);
          if (sum > best) {
            best = sum;
            from[row + tag] = before;
          }
        }
        next[tag] = best + (isFree ? (scores[row + tag] ?? 0) : 0);
      }
      [sums, next] = [next, sums];
    }
    let tag = outside;
    for (let other = 0; other < tagCount; other++) if ((sums[other] ?? 0) > (sums[tag] ?? 0)) tag = other;
    for (let index = isOpen.length - 1; index >= 0; index--) {
      tags[index] = tag;
      tag = from[index * tagCount + tag] ?? outside;
    }
  };
}

/** The factors of a chain, and their sums. */
export interface Chain {
  /** One row of tags per word. */
  words: Float64Array;
  /** Tags × tags. */
  transitions: Float64Array;
  sums: ChainSums;
}

/** A name that consists of the words from `first` to `last` and begins with the tag `begin`. */
interface ChainName {
  first: number;
  last: number;
  begin: number;
}

/** Returns the probability that exactly these words are one name. */
export function nameProbability(
  { words, transitions, sums: { forward, backward, scales } }: Chain,
  { first, last, begin }: ChainName,
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
  if (next * tagCount === words.length) return probability;
  let ending = 0;
  for (let tag = 0; tag < tagCount; tag++)
    if (tag !== inside)
      ending +=
        (transitions[before * tagCount + tag] ?? 0) *
        (words[next * tagCount + tag] ?? 0) *
        (backward[next * tagCount + tag] ?? 0);
  return (probability * ending) / (scales[next] ?? 1);
}
