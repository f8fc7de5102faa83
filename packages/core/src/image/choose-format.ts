import type { Sharp } from "sharp";
import { ToolsError } from "../errors.ts";
import { type Conversion, encodeImage, type Encoded } from "./encode-image.ts";
import { targetFormats } from "./formats.ts";
import { planConversion, planGeometry } from "./plan.ts";
import type { CheckedRequest, ConversionRequest } from "./request.ts";
import type { OutputFormat } from "./schema.ts";
import { type AutoTraits, autoCandidates, hasFewColors, smallestOf } from "./smallest.ts";
import { usesAlpha } from "./transform.ts";

/** The side in pixels of the sample in which colors are counted. */
const sampleSide = 1024;

async function countsFewColors(open: () => Sharp): Promise<boolean> {
  // Keeps one of neighboring pixels unchanged: a mean would be a color that is not in the image.
  const sample = { width: sampleSide, height: sampleSide, fit: "inside", kernel: "nearest" } as const;
  const { data, info } = await open()
    .resize({ ...sample, withoutEnlargement: true })
    .toColourspace("srgb")
    .raw({ depth: "uchar" })
    .toUint8Array();
  return hasFewColors(data, info.channels);
}

/** Returns the traits that decide between formats. Decodes pixels if the header is not enough. */
async function traitsOf(
  { opened, secondsLeft }: Conversion,
  { formats, as }: CheckedRequest,
): Promise<AutoTraits> {
  const animated = formats.find((format) => targetFormats[format].animated);
  const frames = animated ? planGeometry(opened, as(animated)).frames : 1;
  // A png can have any size, so its plan does not shrink the image.
  const request = as("png");
  const geometry = planGeometry(opened, request);
  const known = { lossless: request.lossless ?? false, frames, size: geometry.result };
  if (frames > 1) return { ...known, transparent: opened.header.hasAlpha, fewColors: false };
  const readable = await opened.decode({ ...geometry, keepMetadata: request.keepMetadata });
  const open = () => readable.open().timeout({ seconds: secondsLeft() });
  return {
    ...known,
    transparent: await usesAlpha(opened, geometry, open),
    // Only png benefits from few colors.
    fewColors: formats.includes("png") && (await countsFewColors(open)),
  };
}

/** Returns whether the plan for a format is within the limits. A large avif may exceed them where a webp does not. */
function isWithinLimits({ opened }: Conversion, request: ConversionRequest): boolean {
  try {
    planConversion(opened, request);
    return true;
  } catch (error) {
    if (error instanceof ToolsError && error.code === "image_too_large") return false;
    throw error;
  }
}

/**
 * Encodes an image in the requested format that takes the fewest bytes.
 *
 * @throws ToolsError as `encodeImage` does, if no format is within the limits.
 */
export async function encodeSmallest(conversion: Conversion, checked: CheckedRequest): Promise<Encoded> {
  const { formats, as } = checked;
  const candidates: OutputFormat[] = autoCandidates(formats, await traitsOf(conversion, checked));
  const affordable = candidates.filter((format) => isWithinLimits(conversion, as(format)));
  const { encoded } = await smallestOf(affordable.length > 0 ? affordable : candidates, (format) =>
    encodeImage(conversion, as(format)),
  );
  return encoded;
}
