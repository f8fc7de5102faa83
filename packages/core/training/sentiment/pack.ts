import { flagCount } from "../../src/text/sentiment/english/context-flags.ts";
import type { Calibration } from "../../src/text/sentiment/english/model.ts";
import { tapCount } from "../../src/text/sentiment/english/network.ts";
import { featureCount } from "../../src/text/sentiment/english/summary-features.ts";
import type { ModelParts } from "../write-model.ts";
import { classes, type Convolution } from "./convolution.ts";
import type { LexiconTable } from "./lexicon.ts";
import type { NgramWeights } from "./ngrams.ts";

/** Rows as int8, each with a scale of its own. */
function quantizeRows(values: Float32Array, rowLength: number): { codes: Int8Array; scales: Float32Array } {
  const rows = values.length / rowLength;
  const scales = new Float32Array(rows);
  const codes = new Int8Array(values.length);
  for (let row = 0; row < rows; row++) {
    const part = values.subarray(row * rowLength, (row + 1) * rowLength);
    const scale = part.reduce((most, value) => Math.max(most, Math.abs(value)), 1e-9) / 127;
    scales[row] = scale;
    for (const [index, value] of part.entries()) codes[row * rowLength + index] = Math.round(value / scale);
  }
  return { codes, scales };
}

/** Values in as many steps as the levels on either side of 0; larger ones than the limit are cut, so that small ones survive. */
function quantizeSparse(values: Float32Array, levels: number): { codes: Int8Array; scale: number } {
  const sizes = values
    .filter((value) => value !== 0)
    .map(Math.abs)
    .toSorted();
  const limit = sizes[Math.floor(sizes.length * 0.999)] ?? 1;
  const scale = limit / levels;
  const codes = Int8Array.from(values, (value) =>
    Math.max(-levels, Math.min(levels, Math.round(value / scale))),
  );
  return { codes, scale };
}

const ngramLevels = 15;

/** The networks side by side as one: each has its own filters and learned dimensions, and the output is their mean. */
export function packNetworks(networks: readonly Convolution[], vectorLength: number): ModelParts {
  const filters = networks.reduce((sum, { width }) => sum + width, 0);
  const learnedTotal = networks.reduce((sum, { learnedDimensions }) => sum + learnedDimensions, 0);
  const statics = (networks[0]?.inputs ?? 0) - vectorLength - (networks[0]?.learnedDimensions ?? 0);
  const inputs = vectorLength + learnedTotal + statics;
  const columns = tapCount * filters;
  const outputs = filters + featureCount;
  const words = (networks[0]?.learned.length ?? 0) / (networks[0]?.learnedDimensions ?? 1);
  const kernel = new Float32Array(inputs * columns);
  const flags = new Float32Array(flagCount * columns);
  const bias = new Float32Array(filters);
  const learned = new Float32Array(learnedTotal * words);
  const output = new Float32Array(classes * outputs);
  const outputBias = new Float32Array(classes);
  let filterBase = 0;
  let learnedBase = 0;
  for (const network of networks) {
    const { width, learnedDimensions } = network;
    const inputOf = (inner: number) => {
      if (inner < vectorLength) return inner;
      if (inner < vectorLength + learnedDimensions) return inner + learnedBase;
      return inner - learnedDimensions + learnedTotal;
    };
    for (let tap = 0; tap < tapCount; tap++)
      for (let filter = 0; filter < width; filter++) {
        const own = tap * width + filter;
        const column = tap * filters + filterBase + filter;
        for (let inner = 0; inner < network.inputs; inner++)
          kernel[inputOf(inner) * columns + column] = network.kernel[own * network.inputs + inner] ?? 0;
        for (let flag = 0; flag < flagCount; flag++)
          flags[flag * columns + column] = network.flagKernel[flag * tapCount * width + own] ?? 0;
      }
    bias.set(network.bias, filterBase);
    // By dimension first, so that a dimension is a row with a scale.
    for (let word = 0; word < words; word++)
      for (let inner = 0; inner < learnedDimensions; inner++)
        learned[(learnedBase + inner) * words + word] =
          network.learned[word * learnedDimensions + inner] ?? 0;
    for (let index = 0; index < classes; index++) {
      const from = index * (width + featureCount);
      for (let filter = 0; filter < width; filter++)
        output[index * outputs + filterBase + filter] =
          (network.output[from + filter] ?? 0) / networks.length;
      for (let feature = 0; feature < featureCount; feature++) {
        const at = index * outputs + filters + feature;
        output[at] = (output[at] ?? 0) + (network.output[from + width + feature] ?? 0) / networks.length;
      }
      outputBias[index] = (outputBias[index] ?? 0) + (network.outputBias[index] ?? 0) / networks.length;
    }
    filterBase += width;
    learnedBase += learnedDimensions;
  }
  const packedKernel = quantizeRows(kernel, columns);
  const packedLearned = quantizeRows(learned, words);
  const learnedByWord = new Int8Array(learned.length);
  for (let word = 0; word < words; word++)
    for (let inner = 0; inner < learnedTotal; inner++)
      learnedByWord[word * learnedTotal + inner] = packedLearned.codes[inner * words + word] ?? 0;
  return {
    kernel: packedKernel.codes,
    kernelScales: packedKernel.scales,
    learned: learnedByWord,
    learnedScales: packedLearned.scales,
    flags,
    bias,
    output,
    outputBias,
  };
}

export function packNgrams({ polarity, neutral, bias }: NgramWeights): ModelParts {
  const packedPolarity = quantizeSparse(polarity, ngramLevels);
  const packedNeutral = quantizeSparse(neutral, ngramLevels);
  return {
    ngramPolarity: packedPolarity.codes,
    ngramNeutral: packedNeutral.codes,
    ngramScales: Float32Array.of(packedPolarity.scale, packedNeutral.scale, ...bias),
  };
}

export function packLexicon({ entries, tenths }: LexiconTable, vocabulary: readonly string[]): ModelParts {
  return { lexicon: entries.join("\n"), grades: tenths, vocabulary: vocabulary.join("\n") };
}

export function packCalibration({ ngramShare, neutralBias, sharpness }: Calibration): ModelParts {
  return { calibration: Float32Array.of(ngramShare, neutralBias, sharpness) };
}
