import type { Metadata, Sharp, SharpOptions } from "sharp";
import { ToolsError } from "../errors.ts";
import type { CodecHeader, MetadataKind } from "./codec.ts";
import type { CodedColor } from "./hdr.ts";
import { type ColorProfile, isUsableProfile, readColorProfile } from "./color-profile.ts";
import type { InputFormat } from "./formats.ts";
import { readError } from "./read-error.ts";
import { type Rights, readRights } from "./rights.ts";
import type { Size } from "./size.ts";

/** Opens an image in sharp. */
export type OpenImage = (options: SharpOptions) => Sharp;

/** The header of an image. */
export interface Header {
  /** The size of one frame as stored, before its orientation is applied. */
  stored: Size;
  /** EXIF orientation (CIPA DC-008 §4.6.5), 1 to 8; 1 if there is none. */
  orientation: number;
  /** Frames, pages or images in the file. */
  pages: number;
  /** Number of pages that `page` can select. */
  readablePages: number;
  /** True if its pages are frames of an animation that is read as one. */
  isAnimated: boolean;
  hasAlpha: boolean;
  /** Bits per sample, as stored. */
  bitDepth: number;
  /** Bits per sample that decoding keeps. */
  decodedDepth: number;
  colorSpace: string;
  isGrey: boolean;
  isPalette: boolean;
  /** True if a coarse image precedes the rest. */
  isProgressive: boolean;
  profile: ColorProfile | null;
  /** The colors that code points declare, and that decoding converts to sRGB. */
  color: CodedColor | null;
  /** The JPEG of a gain map, with the description of its values; `null` if there is none. */
  gainMap: Uint8Array | null;
  /** The kinds of metadata in the file. `handedOn` has those that the decoder passes on. */
  metadata: readonly MetadataKind[];
  handedOn: readonly MetadataKind[];
  /** True if the pixels are compressed as HEVC, which sharp does not read, regardless of the container's brand. */
  isHevc: boolean;
  xmp: string | null;
  /** The artist and the copyright notice. */
  rights: Rights | null;
  /** The quality of a JPEG; `null` for any other image. */
  quality: number | null;
}

/** Bits of libvips's sample types. */
const sampleBits: Readonly<Record<string, number>> = {
  uchar: 8,
  char: 8,
  ushort: 16,
  short: 16,
  uint: 32,
  int: 32,
  float: 32,
  double: 64,
  complex: 64,
  dpcomplex: 128,
};

/** The names of libvips's color spaces for users. */
const colorSpaces: Readonly<Record<string, string>> = {
  srgb: "srgb",
  rgb: "srgb",
  rgb16: "srgb",
  scrgb: "scrgb",
  "b-w": "grey",
  grey16: "grey",
  cmyk: "cmyk",
  lab: "lab",
  labs: "lab",
  labq: "lab",
};

const metadataKinds: readonly MetadataKind[] = ["exif", "xmp", "iptc"];

/**
 * Returns the number of frames that an animated PNG declares before its first IDAT (PNG 3rd edition §11.3.6.1); 1 for
 * any other PNG.
 */
export function countPngFrames(image: Uint8Array): number {
  const view = new DataView(image.buffer, image.byteOffset, image.byteLength);
  const animationControl = 0x6163544c;
  const imageData = 0x49444154;
  for (let offset = 8; offset + 12 <= image.length; offset += 12 + view.getUint32(offset)) {
    const type = view.getUint32(offset + 4);
    if (type === imageData) return 1;
    if (type === animationControl) return Math.max(1, view.getUint32(offset + 8));
  }
  return 1;
}

function readBitDepth({ depth, bitsPerSample, isPalette }: Metadata): number {
  const stored = sampleBits[depth] ?? 8;
  // The entries of a palette have 8 bits, regardless of the bits of its indexes.
  return isPalette || bitsPerSample === undefined || bitsPerSample < 1
    ? stored
    : Math.min(bitsPerSample, stored);
}

