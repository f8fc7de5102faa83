import { ToolsError } from "../errors.ts";
import { unreadTiff } from "./tiff-unread.ts";
import {
  readLayout,
  readNumbers,
  readText,
  readTiff,
  type TiffDirectory,
  type TiffFile,
  type TiffLayout,
  tags,
} from "./tiff.ts";
import { bandWriter, interpretation, isReadDepth, type PlainSamples } from "./tiff-samples.ts";
import { type Band, hasPredictor, isUnpacked, readBands } from "./tiff-strips.ts";
import { maxPixels } from "./limits.ts";

/** A TIFF that decoders read, with the facts about the picture that they do not see. */
export interface PlainTiff {
  bytes: Uint8Array;
  /** `null` if the file is unchanged. */
  stored: { bitDepth: number; colorSpace: string | null } | null;
  /** The kinds of channels that were left out. */
  dropped: string[];
  /** The share of the picture that is missing. */
  lost: number;
}

/** Memory of the samples. */
const maxSampleBytes = 300_000_000;

const jpeg = 7;

/** Samples per pixel of the colors of an interpretation. */
const colorSamples: Readonly<Record<number, number>> = { 0: 1, 1: 1, 2: 3, 3: 1, 5: 4, 6: 3, 8: 3, 9: 3 };

/** Returns whether libvips and its TIFF library read a picture right. */
function isPlain(layout: TiffLayout, hasProfile: boolean): boolean {
  const { photometric, compression, samples, bits, format, extra, hasOtherInks } = layout;
  const { isPlanar, isTiled } = layout;
  const colors = colorSamples[photometric];
  const [depth = 1] = bits;
  if (colors === undefined) return true;
  if (hasOtherInks || bits.some((each) => each !== depth)) return false;
  // libvips reads no tiles of separate planes, takes small samples in them for bytes, and shows two planes as one.
  if (isPlanar && (isTiled || samples === 2 || depth < 8)) return false;
  const isUndeclared = samples > colors && extra === null && !isUnpacked(compression);
  const isAlpha = extra?.length === 1 && extra[0] === 2;
  if (samples !== colors && !(samples === colors + 1 && (isAlpha || isUndeclared))) return false;
  if (photometric === 6) return compression === jpeg || compression === 6;
  if (photometric === 8 || photometric === 9) return false;
  if (photometric === 5 && depth === 16 && samples > colors) return false;
  // Without a profile, floating-point colors are linear light.
  if (format === "float") return photometric === 2 && depth === 32 && !hasProfile;
  if (format !== "uint") return false;
  const hasSmallSamples = samples === 1 && [1, 2, 4].includes(depth);
  return depth === 8 || (depth === 16 && photometric !== 3) || hasSmallSamples;
}

/** Returns whether the differences of samples have a known form (TIFF 6.0 §14, TIFF Technical Note 3). */
function isKnownPredictor({ predictor, compression, bits, format }: TiffLayout): boolean {
  const [depth = 1] = bits;
  if (predictor <= 1 || !hasPredictor(compression)) return true;
  return predictor === 2 ? [8, 16, 32, 64].includes(depth) : predictor === 3 && format === "float";
}

/** Returns the plain form of samples, or throws if the layout is not read. */
function plainSamples(file: TiffFile, directory: TiffDirectory, layout: TiffLayout): PlainSamples {
  const { photometric, compression, bits, format, extra, samples } = layout;
  const [depth = 1] = bits;
  if (layout.hasOtherInks || !isKnownPredictor(layout)) throw unreadTiff(layout);
  const found = interpretation(file, directory, layout);
  const isYcc = photometric === 6;
  const isLab = photometric === 8 || photometric === 9;
  const isColorDepth = isYcc
    ? depth === 8
    : !isLab || format === "float" || (format === "uint" && (depth === 8 || depth === 16));
  const isEqual = bits.every((each) => each === depth);
  if (
    !found ||
    !isUnpacked(compression) ||
    !isReadDepth(layout) ||
    !isColorDepth ||
    !isEqual ||
    format === "other"
  )
    throw unreadTiff(layout);
  if (samples < found.count) throw unreadTiff(layout);
  const hasAlpha = extra?.some((kind) => kind === 1 || kind === 2) ?? false;
  const channels = { grey: 1, rgb: 3, cmyk: 4 }[found.colors] + (hasAlpha ? 1 : 0);
  // libvips does not scale the transparency of CMYK with 16 bits.
  const isDeep = depth > 8 && !(photometric === 5 && hasAlpha);
  return { colors: found.colors, channels, hasAlpha, bits: isDeep ? 16 : 8 };
}

