import type { MetadataKind } from "./codec.ts";
import { type FormatAlias, type OutputFormat, resolveFormat } from "./schema.ts";

/** The npm package for formats that sharp does not support, except documents with pages. */
const magick = "@imagemagick/magick-wasm";
const pdfium = "@hyzyla/pdfium";

/** The adapters of the packages that decode and encode. */
const adapters: Readonly<Record<string, { call: string; module: string }>> = {
  [magick]: { call: "magickCodec()", module: "@tools-api/adapters/image/magick" },
  [pdfium]: { call: "pdfiumCodec()", module: "@tools-api/adapters/image/pdfium" },
};

/** Returns the code that a program needs to use the codec of a package. */
export function codecOption(packageName: string | null): string {
  const adapter = adapters[packageName ?? ""];
  if (!adapter) return "codecs";
  return `codecs: [${adapter.call}] from ${adapter.module}, with the package ${packageName}`;
}

/** A format that can be read. */
export interface InputFormat {
  contentType: string;
  /** The name of the sharp loader that must read it; `null` if sharp has none. */
  loader: string | null;
  /** The package whose codec is needed; `null` if sharp reads the format. */
  codec: string | null;
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
  /** The package whose codec is needed; `null` if sharp writes the format. */
  codec: string | null;
  alpha: boolean;
  animated: boolean;
  maximumDepth: 8 | 16;
  maximumDimension: number;
  /** The metadata that the encoder writes. */
  metadata: readonly MetadataKind[];
  lossless: "always" | "option" | "never";
  /** The quality if none is requested; `null` if the format has no quality. */
  defaultQuality: number | null;
  /** True if a quality below 100 gives this lossless format a palette of at most 256 colors. */
  palette: boolean;
  /** Seconds that encoding may take. */
  deadline: number;
}

const bySharp = (
  loader: string,
  contentType: string,
  several: InputFormat["several"] = "image",
): InputFormat => ({ contentType, loader, codec: null, several, animated: false, isDrawn: false });

const byCodec = (
  codec: string,
  contentType: string,
  several: InputFormat["several"] = "image",
): InputFormat => ({ contentType, loader: null, codec, several, animated: false, isDrawn: false });

/** The formats that are read. */
export const inputFormats: Readonly<Record<string, InputFormat>> = {
  jpeg: bySharp("jpeg", "image/jpeg"),
  png: bySharp("png", "image/png", "frame"),
  webp: { ...bySharp("webp", "image/webp", "frame"), animated: true },
  avif: bySharp("heif", "image/avif"),
  gif: { ...bySharp("gif", "image/gif", "frame"), animated: true },
  tiff: bySharp("tiff", "image/tiff", "page"),
  svg: { ...bySharp("svg", "image/svg+xml"), isDrawn: true },
  svgz: { ...bySharp("svg", "image/svg+xml"), isDrawn: true },
  heic: byCodec(magick, "image/heic"),
  jxl: byCodec(magick, "image/jxl", "frame"),
  bmp: byCodec(magick, "image/bmp"),
  ico: byCodec(magick, "image/vnd.microsoft.icon"),
  cur: byCodec(magick, "image/vnd.microsoft.icon"),
  jp2: byCodec(magick, "image/jp2"),
  psd: byCodec(magick, "image/vnd.adobe.photoshop", "layer"),
  qoi: byCodec(magick, "image/qoi"),
  tga: byCodec(magick, "image/x-tga"),
  pnm: byCodec(magick, "image/x-portable-anymap"),
  pcx: byCodec(magick, "image/vnd.zbrush.pcx"),
  exr: byCodec(magick, "image/x-exr"),
  hdr: byCodec(magick, "image/vnd.radiance"),
  dds: byCodec(magick, "image/vnd.ms-dds"),
  sgi: byCodec(magick, "image/sgi"),
  pdf: { ...byCodec(pdfium, "application/pdf", "page"), isDrawn: true },
};

