import type { Sharp, SharpConstructor, SharpOptions } from "sharp";
import { ToolsError } from "../errors.ts";
import { type AnimatedPng, decodeAnimatedPng, readAnimatedPng } from "./apng.ts";
import type { Decoded, ImageCodec } from "./codec.ts";
import { type Animation, animationOf, openDecoded, withExif, withProfile } from "./decoded.ts";
import { guardEmbedded } from "./embedded-images.ts";
import { withOrientation } from "./exif.ts";
import { codecOption, inputFormats } from "./formats.ts";
import { countPngFrames, type Header, headerOfCodec, readHeader } from "./header.ts";
import { limitFrames, limitPixels, maximumPixels, type Size } from "./limits.ts";
import { mayBeUnread, readError } from "./read-error.ts";
import type { Source } from "./source.ts";

/** What of a file is wanted. */
export interface Wanted {
  page: number | undefined;
  /** Whether the target keeps frames, so that all of them are. */
  frames: boolean;
}

/** What a plan says of decoding. */
interface Decoding {
  frames: number;
  orient: boolean;
  /** The size to draw at what has no pixels before. */
  rendered: Size;
  /** Whether metadata is to come along. */
  keepMetadata: boolean;
}

/** Pixels that sharp can take up as often as they are wanted. */
interface Readable {
  open(): Sharp;
  /** The times of frames that sharp does not know itself. */
  animation: Animation | null;
}

/** An image whose header is read, by sharp or by a codec. */
export interface OpenedImage {
  source: Source;
  header: Header;
  /** The codec that reads it; `null` for sharp. */
  codec: ImageCodec | null;
  /** What the table of costs calls its decoder. */
  decoder: string;
  /** Whether all frames are decoded before the first is encoded. */
  holdsFrames: boolean;
  decode(decoding: Decoding): Promise<Readable>;
}

async function openBySharp(
  sharp: SharpConstructor,
  source: Source,
  { page, frames }: Wanted,
): Promise<OpenedImage> {
  const { format, input, bytes, drawing } = source;
  const open = (extra: SharpOptions) => sharp(bytes, { failOn: "error", ...extra });
  if (drawing) await guardEmbedded(sharp, drawing.embedded);
  const headerOf = (animated: boolean, of?: number) =>
    readHeader(open, format, input, { animated, page: of });

  let header = await headerOf(false);
  // sharp reads the first frame of an animated PNG, and does not say that there are more.
  if (format === "png") header = { ...header, pages: countPngFrames(bytes), readablePages: 1 };
  else if (header.isAnimated && frames && header.pages > 1) header = await headerOf(true);
  // The pages of a file can differ in size and in everything else.
  else if (page !== undefined && page > 0 && page < header.readablePages)
    header = await headerOf(false, page);

  const decode = ({ frames: kept, orient }: Decoding): Promise<Readable> =>
    Promise.resolve({
      animation: null,
      open: () =>
        open({
          // A drawing's own size says nothing; the size it is rendered at has been checked.
          limitInputPixels: drawing ? false : maximumPixels,
          autoOrient: orient,
          ...(kept > 1 ? { pages: -1 } : page === undefined ? {} : { page }),
        }),
    });
  return { source, header, codec: null, decoder: format, holdsFrames: false, decode };
}

async function openByCodec(
  sharp: SharpConstructor,
  codec: ImageCodec,
  source: Source,
  { page }: Wanted,
): Promise<OpenedImage> {
  const { format, file, input } = source;
  const asked = { format, bytes: file, page };
  const attempt = async <Result>(work: () => Promise<Result>): Promise<Result> => {
    try {
      return await work();
    } catch (cause) {
      throw readError(cause, format);
    }
  };
  const read = await attempt(() => codec.readHeader(asked));
  const exif = read.metadata.exif && withOrientation(read.metadata.exif, read.orientation);
  const header = headerOfCodec(format, read, { keepsExif: exif !== null });

  // `auto` and a search for a quality want the same pixels several times.
  let last: { key: string; decoded: Decoded } | null = null;
  const decode = async ({ frames, orient, rendered, keepMetadata }: Decoding): Promise<Readable> => {
    const wanted = {
      frames: frames > 1 ? ("all" as const) : ("one" as const),
      ...(input.isDrawn ? { size: rendered } : {}),
    };
    const key = JSON.stringify({ ...wanted, keepMetadata });
    const decodeOnce = async (): Promise<Decoded> => {
      const found = await codec.decode({ ...asked, ...wanted });
      const isForeign = header.profile !== null && !header.profile.isSrgb;
      const decoded = read.profile && isForeign ? await withProfile(sharp, found, read.profile) : found;
      return keepMetadata && exif ? withExif(sharp, decoded, exif) : decoded;
    };
    const decoded = last?.key === key ? last.decoded : await attempt(decodeOnce);
    last = { key, decoded };
    return {
      animation: animationOf(decoded),
      open: () => openDecoded(sharp, decoded, { autoOrient: orient }),
    };
  };
  return {
    source: { ...source, isSequence: false },
    header,
    codec,
    decoder: format,
    holdsFrames: true,
    decode,
  };
}

