import { readNumbers, type TiffDirectory, type TiffFile, type TiffLayout, tags } from "./tiff.ts";

/** The compressions that this decoder reads. */
const none = 1;
const lzw = 5;
const packBits = 32_773;
const deflate: ReadonlySet<number> = new Set([8, 32_946]);

/** Returns whether {@link readBands} reads a compression. */
export function isUnpacked(compression: number): boolean {
  return compression === none || compression === lzw || compression === packBits || deflate.has(compression);
}

/** Returns whether the samples of a compression may be differences. In others, the tag has no meaning. */
export function hasPredictor(compression: number): boolean {
  return compression === lzw || deflate.has(compression);
}

/** Each byte with its bits in the opposite order. */
const reversedBytes = Uint8Array.from({ length: 256 }, (_, byte) => {
  let reversed = 0;
  for (let bit = 0; bit < 8; bit++) reversed |= ((byte >> bit) & 1) << (7 - bit);
  return reversed;
});

/** Decompresses LZW (TIFF 6.0 §13) into `length` bytes. Stops at the first fault. */
function unpackLzw(data: Uint8Array, length: number): { bytes: Uint8Array; filled: number } {
  const bytes = new Uint8Array(length);
  const clear = 256;
  const end = 257;
  // Each entry is a range of the output: the text of the code before, and one more byte.
  const starts = new Uint32Array(4096);
  const lengths = new Uint16Array(4096);
  let next = 258;
  let width = 9;
  let buffer = 0;
  let held = 0;
  let filled = 0;
  let previous = -1;
  let at = 0;
  let from = 0;
  while (filled < length) {
    while (held < width && at < data.length) {
      buffer = ((buffer << 8) | (data[at++] ?? 0)) & 0xffffff;
      held += 8;
    }
    if (held < width) break;
    const code = (buffer >> (held - width)) & ((1 << width) - 1);
    held -= width;
    if (code === end) break;
    if (code === clear) {
      next = 258;
      width = 9;
      previous = -1;
      continue;
    }
    if (code > next || (code >= 258 && previous < 0)) break;
    const start = filled;
    if (previous >= 0 && next < 4096) {
      // The text of the code before, followed by the byte that comes now.
      starts[next] = from;
      lengths[next] = (previous < 256 ? 1 : (lengths[previous] ?? 0)) + 1;
    }
    if (code < 256) bytes[filled++] = code;
    else {
      const source = starts[code] ?? 0;
      const count = Math.min(lengths[code] ?? 0, length - filled);
      for (let index = 0; index < count; index++) bytes[filled++] = bytes[source + index] ?? 0;
    }
    if (previous >= 0 && next < 4096) next++;
    // Codes become longer one entry early.
    if (next + 1 >= 1 << width && width < 12) width++;
    previous = code;
    from = start;
  }
  return { bytes, filled };
}

/** Decompresses PackBits (TIFF 6.0 §9). */
function unpackBits(data: Uint8Array, length: number): { bytes: Uint8Array; filled: number } {
  const bytes = new Uint8Array(length);
  let filled = 0;
  for (let at = 0; at < data.length && filled < length;) {
    const count = ((data[at++] ?? 0) << 24) >> 24;
    if (count >= 0) {
      const run = data.subarray(at, at + Math.min(count + 1, length - filled));
      bytes.set(run, filled);
      filled += run.length;
      at += count + 1;
    } else if (count > -128) {
      const end = Math.min(length, filled + 1 - count);
      bytes.fill(data[at++] ?? 0, filled, end);
      filled = end;
    }
  }
  return { bytes, filled };
}

/** Decompresses zlib up to a fault or to `length` bytes. */
async function inflate(data: Uint8Array, length: number): Promise<{ bytes: Uint8Array; filled: number }> {
  const bytes = new Uint8Array(length);
  let filled = 0;
  // The DOM's types accept no view of a SharedArrayBuffer, although Blob copies it like any other.
  const source = new Blob([data as Uint8Array<ArrayBuffer>]).stream();
  try {
    for await (const chunk of source.pipeThrough(new DecompressionStream("deflate"))) {
      const run = chunk.subarray(0, length - filled);
      bytes.set(run, filled);
      filled += run.length;
      // Leaving the loop cancels the stream.
      if (filled === length) break;
    }
  } catch {
    // The bytes before the fault are kept.
  }
  return { bytes, filled };
}

async function unpack(data: Uint8Array, compression: number, length: number) {
  if (compression === lzw) return unpackLzw(data, length);
  if (compression === packBits) return unpackBits(data, length);
  if (deflate.has(compression)) return inflate(data, length);
  const bytes = new Uint8Array(length);
  bytes.set(data.subarray(0, length));
  return { bytes, filled: Math.min(length, data.length) };
}

