import { z } from "zod";
import { ToolsError } from "../errors.ts";
import { describeValue, invalidParameters, parameter, validateOptions } from "../validate.ts";
import type { ImageCodec } from "./codec.ts";
import type { ImageExecutor, JobLimits } from "./executor.ts";
import { searchEncodes } from "./fit-bytes.ts";
import type { Effort, TargetFormat } from "./formats.ts";
import { targetFormats } from "./formats.ts";
import { jobLimits } from "./job-limits.ts";
import { limitBytes, type Size } from "./limits.ts";
import {
  type AutoFormat,
  autoFormats,
  type FormatAlias,
  ImageOptions,
  type OutputFormat,
  resolveFormat,
} from "./schema.ts";

/**
 * The way in which an image is fitted to a width and height, as in CSS `object-fit`. `outside` covers without cropping.
 */
export type Fit = "cover" | "contain" | "fill" | "inside" | "outside";

/** The options of a conversion that are plain data. */
export interface PlainImageOptions {
  /**
   * The format to convert to. `jpg`, `tif` and `heif` mean `jpeg`, `tiff` and `avif`. `auto` is the smallest of avif,
   * webp, jpeg and png.
   */
  format: OutputFormat | FormatAlias | "auto";
  /** The formats from which `auto` may choose. Default: all four. */
  accept?: readonly AutoFormat[] | undefined;
  /**
   * 1 to 100 on the scale of jpeg. A number looks the same in every lossy format. Default: 80. Below 100, a png gets a
   * palette of 256 colors.
   */
  quality?: number | undefined;
  /** The maximum bytes of the result, which gets the best quality that fits. */
  maxBytes?: number | undefined;
  /** For webp, avif, jxl and jp2. png and tiff are always lossless. Default: false. */
  lossless?: boolean | undefined;
  /** The time spent to save bytes. Default: `balanced`. */
  effort?: Effort | undefined;
  /**
   * `#rgb`, `#rrggbb` or `#rrggbbaa`. The color below transparent pixels if the format has no transparency, and around
   * `contain`.
   */
  background?: string | undefined;
  /** Keeps EXIF, XMP and IPTC, including locations. Default: false. */
  keepMetadata?: boolean | undefined;
  /** The frame, page or image to convert, counted from 0. */
  page?: number | undefined;
  /** Pixels, after the orientation is applied. */
  width?: number | undefined;
  /** Pixels, after the orientation is applied. */
  height?: number | undefined;
  /** Default: `inside`, which neither crops nor distorts. */
  fit?: Fit | undefined;
}

/** The options of `convertImage`. */
export interface ConvertImageOptions extends PlainImageOptions {
  /** The codecs for formats that sharp does not support. An error names a missing one. */
  codecs?: readonly ImageCodec[] | undefined;
  /** Runs the conversion elsewhere, with its own codecs. Default: in this process. */
  executor?: ImageExecutor | undefined;
  /** Aborts the conversion with the signal's reason. */
  signal?: AbortSignal | undefined;
}

/** The requested size and fit. Without width and height the size is unchanged. */
export interface Resizing {
  width: number | undefined;
  height: number | undefined;
  fit: Fit;
}

/** A validated request for one format. */
export interface ConversionRequest extends Resizing {
  format: OutputFormat;
  target: TargetFormat;
  quality: number | undefined;
  lossless: boolean | undefined;
  effort: Effort;
  background: string | undefined;
  keepMetadata: boolean;
  page: number | undefined;
  limits: JobLimits;
  /** The predicted number of encodes of a lossy result. */
  encodes: number;
}

/** A validated request, before one of several formats is chosen. */
export interface CheckedRequest {
  /** The requested format, or those from which `auto` chooses; never empty. */
  formats: readonly OutputFormat[];
  maxBytes: number | undefined;
  page: number | undefined;
  codecs: readonly ImageCodec[];
  executor: ImageExecutor | undefined;
  signal: AbortSignal | undefined;
  limits: JobLimits;
  /** Returns the same request for one of the formats. */
  as(format: OutputFormat): ConversionRequest;
}

/** All encodes of `auto` together take about twice as long as the slowest of them. */
const automaticEncodes = 2;

/** The options of a program: those of an HTTP call, and those that JSON cannot represent. */
const ProgramOptions = ImageOptions.extend({
  accept: parameter(
    `an array of one or more of ${autoFormats.join(", ")}`,
    z.array(z.enum(autoFormats)).min(1).optional(),
  ),
  codecs: parameter("an array of codecs", z.custom<readonly ImageCodec[]>(Array.isArray).optional()),
  executor: parameter(
    "a function",
    z.custom<ImageExecutor>((executor) => typeof executor === "function").optional(),
  ),
  signal: parameter("an AbortSignal", z.instanceof(AbortSignal).optional()),
});

/**
 * Validates the image and the options of a conversion.
 *
 * @throws ToolsError `invalid_parameter` with an entry for every invalid option, `payload_too_large`, or
 *   `invalid_image` for an empty image.
 */
export function readRequest(image: Uint8Array, options: ConvertImageOptions): CheckedRequest {
  const checked = validateOptions(ProgramOptions, options);
  if (!(image instanceof Uint8Array))
    throw invalidParameters([
      { name: "image", detail: `expected a Uint8Array, received ${describeValue(image)}` },
    ]);
  if (image.length === 0) throw new ToolsError("invalid_image", "image: expected an image, received 0 bytes");
  limitBytes(image);

  const asked = checked.format === "auto" ? (checked.accept ?? autoFormats) : [resolveFormat(checked.format)];
  const formats = checked.lossless
    ? asked.filter((format) => targetFormats[format].lossless !== "never")
    : [...new Set(asked)];
  if (formats.length === 0)
    throw invalidParameters([
      {
        name: "lossless",
        detail: `expected false for ${asked.join(", ")}, which has no lossless mode, received true`,
      },
    ]);
  const limits = jobLimits(image, options);
  const encodes = checked.max_bytes !== undefined ? searchEncodes : formats.length > 1 ? automaticEncodes : 1;
  return {
    formats,
    maxBytes: checked.max_bytes,
    page: checked.page,
    codecs: checked.codecs ?? [],
    executor: checked.executor,
    signal: checked.signal,
    limits,
    as: (format) => ({
      format,
      target: targetFormats[format],
      quality: checked.quality,
      lossless: checked.lossless,
      effort: checked.effort ?? "balanced",
      background: checked.background,
      keepMetadata: checked.keep_metadata ?? false,
      page: checked.page,
      limits,
      encodes,
      width: checked.width,
      height: checked.height,
      fit: checked.fit ?? "inside",
    }),
  };
}

function scaled({ width, height }: Size, scale: number): Size {
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}

/**
 * Returns the size of the result, and the size at which a drawing is rendered for it. A fit that crops or distorts
 * renders more than it keeps.
 */
export function sizeFor(original: Size, { width, height, fit }: Resizing): { result: Size; rendered: Size } {
  const byWidth = (width ?? 0) / original.width;
  const byHeight = (height ?? 0) / original.height;
  if (width === undefined && height === undefined) return { result: original, rendered: original };
  if (width === undefined || height === undefined) {
    const result = scaled(original, Math.max(byWidth, byHeight));
    return { result, rendered: result };
  }
  const within = scaled(original, Math.min(byWidth, byHeight));
  const around = scaled(original, Math.max(byWidth, byHeight));
  if (fit === "inside") return { result: within, rendered: within };
  if (fit === "outside") return { result: around, rendered: around };
  return { result: { width, height }, rendered: fit === "contain" ? within : around };
}
