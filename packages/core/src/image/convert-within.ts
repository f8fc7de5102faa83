import { ToolsError } from "../errors.ts";
import { encodeSmallest } from "./choose-format.ts";
import { type Conversion, type ConversionSet, requestFor } from "./conversion.ts";
import { type Cost, predictCost } from "./cost.ts";
import { convertDamaged, refuseDamage } from "./damage.ts";
import { type Encoded, encodeImage, resolveTrim, writer, type Work } from "./encode-image.ts";
import { encodeIcon } from "./encode-icon.ts";
import { encodeToScore } from "./encode-to-score.ts";
import { encodeWithin } from "./encode-within.ts";
import { isNativeTarget, targetFormats } from "./formats.ts";
import { limitSet } from "./limits.ts";
import { type OpenedImage, openImage, reopenImage, type Wanted } from "./open.ts";
import type { ConvertedImage, ConvertedImages, JobLimits, RunOptions } from "./options.ts";
import { type Plan, planConversion } from "./plan.ts";
import { mayBeUnread, readError } from "./read-error.ts";
import type { Included } from "./schema.ts";
import { nestFaults } from "../schema/validate.ts";
import { heldMegabytes, shareDecode } from "./share-decode.ts";
import { guardSource, type Source } from "./source.ts";
import { summarize } from "./summary.ts";
import { refuseUnreadKind } from "./unread-kinds.ts";

