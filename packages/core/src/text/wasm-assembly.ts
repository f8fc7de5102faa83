// Instructions of WebAssembly as bytes: WebAssembly Core Specification 2.0, 5.4 (instructions) and 5.5 (modules).

/** A whole number below 2 ** 14 in LEB128 of two bytes. */
const sized = (value: number) => [(value & 127) | 128, value >> 7];
const withLength = (bytes: readonly number[]) => [...sized(bytes.length), ...bytes];

/** Instructions in order, in groups as they read best. */
export type Code = readonly (number | Code)[];

/** The types of parameters, results and locals. */
export const type = { i32: 0x7f, f32: 0x7d, v128: 0x7b } as const;

/** The instructions that the kernel uses. */
export const op = {
  get: (local: number) => [0x20, local],
  set: (local: number) => [0x21, local],
  tee: (local: number) => [0x22, local],
  /** From −8192 to 8191. */
  constant: (value: number) => [0x41, (value & 127) | 128, (value >> 7) & 127],
  add: [0x6a],
  isBelow: [0x49],
  loop: [0x03, 0x40],
  repeatIf: [0x0d, 0],
  end: [0x0b],
  /** Reads at an offset from the address; the offset is below 128. */
  load: (offset = 0) => [0xfd, 0x00, 0x02, offset],
  store: (offset = 0) => [0xfd, 0x0b, 0x02, offset],
  /** Four shorts as integers. */
  loadShorts: [0xfd, 0x03, 0x01, 0x00],
  /** Reads eight bytes as shorts, at an offset below 128 from the address. */
  loadBytes: (offset: number) => [0xfd, 0x01, 0x00, offset],
  /** The sums of the products of four pairs of shorts each. */
  dotShorts: [0xfd, 0xba, 0x01],
  addIntegers: [0xfd, 0xae, 0x01],
  /** Reads an integer at an offset below 128 from the address. */
  loadInteger: (offset = 0) => [0x28, 0x02, offset],
  /** One number to all lanes. */
  loadSpread: [0xfd, 0x09, 0x02, 0x00],
  spread: [0xfd, 0x13],
  spreadShort: [0xfd, 0x10],
  spreadInteger: [0xfd, 0x11],
  lane: (index: number) => [0xfd, 0x1f, index],
  addLanes: [0xfd, 0xe4, 0x01],
  multiplyLanes: [0xfd, 0xe6, 0x01],
  addFloats: [0x92],
  greaterLanes: [0xfd, 0xe9, 0x01],
  floatsOfIntegers: [0xfd, 0xfa, 0x01],
  nearestFloats: [0xfd, 0x6a],
  integersOfFloats: [0xfd, 0xf8, 0x01],
  /** Narrows two vectors of integers to one of shorts, with saturation. */
  shortsOfIntegers: [0xfd, 0x85, 0x01],
  addShorts: [0xfd, 0x8f, 0x01],
  isGreaterShort: [0xfd, 0x31],
  /** Selects the bits of the first vector where the third has ones, otherwise those of the second. */
  select: [0xfd, 0x52],
} as const;

/** Adds a number of bytes, below 128, to a local. */
export function advance(local: number, bytes: number): Code {
  return [op.get(local), op.constant(bytes), op.add, op.set(local)];
}

/** A function that a module exports. */
export interface AssembledFunction {
  /** One letter. */
  name: string;
  parameters: readonly number[];
  results: readonly number[];
  /** The number of locals of each type, after the parameters. */
  locals: readonly (readonly [count: number, type: number])[];
  body: Code;
}

function flatten(code: Code): number[] {
  return code.flatMap((part) => (typeof part === "number" ? part : flatten(part)));
}

/** The first bytes of every module: its format and version. */
const magic = [0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00] as const;

/** The bytes of a module that exports the functions and imports its memory as `m` of `m`. */
export function assembleModule(functions: readonly AssembledFunction[]): Uint8Array<ArrayBuffer> {
  const section = (id: number, entries: readonly (readonly number[])[]) => [
    id,
    ...withLength([entries.length, ...entries.flat()]),
  ];
  return Uint8Array.from([
    ...magic,
    ...section(
      1,
      functions.map(({ parameters, results }) => [
        0x60,
        parameters.length,
        ...parameters,
        results.length,
        ...results,
      ]),
    ),
    ...section(2, [[1, 0x6d, 1, 0x6d, 0x02, 0x00, 1]]),
    ...section(
      3,
      functions.map((_, index) => [index]),
    ),
    ...section(
      7,
      functions.map(({ name }, index) => [1, name.charCodeAt(0), 0, index]),
    ),
    ...section(
      10,
      functions.map(({ locals, body }) =>
        withLength([locals.length, ...locals.flat(), ...flatten(body), ...op.end]),
      ),
    ),
  ]);
}
