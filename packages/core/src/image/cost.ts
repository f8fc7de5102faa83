import type { JobLimits } from "./options.ts";
import type { Effort, OutputFormat } from "./schema.ts";

/**
 * The cost of decoding. All costs here are measured on one core with sharp 0.35.5 or magick-wasm 0.0.43, over photos of
 * 6 to 24 megapixels, and rounded up.
 */
interface DecodingCost {
  /** Megapixels per second. */
  speed: number;
  /** Bytes per pixel at the peak. */
  memory: number;
  /** Bytes per pixel that are held during encoding. */
  kept: number;
  /** Megapixels per second of work that precedes the first decode only. */
  unpacking?: number;
}

/** The cost of one way to encode a format. */
interface EncodingCost {
  speed: Readonly<Record<Effort, number>>;
  memory: number;
  /** True if it holds the pixels of all frames, and takes as long for each as for the first. */
  holdsFrames?: true;
}

/** Megabytes of a process with its libraries and an image loaded. */
const idle: Readonly<Record<JobLimits["lane"], number>> = { native: 100, wasm: 200 };

/** Streaming decoders hold a few lines, the others all pixels. */
const decoding: Readonly<Record<string, DecodingCost>> = {
  jpeg: { speed: 120, memory: 1, kept: 1 },
  // The decoder reduces the image while it reads it: 430 megapixels per second were measured.
  "jpeg-shrunk": { speed: 240, memory: 0.5, kept: 0.5 },
  // All coefficients are read before the first line.
  "jpeg-shrunk-progressive": { speed: 25, memory: 5.5, kept: 5.5 },
  png: { speed: 70, memory: 1.5, kept: 1.5 },
  webp: { speed: 30, memory: 6.5, kept: 6.5 },
  avif: { speed: 12, memory: 18, kept: 4 },
  // All pixels of 16 bits are converted together, and held as pixels of 8 bits.
  coded: { speed: 5, memory: 26, kept: 10 },
  gif: { speed: 90, memory: 5, kept: 5 },
  // All frames are drawn on the canvas before the first is encoded.
  apng: { speed: 20, memory: 9, kept: 5 },
  tiff: { speed: 100, memory: 1, kept: 1 },
  // Our own decoder writes the samples as plain ones first.
  "tiff-samples": { speed: 100, memory: 7, kept: 7, unpacking: 10 },
  // The deadline limits the time to render a drawing, which depends on its content.
  svg: { speed: Infinity, memory: 5, kept: 5 },
  svgz: { speed: Infinity, memory: 5, kept: 5 },
};

/** Codecs return all pixels, and both the codec and sharp hold a copy. The memory of WebAssembly never shrinks. */
const decodingByCodec: Readonly<Record<string, DecodingCost>> = {
  heic: { speed: 10, memory: 18, kept: 18 },
  avif: { speed: 4, memory: 18, kept: 18 },
  jxl: { speed: 3.5, memory: 20, kept: 20 },
  jp2: { speed: 2.5, memory: 24, kept: 24 },
  pdf: { speed: 15, memory: 12, kept: 12 },
  // The pixels of a heic, and a copy of 16 bits while its colors are converted.
  coded: { speed: 4, memory: 30, kept: 24 },
};

/** Megapixels per second of reading pixels that are held. */
const heldSpeed = 100;

const plainByCodec: DecodingCost = { speed: 20, memory: 14, kept: 14 };

const every = (speed: number): EncodingCost["speed"] => ({ fast: speed, balanced: speed, best: speed });

const plainPixels: EncodingCost = { speed: every(12), memory: 16 };

/**
 * Encoders that take all pixels before they start cannot be interrupted within a process. avif, gif, a palette, mozjpeg
 * and the codecs therefore have the speed for noise, the worst case. The others have the speed for a photo and also a
 * deadline.
 */
