import { z } from "zod";
import { ToolsError } from "../errors.ts";
import { describeValue, invalidParameters, parameter, validateOptions } from "../validate.ts";
import type { ImageCodec } from "./codec.ts";
import { searchEncodes } from "./fit-bytes.ts";
import type { TargetFormat } from "./formats.ts";
import { targetFormats } from "./formats.ts";
import { jobLimits } from "./job-limits.ts";
import { limitBytes } from "./limits.ts";
import type { ConvertImageOptions, Fit, ImageExecutor, JobLimits } from "./options.ts";
import { autoFormats, type Effort, ImageOptions, type OutputFormat, resolveFormat } from "./schema.ts";
import type { Size } from "./size.ts";

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
