import type { Sharp } from "sharp";
import type { Decoded } from "./codec.ts";
import { pngChunks } from "./png.ts";
import type { Source } from "./source.ts";

type Row = readonly [number, number, number];

/** The transfer function of samples: PQ and HLG (ITU-R BT.2100), or that of a display without HDR. */
type Transfer = "pq" | "hlg" | "sdr";

/** The colors that a file declares by code points (ITU-T H.273) and that sharp does not convert. */
export interface CodedColor {
  name: string;
  transfer: Transfer;
  /** The matrix from the linear primaries to those of sRGB. */
  toSrgb: readonly [Row, Row, Row];
  /** The luminance of the brightest pixel in cd/m². */
  peak: number;
}

/**
 * The matrices from linear primaries by code point to those of BT.709, which are those of sRGB (BT.2087, SMPTE EG 432-1).
 */
const primaries: Readonly<Record<number, { name: string; toSrgb: CodedColor["toSrgb"] }>> = {
  1: {
    name: "bt709",
    toSrgb: [
      [1, 0, 0],
      [0, 1, 0],
      [0, 0, 1],
    ],
  },
  9: {
    name: "bt2020",
    toSrgb: [
      [1.660491, -0.587641, -0.07285],
      [-0.12455, 1.1329, -0.008349],
      [-0.018151, -0.100579, 1.11873],
    ],
  },
  12: {
    name: "display-p3",
    toSrgb: [
      [1.22494, -0.22494, 0],
      [-0.042057, 1.042057, 0],
      [-0.019638, -0.078636, 1.098274],
    ],
  },
};
const unspecified = 2;
const transfers: Readonly<Record<number, Transfer>> = { 16: "pq", 18: "hlg" };

/** The luminance of the white of text and paper in HDR (BT.2408), which becomes the white of sRGB. */
const white = 203;
/** The peak of HLG on its nominal display, and of PQ without a declared one. */
const usualPeak = 1000;
const pqPeak = 10_000;

function describe(primary: number, transfer: number, peak: number): CodedColor | null {
  const curve = transfers[transfer] ?? "sdr";
  const found = primaries[primary] ?? (primary === unspecified ? primaries[1] : undefined);
  if (!found || (curve === "sdr" && found === primaries[1])) return null;
  const name = curve === "sdr" ? found.name : `${found.name}-${curve}`;
  return { name, transfer: curve, toSrgb: found.toSrgb, peak };
}

/** A box of a file: its type, and the range of its content. */
interface Box {
  type: string;
  start: number;
  end: number;
}

/** Yields the boxes in a range (ISO/IEC 14496-12 §4.2). Ends at a damaged one. */
function* boxesIn(bytes: Uint8Array, start: number, end: number): Generator<Box> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let at = start; at + 8 <= end;) {
    const size = view.getUint32(at);
    const type = String.fromCharCode(...bytes.subarray(at + 4, at + 8));
    const stop = size === 0 ? end : at + size;
    if (size === 1 || (size !== 0 && size < 8) || stop > end) return;
    yield { type, start: at + 8, end: stop };
    at = stop;
  }
}

function firstBox(
  bytes: Uint8Array,
  { start, end }: Pick<Box, "start" | "end">,
  type: string,
): Box | undefined {
  for (const box of boxesIn(bytes, start, end)) if (box.type === type) return box;
  return undefined;
}

/**
 * Returns the indexes, from 1, of the properties of the primary item (ISO/IEC 23008-12 §9.3), or `null` if the file does
 * not say which they are. Other items are previews and gain maps, which have colors of their own.
 */
function primaryProperties(bytes: Uint8Array, meta: Box, properties: Box): Set<number> | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const primary = firstBox(bytes, { start: meta.start + 4, end: meta.end }, "pitm");
  const list = firstBox(bytes, properties, "ipma");
  if (!primary || !list) return null;
  try {
    const readId = (at: number, isLong: boolean) => (isLong ? view.getUint32(at) : view.getUint16(at));
    const wanted = readId(primary.start + 4, view.getUint8(primary.start) > 0);
    const hasLongIds = view.getUint8(list.start) > 0;
    const hasLongIndexes = (view.getUint8(list.start + 3) & 1) === 1;
    let at = list.start + 8;
    for (let item = view.getUint32(list.start + 4); item > 0 && at < list.end; item--) {
      const id = readId(at, hasLongIds);
      at += hasLongIds ? 4 : 2;
      const count = view.getUint8(at++);
      const size = hasLongIndexes ? 2 : 1;
      // The highest bit says whether a property is essential.
      const indexes = Array.from({ length: count }, (_, index) =>
        hasLongIndexes ? view.getUint16(at + index * 2) & 0x7fff : view.getUint8(at + index) & 0x7f,
      );
      if (id === wanted) return new Set(indexes);
      at += count * size;
    }
  } catch {
    // The decoder refuses a damaged file.
  }
  return null;
}

