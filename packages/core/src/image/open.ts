import type { Sharp, SharpConstructor, SharpOptions } from "sharp";
import { ToolsError } from "../errors.ts";
import { type AnimatedPng, decodeAnimatedPng, readAnimatedPng } from "./apng.ts";
import type { Decoded, ImageCodec } from "./codec.ts";
import {
  type Animation,
  findAnimation,
  openDecoded,
  withExif,
  withOrientation,
  withProfile,
} from "./decoded.ts";
import { type CodedColor, decodeCoded, readCodedColor } from "./hdr.ts";
import { codecOption, inputFormats } from "./formats.ts";
import { countPngFrames, type Header, headerOfCodec, readHeader } from "./header.ts";
import { jpegQuality } from "./jpeg-quality.ts";
import { removePositions, withoutGps, withoutPositions } from "./positions.ts";
import { limitFrames, limitPixels, maxPixels } from "./limits.ts";
import { mayBeUnread, readError } from "./read-error.ts";
import type { Size } from "./size.ts";
import type { Source } from "./source.ts";
import { prepareImages } from "./svg-images.ts";

/** The page or frames to read from a file. */
export interface Wanted {
  page: number | undefined;
  density: number | undefined;
  /** True if the target keeps frames, so all of them are read. */
  frames: boolean;
  /** True if positions may stay in the metadata. */
  positions: boolean;
}

/** The part of a plan that concerns decoding. */
export interface Decoding {
  frames: number;
  orient: boolean;
  /** The size at which to render a drawing. */
  rendered: Size;
  /** The reduction of the image while it is read: 1 for none, 2, 4 or 8. */
  shrink: number;
  /** True if EXIF is kept. */
  keepsExif: boolean;
  /** True if the pixels keep the colors of their profile. */
  keepsProfile: boolean;
  /** True if further conversions can use the same pixels. */
  isShareable: boolean;
}

/** Decoded pixels that sharp can open repeatedly. */
export interface Readable {
  open(): Sharp;
  /** The times of frames that sharp did not read. */
  animation: Animation | null;
}

/** An image whose header was read, by sharp or by a codec. */
export interface OpenedImage {
  source: Source;
  header: Header;
  /** The codec that reads it; `null` for sharp. */
  codec: ImageCodec | null;
  /** The name of its decoder in the cost table. */
  decoder: string;
  /** True if all frames are decoded before the first is encoded. */
  holdsFrames: boolean;
  /** The parts of a drawing that are not drawn. */
  notDrawn: readonly string[];
  decode(decoding: Decoding): Promise<Readable>;
}

async function openBySharp(
  sharp: SharpConstructor,
  source: Source,
  { page, frames, positions }: Wanted,
): Promise<OpenedImage> {
  const { format, input } = source;
  const drawing = source.drawing && (await prepareImages(sharp, source.drawing));
  const openBytes = (file: Uint8Array, extra: SharpOptions) =>
    sharp(file, { failOn: source.failOn, ...extra });
  let { bytes } = source;
  const open = (extra: SharpOptions) => openBytes(bytes, extra);
  const headerIn = (animated: boolean, of?: number) =>
    readHeader(open, format, input, { animated, page: of });

  let header = await headerIn(false);
  if (format === "jpeg") header = { ...header, quality: jpegQuality(bytes) };
  // sharp reads the first frame of an animated PNG and does not report the others.
  if (format === "png") header = { ...header, pages: countPngFrames(bytes), readablePages: 1 };
  else if (header.isAnimated && frames && header.pages > 1) header = await headerIn(true);
  // The pages of a file can differ in size and in every other property.
  else if (page !== undefined && page > 0 && page < header.readablePages)
    header = await headerIn(false, page);

  if (source.stored)
    header = {
      ...header,
      bitDepth: source.stored.bitDepth,
      colorSpace: source.stored.colorSpace ?? header.colorSpace,
    };

  if (!positions && header.metadata.length > 0) {
    const { exif = null, iptc = null } = await open({}).metadata();
    const bare = removePositions(bytes, format, { exif, iptc, xmp: header.xmp });
    bytes = bare.bytes;
    header = {
      ...header,
      xmp: bare.xmp,
      handedOn: header.handedOn.filter((kind) => !bare.lost.includes(kind)),
    };
  }

  const decode = async ({ frames: kept, orient, rendered, shrink }: Decoding): Promise<Readable> => {
    const file = drawing ? await drawing.atScale(rendered.width / header.stored.width) : bytes;
    return {
      animation: null,
      open: () =>
        openBytes(file, {
          // The size at which a drawing is rendered, or a reduced image is decoded, has been checked.
          limitInputPixels: input.isDrawn || shrink > 1 ? false : maxPixels,
          autoOrient: orient,
          ...(kept > 1 ? { pages: -1 } : page === undefined ? {} : { page }),
        }),
    };
  };
  const opened: OpenedImage = {
    source,
    header,
    codec: null,
    decoder: source.stored ? "tiff-samples" : format,
    holdsFrames: false,
    notDrawn: drawing?.notDrawn ?? [],
    decode,
  };
  const color = colorOf(source, header);
  return color ? withCodedColor(sharp, opened, color) : opened;
}

