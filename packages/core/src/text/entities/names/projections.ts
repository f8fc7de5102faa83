import type { WordVectors } from "../../english/word-vectors.ts";
import { blockLength, type VectorKernel } from "../../vector-kernel.ts";
import type { NameLexicon } from "./lexicon.ts";
import { affixes, type WordFeatures } from "./word-features.ts";

/** Where vectors of words come from. */
export interface VectorSources {
  vectors: WordVectors;
  lexicon: NameLexicon;
}

/** What words give to the columns of the network. */
export interface Projections {
  /** Room for a row for each place of a word, in the kernel's memory. */
  rows: Int16Array;
  /** Numbers of a row. */
  width: number;
  /** The row of a word; the next word's overwrites it. */
  project: (features: WordFeatures) => Float32Array;
}

/** Numbers as signed bytes times a scale. */
export interface PackedTable {
  values: Int8Array;
  scale: number;
}

/** The inputs of a network: rows for the numbers of a word's vector, for its affixes' vector, for its flags. */
export interface InputMatrix {
  values: Float32Array;
  width: number;
  /** Numbers of a word's vector. */
  vectorDimensions: number;
  /** `affixes.buckets` × `affixes.dimensions`. */
  affixes: PackedTable;
}

function blockedWidth({ width }: InputMatrix): number {
  return blockLength * Math.ceil(width / blockLength);
}

/** How many numbers {@link createProjections} allocates. */
export function projectionsSize(matrix: InputMatrix, places: number): number {
  const inputs = matrix.values.length / matrix.width;
  return blockedWidth(matrix) * (places / 2 + inputs + 1) + matrix.vectorDimensions + affixes.dimensions;
}

/** Room for the projections of so many words. */
export function createProjections(
  kernel: VectorKernel,
  matrix: InputMatrix,
  { vectors, lexicon }: VectorSources,
  places: number,
): Projections {
  const { vectorDimensions } = matrix;
  const { values, scale } = matrix.affixes;
  const width = blockedWidth(matrix);
  const inputs = matrix.values.length / matrix.width;
  const inputRows = kernel.allocate(inputs * width);
  for (let input = 0; input < inputs; input++) {
    const from = input * matrix.width;
    inputRows.set(matrix.values.subarray(from, from + matrix.width), input * width);
  }
  const firstFlag = vectorDimensions + affixes.dimensions;
  const input = kernel.allocate(firstFlag);
  const affixInput = input.subarray(vectorDimensions);
  const affixRows = inputRows.subarray(vectorDimensions * width);
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
      sumAffixes(buckets);
      if (vectorRow >= 0) vectors.read(vectorRow, input);
      else if (rareRow >= 0) lexicon.read(rareRow, input);
      if (vectorRow >= 0 || rareRow >= 0) kernel.multiply(input, inputRows, row);
      else if (buckets.length > 0) kernel.multiply(affixInput, affixRows, row);
      for (const flag of flags) kernel.add(inputRows, (firstFlag + flag) * width, row, 0, width, 1);
      return row;
    },
  };
}
