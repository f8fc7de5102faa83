import type { SharpConstructor } from "sharp";
import type { Animation } from "./decoded.ts";
import { deflate, joinBytes, pngChunk, pngChunks, pngSignature } from "./png.ts";
import type { Rectangle } from "./schema.ts";
import type { Size } from "./size.ts";

/** The frames of an animation, one below the other, as RGBA. */
export interface Strip {
  data: Uint8Array;
  /** The size of one frame. */
  size: Size;
  frames: number;
}

/** The color types of PNG (PNG 3rd edition §11.2.1). */
const colorTypes = { palette: 3, opaque: 2, alpha: 6 } as const;

/** A transparent pixel. Drawn over another, it leaves it as it is. */
const clear = 0;

const maxColors = 256;

/** Returns the pixels as one number each, which has the bytes of a pixel in the order of the processor. */
function pixelsOf({ data }: Strip): Uint32Array {
  const isAligned = data.byteOffset % 4 === 0;
  const { buffer, byteOffset } = isAligned ? data : Uint8Array.from(data);
  return new Uint32Array(buffer, byteOffset, data.length / 4);
}

/** Returns the index of each color, or `null` if they are more than a palette has. */
function findPalette(pixels: Uint32Array): Map<number, number> | null {
  const indexes = new Map<number, number>();
  let last: number | undefined;
  for (const pixel of pixels) {
    if (pixel === last) continue;
    last = pixel;
    if (indexes.has(pixel)) continue;
    if (indexes.size === maxColors) return null;
    indexes.set(pixel, indexes.size);
  }
  return indexes;
}

/** Returns the area in which a frame differs from the one before it. It has at least one pixel, which the format needs. */
function changedArea(pixels: Uint32Array, { width, height }: Size, frame: number): Rectangle {
  if (frame === 0) return { left: 0, top: 0, width, height };
  const start = frame * width * height;
  let [left, right, top, bottom] = [width, 0, height, 0];
  for (let y = 0, at = start; y < height; y++)
    for (let x = 0; x < width; x++, at++)
      if (pixels[at] !== pixels[at - width * height]) {
        if (x < left) left = x;
        if (x >= right) right = x + 1;
        if (y < top) top = y;
        bottom = y + 1;
      }
  return right === 0
    ? { left: 0, top: 0, width: 1, height: 1 }
    : { left, top, width: right - left, height: bottom - top };
}

/** Returns the pixels of an area of a frame. */
function cut(pixels: Uint32Array, { left, top, width, height }: Rectangle, size: Size, frame: number) {
  const area = new Uint32Array(width * height);
  for (let line = 0; line < height; line++) {
    const start = (frame * size.height + top + line) * size.width + left;
    area.set(pixels.subarray(start, start + width), line * width);
  }
  return area;
}

/**
 * Returns an area with transparent pixels where it equals the frame before it, which compresses to less; `null` if a pixel
 * that differs is not opaque, because it would be mixed with the one below.
 */
function cover(area: Uint32Array, before: Uint32Array): Uint32Array | null {
  const levels = new Uint8Array(area.buffer);
  const covering = new Uint32Array(area.length);
  for (let at = 0; at < area.length; at++) {
    if (area[at] === before[at]) continue;
    if (levels[at * 4 + 3] !== 255) return null;
    covering[at] = area[at] ?? clear;
  }
  return covering;
}

/** Returns the indexes of pixels, each line after the filter "none", which suits indexes. */
function indexLines(pixels: Uint32Array, palette: ReadonlyMap<number, number>, width: number): Uint8Array {
  const lines = new Uint8Array(pixels.length + pixels.length / width);
  for (let from = 0, to = 0; from < pixels.length; from++) {
    if (from % width === 0) to++;
    lines[to++] = palette.get(pixels[from] ?? clear) ?? 0;
  }
  return lines;
}

/** Returns the big-endian bytes of numbers. */
function integers(bytes: 1 | 2 | 4, ...values: readonly number[]): Uint8Array {
  return Uint8Array.from(
    values.flatMap((value) =>
      Array.from({ length: bytes }, (_, index) => (value >>> (8 * (bytes - 1 - index))) & 255),
    ),
  );
}