/** Returns the color space that a profile needs for the samples of an image (ICC.1:2022 §7.2.8). */
function samplesOf({ space }: Metadata): string {
  const names: Readonly<Record<string, string>> = {
    "b-w": "GRAY",
    grey16: "GRAY",
    cmyk: "CMYK",
    lab: "Lab ",
    labs: "Lab ",
  };
  return names[space] ?? "RGB ";
}

/**
 * Reads the header of an image that was recognized as `format`, of all frames if `animated`.
 *
 * @throws ToolsError `invalid_image` if sharp cannot read it.
 */
export async function readHeader(
  open: OpenImage,
  format: string,
  { loader, animated: isAnimated }: InputFormat,
  { animated, page }: { animated: boolean; page: number | undefined },
): Promise<Header> {
  let metadata: Metadata;
  try {
    // Without sharp's limit, because our errors suggest a size that is accepted. Nothing is decoded here.
    const frames = animated ? { pages: -1 } : page === undefined ? {} : { page };
    metadata = await open({ limitInputPixels: false, ...frames }).metadata();
  } catch (cause) {
    throw readError(cause, format);
  }
  if (metadata.format !== loader)
    throw new ToolsError("invalid_image", `image: ${format} was recognized, but the decoders disagree`);
  const bitDepth = readBitDepth(metadata);
  const kinds = metadataKinds.filter((kind) => metadata[kind] !== undefined);
  return {
    stored: { width: metadata.width, height: metadata.pageHeight ?? metadata.height },
    orientation:
      metadata.orientation !== undefined && metadata.orientation <= 8 ? metadata.orientation || 1 : 1,
    pages: metadata.pages ?? 1,
    readablePages: metadata.pages ?? 1,
    isAnimated,
    hasAlpha: metadata.hasAlpha,
    bitDepth,
    decodedDepth: bitDepth,
    colorSpace: colorSpaces[metadata.space] ?? metadata.space,
    isGrey: metadata.space === "b-w" || metadata.space === "grey16",
    isPalette: metadata.isPalette,
    isProgressive: metadata.isProgressive,
    profile:
      metadata.icc && isUsableProfile(metadata.icc, samplesOf(metadata))
        ? readColorProfile(metadata.icc)
        : null,
    color: null,
    gainMap: metadata.gainMap?.image ?? null,
    metadata: kinds,
    handedOn: kinds,
    isHevc: metadata.compression === "hevc",
    xmp: metadata.xmpAsString ?? null,
    rights: readRights({
      exif: metadata.exif ?? null,
      xmp: metadata.xmp ?? null,
      iptc: metadata.iptc ?? null,
    }),
    quality: null,
  };
}

/**
 * Converts the header from a codec.
 *
 * @param options.keepsExif - Whether EXIF is valid, so it can be attached to the image.
 * @throws ToolsError `invalid_image` if it has no image to decode.
 */
export function headerOfCodec(
  format: string,
  header: CodecHeader,
  { keepsExif }: { keepsExif: boolean },
): Header {
  const { stored, profile, colorSpace, metadata, ...rest } = header;
  // For broken files of several formats, decoders return 0 × 0 pixels without an error.
  if (!(stored.width >= 1 && stored.height >= 1 && header.pages >= 1))
    throw new ToolsError("invalid_image", `image: ${format} was recognized, but it contains no image`);
  const kinds = metadataKinds.filter((kind) => metadata[kind] !== null);
  return {
    ...rest,
    stored,
    colorSpace,
    readablePages: header.pages,
    decodedDepth: Math.min(8, header.bitDepth),
    isGrey: colorSpace === "grey",
    isPalette: false,
    isProgressive: false,
    profile: profile && isUsableProfile(profile, null) ? readColorProfile(profile) : null,
    color: null,
    gainMap: null,
    metadata: kinds,
    // Frames are passed as pixels only. EXIF and XMP are attached when a single image is written.
    handedOn: header.isAnimated
      ? []
      : kinds.filter((kind) => kind === "xmp" || (kind === "exif" && keepsExif)),
    isHevc: false,
    xmp: metadata.xmp && !header.isAnimated ? new TextDecoder().decode(metadata.xmp) : null,
    rights: readRights(metadata),
    quality: null,
  };
}