/** Encodes as requested: in one format or the smallest, at one quality or the best that fits. */
async function encodeAsRequested(work: Work, conversion: Conversion): Promise<Encoded> {
  const { formats, maxBytes, maxBytesResize: resizes } = conversion;
  const [only] = formats;
  const single = formats.length === 1 && only ? requestFor(conversion, only) : null;
  if (conversion.sizes && single) return encodeIcon(work, single, conversion.sizes);
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

/** An image that was opened for conversions that read it alike. */
interface Reading {
  source: Source;
  opened: OpenedImage;
  wanted: Wanted;
}

/** A conversion with its place in the request. */
interface Placed {
  conversion: Conversion;
  index: number;
}

/** A conversion with the image that it reads. */
interface Reader extends Placed {
  reading: Reading;
}

/** Returns the conversions of each page. */
function byPage(conversions: readonly Conversion[]): Placed[][] {
  const pages = new Map<number | undefined, Placed[]>();
  for (const [index, conversion] of conversions.entries()) {
    const placed = pages.get(conversion.page) ?? [];
    placed.push({ conversion, index });
    pages.set(conversion.page, placed);
  }
  return [...pages.values()];
}

/** Returns whether a file has only one frame, which is read alike for every format. */
function isStill({ opened: { source, header } }: Reading): boolean {
  return header.pages === 1 && !source.isSequence;
}

/** Returns an error of one of several results with its place. */
function inOutput(error: unknown, index: number): unknown {
  if (error instanceof ToolsError && error.code === "image_too_large")
    return new ToolsError(error.code, `outputs.${index}: ${error.message.replace(/^image: /, "")}`, {
      cause: error,
    });
  return nestFaults(error, "outputs", index);
}

/** Returns the predicted work of a conversion: of `auto`, that of the most expensive format within the limits. */
function planWork({ conversion, reading: { opened } }: Reader): Plan {
  const plans: Plan[] = [];
  let failure: unknown;
  for (const format of conversion.formats)
    try {
      plans.push(planConversion(opened, requestFor(conversion, format)));
    } catch (error) {
      failure = error;
    }
  const [first, ...others] = plans;
  if (!first) throw failure;
  const seconds = (plan: Plan) => predictCost(plan.work).seconds;
  return others.reduce((most, plan) => (seconds(plan) > seconds(most) ? plan : most), first);
}

/** Returns the predicted cost of each of the conversions of a page after those before it. */
function predictCosts(readers: readonly Reader[]): Cost[] {
  const decoded = new Map<Reading, Set<number>>();
  let heldMb = 0;
  return readers.map((reader) => {
    const { reading, index } = reader;
    let plan: Plan;
    try {
      plan = planWork(reader);
    } catch (error) {
      throw inOutput(error, index);
    }
    const { work, frames, isShareable } = plan;
    const known = decoded.get(reading) ?? new Set();
    decoded.set(reading, known);
    const isDecoded = isShareable && known.has(frames);
    if (isShareable && !isDecoded) {
      known.add(frames);
      heldMb += heldMegabytes(reading.opened, frames);
    }
    const { seconds, megabytes } = predictCost({ ...work, source: { ...work.source, isDecoded } });
    return { seconds, megabytes: megabytes + heldMb };
  });
}

/** Converts an image to one result or, within `limits`, to several. */
async function convertAll(
  secondsLeft: () => number,
  conversions: readonly Conversion[],
  { codecs = [], signal }: RunOptions,
  limits: JobLimits | null,
): Promise<ConvertedImage[]> {
  let started = performance.now();
  const [first] = conversions;
  if (!first) throw new RangeError("expected at least one conversion");
  const { image, imageFormat, density, onDamage } = first;
  const inPlace = (error: unknown, index: number) => (limits ? inOutput(error, index) : error);
  for (const [index, { formats }] of conversions.entries())
    for (const format of formats)
      try {
        if (!isNativeTarget(format)) writer(format, codecs);
      } catch (error) {
        throw inPlace(error, index);
      }
  signal?.throwIfAborted();
  refuseUnreadKind(image, imageFormat);
  if (imageFormat === null)
    throw new ToolsError("invalid_image", "image: no image format was recognized in the first bytes");
  const { default: sharp } = await import("sharp");
  const pages = byPage(conversions);
  const isShared =
    conversions.length > pages.length || conversions.some(({ sizes }) => (sizes?.length ?? 1) > 1);
  const share = (opened: OpenedImage) => (isShared ? shareDecode(sharp, opened, secondsLeft) : opened);

  /** Opens a page for its conversions. */
  const openPage = async (placed: readonly Placed[]): Promise<Reader[]> => {
    const page = placed[0]?.conversion.page;
    const source = await guardSource(image, imageFormat, page);
    refuseDamage(source, onDamage);
    const readings: Reading[] = [];
    const read = async ({ formats, metadata }: Conversion): Promise<Reading> => {
      const frames = page === undefined && formats.some((format) => targetFormats[format].animated);
      const wanted: Wanted = { page, density, frames, positions: metadata.hasPositions };
      const known = readings.find(
        (reading) =>
          reading.wanted.positions === wanted.positions &&
          (reading.wanted.frames === frames || isStill(reading)),
      );
      if (known) return known;
      const reading = { source, opened: share(await openImage(sharp, source, codecs, wanted)), wanted };
      readings.push(reading);
      return reading;
    };
    const readers: Reader[] = [];
    for (const { conversion, index } of placed)
      try {
        readers.push({ conversion, index, reading: await read(conversion) });
      } catch (error) {
        throw inPlace(error, index);
      }
    return readers;
  };

  const convert = async (conversion: Conversion, opened: OpenedImage): Promise<ConvertedImage> => {
    try {
      const work = { opened, codecs, secondsLeft, signal };
      const encoded = await encodeAsRequested(work, await resolveTrim(work, conversion));
      const { plan } = encoded;
      const { format } = encoded.request;
      // libwebp merges identical frames, so only its output has the final count. sharp reads one frame of a png.
      const isMerged = plan.frames > 1 && format !== "apng";
      const frames = isMerged ? ((await sharp(encoded.data).metadata()).pages ?? 1) : plan.frames;
      const pages = conversion.sizes?.length ?? frames;
      const summary = await summarize(sharp, encoded, { include: conversion.include, secondsLeft });
      return toRecord(opened, encoded, { pages, ...summary, durationMs: performance.now() - started });
    } catch (cause) {
      signal?.throwIfAborted();
      throw readError(cause, imageFormat);
    }
  };

  /** Converts an image, and reads it in another way if it is damaged or of an unusual kind. */
  const convertReading = async ({ conversion, reading }: Reader): Promise<ConvertedImage> => {
    const { source, opened, wanted } = reading;
    const attempt = async (next: OpenedImage) => {
      const converted = await convert(conversion, next);
      reading.opened = next;
      return converted;
    };
    try {
      return await convert(conversion, opened);
    } catch (error) {
      const damaged = { source, failure: error, wanted, onDamage };
      const converted = opened.codec
        ? null
        : await convertDamaged(sharp, damaged, (next) => attempt(share(next)));
      if (converted) return converted;
      const reopened = mayBeUnread(error) ? await reopenImage(sharp, opened, codecs, wanted) : null;
      if (!reopened) throw error;
      return attempt(reopened);
    }
  };

  const costs: Cost[] = [];
  let readers: Reader[] = [];
  for (const placed of pages) {
    readers = await openPage(placed);
    if (limits)
      for (const [at, cost] of predictCosts(readers).entries()) costs[placed[at]?.index ?? 0] = cost;
  }
  if (limits) limitSet(costs, limits);
  const converted: ConvertedImage[] = [];
  for (const placed of pages) {
    // The pixels of a page are released before those of the next are read.
    if (pages.length > 1) readers = await openPage(placed);
    for (const reader of readers)
      try {
        converted[reader.index] = await convertReading(reader);
        started = performance.now();
      } catch (error) {
        throw inPlace(error, reader.index);
      }
  }
  return converted;
}

/** Converts an image to one result or several. */
export async function convertWithin(
  secondsLeft: () => number,
  conversion: Conversion | ConversionSet,
  options: RunOptions,
): Promise<ConvertedImage | ConvertedImages> {
  if ("outputs" in conversion)
    return { outputs: await convertAll(secondsLeft, conversion.outputs, options, conversion.limits) };
  const [converted] = await convertAll(secondsLeft, [conversion], options, null);
  if (!converted) throw new RangeError("expected a result");
  return converted;
}
