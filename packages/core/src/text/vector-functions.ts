import { advance, type AssembledFunction, type Code, op, type } from "./wasm-assembly.ts";

// The functions process four 32-bit numbers at a time. Addresses are in bytes.

/** The size in bytes of a WebAssembly vector. */
export const stepBytes = 16;

/**
 * Returns a function that computes `to[…] += from[…] × factor`, four numbers at a time, while `from` is below `end`.
 */
function accumulateFunction(name: string, load: Code, loadedBytes: number): AssembledFunction {
  const [from, to, end, factor, factors] = [0, 1, 2, 3, 4] as const;
  return {
    name,
    parameters: [type.i32, type.i32, type.i32, type.f32],
    results: [],
    locals: [[1, type.v128]],
    body: [
      [op.get(factor), op.spread, op.set(factors)],
      op.loop,
      op.get(to),
      [op.get(to), op.load()],
      [op.get(from), load, op.get(factors), op.multiplyLanes],
      [op.addLanes, op.store()],
      advance(to, stepBytes),
      advance(from, loadedBytes),
      [op.get(from), op.get(end), op.isBelow, op.repeatIf],
      op.end,
    ],
  };
}

/** Returns the accumulating function for 32-bit floats. */
export function addFunction(): AssembledFunction {
  return accumulateFunction("a", op.load(), stepBytes);
}

/** Returns the accumulating function for 16-bit fixed-point numbers. */
export function addFixedFunction(): AssembledFunction {
  return accumulateFunction("f", [op.loadShorts, op.floatsOfIntegers], stepBytes / 2);
}

/**
 * Returns a function that adds all rows of shorts, scaled by a factor, to `to`. It sums four columns over all rows,
 * then the next four.
 */
export function addRowsFunction(): AssembledFunction {
  const [rows, rowsEnd, to, end, factor, row, column, factors, sum] = [0, 1, 2, 3, 4, 5, 6, 7, 8] as const;
  return {
    name: "s",
    parameters: [...Array.from({ length: 4 }, () => type.i32), type.f32],
    results: [],
    locals: [
      [2, type.i32],
      [2, type.v128],
    ],
    body: [
      [op.get(factor), op.spread, op.set(factors)],
      op.loop,
      [op.get(to), op.load(), op.set(sum)],
      [op.get(rows), op.set(row)],
      op.loop,
      [op.get(sum), op.get(row), op.loadInteger(), op.get(column), op.add],
      [op.loadShorts, op.floatsOfIntegers, op.get(factors), op.multiplyLanes],
      [op.addLanes, op.set(sum)],
      advance(row, 4),
      [op.get(row), op.get(rowsEnd), op.isBelow, op.repeatIf],
      op.end,
      [op.get(to), op.get(sum), op.store()],
      advance(column, stepBytes / 2),
      advance(to, stepBytes),
      [op.get(to), op.get(end), op.isBelow, op.repeatIf],
      op.end,
    ],
  };
}

/**
 * Returns a function that multiplies a vector of shorts by a matrix packed in pairs of rows. It sums sixteen columns
 * over all pairs of rows, then the next sixteen.
 */
export function multiplyPackedFunction(): AssembledFunction {
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

/**
 * Returns a function that multiplies a vector, with negative numbers set to zero, by a matrix. It sums sixteen columns
 * over all rows, then the next sixteen.
 */
export function multiplyRectifiedFunction(): AssembledFunction {
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

/** Returns a function that computes `to[…] = from[…] × factor`, rounded to shorts, while `from` is below `end`. */
export function fixFunction(): AssembledFunction {
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

/**
 * Returns a function that finds the greatest response of each filter and its window. It takes eight filters over all
 * windows, then the next eight.
 */
export function poolFunction(): AssembledFunction {
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
