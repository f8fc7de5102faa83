import type { WordSlot } from "../../english/word-slots.ts";
import type { ModelFile } from "../../network/model-file.ts";
import {
  createProjection,
  type InputMatrix,
  type PackedTable,
  projectionBytes,
  rowWidth,
} from "../../network/projection.ts";
import {
  createVectorKernel,
  fixedUnit,
  paddedLength,
  type VectorKernel,
} from "../../network/vector-kernel.ts";
import { jointBuckets, jointFeatures } from "./joint-features.ts";
import { tagCount } from "./tags.ts";
import {
  affixes,
  flagCount,
  reach,
  weightBuckets,
  type KnownWord,
  type VectorSources,
  type WordFeatures,
  windowSize,
} from "./word-features.ts";

/** The dimensions of a word's vector. */
export const vectorDimensions = 100;

/** Rows of the matrix: the word's vector, the vector of its affixes, and its flags. */
export const inputs = vectorDimensions + affixes.dimensions + flagCount;

/** The trained parameters of the tagger. */
export interface Parameters {
  hidden: number;
  /** `inputs` × {@link projectionWidth}. */
  matrix: Float32Array;
  /** `affixes.buckets` × `affixes.dimensions`. */
  affixes: Float32Array;
  /** `weightBuckets` × tags. */
  weights: Float32Array;
  /** The projection of a missing word before or after the sentence. */
  edge: Float32Array;
  /** Added to the hidden units, one row for each sentence case. */
  bias: Float32Array;
  /** Hidden units × tags. */
  output: Float32Array;
  /** Tags × tags. */
  transitions: Float32Array;
}

/**
 * Returns the length of a word's projection, a multiple of four. It contains hidden units and tags for each position of
 * the window, then hidden units for the whole sentence.
 */
export function projectionWidth(hidden: number): number {
  return paddedLength(windowSize * (hidden + tagCount) + hidden, 4);
}

/** Returns the length of each array of {@link Parameters}. */
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

/** The parameters that a model file stores as signed bytes, each with its own scale. */
export const packedParts = ["matrix", "affixes", "weights", "edge", "bias", "output", "transitions"] as const;

/** Parameters whose large tables remain packed. They are read sparsely, and packed they take less of the CPU cache. */
export type PackedParameters = Omit<Parameters, PackedPart> & Record<PackedPart, PackedTable>;

type PackedPart = "matrix" | "affixes" | "weights" | "output";

/** Reads the parameters from a model file. */
export function readParameters(file: ModelFile): PackedParameters {
  const scales = file.float32("scales");
  const table = (part: (typeof packedParts)[number]): PackedTable => ({
    values: file.int8(part),
    scale: scales[packedParts.indexOf(part)] ?? 1,
  });
  const unpack = (part: (typeof packedParts)[number]) => {
    const { values, scale } = table(part);
    return Float32Array.from(values, (value) => value * scale);
  };
  const output = table("output");
  return {
    hidden: output.values.length / tagCount,
    matrix: table("matrix"),
    affixes: table("affixes"),
    weights: table("weights"),
    edge: unpack("edge"),
    bias: unpack("bias"),
    output,
    transitions: unpack("transitions"),
  };
}

/** A network that scores the tags of words. */
export interface Network {
  /** Computes the projection of a word and stores it in a row. */
  store: (word: WordFeatures, slot: number) => void;
  /** Returns one row of tag scores for each word that `isAsked` marks with 1. The next sentence overwrites them. */
  score: (sentence: StoredSentence, isAsked: Uint8Array) => Float32Array;
}

/** A sentence whose words have rows. */
interface StoredSentence {
  words: readonly (KnownWord & WordSlot)[];
  /** The index of its sentence case. */
  case: number;
}

/** Returns a function that writes the inputs of a word: its vector, the vector of its affixes, and its flags. */
function createInputWriter(
  { values, scale }: PackedTable,
  { vectors, lexicon }: VectorSources,
  input: Float32Array,
): (word: WordFeatures) => void {
  const affixInput = input.subarray(vectorDimensions, vectorDimensions + affixes.dimensions);
  const flagInput = input.subarray(vectorDimensions + affixes.dimensions);
  return ({ row, rareRow, affixes: buckets, flags }) => {
    input.fill(0);
    if (row >= 0) vectors.read(row, input);
    else if (rareRow >= 0) lexicon.read(rareRow, input);
    for (const bucket of buckets) {
      const from = bucket * affixes.dimensions;
      for (let dimension = 0; dimension < affixes.dimensions; dimension++)
        affixInput[dimension] = (affixInput[dimension] ?? 0) + (values[from + dimension] ?? 0) * scale;
    }
    for (const flag of flags) flagInput[flag] = 1;
  };
}

/** Adds the weights of a word's single features to the tags of the word and its neighbors, `step` numbers apart. */
function addSingleFeatures(word: WordFeatures, tags: Float32Array, step: number, weights: PackedTable): void {
  const { values, scale } = weights;
  for (let position = 0; position < windowSize; position++) {
    const row = position * step;
    const buckets = word.weights[position] ?? [];
    for (let index = 0; index < buckets.length; index++) {
      const from = (buckets[index] ?? 0) * tagCount;
      for (let tag = 0; tag < tagCount; tag++)
        tags[row + tag] = (tags[row + tag] ?? 0) + scale * (values[from + tag] ?? 0);
    }
  }
}

