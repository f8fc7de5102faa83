import type { Sharp } from "sharp";
import type { Animation } from "./decoded.ts";
import type { Effort, NativeFormat } from "./formats.ts";

/** How an image is to be encoded. */
export interface Encoding {
  effort: Effort;
  /** `null` where nothing is lost to a quality. */
  quality: number | null;
  lossless: boolean;
  /** Whether a PNG gets a palette of at most 256 colours. */
  palette: boolean;
  /** Whether the source has a palette, whose indexes a PNG filter would only scatter. */
  fromPalette: boolean;
}

type Encoder = (pipeline: Sharp, encoding: Encoding, animation: Animation | null) => Sharp;

const timesOf = (animation: Animation | null) =>
  animation ? { delay: animation.delays, loop: animation.loop } : {};

const webpEffort: Record<Effort, number> = { fast: 2, balanced: 4, best: 6 };
// At 4, sharp's default, libaom takes 4.5 times as long as at 3 and 9 times as long as at 2, for 5 and 10 % of the bytes
// at equal SSIM: see `image-effort` in `test/bench`.
const avifEffort: Record<Effort, number> = { fast: 0, balanced: 2, best: 3 };
/**
 * From this quality of libaom on the colours keep their resolution. Below they have half of it, as jpeg's and webp's
 * have, which takes two thirds of the memory: 20 bytes a pixel instead of 31.
 */
const fullColorQuality = 80;
const pngLevel: Record<Effort, number> = { fast: 3, balanced: 6, best: 9 };
const paletteEffort: Record<Effort, number> = { fast: 1, balanced: 7, best: 10 };
const gifEffort: Record<Effort, number> = { fast: 1, balanced: 3, best: 7 };

const encoders: Readonly<Record<NativeFormat, Encoder>> = {
  jpeg: (pipeline, { effort, quality }) =>
    pipeline.jpeg({
      ...(quality === null ? {} : { quality }),
      optimiseCoding: effort !== "fast",
      // mozjpeg takes 8 times as long for a few per cent of the bytes.
      mozjpeg: effort === "best",
    }),
  png: (pipeline, { effort, quality, palette, fromPalette }) =>
    palette
      ? pipeline.png({
          palette,
          ...(quality === null ? {} : { quality }),
          effort: paletteEffort[effort],
          compressionLevel: pngLevel[effort],
        })
      : pipeline.png({ compressionLevel: pngLevel[effort], adaptiveFiltering: !fromPalette }),
  webp: (pipeline, { effort, quality, lossless }, animation) =>
    pipeline.webp({
      ...(quality === null ? {} : { quality }),
      lossless,
      effort: webpEffort[effort],
      ...timesOf(animation),
    }),
  avif: (pipeline, { effort, quality, lossless }) =>
    pipeline.avif({
      ...(quality === null ? {} : { quality }),
      lossless,
      effort: avifEffort[effort],
      chromaSubsampling: lossless || (quality ?? 0) >= fullColorQuality ? "4:4:4" : "4:2:0",
      // At equal SSIM it takes 5 to 8 % fewer bytes, and less time, than libheif's choice.
      ...(lossless ? {} : { tune: "ssim" }),
    }),
  gif: (pipeline, { effort }, animation) =>
    pipeline.gif({ effort: gifEffort[effort], keepDuplicateFrames: true, ...timesOf(animation) }),
  tiff: (pipeline) => pipeline.tiff({ compression: "deflate", predictor: "horizontal" }),
};

/**
 * The pipeline with its encoder set.
 *
 * @param animation - The times of frames that sharp did not read itself; it keeps those of frames that it did.
 */
export function encodeAs(
  format: NativeFormat,
  pipeline: Sharp,
  encoding: Encoding,
  animation: Animation | null,
): Sharp {
  return encoders[format](pipeline, encoding, animation);
}