/** Returns Y, Cb and Cr of blocks, in which several Y share their colors, as bands of interleaved samples. */
function unblocked(band: Band, across: number, down: number): Band {
  const blocks = Math.ceil(band.width / across);
  const block = across * down + 2;
  const samples = new Uint8Array(band.width * band.height * 3);
  const [data = new Uint8Array()] = band.planes;
  for (let row = 0; row < band.height; row++)
    for (let column = 0; column < band.width; column++) {
      const start = (Math.floor(row / down) * blocks + Math.floor(column / across)) * block;
      const at = (row * band.width + column) * 3;
      samples[at] = data[start + (row % down) * across + (column % across)] ?? 0;
      samples[at + 1] = data[start + across * down] ?? 0;
      samples[at + 2] = data[start + across * down + 1] ?? 0;
    }
  return { ...band, planes: [samples] };
}

/**
 * Makes a picture opaque that is transparent everywhere. Returns whether it was: then the last sample is no transparency.
 */
function fillClear(samples: Uint8Array, { channels, bits }: PlainSamples): boolean {
  const pixelBytes = (channels * bits) / 8;
  const alphaBytes = bits / 8;
  for (let at = pixelBytes - alphaBytes; at < samples.length; at += pixelBytes)
    for (let byte = 0; byte < alphaBytes; byte++) if (samples[at + byte] !== 0) return false;
  for (let at = pixelBytes - alphaBytes; at < samples.length; at += pixelBytes)
    samples.fill(255, at, at + alphaBytes);
  return true;
}

/** Tags that the plain picture replaces or has no use for. The others, such as the profile, stay as they are. */
const replaced = new Set<number>([
  tags.width,
  tags.height,
  tags.bits,
  tags.compression,
  tags.photometric,
  tags.fillOrder,
  tags.stripOffsets,
  tags.samples,
  tags.stripRows,
  tags.stripBytes,
  tags.planar,
  tags.predictor,
  tags.colorMap,
  tags.tileWidth,
  tags.tileHeight,
  tags.tileOffsets,
  tags.tileBytes,
  tags.subDirectories,
  tags.inkSet,
  tags.inkNames,
  334,
  tags.extraSamples,
  tags.sampleFormat,
  tags.minimum,
  tags.maximum,
  280,
  281,
  tags.yccCoefficients,
  tags.yccSubsampling,
  531,
  tags.referenceBlackWhite,
]);

/** Appends a directory to the file that describes the plain samples at its end, in place of another. */
function writeDirectory(
  file: TiffFile,
  directory: TiffDirectory,
  {
    bytes,
    at,
    plain,
    keepsProfile,
    size,
  }: { bytes: Uint8Array; at: number; plain: PlainSamples; keepsProfile: boolean; size: TiffLayout["size"] },
): void {
  const { littleEndian, isBig } = file;
  const view = new DataView(bytes.buffer);
  const sampleBytes = (size.width * size.height * plain.channels * plain.bits) / 8;
  const bitsAt = at + sampleBytes;
  for (let index = 0; index < plain.channels; index++)
    view.setUint16(bitsAt + index * 2, plain.bits, littleEndian);
  const inlineBits = plain.channels * 2 <= (isBig ? 8 : 4);
  const fields: { tag: number; type: number; count: number; value: number }[] = [
    { tag: tags.width, type: 4, count: 1, value: size.width },
    { tag: tags.height, type: 4, count: 1, value: size.height },
    { tag: tags.bits, type: 3, count: plain.channels, value: bitsAt },
    { tag: tags.compression, type: 3, count: 1, value: 1 },
    { tag: tags.photometric, type: 3, count: 1, value: { grey: 1, rgb: 2, cmyk: 5 }[plain.colors] },
    { tag: tags.stripOffsets, type: 4, count: 1, value: at },
    { tag: tags.samples, type: 3, count: 1, value: plain.channels },
    { tag: tags.stripRows, type: 4, count: 1, value: size.height },
    { tag: tags.stripBytes, type: 4, count: 1, value: sampleBytes },
    ...(plain.hasAlpha ? [{ tag: tags.extraSamples, type: 3, count: 1, value: 2 }] : []),
  ];
  const kept = [...directory.fields].filter(
    ([tag]) => !replaced.has(tag) && (keepsProfile || tag !== tags.profile),
  );
  const entries = [...fields.map(({ tag }) => tag), ...kept.map(([tag]) => tag)].toSorted((a, b) => a - b);
  const start = bitsAt + 16;
  const entryBytes = isBig ? 20 : 12;
  const setOffset = (place: number, value: number) => {
    if (isBig) view.setBigUint64(place, BigInt(value), littleEndian);
    else view.setUint32(place, value, littleEndian);
  };
  if (isBig) setOffset(start, entries.length);
  else view.setUint16(start, entries.length, littleEndian);
  let place = start + (isBig ? 8 : 2);
  for (const tag of entries) {
    const field = fields.find((each) => each.tag === tag);
    const original = directory.fields.get(tag);
    if (field) {
      view.setUint16(place, tag, littleEndian);
      view.setUint16(place + 2, field.type, littleEndian);
      setOffset(place + 4, field.count);
      const valueAt = place + (isBig ? 12 : 8);
      if (field.tag === tags.bits && inlineBits)
        for (let index = 0; index < plain.channels; index++)
          view.setUint16(valueAt + index * 2, plain.bits, littleEndian);
      else if (field.tag === tags.bits) setOffset(valueAt, bitsAt);
      else if (field.type === 3) view.setUint16(valueAt, field.value, littleEndian);
      else view.setUint32(valueAt, field.value, littleEndian);
    } else if (original) bytes.copyWithin(place, original.entry, original.entry + entryBytes);
    place += entryBytes;
  }
  bytes.copyWithin(place, directory.next, directory.next + (isBig ? 8 : 4));
  setOffset(directory.link, start);
}

