import type { MetadataKind } from "./codec.ts";
import { type FormatAlias, type OutputFormat, resolveFormat } from "./schema.ts";

/** The npm packages of the codecs for formats that sharp does not support. */
const codecPackages = { magick: "@imagemagick/magick-wasm", pdfium: "@hyzyla/pdfium" } as const;

type CodecName = keyof typeof codecPackages;

/** Returns the code that a program needs to use a codec. */
export function codecOption(codec: CodecName): string {
  const call = `codecs: [${codec}Codec()] from @tools-api/adapters/image/${codec}`;
  return `${call}, with the package ${codecPackages[codec]}`;
}

/** A format that can be read. */
export interface InputFormat {
  contentType: string;
  /** The name of the sharp loader that must read it; `null` if sharp has none. */
  loader: string | null;
  /** The codec that is needed; `null` if sharp reads the format. */
  codec: CodecName | null;
  /** The noun for several images in one file. */
  several: "frame" | "page" | "image" | "layer";
  /** True if its frames form an animation that sharp reads. */
  animated: boolean;
  /** True if it is a drawing, which is rendered at the requested size. */
  isDrawn: boolean;
}

/** A format that can be written. Sizes are in pixels. See `cost.ts` for the cost of writing. */
export interface TargetFormat {
  contentType: string;
  /** The codec that is needed; `null` if sharp writes the format. */
  codec: CodecName | null;
  alpha: boolean;
  animated: boolean;
  maxDepth: 8 | 16;
  maxSide: number;
  /** The metadata that the encoder writes. */
  metadata: readonly MetadataKind[];
  /** True if the encoder writes the profile of the file. */
  profile: boolean;
  /** True if the result can have a gain map. */
  gainMap: boolean;
  lossless: "always" | "option" | "never";
  /** The quality if none is requested; `null` if the format has no quality. */
  defaultQuality: number | null;
  /** True if a quality below 100 gives this lossless format a palette of at most 256 colors. */
  palette: boolean;
  /** True if a coarse image can precede the rest. */
  progressive: boolean;
  /** True if the resolution of colors can be chosen. */
  chroma: boolean;
  /** Seconds that encoding may take. */
  deadline: number;
}

const bySharp = (
  loader: string,
  contentType: string,
  several: InputFormat["several"] = "image",
): InputFormat => ({ contentType, loader, codec: null, several, animated: false, isDrawn: false });

const byCodec = (
  codec: CodecName,
  contentType: string,
  several: InputFormat["several"] = "image",
): InputFormat => ({ contentType, loader: null, codec, several, animated: false, isDrawn: false });

const inputs = {
  jpeg: bySharp("jpeg", "image/jpeg"),
  png: bySharp("png", "image/png", "frame"),
  webp: { ...bySharp("webp", "image/webp", "frame"), animated: true },
  avif: bySharp("heif", "image/avif"),
  gif: { ...bySharp("gif", "image/gif", "frame"), animated: true },
  tiff: bySharp("tiff", "image/tiff", "page"),
  svg: { ...bySharp("svg", "image/svg+xml"), isDrawn: true },
  svgz: { ...bySharp("svg", "image/svg+xml"), isDrawn: true },
  heic: byCodec("magick", "image/heic"),
  jxl: byCodec("magick", "image/jxl", "frame"),
  bmp: byCodec("magick", "image/bmp"),
  ico: byCodec("magick", "image/vnd.microsoft.icon"),
  cur: byCodec("magick", "image/vnd.microsoft.icon"),
  jp2: byCodec("magick", "image/jp2"),
  psd: byCodec("magick", "image/vnd.adobe.photoshop", "layer"),
  qoi: byCodec("magick", "image/qoi"),
  tga: byCodec("magick", "image/x-tga"),
  pnm: byCodec("magick", "image/x-portable-anymap"),
  pcx: byCodec("magick", "image/vnd.zbrush.pcx"),
  exr: byCodec("magick", "image/x-exr"),
  hdr: byCodec("magick", "image/vnd.radiance"),
  dds: byCodec("magick", "image/vnd.ms-dds"),
  sgi: byCodec("magick", "image/sgi"),
  pdf: { ...byCodec("pdfium", "application/pdf", "page"), isDrawn: true },
} satisfies Record<string, InputFormat>;

