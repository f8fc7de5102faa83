import type { WordVectors } from "../../src/text/english/word-vectors.ts";
import { jointBuckets, jointFeatures } from "../../src/text/mentions/names/joint-features.ts";
import { readLetterCase, readSentenceCase } from "../../src/text/mentions/names/letter-case.ts";
import type { NameLexicon } from "../../src/text/mentions/names/lexicon.ts";
import { type Parameters, projectionWidth, vectorDimensions } from "../../src/text/mentions/names/network.ts";
import { tagCount } from "../../src/text/mentions/names/tags.ts";
import {
  affixes,
  readFeatures,
  reach,
  type WordFeatures,
  windowSize,
} from "../../src/text/mentions/names/word-features.ts";
import type { Random } from "../random.ts";
import { chainGradient } from "./chain-gradient.ts";
import { initialParameters } from "./initial-parameters.ts";
import { type Adagrad, createAdagrad, createAdam } from "./optimizers.ts";
import type { LabelledSentence, LabelledWord } from "./sentences.ts";
import { add, allocate, product } from "./vector-sums.ts";

/** The size of the network and its regularization. */
export interface NetworkSettings {
  hidden: number;
  /** The share of hidden units that a step drops. */
  dropout: number;
  /** The share of words whose list memberships are masked. */
  masked: number;
  /** The weight decay per step. */
  decay: number;
  sparseDecay: number;
}

/** A distinct word of a batch, shared by all its occurrences. */
interface BatchWord {
  features: WordFeatures;
  vector: Float32Array;
  projection: Float32Array;
  gradient: Float32Array;
}

/** The parameters and the function that trains them. */
export interface Trainer {
  parameters: Parameters;
  /**
   * Performs one step on some sentences, with the learning rates of the network and of the tables. Returns the mean
   * loss per word.
   */
  step: (sentences: readonly LabelledSentence[], rate: number, sparseRate: number) => number;
}

/** The gradients of a table. A step touches few of its rows. */
interface SparseGradient {
  values: Float32Array;
  touched: Set<number>;
}

/** Below this gradient a word is practically right, and its backward pass is skipped. */
const negligible = 1e-3;

