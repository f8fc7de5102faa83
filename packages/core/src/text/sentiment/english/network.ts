import { createWordSlots } from "../../english/word-slots.ts";
import type { WordType } from "../../segment/word-types.ts";
import type { WordVectors } from "../../english/word-vectors.ts";
import type { ModelFile } from "../../network/model-file.ts";
import { createProjection, type InputMatrix, projectionBytes } from "../../network/projection.ts";
import {
  createVectorKernel,
  fixedUnit,
  paddedLength,
  type VectorKernel,
} from "../../network/vector-kernel.ts";
import { contextFlags, flagCount, hasContext, staticCount, staticScalars } from "./inputs.ts";
import type { WordContexts } from "./opinions.ts";
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
  values: number[];
  positions: readonly number[];
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

/**
 * Returns a function that writes the inputs of a word: its vector, its learned dimensions, and the numbers that do not
 * depend on its context.
 */
function createInputWriter(
  file: ModelFile,
  vectors: WordVectors,
  inputScales: Float32Array,
): (word: Word, input: Float32Array) => void {
  const learnedScales = file.float32("learnedScales");
  const learnedCodes = file.int8("learned");
  const learnedCount = learnedScales.length;
  const firstLearned = vectors.dimensions;
  const firstStatic = firstLearned + learnedCount;
  const inputCount = firstStatic + staticCount;
  const maxScale = Math.max(...inputScales);
  return (word, input) => {
    input.fill(0);
    if (word.row >= 0) vectors.read(word.row, input);
    if (word.entry >= 0)
      for (let inner = 0; inner < learnedCount; inner++)
        input[firstLearned + inner] =
          (learnedCodes[word.entry * learnedCount + inner] ?? 0) * (learnedScales[inner] ?? 0);
    staticScalars(word, input, firstStatic);
    for (let index = 0; index < inputCount; index++)
      input[index] = ((input[index] ?? 0) * (inputScales[index] ?? 0)) / maxScale;
  };
}

/** The bytes of the rows of words, of the rows of a clause, and of the sum of a row. */
function rowBytes(columns: number): number {
  return (2 * (rememberedWords + maxClauseLength + 1 + flagCount) + 4) * columns + 4 * 4;
}

/** The rows of words: their contributions to each filter, as the first, the middle and the last word of a window. */
interface Rows {
  /** The address of a row of zeros, for the positions before the first and after the last word. */
  edge: number;
  /** Returns the address of the row of a word in its context. `position` is the index of the word in its clause. */
  find: (words: readonly Word[], index: number, contexts: WordContexts, position: number) => number;
}

/**
 * Creates the rows of words.
 *
 * @param flagWeights The weights of the flags of a context, by flag, tap and filter.
 * @param project Returns the row of a word without its context.
 */
function createRows(
  kernel: VectorKernel,
  columns: number,
  flagWeights: Float32Array,
  project: (type: WordType) => Float32Array,
): Rows {
  const flags = new Float32Array(flagCount);
  const flagRows = kernel.shorts(flagCount * columns);
  flagRows.set(flagWeights.map((weight) => Math.round(weight / fixedUnit)));
  const rows = kernel.shorts(rememberedWords * columns);
  const flaggedRows = kernel.shorts(maxClauseLength * columns);
  const edge = kernel.shorts(columns).byteOffset;
  const sum = kernel.floats(columns);
  const summedRow = kernel.addresses(1);
  const address = (table: Int16Array, row: number) =>
    table.byteOffset + row * table.BYTES_PER_ELEMENT * columns;
  const wordSlot = createWordSlots(rememberedWords, (type, taken) => {
    kernel.fix(project(type), rows, taken.slot * columns);
    return taken;
  });

  /** Adds a row of fixed-point numbers, multiplied by a factor, to `sum`. */
  function addRow(table: Int16Array, row: number, factor: number): void {
    summedRow[0] = address(table, row);
    kernel.addRows(summedRow, 1, sum, factor);
  }

  function find(words: readonly Word[], index: number, contexts: WordContexts, position: number): number {
    const word = words[index];
    if (!word) return edge;
    const { slot } = wordSlot(word.seenAs);
    if (!hasContext(words, contexts, index)) return address(rows, slot);
    contextFlags(words, contexts, index, flags);
    sum.fill(0);
    addRow(rows, slot, 1);
    for (let flag = 0; flag < flagCount; flag++) {
      const value = flags[flag] ?? 0;
      if (value !== 0) addRow(flagRows, flag, value);
    }
    kernel.fix(sum, flaggedRows, position * columns);
    return address(flaggedRows, position);
  }

  return { edge, find };
}

/** Returns the layer that turns the responses of the filters and the features of a passage into logits. */
function readOutput(file: ModelFile, filters: number): Pick<Network, "logits" | "polarity"> {
  const output = file.float32("output");
  const bias = file.float32("outputBias");
  const outputs = filters + featureCount;
  return {
    logits: (values, features) => {
      const logit = (index: number) => {
        let sum = bias[index] ?? 0;
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
  const inputScales = file.float32("kernelScales");
  const writeInput = createInputWriter(file, vectors, inputScales);
  const matrix: InputMatrix = {
    table: { values: file.int8("kernel"), scale: Math.max(...inputScales) },
    width: columns,
  };
  const kernel = createVectorKernel(
    projectionBytes(matrix) + rowBytes(columns) + 4 * paddedLength(maxClauseLength + 2, 4) + 3 * 2 * filters,
  );
  const { input, project } = createProjection(kernel, matrix);
  const { edge, find } = createRows(kernel, columns, file.float32("flags"), (type) => {
    writeInput(readWord(type), input);
    return project();
  });
  const windowRows = kernel.addresses(maxClauseLength + 2);
  const biases = kernel.shorts(filters);
  biases.set(bias.map((value) => Math.round(value / fixedUnit)));
  const greatest = kernel.shorts(filters);
  const found = kernel.shorts(filters);
  // Copying an array takes a fifth of the time of creating a typed array. An array that contains a fraction is stored
  // as doubles from the start.
  const anyValues: number[] = [];
  const anyPositions: number[] = [];
  for (let filter = 0; filter < filters; filter++) {
    anyValues.push(fixedUnit);
    anyPositions.push(-1);
  }
  return {
    filters,
    pool: ({ words, first, end }, contexts) => {
      const count = end - first;
      windowRows[0] = edge;
      for (let index = 0; index < count; index++)
        windowRows[index + 1] = find(words, first + index, contexts, index);
      windowRows[count + 1] = edge;
      kernel.pool({ rows: windowRows, count, bias: biases, values: greatest, windows: found });
      const values = anyValues.slice();
      const positions = anyPositions.slice();
      for (let filter = 0; filter < filters; filter++) {
        const window = found[filter] ?? -1;
        values[filter] = (greatest[filter] ?? 0) * fixedUnit;
        positions[filter] = window < 0 ? window : first + window;
      }
      return { values, positions };
    },
    ...readOutput(file, filters),
  };
}
