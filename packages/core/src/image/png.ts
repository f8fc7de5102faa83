import { crc32 } from "./crc32.ts";

/** A chunk of a PNG (PNG 3rd edition §5.3). */
export interface PngChunk {
  type: string;
  data: Uint8Array;
  /** The chunk in the file, with length, type and checksum. */
  whole: Uint8Array;
}

/** Iterates over the chunks of a PNG up to its end, or to the point at which it is truncated. */
export function* pngChunks(png: Uint8Array): Generator<PngChunk> {
  const view = new DataView(png.buffer, png.byteOffset, png.byteLength);
  for (let start = 8; start + 12 <= png.length;) {
    const length = view.getUint32(start);
    const end = start + 12 + length;
    if (end > png.length) return;
    const type = String.fromCharCode(...png.subarray(start + 4, start + 8));
    yield { type, data: png.subarray(start + 8, end - 4), whole: png.subarray(start, end) };
    if (type === "IEND") return;
    start = end;
  }
}

/** Concatenates byte arrays. */
export function joinBytes(parts: readonly Uint8Array[]): Uint8Array {
  const joined = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let position = 0;
  for (const part of parts) {
    joined.set(part, position);
    position += part.length;
  }
  return joined;
}

/** Returns a chunk in the file format. */
export function pngChunk(type: string, data: Uint8Array): Uint8Array {
  const chunk = new Uint8Array(data.length + 12);
  const view = new DataView(chunk.buffer);
  view.setUint32(0, data.length);
  for (let index = 0; index < 4; index++) chunk[4 + index] = type.charCodeAt(index);
  chunk.set(data, 8);
  view.setUint32(data.length + 8, crc32(chunk.subarray(4, data.length + 8)));
  return chunk;
}

/** The signature at the start of every PNG (PNG 3rd edition §5.2). */
export const pngSignature: Uint8Array = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a);

/** Returns a PNG with one more chunk, inserted after its header. */
function pngWith(png: Uint8Array, chunk: Uint8Array): Uint8Array {
  const headerEnd = 8 + 25;
  return joinBytes([png.subarray(0, headerEnd), chunk, png.subarray(headerEnd)]);
}

/** Returns a PNG with EXIF in an eXIf chunk (PNG 3rd edition §11.3.4.5). */
export function pngWithExif(png: Uint8Array, exif: Uint8Array): Uint8Array {
  return pngWith(png, pngChunk("eXIf", exif));
}

/** Returns bytes in the zlib format (RFC 1950), in which a PNG compresses. */
export async function deflate(bytes: Uint8Array): Promise<Uint8Array> {
  const zlib = new Blob([Uint8Array.from(bytes)]).stream().pipeThrough(new CompressionStream("deflate"));
  return new Uint8Array(await new Response(zlib).arrayBuffer());
}

/** Returns a PNG with an ICC profile in an iCCP chunk (PNG 3rd edition §11.3.2.3). */
export async function pngWithProfile(png: Uint8Array, profile: Uint8Array): Promise<Uint8Array> {
  const compressed = await deflate(profile);
  // A name of one letter, its terminator, and the only defined compression method.
  return pngWith(png, pngChunk("iCCP", joinBytes([Uint8Array.of(0x70, 0, 0), compressed])));
}
