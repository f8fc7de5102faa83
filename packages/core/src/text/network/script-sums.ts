/** The exports of `training/vector-kernel.wat`. Addresses and lengths are in bytes. */
export interface VectorSums {
  addRows: (rows: number, rowsEnd: number, to: number, toEnd: number, factor: number) => void;
  fix: (from: number, fromEnd: number, to: number, factor: number, min: number) => void;
  multiply: (
    vector: number,
    vectorEnd: number,
    matrix: number,
    stride: number,
    to: number,
    toEnd: number,
    factor: number,
  ) => void;
  pool: (
    rows: number,
    rowsEnd: number,
    bias: number,
    values: number,
    valuesEnd: number,
    windows: number,
  ) => void;
}

/** Adding and subtracting it rounds a number of up to 51 bits to an integer, and a half to the even one. */
const roundingShift = 1.5 * 2 ** 52;

/** Returns the integer in 16 bits, as WebAssembly wraps a sum. */
function wrapShort(value: number): number {
  return (value << 16) >> 16;
}

/**
 * Creates the sums of `training/vector-kernel.wat` in JavaScript, for hosts that do not compile WebAssembly, such as
 * Cloudflare Workers and pages without `wasm-unsafe-eval`. Every result is the same to the last bit: JavaScript computes
 * in 64 bits, so each step is rounded to the 32 bits of WebAssembly.
 */
export function createScriptSums(memory: ArrayBuffer): VectorSums {
  const floats = new Float32Array(memory);
  const shorts = new Int16Array(memory);
  const bytes = new Int8Array(memory);
  const integers = new Int32Array(memory);
  return {
    addRows: (rows, rowsEnd, to, toEnd, factor) => {
      const scale = Math.fround(factor);
      for (let row = rows; row < rowsEnd; row += 4) {
        let from = (integers[row >> 2] ?? 0) >> 1;
        for (let at = to >> 2; at < toEnd >> 2; at++)
          floats[at] = (floats[at] ?? 0) + Math.fround(scale * (shorts[from++] ?? 0));
      }
    },
    fix: (from, fromEnd, to, factor, min) => {
      const scale = Math.fround(factor);
      let target = to >> 1;
      for (let at = from >> 2; at < fromEnd >> 2; at++) {
        const value = Math.fround((floats[at] ?? 0) * scale);
        const rounded = Math.min(32_767, Math.max(min, value)) + roundingShift;
        shorts[target++] = rounded - roundingShift;
      }
    },
    multiply: (vector, vectorEnd, matrix, stride, to, toEnd, factor) => {
      const scale = Math.fround(factor);
      const columns = (toEnd - to) >> 2;
      for (let column = 0; column < columns; column++) {
        let sum = 0;
        let at = matrix + 2 * column;
        for (let pair = vector >> 1; pair < vectorEnd >> 1; pair += 2) {
          const first = (shorts[pair] ?? 0) * (bytes[at] ?? 0);
          sum = (sum + first + (shorts[pair + 1] ?? 0) * (bytes[at + 1] ?? 0)) | 0;
          at += stride;
        }
        floats[(to >> 2) + column] = Math.fround(sum) * scale;
      }
    },
    pool: (rows, rowsEnd, bias, values, valuesEnd, windows) => {
      const filters = (valuesEnd - values) >> 1;
      for (let filter = 0; filter < filters; filter++) {
        let greatest = 0;
        let found = -1;
        for (let row = rows >> 2; row < rowsEnd >> 2; row++) {
          const responses =
            (shorts[((integers[row] ?? 0) >> 1) + filter] ?? 0) +
            (shorts[((integers[row + 1] ?? 0) >> 1) + filters + filter] ?? 0) +
            (shorts[((integers[row + 2] ?? 0) >> 1) + 2 * filters + filter] ?? 0);
          const response = wrapShort(responses + (shorts[(bias >> 1) + filter] ?? 0));
          if (response <= greatest) continue;
          greatest = response;
          found = row - (rows >> 2);
        }
        shorts[(values >> 1) + filter] = greatest;
        shorts[(windows >> 1) + filter] = found;
      }
    },
  };
}