/** Returns the colors that code points declare. A profile takes precedence, except over HDR, which it cannot express. */
function colorOf(source: Source, { profile }: Header): CodedColor | null {
  const color = readCodedColor(source);
  return color && (profile === null || color.transfer !== "sdr") ? color : null;
}

/** Returns the same image, decoded to sRGB. Its pixels are kept for further encodes. */
function withCodedColor(sharp: SharpConstructor, opened: OpenedImage, color: CodedColor): OpenedImage {
  const { header } = opened;
  let decoded: Promise<Decoded> | null = null;
  const decode = async (decoding: Decoding): Promise<Readable> => {
    const bits = Math.min(16, Math.max(8, header.bitDepth));
    const read = async () => decodeCoded((await opened.decode(decoding)).open(), color, bits);
    decoded ??= read();
    const pixels = await decoded;
    return { animation: null, open: () => openDecoded(sharp, pixels, { autoOrient: false }) };
  };
  return {
    ...opened,
    decoder: "coded",
    header: {
      ...header,
      color,
      profile: null,
      decodedDepth: 8,
      // The pixels are handed on without EXIF and IPTC.
      handedOn: header.handedOn.filter((kind) => kind === "xmp"),
    },
    decode,
  };
}

async function openByCodec(
  sharp: SharpConstructor,
  codec: ImageCodec,
  source: Source,
  { page, density, positions }: Wanted,
): Promise<OpenedImage> {
  const { format, file, input } = source;
  const asked = { format, bytes: file, page, density };
  const attempt = async <Result>(work: () => Promise<Result>): Promise<Result> => {
    try {
      return await work();
    } catch (cause) {
      throw readError(cause, format);
    }
  };
  const read = await attempt(() => codec.readHeader(asked));
  const whole = read.metadata.exif && withOrientation(read.metadata.exif, read.orientation);
  const exif = positions || !whole ? whole : withoutGps(whole);
  const found = headerOfCodec(format, read, { keepsExif: exif !== null });
  const xmp = positions || found.xmp === null ? found.xmp : withoutPositions(found.xmp);
  const header: Header = {
    ...found,
    xmp,
    handedOn: found.handedOn.filter((kind) => kind !== "xmp" || xmp !== null),
  };

  // `auto` and a search for a quality need the same pixels several times.
  let last: { key: string; decoded: Decoded } | null = null;
  const decode = async (decoding: Decoding): Promise<Readable> => {
    const { frames, orient, rendered, keepsExif, keepsProfile } = decoding;
    const wanted = {
      frames: frames > 1 ? ("all" as const) : ("one" as const),
      ...(input.isDrawn ? { size: rendered } : {}),
    };
    const key = JSON.stringify({ ...wanted, keepsExif, keepsProfile });
    const decodeOnce = async (): Promise<Decoded> => {
      const pixels = await codec.decode({ ...asked, ...wanted });
      const isForeign = header.profile !== null && (keepsProfile || !header.profile.isSrgb);
      const decoded =
        read.profile && isForeign
          ? await withProfile(sharp, pixels, { profile: read.profile, isKept: keepsProfile })
          : pixels;
      return keepsExif && exif ? withExif(sharp, decoded, { exif, keepsProfile }) : decoded;
    };
    const decoded = last?.key === key ? last.decoded : await attempt(decodeOnce);
    last = { key, decoded };
    return {
      animation: findAnimation(decoded),
      open: () => openDecoded(sharp, decoded, { autoOrient: orient }),
    };
  };
  const opened: OpenedImage = {
    source: { ...source, isSequence: false },
    header,
    codec,
    decoder: format,
    holdsFrames: true,
    notDrawn: [],
    decode,
  };
  const color = header.isAnimated ? null : colorOf(source, header);
  return color ? withCodedColor(sharp, opened, color) : opened;
}

