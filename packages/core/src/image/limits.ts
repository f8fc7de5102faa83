import { ToolsError } from "../errors.ts";
import { maximumImageBytes } from "../schemas/image.ts";
import { isAffordable, predictCost, type Work } from "./cost.ts";
import type { JobLimits } from "./executor.ts";
import type { TargetFormat } from "./formats.ts";
import type { DrawingCost } from "./svg-cost.ts";

/** Width and height in pixels. */
export interface Size {
  width: number;
  height: number;
}

/** A 1 kB PNG can declare 30000 × 30000 pixels: refuse before the decoder allocates 3.6 GB. Over all frames kept. */
export const maximumPixels = 50_000_000;

/**
 * Shrinking a stripe of 1,500,000 × 32 pixels to a width of 50 takes a kernel as long as the stripe, and 2.6 GB.
 * jpeg and gif end at the same side.
 */
const maximumSide = 65_535;

/** A 460 kB GIF can hold 20,000 frames, each of which costs an allocation, a palette and a turn of the encoder. */
const maximumFrames = 256;

/** What an SVG may hold and cost. Times are milliseconds on one core; see `svg-cost.ts` for how they are predicted. */
export const svgLimits = {
  /** A 97 kB svgz can inflate to 100 MB of blanks, which the XML parser would keep. */
  bytes: 4_000_000,
  /** librsvg keeps some 2 kB for an element, so that 4 MB of `<a/>` would take 2 GB. */
  elements: 100_000,
  /** Renderers recurse: 50,000 nested groups overflow their stack. */
  nesting: 128,
  /** Nesting and references together, for the same reason. */
  depth: 400,
  /** Ten `use` of ten `use` of ten …: 2 kB that draw a billion rectangles. Counts what is drawn, expanded. */
  drawnElements: 200_000,
  /** Twenty blurs of a large canvas: 1.3 kB that hung the renderer, inside which no timeout fires. */
  milliseconds: 6_000,
  /** Every nested opacity, mask or filter holds a bitmap of the canvas: megapixels over all that are open at once. */
  layerMegapixels: 256,
  /** Images inside the drawing are decoded whole, whatever size they are drawn at. */
  embeddedPixels: 50_000_000,
  embeddedImages: 500,
} as const;

const format = (count: number) => count.toLocaleString("en-US", { maximumFractionDigits: 1 });
const megapixels = (pixels: number) => `${format(pixels / 1e6)} megapixels`;

function tooLarge(detail: string): ToolsError {
  return new ToolsError("image_too_large", `image: ${detail}`);
}

/** A size of the same shape. */
function scaled({ width, height }: Size, scale: number): Size {
  return {
    width: Math.max(1, Math.floor(width * scale)),
    height: Math.max(1, Math.floor(height * scale)),
  };
}

const inWords = ({ width, height }: Size) => `${width} × ${height}`;

/** The largest size of the same shape with at most `pixels` pixels, as words. */
function largestLike(size: Size, pixels: number): string {
  return inWords(scaled(size, Math.min(1, Math.sqrt(pixels / (size.width * size.height)))));
}

/** The largest size of the same shape that fits; `null` where none of at least a hundredth of the sides does. */
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

/** Memory and base64 cost several times the file: refuse a large one before anything looks at it. */
export function limitBytes(image: Uint8Array): void {
  if (image.length > maximumImageBytes)
    throw new ToolsError(
      "payload_too_large",
      `image: expected at most ${format(maximumImageBytes)} bytes, received ${format(image.length)}`,
    );
}

/** See {@link maximumFrames}. Counts the frames that the target keeps. */
export function limitFrames(frames: number): void {
  if (frames > maximumFrames)
    throw tooLarge(`expected at most ${maximumFrames} frames, received ${format(frames)}`);
}

