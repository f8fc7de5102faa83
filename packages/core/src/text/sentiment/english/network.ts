import type { WordVectors } from "../../english/word-vectors.ts";
import type { ModelFile } from "../../model-file.ts";
import { createVectorKernel } from "../../vector-kernel.ts";
import { contextFlags, flagCount } from "./context-flags.ts";
import type { WordContexts } from "./opinions.ts";
import { staticCount, staticScalars } from "./static-scalars.ts";
import { featureCount } from "./summary-features.ts";
import type { UnprojectedWord, Word } from "./words.ts";

/** Words that a filter sees at once. */
export const tapCount = 3;

/** A sentence that is longer than any in prose is read in pieces of so many words. */
export const longestClause = 60;

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
  /** Of at least one and at most {@link longestClause} words. */
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
  const matrix = dequantize(file.int8("kernel"), file.float32("kernelScales"), columns);
  const vectorInputs = vectors.dimensions * columns;
  const projectVector = vectors.projection(matrix.subarray(0, vectorInputs), columns);
  const output = file.float32("output");
  const outputBias = file.float32("outputBias");
  const outputs = filters + featureCount;
  const statics = new Float32Array(staticCount);
  const flags = new Float32Array(flagCount);

  const ownInputs = matrix.length - vectorInputs;
  // A row of zeros stands before and behind the words.
  const rowCount = longestClause + 2;
  const kernel = createVectorKernel((rowCount + 1 + flagCount + 1) * columns + ownInputs);
  const copied = (source: Float32Array) => {
    const vector = kernel.allocate(source.length);
    vector.set(source);
    return vector;
  };
  const inputs = copied(matrix.subarray(vectorInputs));
  const flagInputs = copied(file.float32("flags"));
  const biases = copied(bias);
  const sum = kernel.allocate(columns);
  const rows = kernel.allocate(rowCount * columns);
  const greatest = kernel.allocate(filters);
  const found = kernel.allocateIntegers(filters);

  return {
    filters,
    project: (word) => {
      sum.fill(0);
      if (word.row >= 0) projectVector(word.row, sum, 0);
      const addInput = (input: number, value: number) => {
        if (value !== 0) kernel.add(inputs, input * columns, sum, 0, columns, value);
      };
      if (word.entry >= 0)
        for (let inner = 0; inner < learnedCount; inner++) {
          const code = learnedCodes[word.entry * learnedCount + inner] ?? 0;
          addInput(inner, code * (learnedScales[inner] ?? 0));
        }
      staticScalars(word, statics, 0);
      for (let index = 0; index < staticCount; index++) addInput(learnedCount + index, statics[index] ?? 0);
      return sum.slice();
    },
    pool: (words, first, end, contexts) => {
      for (let index = first; index < end; index++) {
        const at = (1 + index - first) * columns;
        const taps = words[index]?.taps;
        if (taps) rows.set(taps, at);
        contextFlags(words, contexts, index, flags, 0);
        for (let flag = 0; flag < flagCount; flag++) {
          const value = flags[flag] ?? 0;
          if (value !== 0) kernel.add(flagInputs, flag * columns, rows, at, columns, value);
        }
      }
      rows.fill(0, (1 + end - first) * columns, (2 + end - first) * columns);
      kernel.pool({ rows, count: end - first, bias: biases, values: greatest, places: found });
      return {
        values: greatest.slice(),
        places: found.map((window) => (window < 0 ? window : first + window)),
      };
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
