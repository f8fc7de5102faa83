import { advance, type AssembledFunction, assembleModule, op, type } from "./wasm-assembly.ts";

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
  add: (
    from: Float32Array,
    at: number,
    to: Float32Array,
    toAt: number,
    length: number,
    factor: number,
  ) => void;
  /** As {@link add}, from fixed-point numbers. */
  addFixed: (
    from: Int16Array,
    at: number,
    to: Float32Array,
    toAt: number,
    length: number,
    factor: number,
  ) => void;
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
const stepBytes = 16;

/** How many numbers of a row a product takes at once: as many as four sums hold. */
export const blockLength = 16;

/** The next multiple of four: how long a row has to be for the kernel. */
export function paddedLength(length: number): number {
  return lanes * Math.ceil(length / lanes);
}

/** `to[…] += from[…] × factor` as long as `from` is below `end`; addresses in bytes, as everywhere here. */
export function addFunction(): AssembledFunction {
  const [from, to, end, factor, factors] = [0, 1, 2, 3, 4] as const;
  return {
    name: "a",
    parameters: [type.i32, type.i32, type.i32, type.f32],
    results: [],
    locals: [[1, type.v128]],
    body: [
      [op.get(factor), op.spread, op.set(factors)],
      op.loop,
      op.get(to),
      [op.get(to), op.load()],
      [op.get(from), op.load(), op.get(factors), op.multiplyLanes],
      [op.addLanes, op.store()],
      advance(to, stepBytes),
      advance(from, stepBytes),
      [op.get(from), op.get(end), op.isBelow, op.repeatIf],
      op.end,
    ],
  };
}

/** For sixteen columns at a time over all pairs of rows, then for the next. */
function multiplyPackedFunction(): AssembledFunction {
  const [vector, vectorEnd, matrix, stride, to, end, factor, pair, row, numbers] = [
    0, 1, 2, 3, 4, 5, 6, 7, 8, 9,
  ] as const;
  const sums = [10, 11, 12, 13] as const;
  return {
    name: "m",
    parameters: [...Array.from({ length: 6 }, () => type.i32), type.f32],
    results: [],
    locals: [
      [2, type.i32],
      [5, type.v128],
    ],
    body: [
      op.loop,
      sums.map((sum) => [op.constant(0), op.spreadInteger, op.set(sum)]),
      [op.get(vector), op.set(pair)],
      [op.get(matrix), op.set(row)],
      op.loop,
      [op.get(pair), op.loadSpread, op.set(numbers)],
      sums.map((sum, index) => [
        op.get(sum),
        [op.get(row), op.loadBytes((index * stepBytes) / 2), op.get(numbers), op.dotShorts],
        [op.addIntegers, op.set(sum)],
      ]),
      advance(pair, 4),
      [op.get(row), op.get(stride), op.add, op.set(row)],
      [op.get(pair), op.get(vectorEnd), op.isBelow, op.repeatIf],
      op.end,
      sums.map((sum, index) => [
        op.get(to),
        [op.get(to), op.load(index * stepBytes)],
        [op.get(sum), op.floatsOfIntegers, op.get(factor), op.spread, op.multiplyLanes],
        [op.addLanes, op.store(index * stepBytes)],
      ]),
      advance(matrix, (sums.length * stepBytes) / 2),
      advance(to, sums.length * stepBytes),
      [op.get(to), op.get(end), op.isBelow, op.repeatIf],
      op.end,
    ],
  };
}

/** For sixteen columns at a time over all rows, then for the next. */
function multiplyRectifiedFunction(): AssembledFunction {
  const [vector, vectorEnd, matrix, stride, to, end, number, row, factors] = [
    0, 1, 2, 3, 4, 5, 6, 7, 8,
  ] as const;
  const sums = [9, 10, 11, 12] as const;
  return {
    name: "r",
    parameters: Array.from({ length: 6 }, () => type.i32),
    results: [],
    locals: [
      [2, type.i32],
      [5, type.v128],
    ],
    body: [
      op.loop,
      sums.map((sum, index) => [op.get(to), op.load(index * stepBytes), op.set(sum)]),
      [op.get(vector), op.set(number)],
      [op.get(matrix), op.set(row)],
      op.loop,
      [op.get(number), op.loadSpread, op.constant(0), op.spreadInteger, op.greaterLanes],
      op.set(factors),
      sums.map((sum, index) => [
        op.get(sum),
        [op.get(row), op.load(index * stepBytes), op.get(factors), op.multiplyLanes],
        [op.addLanes, op.set(sum)],
      ]),
      advance(number, 4),
      [op.get(row), op.get(stride), op.add, op.set(row)],
      [op.get(number), op.get(vectorEnd), op.isBelow, op.repeatIf],
      op.end,
      sums.map((sum, index) => [op.get(to), op.get(sum), op.store(index * stepBytes)]),
      [matrix, to].map((local) => advance(local, sums.length * stepBytes)),
      [op.get(to), op.get(end), op.isBelow, op.repeatIf],
      op.end,
    ],
  };
}

