import type { SharpConstructor } from "sharp";
import { ToolsError } from "../errors.ts";
import { describeLoss } from "./loss.ts";
import { maxPixels } from "./limits.ts";
import { openImage, type OpenedImage, type Wanted } from "./open.ts";
import { joinBytes } from "./png.ts";
import { isTruncated } from "./read-error.ts";
import type { Source } from "./source.ts";

/** Up to this share of a picture may be missing. Of a picture that lacks more, too little is left. */
const maxLost = 1 / 3;

const endOfImage = Uint8Array.of(0xff, 0xd9);

/** The levels with which decoders fill what is missing. */
const fillLevels: Readonly<Partial<Record<string, number>>> = { jpeg: 128, png: 0 };

/** Returns the share of rows at the bottom of a picture that the decoder has filled. */
async function lostRows(sharp: SharpConstructor, { format, bytes }: Source): Promise<number> {
  const fill = fillLevels[format] ?? 0;
  const { width, height } = await sharp(bytes, { failOn: "none" }).metadata();
  // All rows are held. A larger image is read only by a decoder that reduces it.
  if (width * height > maxPixels) return 1;
  const { data, info } = await sharp(bytes, { failOn: "none" }).raw({ depth: "uchar" }).toUint8Array();
  const row = info.width * info.channels;
  let first = info.height;
  const isFilled = (index: number) => {
    for (let at = index * row; at < (index + 1) * row; at++)
      if (Math.abs((data[at] ?? 0) - fill) > 1) return false;
    return true;
  };
  while (first > 0 && isFilled(first - 1)) first--;
  return 1 - first / info.height;
}

/** Messages of libjpeg that leave every pixel as it is. */
const isHarmless = (text: string) =>
  !/corrupt jpeg|premature end|bad huffman|unsupported marker|inconsistent/.test(text) ||
  /extraneous bytes before marker 0xd9/.test(text);

/** Returns the ways to read a damaged file, from the strictest on. */
async function* attempts(
  sharp: SharpConstructor,
  source: Source,
  failure: ToolsError,
): AsyncGenerator<Source> {
  const text = failure.cause instanceof Error ? failure.cause.message.toLowerCase() : "";
  const damage = "part of its data is missing";
  if (source.format === "jpeg") {
    const bytes = joinBytes([source.bytes, endOfImage]);
    if (isTruncated(text)) yield { ...source, bytes };
    else yield { ...source, failOn: "error", damage: isHarmless(text) ? null : damage };
  }
  if (source.format !== "jpeg" && source.format !== "png" && source.format !== "tiff") return;
  const lenient: Source = { ...source, failOn: "none", damage };
  const lost = source.format === "tiff" ? 0 : await lostRows(sharp, source).catch(() => 1);
  if (lost <= maxLost) yield { ...lenient, damage: describeLoss(lost) };
}

/**
 * Calls `convert` with an image that could not be read to its end, as far as it can be read. A file that lacks only its
 * end marker is complete. Returns `null` if too little is left.
 *
 * @param onDamage - `error` refuses a file whose data is incomplete.
 */
export async function convertDamaged<Result>(
  sharp: SharpConstructor,
  {
    source,
    failure,
    wanted,
    onDamage,
  }: { source: Source; failure: unknown; wanted: Wanted; onDamage: "warn" | "error" },
  convert: (opened: OpenedImage) => Promise<Result>,
): Promise<Result | null> {
  if (!(failure instanceof ToolsError) || failure.code !== "invalid_image") return null;
  for await (const attempt of attempts(sharp, source, failure)) {
    if (attempt.damage !== null && onDamage === "error") return null;
    try {
      return await convert(await openImage(sharp, attempt, [], wanted));
    } catch (error) {
      if (!(error instanceof ToolsError) || error.code !== "invalid_image") throw error;
    }
  }
  return null;
}

/**
 * Refuses a file whose damage is known before decoding, if so much of it is missing, or damage is refused.
 *
 * @throws ToolsError `invalid_image`.
 */
export function refuseDamage({ format, damage, lost }: Source, onDamage: "warn" | "error"): void {
  if (damage !== null && (onDamage === "error" || lost > maxLost))
    throw new ToolsError("invalid_image", `image: ${format} was recognized, but it is damaged: ${damage}`);
}
