import type { z } from "zod";
import type { Camelized } from "../casing.ts";
import type { ImageRecord } from "../schemas/image.ts";
import { encodeSmallest } from "./choose-format.ts";
import { type Conversion, type Encoded, encodeImage, encodeWithin, writerOf } from "./encode-image.ts";
import { isNativeTarget, targetFormats } from "./formats.ts";
import { startDeadline } from "./limits.ts";
import { type OpenedImage, openImage, reopenImage, type Wanted } from "./open.ts";
import { mayBeUnread, readError } from "./read-error.ts";
import { type CheckedRequest, type ConvertImageOptions, readRequest } from "./request.ts";
import { recognizeImage } from "./source.ts";

/** A converted image and what is to be known of the conversion. Sizes are pixels and bytes, times milliseconds. */
export type ConvertedImage = Camelized<z.output<typeof ImageRecord>> & { image: Uint8Array };

/** Encodes as it is asked for: in one format or the smallest, at one quality or the best that fits. */
async function encodeAsAsked(conversion: Conversion, checked: CheckedRequest): Promise<Encoded> {
  const { formats, maxBytes, as } = checked;
  const [only] = formats;
  const single = formats.length === 1 && only ? as(only) : null;
  if (maxBytes === undefined)
    return single ? encodeImage(conversion, single) : encodeSmallest(conversion, checked);
  // At one quality the smallest format is also the one that keeps the most within a number of bytes.
  const request = single ?? (await encodeSmallest(conversion, checked)).request;
  return encodeWithin(conversion, request, maxBytes);
}

function recordOf(
  { source, header }: OpenedImage,
  { data, size, request, plan }: Encoded,
  { pages, durationMs }: { pages: number; durationMs: number },
): ConvertedImage {
  const original = source.file.length;
  return {
    image: data,
    format: request.format,
    contentType: request.target.contentType,
    ...size,
    pages,
    bytes: data.length,
    quality: plan.encoding.quality,
    lossless: plan.encoding.lossless,
    original: {
      format: source.format,
      contentType: source.input.contentType,
      ...header.stored,
      pages: header.pages,
      bytes: original,
      orientation: header.orientation,
      hasAlpha: header.hasAlpha,
      bitDepth: header.bitDepth,
      colorSpace: header.colorSpace,
    },
    compressionRatio: Math.round((original / data.length) * 100) / 100,
    durationMs: Math.round(durationMs * 10) / 10,
    warnings: plan.warnings,
  };
}

/**
 * Converts an image: jpeg, png, webp, avif, gif, tiff, svg or svgz to jpeg, png, webp, avif, gif or tiff, and what the
 * `codecs` read and write besides.
 *
 * Applies the EXIF orientation, converts colours to sRGB, keeps animations in gif and webp, animated PNG included, keeps 16 bits
 * for png and tiff, and strips metadata unless asked to keep it. All that is lost without being asked for is in
 * `warnings`. Loads sharp on the first call; its cache and concurrency are left as the host set them.
 *
 * A decoder that hangs or hoards memory cannot be ended from within its process, and codecs run in the calling
 * thread: convert what strangers send by an `executor` that has it done where it can be killed. This process then
 * loads no decoder.
 *
 * @param image - The file, at most 25 MiB. Its content alone decides what format it is.
 * @throws ToolsError
 * - `invalid_parameter` for a bad option, for a format without the codec that writes it, and for `maxBytes` that
 *   nothing fits in;
 * - `payload_too_large` for more than 25 MiB;
 * - `invalid_image` for what is no image, is damaged, or is of a format that is not read, naming the codec that would;
 * - `image_too_large` for more than 50 megapixels or 256 frames, or a predicted cost beyond a job's, before decoding;
 * - `processing_limit` for what took longer than a job may: 8 s, 30 s to avif and jxl, for `auto` and `maxBytes`.
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
  const checked = readRequest(image, options);
  const { executor, codecs, signal, formats, limits, page } = checked;
  const { executor: _executor, codecs: _codecs, signal: _signal, ...plain } = options;
  if (executor) return executor({ image, options: plain }, limits, signal);

  for (const format of formats) if (!isNativeTarget(format)) writerOf(format, codecs);
  signal?.throwIfAborted();
  const source = await recognizeImage(image);
  const { default: sharp } = await import("sharp");
  const wanted: Wanted = {
    page,
    frames: page === undefined && formats.some((format) => targetFormats[format].animated),
  };
  const secondsLeft = startDeadline(limits.deadlineMs / 1000);
  const convert = async (opened: OpenedImage): Promise<ConvertedImage> => {
    try {
      const encoded = await encodeAsAsked({ opened, codecs, secondsLeft, signal }, checked);
      const { plan } = encoded;
      // libwebp joins frames that are equal, so that only its output knows how many there are.
      const pages = plan.frames > 1 ? ((await sharp(encoded.data).metadata()).pages ?? 1) : 1;
      return recordOf(opened, encoded, { pages, durationMs: performance.now() - started });
    } catch (cause) {
      signal?.throwIfAborted();
      throw readError(cause, source.format);
    }
  };

  const opened = await openImage(sharp, source, codecs, wanted);
  try {
    return await convert(opened);
  } catch (error) {
    const reopened = mayBeUnread(error) ? await reopenImage(sharp, opened, codecs, wanted) : null;
    if (!reopened) throw error;
    return convert(reopened);
  }
}