/** `to[…] += from[…] × factor` for fixed-point numbers as long as `from` is below `end`. */
function addFixedFunction(): AssembledFunction {
  const [from, to, end, factor, factors] = [0, 1, 2, 3, 4] as const;
  return {
    name: "f",
    parameters: [type.i32, type.i32, type.i32, type.f32],
    results: [],
    locals: [[1, type.v128]],
    body: [
      [op.get(factor), op.spread, op.set(factors)],
      op.loop,
      op.get(to),
      [op.get(to), op.load()],
      [op.get(from), op.loadShorts, op.floatsOfIntegers, op.get(factors), op.multiplyLanes],
      [op.addLanes, op.store()],
      advance(to, stepBytes),
      advance(from, stepBytes / 2),
      [op.get(from), op.get(end), op.isBelow, op.repeatIf],
      op.end,
    ],
  };
}

/** `to[…] = from[…] × factor`, rounded, as long as `from` is below `end`. */
function fixFunction(): AssembledFunction {
  const [from, to, end, factor, factors] = [0, 1, 2, 3, 4] as const;
  const four = (offset: number) => [
    [op.get(from), op.load(offset), op.get(factors), op.multiplyLanes],
    [op.nearestFloats, op.integersOfFloats],
  ];
  return {
    name: "x",
    parameters: [type.i32, type.i32, type.i32, type.f32],
    results: [],
    locals: [[1, type.v128]],
    body: [
      [op.get(factor), op.spread, op.set(factors)],
      op.loop,
      [op.get(to), four(0), four(stepBytes), op.shortsOfIntegers, op.store()],
      advance(to, stepBytes),
      advance(from, 2 * stepBytes),
      [op.get(from), op.get(end), op.isBelow, op.repeatIf],
      op.end,
    ],
  };
}

/** For eight filters at a time over all windows, then for the next eight. */
function poolFunction(): AssembledFunction {
  const [rows, rowsEnd, toSecond, toThird, bias, values, places, end, row, window, column] = [
    0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10,
  ] as const;
  const [base, greatest, found, answer, isGreater] = [11, 12, 13, 14, 15] as const;
  const loadAt = (index: number, offset?: number) => [
    [op.get(row), op.loadInteger(4 * index), op.get(column), op.add],
    offset === undefined ? [] : [op.get(offset), op.add],
    op.load(),
  ];
  return {
    name: "p",
    parameters: Array.from({ length: 8 }, () => type.i32),
    results: [],
    locals: [
      [3, type.i32],
      [5, type.v128],
    ],
    body: [
      op.loop,
      [op.get(bias), op.load(), op.set(base)],
      [op.constant(0), op.spreadShort, op.set(greatest)],
      [op.constant(-1), op.spreadShort, op.set(found)],
      [op.constant(0), op.set(window)],
      [op.get(rows), op.set(row)],
      op.loop,
      [op.get(base), loadAt(0), op.addShorts],
      [loadAt(1, toSecond), op.addShorts],
      [loadAt(2, toThird), op.addShorts, op.tee(answer)],
      [op.get(greatest), op.isGreaterShort, op.set(isGreater)],
      [op.get(answer), op.get(greatest), op.get(isGreater), op.select, op.set(greatest)],
      [op.get(window), op.spreadShort, op.get(found), op.get(isGreater)],
      [op.select, op.set(found)],
      [advance(row, 4), advance(window, 1)],
      [op.get(row), op.get(rowsEnd), op.isBelow, op.repeatIf],
      op.end,
      [op.get(values), op.get(greatest), op.store()],
      [op.get(places), op.get(found), op.store()],
      [column, bias, places, values].map((local) => advance(local, stepBytes)),
      [op.get(values), op.get(end), op.isBelow, op.repeatIf],
      op.end,
    ],
  };
}

/** What the module exports. */
interface Exports {
  a: (from: number, to: number, end: number, factor: number) => void;
  f: (from: number, to: number, end: number, factor: number) => void;
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
      fixFunction(),
      multiplyPackedFunction(),
      multiplyRectifiedFunction(),
      poolFunction(),
    ]),
  );
  // The exports of the module that is assembled above.
  const exports = new WebAssembly.Instance(compiled, { m: { m: memory } }).exports as unknown as Exports;
  const { a: add, f: addFixed, x: fix, m: multiplyPacked, r: multiplyRectified, p: pool } = exports;
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
