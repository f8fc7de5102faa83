import type { Placed } from "../../english/word-places.ts";
import type { ModelFile } from "../../model-file.ts";
import { blockLength, createVectorKernel, paddedLength } from "../../vector-kernel.ts";
import { jointBuckets, jointFeatures } from "./joint-features.ts";
import {
  createProjections,
  type InputMatrix,
  type PackedTable,
  projectionsSize,
  type VectorSources,
} from "./projections.ts";
import { tagCount } from "./tags.ts";
import {
  affixes,
  flagCount,
  reach,
  weightBuckets,
  type KnownWord,
  type WordFeatures,
  windowSize,
} from "./word-features.ts";

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

/** The large tables stay as they are in the model file: they are read here and there, and so take less of the cache. */
export type PackedParameters = Omit<Parameters, "matrix" | "affixes" | "weights"> &
  Record<"matrix" | "affixes" | "weights", PackedTable>;

/** Reads what training wrote. */
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
  const bias = unpack("bias");
  const output = unpack("output");
  return {
    hidden: output.length / tagCount,
    matrix: table("matrix"),
    affixes: table("affixes"),
    weights: table("weights"),
    edge: unpack("edge"),
    bias,
    output,
    transitions: unpack("transitions"),
  };
}

/** What the words of sentences give to their tags. */
export interface Network {
  /** Learns what a word gives, which takes the place. */
  place: (word: WordFeatures, place: number) => void;
  /** A row of scores of tags for each word that `isAsked` marks with 1; the next sentence overwrites them. */
  score: (sentence: PlacedSentence, isAsked: Uint8Array) => Float32Array;
}

/** A sentence to score. */
interface PlacedSentence {
  words: readonly (KnownWord & Placed)[];
  /** The number of its case. */
  case: number;
}

/** Numbers from `row` on get what the feature of a bucket gives to each tag. */
function addTags(scores: Float32Array, row: number, { values, scale }: PackedTable, bucket: number): void {
  const from = bucket * tagCount;
  for (let tag = 0; tag < tagCount; tag++)
    scores[row + tag] = (scores[row + tag] ?? 0) + scale * (values[from + tag] ?? 0);
}

/**
 * A network with the parameters, whose memory has so many places for words: a window of projections and the topic of the
 * sentence, which its words have on average, rectified, and the weights of single and joint features. The number of hidden
 * units is a multiple of four.
 */
export function createNetwork(
  parameters: PackedParameters,
  sources: VectorSources,
  places: number,
  longestSentence: number,
): Network {
  const { hidden, weights, bias, output } = parameters;
  const step = hidden + tagCount;
  const windowColumns = windowSize * step;
  const matrix: InputMatrix = {
    table: parameters.matrix,
    width: projectionWidth(hidden),
    vectorDimensions,
    affixes: parameters.affixes,
  };
  // Sums are of four numbers at a time: what they take beyond a place of the window lies behind the sum's own numbers.
  const reached = paddedLength(step);
  const kernel = createVectorKernel(
    projectionsSize(matrix, places) +
      paddedLength(windowColumns) +
      2 * reached +
      paddedLength(longestSentence) +
      (hidden + 1) * blockLength,
  );
  const projections = createProjections(kernel, matrix, sources, places);
  const { rows, width } = projections;
  const edge = kernel.allocate(windowColumns);
  edge.set(parameters.edge.subarray(0, windowColumns));
  const sums = kernel.allocate(reached);
  const units = sums.subarray(0, hidden);
  const tagSums = kernel.allocate(blockLength);
  const outputRows = kernel.allocate(hidden * blockLength);
  for (let unit = 0; unit < hidden; unit++)
    outputRows.set(output.subarray(unit * tagCount, (unit + 1) * tagCount), unit * blockLength);
  // The units that all words of a sentence share, and zeros for the tags behind them.
  const shared = kernel.allocate(reached);
  const sharedUnits = shared.subarray(0, hidden);
  const summedRows = kernel.allocateIntegers(longestSentence);
  const buckets = new Uint16Array(jointFeatures);
  const scores = new Float32Array(longestSentence * tagCount);

  /** Where the numbers of a word begin, from so many on, in the kernel's memory. */
  function addressOf(place: number, from: number): number {
    return rows.byteOffset + rows.BYTES_PER_ELEMENT * (place * width + from);
  }

  /** Adds what a word's single features give to the tags of its neighbours and its own. */
  function addSingleFeatures(word: WordFeatures, row: Float32Array): void {
    for (let place = 0; place < windowSize; place++) {
      const buckets = word.weights[place] ?? [];
      for (let index = 0; index < buckets.length; index++)
        addTags(row, place * step + hidden, weights, buckets[index] ?? 0);
    }
  }

  /** Writes what all words of a sentence share. */
  function shareUnits({ words, case: is }: PlacedSentence): void {
    sharedUnits.set(bias.subarray(is * hidden, (is + 1) * hidden));
    for (let index = 0; index < words.length; index++)
      summedRows[index] = addressOf(words[index]?.place ?? 0, windowColumns);
    kernel.addRows(summedRows, words.length, shared, hidden, 1 / words.length);
  }

  /** Sums the window around a word. */
  function sumWindow({ words }: PlacedSentence, index: number): void {
    sums.set(shared);
    let count = 0;
    const addWords = () => {
      if (count > 0) kernel.addRows(summedRows, count, sums, reached, 1);
      count = 0;
    };
    for (let place = 0; place < windowSize; place++) {
      const neighbour = words[index + place - reach];
      if (neighbour) summedRows[count++] = addressOf(neighbour.place, place * step);
      else {
        addWords();
        kernel.add(edge, place * step, sums, 0, reached, 1);
      }
    }
    addWords();
  }

  return {
    place: (word, place) => {
      const row = projections.project(word);
      addSingleFeatures(word, row);
      kernel.fix(row, rows, place * width);
    },
    score: (sentence, isAsked) => {
      const { words } = sentence;
      shareUnits(sentence);
      for (let index = 0; index < words.length; index++) {
        if (isAsked[index] !== 1) continue;
        sumWindow(sentence, index);
        for (let tag = 0; tag < tagCount; tag++) tagSums[tag] = sums[hidden + tag] ?? 0;
        kernel.multiplyRectified(units, outputRows, tagSums);
        jointBuckets(words, index, sentence.case, buckets, 0);
        const row = index * tagCount;
        for (let tag = 0; tag < tagCount; tag++) {
          let sum = 0;
          for (let joint = 0; joint < jointFeatures; joint++)
            sum += weights.values[(buckets[joint] ?? 0) * tagCount + tag] ?? 0;
          scores[row + tag] = (tagSums[tag] ?? 0) + weights.scale * sum;
        }
      }
      return scores;
    },
  };
}
