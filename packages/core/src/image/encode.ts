import type { Sharp } from "sharp";
import type { Animation } from "./decoded.ts";
import type { NativeFormat } from "./formats.ts";
import type { Chroma, Effort } from "./schema.ts";

/** The settings for an encoder. */
export interface Encoding {
  effort: Effort;
  /** `null` if quality does not apply. */
  quality: number | null;
  lossless: boolean;
  /** True if a PNG gets a palette of at most 256 colors. */
  palette: boolean;
  /** True if the source has a palette. A PNG filter would only scatter its indexes. */
  fromPalette: boolean;
  /** True if a coarse image precedes the rest, in the formats that can have one. */
  progressive: boolean;
  /** The resolution of colors, in the formats where it can be chosen. */
  chroma: Chroma | undefined;
}

type Encoder = (pipeline: Sharp, encoding: Encoding, animation: Animation | null) => Sharp;

/** The maximum delay and number of plays that sharp sets. */
const maxTime = 65_535;

const frameTimes = (animation: Animation | null) =>
  animation
    ? {
        delay: animation.delays.map((delay) => Math.min(maxTime, delay)),
        loop: Math.min(maxTime, animation.loop),
      }
    : {};

const webpEffort: Record<Effort, number> = { fast: 2, balanced: 4, best: 6 };
// At 4, sharp's default, libaom takes 4.5 times as long as at 3 and 9 times as long as at 2. It saves 5 and 10 % of the
// bytes at equal SSIM: see `image-effort` in `test/bench`.
const avifEffort: Record<Effort, number> = { fast: 0, balanced: 2, best: 3 };
/**
 * The libaom quality from which colors keep their full resolution. Below, they have half of it, as in jpeg and webp.
 * That takes two thirds of the memory: 20 bytes per pixel instead of 31.
 */
const fullColorQuality = 80;
/** The levels of zlib for PNG. */
export const pngLevel: Record<Effort, number> = { fast: 3, balanced: 6, best: 9 };
/** The efforts of the quantizer for palettes. */
export const paletteEffort: Record<Effort, number> = { fast: 1, balanced: 7, best: 10 };
const gifEffort: Record<Effort, number> = { fast: 1, balanced: 3, best: 7 };

const encoders: Readonly<Record<NativeFormat, Encoder>> = {
  jpeg: (pipeline, { effort, quality, progressive, chroma }) =>
    pipeline.jpeg({
      ...(quality === null ? {} : { quality }),
      ...(chroma === undefined ? {} : { chromaSubsampling: chroma }),
      progressive,
      optimiseCoding: effort !== "fast",
      // mozjpeg takes 8 times as long to save a few percent of the bytes.
      mozjpeg: effort === "best",
    }),
  png: (pipeline, { effort, quality, palette, fromPalette, progressive }) =>
    palette
      ? pipeline.png({
          palette,
          progressive,
          ...(quality === null ? {} : { quality }),
          effort: paletteEffort[effort],
          compressionLevel: pngLevel[effort],
        })
      : pipeline.png({
          compressionLevel: pngLevel[effort],
          adaptiveFiltering: !fromPalette,
          progressive,
        }),
  webp: (pipeline, { effort, quality, lossless }, animation) =>
    pipeline.webp({
      ...(quality === null ? {} : { quality }),
      lossless,
      // The colors of transparent pixels are a part of a lossless image.
      exact: lossless,
      effort: webpEffort[effort],
      ...frameTimes(animation),
    }),
  avif: (pipeline, { effort, quality, lossless, chroma }) =>
    pipeline.avif({
      ...(quality === null ? {} : { quality }),
      lossless,
      effort: avifEffort[effort],
      chromaSubsampling: chroma ?? (lossless || (quality ?? 0) >= fullColorQuality ? "4:4:4" : "4:2:0"),
      // At equal SSIM it takes 5 to 8 % fewer bytes, and less time, than libheif's default.
      ...(lossless ? {} : { tune: "ssim" }),
    }),
  gif: (pipeline, { effort, progressive }, animation) =>
    pipeline.gif({
      effort: gifEffort[effort],
      progressive,
      keepDuplicateFrames: true,
      ...frameTimes(animation),
    }),
  // The encoder of animated PNG takes pixels of one kind.
  apng: (pipeline) => pipeline.toColourspace("srgb").ensureAlpha().raw({ depth: "uchar" }),
  tiff: (pipeline) => pipeline.tiff({ compression: "deflate", predictor: "horizontal" }),
};

/**
 * Returns the pipeline with its encoder set.
 *
 * @param animation - The times of frames that sharp did not read; sharp keeps the times of frames that it did read.
 */
export function encodeAs(
  format: NativeFormat,
  pipeline: Sharp,
  encoding: Encoding,
  animation: Animation | null,
): Sharp {
  return encoders[format](pipeline, encoding, animation);
}
