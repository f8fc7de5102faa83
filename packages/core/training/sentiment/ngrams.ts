import { ngramHashes } from "../../src/text/sentiment/english/ngrams.ts";
import type { Random } from "../random.ts";
import type { Target } from "./examples.ts";
import type { PreparedText } from "./prepare.ts";

/** Weights of the polarity (positive against negative) and of the neutral class, by bucket. */
export interface NgramWeights {
  polarity: Float32Array;
  neutral: Float32Array;
  bias: [polarity: number, neutral: number];
}

export interface NgramSettings {
  buckets: number;
  /** The minimum number of texts that contain an n-gram. Rarer n-grams are not learned. */
  minCount: number;
  epochs: number;
  rate: number;
  decay: number;
}

/** Returns the buckets of each text's n-grams. */
export function hashTexts(texts: readonly PreparedText[], buckets: number): Int32Array[] {
  return texts.map(({ words, bounds, negated }) => {
    const hashes: number[] = [];
    for (let index = 0; index < bounds.length; index += 2)
      ngramHashes(
        { words, first: bounds[index] ?? 0, end: bounds[index + 1] ?? 0 },
        negated,
        buckets,
        (bucket) => hashes.push(bucket),
      );
    return Int32Array.from(hashes);
  });
}

/**
 * Returns the polarity and the logit of neutral. The logits of positive and negative are plus and minus the polarity.
 */
export function ngramLogits(hashes: Int32Array, { polarity, neutral, bias }: NgramWeights): [number, number] {
  let [p, n] = [0, 0];
  for (const hash of hashes) {
    p += polarity[hash] ?? 0;
    n += neutral[hash] ?? 0;
  }
  const norm = 1 / Math.sqrt(hashes.length + 1);
  return [bias[0] + p * norm, bias[1] + n * norm];
}

/** Trains a multinomial logistic regression by Adagrad. */
export function trainNgrams(
  hashes: readonly Int32Array[],
  targets: readonly Target[],
  weights: readonly number[],
  settings: NgramSettings,
  random: Random,
): NgramWeights {
  const counts = new Uint32Array(settings.buckets);
  for (const text of hashes) for (const hash of new Set(text)) counts[hash] = (counts[hash] ?? 0) + 1;
  const kept = hashes.map((text) => text.filter((hash) => (counts[hash] ?? 0) >= settings.minCount));
  const model: NgramWeights = {
    polarity: new Float32Array(settings.buckets),
    neutral: new Float32Array(settings.buckets),
    bias: [0, 0],
  };
  const squares = [
    new Float32Array(settings.buckets).fill(1e-3),
    new Float32Array(settings.buckets).fill(1e-3),
  ] as const;
  const order = kept.map((_, index) => index);
  for (let epoch = 0; epoch < settings.epochs; epoch++) {
    const rate = settings.rate * (1 - epoch / settings.epochs);
    for (const index of random.shuffle(order)) {
      const text = kept[index];
      const target = targets[index];
      if (!text || !target) continue;
      const [p, n] = ngramLogits(text, model);
      const [up, mid, down] = [Math.exp(p), Math.exp(n), Math.exp(-p)];
      const sum = up + mid + down;
      const weight = weights[index] ?? 1;
      // The derivatives of the cross entropy by the polarity and by the logit of neutral.
      const gradientP = weight * ((up - down) / sum - (target[0] - target[2]));
      const gradientN = weight * (mid / sum - target[1]);
      const norm = 1 / Math.sqrt(text.length + 1);
      for (const [gradient, values, square] of [
        [gradientP * norm, model.polarity, squares[0]],
        [gradientN * norm, model.neutral, squares[1]],
      ] as const)
        for (const hash of text) {
          const value = values[hash] ?? 0;
          const step = gradient + settings.decay * value;
          const total = (square[hash] ?? 0) + step * step;
          square[hash] = total;
          values[hash] = value - (rate * step) / Math.sqrt(total);
        }
      model.bias[0] -= 0.005 * gradientP;
      model.bias[1] -= 0.005 * gradientN;
    }
  }
  return model;
}