/** Returns a delay as a fraction of seconds of two numbers of 16 bits (PNG 3rd edition §11.3.6.2). */
function delayFraction(milliseconds: number): Uint8Array {
  return milliseconds <= 65_535
    ? integers(2, milliseconds, 1000)
    : integers(2, Math.min(65_535, Math.round(milliseconds / 1000)), 1);
}

/** Returns the chunks of a palette, with its transparency if it has any. */
function paletteChunks(palette: ReadonlyMap<number, number>, isOpaque: boolean): Uint8Array[] {
  const colors = new Uint8Array(Uint32Array.from(palette.keys()).buffer);
  const levels = (channels: readonly number[]) =>
    Uint8Array.from({ length: palette.size * channels.length }, (_, at) => {
      const color = Math.floor(at / channels.length);
      return colors[color * 4 + (channels[at % channels.length] ?? 0)] ?? 0;
    });
  return [pngChunk("PLTE", levels([0, 1, 2])), ...(isOpaque ? [] : [pngChunk("tRNS", levels([3]))])];
}

/**
 * Encodes an animation as an animated PNG (PNG 3rd edition §4.9), and one frame as a PNG. Each frame has only the pixels
 * that differ from the one before it. Up to 256 colors become a palette.
 */
export async function encodeAnimatedPng(
  sharp: SharpConstructor,
  strip: Strip,
  { delays, loop, level }: Animation & { level: number },
): Promise<Uint8Array> {
  const { data, size, frames } = strip;
  const pixels = pixelsOf(strip);
  const palette = findPalette(pixels);
  if (frames > 1 && palette && palette.size < maxColors && !palette.has(clear))
    palette.set(clear, palette.size);
  const canCover = frames > 1 && (palette?.has(clear) ?? true);
  let isOpaque = !canCover;
  for (let at = 3; at < data.length && isOpaque; at += 4) isOpaque = data[at] === 255;

  const compress = async (area: Uint32Array, { width, height }: Size): Promise<Uint8Array> => {
    if (palette) return deflate(indexLines(area, palette, width));
    const picture = sharp(new Uint8Array(area.buffer), { raw: { width, height, channels: 4 } });
    const { data: png } = await (isOpaque ? picture.removeAlpha() : picture)
      .png({ compressionLevel: level, adaptiveFiltering: true })
      .toUint8Array();
    return joinBytes([...pngChunks(png)].flatMap((chunk) => (chunk.type === "IDAT" ? [chunk.data] : [])));
  };

  let sequence = 0;
  const chunks: Uint8Array[] = [];
  for (let frame = 0; frame < frames; frame++) {
    const place = changedArea(pixels, size, frame);
    const { left, top, width, height } = place;
    const area = cut(pixels, place, size, frame);
    const covering = canCover && frame > 0 ? cover(area, cut(pixels, place, size, frame - 1)) : null;
    if (frames > 1) {
      const head = integers(4, sequence++, width, height, left, top);
      // The area stays for the next frame. It is drawn over the pixels or replaces them.
      const control = [head, delayFraction(delays[frame] ?? 0), integers(1, 0, covering ? 1 : 0)];
      chunks.push(pngChunk("fcTL", joinBytes(control)));
    }
    const compressed = await compress(covering ?? area, place);
    chunks.push(
      frame === 0
        ? pngChunk("IDAT", compressed)
        : pngChunk("fdAT", joinBytes([integers(4, sequence++), compressed])),
    );
  }
  const colorType = palette ? colorTypes.palette : isOpaque ? colorTypes.opaque : colorTypes.alpha;
  return joinBytes([
    pngSignature,
    pngChunk("IHDR", joinBytes([integers(4, size.width, size.height), integers(1, 8, colorType, 0, 0, 0)])),
    ...(palette ? paletteChunks(palette, isOpaque) : []),
    ...(frames > 1 ? [pngChunk("acTL", integers(4, frames, loop))] : []),
    ...chunks,
    pngChunk("IEND", new Uint8Array(0)),
  ]);
}
