import { type FormatAlias, type OutputFormat, resolveFormat } from "../schemas/image.ts";

/** How hard an encoder tries. */
export type Effort = "fast" | "balanced" | "best";

/** A format that can be read. */
export interface InputFormat {
  contentType: string;
  /** What sharp calls the loader that has to take it. */
  loader: string;
  /** What several images in one file are called, where the format can have them. */
  several: "frame" | "page" | "image";
  animated: boolean;
}

/** A format that can be written. Sizes are in pixels, speeds in megapixels a second. */
export interface TargetFormat {
  contentType: string;
  alpha: boolean;
  animated: boolean;
  maximumDepth: 8 | 16;
  maximumDimension: number;
  lossless: "always" | "option" | "never";
  /** When none is asked for; `null` where the format has no quality. */
  defaultQuality: number | null;
  /** Whether a quality below 100 makes of a lossless format a palette of at most 256 colours. */
  palette: boolean;
  /** Seconds that encoding may take. */
  deadline: number;
  /**
   * What one core encodes of a detailed photo, measured with sharp 0.35.5 and rounded towards noise, the worst
   * case; `null` where sharp's timeout interrupts the encoder, so that nothing has to be predicted.
   */
  speed: Readonly<Record<Effort, number | null>>;
  /** As `speed`, for the format's other mode: lossless where that is an option, else the palette. */
  otherSpeed: Readonly<Record<Effort, number | null>>;
}

const interruptible: TargetFormat["speed"] = { fast: null, balanced: null, best: null };

/** Every format that is read. */
export const inputFormats: Readonly<Record<string, InputFormat>> = {
  jpeg: { contentType: "image/jpeg", loader: "jpeg", several: "image", animated: false },
  png: { contentType: "image/png", loader: "png", several: "frame", animated: false },
  webp: { contentType: "image/webp", loader: "webp", several: "frame", animated: true },
  avif: { contentType: "image/avif", loader: "heif", several: "image", animated: false },
  gif: { contentType: "image/gif", loader: "gif", several: "frame", animated: true },
  tiff: { contentType: "image/tiff", loader: "tiff", several: "page", animated: false },
  svg: { contentType: "image/svg+xml", loader: "svg", several: "image", animated: false },
  svgz: { contentType: "image/svg+xml", loader: "svg", several: "image", animated: false },
};

/** Every format that is written. */
export const targetFormats: Readonly<Record<OutputFormat, TargetFormat>> = {
  jpeg: {
    contentType: "image/jpeg",
    alpha: false,
    animated: false,
    maximumDepth: 8,
    maximumDimension: 65_500,
    lossless: "never",
    defaultQuality: 80,
    palette: false,
    deadline: 8,
    speed: { fast: null, balanced: null, best: 3 },
    otherSpeed: interruptible,
  },
  png: {
    contentType: "image/png",
    alpha: true,
    animated: false,
    maximumDepth: 16,
    maximumDimension: 2 ** 31 - 1,
    lossless: "always",
    defaultQuality: null,
    palette: true,
    deadline: 8,
    speed: interruptible,
    otherSpeed: { fast: 2.5, balanced: 1.5, best: 1.2 },
  },
  webp: {
    contentType: "image/webp",
    alpha: true,
    animated: true,
    maximumDepth: 8,
    maximumDimension: 16_383,
    lossless: "option",
    defaultQuality: 75,
    palette: false,
    deadline: 8,
    speed: interruptible,
    otherSpeed: interruptible,
  },
  avif: {
    contentType: "image/avif",
    alpha: true,
    animated: false,
    maximumDepth: 8,
    maximumDimension: 16_384,
    lossless: "option",
    defaultQuality: 60,
    palette: false,
    deadline: 30,
    speed: { fast: 5, balanced: 1.7, best: 1 },
    otherSpeed: { fast: 2, balanced: 1.2, best: 0.8 },
  },
  gif: {
    contentType: "image/gif",
    alpha: true,
    animated: true,
    maximumDepth: 8,
    maximumDimension: 65_535,
    lossless: "never",
    defaultQuality: null,
    palette: false,
    deadline: 8,
    speed: { fast: 2, balanced: 2, best: 0.8 },
    otherSpeed: interruptible,
  },
  tiff: {
    contentType: "image/tiff",
    alpha: true,
    animated: false,
    maximumDepth: 16,
    maximumDimension: 2 ** 31 - 1,
    lossless: "always",
    defaultQuality: null,
    palette: false,
    deadline: 8,
    speed: interruptible,
    otherSpeed: interruptible,
  },
};

/** The media type that an image of a target format has, by the format's name or alias. */
export function contentTypeOf(format: OutputFormat | FormatAlias): string {
  return targetFormats[resolveFormat(format)].contentType;
}
