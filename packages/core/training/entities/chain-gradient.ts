import {
  type ChainSums,
  sumChain,
  transitionFactors,
  wordFactors,
} from "../../src/text/mentions/names/chain.ts";
import { tagCount } from "../../src/text/mentions/names/tags.ts";
import type { LabelledSentence } from "./sentences.ts";

/** Returns the factors with those of forbidden tags set to zero. */
function boundFactors(sentence: LabelledSentence, free: Float64Array): Float64Array {
  return free.map((factor, at) => {
    const allowed = sentence[Math.floor(at / tagCount)]?.allowed ?? 0;
    return (allowed >> (at % tagCount)) & 1 ? factor : 0;
  });
}

/** Returns the logarithm of the sum over all tag sequences of a sentence. */
function logarithms({ scales }: ChainSums): number {
  return scales.reduce((sum, scale) => sum + Math.log(scale), 0);
}

/** Adds the probabilities of each pair of tags of a word and the word before it, times `factor`. */
function addPairs(
  target: Float32Array,
  { forward, backward, scales }: ChainSums,
  words: Float64Array,
  transitions: Float64Array,
  index: number,
  factor: number,
): void {
  const row = index * tagCount;
  const scale = factor / (scales[index] ?? 1);
  for (let tag = 0; tag < tagCount; tag++) {
    const after = scale * (words[row + tag] ?? 0) * (backward[row + tag] ?? 0);
    if (after === 0) continue;
    for (let before = 0; before < tagCount; before++) {
      const pair = before * tagCount + tag;
      target[pair] =
        (target[pair] ?? 0) + after * (forward[row - tagCount + before] ?? 0) * (transitions[pair] ?? 0);
    }
  }
}

/**
 * Returns the loss of a sentence and its gradient by the scores of the tags. The loss is the negative logarithm of the
 * probability of the allowed tags. The gradient is the probability of each tag in the chain minus its probability when
 * only allowed tags are possible. Both are zero if no tag sequence fits the labels.
 *
 * @param addTransitions Receives the gradient of the transition scores, times `scale`.
 */
export function chainGradient(
  sentence: LabelledSentence,
  scores: Float32Array,
  transitions: Float32Array,
  addTransitions: Float32Array,
  scale: number,
): { loss: number; gradient: Float64Array } {
  const count = sentence.length;
  const factors = transitionFactors(transitions);
  const free = wordFactors(scores, new Uint8Array(count).fill(1));
  const all = sumChain(free, factors);
  const held = all.forward.map((share, at) => share * (all.backward[at] ?? 0));
  const bound = boundFactors(sentence, free);
  const right = sumChain(bound, factors);
  const loss = logarithms(all) - logarithms(right);
  // No tag sequence fits the labels.
  if (!Number.isFinite(loss)) return { loss: 0, gradient: new Float64Array(held.length) };
  for (let index = 1; index < count; index++) {
    addPairs(addTransitions, all, free, factors, index, scale);
    addPairs(addTransitions, right, bound, factors, index, -scale);
  }
  const wanted = (at: number) => (right.forward[at] ?? 0) * (right.backward[at] ?? 0);
  return { loss, gradient: held.map((share, at) => share - wanted(at)) };
}
