/** Files that are written here byte by byte, so that what they hold is beyond doubt. */

const ascii = (text: string): number[] => Array.from(text, (character) => character.charCodeAt(0));

function int32(value: number): number[] {
  return [value & 255, (value >> 8) & 255, (value >> 16) & 255, (value >> 24) & 255];
}

/** TGA of 2 × 2 pixels, uncompressed: red, green / blue, white when stored from the top left (Truevision TGA 2.0). */
export function targa({ fromTop, fromLeft }: { fromTop: boolean; fromLeft: boolean }): Uint8Array {
  const [red, green, blue, white] = [
    [0, 0, 255],
    [0, 255, 0],
    [255, 0, 0],
    [255, 255, 255],
  ];
  const rows = [
    [red, green],
    [blue, white],
  ];
  const stored = fromTop ? rows : rows.toReversed();
  const descriptor = (fromTop ? 0x20 : 0) | (fromLeft ? 0 : 0x10);
  return new Uint8Array([
    ...[0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2, 0, 2, 0, 24, descriptor],
    ...stored.flatMap((row) => (fromLeft ? row : row.toReversed()).flatMap((pixel) => pixel ?? [])),
  ]);
}

/** QOI of 2 × 1 pixels in RGBA; `linear` is the note on the colour space in its header, which says nothing of the samples. */
export function qoi(linear: boolean): Uint8Array {
  return new Uint8Array([
    ...ascii("qoif"),
    ...[0, 0, 0, 2, 0, 0, 0, 1, 4, linear ? 1 : 0],
    ...[0xff, 200, 100, 50, 255],
    ...[0xff, 10, 20, 30, 128],
    ...[0, 0, 0, 0, 0, 0, 0, 1],
  ]);
}

/** Radiance picture of 2 × 1 pixels: linear light of 0.2140 and of 1.0, which sRGB writes as 127 and 255. */
export function radiance(): Uint8Array {
  return new Uint8Array([
    ...ascii("#?RADIANCE\nFORMAT=32-bit_rle_rgbe\n\n-Y 1 +X 2\n"),
    // Mantissa / 256 × 2 ^ (exponent − 128).
    ...[219, 219, 219, 126],
    ...[128, 128, 128, 129],
  ]);
}

/**
 * OpenEXR of 16 × 4 pixels, uncompressed half floats, in columns by turns: linear light of 0.5 red, 0.2140 green and
 * blue; then of 0, 1 and 1.
 */
export function openExr(): Uint8Array {
  const width = 16;
  const height = 4;
  const attribute = (name: string, type: string, value: number[]) => [
    ...ascii(`${name}\0${type}\0`),
    ...int32(value.length),
    ...value,
  ];
  const channel = (name: string) => [
    ...ascii(`${name}\0`),
    // Half floats, not perceptually linear, sampled at every pixel.
    ...[...int32(1), 0, 0, 0, 0, ...int32(1), ...int32(1)],
  ];
  const box = [...int32(0), ...int32(0), ...int32(width - 1), ...int32(height - 1)];
  const one = int32(0x3f800000);
  const header = [
    ...[...int32(20000630), ...int32(2)],
    ...attribute("channels", "chlist", [...["B", "G", "R"].flatMap(channel), 0]),
    ...attribute("compression", "compression", [0]),
    ...attribute("dataWindow", "box2i", box),
    ...attribute("displayWindow", "box2i", box),
    ...attribute("lineOrder", "lineOrder", [0]),
    ...attribute("pixelAspectRatio", "float", one),
    ...attribute("screenWindowCenter", "v2f", [...int32(0), ...int32(0)]),
    ...attribute("screenWindowWidth", "float", one),
    0,
  ];
  // 0x32d9 is 0.2140, 0x3c00 is 1, 0x3800 is 0.5. A row has its blue first, then its green and its red.
  const pairs = [
    [0x32d9, 0x3c00],
    [0x32d9, 0x3c00],
    [0x3800, 0],
  ];
  const row = pairs.flatMap((pair) =>
    Array.from({ length: width }, (_, x) => pair[x % 2] ?? 0).flatMap((half) => [half & 255, half >> 8]),
  );
  const rowStart = header.length + 8 * height;
  const rows = Array.from({ length: height }, (_, y) => y);
  return new Uint8Array([
    ...header,
    ...rows.flatMap((y) => [...int32(rowStart + y * (row.length + 8)), ...int32(0)]),
    ...rows.flatMap((y) => [...int32(y), ...int32(row.length), ...row]),
  ]);
}

/** QOI whose header says that it is as wide and as high as given, and of which nothing follows. */
export function lyingQoi(width: number, height: number): Uint8Array {
  const bigEndian = (value: number) => int32(value).toReversed();
  return new Uint8Array([
    ...ascii("qoif"),
    ...bigEndian(width),
    ...bigEndian(height),
    4,
    0,
    ...Array(200).fill(0xfe),
  ]);
}

/** Netpbm with a header in text and samples in bytes. */
export function netpbm(header: string, samples: number[]): Uint8Array {
  return new Uint8Array([...ascii(header), ...samples]);
}