/** Reads the color that the main image declares by code points (ISO/IEC 14496-12 §12.1.5). */
function readHeifColor(bytes: Uint8Array): CodedColor | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const meta = firstBox(bytes, { start: 0, end: bytes.length }, "meta");
  const properties = meta && firstBox(bytes, { start: meta.start + 4, end: meta.end }, "iprp");
  const container = properties && firstBox(bytes, properties, "ipco");
  if (!container) return null;
  const all = [...boxesIn(bytes, container.start, container.end)];
  const own = primaryProperties(bytes, meta, properties);
  const owned = all.filter((_, index) => own?.has(index + 1));
  // The tiles of an image may have its color.
  const boxes = owned.some(({ type }) => type === "colr") ? owned : all;
  let coded: { primary: number; transfer: number } | undefined;
  let peak = 0;
  for (const { type, start, end } of boxes) {
    const isCoded = type === "colr" && end - start >= 10 && view.getUint32(start) === 0x6e636c78;
    if (isCoded) coded ??= { primary: view.getUint16(start + 4), transfer: view.getUint16(start + 6) };
    // The maximum content light level.
    if (type === "clli" && end - start >= 4) peak = view.getUint16(start);
  }
  if (!coded) return null;
  return describe(coded.primary, coded.transfer, peak > white ? Math.min(peak, pqPeak) : usualPeak);
}

/** Reads the chunks cICP and cLLI of a png (PNG 3rd edition §11.3.2.6, §11.3.2.8). */
function readPngColor(bytes: Uint8Array): CodedColor | null {
  let coded: Uint8Array | undefined;
  let peak = 0;
  for (const { type, data } of pngChunks(bytes)) {
    if (type === "IDAT") break;
    if (type === "cICP" && data.length >= 2) coded = data;
    // The maximum content light level, in 0.0001 cd/m².
    if (type === "cLLI" && data.length >= 4)
      peak = new DataView(data.buffer, data.byteOffset).getUint32(0) / 10_000;
  }
  if (!coded) return null;
  return describe(coded[0] ?? 0, coded[1] ?? 0, peak > white ? Math.min(peak, pqPeak) : usualPeak);
}

/** Reads the color that a file declares by code points; `null` for sRGB and formats without them. */
export function readCodedColor({ format, bytes }: Pick<Source, "format" | "bytes">): CodedColor | null {
  if (format === "avif" || format === "heic") return readHeifColor(bytes);
  return format === "png" ? readPngColor(bytes) : null;
}

// SMPTE ST 2084.
const [m1, m2, c1, c2, c3] = [0.1593017578125, 78.84375, 0.8359375, 18.8515625, 18.6875];

/** Returns the luminance of a PQ signal, 0 to 1, in cd/m². */
function fromPq(signal: number): number {
  const power = signal ** (1 / m2);
  return pqPeak * (Math.max(0, power - c1) / (c2 - c3 * power)) ** (1 / m1);
}

function toPq(luminance: number): number {
  const power = (luminance / pqPeak) ** m1;
  return ((c1 + c2 * power) / (1 + c3 * power)) ** m2;
}

/** Returns the light of the scene of an HLG signal, 0 to 1 (BT.2100 table 5). */
function fromHlg(signal: number): number {
  const [a, b, c] = [0.17883277, 0.28466892, 0.55991073];
  return signal <= 0.5 ? signal ** 2 / 3 : (Math.exp((signal - c) / a) + b) / 12;
}

function toSrgbSignal(linear: number): number {
  return linear <= 0.0031308 ? 12.92 * linear : 1.055 * linear ** (1 / 2.4) - 0.055;
}

function fromSrgbSignal(signal: number): number {
  return signal <= 0.04045 ? signal / 12.92 : ((signal + 0.055) / 1.055) ** 2.4;
}

/** Returns the luminance on a display whose brightest white is `white` (BT.2390-11 §5.4.1, with a black of 0). */
function compress(luminance: number, peak: number): number {
  const top = toPq(peak);
  const maximum = toPq(white) / top;
  const knee = 1.5 * maximum - 0.5;
  const signal = Math.min(1, toPq(luminance) / top);
  if (signal <= knee) return luminance;
  const t = (signal - knee) / (1 - knee);
  const spline =
    (2 * t ** 3 - 3 * t ** 2 + 1) * knee +
    (t ** 3 - 2 * t ** 2 + t) * (1 - knee) +
    (-2 * t ** 3 + 3 * t ** 2) * maximum;
  return fromPq(spline * top);
}