/** Returns a lossless format that a codec writes. */
const plainPixels = (
  contentType: string,
  { alpha, maximumDimension }: { alpha: boolean; maximumDimension: number },
): TargetFormat => ({
  contentType,
  codec: magick,
  alpha,
  animated: false,
  maximumDepth: 8,
  maximumDimension,
  metadata: [],
  lossless: "always",
  defaultQuality: null,
  palette: false,
  deadline: 8,
});

/** The formats that are written. */
export const targetFormats: Readonly<Record<OutputFormat, TargetFormat>> = {
  jpeg: {
    contentType: "image/jpeg",
    codec: null,
    alpha: false,
    animated: false,
    maximumDepth: 8,
    maximumDimension: 65_500,
    metadata: ["exif", "xmp", "iptc"],
    lossless: "never",
    defaultQuality: 80,
    palette: false,
    deadline: 8,
  },
  png: {
    contentType: "image/png",
    codec: null,
    alpha: true,
    animated: false,
    maximumDepth: 16,
    maximumDimension: 2 ** 31 - 1,
    metadata: ["exif", "xmp"],
    lossless: "always",
    defaultQuality: null,
    palette: true,
    deadline: 8,
  },
  webp: {
    contentType: "image/webp",
    codec: null,
    alpha: true,
    animated: true,
    maximumDepth: 8,
    maximumDimension: 16_383,
    metadata: ["exif", "xmp"],
    lossless: "option",
    defaultQuality: 80,
    palette: false,
    deadline: 8,
  },
  avif: {
    contentType: "image/avif",
    codec: null,
    alpha: true,
    animated: false,
    maximumDepth: 8,
    maximumDimension: 16_384,
    metadata: ["exif", "xmp"],
    lossless: "option",
    defaultQuality: 80,
    palette: false,
    deadline: 30,
  },
  gif: {
    contentType: "image/gif",
    codec: null,
    alpha: true,
    animated: true,
    maximumDepth: 8,
    maximumDimension: 65_535,
    metadata: [],
    lossless: "never",
    defaultQuality: null,
    palette: false,
    deadline: 8,
  },
  tiff: {
    contentType: "image/tiff",
    codec: null,
    alpha: true,
    animated: false,
    maximumDepth: 16,
    maximumDimension: 2 ** 31 - 1,
    metadata: ["xmp", "iptc"],
    lossless: "always",
    defaultQuality: null,
    palette: false,
    deadline: 8,
  },
  jxl: {
    contentType: "image/jxl",
    codec: magick,
    alpha: true,
    animated: false,
    maximumDepth: 8,
    maximumDimension: 2 ** 30 - 1,
    metadata: [],
    lossless: "option",
    defaultQuality: 80,
    palette: false,
    deadline: 30,
  },
  jp2: {
    contentType: "image/jp2",
    codec: magick,
    alpha: true,
    animated: false,
    maximumDepth: 8,
    maximumDimension: 2 ** 31 - 1,
    metadata: [],
    lossless: "option",
    defaultQuality: 80,
    palette: false,
    deadline: 8,
  },
  bmp: plainPixels("image/bmp", { alpha: true, maximumDimension: 2 ** 31 - 1 }),
  ico: plainPixels("image/vnd.microsoft.icon", { alpha: true, maximumDimension: 256 }),
  qoi: plainPixels("image/qoi", { alpha: true, maximumDimension: 2 ** 31 - 1 }),
  tga: plainPixels("image/x-tga", { alpha: true, maximumDimension: 65_535 }),
  ppm: plainPixels("image/x-portable-pixmap", { alpha: false, maximumDimension: 2 ** 31 - 1 }),
};

/** The formats that sharp writes. */
export type NativeFormat = "jpeg" | "png" | "webp" | "avif" | "gif" | "tiff";

/** The formats that a codec writes. */
export type CodecFormat = Exclude<OutputFormat, NativeFormat>;

/** Returns whether sharp writes a format, so that no codec is needed. */
export function isNativeTarget(format: OutputFormat): format is NativeFormat {
  return targetFormats[format].codec === null;
}

/** Returns the media type of a target format, by the format's name or alias. */
export function contentType(format: OutputFormat | FormatAlias): string {
  return targetFormats[resolveFormat(format)].contentType;
}
