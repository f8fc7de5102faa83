import { ToolsError } from "../errors.ts";
import { describeValue, invalidParameters, validateOptions } from "../schemas/validate.ts";
import { type FormatAlias, ImageOptions, type OutputFormat, resolveFormat } from "../schemas/image.ts";
import type { Effort, TargetFormat } from "./formats.ts";
import { targetFormats } from "./formats.ts";
import { limitBytes, type Size } from "./limits.ts";

/** How an image is brought to a width and height, as CSS `object-fit` says it; `outside` covers without cropping. */
export type Fit = "cover" | "contain" | "fill" | "inside" | "outside";

/** The options of a conversion that are plain data. */
export interface PlainImageOptions {
  /** The format to convert to; `jpg` and `tif` are `jpeg` and `tiff`. */
  format: OutputFormat | FormatAlias;
  /** 1 to 100. Default: 80 for jpeg, 75 for webp, 60 for avif. Below 100 it gives a png a palette of 256 colours. */
  quality?: number | undefined;
  /** For webp and avif. png and tiff are lossless anyway. Default: false. */
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
export type ConvertImageOptions = PlainImageOptions;

/** What is asked for, checked. */
export interface ConversionRequest {
  format: OutputFormat;
  target: TargetFormat;
  quality: number | undefined;
  lossless: boolean | undefined;
  effort: Effort;
  background: string | undefined;
  keepMetadata: boolean;
  page: number | undefined;
  width: number | undefined;
  height: number | undefined;
  fit: Fit;
}

/**
 * @throws ToolsError `invalid_parameter` with an entry for every bad option, `payload_too_large`, or `invalid_image`
 * for an empty image.
 */
export function readRequest(image: Uint8Array, options: ConvertImageOptions): ConversionRequest {
  const checked = validateOptions(ImageOptions, options);
  if (!(image instanceof Uint8Array))
    throw invalidParameters([
      { name: "image", detail: `expected a Uint8Array, received ${describeValue(image)}` },
    ]);
  if (image.length === 0) throw new ToolsError("invalid_image", "image: expected an image, received 0 bytes");
  limitBytes(image);
  const format = resolveFormat(checked.format);
  const target = targetFormats[format];
  if (checked.lossless && target.lossless === "never")
    throw invalidParameters([
      { name: "lossless", detail: `expected false for ${format}, which has no lossless mode, received true` },
    ]);
  return {
    format,
    target,
    quality: checked.quality,
    lossless: checked.lossless,
    effort: checked.effort ?? "balanced",
    background: checked.background,
    keepMetadata: checked.keep_metadata ?? false,
    page: checked.page,
    width: checked.width,
    height: checked.height,
    fit: checked.fit ?? "inside",
  };
}

function scaled({ width, height }: Size, scale: number): Size {
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}

/**
 * The size that the request makes of an image, and the size at which a drawing is rendered for it: a fit that
 * crops or distorts renders more than it keeps.
 */
export function sizeFor(
  original: Size,
  { width, height, fit }: Pick<ConversionRequest, "width" | "height" | "fit">,
): { result: Size; rendered: Size } {
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