/** The name of a format that is read. */
export type InputName = keyof typeof inputs;

/** The formats that are read. */
export const inputFormats: Readonly<Record<InputName, InputFormat>> = inputs;

const anySide = 2 ** 31 - 1;

/** A target with the most common properties: sharp writes it, still and lossless, with alpha and 8 bits per sample. */
const usual: Omit<TargetFormat, "contentType"> = {
  codec: null,
  alpha: true,
  animated: false,
  maxDepth: 8,
  maxSide: anySide,
  metadata: [],
  profile: false,
  gainMap: false,
  lossless: "always",
  defaultQuality: null,
  palette: false,
  progressive: false,
  chroma: false,
  deadline: 8,
};
const lossy = { ...usual, lossless: "option", defaultQuality: 80 } as const;

/** The formats that are written. */
export const targetFormats: Readonly<Record<OutputFormat, TargetFormat>> = {
  jpeg: {
    ...lossy,
    contentType: "image/jpeg",
    alpha: false,
    maxSide: 65_500,
    metadata: ["exif", "xmp", "iptc"],
    profile: true,
    gainMap: true,
    lossless: "never",
    progressive: true,
    chroma: true,
  },
  png: {
    ...usual,
    contentType: "image/png",
    maxDepth: 16,
    metadata: ["exif", "xmp"],
    profile: true,
    palette: true,
    progressive: true,
  },
  webp: {
    ...lossy,
    contentType: "image/webp",
    animated: true,
    maxSide: 16_383,
    metadata: ["exif", "xmp"],
    profile: true,
  },
  avif: {
    ...lossy,
    contentType: "image/avif",
    maxSide: 16_384,
    metadata: ["exif", "xmp"],
    profile: true,
    chroma: true,
    deadline: 30,
  },
  gif: {
    ...usual,
    contentType: "image/gif",
    animated: true,
    maxSide: 65_535,
    lossless: "never",
    progressive: true,
  },
  apng: { ...usual, contentType: "image/apng", animated: true, deadline: 30 },
  tiff: { ...usual, contentType: "image/tiff", maxDepth: 16, metadata: ["xmp", "iptc"], profile: true },
  jxl: { ...lossy, contentType: "image/jxl", codec: "magick", maxSide: 2 ** 30 - 1, deadline: 30 },
  jp2: { ...lossy, contentType: "image/jp2", codec: "magick" },
  bmp: { ...usual, contentType: "image/bmp", codec: "magick" },
  ico: { ...usual, contentType: "image/vnd.microsoft.icon", codec: "magick", maxSide: 256 },
  qoi: { ...usual, contentType: "image/qoi", codec: "magick" },
  tga: { ...usual, contentType: "image/x-tga", codec: "magick", maxSide: 65_535 },
  ppm: { ...usual, contentType: "image/x-portable-pixmap", codec: "magick", alpha: false },
};

/** The formats that sharp writes: of an animated PNG, the pixels of its frames. */
export type NativeFormat = "jpeg" | "png" | "webp" | "avif" | "gif" | "apng" | "tiff";

/** The formats that a codec writes. */
export type CodecFormat = Exclude<OutputFormat, NativeFormat>;

/** Returns whether sharp writes a format, so that no codec is needed. */
export function isNativeTarget(format: OutputFormat): format is NativeFormat {
  return targetFormats[format].codec === null;
}

/**
 * Returns the media type of a target format, by the format's name or alias.
 *
 * @example
 * ```ts
 * import { contentType } from "@tools-api/core/image";
 *
 * console.log(contentType("jpg")); // image/jpeg
 * ```
 */
export function contentType(format: OutputFormat | FormatAlias): string {
  return targetFormats[resolveFormat(format)].contentType;
}
