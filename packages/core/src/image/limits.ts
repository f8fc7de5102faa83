import { ToolsError } from "../errors.ts";
import { type Cost, isAffordable, predictCost, type Work } from "./cost.ts";
import type { TargetFormat } from "./formats.ts";
import type { JobLimits } from "./options.ts";
import { maxImageBytes } from "./schema.ts";
import type { Size } from "./size.ts";

/**
 * A 1 kB PNG can declare 30000 × 30000 pixels: reject before the decoder allocates 3.6 GB. Applies to the sum over all
 * frames that are kept.
 */
export const maxPixels = 50_000_000;

/**
 * Shrinking a strip of 1,500,000 × 32 pixels to a width of 50 takes a kernel as long as the strip, and 2.6 GB. jpeg and
 * gif have the same maximum side.
 */
const maxSide = 65_535;

/** A 460 kB GIF can hold 20,000 frames. Each costs an allocation, a palette and a pass of the encoder. */
const maxFrames = 2000;

const format = (count: number) => count.toLocaleString("en-US", { maximumFractionDigits: 1 });
const megapixels = (pixels: number) => `${format(pixels / 1e6)} megapixels`;

function tooLarge(detail: string): ToolsError {
  return new ToolsError("image_too_large", `image: ${detail}`);
}

/** Returns a size of the same shape. */
function scaled({ width, height }: Size, scale: number): Size {
  return {
    width: Math.max(1, Math.floor(width * scale)),
    height: Math.max(1, Math.floor(height * scale)),
  };
}

const inWords = ({ width, height }: Size) => `${width} × ${height}`;

/** Returns the largest size of the same shape with at most `pixels` pixels, as text. */
function largestLike(size: Size, pixels: number): string {
  return inWords(scaled(size, Math.min(1, Math.sqrt(pixels / (size.width * size.height)))));
}

/** Returns the largest size of the same shape that fits; `null` if none above a hundredth of the sides does. */
function largestThat(size: Size, fits: (size: Size) => boolean): Size | null {
  let fitting = 0;
  let exceeding = 1;
  while (exceeding - fitting > 0.0001) {
    const middle = (fitting + exceeding) / 2;
    if (fits(scaled(size, middle))) fitting = middle;
    else exceeding = middle;
  }
  return fitting >= 0.01 ? scaled(size, fitting) : null;
}

/** Rejects a large file before any processing, because memory and base64 cost several times its size. */
export function limitBytes(bytes: number): void {
  if (bytes > maxImageBytes)
    throw new ToolsError(
      "payload_too_large",
      `image: expected at most ${format(maxImageBytes)} bytes, received ${format(bytes)}`,
    );
}

/** Rejects too many frames. See {@link maxFrames}. Counts the frames that the target keeps. */
export function limitFrames(frames: number): void {
  if (frames > maxFrames)
    throw tooLarge(`expected at most ${format(maxFrames)} frames, received ${format(frames)}`);
}

/**
 * Rejects too many pixels. See {@link maxPixels} and {@link maxSide}. `what` is "image" or "result": a small
 * image can be requested at 16384 × 16384.
 *
 * @param reduced - The largest result of an image that is then reduced while it is read.
 */
export function limitPixels(
  what: "image" | "result",
  size: Size,
  frames: number,
  reduced: Size | null = null,
): void {
  const side = Math.max(size.width, size.height);
  if (side > maxSide && side * Math.min(size.width, size.height) * frames <= maxPixels)
    throw tooLarge(
      `the ${what} has ${size.width} × ${size.height} pixels; the limit is ${maxSide} per side; ` +
        `resize to at most ${inWords(scaled(size, maxSide / side))}`,
    );
  const pixels = size.width * size.height * frames;
  if (pixels <= maxPixels) return;
  const each = frames > 1 ? ` with ${frames} frames` : "";
  throw tooLarge(
    `the ${what} has ${size.width} × ${size.height} pixels${each}, ${megapixels(pixels)}; the limit is ` +
      `${megapixels(maxPixels)}; resize to at most ${largestLike(size, maxPixels / frames)}${each}` +
      (reduced ? `, or set width and height to at most ${inWords(reduced)}` : ""),
  );
}

