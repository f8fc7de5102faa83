import { ToolsError } from "../errors.ts";
import { type Conversion, requestFor } from "./conversion.ts";
import { hasFewColors } from "./count-colors.ts";
import { encodeImage, type Encoded, type Work } from "./encode-image.ts";
import { targetFormats } from "./formats.ts";
import { keepsProfile } from "./kept-kinds.ts";
import type { OpenedImage } from "./open.ts";
import { planConversion, planGeometry } from "./plan.ts";
import { type AutoFormat, autoFormats, type OutputFormat } from "./schema.ts";
import type { Size } from "./size.ts";
import { readAlphaUse } from "./transform.ts";

/** The traits of an image that determine the choice of `auto`. */
interface Traits {
  /** True if any pixel is not opaque. */
  transparent: boolean;
  /** True if a result without loss may be the smallest: of few colors, and of small drawings. */
  mayBeFlat: boolean;
  lossless: boolean;
  /** Frames of an animation to keep; 1 for a single image. */
  frames: number;
  size: Size;
}

/** A drawing of many colors, such as a gradient, is also encoded without loss up to this number of pixels. */
const maxSmallPixels = 250_000;

/** Formats in which drawings are stored. Photos are rarely. */
const drawingFormats: ReadonlySet<string> = new Set(["png", "gif", "svg", "svgz", "bmp", "ico", "qoi"]);

function isSmallDrawing({ source }: OpenedImage, { width, height }: Size): boolean {
  return drawingFormats.has(source.format) && width * height <= maxSmallPixels;
}

/** Reads the traits that decide between formats. Decodes pixels if the header is not enough. */
async function readTraits({ opened, secondsLeft }: Work, conversion: Conversion): Promise<Traits> {
  const { formats } = conversion;
  const animated = formats.find((format) => targetFormats[format].animated);
  const frames = animated ? planGeometry(opened, requestFor(conversion, animated)).frames : 1;
  // A png can have any size, so its plan does not shrink the image.
  const request = requestFor(conversion, "png");
  const geometry = planGeometry(opened, request);
  const known = { lossless: request.lossless ?? false, frames, size: geometry.result };
  if (frames > 1) return { ...known, transparent: opened.header.hasAlpha, mayBeFlat: false };
  const keepsExif = request.metadata.kinds.includes("exif");
  const readable = await opened.decode({
    ...geometry,
    keepsExif,
    keepsProfile: keepsProfile(opened.header, request),
  });
  const open = () => readable.open().timeout({ seconds: secondsLeft() });
  return {
    ...known,
    transparent: (await readAlphaUse(opened, geometry, request.placement, open)) !== "none",
    mayBeFlat:
      (formats.includes("png") || formats.includes("webp")) &&
      (isSmallDrawing(opened, geometry.result) || (await hasFewColors(open))),
  };
}

/**
 * Returns the accepted formats that are worth encoding for `auto`. Prefers formats that keep the animation and the
 * transparency, if any of the accepted ones do.
 */
function chooseCandidates(
  accept: readonly OutputFormat[],
  { transparent, mayBeFlat, lossless, frames, size }: Traits,
): AutoFormat[] {
  /** Returns the better formats, or all of them if none is better. */
  const prefer = (formats: AutoFormat[], better: (format: AutoFormat) => boolean) => {
    const preferred = formats.filter((format) => better(format));
    return preferred.length > 0 ? preferred : formats;
  };
  const accepted = autoFormats.filter((format) => accept.includes(format));
  const side = Math.max(size.width, size.height);
  let candidates = prefer(accepted, (format) => side <= targetFormats[format].maxSide);
  if (frames > 1) candidates = prefer(candidates, (format) => targetFormats[format].animated);
  if (transparent) candidates = prefer(candidates, (format) => targetFormats[format].alpha);
  if (lossless) candidates = prefer(candidates, (format) => targetFormats[format].lossless !== "never");
  // A photo as png takes ten times the bytes, and a second per megapixel.
  return mayBeFlat || lossless ? candidates : prefer(candidates, (format) => format !== "png");
}

/** Returns whether the plan for a format is within the limits. A large avif may exceed them where a webp does not. */
function isWithinLimits({ opened }: Work, conversion: Conversion, format: OutputFormat): boolean {
  try {
    planConversion(opened, requestFor(conversion, format));
    return true;
  } catch (error) {
    if (error instanceof ToolsError && error.code === "image_too_large") return false;
    throw error;
  }
}

/**
 * Encodes an image in the requested format that takes the fewest bytes. Of equal results, the first is chosen.
 *
 * @throws ToolsError as `encodeImage` does, if no format is within the limits.
 */
export async function encodeSmallest(work: Work, conversion: Conversion): Promise<Encoded> {
  const traits = await readTraits(work, conversion);
  const candidates = chooseCandidates(conversion.formats, traits);
  const affordable = candidates.filter((format) => isWithinLimits(work, conversion, format));
  let smallest: Encoded | null = null;
  for (const format of affordable.length > 0 ? affordable : candidates) {
    const encoded = await encodeImage(work, requestFor(conversion, format));
    if (!smallest || encoded.data.length < smallest.data.length) smallest = encoded;
  }
  // Flat colors take fewer bytes without loss than with it. A search for a quality needs a result that has one.
  const lossless: Conversion = { ...conversion, lossless: true, quality: undefined };
  const isTried = traits.mayBeFlat && conversion.lossless === undefined && conversion.maxBytes === undefined;
  if (isTried && affordable.includes("webp") && isWithinLimits(work, lossless, "webp")) {
    const encoded = await encodeImage(work, requestFor(lossless, "webp"));
    if (smallest && encoded.data.length < smallest.data.length) smallest = encoded;
  }
  if (!smallest) throw new RangeError("expected a format to choose");
  return smallest;
}
