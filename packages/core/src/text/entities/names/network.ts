import type { ModelFile } from "../../model-file.ts";
import { jointBuckets, jointFeatures } from "./sentence-features.ts";
import { tagCount } from "./tags.ts";
import { affixes, flagCount, reach, weightBuckets, type WordFeatures, windowSize } from "./word-features.ts";

/** Numbers of a word's vector. */
export const vectorDimensions = 100;

/** Rows of the matrix: a word's vector, its affixes' vector, its flags. */
export const inputs = vectorDimensions + affixes.dimensions + flagCount;

/** The parameters of the tagger, as training finds them. */
export interface Parameters {
  hidden: number;
  /** `inputs` × {@link projectionWidth}. */
  matrix: Float32Array;
  /** `affixes.buckets` × `affixes.dimensions`. */
  affixes: Float32Array;
  /** `weightBuckets` × tags. */
  weights: Float32Array;
  /** What stands before and behind a sentence, in the form of a word's projection. */
  edge: Float32Array;
  /** For each case of a sentence what is added to the hidden units. */
  bias: Float32Array;
  /** Hidden units × tags. */
  output: Float32Array;
  /** Tags × tags. */
  transitions: Float32Array;
}

/**
 * What a word gives to its neighbours and itself: for each place of the window hidden units and tags, then the hidden units
 * of its whole sentence. A multiple of four, as training's sums want it.
 */
export function projectionWidth(hidden: number): number {
  return 4 * Math.ceil((windowSize * (hidden + tagCount) + hidden) / 4);
}

/** The sizes of the parts of {@link Parameters}. */
export function parameterSizes(
  hidden: number,
  cases: number,
): Record<Exclude<keyof Parameters, "hidden">, number> {
  const width = projectionWidth(hidden);
  return {
    matrix: inputs * width,
    affixes: affixes.buckets * affixes.dimensions,
    weights: weightBuckets * tagCount,
    edge: width,
    bias: cases * hidden,
    output: hidden * tagCount,
    transitions: tagCount * tagCount,
  };
}

/** The parameters that stand in a model file as signed bytes, each with its own scale. */
export const packedParts = ["matrix", "affixes", "weights", "edge", "bias", "output", "transitions"] as const;

/** Reads what training wrote. */
export function readParameters(file: ModelFile): Parameters {
  const scales = file.float32("scales");
  const unpack = (part: (typeof packedParts)[number]) => {
    const scale = scales[packedParts.indexOf(part)] ?? 1;
    return Float32Array.from(file.int8(part), (value) => value * scale);
  };
  const bias = unpack("bias");
  const output = unpack("output");
  return {
    hidden: output.length / tagCount,
    matrix: unpack("matrix"),
    affixes: unpack("affixes"),
    weights: unpack("weights"),
    edge: unpack("edge"),
    bias,
    output,
    transitions: unpack("transitions"),
  };
}

/** Adds what a word's affixes, flags and single features give. */
export function projectFeatures(parameters: Parameters, features: WordFeatures, target: Float32Array): void {
  const { hidden, matrix, weights } = parameters;
  const width = projectionWidth(hidden);
  const addRow = (row: number, factor: number) => {
    const from = row * width;
    for (let column = 0; column < width; column++)
      target[column] = (target[column] ?? 0) + factor * (matrix[from + column] ?? 0);
  };
  for (let dimension = 0; dimension < affixes.dimensions; dimension++) {
    let sum = 0;
    for (const bucket of features.affixes)
      sum += parameters.affixes[bucket * affixes.dimensions + dimension] ?? 0;
    if (sum !== 0) addRow(vectorDimensions + dimension, sum);
  }
  for (const flag of features.flags) addRow(vectorDimensions + affixes.dimensions + flag, 1);
  for (const [place, buckets] of features.weights.entries()) {
    const to = place * (hidden + tagCount) + hidden;
    for (const bucket of buckets)
      for (let tag = 0; tag < tagCount; tag++)
        target[to + tag] = (target[to + tag] ?? 0) + (weights[bucket * tagCount + tag] ?? 0);
  }
}

/** The scores of the tags of a sentence's words: a window of projections, rectified, and the weights of joint features. */
export function scoreSentence(
  parameters: Parameters,
  words: readonly WordFeatures[],
  projections: readonly Float32Array[],
  sentenceCase: number,
): Float32Array {
  const { hidden, edge, bias, output, weights } = parameters;
  const count = words.length;
  const scores = new Float32Array(count * tagCount);
  const step = hidden + tagCount;
  const topic = new Float32Array(hidden);
  const topicFrom = windowSize * step;
  for (const projection of projections)
    for (let unit = 0; unit < hidden; unit++)
      topic[unit] = (topic[unit] ?? 0) + (projection[topicFrom + unit] ?? 0);
  for (let unit = 0; unit < hidden; unit++)
    topic[unit] = (topic[unit] ?? 0) / count + (bias[sentenceCase * hidden + unit] ?? 0);

  const units = new Float32Array(hidden);
  const buckets = new Uint16Array(jointFeatures);
  for (let index = 0; index < count; index++) {
    units.set(topic);
    const row = index * tagCount;
    for (let place = 0; place < windowSize; place++) {
      const projection = projections[index + place - reach] ?? edge;
      const from = place * step;
      for (let unit = 0; unit < hidden; unit++)
        units[unit] = (units[unit] ?? 0) + (projection[from + unit] ?? 0);
      for (let tag = 0; tag < tagCount; tag++)
        scores[row + tag] = (scores[row + tag] ?? 0) + (projection[from + hidden + tag] ?? 0);
    }
    for (let unit = 0; unit < hidden; unit++) {
      const value = units[unit] ?? 0;
      if (value <= 0) continue;
      const from = unit * tagCount;
      for (let tag = 0; tag < tagCount; tag++)
        scores[row + tag] = (scores[row + tag] ?? 0) + value * (output[from + tag] ?? 0);
    }
    jointBuckets(words, index, sentenceCase, buckets, 0);
    for (let feature = 0; feature < jointFeatures; feature++) {
      const from = (buckets[feature] ?? 0) * tagCount;
      for (let tag = 0; tag < tagCount; tag++)
        scores[row + tag] = (scores[row + tag] ?? 0) + (weights[from + tag] ?? 0);
    }
  }
  return scores;
}
