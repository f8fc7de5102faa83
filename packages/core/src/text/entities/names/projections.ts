import type { WordVectors } from "../../english/word-vectors.ts";
import { blockLength, type VectorKernel } from "../../vector-kernel.ts";
import type { NameLexicon } from "./lexicon.ts";
import { affixes, type WordFeatures } from "./word-features.ts";

/** The sources of word vectors. */
export interface VectorSources {
  vectors: WordVectors;
  lexicon: NameLexicon;
}

/** A projection of words to the columns of the network. */
export interface Projections {
  /** One row per word, in the kernel's memory. */
  rows: Int16Array;
  /** The length of a row. */
  width: number;
  /** Returns the row of a word. The next call overwrites it. */
  project: (features: WordFeatures) => Float32Array;
}

/** Numbers as signed bytes with a common scale. */
export interface PackedTable {
  values: Int8Array;
  scale: number;
}

/** The input matrix of a network. It has rows for the word's vector, the vector of its affixes, and its flags. */
export interface InputMatrix {
  table: PackedTable;
  width: number;
  /** The dimensions of a word's vector. */
  vectorDimensions: number;
  /** `affixes.buckets` × `affixes.dimensions`. */
  affixes: PackedTable;
}

function blockedWidth({ width }: InputMatrix): number {
  return blockLength * Math.ceil(width / blockLength);
}

/** The fixed-point unit of the inputs, which range from −8 to 8. */
const inputUnit = 1 / 4096;

/** Rounds a length up to a multiple of eight, as conversion to fixed point requires. */
function fixableLength(length: number): number {
  return 8 * Math.ceil(length / 8);
}

/** Returns the count of numbers that {@link createProjections} allocates. */
export function projectionsSize(matrix: InputMatrix, places: number): number {
  const width = blockedWidth(matrix);
  const multiplied = fixableLength(matrix.vectorDimensions + affixes.dimensions);
  const inputs = matrix.table.values.length / matrix.width;
  return width * (places / 2 + multiplied / 4 + (inputs - multiplied + 8) + 1) + 2 * multiplied;
}

/** Allocates memory for the projections of `places` words. */
export function createProjections(
  kernel: VectorKernel,
  matrix: InputMatrix,
  { vectors, lexicon }: VectorSources,
  places: number,
): Projections {
  const { vectorDimensions, table } = matrix;
  const { values, scale } = matrix.affixes;
  const width = blockedWidth(matrix);
  const rowOf = (input: number) => table.values.subarray(input * matrix.width, (input + 1) * matrix.width);
  const firstFlag = vectorDimensions + affixes.dimensions;
  const multiplied = new Int8Array(fixableLength(firstFlag) * width);
  for (let input = 0; input < firstFlag; input++) multiplied.set(rowOf(input), input * width);
  const multipliedRows = kernel.packMatrix(multiplied, width);
  const flagCount = table.values.length / matrix.width - firstFlag;
  const flagRows = kernel.allocate(flagCount * width);
  for (let flag = 0; flag < flagCount; flag++)
    flagRows.set(
      Float32Array.from(rowOf(firstFlag + flag), (value) => value * table.scale),
      flag * width,
    );
  const input = kernel.allocate(fixableLength(firstFlag));
  const fixedInput = kernel.allocateFixed(input.length);
  const affixInput = input.subarray(vectorDimensions, firstFlag);
  const row = kernel.allocate(width);

  function sumAffixes(buckets: readonly number[]): void {
    affixInput.fill(0);
    for (const bucket of buckets) {
      const from = bucket * affixes.dimensions;
      for (let dimension = 0; dimension < affixes.dimensions; dimension++)
        affixInput[dimension] = (affixInput[dimension] ?? 0) + (values[from + dimension] ?? 0) * scale;
    }
  }

  return {
    rows: kernel.allocateFixed(places * width),
    width,
    project: ({ row: vectorRow, rareRow, affixes: buckets, flags }) => {
      row.fill(0);
      if (vectorRow >= 0) vectors.read(vectorRow, input);
      else if (rareRow >= 0) lexicon.read(rareRow, input);
      else input.fill(0, 0, vectorDimensions);
      sumAffixes(buckets);
      kernel.fix(input, fixedInput, 0, inputUnit);
      kernel.multiplyPacked(fixedInput, multipliedRows, row, inputUnit * table.scale);
      for (const flag of flags) kernel.add(flagRows, flag * width, row, 0, width, 1);
      return row;
    },
  };
}
