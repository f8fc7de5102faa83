import { z } from "zod";
import { ToolsError } from "../errors.ts";
import { describeValue, invalidParameters, parameter, validateOptions } from "../schemas/validate.ts";
import {
  type AutoFormat,
  autoFormats,
  type FormatAlias,
  ImageOptions,
  type OutputFormat,
  resolveFormat,
} from "../schemas/image.ts";
import type { ImageCodec } from "./codec.ts";
import type { ImageExecutor, JobLimits } from "./executor.ts";
import { searchEncodes } from "./fit-bytes.ts";
import type { Effort, TargetFormat } from "./formats.ts";
import { targetFormats } from "./formats.ts";
import { jobLimits } from "./job-limits.ts";
import { limitBytes, type Size } from "./limits.ts";

/** How an image is brought to a width and height, as CSS `object-fit` says it; `outside` covers without cropping. */
export type Fit = "cover" | "contain" | "fill" | "inside" | "outside";

/** The options of a conversion that are plain data. */
export interface PlainImageOptions {
  /**
   * The format to convert to; `jpg`, `tif` and `heif` are `jpeg`, `tiff` and `avif`. `auto` is the smallest of
   * avif, webp, jpeg and png.
   */
  format: OutputFormat | FormatAlias | "auto";
  /** The formats that `auto` may choose from. Default: all four. */
  accept?: readonly AutoFormat[] | undefined;
  /**
   * 1 to 100 on the scale of jpeg, which means the same to the eye in every lossy format. Default: 80. Below 100 it
   * gives a png a palette of 256 colours.
   */
  quality?: number | undefined;
  /** The bytes that the result may have: it gets the best quality that fits. */
  maxBytes?: number | undefined;
  /** For webp, avif, jxl and jp2. png and tiff are lossless anyway. Default: false. */
  lossless?: boolean | undefined;
  /** Time spent for fewer bytes. Default: `balanced`. */
  effort?: Effort | undefined;
  /** `#rgb`, `#rrggbb` or `#rrggbbaa`: what lies under transparent pixels where the format has none, and around `contain`. */
  background?: string | undefined;
  /** Keeps EXIF, XMP and IPTC, places included. Default: false. */
  keepMetadata?: boolean | undefined;
  /** The one frame, page or image to convert, counted from 0. */
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
  /** What reads and writes the formats that sharp does not; an error names the one that is missing. */
  codecs?: readonly ImageCodec[] | undefined;
  /** Does the conversion elsewhere, with codecs of its own. Default: it is done in this process. */
  executor?: ImageExecutor | undefined;
  /** Ends the conversion with the signal's reason. */
  signal?: AbortSignal | undefined;
}

/** To what size, and how, an image is brought; to none where there is neither width nor height. */
export interface Resizing {
  width: number | undefined;
  height: number | undefined;
  fit: Fit;
}

/** What is asked for, checked. */
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
  /** How often a lossy result is encoded, as far as can be foreseen. */
  encodes: number;
}

/** What is asked for, checked, before one of several formats is chosen. */
export interface CheckedRequest {
  /** The one format that is asked for, or those that `auto` chooses from; never empty. */
  formats: readonly OutputFormat[];
  maxBytes: number | undefined;
  page: number | undefined;
  codecs: readonly ImageCodec[];
  executor: ImageExecutor | undefined;
  signal: AbortSignal | undefined;
  limits: JobLimits;
  /** The same request for one of the formats. */
  as(format: OutputFormat): ConversionRequest;
}

/** The encodes of `auto` take together about twice what the slowest of them does. */
const automaticEncodes = 2;

/** The options of a program: those of a call over HTTP, and what cannot be written as JSON. */
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
 * @throws ToolsError `invalid_parameter` with an entry for every bad option, `payload_too_large`, or `invalid_image`
 * for an empty image.
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
 * The size that the request makes of an image, and the size at which a drawing is rendered for it: a fit that
 * crops or distorts renders more than it keeps.
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