/** The same image with its frames, of which sharp reads the first alone. */
function openFrames(
  sharp: SharpConstructor,
  opened: OpenedImage,
  animated: AnimatedPng,
  { page }: Wanted,
): OpenedImage {
  if (page !== undefined) {
    // A late picture costs all that it is laid on.
    limitFrames(page + 1);
    limitPixels("image", animated.canvas, page + 1);
  }
  let decoded: Promise<Decoded> | null = null;
  const decode = async (): Promise<Readable> => {
    decoded ??= decodeAnimatedPng(sharp, animated, page);
    const frames = await decoded;
    return {
      animation: animationOf(frames),
      open: () => openDecoded(sharp, frames, { autoOrient: false }),
    };
  };
  const header: Header = {
    ...opened.header,
    readablePages: opened.header.pages,
    isAnimated: true,
    hasAlpha: true,
    decodedDepth: 8,
    orientation: 1,
    handedOn: [],
  };
  return { ...opened, header, decoder: "apng", holdsFrames: true, decode };
}

function withoutCodec(source: Source, packageName: string): ToolsError {
  return new ToolsError(
    "invalid_image",
    `image: ${source.format} was recognized, but reading it needs a codec: pass ${codecOption(packageName)}`,
  );
}

/** Whether what is wanted is in the file, but sharp does not read it. */
function isBeyondSharp({ source, header }: OpenedImage, { page, frames }: Wanted): boolean {
  const hidden = source.isSequence || header.pages > header.readablePages;
  return hidden && (page === undefined ? frames : page >= header.readablePages);
}

/** The source as HEIC, whatever the brand of its container says. */
function asHeic(source: Source): Source {
  const { heic } = inputFormats;
  return heic ? { ...source, format: "heic", input: heic } : source;
}

/**
 * Opens an image by sharp where sharp reads it, else by the first codec that does.
 *
 * @throws ToolsError `invalid_image` that names the package to hand in, where a codec is missing.
 */
export async function openImage(
  sharp: SharpConstructor,
  source: Source,
  codecs: readonly ImageCodec[],
  wanted: Wanted,
): Promise<OpenedImage> {
  const codec = codecs.find(({ reads }) => reads.includes(source.format));
  if (source.input.codec !== null) {
    if (!codec) throw withoutCodec(source, source.input.codec);
    return openByCodec(sharp, codec, source, wanted);
  }
  try {
    const opened = await openBySharp(sharp, source, wanted);
    if (opened.header.isHevc) return await openImage(sharp, asHeic(source), codecs, wanted);
    if (!isBeyondSharp(opened, wanted)) return opened;
    if (codec) return await openByCodec(sharp, codec, source, wanted);
    const animated = source.format === "png" ? readAnimatedPng(source.bytes) : null;
    return animated ? openFrames(sharp, opened, animated, wanted) : opened;
  } catch (cause) {
    if (codec && mayBeUnread(cause)) return openByCodec(sharp, codec, source, wanted);
    throw cause;
  }
}

/** Opens by a codec what sharp turned out not to read when it came to the pixels; `null` where no codec does either. */
export async function reopenImage(
  sharp: SharpConstructor,
  { source, codec: first }: OpenedImage,
  codecs: readonly ImageCodec[],
  wanted: Wanted,
): Promise<OpenedImage | null> {
  const codec = first ? undefined : codecs.find(({ reads }) => reads.includes(source.format));
  return codec ? openByCodec(sharp, codec, source, wanted) : null;
}