/** Undoes the horizontal difference of a row (TIFF 6.0 §14) in place. */
function addDifferences(
  view: DataView,
  start: number,
  count: number,
  step: number,
  bits: number,
  littleEndian: boolean,
) {
  const size = bits / 8;
  for (let index = step; index < count; index++) {
    const at = start + index * size;
    const before = at - step * size;
    if (bits === 8) view.setUint8(at, view.getUint8(at) + view.getUint8(before));
    else if (bits === 16)
      view.setUint16(
        at,
        view.getUint16(at, littleEndian) + view.getUint16(before, littleEndian),
        littleEndian,
      );
    else if (bits === 32)
      view.setUint32(
        at,
        view.getUint32(at, littleEndian) + view.getUint32(before, littleEndian),
        littleEndian,
      );
    else
      view.setBigUint64(
        at,
        view.getBigUint64(at, littleEndian) + view.getBigUint64(before, littleEndian),
        littleEndian,
      );
  }
}

/** Undoes the difference of the bytes of floating-point samples (Adobe, TIFF Technical Note 3), in the file's order. */
function joinFloats(row: Uint8Array, step: number, size: number, littleEndian: boolean): void {
  for (let at = step; at < row.length; at++) row[at] = (row[at] ?? 0) + (row[at - step] ?? 0);
  const planes = row.slice();
  const count = row.length / size;
  for (let index = 0; index < count; index++)
    for (let byte = 0; byte < size; byte++)
      row[index * size + (littleEndian ? size - 1 - byte : byte)] = planes[byte * count + index] ?? 0;
}

/** A rectangle of samples. Its rows are padded to whole bytes. */
export interface Band {
  left: number;
  top: number;
  width: number;
  height: number;
  /** One array of bytes for each plane; one for samples that are interleaved. */
  planes: Uint8Array[];
}

/** Returns the bytes of a row of samples. */
export function rowBytes(width: number, samples: number, bits: number): number {
  return Math.ceil((width * samples * bits) / 8);
}

/** The geometry of the strips or tiles of a picture. */
function gridOf(file: TiffFile, directory: TiffDirectory, { size, isTiled }: TiffLayout) {
  const one = (tag: number, fallback: number) => readNumbers(file, directory, tag)[0] ?? fallback;
  const width = isTiled ? one(tags.tileWidth, 0) : size.width;
  const height = isTiled ? one(tags.tileHeight, 0) : Math.min(size.height, one(tags.stripRows, size.height));
  return {
    width,
    height,
    across: Math.ceil(size.width / width),
    down: Math.ceil(size.height / height),
    offsets: readNumbers(file, directory, isTiled ? tags.tileOffsets : tags.stripOffsets),
    lengths: readNumbers(file, directory, isTiled ? tags.tileBytes : tags.stripBytes),
  };
}

/** A strip or tile of at most this many bytes is read. A picture in one strip of 50 megapixels has 400 MB. */
const maxBandBytes = 200_000_000;

/**
 * Reads the strips or tiles of a picture from top to bottom. `blockBytes` are the bytes of one plane of a band, if they
 * are not those of rows of samples. Bytes that are missing are 0; `onLoss` receives their number.
 */
export async function* readBands(
  file: TiffFile,
  directory: TiffDirectory,
  layout: TiffLayout,
  {
    blockBytes,
    onLoss,
  }: { blockBytes?: (width: number, height: number) => number; onLoss: (bytes: number) => void },
): AsyncGenerator<Band> {
  const { bits, samples, isPlanar, isTiled, compression, predictor, size } = layout;
  const [depth = 8] = bits;
  const { width, height, across, down, offsets, lengths } = gridOf(file, directory, layout);
  const inPlane = isPlanar ? 1 : samples;
  const row = rowBytes(width, inPlane, depth);
  if (!(width > 0 && height > 0) || row * height > maxBandBytes)
    throw new RangeError("the strips are too large");
  for (let index = 0; index < across * down; index++) {
    const top = Math.floor(index / across) * height;
    const rows = isTiled ? height : Math.min(height, size.height - top);
    const expected = blockBytes?.(width, rows) ?? row * rows;
    const planes: Uint8Array[] = [];
    for (let plane = 0; plane < (isPlanar ? samples : 1); plane++) {
      const at = plane * across * down + index;
      const start = file.view.byteOffset + Math.min(offsets[at] ?? Infinity, file.view.byteLength);
      const length = Math.min(lengths[at] ?? 0, file.view.byteOffset + file.view.byteLength - start);
      const stored = new Uint8Array(file.view.buffer, start, length);
      const data = layout.isReversed ? stored.map((byte) => reversedBytes[byte] ?? 0) : stored;
      const { bytes, filled } = await unpack(data, compression, expected);
      if (filled < expected) onLoss(expected - filled);
      if (predictor > 1 && hasPredictor(compression))
        undoPredictor(bytes, { row, rows, count: width * inPlane, step: inPlane, depth, predictor, file });
      planes.push(bytes);
    }
    yield { left: (index % across) * width, top, width, height: rows, planes };
  }
}

function undoPredictor(
  bytes: Uint8Array,
  {
    row,
    rows,
    count,
    step,
    depth,
    predictor,
    file,
  }: {
    row: number;
    rows: number;
    count: number;
    step: number;
    depth: number;
    predictor: number;
    file: TiffFile;
  },
): void {
  const view = new DataView(bytes.buffer);
  for (let index = 0; index < rows; index++) {
    const start = index * row;
    if (predictor === 3) joinFloats(bytes.subarray(start, start + row), step, depth / 8, file.littleEndian);
    else addDifferences(view, start, count, step, depth, file.littleEndian);
  }
}
