import { createWordPlaces } from "../../english/word-places.ts";
import type { WordType } from "../../segment/word-types.ts";
import type { WordVectors } from "../../english/word-vectors.ts";
import type { ModelFile } from "../../network/model-file.ts";
import { createVectorKernel, fixedUnit, paddedLength } from "../../network/vector-kernel.ts";
import { contextFlags, flagCount, hasContext } from "./context-flags.ts";
import type { WordContexts } from "./opinions.ts";
import { staticCount, staticScalars } from "./static-scalars.ts";
import { featureCount } from "./summary-features.ts";
import type { Word, WordRange } from "./words.ts";

/** The number of words that a filter sees together. */
export const tapCount = 3;

/**
 * The maximum number of words of a clause. Longer sentences, which prose does not contain, are read in segments of this
 * many words.
 */
export const maxClauseLength = 60;

/** The greatest response of each filter in a range of words, and the word with that response. */
export interface Pooled {
  values: readonly number[];
  places: readonly number[];
}

/** The number of cached words, at 400 bytes each. A megabyte of news has this many. */
const rememberedWords = 40_000;

/** The logits of the three classes. */
export type Logits = [positive: number, neutral: number, negative: number];

/** A convolution over three words at a time (Kim 2014). It combines the filters of several networks. */
export interface Network {
  filters: number;
  /** Returns the greatest responses in a range of at least one and at most {@link maxClauseLength} words. */
  pool: (range: WordRange, contexts: WordContexts) => Pooled;
  logits: (values: readonly number[], features: Float32Array) => Logits;
  /** For each filter, the weight of its response in the logit of positive minus the weight in that of negative. */
  polarity: Float32Array;
}

/** The unit of the fixed-point inputs, which range from −8 to 8. */
const inputUnit = 1 / 4096;

/**
 * Reads the network from a model file. Its parts: `kernel` (inputs by filter and tap), `learned` (learned dimensions of
 * each word of the vocabulary), `flags` (by flag, tap and filter), `bias`, `output` (by class, filter and feature) and
 * `outputBias`.
 */
export function readNetwork(
  file: ModelFile,
  vectors: WordVectors,
  readWord: (type: WordType) => Word,
): Network {
  const bias = file.float32("bias");
  const filters = bias.length;
  const columns = tapCount * filters;
  const learnedScales = file.float32("learnedScales");
  const learnedCodes = file.int8("learned");
  const learnedCount = learnedScales.length;
  const inputScales = file.float32("kernelScales");
  const maxScale = Math.max(...inputScales);
  const output = file.float32("output");
  const outputBias = file.float32("outputBias");
  const outputs = filters + featureCount;
  const flags = new Float32Array(flagCount);

  const firstLearned = vectors.dimensions;
  const firstStatic = firstLearned + learnedCount;
  const inputCount = firstStatic + staticCount;
  // The kernel converts inputs eight at a time.
  const inputLength = paddedLength(inputCount, 8);
  const kernel = createVectorKernel(
    (inputLength + 4 + 2 * (rememberedWords + maxClauseLength + 1 + flagCount)) * columns +
      (2 + 4) * inputLength +
      4 * (4 + paddedLength(maxClauseLength + 2, 4)) +
      3 * 2 * filters,
  );
  const inputCodes = new Int8Array(inputLength * columns);
  inputCodes.set(file.int8("kernel"));
  const inputRows = kernel.packMatrix(inputCodes, columns);
  const flagRows = kernel.shorts(flagCount * columns);
  flagRows.set(file.float32("flags").map((weight) => Math.round(weight / fixedUnit)));
  const input = kernel.floats(inputLength);
  const fixedInput = kernel.shorts(inputLength);
  const learned = input.subarray(firstLearned, firstStatic);
  const sum = kernel.floats(columns);
  const rows = kernel.shorts(rememberedWords * columns);
  const flaggedRows = kernel.shorts(maxClauseLength * columns);
  const rowBytes = rows.BYTES_PER_ELEMENT * columns;
  // A row of zeros for the positions before the first and after the last word.
  const edge = kernel.shorts(columns).byteOffset;
  const windowRows = kernel.addresses(maxClauseLength + 2);
  const summedRow = kernel.addresses(1);
  const biases = kernel.shorts(filters);
  biases.set(bias.map((value) => Math.round(value / fixedUnit)));
  const greatest = kernel.shorts(filters);
  const found = kernel.shorts(filters);
  // Copying an array takes a fifth of the time of creating a typed array. An array that contains a fraction is stored
  // as doubles from the start.
  const anyValues: number[] = [];
  const anyPlaces: number[] = [];
  for (let filter = 0; filter < filters; filter++) {
    anyValues.push(fixedUnit);
    anyPlaces.push(-1);
  }

  /**
   * Returns the cache slot of a word's contributions to each filter: as the first, the middle and the last word of a
   * window.
   */
  const wordPlace = createWordPlaces(rememberedWords, (type, placed) => {
    const word = readWord(type);
    input.fill(0);
    if (word.row >= 0) vectors.read(word.row, input);
    if (word.entry >= 0)
      for (let inner = 0; inner < learnedCount; inner++)
        learned[inner] = (learnedCodes[word.entry * learnedCount + inner] ?? 0) * (learnedScales[inner] ?? 0);
    staticScalars(word, input, firstStatic);
    for (let index = 0; index < inputCount; index++)
      input[index] = ((input[index] ?? 0) * (inputScales[index] ?? 0)) / maxScale;
    kernel.fix(input, fixedInput, 0, inputUnit);
    kernel.multiply(fixedInput, inputRows, sum, inputUnit * maxScale);
    kernel.fix(sum, rows, placed.place * columns);
    return placed;
  });

  /** Adds a row of fixed-point numbers, multiplied by a factor, to `sum`. */
  function addRow(table: Int16Array, row: number, factor: number): void {
    summedRow[0] = table.byteOffset + row * rowBytes;
    kernel.addRows(summedRow, 1, sum, factor);
  }

  /** Returns the byte offset of the row of a word in its context. */
  function wordRow(words: readonly Word[], index: number, contexts: WordContexts, first: number): number {
    const word = words[index];
    if (!word) return edge;
    const { place } = wordPlace(word.seenAs);
    if (!hasContext(words, contexts, index)) return rows.byteOffset + place * rowBytes;
    contextFlags(words, contexts, index, flags);
    sum.fill(0);
    addRow(rows, place, 1);
    for (let flag = 0; flag < flagCount; flag++) {
      const value = flags[flag] ?? 0;
      if (value !== 0) addRow(flagRows, flag, value);
    }
    kernel.fix(sum, flaggedRows, (index - first) * columns);
    return flaggedRows.byteOffset + (index - first) * rowBytes;
  }

  return {
    filters,
    pool: ({ words, first, end }, contexts) => {
      const count = end - first;
      windowRows[0] = edge;
      for (let index = 0; index < count; index++)
        windowRows[index + 1] = wordRow(words, first + index, contexts, first);
      windowRows[count + 1] = edge;
      kernel.pool({ rows: windowRows, count, bias: biases, values: greatest, places: found });
      const values = anyValues.slice();
      const places = anyPlaces.slice();
      for (let filter = 0; filter < filters; filter++) {
        const window = found[filter] ?? -1;
        values[filter] = (greatest[filter] ?? 0) * fixedUnit;
        places[filter] = window < 0 ? window : first + window;
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
