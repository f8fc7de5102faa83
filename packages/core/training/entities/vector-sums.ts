import { compileText } from "../wabt.ts";

const pages = 1_024;
const memory = new WebAssembly.Memory({ initial: pages });
const compiled = new WebAssembly.Module(await compileText(new URL("vector-sums.wat", import.meta.url)));
// The exports of the file above.
const exports = new WebAssembly.Instance(compiled, { training: { memory } }).exports as {
  add: (from: number, end: number, to: number, factor: number) => void;
  product: (a: number, end: number, b: number) => number;
};
let used = 0;

/**
 * Allocates a vector of zeros in 64 MB of memory. The sums accept only such vectors, and lengths that are multiples of
 * four. Throws a `RangeError` if the memory is full.
 */
export function allocate(length: number): Float32Array {
  const vector = new Float32Array(memory.buffer, used, length);
  used += vector.byteLength;
  return vector;
}

/** Adds `factor` times `length` numbers of `from`, from the index `at`, to `to`, from the index `toAt`. */
export function add(
  from: Float32Array,
  at: number,
  to: Float32Array,
  toAt: number,
  length: number,
  factor: number,
): void {
  const start = from.byteOffset + 4 * at;
  exports.add(start, start + 4 * length, to.byteOffset + 4 * toAt, factor);
}

/** Returns the inner product of all of `b` and the numbers of `a` from the index `at`. */
export function product(a: Float32Array, at: number, b: Float32Array): number {
  const start = a.byteOffset + 4 * at;
  return exports.product(start, start + b.byteLength, b.byteOffset);
}
