import type { Sharp } from "sharp";
import { ToolsError } from "../errors.ts";
import { invalidParameters } from "../schema/validate.ts";
import type { CodecEncoding, ImageCodec, Pixels } from "./codec.ts";
import { type Conversion, type ConversionRequest, requestFor } from "./conversion.ts";
import { hasFewColors } from "./count-colors.ts";
import { encodeAnimatedPng } from "./encode-apng.ts";
import { encodeAs, type Encoding, pngLevel } from "./encode.ts";
import { codecOption, type CodecFormat, isNativeTarget, targetFormats } from "./formats.ts";
import { withGainMap } from "./gain-map.ts";
import type { OpenedImage, Readable } from "./open.ts";
import { keepsAny } from "./kept-metadata.ts";
import { findTrim } from "./placement.ts";
import { type Plan, planConversion } from "./plan.ts";
import { toEncoderQuality } from "./quality.ts";
import type { Size } from "./size.ts";
import { slimmerSource, slimPng } from "./slim-png.ts";
import { readAlphaUse, transform } from "./transform.ts";

/** The image to convert, and the limits on the work. */
export interface Work {
  opened: OpenedImage;
  codecs: readonly ImageCodec[];
  secondsLeft: () => number;
  signal: AbortSignal | undefined;
}

/** An encoded image with the request and plan that produced it. */
export interface Encoded {
  data: Uint8Array;
  /** The pixels that a codec encoded; `null` if sharp reads the result. */
  pixels: Pixels | null;
  size: Size;
  request: ConversionRequest;
  plan: Plan;
  /** The score that was measured, if one was requested. */
  score?: number;
}

/**
 * Returns the encoder of a format that sharp does not write.
 *
 * @throws ToolsError `invalid_parameter` if no codec writes it, naming the package to pass in.
 */
export function writer(
  format: CodecFormat,
  codecs: readonly ImageCodec[],
): NonNullable<ImageCodec["encode"]> {
  for (const codec of codecs)
    if (codec.encode && codec.writes.includes(format)) return codec.encode.bind(codec);
  throw invalidParameters([
    {
      name: "format",
      detail: `expected a format that needs no codec, or ${codecOption(targetFormats[format].codec ?? "magick")}, received "${format}"`,
    },
  ]);
}

/** Converts sharp's Buffer, whose slice() and toString() differ from those of a Uint8Array. */
export function plainBytes(data: Uint8Array): Uint8Array {
  return new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
}

/** Encodes pixels with a codec. Decoded pixels are valid, so a failure means that there was not enough memory. */
export async function encodeByCodec(
  codecs: readonly ImageCodec[],
  pixels: Pixels,
  encoding: CodecEncoding & { format: CodecFormat },
): Promise<Uint8Array> {
  const encode = writer(encoding.format, codecs);
  try {
    return await encode(pixels, encoding);
  } catch (cause) {
    if (cause instanceof ToolsError) throw cause;
    throw new ToolsError(
      "processing_limit",
      `image: writing ${encoding.format} exceeded the time or memory limit of a job`,
      { cause },
    );
  }
}

/** Returns the warnings of losses that depend on the pixels. */
async function findLosses(
  { opened }: Work,
  { format, target, background, placement }: ConversionRequest,
  plan: Plan,
  open: () => Sharp,
): Promise<Plan["warnings"]> {
  const { source, header } = opened;
  const isGif = format === "gif" && source.format !== "gif";
  const losses: Plan["warnings"] = [];
  if ((!target.alpha && background === undefined) || isGif) {
    const use = await readAlphaUse(opened, plan, placement, open);
    if (!target.alpha && use !== "none")
      losses.push({
        code: "alpha_flattened",
        message: `${format} has no transparency: the image was placed on white`,
      });
    if (isGif && use === "partial")
      losses.push({
        code: "alpha_reduced",
        message: "a pixel of a gif is opaque or transparent: partial transparency was lost",
      });
  }
  const hasPalette = header.isPalette || (header.isGrey && !header.hasAlpha && header.bitDepth <= 8);
  if ((isGif || plan.encoding.palette) && !hasPalette && !(await hasFewColors(open)))
    losses.push({
      code: "colors_reduced",
      message: `the colors were reduced to a palette of 256${plan.frames > 1 ? " for each frame" : ""}`,
    });
  return losses;
}

/** Returns a PNG of 8 bits with a palette or as gray, if it then has the same pixels in fewer bytes. */
async function slim8BitPng(
  { secondsLeft, signal }: Work,
  { metadata }: ConversionRequest,
  { data, plan, size }: { data: Uint8Array; plan: Plan; size: Size },
): Promise<Uint8Array> {
  const { default: sharp } = await import("sharp");
  const open = (png: Uint8Array) => {
    signal?.throwIfAborted();
    const opened = sharp(png).timeout({ seconds: secondsLeft() });
    return keepsAny(metadata) ? opened.keepMetadata() : opened;
  };
  return slimPng(sharp, data, { encoding: plan.encoding, open, pixels: size.width * size.height });
}