/** Returns the same image with all its frames. sharp reads only the first. */
function openFrames(
  sharp: SharpConstructor,
  opened: OpenedImage,
  animated: AnimatedPng,
  { page }: Wanted,
): OpenedImage {
  if (page !== undefined) {
    // A frame is drawn over all frames before it, so it costs as much as all of them.
    limitFrames(page + 1);
    limitPixels("image", animated.canvas, page + 1);
  }
  let decoded: Promise<Decoded> | null = null;
  const decode = async (): Promise<Readable> => {
    decoded ??= decodeAnimatedPng(sharp, animated, page);
    const frames = await decoded;
    return {
      animation: findAnimation(frames),
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

function withoutCodec({ format, input }: Source): ToolsError {
  return new ToolsError(
    "invalid_image",
    `image: ${format} was recognized, but reading it needs a codec: pass ${codecOption(input.codec ?? "magick")}`,
  );
}

/** Returns whether the wanted pages are in the file, but sharp does not read them. */
function isBeyondSharp({ source, header }: OpenedImage, { page, frames }: Wanted): boolean {
  const hidden = source.isSequence || header.pages > header.readablePages;
  return hidden && (page === undefined ? frames : page >= header.readablePages);
}

/**
 * Opens an image with sharp if sharp reads it, otherwise with the first codec that does.
 *
 * @throws ToolsError `invalid_image` if a codec is missing, naming the package to pass in.
 */
export async function openImage(
  sharp: SharpConstructor,
  source: Source,
  codecs: readonly ImageCodec[],
  wanted: Wanted,
): Promise<OpenedImage> {
  const codec = codecs.find(({ reads }) => reads.includes(source.format));
  if (source.input.codec !== null) {
    if (!codec) throw withoutCodec(source);
    return openByCodec(sharp, codec, source, wanted);
  }
  try {
    const opened = await openBySharp(sharp, source, wanted);
    if (opened.header.isHevc)
      return await openImage(sharp, { ...source, format: "heic", input: inputFormats.heic }, codecs, wanted);
    if (!isBeyondSharp(opened, wanted)) return opened;
    if (codec) return await openByCodec(sharp, codec, source, wanted);
    const animated = source.format === "png" ? readAnimatedPng(source.bytes) : null;
    return animated ? openFrames(sharp, opened, animated, wanted) : opened;
  } catch (cause) {
    if (codec && mayBeUnread(cause)) return openByCodec(sharp, codec, source, wanted);
    throw cause;
  }
}

/** Opens with a codec an image whose pixels sharp could not read. Returns `null` if no codec reads it. */
export async function reopenImage(
  sharp: SharpConstructor,
  { source, codec: first }: OpenedImage,
  codecs: readonly ImageCodec[],
  wanted: Wanted,
): Promise<OpenedImage | null> {
  const codec = first ? undefined : codecs.find(({ reads }) => reads.includes(source.format));
  return codec ? openByCodec(sharp, codec, source, wanted) : null;
}
