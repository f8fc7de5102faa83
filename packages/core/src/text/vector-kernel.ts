import { advance, type AssembledFunction, assembleModule, op, type } from "./wasm-assembly.ts";

/** Sums over vectors of 32-bit floats, four at a time: several times as fast as a loop in JavaScript, and as deterministic. */
export interface VectorKernel {
  /** A vector of zeros in the kernel's memory, for which alone the sums work. */
  allocate: (length: number) => Float32Array;
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
  /**
   * Adds the product of a vector and a matrix, of a row of `length` numbers for each number of the vector, to `to`, from the
   * index `toAt`. The length has to be a multiple of {@link blockLength}.
   */
  multiply: (
    vector: Float32Array,
    matrix: Float32Array,
    to: Float32Array,
    toAt: number,
    length: number,
  ) => void;
  /** The greatest answers of filters over windows of three rows. */
  pool: (windows: PooledWindows) => void;
}

/** A convolution of width three over rows, and where the greatest answer of each filter goes. */
interface PooledWindows {
  /** Rows of `3 × filters` numbers: what a row adds as the first, the second and the third of a window. */
  rows: Float32Array;
  /** Windows, one less than two fewer than the rows; at least one. */
  count: number;
  /** For each filter what is added to its answers; its length is a multiple of four. */
  bias: Float32Array;
  /** The greatest answer of each filter; 0 where none is greater. */
  values: Float32Array;
  /** The window in which it stands; −1 for 0. */
  places: Int32Array;
}

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

/** For sixteen columns at a time over all rows, then for the next. */
function multiplyFunction(): AssembledFunction {
  const [vector, vectorEnd, matrix, stride, to, end, number, row, factors] = [
    0, 1, 2, 3, 4, 5, 6, 7, 8,
  ] as const;
  const sums = [9, 10, 11, 12] as const;
  return {
    name: "m",
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
      [op.get(number), op.loadSpread, op.set(factors)],
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

/** For four filters at a time over all windows, then for the next four. */
function poolFunction(): AssembledFunction {
  const [first, stride, count, toSecond, toThird, bias, values, places, end, row, window] = [
    0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10,
  ] as const;
  const [base, greatest, found, answer, isGreater] = [11, 12, 13, 14, 15] as const;
  const loadAt = (offset?: number) => [
    op.get(row),
    offset === undefined ? [] : [op.get(offset), op.add],
    op.load(),
  ];
  return {
    name: "p",
    parameters: Array.from({ length: 9 }, () => type.i32),
    results: [],
    locals: [
      [2, type.i32],
      [5, type.v128],
    ],
    body: [
      op.loop,
      [op.get(bias), op.load(), op.set(base)],
      [op.constant(0), op.spreadInteger, op.set(greatest)],
      [op.constant(-1), op.spreadInteger, op.set(found)],
      [op.constant(0), op.set(window)],
      [op.get(first), op.set(row)],
      op.loop,
      [op.get(base), loadAt(), op.addLanes],
      [loadAt(toSecond), op.addLanes],
      [loadAt(toThird), op.addLanes, op.tee(answer)],
      [op.get(greatest), op.isGreaterByLane, op.set(isGreater)],
      [op.get(answer), op.get(greatest), op.get(isGreater), op.select, op.set(greatest)],
      [op.get(window), op.spreadInteger, op.get(found), op.get(isGreater)],
      [op.select, op.set(found)],
      [op.get(row), op.get(stride), op.add, op.set(row)],
      advance(window, 1),
      [op.get(window), op.get(count), op.isBelow, op.repeatIf],
      op.end,
      [op.get(values), op.get(greatest), op.store()],
      [op.get(places), op.get(found), op.store()],
      [first, bias, places, values].map((local) => advance(local, stepBytes)),
      [op.get(values), op.get(end), op.isBelow, op.repeatIf],
      op.end,
    ],
  };
}

/** What the module exports. */
interface Exports {
  a: (from: number, to: number, end: number, factor: number) => void;
  m: (vector: number, vectorEnd: number, matrix: number, stride: number, to: number, end: number) => void;
  p: (
    first: number,
    stride: number,
    count: number,
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
 * A kernel with memory for so many numbers in all of its vectors, each of which takes the next multiple of four.
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
  compiled ??= new WebAssembly.Module(assembleModule([addFunction(), multiplyFunction(), poolFunction()]));
  // The exports of the module that is assembled above.
  const {
    a: add,
    m: multiply,
    p: pool,
  } = new WebAssembly.Instance(compiled, { m: { m: memory } }).exports as unknown as Exports;
  let used = 0;
  const take = (length: number) => {
    const offset = used;
    used += 4 * paddedLength(length);
    return offset;
  };
  return {
    allocate: (length) => new Float32Array(memory.buffer, take(length), length),
    allocateIntegers: (length) => new Int32Array(memory.buffer, take(length), length),
    add: (from, at, to, toAt, length, factor) => {
      const start = from.byteOffset + 4 * at;
      add(start, to.byteOffset + 4 * toAt, start + 4 * length, factor);
    },
    multiply: (vector, matrix, to, toAt, length) => {
      const start = to.byteOffset + 4 * toAt;
      multiply(
        vector.byteOffset,
        vector.byteOffset + 4 * vector.length,
        matrix.byteOffset,
        4 * length,
        start,
        start + 4 * length,
      );
    },
    pool: ({ rows, count, bias, values, places }) => {
      const filterBytes = 4 * bias.length;
      const toSecond = 4 * filterBytes;
      pool(
        rows.byteOffset,
        3 * filterBytes,
        count,
        toSecond,
        2 * toSecond,
        bias.byteOffset,
        values.byteOffset,
        places.byteOffset,
        values.byteOffset + filterBytes,
      );
    },
  };
}