const encoding: Readonly<Record<OutputFormat, EncodingCost>> = {
  jpeg: { speed: { fast: 50, balanced: 50, best: 3 }, memory: 7 },
  png: { speed: { fast: 20, balanced: 12, best: 8 }, memory: 4 },
  webp: { speed: { fast: 16, balanced: 9, best: 3 }, memory: 10.5 },
  avif: { speed: { fast: 5, balanced: 1.7, best: 1 }, memory: 21 },
  gif: { speed: { fast: 2, balanced: 2, best: 0.8 }, memory: 14 },
  apng: { speed: { fast: 4, balanced: 3, best: 2 }, memory: 16, holdsFrames: true },
  tiff: { speed: every(16), memory: 4 },
  jxl: { speed: { fast: 2.8, balanced: 2.8, best: 0.35 }, memory: 40 },
  jp2: { speed: every(1.5), memory: 32 },
  bmp: plainPixels,
  ico: plainPixels,
  qoi: plainPixels,
  tga: plainPixels,
  ppm: plainPixels,
};

/** The alternative mode of some formats: lossless if it is an option, otherwise the palette of a png. */
const otherEncoding: Readonly<Partial<Record<OutputFormat, EncodingCost>>> = {
  png: { speed: { fast: 2.5, balanced: 1.5, best: 1.2 }, memory: 8 },
  webp: { speed: { fast: 2, balanced: 1.2, best: 0.6 }, memory: 39 },
  avif: { speed: { fast: 2, balanced: 1.2, best: 0.8 }, memory: 43 },
  jxl: { speed: { fast: 2.8, balanced: 2.8, best: 0.3 }, memory: 40 },
};

/** Megapixels per second of frames after the first, which differ little, and seconds that each takes however small. */
const frameCost = { speed: 12, overhead: 0.0015 } as const;

/** Bytes per pixel that an encoder takes for more than its usual mode. */
const addedMemory = {
  progressive: { png: 4 } as Readonly<Partial<Record<OutputFormat, number>>>,
  fullColor: { jpeg: 6, avif: 13 } as Readonly<Partial<Record<OutputFormat, number>>>,
};

/** Seconds per megapixel of changes to the pixels, with and without an alpha channel. */
const effectCost = {
  trim: { opaque: 0.13, alpha: 0.25 },
  sharpen: { opaque: 0.16, alpha: 0.36 },
  blur: (sigma: number) => 0.0125 + 0.0018 * sigma,
} as const;

/** Seconds per megapixel of an image to change its gain map as the image, and bytes per pixel. */
const gainMapCost = { seconds: 0.15, memory: 9 } as const;

/** Seconds and megabytes to compare a megapixel, the most that is compared. */
const scoreCost = { seconds: 0.3, megabytes: 60 } as const;

/** The inputs of a cost prediction. Pixels are those of one frame, because animations are processed frame by frame. */
export interface Work {
  source: {
    /** As `sniffFormat` returns it. */
    format: string;
    byCodec: boolean;
    pixels: number;
    /** Bytes per pixel that are held to rotate the image, or to read it in another order. */
    turning: number;
    hasAlpha: boolean;
    /** True if its edges are searched before it is converted. */
    isTrimmed: boolean;
    /** True if an earlier conversion has decoded it, and its pixels are held. */
    isDecoded: boolean;
  };
  result: {
    format: OutputFormat;
    byCodec: boolean;
    pixels: number;
    effort: Effort;
    /** True if it uses the alternative mode of `otherEncoding`: lossless where that is optional, or a palette. */
    isOther: boolean;
    /** The sigma of a blur; 0 for none. */
    blur: number;
    isSharpened: boolean;
    /** True if a coarse image precedes the rest. */
    isProgressive: boolean;
    /** True if colors are requested in their full resolution. */
    isFullColor: boolean;
    /** True if each encode is decoded and compared. */
    isScored: boolean;
    /** True if it has the gain map of the image, which is processed at the size of the image. */
    hasGainMap: boolean;
    /** True if it is read for a placeholder or its main colors. */
    isSampled: boolean;
  };
  /** The frames that the result keeps. */
  frames: number;
  /** Number of encodes. A search for a quality needs several. */
  encodes: number;
}