/** Encodes the pixels of frames as an animated PNG. */
async function joinFrames(
  { data, info }: { data: Uint8Array; info: Size },
  { animation, open }: Readable,
  { request, plan }: Pick<Encoded, "request" | "plan">,
): Promise<Encoded> {
  const { default: sharp } = await import("sharp");
  const { frames, encoding } = plan;
  const size = { width: info.width, height: info.height / frames };
  const { delay = [], loop = 0 } = frames > 1 && !animation ? await open().metadata() : {};
  const times = animation ?? { delays: delay, loop };
  const png = await encodeAnimatedPng(
    sharp,
    { data, size, frames },
    { ...times, level: pngLevel[encoding.effort] },
  );
  return { data: png, pixels: null, size, request, plan };
}

/**
 * Decodes, transforms and encodes an image for one format.
 *
 * @throws ToolsError if it exceeds the limits of the plan; errors of sharp unchanged.
 */
export async function encodeImage(work: Work, request: ConversionRequest): Promise<Encoded> {
  const { opened, codecs, secondsLeft, signal } = work;
  const { format } = request;
  const plan = planConversion(opened, request);
  const readable = await opened.decode({
    ...plan,
    keepsExif: request.metadata.kinds.includes("exif"),
  });
  if (plan.frames > 1 && opened.holdsFrames && !readable.animation)
    plan.warnings.push({
      code: "frames_dropped",
      message: `the frames differ in size: ${plan.frames - 1} of ${plan.frames} were dropped`,
    });
  const open = () => {
    signal?.throwIfAborted();
    return readable.open().timeout({ seconds: secondsLeft() });
  };
  plan.warnings.push(...(await findLosses(work, request, plan, open)));

  const pipeline = transform(open(), plan, opened.header, request);
  const { effort, lossless, quality } = plan.encoding;
  const encoderQuality = quality === null ? null : toEncoderQuality(format, quality);
  if (isNativeTarget(format)) {
    const encoding: Encoding = { ...plan.encoding, quality: encoderQuality };
    const { data, info } = await encodeAs(format, pipeline, encoding, readable.animation).toUint8Array();
    if (format === "apng") return joinFrames({ data, info }, readable, { request, plan });
    const size = { width: info.width, height: info.pageHeight ?? info.height };
    const isLosslessPng = format === "png" && !plan.encoding.palette && !plan.keepsProfile;
    // A gray image cannot have the profile of a colored one.
    const isSlimmed = isLosslessPng && !plan.space.endsWith("16");
    const slim = isSlimmed ? await slim8BitPng(work, request, { data, plan, size }) : data;
    if (isLosslessPng && opened.source.format === "png" && !keepsAny(request.metadata)) {
      const { default: sharp } = await import("sharp");
      const { progressive } = plan.encoding;
      const slimmer = await slimmerSource(sharp, opened.source.file, { png: slim, progressive });
      return { data: plainBytes(slimmer), pixels: null, size, request, plan };
    }
    if (plan.keepsGainMap) {
      const { default: sharp } = await import("sharp");
      const hdr = { header: opened.header, plan, request, seconds: secondsLeft() };
      return { data: await withGainMap(sharp, slim, hdr), pixels: null, size, request, plan };
    }
    return { data: plainBytes(slim), pixels: null, size, request, plan };
  }
  const { data, info } = await pipeline.raw({ depth: "uchar" }).toUint8Array();
  const size = { width: info.width, height: info.height };
  signal?.throwIfAborted();
  const pixels: Pixels = { data: plainBytes(data), size, channels: info.channels };
  const encoded = await encodeByCodec(codecs, pixels, {
    format,
    quality: encoderQuality,
    lossless,
    effort,
  });
  return { data: encoded, pixels, size, request, plan };
}

/**
 * Returns the conversion with the rectangle that `trim` keeps as its crop.
 *
 * @throws ToolsError if the search exceeds the limits of the plan; errors of sharp unchanged.
 */
export async function resolveTrim(work: Work, conversion: Conversion): Promise<Conversion> {
  const { opened, secondsLeft, signal } = work;
  const { placement, formats } = conversion;
  const [format] = formats;
  if (!placement.trim || !format) return conversion;
  const plan = planConversion(opened, requestFor(conversion, format));
  const readable = await opened.decode({ ...plan, keepsExif: false });
  signal?.throwIfAborted();
  const crop = await findTrim(readable.open().timeout({ seconds: secondsLeft() }), placement);
  return { ...conversion, placement: { ...placement, trim: false, crop } };
}
