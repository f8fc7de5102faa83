import type { Sharp, SharpConstructor, SharpOptions } from "sharp";
import type { z } from "zod";
import type { Camelized } from "../casing.ts";
import { ToolsError } from "../errors.ts";
import type { ImageRecord } from "../schemas/image.ts";
import { encodeAs } from "./encode.ts";
import { countPngFrames, type Header, type OpenImage, readHeader } from "./header.ts";
import { maximumPixels, startDeadline, svgLimits } from "./limits.ts";
import { keepsFrames, type Plan, planConversion } from "./plan.ts";
import { readError } from "./read-error.ts";
import { type ConversionRequest, type ConvertImageOptions, readRequest } from "./request.ts";
import { sniffFormat } from "./sniff.ts";
import { embeddable, recognizeImage, type Source } from "./source.ts";

/** A converted image and what is to be known of the conversion. Sizes are pixels and bytes, times milliseconds. */
export type ConvertedImage = Camelized<z.output<typeof ImageRecord>> & { image: Uint8Array };

/** Images within a drawing are decoded by its renderer, which asks nobody: look at their headers first. */
async function guardEmbedded(sharp: SharpConstructor, embedded: readonly Uint8Array[]): Promise<void> {
  let pixels = 0;
  for (const image of embedded) {
    const format = sniffFormat(image);
    if (format === null || !embeddable.has(format))
      throw new ToolsError(
        "invalid_image",
        "image: svg was recognised, but an image in it is not jpeg, png, gif or webp",
      );
    try {
      const { width, height } = await sharp(image, { limitInputPixels: false }).metadata();
      pixels += width * height;
    } catch (cause) {
      throw readError(cause, `in an svg, ${format}`);
    }
    if (pixels > svgLimits.embeddedPixels)
      throw new ToolsError(
        "image_too_large",
        `image: expected images of at most ${svgLimits.embeddedPixels / 1e6} megapixels in an svg`,
      );
  }
}

async function headerOf(open: OpenImage, source: Source, request: ConversionRequest): Promise<Header> {
  const { format, input, bytes } = source;
  const header = await readHeader(open, format, input, { animated: false, page: undefined });
  // sharp reads the first frame of an animated PNG, and does not say that there are more.
  if (format === "png") return { ...header, pages: countPngFrames(bytes), readablePages: 1 };
  if (keepsFrames(source, header, request))
    return readHeader(open, format, input, { animated: true, page: undefined });
  const { page } = request;
  // The pages of a file can differ in size and in everything else.
  return page !== undefined && page > 0 && page < header.readablePages
    ? readHeader(open, format, input, { animated: false, page })
    : header;
}

/** Whether any pixel lets something through: most images with an alpha channel do not use it. */
async function usesAlpha(decode: () => Sharp, source: Source, plan: Plan): Promise<boolean> {
  const pipeline = decode();
  // A drawing is rendered at the size that is asked of it.
  if (source.drawing) pipeline.resize({ ...plan.result, fit: "fill" });
  const { data } = await pipeline.extractChannel("alpha").raw().toUint8Array();
  return data.some((alpha) => alpha < 255);
}

function resize(pipeline: Sharp, { width, height, fit, background, target }: ConversionRequest): Sharp {
  if (width === undefined && height === undefined) return pipeline;
  const padding = background ?? (target.alpha ? "#00000000" : "#ffffff");
  return pipeline.resize({
    ...(width === undefined ? {} : { width }),
    ...(height === undefined ? {} : { height }),
    fit,
    background: padding,
  });
}

