import { encodeGamma, labToSrgb } from "./lab.ts";
import { readNumbers, type TiffDirectory, type TiffFile, type TiffLayout, tags } from "./tiff.ts";
import { type Band, rowBytes } from "./tiff-strips.ts";

/** Samples as every decoder reads them: unsigned, interleaved, of 8 or 16 bits, with alpha that is not premultiplied. */
export interface PlainSamples {
  colors: "grey" | "rgb" | "cmyk";
  channels: number;
  hasAlpha: boolean;
  bits: 8 | 16;
}

/** Reads the samples of a band: `at` is the plane, the row, and the index in the row. */
type Reader = (band: Band, plane: number, row: number, index: number) => number;

/** Returns the number of the bits of a float of 16 bits (IEEE 754) or of 24 bits (Adobe, TIFF Technical Note 3). */
function shortFloat(bits: number, exponentBits: number, fractionBits: number): number {
  const bias = 2 ** (exponentBits - 1) - 1;
  const exponent = Math.floor(bits / 2 ** fractionBits) % 2 ** exponentBits;
  const fraction = (bits % 2 ** fractionBits) / 2 ** fractionBits;
  const size =
    exponent === 0
      ? fraction * 2 ** (1 - bias)
      : exponent === 2 ** exponentBits - 1
        ? Infinity
        : (1 + fraction) * 2 ** (exponent - bias);
  return bits >= 2 ** (exponentBits + fractionBits) ? -size : size;
}

function read24(view: DataView, at: number, littleEndian: boolean): number {
  const [high, middle, low] = littleEndian ? [at + 2, at + 1, at] : [at, at + 1, at + 2];
  return view.getUint8(high) * 65_536 + view.getUint8(middle) * 256 + view.getUint8(low);
}

/** The readers of samples of whole bytes, by the kind of number and its bits. */
const numberReaders: Readonly<
  Record<
    "whole" | "float",
    Readonly<Record<number, (view: DataView, at: number, littleEndian: boolean) => number>>
  >
> = {
  whole: {
    8: (view, at) => view.getUint8(at),
    16: (view, at, littleEndian) => view.getUint16(at, littleEndian),
    24: read24,
    32: (view, at, littleEndian) => view.getUint32(at, littleEndian),
    // The high half has more bits than a result.
    64: (view, at, littleEndian) => view.getUint32(littleEndian ? at + 4 : at, littleEndian),
  },
  float: {
    16: (view, at, littleEndian) => shortFloat(view.getUint16(at, littleEndian), 5, 10),
    24: (view, at, littleEndian) => shortFloat(read24(view, at, littleEndian), 7, 16),
    32: (view, at, littleEndian) => view.getFloat32(at, littleEndian),
    64: (view, at, littleEndian) => view.getFloat64(at, littleEndian),
  },
};

/** Returns whether samples of a number of bits are read. */
export function isReadDepth({ bits: [depth = 1], format }: TiffLayout): boolean {
  if (format === "float") return numberReaders.float[depth] !== undefined;
  return depth <= 16 || numberReaders.whole[depth] !== undefined;
}

/** Returns the stored number of a sample, with floating-point numbers as they are. */
function reader({ littleEndian }: TiffFile, { bits, format, samples, isPlanar }: TiffLayout): Reader {
  const [depth = 8] = bits;
  const views = new WeakMap<Uint8Array, DataView>();
  const viewOf = (bytes: Uint8Array) => {
    const known = views.get(bytes) ?? new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    views.set(bytes, known);
    return known;
  };
  const readAt = numberReaders[format === "float" ? "float" : "whole"][depth];
  const size = depth / 8;
  return (band, plane, row, index) => {
    const bytes = band.planes[plane];
    if (!bytes) return 0;
    const start = row * rowBytes(band.width, isPlanar ? 1 : samples, depth);
    if (readAt) return readAt(viewOf(bytes), start + index * size, littleEndian);
    // A sample of another size is in up to three bytes.
    const bit = index * depth;
    const at = start + (bit >> 3);
    const word = ((bytes[at] ?? 0) << 16) | ((bytes[at + 1] ?? 0) << 8) | (bytes[at + 2] ?? 0);
    return (word >> (24 - depth - (bit & 7))) & ((1 << depth) - 1);
  };
}