/**
 * Rejects dimensions that the format's header cannot hold. Encoders would crop, or fail with a message of their own.
 */
export function limitDimensions(name: string, target: TargetFormat, { width, height }: Size): void {
  const maximum = target.maxSide;
  if (width <= maximum && height <= maximum) return;
  throw tooLarge(
    `${name} holds at most ${maximum} × ${maximum} pixels, but the result has ${width} × ${height}; ` +
      `set width and height to at most ${inWords(scaled({ width, height }, maximum / Math.max(width, height)))}`,
  );
}

/**
 * Rejects work whose predicted cost exceeds the limits, for the size of the image or of the result. A 1 MB avif of 50
 * megapixels takes 900 MB to decode. 50 megapixels of noise keep an encoder busy for minutes.
 *
 * @param sizes.isResized - Whether width or height was requested, so the result's size differs from the image's.
 */
export function limitCost(
  work: Work,
  { image, result, isResized }: { image: Size; result: Size; isResized: boolean },
  limits: JobLimits,
): void {
  if (isAffordable(work, limits)) return;
  const { source, result: target } = work;
  const { seconds, megabytes } = predictCost(work);
  const isLate = seconds * 1000 > limits.deadlineMs;
  const fastest = predictCost({ ...work, result: { ...target, effort: "fast" } }).seconds;
  const limit = isLate
    ? `${format(seconds)} s; the limit is ${limits.deadlineMs / 1000} s`
    : `${format(Math.ceil(megabytes))} MB of memory; the limit is ${limits.memoryMb} MB`;
  const countPixels = ({ width, height }: Size) => width * height;
  const smallerResult = largestThat(result, (size) =>
    isAffordable({ ...work, result: { ...target, pixels: countPixels(size) } }, limits),
  );
  const smallerImage = largestThat(image, (size) => {
    const pixels = isResized ? target.pixels : (target.pixels * countPixels(size)) / source.pixels;
    const smaller = { ...source, pixels: countPixels(size) };
    return isAffordable({ ...work, source: smaller, result: { ...target, pixels } }, limits);
  });
  const remedies = [
    smallerResult ? `set width and height to at most ${inWords(smallerResult)}` : null,
    !smallerResult && smallerImage ? `send an image of at most ${inWords(smallerImage)}` : null,
    isLate && fastest < seconds ? "set a lower effort" : null,
  ].filter((remedy) => remedy !== null);
  if (!smallerResult && !smallerImage) remedies.unshift("reduce both the image and the result");
  throw tooLarge(
    `converting ${megapixels(source.pixels)} of ${source.format.replace(/-.*/, "")} to ${megapixels(target.pixels)} of ${target.format} ` +
      `could take ${limit}; ${remedies.join(", or ")}`,
  );
}

/**
 * Rejects several conversions of one image whose predicted cost together exceeds the limits.
 *
 * @param costs - The cost of each conversion after those before it. Megabytes are those at its peak.
 */
export function limitSet(costs: readonly Cost[], { deadlineMs, memoryMb }: JobLimits): void {
  let seconds = 0;
  const exceeding = costs.findIndex((cost) => {
    seconds += cost.seconds;
    return seconds * 1000 > deadlineMs || cost.megabytes > memoryMb;
  });
  const { megabytes = 0 } = costs[exceeding] ?? {};
  if (exceeding === -1) return;
  const all = costs.reduce((sum, cost) => sum + cost.seconds, 0);
  const limit =
    megabytes > memoryMb
      ? `${format(Math.ceil(megabytes))} MB of memory; the limit is ${memoryMb} MB`
      : `${format(all)} s; the limit is ${deadlineMs / 1000} s`;
  throw new ToolsError(
    "image_too_large",
    `outputs: making ${costs.length} results of this image could take ${limit}; the largest set that is accepted is ` +
      (exceeding <= 1 ? "the first result" : `the first ${exceeding} results`),
  );
}

/** Returns a function that returns the remaining seconds of a job for sharp's timeout: whole, and at least one. */
export function startDeadline(seconds: number): () => number {
  const end = performance.now() + seconds * 1000;
  return () => Math.max(1, Math.ceil((end - performance.now()) / 1000));
}

/** Returns the seconds of sharp's timeout for a job that has none. */
export const noDeadline = () => 0;