const codes = 65_536;
const steps = 16_384;

function table(length: number, value: (at: number) => number): Float32Array {
  return Float32Array.from({ length }, (_, index) => value(index / (length - 1)));
}

/** The light of a signal from 0 to 1: cd/m² for PQ, otherwise 0 to 1. */
const lightOf: Readonly<Record<Transfer, (signal: number) => number>> = {
  pq: fromPq,
  hlg: fromHlg,
  sdr: fromSrgbSignal,
};

/** Returns the factor of a color by its brightest channel, as a table over the square root of its share of the peak. */
function toneCurve(peak: number): Float32Array {
  return table(steps, (root) => {
    const luminance = root ** 2 * pqPeak;
    return luminance === 0 ? 1 / white : compress(Math.min(luminance, peak), peak) / luminance / white;
  });
}

/**
 * Converts samples of 16 bits to sRGB of 8 bits. HDR is tone mapped by the curve of BT.2390 on the brightest channel, so
 * hues stay. HLG is shown on a display of 1,000 cd/m² (BT.2100 table 5).
 *
 * @param samples - Interleaved, 3 or 4 channels; the last of 4 is alpha.
 * @param bits - The significant high bits of a sample.
 */
function toSrgb(samples: Uint16Array, channels: number, color: CodedColor, bits: number): Uint8Array {
  const highest = codes - 2 ** (16 - bits);
  const light = table(codes, (share) =>
    lightOf[color.transfer](Math.min(1, (share * (codes - 1)) / highest)),
  );
  const isHdr = color.transfer !== "sdr";
  const tone = isHdr ? toneCurve(color.peak) : undefined;
  // The system gamma of a display of 1,000 cd/m² is 1.2.
  const system =
    color.transfer === "hlg" ? table(steps, (luminance) => usualPeak * luminance ** 0.2) : undefined;
  const signal = Uint8Array.from({ length: steps }, (_, index) =>
    Math.round(255 * toSrgbSignal((index / (steps - 1)) ** 2)),
  );
  const encode = (linear: number) =>
    signal[Math.round(Math.sqrt(Math.min(1, Math.max(0, linear))) * (steps - 1))] ?? 0;
  const [[rr, rg, rb], [gr, gg, gb], [br, bg, bb]] = color.toSrgb;
  const result = new Uint8Array(samples.length);
  for (let index = 0; index + 2 < samples.length; index += channels) {
    let r = light[samples[index] ?? 0] ?? 0;
    let g = light[samples[index + 1] ?? 0] ?? 0;
    let b = light[samples[index + 2] ?? 0] ?? 0;
    let factor = 1;
    if (system) factor = system[Math.round((0.2627 * r + 0.678 * g + 0.0593 * b) * (steps - 1))] ?? 0;
    if (tone) {
      const most = Math.max(r, g, b) * factor;
      factor *= tone[Math.round(Math.sqrt(Math.min(1, most / pqPeak)) * (steps - 1))] ?? 0;
    }
    r *= factor;
    g *= factor;
    b *= factor;
    result[index] = encode(rr * r + rg * g + rb * b);
    result[index + 1] = encode(gr * r + gg * g + gb * b);
    result[index + 2] = encode(br * r + bg * g + bb * b);
    if (channels === 4)
      result[index + 3] = Math.min(255, Math.round(((samples[index + 3] ?? 0) * 255) / highest));
  }
  return result;
}

/**
 * Decodes an image to sRGB.
 *
 * @param bits - The bits per sample of the decoder, at most 16.
 */
export async function decodeCoded(pipeline: Sharp, color: CodedColor, bits: number): Promise<Decoded> {
  const { data, info } = await pipeline.toColourspace("rgb16").raw({ depth: "ushort" }).toUint8Array();
  const isAligned = data.byteOffset % 2 === 0;
  const bytes = isAligned ? data : Uint8Array.from(data);
  const samples = new Uint16Array(bytes.buffer, bytes.byteOffset, bytes.length / 2);
  const { width, height, channels } = info;
  return {
    kind: "frames",
    pixels: { data: toSrgb(samples, channels, color, bits), size: { width, height }, channels },
    frames: 1,
    delays: [],
    loop: 0,
  };
}
