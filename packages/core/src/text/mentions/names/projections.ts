import { paddedLength, type VectorKernel } from "../../network/vector-kernel.ts";
import { affixes, type VectorSources, type WordFeatures } from "./word-features.ts";

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

/** The fixed-point unit of the inputs, which range from −8 to 8. */
const inputUnit = 1 / 4096;

/** Returns the length of a word's row, which the kernel multiplies 16 columns at a time. */
export function rowWidth({ width }: InputMatrix): number {
  return paddedLength(width, 16);
}

/** Returns the number of inputs, which the kernel converts eight at a time. */
function inputCount({ table, width }: InputMatrix): number {
  return paddedLength(table.values.length / width, 8);
}

/** Returns the bytes that {@link createProjection} allocates. */
export function projectionBytes(matrix: InputMatrix): number {
  const inputs = inputCount(matrix);
  return (inputs + 4) * rowWidth(matrix) + (2 + 4) * inputs;
}

/** Returns a function that projects a word to the columns of the network. The next call overwrites the row. */
export function createProjection(
  kernel: VectorKernel,
  matrix: InputMatrix,
  { vectors, lexicon }: VectorSources,
): (features: WordFeatures) => Float32Array {
  const { vectorDimensions, table } = matrix;
  const { values, scale } = matrix.affixes;
  const width = rowWidth(matrix);
  const inputs = inputCount(matrix);
  const rows = new Int8Array(inputs * width);
  for (let row = 0; row < table.values.length / matrix.width; row++)
    rows.set(table.values.subarray(row * matrix.width, (row + 1) * matrix.width), row * width);
  const packed = kernel.packMatrix(rows, width);
  const input = kernel.floats(inputs);
  const affixInput = input.subarray(vectorDimensions, vectorDimensions + affixes.dimensions);
  const flagInput = input.subarray(vectorDimensions + affixes.dimensions);
  const fixedInput = kernel.shorts(inputs);
  const row = kernel.floats(width);

  return ({ row: vectorRow, rareRow, affixes: buckets, flags }) => {
    input.fill(0);
    if (vectorRow >= 0) vectors.read(vectorRow, input);
    else if (rareRow >= 0) lexicon.read(rareRow, input);
    for (const bucket of buckets) {
      const from = bucket * affixes.dimensions;
      for (let dimension = 0; dimension < affixes.dimensions; dimension++)
        affixInput[dimension] = (affixInput[dimension] ?? 0) + (values[from + dimension] ?? 0) * scale;
    }
    for (const flag of flags) flagInput[flag] = 1;
    kernel.fix(input, fixedInput, 0, inputUnit);
    kernel.multiply(fixedInput, packed, row, inputUnit * table.scale);
    return row;
  };
}
