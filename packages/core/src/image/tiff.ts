import type { Size } from "./size.ts";

/** A field of a TIFF directory (TIFF 6.0 §2). */
interface TiffField {
  type: number;
  count: number;
  /** The offset of its entry in the file, and of its values. */
  entry: number;
  at: number;
}

/** A directory of a TIFF, which describes one picture. */
export interface TiffDirectory {
  /** The offset of its first entry. */
  start: number;
  /** The offset of the pointer to it, and of the pointer to the next directory. */
  link: number;
  next: number;
  fields: ReadonlyMap<number, TiffField>;
}

/** An open TIFF or BigTIFF. */
export interface TiffFile {
  view: DataView;
  littleEndian: boolean;
  isBig: boolean;
  directories: readonly TiffDirectory[];
}

/** Bytes of a value of each type, from type 0 on; 0 for types that do not exist. */
const typeBytes = [0, 1, 1, 2, 4, 8, 1, 1, 2, 4, 8, 4, 8, 4, 0, 0, 8, 8, 8] as const;

/** Pages and fields beyond these are not read. A file can point to millions, or in a circle. */
const limits = { directories: 10_000, fields: 1_000, values: 10_000_000 } as const;

/** Reads a number of 4 or, in BigTIFF, 8 bytes. */
function readOffset({ view, littleEndian, isBig }: Omit<TiffFile, "directories">, at: number): number {
  return isBig ? Number(view.getBigUint64(at, littleEndian)) : view.getUint32(at, littleEndian);
}

function readDirectory(file: Omit<TiffFile, "directories">, start: number, link: number): TiffDirectory {
  const { view, littleEndian, isBig } = file;
  const count = isBig ? readOffset(file, start) : view.getUint16(start, littleEndian);
  const entryBytes = isBig ? 20 : 12;
  const first = start + (isBig ? 8 : 2);
  const fields = new Map<number, TiffField>();
  for (let index = 0; index < Math.min(count, limits.fields); index++) {
    const entry = first + index * entryBytes;
    const tag = view.getUint16(entry, littleEndian);
    const type = view.getUint16(entry + 2, littleEndian);
    const values = readOffset(file, entry + 4);
    const at = entry + (isBig ? 12 : 8);
    const isInline = (typeBytes[type] || 1) * values <= (isBig ? 8 : 4);
    if (!fields.has(tag))
      fields.set(tag, { type, count: values, entry, at: isInline ? at : readOffset(file, at) });
  }
  return { start: first, link, next: first + count * entryBytes, fields };
}

/** Reads the directories of a TIFF up to a fault. Returns `null` if it has none. */
export function readTiff(bytes: Uint8Array): TiffFile | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const directories: TiffDirectory[] = [];
  const littleEndian = bytes[0] === 0x49;
  const file = { view, littleEndian, isBig: false, directories };
  try {
    file.isBig = view.getUint16(2, littleEndian) === 43;
    const seen = new Set<number>();
    let link = file.isBig ? 8 : 4;
    for (
      let start = readOffset(file, link);
      start > 0 && !seen.has(start) && seen.size < limits.directories;
    ) {
      seen.add(start);
      const directory = readDirectory(file, start, link);
      directories.push(directory);
      link = directory.next;
      start = readOffset(file, link);
    }
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
  }
  return directories.length > 0 ? file : null;
}

/** Returns the numbers of a field, or an empty array. */
export function readNumbers(file: TiffFile, { fields }: TiffDirectory, tag: number): number[] {
  const field = fields.get(tag);
  const size = typeBytes[field?.type ?? 0];
  if (!field || !size || field.count > limits.values || field.at + field.count * size > file.view.byteLength)
    return [];
  const { view, littleEndian } = file;
  const read: Readonly<Record<number, (at: number) => number>> = {
    1: (at) => view.getUint8(at),
    2: (at) => view.getUint8(at),
    3: (at) => view.getUint16(at, littleEndian),
    4: (at) => view.getUint32(at, littleEndian),
    5: (at) => view.getUint32(at, littleEndian) / view.getUint32(at + 4, littleEndian),
    7: (at) => view.getUint8(at),
    11: (at) => view.getFloat32(at, littleEndian),
    12: (at) => view.getFloat64(at, littleEndian),
    13: (at) => view.getUint32(at, littleEndian),
    16: (at) => Number(view.getBigUint64(at, littleEndian)),
    18: (at) => Number(view.getBigUint64(at, littleEndian)),
  };
  const readAt = read[field.type];
  return readAt ? Array.from({ length: field.count }, (_, index) => readAt(field.at + index * size)) : [];
}

