import { ToolsError } from "../errors.ts";
import type { OutputFormat } from "../schemas/image.ts";
import { type Conversion, encodeImage, type Encoded } from "./encode-image.ts";
import { targetFormats } from "./formats.ts";
import { planConversion, planGeometry } from "./plan.ts";
import type { CheckedRequest, ConversionRequest } from "./request.ts";
import { type AutoTraits, autoCandidates, hasFewColors, smallestOf } from "./smallest.ts";
import { usesAlpha } from "./transform.ts";

/** Pixels of the sample whose colours are counted. */
const sampleSide = 1024;

/** What decides between the formats, from the pixels where the header does not tell. */
async function traitsOf(
  { opened, secondsLeft }: Conversion,
  request: ConversionRequest,
): Promise<AutoTraits> {
  const geometry = planGeometry(opened, request);
  const { frames, result } = geometry;
  const lossless = request.lossless ?? false;
  if (frames > 1)
    return { transparent: opened.header.hasAlpha, fewColors: false, lossless, frames, size: result };
  const readable = await opened.decode({ ...geometry, keepMetadata: request.keepMetadata });
  const open = () => readable.open().timeout({ seconds: secondsLeft() });
  // Of neighbouring pixels one is kept as it is: a mean would be a colour that is not in the image.
  const { data, info } = await open()
    .resize({
      width: sampleSide,
      height: sampleSide,
      fit: "inside",
      kernel: "nearest",
      withoutEnlargement: true,
    })
    .toColourspace("srgb")
    .raw({ depth: "uchar" })
    .toUint8Array();
  return {
    transparent: await usesAlpha(opened, geometry, open),
    fewColors: hasFewColors(data, info.channels),
    lossless,
    frames,
    size: result,
  };
}

/** Whether a format's plan is within the limits: a large avif may not be, where a webp is. */
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
 * Encodes an image in the format, of those that are asked for, that takes the fewest bytes.
 *
 * @throws ToolsError as `encodeImage` does, where no format is within the limits.
 */
export async function encodeSmallest(
  conversion: Conversion,
  { formats, as }: CheckedRequest,
): Promise<Encoded> {
  const widest = formats.find((format) => targetFormats[format].animated) ?? formats[0] ?? "png";
  const candidates: OutputFormat[] = autoCandidates(formats, await traitsOf(conversion, as(widest)));
  const affordable = candidates.filter((format) => isWithinLimits(conversion, as(format)));
  const { encoded } = await smallestOf(affordable.length > 0 ? affordable : candidates, (format) =>
    encodeImage(conversion, as(format)),
  );
  return encoded;
}
