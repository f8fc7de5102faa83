import { decodeBase64 } from "./model-file.ts";
import { model } from "../models/vector-kernel.ts";
import { once } from "./once.ts";
import { createScriptSums, type VectorSums } from "./script-sums.ts";

/**
 * Vectors in the memory of a WebAssembly module, and sums over them that are several times as fast as in JavaScript.
 * Where WebAssembly is not compiled, JavaScript computes the same sums.
 */
export interface VectorKernel {
  /** Allocates a vector of zeros. The sums accept only vectors of the same kernel. */
  floats: (length: number) => Float32Array;
  /** Allocates a vector of zeros for fixed-point numbers in the unit {@link fixedUnit}. */
  shorts: (length: number) => Int16Array;
  /** Allocates a vector of zeros for the addresses of rows, in bytes. */
  addresses: (length: number) => Int32Array;
  /**
   * Adds `factor` times each of the first `count` rows of fixed-point numbers to `to`, whose length must be a multiple
   * of four. There must be at least one row.
   */
  addRows: (rows: Int32Array, count: number, to: Float32Array, factor: number) => void;
  /**
   * Writes numbers as fixed-point numbers from the index `at`, rounded and clamped. Their count must be a multiple of
   * eight.
   */
  fix: (from: Float32Array, to: Int16Array, at: number, unit?: number) => void;
  /** Writes numbers as {@link fix} does, and negative numbers as zeros. */
  fixRectified: (from: Float32Array, to: Int16Array) => void;
  /** Copies a matrix from its rows for {@link multiply}. The number of columns must be a multiple of 16. */
  packMatrix: (rows: Int8Array, columns: number) => PackedMatrix;
  /** Writes `factor` times the product of a vector, one number for each row, and a matrix to `to`. */
  multiply: (vector: Int16Array, matrix: PackedMatrix, to: Float32Array, factor: number) => void;
  /** Finds the greatest response of each filter over windows of three rows. */
  pool: (windows: PooledWindows) => void;
}

/** A matrix of bytes. The numbers of two rows alternate, and zeros replace a missing last row. */
interface PackedMatrix {
  values: Int8Array;
  columns: number;
}

/** A convolution of width three over rows, and its result. */
interface PooledWindows {
  /**
   * The addresses of rows of `3 × filters` fixed-point numbers: the responses as first, second and third of a window.
   */
  rows: Int32Array;
  /** The number of windows, two fewer than the rows and at least one. */
  count: number;
  /** The bias of each filter. The number of filters must be a multiple of eight. */
  bias: Int16Array;
  /** The greatest response of each filter, or 0 if none is greater. */
  values: Int16Array;
  /** The window with the greatest response, or −1 if there is none. */
  windows: Int16Array;
}

/** The unit of fixed-point numbers, which range from −32 to 32. */
export const fixedUnit = 1 / 1024;

/** Returns the next multiple of `unit`. */
export function paddedLength(length: number, unit: number): number {
  return unit * Math.ceil(length / unit);
}

const minShort = -32_768;
const pageBytes = 65_536;
/** The size of a WebAssembly vector. Every allocation starts at a multiple of it. */
const vectorBytes = 16;

/** Returns the compiled module; `null` if the host compiles no WebAssembly, or none with vectors. */
const compileModule = once((): WebAssembly.Module | null => {
  try {
    return new WebAssembly.Module(decodeBase64(model));
  } catch {
    return null;
  }
});

/** Creates a memory and the sums over it. */
function createSums(bytes: number): { memory: ArrayBuffer; sums: VectorSums } {
  const compiled = compileModule();
  const pages = Math.ceil(bytes / pageBytes);
  if (compiled === null) {
    const memory = new ArrayBuffer(pages * pageBytes);
    return { memory, sums: createScriptSums(memory) };
  }
  const memory = new WebAssembly.Memory({ initial: pages });
  const { exports } = new WebAssembly.Instance(compiled, { core: { memory } });
  // The module has exactly these exports.
  return { memory: memory.buffer, sums: exports as unknown as VectorSums };
}

/**
 * Creates a kernel with memory for `bytes`. Each allocation takes a multiple of 16.
 *
 * @example
 * ```ts
 * const kernel = createVectorKernel(64);
 * const [row, rows, sum] = [kernel.shorts(4), kernel.addresses(1), kernel.floats(4)];
 * row.set([1024, 2048, 3072, 4096]);
 * rows[0] = row.byteOffset;
 * kernel.addRows(rows, 1, sum, 0.5);
 * console.log(sum); // Float32Array(4) [ 0.5, 1, 1.5, 2 ]
 * ```
 */
export function createVectorKernel(bytes: number): VectorKernel {
  const { memory, sums } = createSums(bytes);
  const { addRows, fix, multiply, pool } = sums;
  let used = 0;
  const take = (length: number) => {
    const offset = used;
    used += paddedLength(length, vectorBytes);
    return offset;
  };
  const end = (vector: ArrayBufferView) => vector.byteOffset + vector.byteLength;
  return {
    floats: (length) => new Float32Array(memory, take(4 * length), length),
    shorts: (length) => new Int16Array(memory, take(2 * length), length),
    addresses: (length) => new Int32Array(memory, take(4 * length), length),
    addRows: (rows, count, to, factor) => {
      addRows(rows.byteOffset, rows.byteOffset + 4 * count, to.byteOffset, end(to), factor * fixedUnit);
    },
    fix: (from, to, at, unit = fixedUnit) => {
      fix(from.byteOffset, end(from), to.byteOffset + 2 * at, 1 / unit, minShort);
    },
    fixRectified: (from, to) => {
      fix(from.byteOffset, end(from), to.byteOffset, 1 / fixedUnit, 0);
    },
    packMatrix: (rows, columns) => {
      const count = rows.length / columns;
      const length = paddedLength(count, 2) * columns;
      const values = new Int8Array(memory, take(length), length);
      for (let row = 0; row < count; row++)
        for (let column = 0; column < columns; column++)
          values[(row - (row % 2)) * columns + 2 * column + (row % 2)] = rows[row * columns + column] ?? 0;
      return { values, columns };
    },
    multiply: (vector, { values, columns }, to, factor) => {
      const [from, target] = [vector.byteOffset, to.byteOffset];
      multiply(from, end(vector), values.byteOffset, 2 * columns, target, end(to), factor);
    },
    pool: ({ rows, count, bias, values, windows }) => {
      const from = rows.byteOffset;
      pool(from, from + 4 * count, bias.byteOffset, values.byteOffset, end(values), windows.byteOffset);
    },
  };
}
