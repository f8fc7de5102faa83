import { paddedLength, type VectorKernel } from "./vector-kernel.ts";

/** Numbers as signed bytes with a common scale. */
export interface PackedTable {
  values: Int8Array;
  scale: number;
}

/** A matrix with one row of `width` numbers for each input. */
export interface InputMatrix {
  table: PackedTable;
  width: number;
}

/** The product of the inputs of a word and a matrix. */
export interface Projection {
  /** The inputs, which the caller writes. */
  input: Float32Array;
  /** Returns the product. The next call overwrites it. */
  project: () => Float32Array;
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

/** Creates the projection of words to the columns of a matrix. */
export function createProjection(kernel: VectorKernel, matrix: InputMatrix): Projection {
  const { values, scale } = matrix.table;
  const width = rowWidth(matrix);
  const inputs = inputCount(matrix);
  const rows = new Int8Array(inputs * width);
  for (let row = 0; row < values.length / matrix.width; row++)
    rows.set(values.subarray(row * matrix.width, (row + 1) * matrix.width), row * width);
  const packed = kernel.packMatrix(rows, width);
  const input = kernel.floats(inputs);
  const fixedInput = kernel.shorts(inputs);
  const product = kernel.floats(width);
  return {
    input,
    project: () => {
      kernel.fix(input, fixedInput, 0, inputUnit);
      kernel.multiply(fixedInput, packed, product, inputUnit * scale);
      return product;
    },
  };
}