/** Returns the function from a stored number to a value from 0 to 1. */
function normalizer(
  file: TiffFile,
  directory: TiffDirectory,
  { bits, format }: TiffLayout,
): (stored: number) => number {
  const depth = Math.min(32, bits[0] ?? 8);
  const whole = 2 ** depth - 1;
  if (format === "uint") return (stored) => stored / whole;
  // Signed samples keep their order: the most negative is black.
  if (format === "int") return (stored) => ((stored + 2 ** (depth - 1)) % 2 ** depth) / whole;
  const [low = 0] = readNumbers(file, directory, tags.minimum);
  const [high = 1] = readNumbers(file, directory, tags.maximum);
  const range = high > low ? high - low : 1;
  return (stored) => (Number.isNaN(stored) ? 0 : Math.min(1, Math.max(0, (stored - low) / range)));
}

/** Converts the samples of a pixel, which are stored numbers, to those of the result, which are 0 to 1. */
type Convert = (pixel: Float64Array, result: Float64Array) => void;

const labPhotometric = 8;

/** L*a*b* of TIFF has signed a* and b*, that of ICC adds 128 to them (TIFF 6.0 §23; Adobe, TIFF Technical Note). */
function convertLab({ photometric, bits, format }: TiffLayout): Convert {
  const [depth = 8] = bits;
  if (format === "float")
    return ([lightness = 0, a = 0, b = 0], result) => result.set(labToSrgb(lightness, a, b));
  const isSigned = photometric === labPhotometric;
  const unit = depth === 16 ? 256 : 1;
  const whole = depth === 16 && !isSigned ? 65_280 : 2 ** depth - 1;
  const color = (stored: number) => {
    const signed = isSigned
      ? stored >= 2 ** (depth - 1)
        ? stored - 2 ** depth
        : stored
      : stored - 2 ** (depth - 1);
    return signed / unit;
  };
  return (pixel, result) =>
    result.set(labToSrgb(((pixel[0] ?? 0) * 100) / whole, color(pixel[1] ?? 0), color(pixel[2] ?? 0)));
}

/** Y, Cb and Cr of TIFF 6.0 §21. */
function convertYcc(file: TiffFile, directory: TiffDirectory): Convert {
  const [red = 0.299, green = 0.587, blue = 0.114] = readNumbers(file, directory, tags.yccCoefficients);
  const range = readNumbers(file, directory, tags.referenceBlackWhite);
  const [black = 0, white = 255, blueZero = 128, blueFull = 255, redZero = 128, redFull = 255] =
    range.length === 6 ? range : [];
  return (pixel, result) => {
    const y = ((pixel[0] ?? 0) - black) / (white - black || 1);
    const cb = ((pixel[1] ?? 0) - blueZero) / (2 * (blueFull - blueZero) || 1);
    const cr = ((pixel[2] ?? 0) - redZero) / (2 * (redFull - redZero) || 1);
    const r = y + cr * (2 - 2 * red);
    const b = y + cb * (2 - 2 * blue);
    result.set([r, (y - red * r - blue * b) / green, b]);
  };
}

