import type { SharpConstructor } from "sharp";
import { hexadecimal } from "../store/token.ts";
import type { Pixels } from "./codec.ts";
import { mainColors } from "./main-colors.ts";
import type { ConvertedImage } from "./options.ts";
import type { Included } from "./schema.ts";
import { type Rgba, thumbHash } from "./thumbhash.ts";

/** The side in pixels of the picture that is summed up. */
const sampleSide = 100;

/** The parts of a record that a request includes. */
type Summary = Pick<ConvertedImage, Included>;

/** Reads a result in at most 100 × 100 pixels. */
async function readSample(
  sharp: SharpConstructor,
  { data, pixels }: { data: Uint8Array; pixels: Pixels | null },
  secondsLeft: () => number,
): Promise<Rgba> {
  const opened = pixels
    ? sharp(pixels.data, { raw: { ...pixels.size, channels: pixels.channels } })
    : sharp(data);
  const { data: rgba, info } = await opened
    .timeout({ seconds: secondsLeft() })
    .resize({ width: sampleSide, height: sampleSide, fit: "inside", withoutEnlargement: true })
    .toColourspace("srgb")
    .ensureAlpha()
    .raw({ depth: "uchar" })
    .toUint8Array();
  return { data: rgba, width: info.width, height: info.height };
}

/** Returns the SHA-256 of bytes in hexadecimal digits. */
async function sha256(bytes: Uint8Array): Promise<string> {
  // A digest takes no shared memory.
  const digest = await crypto.subtle.digest("SHA-256", Uint8Array.from(bytes));
  return hexadecimal(digest);
}

/**
 * Returns the parts of a record that a request includes. The placeholder and the colors are those of the first frame of
 * the result.
 *
 * @param result.pixels - Those of a format that sharp does not read.
 */
export async function summarize(
  sharp: SharpConstructor,
  result: { data: Uint8Array; pixels: Pixels | null },
  { include, secondsLeft }: { include: readonly Included[]; secondsLeft: () => number },
): Promise<Summary> {
  const summary: Summary = {};
  if (include.includes("sha256")) summary.sha256 = await sha256(result.data);
  if (!include.includes("thumbhash") && !include.includes("colors")) return summary;
  const sample = await readSample(sharp, result, secondsLeft);
  if (include.includes("thumbhash")) summary.thumbhash = btoa(String.fromCharCode(...thumbHash(sample)));
  if (include.includes("colors")) summary.colors = mainColors(sample);
  return summary;
}
