import type { Calibration } from "../../src/text/sentiment/english/model.ts";
import { tapCount } from "../../src/text/sentiment/english/network.ts";
import type { ModelParts } from "../write-model.ts";
import type { Convolution } from "./convolution.ts";
import type { LexiconTable } from "./lexicon.ts";
import type { NgramWeights } from "./ngrams.ts";

/** Quantizes rows to int8, each row with its own scale. */
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

/**
 * Quantizes weights: the signed square of a code times the scale is the weight. Most weights are small, and a few large
 * ones decide.
 */
function quantizeSquares(values: Float32Array, levels: number): { codes: Int8Array; scale: number } {
  const limit = values.reduce((most, value) => Math.max(most, Math.abs(value)), 1e-9);
  const codes = Int8Array.from(
    values,
    (value) => Math.sign(value) * Math.round(levels * Math.sqrt(Math.abs(value) / limit)),
  );
  return { codes, scale: limit / levels ** 2 };
}

const ngramLevels = 15;

/**
 * Packs the network. The kernel is stored by input, then by tap and filter, in the order that the projection of word
 * vectors needs.
 */
export function packNetwork(network: Convolution): ModelParts {
  const { width, inputs, learnedDimensions } = network;
  const columns = tapCount * width;
  const kernel = new Float32Array(inputs * columns);
  for (let column = 0; column < columns; column++)
    for (let input = 0; input < inputs; input++)
      kernel[input * columns + column] = network.kernel[column * inputs + input] ?? 0;
  const words = network.learned.length / learnedDimensions;
  const learnedByDimension = new Float32Array(network.learned.length);
  for (let word = 0; word < words; word++)
    for (let inner = 0; inner < learnedDimensions; inner++)
      learnedByDimension[inner * words + word] = network.learned[word * learnedDimensions + inner] ?? 0;
  const packedKernel = quantizeRows(kernel, columns);
  const packedLearned = quantizeRows(learnedByDimension, words);
  const learned = new Int8Array(network.learned.length);
  for (let word = 0; word < words; word++)
    for (let inner = 0; inner < learnedDimensions; inner++)
      learned[word * learnedDimensions + inner] = packedLearned.codes[inner * words + word] ?? 0;
  return {
    kernel: packedKernel.codes,
    kernelScales: packedKernel.scales,
    learned,
    learnedScales: packedLearned.scales,
    flags: network.flagKernel,
    bias: network.bias,
    output: network.output,
    outputBias: network.outputBias,
  };
}

export function packNgrams({ polarity, neutral, bias }: NgramWeights): ModelParts {
  const packedPolarity = quantizeSquares(polarity, ngramLevels);
  const packedNeutral = quantizeSquares(neutral, ngramLevels);
  return {
    ngramPolarity: packedPolarity.codes,
    ngramNeutral: packedNeutral.codes,
    ngramScales: Float32Array.of(packedPolarity.scale, packedNeutral.scale, ...bias),
  };
}

export function packLexicon({ entries, tenths }: LexiconTable, vocabulary: readonly string[]): ModelParts {
  return { lexicon: entries.join("\n"), grades: tenths, vocabulary: vocabulary.join("\n") };
}

export function packCalibration({ ngramShare, neutralBias, blameBias, sharpness }: Calibration): ModelParts {
  return { calibration: Float32Array.of(ngramShare, neutralBias, blameBias, sharpness) };
}
