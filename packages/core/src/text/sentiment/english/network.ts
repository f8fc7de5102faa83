import type { WordVectors } from "../../english/word-vectors.ts";
import type { ModelFile } from "../../model-file.ts";
import { contextFlags, flagCount } from "./context-flags.ts";
import type { WordContexts } from "./opinions.ts";
import { staticCount, staticScalars } from "./static-scalars.ts";
import { featureCount } from "./summary-features.ts";
import type { UnprojectedWord, Word } from "./words.ts";

/** Words that a filter sees at once. */
export const tapCount = 3;

/** What the filters found in a stretch of text: the most that each of them answered with, and at which word. */
export interface Pooled {
  values: Float32Array;
  places: Int32Array;
}

/** The logits of the three classes. */
export type Logits = [positive: number, neutral: number, negative: number];

/** A convolution over three words at a time (Kim 2014), of several networks side by side. */
export interface Network {
  filters: number;
  project: (word: UnprojectedWord) => Float32Array;
  pool: (words: readonly Word[], first: number, end: number, contexts: WordContexts) => Pooled;
  logits: (values: Float32Array, features: Float32Array) => Logits;
  /** What a filter's answer of one adds to the logit of positive, less what it adds to that of negative. */
  polarity: Float32Array;
}

/** int8 values by row, each row with a scale of its own. */
function dequantize(values: Int8Array, scales: Float32Array, rowLength: number): Float32Array {
  return Float32Array.from(values, (value, index) => value * (scales[Math.floor(index / rowLength)] ?? 0));
}

/**
 * Reads the network. Its parts: `kernel` (inputs by filter and tap), `learned` (what is learned of each word of the
 * vocabulary), `flags` (by flag, tap and filter), `bias`, `output` (by class, filter and feature) and `outputBias`.
 */
export function readNetwork(file: ModelFile, vectors: WordVectors): Network {
  const bias = file.float32("bias");
  const filters = bias.length;
  const columns = tapCount * filters;
  const learnedScales = file.float32("learnedScales");
  const learnedCodes = file.int8("learned");
  const learnedCount = learnedScales.length;
  const kernel = dequantize(file.int8("kernel"), file.float32("kernelScales"), columns);
  const projectVector = vectors.projection(kernel.subarray(0, vectors.dimensions * columns), columns);
  const flagKernel = file.float32("flags");
  const output = file.float32("output");
  const outputBias = file.float32("outputBias");
  const outputs = filters + featureCount;
  const absent = new Float32Array(columns);
  const statics = new Float32Array(staticCount);
  const flags = new Float32Array(flagCount);

  const addRow = (target: Float32Array, input: number, value: number) => {
    const from = input * columns;
    for (let column = 0; column < columns; column++)
      target[column] = (target[column] ?? 0) + value * (kernel[from + column] ?? 0);
  };

  return {
    filters,
    project: (word) => {
      const taps = new Float32Array(columns);
      if (word.row >= 0) projectVector(word.row, taps, 0);
      if (word.entry >= 0)
        for (let inner = 0; inner < learnedCount; inner++) {
          const code = learnedCodes[word.entry * learnedCount + inner] ?? 0;
          if (code !== 0) addRow(taps, vectors.dimensions + inner, code * (learnedScales[inner] ?? 0));
        }
      staticScalars(word, statics, 0);
      for (const [index, value] of statics.entries())
        if (value !== 0) addRow(taps, vectors.dimensions + learnedCount + index, value);
      return taps;
    },
    pool: (words, first, end, contexts) => {
      // Each word is added to the answers at the word before it, at itself and at the word behind it.
      const answers = new Float32Array((end - first) * filters);
      const add = (source: Float32Array, from: number, index: number, factor: number) => {
        if (index < first || index >= end) return;
        const to = (index - first) * filters;
        for (let filter = 0; filter < filters; filter++)
          answers[to + filter] = (answers[to + filter] ?? 0) + factor * (source[from + filter] ?? 0);
      };
      for (let index = first; index < end; index++) {
        const taps = words[index]?.taps ?? absent;
        for (let tap = 0; tap < tapCount; tap++) add(taps, tap * filters, index + 1 - tap, 1);
        contextFlags(words, contexts, index, flags, 0);
        for (let flag = 0; flag < flagCount; flag++) {
          const value = flags[flag] ?? 0;
          if (value === 0) continue;
          for (let tap = 0; tap < tapCount; tap++)
            add(flagKernel, flag * columns + tap * filters, index + 1 - tap, value);
        }
      }
      const values = new Float32Array(filters);
      const places = new Int32Array(filters).fill(-1);
      for (let index = first, at = 0; index < end; index++)
        for (let filter = 0; filter < filters; filter++, at++) {
          const value = (answers[at] ?? 0) + (bias[filter] ?? 0);
          if (value > (values[filter] ?? 0)) {
            values[filter] = value;
            places[filter] = index;
          }
        }
      return { values, places };
    },
    logits: (values, features) => {
      const logit = (index: number) => {
        let sum = outputBias[index] ?? 0;
        const from = index * outputs;
        for (let filter = 0; filter < filters; filter++)
          sum += (values[filter] ?? 0) * (output[from + filter] ?? 0);
        for (let feature = 0; feature < featureCount; feature++)
          sum += (features[feature] ?? 0) * (output[from + filters + feature] ?? 0);
        return sum;
      };
      return [logit(0), logit(1), logit(2)];
    },
    polarity: Float32Array.from(
      { length: filters },
      (_, filter) => (output[filter] ?? 0) - (output[2 * outputs + filter] ?? 0),
    ),
  };
}
