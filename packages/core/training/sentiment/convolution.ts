import { type Logits, tapCount } from "../../src/text/sentiment/english/network.ts";
import { flagCount, staticCount, staticScalars } from "../../src/text/sentiment/english/inputs.ts";
import { featureCount } from "../../src/text/sentiment/english/summary-features.ts";
import type { Word } from "../../src/text/sentiment/english/words.ts";
import type { Random } from "../random.ts";
import type { PreparedText } from "./prepare.ts";

/** The number of classes: positive, neutral and negative. */
export const classCount = 3;

/** The size of the network. */
export interface ConvolutionSize {
  /** The number of filters of three words each; a multiple of four. */
  width: number;
  /** The number of learned dimensions of a word, in addition to those of its vector. */
  learnedDimensions: number;
  vocabulary: number;
  vectorLength: number;
  emotions: number;
}

/** The parameters of the network. */
export interface Convolution extends ConvolutionSize {
  /** The number of inputs per word. */
  inputs: number;
  /** By tap and filter (`tap * width + filter`), then by input. */
  kernel: Float32Array;
  /** By flag, then by tap and filter. */
  flagKernel: Float32Array;
  bias: Float32Array;
  learned: Float32Array;
  /** By class, then by filter and feature. */
  output: Float32Array;
  outputBias: Float32Array;
  /** By emotion, then by filter. Only training uses it. */
  emotionOutput: Float32Array;
  emotionBias: Float32Array;
}

/** The greatest response of each filter within a text, and its position. */
export interface Pooling {
  values: Float32Array;
  places: Int32Array;
}

function normal(length: number, deviation: number, random: Random): Float32Array {
  return Float32Array.from({ length }, () => deviation * random.normal());
}

/** Creates an untrained network. */
export function createConvolution(size: ConvolutionSize, random: Random): Convolution {
  const { width, learnedDimensions, vocabulary, vectorLength, emotions } = size;
  const inputs = vectorLength + learnedDimensions + staticCount;
  const columns = tapCount * width;
  return {
    ...size,
    inputs,
    kernel: normal(columns * inputs, 0.06, random),
    flagKernel: normal(flagCount * columns, 0.1, random),
    bias: new Float32Array(width),
    learned: normal(vocabulary * learnedDimensions, 0.05, random),
    output: normal(classCount * (width + featureCount), 0.05, random),
    outputBias: new Float32Array(classCount),
    emotionOutput: normal(emotions * width, 0.05, random),
    // Most texts express few of the emotions.
    emotionBias: new Float32Array(emotions).fill(-2),
  };
}

/** Returns the inner product of two ranges. */
export function dot(a: Float32Array, fromA: number, b: Float32Array, fromB: number, length: number): number {
  let sum = 0;
  for (let index = 0; index < length; index++) sum += (a[fromA + index] ?? 0) * (b[fromB + index] ?? 0);
  return sum;
}

/** Writes the inputs of a word to `target`: its vector, its learned dimensions, and its known properties. */
export function writeInputs(
  word: Word,
  vectors: Float32Array,
  { inputs, learned, learnedDimensions, vectorLength }: Convolution,
  target: Float32Array,
  offset: number,
): void {
  target.fill(0, offset, offset + inputs);
  if (word.row >= 0)
    target.set(vectors.subarray(word.row * vectorLength, (word.row + 1) * vectorLength), offset);
  const own = learned.subarray(word.entry * learnedDimensions, (word.entry + 1) * learnedDimensions);
  if (word.entry >= 0) target.set(own, offset + vectorLength);
  staticScalars(word, target, offset + vectorLength + learnedDimensions);
}

/**
 * Computes the products of one row of inputs with every row of the kernel. It processes four rows at a time, so that
 * each input is read once for four products.
 */