/** XMP can hold the orientation once more; once the pixels are turned it has to say so, or they are turned again. */
function withUprightXmp(pipeline: Sharp, xmp: string | null): Sharp {
  return xmp === null
    ? pipeline
    : pipeline.withXmp(xmp.replace(/(tiff:Orientation(?:=["']|>))[2-8]/g, "$11"));
}

function setColor(
  pipeline: Sharp,
  { space, applyProfile, orient }: Plan,
  header: Header,
  keepMetadata: boolean,
) {
  let set = pipeline.toColourspace(space);
  if (keepMetadata) {
    set = set.keepMetadata();
    if (orient) set = withUprightXmp(set, header.xmp);
  }
  return applyProfile ? set.withIccProfile("srgb", { attach: false }) : set;
}

/**
 * Converts an image: jpeg, png, webp, avif, gif, tiff, svg or svgz to jpeg, png, webp, avif, gif or tiff.
 *
 * Applies the EXIF orientation, converts colours to sRGB, keeps animations between gif and webp, keeps 16 bits
 * for png and tiff, and strips metadata unless asked to keep it. All that is lost without being asked for is in
 * `warnings`. Loads sharp on the first call; its cache and concurrency are left as the host set them.
 *
 * @param image - The file, at most 25 MiB. Its content alone decides what format it is.
 * @throws ToolsError
 * - `invalid_parameter` for a bad option;
 * - `payload_too_large` for more than 25 MiB;
 * - `invalid_image` for what is no image, is damaged, or is of a format that is not read;
 * - `image_too_large` for more than 50 megapixels or 256 frames, or a predicted cost beyond a job's, before decoding;
 * - `processing_limit` for what took longer than a job may: 8 s, 30 s to avif.
 *
 * @example
 * ```ts
 * import { readFile, writeFile } from "node:fs/promises";
 * import { convertImage } from "@tools-api/core/image";
 *
 * const photo = await convertImage(await readFile("photo.jpg"), { format: "webp", width: 1200 });
 * await writeFile("photo.webp", photo.image);
 * console.log(photo.width, photo.height, photo.bytes, photo.warnings);
 * ```
 */
export async function convertImage(image: Uint8Array, options: ConvertImageOptions): Promise<ConvertedImage> {
  const started = performance.now();
  const request = readRequest(image, options);
  const { format, target } = request;
  const source = await recognizeImage(image);
  const { default: sharp } = await import("sharp");
  const open: OpenImage = (extra: SharpOptions) => sharp(source.bytes, { failOn: "error", ...extra });

  if (source.drawing) await guardEmbedded(sharp, source.drawing.embedded);
  const header = await headerOf(open, source, request);
  const plan = planConversion(source, header, request);

  const secondsLeft = startDeadline(target.deadline);
  const decode = () =>
    open({
      // A drawing's own size says nothing; the size it is rendered at has been checked.
      limitInputPixels: source.drawing ? false : maximumPixels,
      autoOrient: plan.orient,
      ...(plan.frames > 1 ? { pages: -1 } : request.page === undefined ? {} : { page: request.page }),
    }).timeout({ seconds: secondsLeft() });

  try {
    if (
      !target.alpha &&
      header.hasAlpha &&
      request.background === undefined &&
      (await usesAlpha(decode, source, plan))
    )
      plan.warnings.push({
        code: "alpha_flattened",
        message: `${format} has no transparency: it was laid on white`,
      });

    let pipeline = resize(decode(), request);
    if (!target.alpha) pipeline = pipeline.flatten({ background: request.background ?? "#ffffff" });
    pipeline = setColor(pipeline, plan, header, request.keepMetadata);
    const { data, info } = await encodeAs(format, pipeline, plan.encoding).toUint8Array();

    // libwebp joins frames that are equal, so that only its output knows how many there are.
    const pages = plan.frames > 1 ? ((await sharp(data).metadata()).pages ?? 1) : 1;
    return {
      // sharp returns a Buffer, whose slice() and toString() are not a Uint8Array's.
      image: new Uint8Array(data.buffer, data.byteOffset, data.length),
      format,
      contentType: target.contentType,
      width: info.width,
      height: info.pageHeight ?? info.height,
      pages,
      bytes: data.length,
      quality: plan.encoding.quality,
      lossless: plan.encoding.lossless,
      original: {
        format: source.format,
        contentType: source.input.contentType,
        width: header.stored.width,
        height: header.stored.height,
        pages: header.pages,
        bytes: image.length,
        orientation: header.orientation,
        hasAlpha: header.hasAlpha,
        bitDepth: header.bitDepth,
        colorSpace: header.colorSpace,
      },
      compressionRatio: Math.round((image.length / data.length) * 100) / 100,
      durationMs: Math.round((performance.now() - started) * 10) / 10,
      warnings: plan.warnings,
    };
  } catch (cause) {
    throw readError(cause, source.format);
  }
}
