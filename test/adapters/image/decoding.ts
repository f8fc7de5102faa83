import type { CodecHeader, ImageCodec } from "@tools-api/core/image";
import sharp, { type Sharp } from "sharp";
import { decodeWithSharp, type SecondDecoding } from "../../second-decoder.ts";

/** What a codec makes of one image: its header, and the pixels as a second decoder would give them. */
export async function decodeWithCodec(
  codec: ImageCodec,
  format: string,
  bytes: Uint8Array,
  page?: number,
): Promise<{ header: CodecHeader; picture: SecondDecoding }> {
  const header = await codec.readHeader({ format, bytes, page });
  const decoded = await codec.decode({ format, bytes, page, frames: "one" });
  if (decoded.kind === "file") return { header, picture: await decodeWithSharp(decoded.bytes) };
  const { data, size, channels } = decoded.pixels;
  const { data: rgba } = await sharp(data, { raw: { ...size, channels } })
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { header, picture: { ...size, channels: 4, data: rgba } };
}

/** A picture of sharp's as a decoder would give it. */
export async function rgbaOf(picture: Sharp): Promise<SecondDecoding> {
  return decodeWithSharp(await picture.png().toBuffer());
}

/** The colour at a place, as numbers from 0 to 255: red, green, blue, alpha. */
export function colorAt({ width, data }: SecondDecoding, x: number, y: number): number[] {
  return [...data.subarray((y * width + x) * 4, (y * width + x) * 4 + 4)];
}
