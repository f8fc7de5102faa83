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

/** Adds a factor of as many values of `source` as `target` has, from `offset`. */
function addScaled(target: Float32Array, source: Float32Array, offset: number, factor: number): void {
  for (let index = 0; index < target.length; index++)
    target[index] = (target[index] ?? 0) + factor * (source[offset + index] ?? 0);
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

  return {
    filters,
    project: (word) => {
      const taps = new Float32Array(columns);
      if (word.row >= 0) projectVector(word.row, taps, 0);
      if (word.entry >= 0)
        for (let inner = 0; inner < learnedCount; inner++) {
          const code = learnedCodes[word.entry * learnedCount + inner] ?? 0;
          if (code !== 0)
            addScaled(
              taps,
              kernel,
              (vectors.dimensions + inner) * columns,
              code * (learnedScales[inner] ?? 0),
            );
        }
      staticScalars(word, statics, 0);
      for (const [index, value] of statics.entries())
        if (value !== 0)
          addScaled(taps, kernel, (vectors.dimensions + learnedCount + index) * columns, value);
      return taps;
    },
    pool: (words, first, end, contexts) => {
      const flags = new Float32Array((end - first) * flagCount);
      for (let index = first; index < end; index++)
        contextFlags(words, contexts, index, flags, (index - first) * flagCount);
      const values = new Float32Array(filters);
      const places = new Int32Array(filters).fill(-1);
      const flagged = new Float32Array(filters);
      for (let index = first; index < end; index++) {
        const before = index > first ? (words[index - 1]?.taps ?? absent) : absent;
        const here = words[index]?.taps ?? absent;
        const behind = index + 1 < end ? (words[index + 1]?.taps ?? absent) : absent;
        let base = bias;
        for (let tap = 0; tap < tapCount; tap++) {
          const at = index + tap - 1;
          if (at < first || at >= end) continue;
          for (let flag = 0; flag < flagCount; flag++) {
            const value = flags[(at - first) * flagCount + flag] ?? 0;
            if (value === 0) continue;
            if (base === bias) flagged.set(bias);
            base = flagged;
            addScaled(flagged, flagKernel, flag * columns + tap * filters, value);
          }
        }
        for (let filter = 0; filter < filters; filter++) {
          const value =
            (base[filter] ?? 0) +
            (before[filter] ?? 0) +
            (here[filters + filter] ?? 0) +
            (behind[2 * filters + filter] ?? 0);
          if (value > (values[filter] ?? 0)) {
            values[filter] = value;
            places[filter] = index;
          }
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