export function projectInputs(
  input: Float32Array,
  fromInput: number,
  { kernel, inputs, width }: Convolution,
  target: Float32Array,
  fromTarget: number,
): void {
  for (let column = 0; column < tapCount * width; column += 4) {
    const first = column * inputs;
    let [s0, s1, s2, s3] = [0, 0, 0, 0];
    for (let index = 0; index < inputs; index++) {
      const value = input[fromInput + index] ?? 0;
      s0 += value * (kernel[first + index] ?? 0);
      s1 += value * (kernel[first + inputs + index] ?? 0);
      s2 += value * (kernel[first + 2 * inputs + index] ?? 0);
      s3 += value * (kernel[first + 3 * inputs + index] ?? 0);
    }
    target[fromTarget + column] = s0;
    target[fromTarget + column + 1] = s1;
    target[fromTarget + column + 2] = s2;
    target[fromTarget + column + 3] = s3;
  }
}

/**
 * Calls `visit` with every word of the sentence from `first` to `end` that a window at the position covers, and its
 * tap.
 */
export function visitWindow(
  index: number,
  first: number,
  end: number,
  visit: (tap: number, at: number) => void,
): void {
  for (let tap = 0; tap < tapCount; tap++) {
    const at = index + tap - 1;
    if (at >= first && at < end) visit(tap, at);
  }
}

/**
 * Returns the greatest response of each filter over all positions of a text.
 *
 * @param rows The row of `projected` for each word.
 */
export function poolText(
  { bounds, flags }: PreparedText,
  rows: Int32Array,
  projected: Float32Array,
  { width, flagKernel, bias }: Convolution,
): Pooling {
  const columns = tapCount * width;
  const values = new Float32Array(width);
  const places = new Int32Array(width).fill(-1);
  const answers = new Float32Array(width);
  const add = (source: Float32Array, from: number, factor: number) => {
    for (let filter = 0; filter < width; filter++)
      answers[filter] = (answers[filter] ?? 0) + factor * (source[from + filter] ?? 0);
  };
  for (let sentence = 0; sentence < bounds.length; sentence += 2) {
    const first = bounds[sentence] ?? 0;
    const end = bounds[sentence + 1] ?? 0;
    for (let index = first; index < end; index++) {
      answers.set(bias);
      visitWindow(index, first, end, (tap, at) => {
        add(projected, (rows[at] ?? 0) * columns + tap * width, 1);
        for (let flag = 0; flag < flagCount; flag++) {
          const value = flags[at * flagCount + flag] ?? 0;
          if (value !== 0) add(flagKernel, flag * columns + tap * width, value);
        }
      });
      for (let filter = 0; filter < width; filter++)
        if ((answers[filter] ?? 0) > (values[filter] ?? 0)) {
          values[filter] = answers[filter] ?? 0;
          places[filter] = index;
        }
    }
  }
  return { values, places };
}

/** Returns the logits of positive, neutral and negative. Ignores the features if they are `null`. */
export function classLogits(
  values: Float32Array,
  features: Float32Array | null,
  { output, outputBias, width }: Convolution,
): Logits {
  const logit = (index: number) => {
    const from = index * (width + featureCount);
    const known = features ? dot(features, 0, output, from + width, featureCount) : 0;
    return (outputBias[index] ?? 0) + dot(values, 0, output, from, width) + known;
  };
  return [logit(0), logit(1), logit(2)];
}

/** Returns a function that computes the logits of texts outside the training. */
export function createJudge(vectors: Float32Array, model: Convolution): (text: PreparedText) => Logits {
  const projections = new Map<Word, Float32Array>();
  const columns = tapCount * model.width;
  const input = new Float32Array(model.inputs);
  const project = (word: Word): Float32Array => {
    const known = projections.get(word);
    if (known) return known;
    writeInputs(word, vectors, model, input, 0);
    const projected = new Float32Array(columns);
    projectInputs(input, 0, model, projected, 0);
    projections.set(word, projected);
    return projected;
  };
  return (text) => {
    const projected = new Float32Array(text.words.length * columns);
    for (const [index, word] of text.words.entries()) projected.set(project(word), index * columns);
    const { values } = poolText(text, Int32Array.from(text.words.keys()), projected, model);
    return classLogits(values, text.features, model);
  };
}
