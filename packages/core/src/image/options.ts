import type { z } from "zod";
import type { Camelized } from "../schema/casing.ts";
import type { ImageCodec } from "./codec.ts";
import type {
  AutoFormat,
  Chroma,
  Effort,
  Fit,
  FormatAlias,
  ImageRecord,
  Included,
  OutputFormat,
  Position,
  Rectangle,
} from "./schema.ts";

/** The options of a conversion that are plain data. */
export interface ConversionOptions {
  /**
   * The format to convert to. `jpg`, `tif` and `heif` mean `jpeg`, `tiff` and `avif`. `auto` is the smallest of avif,
   * webp, jpeg and png.
   */
  format: OutputFormat | FormatAlias | "auto";
  /** The formats from which `auto` may choose. Default: all four. */
  accept?: readonly AutoFormat[] | undefined;
  /**
   * 1 to 100 on the scale of jpeg. A number looks the same in every lossy format. Default: 80. Below 100, a png gets a
   * palette of 256 colors.
   */
  quality?: number | undefined;
  /**
   * The score that the result reaches instead of a quality: how it looks, 1 to 100. It is within 1.5 for nine of ten
   * photos. Most photos at quality 80 have the score 80, but some need less and some more. With `maxBytes`, the lower
   * quality of the two. Needs a lossy format and one frame.
   */
  target?: number | undefined;
  /** The maximum bytes of the result, which gets the best quality that fits. */
  maxBytes?: number | undefined;
  /**
   * Reduces the size if `maxBytes` would take a quality below 40 (`auto`) or below 30 (`true`). `auto` never changes the
   * size of a lossless result. Default: `auto`.
   */
  maxBytesResize?: boolean | "auto" | undefined;
  /** For webp, avif, jxl and jp2. png and tiff are always lossless. Default: false. */
  lossless?: boolean | undefined;
  /** The time spent to save bytes. Default: `balanced`. */
  effort?: Effort | undefined;
  /**
   * A color of CSS: hexadecimal, with or without `#`, a name, `rgb()` or `hsl()`. The color below transparent pixels if the format has no transparency, and around
   * `contain`.
   */
  background?: string | undefined;
  /**
   * The metadata to keep: `none`, `copyright` for the artist and the copyright notice, `all`, or a list of kinds. With
   * `icc`, the colors stay those of the profile. Without it they are converted to sRGB. Default: `none`.
   */
  metadata?: "none" | "copyright" | "all" | readonly ("exif" | "xmp" | "iptc" | "icc")[] | undefined;
  /** Removes positions from EXIF and XMP, and keeps the rest: `all`, unless `metadata` is set. Default: false. */
  noLocation?: boolean | undefined;
  /** Another name of `metadata`: `true` keeps EXIF, XMP and IPTC, `copyright` the same as there. Default: false. */
  keepMetadata?: boolean | "copyright" | undefined;
  /**
   * Keeps the gain map of an HDR photo (Ultra HDR, ISO 21496-1) from jpeg to jpeg, with which an HDR display shows its bright
   * parts. Not with the positions `attention` and `entropy`. Default: false, with the warning `gain_map_dropped`.
   */
  keepHdr?: boolean | undefined;
  /** Writes jpeg, png or gif so that a viewer can show a coarse image before the rest arrives. Default: false. */
  progressive?: boolean | undefined;
  /**
   * The resolution of the colors of jpeg and avif. `4:4:4` keeps thin colored lines sharp. Default: `4:2:0`; for avif
   * `4:4:4` from a quality of about 90.
   */
  chroma?: Chroma | undefined;
  /** The dots per inch of a pdf without `width` and `height`, 18 to 1200. Default: 150. */
  density?: number | undefined;
  /** The frame, page or image to convert, counted from 0. */
  page?: number | undefined;
  /**
   * `error` refuses a file that lacks data. `warn` converts what is there with the warning `damaged`, up to a third of a
   * jpeg, png or tiff missing. Default: `warn`.
   */
  onDamage?: "warn" | "error" | undefined;
  /** Pixels, after the orientation is applied. */
  width?: number | undefined;
  /** Pixels, after the orientation is applied. */
  height?: number | undefined;
  /** Default: `inside`, which neither crops nor distorts. */
  fit?: Fit | undefined;
  /**
   * The sides of the images in one ico: 1 to 8 different numbers from 16 to 256. Each is a square in which the image is
   * fitted, by default with `contain`.
   */
  sizes?: readonly number[] | undefined;
  /**
   * Enlarges an image that is smaller than `width` and `height`. Otherwise `cover` and `fill` give the largest size of the
   * requested shape, and `contain` adds padding. Drawings, such as svg, always get the requested size. Default: false.
   */
  enlarge?: boolean | undefined;
  /** The pixels of the display for each pixel of `width` and `height`: 1 to 5. Default: 1. */
  dpr?: number | undefined;
  /**
   * The part that `cover` keeps, or the edge at which `contain` leaves the image. `attention` and `entropy` find the most
   * salient part. `"0.5,0.25"` is the point that stays closest to the center, as fractions of the width and the height.
   * Default: `center`.
   */
  position?: Position | undefined;
  /** Mirrors top and bottom. Default: false. */
  flip?: boolean | undefined;
  /** Mirrors left and right. Default: false. */
  flop?: boolean | undefined;
  /** Degrees clockwise, after `flip` and `flop`: 0, 90, 180 or 270. Default: 0. */
  rotate?: number | undefined;
  /** Removes edges that have the color of the top left pixel. Default: false. */
  trim?: boolean | undefined;
  /** The part to convert, in pixels after `rotate`. As text: `"left,top,width,height"`. */
  crop?: Rectangle | string | undefined;
  /** The sigma of a Gaussian blur of the result, 0.3 to 100. */
  blur?: number | undefined;
  /** The sigma of the sharpening of the result, 0.1 to 10. */
  sharpen?: number | undefined;
  /** Default: false. */
  grayscale?: boolean | undefined;
  /** Adds a placeholder, up to five main colors or a digest of the result to the record. Default: none. */
  include?: readonly Included[] | undefined;
  /** Several results. See {@link SetOptions}. */
  outputs?: undefined;
}

