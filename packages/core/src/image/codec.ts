import type { Effort } from "./schema.ts";
import type { Size } from "./size.ts";

/** A kind of metadata in an image file. */
export type MetadataKind = "exif" | "xmp" | "iptc";

/** The header of an image as a codec reads it, without decoding pixels. */
export interface CodecHeader {
  /** The size of the requested page as stored, before its orientation is applied. */
  stored: Size;
  /** Frames, pages or images in the file; 1 or more. */
  pages: number;
  /** True if its pages are frames of an animation. */
  isAnimated: boolean;
  /**
   * The EXIF orientation (CIPA DC-008 §4.6.5) that still has to be applied to the decoded pixels; 1 if they are
   * upright.
   */
  orientation: number;
  hasAlpha: boolean;
  /** Bits per sample, as stored. */
  bitDepth: number;
  /** `srgb`, `grey`, `cmyk` or another name for users. */
  colorSpace: string;
  /** The ICC profile. */
  profile: Uint8Array | null;
  /** Raw metadata, `null` if the file has none: EXIF starting at its TIFF header, XMP as UTF-8, IPTC as IIM. */
  metadata: Readonly<Record<MetadataKind, Uint8Array | null>>;
}

/** The file and page to read. */
export interface CodecInput {
  /** The format that `sniffFormat` returned. The content has decided it, and a codec must not guess again. */
  format: string;
  bytes: Uint8Array;
  /** Counted from 0; `undefined` for the main image of the file. */
  page: number | undefined;
  /** The dots per inch at which a page of a document has its own size; `undefined` for the codec's default. */
  density?: number | undefined;
}

/** Pixels of 8 bits per sample, passed between a codec and sharp. */
export interface Pixels {
  data: Uint8Array;
  /** The size of one frame. */
  size: Size;
  channels: 1 | 2 | 3 | 4;
}

/** The output of a codec's decoder. */
export type Decoded =
  /** A file that sharp reads fast and without loss, such as an uncompressed TIFF with its profile. */
  | { kind: "file"; bytes: Uint8Array }
  /**
   * Frames stacked vertically in `data`, upright, in the colors of the header's profile, or in sRGB without a profile.
   * Delays are milliseconds. A `loop` of 0 repeats forever.
   */
  | { kind: "frames"; pixels: Pixels; frames: number; delays: number[]; loop: number };

/** The settings for a codec's encoder. */
export interface CodecEncoding {
  format: string;
  /** 1 to 100 on the encoder's own scale; `null` if the format has no quality. */
  quality: number | null;
  lossless: boolean;
  effort: Effort;
}

/** Reads and writes formats that sharp does not support. Every failure that the file causes is a `ToolsError`. */
export interface ImageCodec {
  /** The npm package that the codec uses. An error names it if the codec is missing. */
  readonly package: string;
  /** The formats that it reads, named as by `sniffFormat`. */
  readonly reads: readonly string[];
  readonly writes: readonly string[];
  /** @throws ToolsError `invalid_image`, `image_too_large`, `processing_limit`. */
  readHeader(input: CodecInput): Promise<CodecHeader>;
  /**
   * @param input.size The size at which to draw, for drawings such as the pages of a PDF.
   * @param input.frames One page or all frames.
   * @throws ToolsError as `readHeader`.
   */
  decode(input: CodecInput & { frames: "one" | "all"; size?: Size }): Promise<Decoded>;
  /** @throws ToolsError `processing_limit`. */
  encode?(pixels: Pixels, encoding: CodecEncoding): Promise<Uint8Array>;
}