/** The colors, their samples and the conversion of a photometric interpretation; `null` for one that is not read. */
export function interpretation(
  file: TiffFile,
  directory: TiffDirectory,
  layout: TiffLayout,
): { colors: PlainSamples["colors"]; count: number; convert: Convert } | null {
  const { photometric, bits } = layout;
  const [depth = 8] = bits;
  const value = normalizer(file, directory, layout);
  const direct =
    (count: number, isInverted = false): Convert =>
    (pixel, result) => {
      for (let index = 0; index < count; index++)
        result[index] = isInverted ? 1 - value(pixel[index] ?? 0) : value(pixel[index] ?? 0);
    };
  if (photometric === 0 || photometric === 1)
    return { colors: "grey", count: 1, convert: direct(1, photometric === 0) };
  // Floating-point colors without a profile are linear light, as libvips and most programs that write them have it.
  const isLinear = photometric === 2 && layout.format === "float" && !directory.fields.has(tags.profile);
  if (isLinear)
    return {
      colors: "rgb",
      count: 3,
      convert: ([r = 0, g = 0, b = 0], result) =>
        result.set([r, g, b].map((each) => encodeGamma(value(each)))),
    };
  if (photometric === 2) return { colors: "rgb", count: 3, convert: direct(3) };
  if (photometric === 3) {
    const map = readNumbers(file, directory, tags.colorMap);
    const whole = map.every((level) => level < 256) ? 255 : 65_535;
    const entries = 2 ** depth;
    const at = (index: number) => (map[index] ?? 0) / whole;
    return {
      colors: "rgb",
      count: 1,
      convert: ([index = 0], result) => result.set([at(index), at(entries + index), at(2 * entries + index)]),
    };
  }
  if (photometric === 5) return { colors: "cmyk", count: 4, convert: direct(4) };
  if (photometric === 6) return { colors: "rgb", count: 3, convert: convertYcc(file, directory) };
  if (photometric === labPhotometric || photometric === 9)
    return { colors: "rgb", count: 3, convert: convertLab(layout) };
  return null;
}

/** Writes bands of samples into the rows of plain samples. */
export function bandWriter(
  file: TiffFile,
  directory: TiffDirectory,
  layout: TiffLayout,
  { plain, target }: { plain: PlainSamples; target: DataView },
): (band: Band) => void {
  const found = interpretation(file, directory, layout);
  if (!found) throw new RangeError("the photometric interpretation is not read");
  const { samples, isPlanar, extra, size, format } = layout;
  const read = reader(file, layout);
  const value = normalizer(file, directory, layout);
  const alphaIndex = extra?.findIndex((kind) => kind === 1 || kind === 2) ?? -1;
  const alphaAt = alphaIndex < 0 ? -1 : samples - (extra?.length ?? 0) + alphaIndex;
  const isPremultiplied = extra?.[alphaIndex] === 1;
  const colors = plain.channels - (plain.hasAlpha ? 1 : 0);
  const bytes = plain.bits / 8;
  const whole = plain.bits === 16 ? 65_535 : 255;
  const pixel = new Float64Array(samples);
  const result = new Float64Array(colors);
  return (band) => {
    const width = Math.min(band.width, size.width - band.left);
    const height = Math.min(band.height, size.height - band.top);
    for (let row = 0; row < height; row++) {
      let at = ((band.top + row) * size.width + band.left) * plain.channels * bytes;
      for (let column = 0; column < width; column++) {
        for (let index = 0; index < samples; index++)
          pixel[index] = isPlanar
            ? read(band, index, row, column)
            : read(band, 0, row, column * samples + index);
        const alpha = plain.hasAlpha ? value(pixel[alphaAt] ?? 0) : 1;
        const divisor = isPremultiplied && alpha > 0 ? alpha : 1;
        // Floating-point colors are multiplied as linear light.
        if (format === "float")
          for (let index = 0; index < found.count; index++) pixel[index] = (pixel[index] ?? 0) / divisor;
        found.convert(pixel, result);
        for (let index = 0; index < plain.channels; index++) {
          const color = index < colors ? (result[index] ?? 0) / (format === "float" ? 1 : divisor) : alpha;
          const level = Math.round(Math.min(1, Math.max(0, color)) * whole);
          if (bytes === 2) target.setUint16(at, level, file.littleEndian);
          else target.setUint8(at, level);
          at += bytes;
        }
      }
    }
  };
}
