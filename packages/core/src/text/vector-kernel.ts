import {
  addFixedFunction,
  addFunction,
  addRowsFunction,
  fixFunction,
  multiplyPackedFunction,
  multiplyRectifiedFunction,
  poolFunction,
  stepBytes,
} from "./vector-functions.ts";
import { assembleModule } from "./wasm-assembly.ts";

/** See {@link VectorKernel.add}. */
type AddStretch<From> = (
  from: From,
  at: number,
  to: Float32Array,
  toAt: number,
  length: number,
  factor: number,
) => void;

/** Sums over vectors, four to eight numbers at a time: several times as fast as a loop in JavaScript, and as deterministic. */
export interface VectorKernel {
  /** A vector of zeros in the kernel's memory, for which alone the sums work. */
  allocate: (length: number) => Float32Array;
  /** As {@link allocate}, for fixed-point numbers: whole multiples of {@link fixedUnit}, in half the memory. */
  allocateFixed: (length: number) => Int16Array;
  /** As {@link allocate}, for whole numbers. */
  allocateIntegers: (length: number) => Int32Array;
  /**
   * Adds `factor` times `length` numbers of `from`, from the index `at`, to `to`, from the index `toAt`. The length has to
   * be a multiple of four and more than zero, and both stretches within their vectors: nothing checks it.
   */
  add: AddStretch<Float32Array>;
  /** As {@link add}, from fixed-point numbers. */
  addFixed: AddStretch<Int16Array>;
  /**
   * Adds `factor` times `length` fixed-point numbers of each of the first `count` rows, one or more, to the beginning of
   * `to`: as {@link addFixed} for one after the other, in one go.
   *
   * @param rows Where each begins, in bytes; of the same kernel.
   */
  addRows: (rows: Int32Array, count: number, to: Float32Array, length: number, factor: number) => void;
  /**
   * Writes all of a vector, whose length is a multiple of eight, to fixed-point numbers from the index `at`.
   *
   * @param unit Default: {@link fixedUnit}.
   */
  fix: (from: Float32Array, to: Int16Array, at: number, unit?: number) => void;
  /** A matrix of so many columns, a multiple of {@link blockLength}, for {@link multiplyPacked}, from its rows. */
  packMatrix: (rows: Int8Array, columns: number) => PackedMatrix;
  /** Adds `factor` times the product of a vector of whole numbers, one for each row, and a matrix to `to`, all of its columns. */
  multiplyPacked: (vector: Int16Array, matrix: PackedMatrix, to: Float32Array, factor: number) => void;
  /**
   * Adds the product of a vector of hidden units, rectified (numbers below zero count as zero), and a matrix, of a row of
   * `to.length` numbers for each, to `to`. That length has to be a multiple of {@link blockLength}.
   */
  multiplyRectified: (vector: Float32Array, matrix: Float32Array, to: Float32Array) => void;
  /** The greatest answers of filters over windows of three rows. */
  pool: (windows: PooledWindows) => void;
}

/** A matrix of bytes, two rows at a time: the numbers of a column stand side by side. A last row without a pair has zeros. */
interface PackedMatrix {
  values: Int8Array;
  columns: number;
}

/** A convolution of width three over rows, and where the greatest answer of each filter goes. */
interface PooledWindows {
  /**
   * Where each row begins, in bytes: `3 × filters` fixed-point numbers, which the row adds as the first, the second and the
   * third of a window. All vectors are of one kernel.
   */
  rows: Int32Array;
  /** Windows, two fewer than the rows; at least one. */
  count: number;
  /** For each filter what is added to its answers; its length is a multiple of eight. */
  bias: Int16Array;
  /** The greatest answer of each filter; 0 where none is greater. */
  values: Int16Array;
  /** The window in which it stands; −1 for 0. */
  places: Int16Array;
}

/** The unit of fixed-point numbers, which reach from −32 to 32. */
export const fixedUnit = 1 / 1024;

const pageBytes = 65_536;
const lanes = 4;

/** How many numbers of a row a product takes at once: as many as four sums hold. */
export const blockLength = 16;

/** The next multiple of four: how long a row has to be for the kernel. */
export function paddedLength(length: number): number {
  return lanes * Math.ceil(length / lanes);
}

/** What the module exports. */
interface Exports {
  a: (from: number, to: number, end: number, factor: number) => void;
  f: (from: number, to: number, end: number, factor: number) => void;
  s: (rows: number, rowsEnd: number, to: number, end: number, factor: number) => void;
  x: (from: number, to: number, end: number, factor: number) => void;
  m: (
    vector: number,
    vectorEnd: number,
    matrix: number,
    stride: number,
    to: number,
    end: number,
    factor: number,
  ) => void;
  r: (vector: number, vectorEnd: number, matrix: number, stride: number, to: number, end: number) => void;
  p: (
    rows: number,
    rowsEnd: number,
    toSecond: number,
    toThird: number,
    bias: number,
    values: number,
    places: number,
    end: number,
  ) => void;
}

