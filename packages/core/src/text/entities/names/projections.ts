import type { WordVectors } from "../../english/word-vectors.ts";
import { paddedLength, type VectorKernel } from "../../vector-kernel.ts";
import type { NameLexicon } from "./lexicon.ts";
import { affixes, type WordFeatures } from "./word-features.ts";

/** Where vectors of words come from. */
export interface VectorSources {
  vectors: WordVectors;
  lexicon: NameLexicon;
}

/** What words give to some columns of the network, a row for each place of a word. */
export interface Projections {
  /** In the kernel's memory. */
  rows: Float32Array;
  /** Numbers of a row. */
  width: number;
  /** Writes the row of a place. */
  write: (place: number, features: WordFeatures) => void;
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

/** How many numbers {@link createProjections} allocates. */
export function projectionsSize(matrix: InputMatrix, columns: number, places: number): number {
  return paddedLength(columns) * (places + matrix.values.length / matrix.width);
}

/** Projections on the columns from `first`, as many as `columns`. */
export function createProjections(
  kernel: VectorKernel,
  matrix: InputMatrix,
  { vectors, lexicon }: VectorSources,
  first: number,
  columns: number,
  places: number,
): Projections {
  const { values, scale } = matrix.affixes;
  const width = paddedLength(columns);
  const inputs = matrix.values.length / matrix.width;
  const inputRows = kernel.allocate(inputs * width);
  for (let input = 0; input < inputs; input++) {
    const from = input * matrix.width + first;
    inputRows.set(matrix.values.subarray(from, from + columns), input * width);
  }
  const vectorRows = inputRows.subarray(0, matrix.vectorDimensions * width);
  const addVector = vectors.projection(vectorRows, width);
  const addRareVector = lexicon.projection(vectorRows, width);
  const rows = kernel.allocate(places * width);

  function compute(at: number, { row, rareRow, affixes: parts, flags }: WordFeatures): void {
    rows.fill(0, at, at + width);
    if (row >= 0) addVector(row, rows, at);
    if (rareRow >= 0) addRareVector(rareRow, rows, at);
    const addInput = (input: number, factor: number) => {
      kernel.add(inputRows, input * width, rows, at, width, factor);
    };
    for (let dimension = 0; dimension < affixes.dimensions; dimension++) {
      let sum = 0;
      for (const bucket of parts) sum += values[bucket * affixes.dimensions + dimension] ?? 0;
      if (sum !== 0) addInput(matrix.vectorDimensions + dimension, sum * scale);
    }
    for (const flag of flags) addInput(matrix.vectorDimensions + affixes.dimensions + flag, 1);
  }

  return { rows, width, write: (place, features) => compute(place * width, features) };
}