/** See {@link maximumPixels} and {@link maximumSide}. `what` is "image" or "result": a small image can be asked for at 16384 × 16384. */
export function limitPixels(what: "image" | "result", size: Size, frames: number): void {
  const side = Math.max(size.width, size.height);
  if (side > maximumSide && side * Math.min(size.width, size.height) * frames <= maximumPixels)
    throw tooLarge(
      `the ${what} has ${size.width} × ${size.height} pixels; sides of at most ${maximumSide} are taken, ` +
        `so that ${inWords(scaled(size, maximumSide / side))} would do`,
    );
  const pixels = size.width * size.height * frames;
  if (pixels <= maximumPixels) return;
  const each = frames > 1 ? ` with ${frames} frames` : "";
  throw tooLarge(
    `the ${what} has ${size.width} × ${size.height} pixels${each}, ${megapixels(pixels)}; at most ` +
      `${megapixels(maximumPixels)} are taken, so that ${largestLike(size, maximumPixels / frames)}${each} would do`,
  );
}

/** The widths that the format's header can hold. Encoders fail on more with a message of their own, or crop. */
export function limitDimensions(name: string, target: TargetFormat, { width, height }: Size): void {
  const maximum = target.maximumDimension;
  if (width <= maximum && height <= maximum) return;
  throw tooLarge(
    `${name} holds at most ${maximum} × ${maximum} pixels and the result has ${width} × ${height}; ` +
      `with width and height it could be ${inWords(scaled({ width, height }, maximum / Math.max(width, height)))}`,
  );
}

/**
 * A 1 MB avif of 50 megapixels takes 900 MB to decode, and 50 megapixels of noise keep an encoder busy for minutes:
 * refuse what is predicted to take more than a job may have, of the image's size or of the result's.
 *
 * @param sizes.isResized - Whether width or height was asked for, so that the result's size is not the image's.
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
    ? `${format(seconds)} s of ${limits.deadlineMs / 1000}`
    : `${format(Math.ceil(megabytes))} MB of memory of ${limits.memoryMb}`;
  const pixelsOf = ({ width, height }: Size) => width * height;
  const smallerResult = largestThat(result, (size) =>
    isAffordable({ ...work, result: { ...target, pixels: pixelsOf(size) } }, limits),
  );
  const smallerImage = largestThat(image, (size) => {
    const pixels = isResized ? target.pixels : (target.pixels * pixelsOf(size)) / source.pixels;
    const smaller = { ...source, pixels: pixelsOf(size) };
    return isAffordable({ ...work, source: smaller, result: { ...target, pixels } }, limits);
  });
  const remedies = [
    smallerResult ? `by width and height a result of ${inWords(smallerResult)} would do` : null,
    !smallerResult && smallerImage ? `an image of ${inWords(smallerImage)} would do` : null,
    isLate && fastest < seconds ? "a lower effort takes less" : null,
  ].filter((remedy) => remedy !== null);
  if (!smallerResult && !smallerImage) remedies.unshift("both would have to be smaller");
  throw tooLarge(
    `converting ${megapixels(source.pixels)} of ${source.format} to ${megapixels(target.pixels)} of ${target.format} ` +
      `could take ${limit}; ${remedies.join(", ")}`,
  );
}

/** librsvg is asked for squares of this side, of each of which it draws the whole filters, masks and patterns. */
const drawingTile = 2000;

function drawingTime({ width, height }: Size, { fixed, clipped, unclipped }: DrawingCost): number {
  const drawn = (width * height) / 1e6;
  const tiles = Math.ceil(width / drawingTile) * Math.ceil(height / drawingTile);
  // Measured: 1.1 s for a blur at 1900 × 1900, 2.9 s at 2100 × 2100, 27 s at 4100 × 4100.
  return tiles * fixed + drawn * (clipped + unclipped * tiles ** 1.5);
}

/** What drawing an SVG at a size is predicted to take. */
export function limitDrawing(size: Size, cost: DrawingCost): void {
  const fits = ({ width, height }: Size) =>
    drawingTime({ width, height }, cost) <= svgLimits.milliseconds &&
    (width * height * cost.layers) / 1e6 <= svgLimits.layerMegapixels;
  if (fits(size)) return;
  const smaller = largestThat(size, fits);
  throw tooLarge(
    `drawing this svg at ${size.width} × ${size.height} pixels could take too much time or memory` +
      (smaller ? `; by width and height, ${inWords(smaller)} would do` : " at any size"),
  );
}

/** The seconds that are left of a job, as sharp's timeout wants them: whole, and at least one. */
export function startDeadline(seconds: number): () => number {
  const end = performance.now() + seconds * 1000;
  return () => Math.max(1, Math.ceil((end - performance.now()) / 1000));
}