/** The predicted cost of a job at its peak. */
export interface Cost {
  seconds: number;
  megabytes: number;
}

/** Returns the seconds of the changes to the pixels, which every encode repeats. */
function effectSeconds({ source, result, encodes }: Work): number {
  const kind = source.hasAlpha ? "alpha" : "opaque";
  const blur = result.blur > 0 ? effectCost.blur(result.blur) : 0;
  const sharpen = result.isSharpened ? effectCost.sharpen[kind] : 0;
  const trim = source.isTrimmed ? effectCost.trim[kind] : 0;
  return (source.pixels * trim + encodes * result.pixels * (blur + sharpen)) / 1e6;
}

/** Returns the seconds to decode each encode and to compare it with the original. */
function scoreSeconds({ result, encodes }: Work): number {
  const decoded = (result.byCodec ? decodingByCodec : decoding)[result.format] ?? plainByCodec;
  const megapixels = result.pixels / 1e6;
  return encodes * (megapixels / decoded.speed + Math.min(1, megapixels) * scoreCost.seconds);
}

/** Returns the seconds to read the first frame of the result in small. Pixels for a codec are held. */
function sampleSeconds({ result }: Work): number {
  const decoder = result.format === "jpeg" ? "jpeg-shrunk" : result.format;
  const speed = result.byCodec ? heldSpeed : (decoding[decoder] ?? plainByCodec).speed;
  return result.pixels / 1e6 / speed;
}

/** Returns the predicted cost of decoding and encoding. */
export function predictCost(work: Work): Cost {
  const { source, result, encodes, frames } = work;
  const lane = source.byCodec || result.byCodec ? "wasm" : "native";
  const decoded = source.byCodec
    ? (decodingByCodec[source.format] ?? plainByCodec)
    : (decoding[source.format] ?? plainByCodec);
  const encoded = (result.isOther ? otherEncoding[result.format] : undefined) ?? encoding[result.format];
  const speed = encoded.speed[result.effort];
  const frameSpeed = encoded.holdsFrames ? speed : frameCost.speed;
  const added =
    (result.isProgressive ? (addedMemory.progressive[result.format] ?? 0) : 0) +
    (result.isFullColor ? (addedMemory.fullColor[result.format] ?? 0) : 0);
  const whileDecoding = source.pixels * (decoded.memory + source.turning);
  const whileEncoding =
    source.pixels * (decoded.kept + source.turning + (result.hasGainMap ? gainMapCost.memory : 0)) +
    result.pixels * (encoded.memory + added) * (encoded.holdsFrames ? frames : 1);
  // Pixels from a codec are kept for all encodes. sharp decodes again for each.
  const decodes = source.byCodec ? 1 : encodes + (source.isTrimmed ? 1 : 0);
  const decodingSpeed = source.isDecoded ? heldSpeed : decoded.speed;
  return {
    seconds:
      (decodes * source.pixels) / 1e6 / decodingSpeed +
      (encodes * result.pixels) / 1e6 / speed +
      encodes * (frames - 1) * (frameCost.overhead + result.pixels / 1e6 / frameSpeed) +
      (source.isDecoded ? 0 : source.pixels / 1e6 / (decoded.unpacking ?? Infinity)) +
      effectSeconds(work) +
      (result.isScored ? scoreSeconds(work) : 0) +
      (result.isSampled ? sampleSeconds(work) : 0) +
      (result.hasGainMap ? (encodes * source.pixels * gainMapCost.seconds) / 1e6 : 0),
    megabytes:
      idle[lane] + (result.isScored ? scoreCost.megabytes : 0) + Math.max(whileDecoding, whileEncoding) / 1e6,
  };
}

/** Returns whether a job is predicted to stay within its limits. */
export function isAffordable(work: Work, { deadlineMs, memoryMb }: JobLimits): boolean {
  const { seconds, megabytes } = predictCost(work);
  return seconds * 1000 <= deadlineMs && megabytes <= memoryMb;
}