/** The options of one of several results. Those outside of the list are its defaults. */
export type OutputOptions = Partial<Omit<ConversionOptions, "accept" | "density" | "onDamage" | "outputs">>;

/** The options of a conversion to several results that are plain data. */
export interface SetOptions extends Partial<Omit<ConversionOptions, "outputs">> {
  /**
   * 1 to 12 results of one image, such as the widths of `srcset` or the pages of a pdf. Each has the options outside of the
   * list, overridden by its own. Each page is read once, except that a jpeg or webp is read at the size of each result, which
   * takes less time.
   */
  outputs: readonly OutputOptions[];
}

/** The limits of a conversion. They follow from its first bytes and its options, before any decoder runs. */
export interface JobLimits {
  /** Milliseconds of work. */
  deadlineMs: number;
  /** Megabytes that its process may use. */
  memoryMb: number;
  /** `wasm` if a WebAssembly codec takes part. Only one such job may run at a time. */
  lane: "native" | "wasm";
}

/** The options with which a conversion runs. */
export interface RunOptions {
  /** The codecs for formats that sharp does not support. An error names a missing one. */
  codecs?: readonly ImageCodec[] | undefined;
  /** Aborts the conversion with the signal's reason. */
  signal?: AbortSignal | undefined;
}

/** The options of `convertImage`. */
export interface ConvertImageOptions extends ConversionOptions, RunOptions {}

/** The options of `convertImage` for several results. */
export interface ConvertSetOptions extends SetOptions, RunOptions {}

/** A converted image and its record. Sizes are pixels and bytes, times milliseconds. */
export type ConvertedImage = Camelized<z.output<typeof ImageRecord>> & { image: Uint8Array<ArrayBuffer> };

/** Several converted images, in the order of the options. */
export interface ConvertedImages {
  outputs: ConvertedImage[];
}
