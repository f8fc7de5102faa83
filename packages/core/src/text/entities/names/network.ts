import type { ModelFile } from "../../model-file.ts";
import { blockLength, createVectorKernel, paddedLength } from "../../vector-kernel.ts";
import { jointBuckets, jointFeatures } from "./joint-features.ts";
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
 * of its whole sentence. A multiple of four.
 */
export function projectionWidth(hidden: number): number {
  return paddedLength(windowSize * (hidden + tagCount) + hidden);
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

/** What the words of sentences give to their tags. */
export interface Network {
  /** For each word its projection: a row of `width` numbers in the kernel's memory. */
  projections: Float32Array;
  width: number;
  /** Adds what a word's affixes, flags and single features give to its projection, from the index `at`. */
  projectFeatures: (features: WordFeatures, at: number) => void;
  /** A row of scores of tags for each word that `isAsked` marks with 1, and zeros for the others. */
  score: (sentence: ProjectedSentence, isAsked: Uint8Array) => Float32Array;
}

/** A sentence to score: for each of its words the place of its projection, and its features. */
export interface ProjectedSentence {
  places: Int32Array;
  words: readonly WordFeatures[];
  /** The number of its case. */
  case: number;
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
 * A network with the parameters, whose memory has room for the projections of so many words: a window of projections and
 * the topic of the sentence, which its words have on average, rectified, and the weights of single and joint features.
 * The number of hidden units is a multiple of four.
 */
export function createNetwork(parameters: Parameters, words: number): Network {
  const { hidden, matrix, weights, bias, output } = parameters;
  const width = projectionWidth(hidden);
  const step = hidden + tagCount;
  const topicFrom = windowSize * step;
  // Sums are of four numbers at a time: what they take beyond a place of the window lies behind the sum's own numbers.
  const reached = paddedLength(step);
  const features = matrix.subarray(vectorDimensions * width);
  const kernel = createVectorKernel(
    words * width + features.length + width + reached + hidden + (hidden + 1) * blockLength,
  );
  const projections = kernel.allocate(words * width);
  const featureRows = kernel.allocate(features.length);
  featureRows.set(features);
  const edge = kernel.allocate(width);
  edge.set(parameters.edge);
  const sums = kernel.allocate(reached);
  const units = sums.subarray(0, hidden);
  const tagSums = kernel.allocate(blockLength);
  const outputRows = kernel.allocate(hidden * blockLength);
  for (let unit = 0; unit < hidden; unit++)
    outputRows.set(output.subarray(unit * tagCount, (unit + 1) * tagCount), unit * blockLength);
  const shared = kernel.allocate(hidden);
  const buckets = new Uint16Array(jointFeatures);

  /** Writes what all words of a sentence share. */
  function shareUnits({ places, case: is }: ProjectedSentence): void {
    shared.set(bias.subarray(is * hidden, (is + 1) * hidden));
    for (const place of places)
      kernel.add(projections, place * width + topicFrom, shared, 0, hidden, 1 / places.length);
  }

  return {
    projections,
    width,
    projectFeatures: ({ affixes: parts, flags, weights: single }, at) => {
      for (let dimension = 0; dimension < affixes.dimensions; dimension++) {
        let sum = 0;
        for (const bucket of parts) sum += parameters.affixes[bucket * affixes.dimensions + dimension] ?? 0;
        kernel.add(featureRows, dimension * width, projections, at, width, sum);
      }
      for (const flag of flags)
        kernel.add(featureRows, (affixes.dimensions + flag) * width, projections, at, width, 1);
      for (let place = 0; place < windowSize; place++)
        for (const bucket of single[place] ?? [])
          addTags(projections, at + place * step + hidden, 1, weights, bucket * tagCount);
    },
    score: (sentence, isAsked) => {
      const { places, words } = sentence;
      const scores = new Float32Array(places.length * tagCount);
      shareUnits(sentence);
      for (let index = 0; index < places.length; index++) {
        if (isAsked[index] !== 1) continue;
        sums.fill(0, hidden);
        sums.set(shared);
        for (let place = 0; place < windowSize; place++) {
          const neighbour = places[index + place - reach];
          const source = neighbour === undefined ? edge : projections;
          kernel.add(source, (neighbour ?? 0) * width + place * step, sums, 0, reached, 1);
        }
        tagSums.set(sums.subarray(hidden, hidden + tagCount));
        for (let unit = 0; unit < hidden; unit++) if ((units[unit] ?? 0) < 0) units[unit] = 0;
        kernel.multiply(units, outputRows, tagSums, 0, blockLength);
        const row = index * tagCount;
        for (let tag = 0; tag < tagCount; tag++) scores[row + tag] = tagSums[tag] ?? 0;
        jointBuckets(words, index, sentence.case, buckets, 0);
        for (let joint = 0; joint < jointFeatures; joint++)
          addTags(scores, row, 1, weights, (buckets[joint] ?? 0) * tagCount);
      }
      return scores;
    },
  };
}
