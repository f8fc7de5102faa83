import type { MagickFormat } from "@imagemagick/magick-wasm";

/** The peculiarities of a format's decoder. */
export interface ReadableFormat {
  /** ImageMagick's coder. It is always set, so that the content of a file cannot select another one. */
  coder: MagickFormat;
  /**
   * Largest number of pixels that are decoded to read the header, for formats whose header is incomplete. OpenEXR's
   * reader reports alpha only with the pixels, some TGA have alpha bits that the decoder drops, and JPEG 2000 may have
   * a palette. JPEG XL reports the profile late, but only a warning depends on it, and it decodes 4 megapixels per
   * second: an image that is too large must be refused before decoding.
   */
  decodedForHeader: number;
  /** Whether decoding keeps the pixels as stored, so that the orientation still applies. Otherwise they are upright. */
  keepsOrientation: boolean;
  /** The main image of several. */
  main: "first" | "largest";
  /**
   * The meaning of the samples, regardless of ImageMagick's color space. QOI files may declare linear light, but no
   * decoder converts them. OpenEXR samples are linear, but ImageMagick calls them sRGB.
   */
  samples: "as called" | "srgb" | "linear";
  /** Bits per stored sample if ImageMagick reports only its own depth; otherwise `null`. */
  storedDepth: number | null;
  /** The source of a frame's delay. For HEIF sequences, ImageMagick 7.1.2 gives a frame the delay of the next. */
  delays: "own" | "of the next";
}

const usual = {
  decodedForHeader: 0,
  keepsOrientation: false,
  main: "first",
  samples: "as called",
  storedDepth: null,
  delays: "own",
} as const satisfies Omit<ReadableFormat, "coder">;

/** Every readable format, by its name in `sniffFormat`. */
export const readableFormats: Readonly<Record<string, ReadableFormat>> = {
  heic: { ...usual, coder: "HEIC", delays: "of the next" },
  avif: { ...usual, coder: "AVIF", delays: "of the next" },
  jxl: { ...usual, coder: "JXL", decodedForHeader: 25_000_000, keepsOrientation: true },
  bmp: { ...usual, coder: "BMP" },
  ico: { ...usual, coder: "ICO", main: "largest" },
  cur: { ...usual, coder: "CUR", main: "largest" },
  jp2: { ...usual, coder: "JP2", decodedForHeader: Infinity },
  psd: { ...usual, coder: "PSD" },
  qoi: { ...usual, coder: "QOI", samples: "srgb" },
  tga: { ...usual, coder: "TGA", decodedForHeader: Infinity },
  pnm: { ...usual, coder: "PNM" },
  pcx: { ...usual, coder: "PCX" },
  exr: { ...usual, coder: "EXR", decodedForHeader: Infinity, samples: "linear", storedDepth: 16 },
  // Three 8-bit mantissas share an exponent, so the samples are floating point.
  hdr: { ...usual, coder: "HDR", storedDepth: 32 },
  dds: { ...usual, coder: "DDS" },
  sgi: { ...usual, coder: "SGI" },
  tiff: { ...usual, coder: "TIFF", keepsOrientation: true },
};

/** Every writable format. */
export const writableFormats: Readonly<Record<string, MagickFormat>> = {
  jxl: "JXL",
  jp2: "JP2",
  bmp: "BMP",
  ico: "ICO",
  qoi: "QOI",
  tga: "TGA",
  ppm: "PPM",
};

/** Coders that other coders call: ICO contains PNG, old TIFF contains JPEG. The encoder receives raw samples. */
const innerCoders: readonly MagickFormat[] = ["PNG", "PNG32", "JPEG", "GRAY", "GRAYA", "RGB", "RGBA"];

/** Every coder that is allowed to run. */
export const permittedCoders: ReadonlySet<MagickFormat> = new Set([
  ...Object.values(readableFormats).map(({ coder }) => coder),
  ...Object.values(writableFormats),
  ...innerCoders,
]);
