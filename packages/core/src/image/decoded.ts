import type { Sharp, SharpConstructor, SharpOptions } from "sharp";
import type { Decoded } from "./codec.ts";
import { maximumPixels } from "./limits.ts";
import { pngWithExif, pngWithProfile } from "./png.ts";

/** Delays in milliseconds and turns, 0 for ever, of frames that sharp did not read itself. */
export interface Animation {
  delays: number[];
  loop: number;
}

/** The delays and turns of what a codec decoded, where it is an animation. */
export function animationOf(decoded: Decoded): Animation | null {
  return decoded.kind === "frames" && decoded.frames > 1
    ? { delays: decoded.delays, loop: decoded.loop }
    : null;
}

/** Opens in sharp what a codec decoded. Upright where `autoOrient` is set and the file names an orientation. */
export function openDecoded(
  sharp: SharpConstructor,
  decoded: Decoded,
  { autoOrient }: Pick<SharpOptions, "autoOrient">,
): Sharp {
  const options = { failOn: "error", limitInputPixels: maximumPixels } as const;
  if (decoded.kind === "file") return sharp(decoded.bytes, { ...options, autoOrient: autoOrient ?? false });
  const { data, size, channels } = decoded.pixels;
  const { width, height } = size;
  if (decoded.frames === 1) return sharp(data, { ...options, raw: { width, height, channels } });
  const strip = { width, height: height * decoded.frames, channels, pageHeight: height };
  return sharp(data, { ...options, animated: true, raw: strip });
}

/** A PNG of all that was decoded, which is fast to write and to read. */
async function toPng(pipeline: Sharp): Promise<Uint8Array> {
  return (await pipeline.png({ compressionLevel: 0, adaptiveFiltering: false }).toUint8Array()).data;
}

/** The same pixels in sRGB, of which a profile says what they are: sharp takes profiles from files alone. */
export async function withProfile(
  sharp: SharpConstructor,
  decoded: Decoded,
  profile: Uint8Array,
): Promise<Decoded> {
  if (decoded.kind === "file" || decoded.pixels.channels < 3) return decoded;
  const { data: raw, size, channels } = decoded.pixels;
  const strip = { width: size.width, height: size.height * decoded.frames, channels };
  const png = await pngWithProfile(await toPng(sharp(raw, { raw: strip })), profile);
  const { data } = await sharp(png, { limitInputPixels: maximumPixels })
    .toColourspace("srgb")
    .raw({ depth: "uchar" })
    .toUint8Array();
  return { ...decoded, pixels: { data, size, channels } };
}

/** The same picture, in sRGB, as a file that has EXIF: sharp takes EXIF from files alone. Frames stay as they are. */
export async function withExif(
  sharp: SharpConstructor,
  decoded: Decoded,
  exif: Uint8Array,
): Promise<Decoded> {
  if (decoded.kind === "frames" && decoded.frames > 1) return decoded;
  const png = await toPng(openDecoded(sharp, decoded, { autoOrient: false }));
  return { kind: "file", bytes: pngWithExif(png, exif) };
}
