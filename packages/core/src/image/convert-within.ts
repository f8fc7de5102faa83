import { ToolsError } from "../errors.ts";
import { encodeSmallest } from "./choose-format.ts";
import { type Conversion, requestFor } from "./conversion.ts";
import { convertDamaged, refuseDamage } from "./damage.ts";
import { type Encoded, encodeImage, resolveTrim, writer, type Work } from "./encode-image.ts";
import { encodeToScore } from "./encode-to-score.ts";
import { encodeWithin } from "./encode-within.ts";
import { isNativeTarget, targetFormats } from "./formats.ts";
import { type OpenedImage, openImage, reopenImage, type Wanted } from "./open.ts";
import type { ConvertedImage, RunOptions } from "./options.ts";
import { mayBeUnread, readError } from "./read-error.ts";
import type { Included } from "./schema.ts";
import { guardSource } from "./source.ts";
import { summarize } from "./summary.ts";
import { refuseUnreadKind } from "./unread-kinds.ts";

/** Encodes as requested: in one format or the smallest, at one quality or the best that fits. */
async function encodeAsRequested(work: Work, conversion: Conversion): Promise<Encoded> {
  const { formats, maxBytes, maxBytesResize: resizes } = conversion;
  const [only] = formats;
  const single = formats.length === 1 && only ? requestFor(conversion, only) : null;
  if (conversion.score !== undefined) {
    const request = single ?? (await encodeSmallest(work, conversion)).request;
    const scored = await encodeToScore(work, request, conversion.score);
    const { quality } = scored.plan.encoding;
    if (maxBytes === undefined || scored.data.length <= maxBytes || quality === null) return scored;
    return encodeWithin(work, { ...request, quality }, { maxBytes, resizes });
  }
  if (maxBytes === undefined) return single ? encodeImage(work, single) : encodeSmallest(work, conversion);
  // At equal quality, the smallest format also keeps the most quality within a number of bytes.
  const request = single ?? (await encodeSmallest(work, conversion)).request;
  return encodeWithin(work, request, { maxBytes, resizes });
}

/** Warns of a result with more bytes than the file, unless it has more pixels or is of a format that does not save any. */
function warnOfGrowth(
  { source, header }: OpenedImage,
  { data, size, request, plan }: Encoded,
): ConvertedImage["warnings"] {
  const isEnlarged = size.width * size.height > header.stored.width * header.stored.height;
  if (
    source.input.isDrawn ||
    isEnlarged ||
    unpacked.has(request.format) ||
    data.length < source.file.length + minGrowth
  )
    return plan.warnings;
  const message = `the result is larger than the original: ${data.length} bytes instead of ${source.file.length}`;
  return [...plan.warnings, { code: "larger_than_original", message }];
}

/** Bytes. Headers alone make a small file larger. */
const minGrowth = 8192;

/** Formats that are chosen for other reasons than their bytes. */
const unpacked: ReadonlySet<string> = new Set(["gif", "tiff", "bmp", "ico", "qoi", "tga", "ppm"]);

/** Returns bytes in memory that no other thread shares, which `Response` and `Blob` take. */
function unshared(data: Uint8Array): Uint8Array<ArrayBuffer> {
  const { buffer, byteOffset, length } = data;
  return buffer instanceof ArrayBuffer ? new Uint8Array(buffer, byteOffset, length) : Uint8Array.from(data);
}

function toRecord(
  opened: OpenedImage,
  encoded: Encoded,
  { pages, durationMs, ...summary }: Pick<ConvertedImage, "pages" | "durationMs" | Included>,
): ConvertedImage {
  const { source, header } = opened;
  const { data, size, request, plan, score } = encoded;
  const original = source.file.length;
  return {
    image: unshared(data),
    format: request.format,
    contentType: request.target.contentType,
    ...size,
    pages,
    bytes: data.length,
    quality: plan.encoding.quality,
    lossless: plan.encoding.lossless,
    ...(score !== undefined && { score }),
    original: {
      format: source.format,
      contentType: source.input.contentType,
      ...header.stored,
      pages: header.pages,
      bytes: original,
      orientation: header.orientation,
      hasAlpha: header.hasAlpha,
      bitDepth: header.bitDepth,
      colorSpace: header.color?.name ?? header.colorSpace,
    },
    compressionRatio: Math.round((original / data.length) * 100) / 100,
    ...summary,
    durationMs: Math.round(durationMs * 10) / 10,
    warnings: warnOfGrowth(opened, encoded),
  };
}

/**
 * Runs a checked conversion.
 *
 * @param secondsLeft Returns the seconds until its deadline.
 * @throws ToolsError as `convertImage`.
 */
export async function convertWithin(
  secondsLeft: () => number,
  conversion: Conversion,
  { codecs = [], signal }: RunOptions,
): Promise<ConvertedImage> {
  const started = performance.now();
  const { image, imageFormat, formats, page, onDamage } = conversion;
  for (const format of formats) if (!isNativeTarget(format)) writer(format, codecs);
  signal?.throwIfAborted();
  refuseUnreadKind(image, imageFormat);
  if (imageFormat === null)
    throw new ToolsError("invalid_image", "image: no image format was recognized in the first bytes");
  const source = await guardSource(image, imageFormat, page);
  refuseDamage(source, onDamage);
  const { default: sharp } = await import("sharp");
  const wanted: Wanted = {
    page,
    density: conversion.density,
    frames: page === undefined && formats.some((format) => targetFormats[format].animated),
    positions: conversion.metadata.hasPositions,
  };
  const convert = async (opened: OpenedImage): Promise<ConvertedImage> => {
    try {
      const work = { opened, codecs, secondsLeft, signal };
      const encoded = await encodeAsRequested(work, await resolveTrim(work, conversion));
      const { plan } = encoded;
      // libwebp merges identical frames, so only its output has the final count.
      const pages = plan.frames > 1 ? ((await sharp(encoded.data).metadata()).pages ?? 1) : 1;
      const summary = await summarize(sharp, encoded, { include: conversion.include, secondsLeft });
      return toRecord(opened, encoded, { pages, ...summary, durationMs: performance.now() - started });
    } catch (cause) {
      signal?.throwIfAborted();
      throw readError(cause, source.format);
    }
  };

  const opened = await openImage(sharp, source, codecs, wanted);
  try {
    return await convert(opened);
  } catch (error) {
    const damaged = { source, failure: error, wanted, onDamage };
    const converted = opened.codec ? null : await convertDamaged(sharp, damaged, convert);
    if (converted) return converted;
    const reopened = mayBeUnread(error) ? await reopenImage(sharp, opened, codecs, wanted) : null;
    if (!reopened) throw error;
    return convert(reopened);
  }
}
