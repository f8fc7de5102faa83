/** Sums over vectors of 32-bit floats, four at a time: several times as fast as a loop in JavaScript, and as deterministic. */
export interface VectorKernel {
  /** A vector of zeros in the kernel's memory, for which alone the sums work. */
  allocate: (length: number) => Float32Array;
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
  /** The inner product of `length` numbers of `a`, from the index `at`, and of `b`; the length as above. */
  product: (a: Float32Array, at: number, b: Float32Array, length: number) => number;
}

const pageBytes = 65_536;
const lane = 4;

/** The next multiple of four: how long a row has to be for the kernel. */
export function paddedLength(length: number): number {
  return lane * Math.ceil(length / lane);
}

/** A length in two bytes of LEB128. */
const sized = (bytes: readonly number[]) => [(bytes.length & 127) | 128, bytes.length >> 7, ...bytes];
const section = (id: number, ...bytes: number[]) => [id, ...sized(bytes)];
const body = (...bytes: number[]) => sized(bytes);
const load = (local: number) => [0x20, local, 0xfd, 0x00, 0x02, 0x00];
const advance = (local: number, assign: number) => [0x20, local, 0x41, 16, 0x6a, assign, local];
const mul = [0xfd, 0xe6, 0x01];
const add = [0xfd, 0xe4, 0x01];
const repeatBelowEnd = [...advance(1, 0x21), ...advance(0, 0x22), 0x20, 2, 0x49, 0x0d, 0, 0x0b];

/**
 * A WebAssembly module (WebAssembly Core Specification 2.0, 5.4 and 5.5) of two functions over an imported memory,
 * `a(from, to, end of from, factor)` and `p(a, b, end of a) → sum`; addresses in bytes.
 */
// prettier-ignore
const moduleBytes = Uint8Array.from([
  0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00,
  ...section(1, 2, 0x60, 4, 0x7f, 0x7f, 0x7f, 0x7d, 0, 0x60, 3, 0x7f, 0x7f, 0x7f, 1, 0x7d),
  ...section(2, 1, 1, 0x6d, 1, 0x6d, 0x02, 0x00, 1),
  ...section(3, 2, 0, 1),
  ...section(7, 2, 1, 0x61, 0, 0, 1, 0x70, 0, 1),
  ...section(10, 2,
    // v128 four = splat(factor); do { to[..] = to[..] + from[..] * four } while (from < end)
    ...body(1, 1, 0x7b, 0x20, 3, 0xfd, 0x13, 0x21, 4, 0x03, 0x40,
      0x20, 1, ...load(1), ...load(0), 0x20, 4, ...mul, ...add, 0xfd, 0x0b, 0x02, 0x00, ...repeatBelowEnd, 0x0b),
    // v128 sums = 0; do { sums += a[..] * b[..] } while (a < end); the sum of its lanes
    ...body(1, 1, 0x7b, 0x03, 0x40,
      0x20, 3, ...load(0), ...load(1), ...mul, ...add, 0x21, 3, ...repeatBelowEnd,
      0x20, 3, 0xfd, 0x1f, 0, 0x20, 3, 0xfd, 0x1f, 1, 0x92, 0x20, 3, 0xfd, 0x1f, 2, 0x92, 0x20, 3, 0xfd, 0x1f, 3, 0x92, 0x0b)),
]);

let compiled: WebAssembly.Module | undefined;

/**
 * A kernel with memory for so many floats in all of its vectors, each of which takes the next multiple of four.
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
export function createVectorKernel(floats: number): VectorKernel {
  const memory = new WebAssembly.Memory({ initial: Math.ceil((4 * floats) / pageBytes) });
  compiled ??= new WebAssembly.Module(moduleBytes);
  const instance = new WebAssembly.Instance(compiled, { m: { m: memory } });
  // The two exports of the module above.
  const { a: addStretch, p: productOf } = instance.exports as {
    a: (from: number, to: number, end: number, factor: number) => void;
    p: (a: number, b: number, end: number) => number;
  };
  let used = 0;
  return {
    allocate: (length) => {
      const vector = new Float32Array(memory.buffer, used, length);
      used += 4 * paddedLength(length);
      return vector;
    },
    add: (from, at, to, toAt, length, factor) => {
      const start = from.byteOffset + 4 * at;
      addStretch(start, to.byteOffset + 4 * toAt, start + 4 * length, factor);
    },
    product: (a, at, b, length) => {
      const start = a.byteOffset + 4 * at;
      return productOf(start, b.byteOffset, start + 4 * length);
    },
  };
}
