import type { ModelFile } from "../../model-file.ts";
import { jointBuckets, jointFeatures } from "./joint-features.ts";
import { tagCount } from "./tags.ts";
import { projectionUnit } from "./word-memory.ts";
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
    const values = new Float32Array(file.int8(part));
    for (let at = 0; at < values.length; at++) values[at] = (values[at] ?? 0) * scale;
    return values;
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

/** Adds rows of the matrix, each times a factor, four at a time: the target is read and written as many times less. */
function addRows(
  { hidden, matrix }: Parameters,
  rows: readonly number[],
  factors: readonly number[],
  target: Float32Array,
): void {
  const width = projectionWidth(hidden);
  for (let next = 0; next < rows.length; next += 4) {
    const [a = 0, b = 0, c = 0, d = 0] = rows.slice(next, next + 4).map((row) => row * width);
    const [p = 0, q = 0, r = 0, s = 0] = factors.slice(next, next + 4);
    for (let column = 0; column < width; column++)
      target[column] =
        (target[column] ?? 0) +
        p * (matrix[a + column] ?? 0) +
        q * (matrix[b + column] ?? 0) +
        r * (matrix[c + column] ?? 0) +
        s * (matrix[d + column] ?? 0);
  }
}

/** Adds what a word's affixes, flags and single features give. */
export function projectFeatures(parameters: Parameters, features: WordFeatures, target: Float32Array): void {
  const { hidden, weights } = parameters;
  const rows: number[] = [];
  const factors: number[] = [];
  for (let dimension = 0; dimension < affixes.dimensions; dimension++) {
    let sum = 0;
    for (const bucket of features.affixes)
      sum += parameters.affixes[bucket * affixes.dimensions + dimension] ?? 0;
    rows.push(vectorDimensions + dimension);
    factors.push(sum);
  }
  for (const flag of features.flags) {
    rows.push(vectorDimensions + affixes.dimensions + flag);
    factors.push(1);
  }
  addRows(parameters, rows, factors, target);
  for (const [place, buckets] of features.weights.entries()) {
    const to = place * (hidden + tagCount) + hidden;
    for (const bucket of buckets)
      for (let tag = 0; tag < tagCount; tag++)
        target[to + tag] = (target[to + tag] ?? 0) + (weights[bucket * tagCount + tag] ?? 0);
  }
}

/** A sentence to score: for each of its words the place of its projection, and its features. */
export interface ProjectedSentence {
  places: Int32Array;
  words: readonly WordFeatures[];
  /** In units of {@link projectionUnit}, as all sums until they are complete. */
  projections: Int16Array;
  /** The number of its case. */
  case: number;
}

/** What is added to the hidden units of all words of a sentence: its topic, as its words have it on average, and its case. */
function sentenceUnits(
  { hidden, bias }: Parameters,
  { places, projections, case: is }: ProjectedSentence,
): Int32Array {
  const width = projectionWidth(hidden);
  const units = new Int32Array(hidden);
  const topicFrom = windowSize * (hidden + tagCount);
  for (const place of places) {
    const from = place * width + topicFrom;
    for (let unit = 0; unit < hidden; unit++)
      units[unit] = (units[unit] ?? 0) + (projections[from + unit] ?? 0);
  }
  for (let unit = 0; unit < hidden; unit++)
    units[unit] = (units[unit] ?? 0) / places.length + (bias[is * hidden + unit] ?? 0) / projectionUnit;
  return units;
}

/** The row of scores gets what a hidden unit, or a single feature, gives to each tag. */
function addTags(
  scores: Float32Array,
  row: number,
  factor: number,
  source: Float32Array,
  from: number,
): void {
  for (let tag = 0; tag < tagCount; tag++)
    scores[row + tag] = (scores[row + tag] ?? 0) + factor * (source[from + tag] ?? 0);
}

/**
 * Scores the tags of a sentence's words: a window of projections, rectified, and the weights of joint features.
 *
 * @returns A function that gives a row for each word that `isAsked` marks with 1, and zeros for the others.
 */
export function createScorer(
  parameters: Parameters,
): (sentence: ProjectedSentence, isAsked: Uint8Array) => Float32Array {
  const { hidden, output, weights } = parameters;
  const width = projectionWidth(hidden);
  const step = hidden + tagCount;
  const edge = Int16Array.from(parameters.edge, (value) => Math.round(value / projectionUnit));
  const sums = new Int32Array(step);
  const buckets = new Uint16Array(jointFeatures);
  return (sentence, isAsked) => {
    const { places, words, projections } = sentence;
    const scores = new Float32Array(places.length * tagCount);
    const shared = sentenceUnits(parameters, sentence);
    for (let index = 0; index < places.length; index++) {
      if (isAsked[index] !== 1) continue;
      sums.fill(0, hidden);
      sums.set(shared);
      for (let place = 0; place < windowSize; place++) {
        const neighbour = places[index + place - reach];
        const source = neighbour === undefined ? edge : projections;
        const from = (neighbour ?? 0) * width + place * step;
        for (let column = 0; column < step; column++)
          sums[column] = (sums[column] ?? 0) + (source[from + column] ?? 0);
      }
      const row = index * tagCount;
      for (let tag = 0; tag < tagCount; tag++) scores[row + tag] = (sums[hidden + tag] ?? 0) * projectionUnit;
      for (let unit = 0; unit < hidden; unit++) {
        const value = sums[unit] ?? 0;
        if (value > 0) addTags(scores, row, value * projectionUnit, output, unit * tagCount);
      }
      jointBuckets(words, index, sentence.case, buckets, 0);
      for (const bucket of buckets) addTags(scores, row, 1, weights, bucket * tagCount);
    }
    return scores;
  };
}