let compiled: WebAssembly.Module | undefined;

/**
 * A kernel with memory for so many numbers in all of its vectors, each of which takes the next multiple of four; a
 * fixed-point number counts half, a byte a quarter.
 *
 * @example
 * ```ts
 * const kernel = createVectorKernel(8);
 * const [row, sum] = [kernel.allocate(4), kernel.allocate(4)];
 * row.set([1, 2, 3, 4]);
 * kernel.add(row, 0, sum, 0, 4, 0.5);
 * console.log(sum); // Float32Array(4) [ 0.5, 1, 1.5, 2 ]
 * ```
 */
export function createVectorKernel(numbers: number): VectorKernel {
  const memory = new WebAssembly.Memory({ initial: Math.ceil((4 * numbers) / pageBytes) });
  compiled ??= new WebAssembly.Module(
    assembleModule([
      addFunction(),
      addFixedFunction(),
      addRowsFunction(),
      fixFunction(),
      multiplyPackedFunction(),
      multiplyRectifiedFunction(),
      poolFunction(),
    ]),
  );
  // The exports of the module that is assembled above.
  const exports = new WebAssembly.Instance(compiled, { m: { m: memory } }).exports as unknown as Exports;
  const {
    a: add,
    f: addFixed,
    s: addRows,
    x: fix,
    m: multiplyPacked,
    r: multiplyRectified,
    p: pool,
  } = exports;
  let used = 0;
  const take = (bytes: number) => {
    const offset = used;
    used += stepBytes * Math.ceil(bytes / stepBytes);
    return offset;
  };
  return {
    allocate: (length) => new Float32Array(memory.buffer, take(4 * length), length),
    allocateFixed: (length) => new Int16Array(memory.buffer, take(2 * length), length),
    allocateIntegers: (length) => new Int32Array(memory.buffer, take(4 * length), length),
    add: (from, at, to, toAt, length, factor) => {
      const start = from.byteOffset + 4 * at;
      add(start, to.byteOffset + 4 * toAt, start + 4 * length, factor);
    },
    addFixed: (from, at, to, toAt, length, factor) => {
      const start = from.byteOffset + 2 * at;
      addFixed(start, to.byteOffset + 4 * toAt, start + 2 * length, factor * fixedUnit);
    },
    addRows: (rows, count, to, length, factor) => {
      const rowsEnd = rows.byteOffset + 4 * count;
      addRows(rows.byteOffset, rowsEnd, to.byteOffset, to.byteOffset + 4 * length, factor * fixedUnit);
    },
    fix: (from, to, at, unit = fixedUnit) => {
      const end = from.byteOffset + 4 * from.length;
      fix(from.byteOffset, to.byteOffset + 2 * at, end, 1 / unit);
    },
    packMatrix: (rows, columns) => {
      const count = rows.length / columns;
      const length = 2 * Math.ceil(count / 2) * columns;
      const values = new Int8Array(memory.buffer, take(length), length);
      for (let row = 0; row < count; row++)
        for (let column = 0; column < columns; column++)
          values[(row - (row % 2)) * columns + 2 * column + (row % 2)] = rows[row * columns + column] ?? 0;
      return { values, columns };
    },
    multiplyPacked: (vector, { values, columns }, to, factor) => {
      const end = vector.byteOffset + 2 * vector.length;
      const toEnd = to.byteOffset + 4 * columns;
      multiplyPacked(vector.byteOffset, end, values.byteOffset, 2 * columns, to.byteOffset, toEnd, factor);
    },
    multiplyRectified: (vector, matrix, to) => {
      const end = vector.byteOffset + 4 * vector.length;
      const bytes = 4 * to.length;
      multiplyRectified(
        vector.byteOffset,
        end,
        matrix.byteOffset,
        bytes,
        to.byteOffset,
        to.byteOffset + bytes,
      );
    },
    pool: ({ rows, count, bias, values, places }) => {
      const tapBytes = 2 * bias.length;
      const end = values.byteOffset + tapBytes;
      const rowsEnd = rows.byteOffset + 4 * count;
      pool(
        rows.byteOffset,
        rowsEnd,
        tapBytes,
        2 * tapBytes,
        bias.byteOffset,
        values.byteOffset,
        places.byteOffset,
        end,
      );
    },
  };
}
