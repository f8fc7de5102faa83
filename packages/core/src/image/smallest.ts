import { ToolsError } from "../errors.ts";
import { targetFormats } from "./formats.ts";
import { type AutoFormat, autoFormats, type OutputFormat } from "./schema.ts";
import type { Size } from "./size.ts";

/** The traits of an image that determine the choice of `auto`. */
export interface AutoTraits {
  /** True if any pixel is not opaque. */
  transparent: boolean;
  /** True if it has so few colors that a png may be the smallest. */
  fewColors: boolean;
  lossless: boolean;
  /** Frames of an animation to keep; 1 for a single image. */
  frames: number;
  size: Size;
}

/** The maximum number of colors in the palette of a png. */
const fewColors = 256;

/** Returns whether pixels of 8 bits per sample have at most 256 distinct colors. */
export function hasFewColors(pixels: Uint8Array, channels: number): boolean {
  const colors = new Set<number>();
  for (let start = 0; start < pixels.length; start += channels) {
    let color = 0;
    for (let channel = 0; channel < channels; channel++) color = color * 256 + (pixels[start + channel] ?? 0);
    colors.add(color);
    if (colors.size > fewColors) return false;
  }
  return true;
}

/**
 * Returns the accepted formats that are worth encoding for `auto`. Prefers formats that keep the animation and the
 * transparency, if any of the accepted ones do.
 *
 * @param accept - Formats that the client accepts; `undefined` accepts all.
 * @throws ToolsError `not_acceptable` if none of the four is accepted.
 */
export function autoCandidates(
  accept: readonly OutputFormat[] | undefined,
  { transparent, fewColors: isPlain, lossless, frames, size }: AutoTraits,
): AutoFormat[] {
  const accepted = autoFormats.filter((format) => accept === undefined || accept.includes(format));
  if (accepted.length === 0)
    throw new ToolsError(
      "not_acceptable",
      `accept: expected at least one of ${autoFormats.join(", ")}, received ${accept?.join(", ") || "none"}`,
    );
  /** Returns the better formats, or all of them if none is better. */
  const prefer = (formats: AutoFormat[], better: (format: AutoFormat) => boolean) => {
    const preferred = formats.filter((format) => better(format));
    return preferred.length > 0 ? preferred : formats;
  };
  const side = Math.max(size.width, size.height);
  let candidates = prefer(accepted, (format) => side <= targetFormats[format].maximumDimension);
  if (frames > 1) candidates = prefer(candidates, (format) => targetFormats[format].animated);
  if (transparent) candidates = prefer(candidates, (format) => targetFormats[format].alpha);
  if (lossless) candidates = prefer(candidates, (format) => targetFormats[format].lossless !== "never");
  // A photo as png takes ten times the bytes, and a second per megapixel.
  return isPlain || lossless ? candidates : prefer(candidates, (format) => format !== "png");
}

/**
 * Encodes in each of the formats in turn.
 *
 * @param formats - At least one.
 * @returns The result with the fewest bytes. Of equal results, the first.
 */
export async function smallestOf<Format, Encoded extends { data: Uint8Array }>(
  formats: readonly Format[],
  encode: (format: Format) => Promise<Encoded>,
): Promise<{ format: Format; encoded: Encoded }> {
  let smallest: { format: Format; encoded: Encoded } | null = null;
  for (const format of formats) {
    const encoded = await encode(format);
    if (!smallest || encoded.data.length < smallest.encoded.data.length) smallest = { format, encoded };
  }
  if (!smallest) throw new RangeError("expected a format to choose");
  return smallest;
}
