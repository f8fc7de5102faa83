import type { ConversionRequest } from "./conversion.ts";
import { encodeAs } from "./encode.ts";
import { encodeByCodec, type Encoded, encodeImage, plainBytes, type Work } from "./encode-image.ts";
import { checkBytes, fitBytes } from "./fit-bytes.ts";
import { isNativeTarget } from "./formats.ts";
import { noMetadata } from "./kept-metadata.ts";
import { type Plan, planConversion } from "./plan.ts";
import { distinctQualities, interpolate, toEncoderQuality } from "./quality.ts";
import type { Size } from "./size.ts";
import { transform } from "./transform.ts";

/** Images of at most this size are encoded whole at every step of a search. */
const maxSearchedPixels = 1_000_000;

const copyPixels = 250_000;

/** The copy is encoded at about as many qualities. */
const copyEncodes = 8;

/** The quality below which the loss is plain to see. */
const poorQuality = 30;

/** The quality below which fewer pixels look better, if the request leaves it open. */
const reducedQuality = 40;

/** Returns a request for a smaller result of the same shape. */
function smallerRequest(
  request: ConversionRequest,
  { width, height }: Size,
  scale: number,
): ConversionRequest {
  const side = (pixels: number) => Math.max(1, Math.floor(pixels * scale));
  const hasBoth = request.width !== undefined && request.height !== undefined;
  return { ...request, width: side(width), height: hasBoth ? side(height) : undefined };
}

/**
 * Returns the predicted logarithm of the bytes at each quality, from a reduced copy of the image. `undefined` for an image
 * that is small, and for an animation.
 */
async function predictBytes(
  { opened, codecs, secondsLeft, signal }: Work,
  request: ConversionRequest,
  { result, frames }: Plan,
  qualities: readonly number[],
): Promise<number[] | undefined> {
  const share = copyPixels / (result.width * result.height);
  if (frames > 1 || copyPixels / share <= maxSearchedPixels) return undefined;
  const { format } = request;
  const small = { ...smallerRequest(request, result, Math.sqrt(share)), metadata: noMetadata };
  const plan = planConversion(opened, small);
  const readable = await opened.decode({ ...plan, keepsExif: false });
  const { data, info } = await transform(readable.open(), plan, opened.header, small)
    .timeout({ seconds: secondsLeft() })
    .png({ compressionLevel: 0, adaptiveFiltering: false })
    .toUint8Array();
  const { default: sharp } = await import("sharp");
  const bytesAt = async (quality: number) => {
    signal?.throwIfAborted();
    const encoding = { ...plan.encoding, quality: toEncoderQuality(format, quality) };
    const copy = sharp(data);
    if (isNativeTarget(format))
      return (await encodeAs(format, copy, encoding, null).toUint8Array()).data.length;
    const raw = await copy.raw({ depth: "uchar" }).toUint8Array();
    const pixels = { data: plainBytes(raw.data), size: info, channels: raw.info.channels };
    return (await encodeByCodec(codecs, pixels, { ...encoding, format })).length;
  };
  const step = Math.max(1, Math.ceil((qualities.length - 1) / (copyEncodes - 1)));
  const sampled = qualities.filter((_, index) => index % step === 0 || index === qualities.length - 1);
  const logBytes: number[] = [];
  for (const quality of sampled) logBytes.push(Math.log((await bytesAt(quality)) / share));
  if (sampled.length < 2) return undefined;
  return qualities.map((quality) => interpolate(sampled, logBytes, quality));
}

/** The best result that fits, `null` if none does, and the fewest bytes reached, with the way in which. */
interface Attempt {
  /** True if a lower quality would take fewer bytes. */
  hasQuality: boolean;
  best: Encoded | null;
  fewest: number;
  way: string;
}

/** Encodes at one size, at a quality of `lowest` or more. */
async function attempt(
  work: Work,
  request: ConversionRequest,
  maxBytes: number,
  lowest: number,
): Promise<Attempt> {
  const { format, target, lossless } = request;
  const plan = planConversion(work.opened, request);
  if (plan.encoding.quality === null) {
    const encoded = await encodeImage(work, request);
    const fewest = encoded.data.length;
    const hasQuality = target.palette && lossless !== true;
    if (fewest <= maxBytes) return { best: encoded, fewest, way: "", hasQuality };
    if (!hasQuality) return { best: null, fewest, way: `as ${format}`, hasQuality };
  }
  const highest = request.quality ?? (target.palette ? 99 : 100);
  const all = distinctQualities(format, highest);
  const qualities = all.filter((quality) => quality >= Math.min(lowest, highest));
  const encodeAt = (quality: number) => encodeImage(work, { ...request, quality });
  const withQuality = { ...request, quality: highest };
  const searched = planConversion(work.opened, withQuality);
  const predicted = await predictBytes(work, withQuality, searched, qualities);
  const { best, fewest } = await fitBytes(maxBytes, qualities, encodeAt, predicted);
  return { best: best?.encoded ?? null, fewest, way: `at quality ${qualities[0] ?? 1}`, hasQuality: true };
}

/**
 * Reduces the size until the result fits at a quality that is not poor.
 *
 * @param resizes - `auto` keeps the size of a result without a quality.
 */
async function encodeReduced(
  work: Work,
  request: ConversionRequest,
  { maxBytes, resizes }: { maxBytes: number; resizes: true | "auto" },
): Promise<Encoded> {
  const { result } = planConversion(work.opened, request);
  const lowest = resizes === "auto" ? reducedQuality : poorQuality;
  let scale = 1;
  for (;;) {
    const smaller = scale === 1 ? request : smallerRequest(request, result, scale);
    const { best, fewest, way, hasQuality } = await attempt(work, smaller, maxBytes, lowest);
    if (best) {
      const { width, height } = best.size;
      if (scale < 1)
        best.plan.warnings.push({
          code: "dimensions_reduced",
          message: `${result.width} × ${result.height} pixels were reduced to ${width} × ${height} to fit the maximum bytes`,
        });
      return best;
    }
    if (resizes === "auto" && !hasQuality) checkBytes(maxBytes, fewest, way);
    // Headers take some hundred bytes, however small the image.
    if (scale * Math.max(result.width, result.height) < 2) checkBytes(maxBytes, fewest, way);
    scale *= Math.min(0.95, 0.97 * Math.sqrt(maxBytes / fewest));
  }
}

/**
 * Encodes as `encodeImage` does, at the best quality whose result has at most `maxBytes`. A requested quality is the
 * maximum. A lossless result stays lossless if it fits. A png gets a palette if it does not. An image of more than a
 * megapixel is encoded about three times.
 *
 * @param resizes - Whether the size is reduced if the quality would be below 30, or with `auto` below 40.
 * @throws ToolsError `invalid_parameter` if nothing fits, naming the fewest bytes reached.
 */
export async function encodeWithin(
  work: Work,
  request: ConversionRequest,
  { maxBytes, resizes }: { maxBytes: number; resizes: boolean | "auto" },
): Promise<Encoded> {
  if (resizes !== false) return encodeReduced(work, request, { maxBytes, resizes });
  const { best, fewest, way } = await attempt(work, request, maxBytes, 1);
  if (!best) {
    checkBytes(maxBytes, fewest, way);
    throw new RangeError("expected a quality to choose");
  }
  const { quality } = best.plan.encoding;
  if (quality !== null && quality < Math.min(poorQuality, request.quality ?? poorQuality))
    best.plan.warnings.push({
      code: "quality_low",
      message: `quality ${quality} is the best that fits the maximum bytes; reduce width and height for a better one`,
    });
  return best;
}