/** Creates a network with random parameters, trained by gradient descent on the likelihood of the labels. */
export function createTrainer(
  vectors: WordVectors,
  lexicon: NameLexicon,
  settings: NetworkSettings,
  random: Random,
): Trainer {
  const { hidden } = settings;
  const width = projectionWidth(hidden);
  const step = hidden + tagCount;
  const topicFrom = windowSize * step;
  const start = initialParameters(hidden, random);
  const parameters = { ...start, matrix: allocate(start.matrix.length) };
  parameters.matrix.set(start.matrix);
  const { matrix, weights, edge, bias, output, transitions } = parameters;

  const trainable = (values: Float32Array) => ({ values, gradient: new Float32Array(values.length) });
  const [matrixOf, edgeOf, biasOf, outputOf, transitionsOf] = [
    { values: matrix, gradient: allocate(matrix.length) },
    trainable(edge),
    trainable(bias),
    trainable(output),
    trainable(transitions),
  ];
  const [dMatrix, dEdge, dBias] = [matrixOf.gradient, edgeOf.gradient, biasOf.gradient];
  const [dOutput, dTransitions] = [outputOf.gradient, transitionsOf.gradient];
  const adam = createAdam([matrixOf, edgeOf, biasOf, outputOf, transitionsOf], settings.decay);
  const sparse = (
    values: Float32Array,
    rowLength: number,
    decay: number,
  ): SparseGradient & { adagrad: Adagrad } => {
    const gradient = new Float32Array(values.length);
    return {
      values: gradient,
      touched: new Set(),
      adagrad: createAdagrad(values, gradient, rowLength, decay),
    };
  };
  const dWeights = sparse(weights, tagCount, settings.sparseDecay);
  const dAffixes = sparse(parameters.affixes, affixes.dimensions, 0);

  const known = new Map<string, Pick<BatchWord, "features" | "vector">>();
  const know = ({ text, kind }: LabelledWord, isMasked: boolean) => {
    const key = `${isMasked ? 1 : 0}${kind} ${text}`;
    const found = known.get(key);
    if (found) return found;
    const features = readFeatures({ text, kind }, { vectors, lexicon }, isMasked);
    const vector = new Float32Array(vectorDimensions + affixes.dimensions);
    if (features.row >= 0) vectors.read(features.row, vector);
    if (features.rareRow >= 0) lexicon.read(features.rareRow, vector);
    const word = { features, vector };
    known.set(key, word);
    return word;
  };

  const places: Pick<BatchWord, "projection" | "gradient">[] = [];
  /** Returns buffers for a word of the batch. The next batch reuses them. */
  const placeFor = (index: number) => {
    const place = (places[index] ??= {
      projection: allocate(width),
      gradient: allocate(width),
    });
    place.projection.fill(0);
    place.gradient.fill(0);
    return place;
  };

  function project({ features, vector, projection }: BatchWord): void {
    for (let dimension = 0; dimension < affixes.dimensions; dimension++) {
      let sum = 0;
      for (const bucket of features.affixes)
        sum += parameters.affixes[bucket * affixes.dimensions + dimension] ?? 0;
      vector[vectorDimensions + dimension] = sum;
    }
    for (const [row, value] of vector.entries())
      if (value !== 0) add(matrix, row * width, projection, 0, width, value);
    for (const flag of features.flags)
      add(matrix, (vectorDimensions + affixes.dimensions + flag) * width, projection, 0, width, 1);
    for (const [place, buckets] of features.weights.entries()) {
      const to = place * step + hidden;
      for (const bucket of buckets)
        for (let tag = 0; tag < tagCount; tag++)
          projection[to + tag] = (projection[to + tag] ?? 0) + (weights[bucket * tagCount + tag] ?? 0);
    }
  }

  function learnWord({ features, vector, gradient }: BatchWord): void {
    for (const [row, value] of vector.entries())
      if (value !== 0) add(gradient, 0, dMatrix, row * width, width, value);
    for (const flag of features.flags)
      add(gradient, 0, dMatrix, (vectorDimensions + affixes.dimensions + flag) * width, width, 1);
    if (features.affixes.length > 0)
      for (let dimension = 0; dimension < affixes.dimensions; dimension++) {
        const slope = product(matrix, (vectorDimensions + dimension) * width, gradient);
        for (const bucket of features.affixes) {
          const at = bucket * affixes.dimensions + dimension;
          dAffixes.values[at] = (dAffixes.values[at] ?? 0) + slope;
          dAffixes.touched.add(bucket);
        }
      }
    for (const [place, buckets] of features.weights.entries()) {
      const from = place * step + hidden;
      for (const bucket of buckets) {
        dWeights.touched.add(bucket);
        for (let tag = 0; tag < tagCount; tag++) {
          const at = bucket * tagCount + tag;
          dWeights.values[at] = (dWeights.values[at] ?? 0) + (gradient[from + tag] ?? 0);
        }
      }
    }
  }

  /** Adds the gradients of a sentence's loss and returns the loss. */
  function learnSentence(sentence: LabelledSentence, words: readonly BatchWord[], scale: number): number {
    const count = words.length;
    const features = words.map((word) => word.features);
    const is = readSentenceCase(sentence.map(({ text, kind }) => readLetterCase(text, kind)));
    const scores = new Float32Array(count * tagCount);
    const units = new Float32Array(count * hidden);
    const topic = new Float32Array(hidden);
    for (const { projection } of words)
      for (let unit = 0; unit < hidden; unit++)
        topic[unit] = (topic[unit] ?? 0) + (projection[topicFrom + unit] ?? 0) / count;
    const buckets = new Int32Array(count * jointFeatures);
    const keep = 1 - settings.dropout;
    for (let index = 0; index < count; index++) {
      const row = index * tagCount;
      const at = index * hidden;
      for (let unit = 0; unit < hidden; unit++)
        units[at + unit] = (topic[unit] ?? 0) + (bias[is * hidden + unit] ?? 0);
      for (let place = 0; place < windowSize; place++) {
        const projection = words[index + place - reach]?.projection ?? edge;
        const from = place * step;
        for (let unit = 0; unit < hidden; unit++)
          units[at + unit] = (units[at + unit] ?? 0) + (projection[from + unit] ?? 0);
        for (let tag = 0; tag < tagCount; tag++)
          scores[row + tag] = (scores[row + tag] ?? 0) + (projection[from + hidden + tag] ?? 0);
      }
      for (let unit = 0; unit < hidden; unit++) {
        const value = units[at + unit] ?? 0;
        if (value <= 0 || random.next() >= keep) {
          units[at + unit] = 0;
          continue;
        }
        units[at + unit] = value / keep;
        for (let tag = 0; tag < tagCount; tag++)
          scores[row + tag] =
            (scores[row + tag] ?? 0) + (value / keep) * (output[unit * tagCount + tag] ?? 0);
      }
      jointBuckets(features, index, is, buckets.subarray(index * jointFeatures));
      for (let feature = 0; feature < jointFeatures; feature++) {
        const from = (buckets[index * jointFeatures + feature] ?? 0) * tagCount;
        for (let tag = 0; tag < tagCount; tag++)
          scores[row + tag] = (scores[row + tag] ?? 0) + (weights[from + tag] ?? 0);
      }
    }

    const { loss, gradient: slopes } = chainGradient(sentence, scores, transitions, dTransitions, scale);
    const dTopic = new Float32Array(hidden);
    const dUnits = new Float32Array(hidden);
    const dScores = new Float32Array(tagCount);
    for (let index = 0; index < count; index++) {
      const row = index * tagCount;
      const at = index * hidden;
      let size = 0;
      for (let tag = 0; tag < tagCount; tag++) {
        const slope = slopes[row + tag] ?? 0;
        dScores[tag] = scale * slope;
        size += Math.abs(slope);
      }
      if (size < negligible) continue;
      for (let unit = 0; unit < hidden; unit++) {
        const value = units[at + unit] ?? 0;
        dUnits[unit] = 0;
        if (value <= 0) continue;
        let sum = 0;
        for (let tag = 0; tag < tagCount; tag++) {
          const gradient = dScores[tag] ?? 0;
          sum += gradient * (output[unit * tagCount + tag] ?? 0);
          dOutput[unit * tagCount + tag] = (dOutput[unit * tagCount + tag] ?? 0) + gradient * value;
        }
        dUnits[unit] = sum / keep;
        dTopic[unit] = (dTopic[unit] ?? 0) + sum / keep;
      }
      for (let place = 0; place < windowSize; place++) {
        const gradient = words[index + place - reach]?.gradient ?? dEdge;
        const from = place * step;
        for (let unit = 0; unit < hidden; unit++)
          gradient[from + unit] = (gradient[from + unit] ?? 0) + (dUnits[unit] ?? 0);
        for (let tag = 0; tag < tagCount; tag++)
          gradient[from + hidden + tag] = (gradient[from + hidden + tag] ?? 0) + (dScores[tag] ?? 0);
      }
      for (let feature = 0; feature < jointFeatures; feature++) {
        const bucket = buckets[index * jointFeatures + feature] ?? 0;
        dWeights.touched.add(bucket);
        for (let tag = 0; tag < tagCount; tag++)
          dWeights.values[bucket * tagCount + tag] =
            (dWeights.values[bucket * tagCount + tag] ?? 0) + (dScores[tag] ?? 0);
      }
    }
    for (let unit = 0; unit < hidden; unit++)
      dBias[is * hidden + unit] = (dBias[is * hidden + unit] ?? 0) + (dTopic[unit] ?? 0);
    for (const { gradient } of words)
      for (let unit = 0; unit < hidden; unit++)
        gradient[topicFrom + unit] = (gradient[topicFrom + unit] ?? 0) + (dTopic[unit] ?? 0) / count;
    return loss;
  }

  return {
    parameters,
    step: (sentences, rate, sparseRate) => {
      const batch = new Map<object, BatchWord>();
      const rows = sentences.map((sentence) =>
        sentence.map((labelled) => {
          const known = know(labelled, random.next() < settings.masked);
          let word = batch.get(known);
          if (!word) {
            word = { ...known, ...placeFor(batch.size) };
            project(word);
            batch.set(known, word);
          }
          return word;
        }),
      );
      const count = rows.reduce((sum, row) => sum + row.length, 0);
      let loss = 0;
      for (const [index, sentence] of sentences.entries())
        loss += learnSentence(sentence, rows[index] ?? [], 1 / sentences.length);
      for (const word of batch.values()) learnWord(word);
      adam(rate);
      for (const { adagrad, touched } of [dWeights, dAffixes]) {
        adagrad(sparseRate, touched);
        touched.clear();
      }
      return loss / count;
    },
  };
}
