import type { SharpConstructor } from "sharp";
import type { ConversionRequest } from "./conversion.ts";
import type { Header } from "./header.ts";
import { keptKinds } from "./kept-kinds.ts";
import { maxPixels } from "./limits.ts";
import type { Decoding, OpenedImage, Readable } from "./open.ts";
import { isPlaced } from "./placement.ts";

/** Bytes of pixels that are held for further conversions. */
const maxHeldBytes = 100_000_000;

/** Returns the bytes of decoded pixels. */
function pixelBytes({ stored, isGrey, hasAlpha, decodedDepth }: Header, frames: number): number {
  const channels = (isGrey ? 1 : 3) + (hasAlpha ? 1 : 0);
  return stored.width * stored.height * frames * channels * (decodedDepth > 8 ? 2 : 1);
}

/** Returns whether the pixels of an image are held after its first decode in any case. */
function isHeldAnyway({ codec, decoder, holdsFrames }: OpenedImage): boolean {
  return codec !== null || holdsFrames || decoder === "coded";
}

/**
 * Returns whether the pixels that a conversion decodes can be held for others, so that each has the same bytes as if it
 * were alone. A decoder that reduces the image while it reads it is faster than a reduction of all pixels: three widths
 * of a JPEG of 12 megapixels took 0.17 s of CPU instead of 0.76.
 */
export function isShareable(
  opened: OpenedImage,
  request: ConversionRequest,
  { frames, shrink }: { frames: number; shrink: number },
): boolean {
  const { source, header } = opened;
  const { format, width, height, placement } = request;
  if (source.input.isDrawn) return false;
  if (isHeldAnyway(opened)) return true;
  // libwebp reduces an image to any size.
  const isReduced = (width !== undefined || height !== undefined) && !isPlaced(placement);
  if (shrink > 1 || (source.format === "webp" && isReduced)) return false;
  // A gif keeps the palettes of its frames, and held pixels have no metadata.
  if (source.format === "gif" && format === "gif") return false;
  if (keptKinds(header, request).some((kind) => kind !== "icc")) return false;
  const isHeldExactly = header.colorSpace === "srgb" || header.colorSpace === "grey";
  return isHeldExactly && header.decodedDepth <= 16 && pixelBytes(header, frames) <= maxHeldBytes;
}

/** Returns the megabytes of the pixels that {@link shareDecode} holds. */
export function heldMegabytes(opened: OpenedImage, frames: number): number {
  return isHeldAnyway(opened) ? 0 : pixelBytes(opened.header, frames) / 1e6;
}

/**
 * Returns the same image, which is decoded once for all conversions that can share the pixels. They are held as an
 * uncompressed file, which has the orientation, the resolution and the profile that raw pixels lack.
 */
export function shareDecode(
  sharp: SharpConstructor,
  opened: OpenedImage,
  secondsLeft: () => number,
): OpenedImage {
  if (isHeldAnyway(opened)) return opened;
  const { isGrey, decodedDepth } = opened.header;
  const space = decodedDepth > 8 ? (isGrey ? "grey16" : "rgb16") : isGrey ? "b-w" : "srgb";
  const held = new Map<number, Promise<Readable & { file: Uint8Array }>>();

  async function hold(decoding: Decoding) {
    const readable = await opened.decode({ ...decoding, orient: false });
    const { delay, loop = 0 } = decoding.frames > 1 ? await readable.open().metadata() : {};
    const pixels = readable.open().timeout({ seconds: secondsLeft() }).keepMetadata().toColourspace(space);
    // A TIFF of sharp has no resolution, and a PNG has one frame.
    const stored =
      decoding.frames > 1
        ? pixels.tiff({ compression: "none" })
        : pixels.png({ compressionLevel: 0, adaptiveFiltering: false });
    const { data: file } = await stored.toUint8Array();
    return { ...readable, animation: delay ? { delays: delay, loop } : readable.animation, file };
  }

  async function decode(decoding: Decoding): Promise<Readable> {
    if (!decoding.isShareable) return opened.decode(decoding);
    const { frames, orient } = decoding;
    const holding = held.get(frames) ?? hold(decoding);
    held.set(frames, holding);
    const { file, animation } = await holding;
    const pages = frames > 1 ? { pages: -1 } : {};
    const open = () =>
      sharp(file, { failOn: "error", limitInputPixels: maxPixels, autoOrient: orient, ...pages });
    return { animation, open };
  }

  return { ...opened, decode };
}