const unchanged = (bytes: Uint8Array): PlainTiff => ({ bytes, stored: null, dropped: [], lost: 0 });

/** The name of the color space of an interpretation that becomes RGB. */
const spaces: Readonly<Record<number, string>> = { 6: "ycbcr", 8: "lab", 9: "lab" };

/** Returns the names of the samples that are no color and no transparency. */
function droppedChannels(
  file: TiffFile,
  directory: TiffDirectory,
  { photometric, samples, extra }: TiffLayout,
): string[] {
  const others =
    samples -
    (colorSamples[photometric] ?? samples) -
    (extra ?? []).filter((kind) => kind === 1 || kind === 2).length;
  const names = photometric === 5 ? readText(file, directory, tags.inkNames).split(" ") : [];
  return Array.from({ length: Math.max(0, others) }, (_, index) => names[index + 4] ?? "");
}

/**
 * Returns a TIFF whose page `page` has a layout that decoders read right: interleaved gray, RGB or CMYK of 8 or 16 bits,
 * with transparency only where the file declares it. Other layouts are decoded here, and the plain page is appended to
 * the file. libvips takes every further channel for transparency, YCbCr for RGB, and floating-point samples with a
 * profile for values up to 255.
 *
 * @throws ToolsError `invalid_image` for a layout that is not read, by its name.
 */
export async function plainTiff(source: Uint8Array, page: number): Promise<PlainTiff> {
  const file = readTiff(source);
  const directory = file?.directories[page];
  if (!file || !directory) return unchanged(source);
  const declared = readLayout(file, directory);
  // libtiff and ImageMagick take one further sample that the file does not declare for transparency.
  const isUndeclared =
    declared.extra === null && declared.samples === (colorSamples[declared.photometric] ?? Infinity) + 1;
  const layout = isUndeclared && isUnpacked(declared.compression) ? { ...declared, extra: [2] } : declared;
  const { size, photometric, bits } = layout;
  const profile = directory.fields.has(tags.profile);
  const [depth = 8] = bits;
  if (size.width * size.height > maxPixels || size.width < 1 || size.height < 1) return unchanged(source);
  if (isPlain(declared, profile)) return unchanged(source);
  const plain = plainSamples(file, directory, layout);
  const sampleBytes = (size.width * size.height * plain.channels * plain.bits) / 8;
  if (sampleBytes > maxSampleBytes)
    throw new ToolsError(
      "image_too_large",
      `image: expected at most ${Math.floor((maxSampleBytes / sampleBytes) * size.width * size.height)} pixels in a tiff of this kind, received ${size.width * size.height}`,
    );
  const [across = 2, down = 2] = readNumbers(file, directory, tags.yccSubsampling);
  const isBlocked = photometric === 6 && !layout.isPlanar && across * down > 1;
  if (photometric === 6 && layout.isPlanar && across * down > 1) throw unreadTiff(layout);
  const at = source.length + (source.length % 2);
  const kept = (directory.fields.size + 12) * (file.isBig ? 20 : 12);
  const bytes = new Uint8Array(at + sampleBytes + kept + 64);
  bytes.set(source);
  let missing = 0;
  let total = 0;
  const write = bandWriter(file, directory, layout, { plain, target: new DataView(bytes.buffer, at) });
  const blockBytes = (width: number, height: number) =>
    Math.ceil(width / across) * Math.ceil(height / down) * (across * down + 2);
  try {
    const options = { ...(isBlocked && { blockBytes }), onLoss: (lost: number) => (missing += lost) };
    for await (const band of readBands(file, directory, layout, options)) {
      total += band.planes.reduce((sum, { length }) => sum + length, 0);
      write(isBlocked ? unblocked(band, across, down) : band);
    }
  } catch (cause) {
    if (!(cause instanceof RangeError)) throw cause;
    throw new ToolsError("invalid_image", "image: tiff was recognized, but it is damaged", { cause });
  }
  const isClear = isUndeclared && fillClear(bytes.subarray(at, at + sampleBytes), plain);
  const isConverted = photometric === 6 || photometric === 8 || photometric === 9;
  writeDirectory(file, directory, { bytes, at, plain, keepsProfile: !isConverted, size });
  return {
    bytes,
    stored: { bitDepth: depth, colorSpace: spaces[photometric] ?? null },
    dropped: droppedChannels(file, directory, isClear ? declared : layout),
    lost: total === 0 ? 1 : missing / total,
  };
}