/** Returns the text of a field, or an empty string. */
export function readText(file: TiffFile, directory: TiffDirectory, tag: number): string {
  return String.fromCharCode(...readNumbers(file, directory, tag).slice(0, 1000)).replace(/\0[^]*$/, "");
}

/** Directories of pictures that a directory contains, such as the raw picture of a camera (TIFF/EP §5.2). */
export function readSubdirectories(file: TiffFile, directory: TiffDirectory): TiffDirectory[] {
  return readNumbers(file, directory, tags.subDirectories)
    .slice(0, 20)
    .flatMap((start) => {
      try {
        return [readDirectory(file, start, 0)];
      } catch {
        return [];
      }
    });
}

/** Tags of TIFF 6.0, its supplements, and DNG. */
export const tags = {
  width: 256,
  height: 257,
  bits: 258,
  compression: 259,
  photometric: 262,
  fillOrder: 266,
  make: 271,
  stripOffsets: 273,
  samples: 277,
  stripRows: 278,
  stripBytes: 279,
  planar: 284,
  predictor: 317,
  colorMap: 320,
  tileWidth: 322,
  tileHeight: 323,
  tileOffsets: 324,
  tileBytes: 325,
  subDirectories: 330,
  inkSet: 332,
  inkNames: 333,
  extraSamples: 338,
  sampleFormat: 339,
  minimum: 340,
  maximum: 341,
  yccCoefficients: 529,
  yccSubsampling: 530,
  referenceBlackWhite: 532,
  profile: 34675,
  dngVersion: 50706,
} as const;

type SampleFormat = "uint" | "int" | "float" | "other";

/** How the samples of a picture are stored. */
export interface TiffLayout {
  size: Size;
  photometric: number;
  compression: number;
  samples: number;
  /** Bits of each sample. */
  bits: readonly number[];
  format: SampleFormat;
  /** The kinds of samples beyond the colors: 0 unspecified, 1 premultiplied alpha, 2 alpha. `null` if none is declared. */
  extra: readonly number[] | null;
  /** Whether the file declares separate planes. It may do so with one sample. */
  isPlanar: boolean;
  isTiled: boolean;
  predictor: number;
  /** Whether the first sample is in the lowest bits of a byte. */
  isReversed: boolean;
  /** Whether the inks are others than cyan, magenta, yellow and black. */
  hasOtherInks: boolean;
}

/** Reads the layout of a picture. */
export function readLayout(file: TiffFile, directory: TiffDirectory): TiffLayout {
  const numbers = (tag: number) => readNumbers(file, directory, tag);
  const one = (tag: number, fallback: number) => numbers(tag)[0] ?? fallback;
  const samples = one(tags.samples, 1);
  const [bits = 1] = numbers(tags.bits);
  const stated = numbers(tags.bits);
  const formats = new Set(numbers(tags.sampleFormat));
  const [format = 1] = formats;
  const named: readonly SampleFormat[] = ["uint", "uint", "int", "float", "uint"];
  return {
    size: { width: one(tags.width, 0), height: one(tags.height, 0) },
    photometric: one(tags.photometric, -1),
    compression: one(tags.compression, 1),
    samples,
    bits: stated.length >= samples ? stated.slice(0, samples) : Array.from({ length: samples }, () => bits),
    format: formats.size > 1 ? "other" : (named[format] ?? "other"),
    extra: directory.fields.has(tags.extraSamples) ? numbers(tags.extraSamples) : null,
    isPlanar: one(tags.planar, 1) === 2,
    isTiled: directory.fields.has(tags.tileWidth),
    predictor: one(tags.predictor, 1),
    isReversed: one(tags.fillOrder, 1) === 2,
    hasOtherInks: one(tags.photometric, -1) === 5 && one(tags.inkSet, 1) === 2,
  };
}
