import type { MagickFormat } from "@imagemagick/magick-wasm";

/** What the decoder of a format does differently from others. */
export interface ReadableFormat {
  /** ImageMagick's coder. It is always named, so that no content reaches another one. */
  coder: MagickFormat;
  /**
   * Up to how many pixels an image is decoded for its header, where that does not tell all by itself: OpenEXR's
   * reader tells the alpha with the pixels, some TGA have alpha bits that the decoder drops, and JPEG 2000 may turn
   * out to have a palette. JPEG XL tells the profile late, on which only a warning depends, and decodes 4 megapixels
   * a second: what is to be refused for its size should not be decoded first.
   */
  decodedForHeader: number;
  /** Whether decoding leaves the pixels as stored, to be turned by the orientation; else they come out upright. */
  keepsOrientation: boolean;
  /** Which of several images is the main one. */
  main: "first" | "largest";
  /**
   * What the samples are, whatever ImageMagick calls them: QOI only notes that it is linear, and nobody converts by
   * it; those of OpenEXR are linear and called sRGB.
   */
  samples: "as called" | "srgb" | "linear";
  /** Bits a stored sample, where ImageMagick tells only those that it keeps itself; else `null`. */
  storedDepth: number | null;
  /** Whose delay a frame of an animation gets: for sequences of HEIF, ImageMagick 7.1.2 gives it that of the next. */
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

/** Every format that is read, as `sniffFormat` calls it. */
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
  // Three mantissas of 8 bits share an exponent, which makes floating point of them.
  hdr: { ...usual, coder: "HDR", storedDepth: 32 },
  dds: { ...usual, coder: "DDS" },
  sgi: { ...usual, coder: "SGI" },
  tiff: { ...usual, coder: "TIFF", keepsOrientation: true },
};

/** Every format that is written. */
export const writableFormats: Readonly<Record<string, MagickFormat>> = {
  jxl: "JXL",
  jp2: "JP2",
  bmp: "BMP",
  ico: "ICO",
  qoi: "QOI",
  tga: "TGA",
  ppm: "PPM",
};

/** Coders that others call: ICO holds PNG, old TIFF holds JPEG; raw samples are what is handed over for encoding. */
const innerCoders: readonly MagickFormat[] = ["PNG", "PNG32", "JPEG", "GRAY", "GRAYA", "RGB", "RGBA"];

/** Every coder that may run at all. */
export const permittedCoders: ReadonlySet<MagickFormat> = new Set([
  ...Object.values(readableFormats).map(({ coder }) => coder),
  ...Object.values(writableFormats),
  ...innerCoders,
]);