/** Returns the sum of the weights of the joint features for a tag. */
function jointScore({ values, scale }: PackedTable, buckets: Uint16Array, tag: number): number {
  let sum = 0;
  for (let joint = 0; joint < jointFeatures; joint++)
    sum += values[(buckets[joint] ?? 0) * tagCount + tag] ?? 0;
  return scale * sum;
}

/** The columns of the output, which the kernel multiplies 16 at a time. */
const outputWidth = paddedLength(tagCount, 16);

/** Returns the bytes that {@link createOutput} allocates. */
function outputBytes(hidden: number): number {
  return (2 + outputWidth) * hidden + 4 * outputWidth;
}

/** Returns a function that rectifies the hidden units and scores the tags. The next call overwrites the scores. */
function createOutput(
  kernel: VectorKernel,
  hidden: number,
  { values, scale }: PackedTable,
): (units: Float32Array) => Float32Array {
  const rows = new Int8Array(hidden * outputWidth);
  for (let unit = 0; unit < hidden; unit++)
    rows.set(values.subarray(unit * tagCount, (unit + 1) * tagCount), unit * outputWidth);
  const packed = kernel.packMatrix(rows, outputWidth);
  const rectified = kernel.shorts(hidden);
  const scores = kernel.floats(outputWidth);
  return (units) => {
    kernel.fixRectified(units, rectified);
    kernel.multiply(rectified, packed, scores, fixedUnit * scale);
    return scores;
  };
}

/**
 * Creates a network with memory for `slots` words. It adds the projections of the window and the topic of the sentence,
 * which is the mean of its words, and rectifies the sum. To the output it adds the weights of single and joint features.
 * The number of hidden units must be a multiple of eight.
 */
export function createNetwork(
  parameters: PackedParameters,
  sources: VectorSources,
  slots: number,
  maxSentenceTokens: number,
): Network {
  const { hidden, weights, bias, output } = parameters;
  const step = hidden + tagCount;
  const windowColumns = windowSize * step;
  const matrix: InputMatrix = { table: parameters.matrix, width: projectionWidth(hidden) };
  const width = rowWidth(matrix);
  // The kernel adds four numbers at a time. Numbers beyond a window position end up in the padding after the sum.
  const reached = paddedLength(step, 4);
  const kernel = createVectorKernel(
    projectionBytes(matrix) +
      2 * (slots + 1) * width +
      4 * (2 * reached + paddedLength(maxSentenceTokens, 4)) +
      outputBytes(hidden),
  );
  const { input, project } = createProjection(kernel, matrix);
  const writeInput = createInputWriter(parameters.affixes, sources, input);
  // The last row is that of a missing word.
  const rows = kernel.shorts((slots + 1) * width);
  const edge = parameters.edge.map((value) => Math.round(value / fixedUnit));
  rows.set(edge, slots * width);
  const scoreUnits = createOutput(kernel, hidden, output);
  const sums = kernel.floats(reached);
  const units = sums.subarray(0, hidden);
  // The units that all words of a sentence share, followed by zeros for the tags.
  const shared = kernel.floats(reached);
  const sharedUnits = shared.subarray(0, hidden);
  const summedRows = kernel.addresses(maxSentenceTokens);
  const buckets = new Uint16Array(jointFeatures);
  const scores = new Float32Array(maxSentenceTokens * tagCount);

  /** Returns the address, in the kernel's memory, of a word's numbers starting at index `from`. */
  function address(slot: number, from: number): number {
    return rows.byteOffset + rows.BYTES_PER_ELEMENT * (slot * width + from);
  }

  /** Writes the units that all words of a sentence share. */
  function shareUnits({ words, case: is }: StoredSentence): void {
    sharedUnits.set(bias.subarray(is * hidden, (is + 1) * hidden));
    for (let index = 0; index < words.length; index++)
      summedRows[index] = address(words[index]?.slot ?? 0, windowColumns);
    kernel.addRows(summedRows, words.length, sharedUnits, 1 / words.length);
  }

  /** Sums the window around a word. */
  function sumWindow({ words }: StoredSentence, index: number): void {
    sums.set(shared);
    for (let position = 0; position < windowSize; position++)
      summedRows[position] = address(words[index + position - reach]?.slot ?? slots, position * step);
    kernel.addRows(summedRows, windowSize, sums, 1);
  }

  return {
    store: (word, slot) => {
      writeInput(word);
      const row = project();
      addSingleFeatures(word, row.subarray(hidden), step, weights);
      kernel.fix(row, rows, slot * width);
    },
    score: (sentence, isAsked) => {
      const { words } = sentence;
      shareUnits(sentence);
      for (let index = 0; index < words.length; index++) {
        if (isAsked[index] !== 1) continue;
        sumWindow(sentence, index);
        const unitScores = scoreUnits(units);
        jointBuckets(words, index, sentence.case, buckets);
        const row = index * tagCount;
        for (let tag = 0; tag < tagCount; tag++)
          scores[row + tag] =
            (sums[hidden + tag] ?? 0) + (unitScores[tag] ?? 0) + jointScore(weights, buckets, tag);
      }
      return scores;
    },
  };
}
