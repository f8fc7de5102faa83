/** Image files written byte by byte, so that their exact content is known. */

type Part = string | number[];

function bytesOf(part: Part): number[] {
  return typeof part === "string" ? Array.from(part, (character) => character.charCodeAt(0)) : part;
}

function file(...parts: Part[]): Uint8Array {
  return new Uint8Array(parts.flatMap(bytesOf));
}

/** Encodes integers of 32 bits, lowest byte first. */
function int32(...values: number[]): number[] {
  return values.flatMap((value) => [
    value & 255,
    (value >> 8) & 255,
    (value >> 16) & 255,
    (value >> 24) & 255,
  ]);
}

/**
 * Returns an uncompressed TGA of 2 × 2 pixels, stored in the given order. Its pixels are red, green / blue, white
 * (Truevision TGA 2.0).
 */
export function targa({ fromTop, fromLeft }: { fromTop: boolean; fromLeft: boolean }): Uint8Array {
  const red = [0, 0, 255];
  const green = [0, 255, 0];
  const blue = [255, 0, 0];
  const white = [255, 255, 255];
  const rows = [
    [red, green],
    [blue, white],
  ];
  const descriptor = (fromTop ? 0x20 : 0) | (fromLeft ? 0 : 0x10);
  const stored = (fromTop ? rows : rows.toReversed()).map((row) => (fromLeft ? row : row.toReversed()));
  return file([0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2, 0, 2, 0, 24], [descriptor], ...stored.flat());
}

/**
 * Returns a QOI of 2 × 1 pixels in RGBA. `linear` is the color space note in its header, which does not affect the
 * samples.
 */
export function qoi(linear: boolean): Uint8Array {
  const pixels = [0xff, 200, 100, 50, 255, 0xff, 10, 20, 30, 128];
  return file("qoif", [0, 0, 0, 2, 0, 0, 0, 1], [4, linear ? 1 : 0], pixels, [0, 0, 0, 0, 0, 0, 0, 1]);
}

/** Returns a QOI whose header declares the given size, with only a few bytes of content. */
export function lyingQoi(width: number, height: number): Uint8Array {
  const size = [...int32(width).toReversed(), ...int32(height).toReversed()];
  return file("qoif", size, [4, 0], Array<number>(200).fill(0xfe));
}

/** Returns an icon or cursor of 2 × 2 green pixels of 24 bits. Its mask makes the top left pixel transparent. */
export function maskedIcon(type: "ico" | "cur"): Uint8Array {
  const green = [0, 255, 0];
  // Rows are padded to four bytes, and the bottom row comes first.
  const pixels = [...green, ...green, 0, 0];
  const masks = [0, 0, 0, 0, 0b10000000, 0, 0, 0];
  const bitmap = [
    ...int32(40, 2, 4),
    1,
    0,
    24,
    0,
    ...int32(0, 0, 0, 0, 0, 0),
    ...pixels,
    ...pixels,
    ...masks,
  ];
  const directory = [2, 2, 0, 0, 1, 0, 24, 0, ...int32(bitmap.length, 22)];
  return file([0, 0, type === "ico" ? 1 : 2, 0, 1, 0], directory, bitmap);
}

/** Returns a Radiance picture of 2 × 1 pixels: linear light of 0.2140 and of 1.0, which are 127 and 255 in sRGB. */
export function radiance(): Uint8Array {
  // Mantissa / 256 × 2 ^ (exponent − 128).
  return file(
    "#?RADIANCE\nFORMAT=32-bit_rle_rgbe\n\n-Y 1 +X 2\n",
    [219, 219, 219, 126],
    [128, 128, 128, 129],
  );
}

/**
 * Returns an OpenEXR of 16 × 4 pixels, uncompressed half floats. Columns alternate between linear light of 0.5 red,
 * 0.2140 green and blue, and linear light of 0, 1 and 1. `alpha` adds an alpha of 0.5,
 * with premultiplied colors.
 */
export function openExr({ alpha = false } = {}): Uint8Array {
  const width = 16;
  const height = 4;
  const attribute = (name: string, type: string, value: number[]) =>
    [`${name}\0${type}\0`, int32(value.length), value].flatMap(bytesOf);
  // Half floats, not perceptually linear, sampled at every pixel.
  const channel = (name: string) => [`${name}\0`, int32(1), [0, 0, 0, 0], int32(1, 1)].flatMap(bytesOf);
  const names = alpha ? ["A", "B", "G", "R"] : ["B", "G", "R"];
  const box = int32(0, 0, width - 1, height - 1);
  const one = int32(0x3f800000);
  const header = [
    int32(20000630, 2),
    attribute("channels", "chlist", [...names.flatMap(channel), 0]),
    attribute("compression", "compression", [0]),
    attribute("dataWindow", "box2i", box),
    attribute("displayWindow", "box2i", box),
    attribute("lineOrder", "lineOrder", [0]),
    attribute("pixelAspectRatio", "float", one),
    attribute("screenWindowCenter", "v2f", int32(0, 0)),
    attribute("screenWindowWidth", "float", one),
    [0],
  ].flat();
  // 0x32d9 is 0.2140, 0x3c00 is 1, 0x3800 is 0.5. A row contains its channels one after the other.
  const pairs = [...(alpha ? [[0x3800, 0x3800]] : []), [0x32d9, 0x3c00], [0x32d9, 0x3c00], [0x3800, 0]];
  const row = pairs.flatMap((pair) =>
    Array.from({ length: width }, (_, x) => pair[x % 2] ?? 0).flatMap((half) => [half & 255, half >> 8]),
  );
  const rows = Array.from({ length: height }, (_, y) => y);
  const rowStart = header.length + 8 * height;
  return file(
    header,
    ...rows.map((y) => int32(rowStart + y * (row.length + 8), 0)),
    ...rows.map((y) => [...int32(y, row.length), ...row]),
  );
}

/** Returns a Netpbm file with a text header and binary samples. */
export function netpbm(header: string, samples: number[]): Uint8Array {
  return file(header, samples);
}
