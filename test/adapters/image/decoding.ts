import type { CodecHeader, ImageCodec } from "@tools-api/core/image";
import sharp, { type Sharp } from "sharp";
import { decodeWithSharp, type SecondDecoding } from "../../engines/second-decoder.ts";

/** Returns the header of one image, and its pixels in the format of the second decoder. */
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

/** Returns a picture of sharp in the format of the second decoder. */
export async function rgbaOf(picture: Sharp): Promise<SecondDecoding> {
  return decodeWithSharp(await picture.png().toBuffer());
}

/** Returns the color of a pixel as red, green, blue and alpha from 0 to 255. */
export function colorAt({ width, data }: SecondDecoding, x: number, y: number): number[] {
  return [...data.subarray((y * width + x) * 4, (y * width + x) * 4 + 4)];
}
