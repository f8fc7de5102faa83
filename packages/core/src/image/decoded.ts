import type { Sharp, SharpConstructor, SharpOptions } from "sharp";
import type { Decoded } from "./codec.ts";
import { readExifDirectory } from "./exif.ts";
import { maxPixels } from "./limits.ts";
import { pngWithExif, pngWithProfile } from "./png.ts";

/** The delays in milliseconds and the number of plays (0 repeats forever) of frames that sharp did not read. */
export interface Animation {
  delays: number[];
  loop: number;
}

/** Returns the delays and plays of a codec's output, or `null` if it is not an animation. */
export function findAnimation(decoded: Decoded): Animation | null {
  return decoded.kind === "frames" && decoded.frames > 1
    ? { delays: decoded.delays, loop: decoded.loop }
    : null;
}

/** Opens the output of a codec in sharp. Applies the file's orientation if `autoOrient` is set. */
export function openDecoded(
  sharp: SharpConstructor,
  decoded: Decoded,
  { autoOrient }: Pick<SharpOptions, "autoOrient">,
): Sharp {
  const options = { failOn: "error", limitInputPixels: maxPixels } as const;
  if (decoded.kind === "file") return sharp(decoded.bytes, { ...options, autoOrient: autoOrient ?? false });
  const { data, size, channels } = decoded.pixels;
  const { width, height } = size;
  if (decoded.frames === 1) return sharp(data, { ...options, raw: { width, height, channels } });
  const strip = { width, height: height * decoded.frames, channels, pageHeight: height };
  return sharp(data, { ...options, animated: true, raw: strip });
}

/** Encodes all pixels as a PNG that is fast to write and read. */
async function toPng(opened: Sharp, keepsProfile = false): Promise<Uint8Array> {
  const pipeline = keepsProfile ? opened.keepIccProfile() : opened;
  return (await pipeline.png({ compressionLevel: 0, adaptiveFiltering: false }).toUint8Array()).data;
}

/**
 * Converts pixels from the color space of a profile to sRGB, or returns them as a file with the profile if it is kept.
 * Goes through a PNG, because sharp reads profiles only from files.
 */
export async function withProfile(
  sharp: SharpConstructor,
  decoded: Decoded,
  { profile, isKept }: { profile: Uint8Array; isKept: boolean },
): Promise<Decoded> {
  if (decoded.kind === "file" || decoded.pixels.channels < 3) return decoded;
  const { data: raw, size, channels } = decoded.pixels;
  const strip = { width: size.width, height: size.height * decoded.frames, channels };
  const png = await pngWithProfile(await toPng(sharp(raw, { raw: strip })), profile);
  if (isKept) return { kind: "file", bytes: png };
  const { data } = await sharp(png, { limitInputPixels: maxPixels })
    .toColourspace("srgb")
    .raw({ depth: "uchar" })
    .toUint8Array();
  return { ...decoded, pixels: { data, size, channels } };
}

/**
 * Returns EXIF (CIPA DC-008 §4.6.5) with the orientation of the decoded pixels. Some decoders rotate the pixels but
 * leave the orientation in the EXIF data.
 *
 * @param exif - Starts with its TIFF header, or with "Exif" and two NULs before it.
 * @returns A copy; `null` if it is damaged.
 */
export function withOrientation(exif: Uint8Array, orientation: number): Uint8Array | null {
  const orientationTag = 0x0112;
  const directory = readExifDirectory(exif);
  if (!directory) return null;
  const { bytes, view, littleEndian, entries } = directory;
  const entry = entries.get(orientationTag);
  if (entry !== undefined) view.setUint16(entry + 8, orientation, littleEndian);
  return bytes;
}

/**
 * Returns the same image, in sRGB or with its profile, as a file with EXIF, because sharp reads EXIF only from files.
 * Returns frames unchanged.
 */
export async function withExif(
  sharp: SharpConstructor,
  decoded: Decoded,
  { exif, keepsProfile }: { exif: Uint8Array; keepsProfile: boolean },
): Promise<Decoded> {
  if (decoded.kind === "frames" && decoded.frames > 1) return decoded;
  const png = await toPng(openDecoded(sharp, decoded, { autoOrient: false }), keepsProfile);
  return { kind: "file", bytes: pngWithExif(png, exif) };
}
