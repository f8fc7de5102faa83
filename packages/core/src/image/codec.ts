import type { Effort } from "./formats.ts";
import type { Size } from "./limits.ts";

/** What a file can say besides its picture. */
export type MetadataKind = "exif" | "xmp" | "iptc";

/** What a codec knows of an image without decoding its pixels. */
export interface CodecHeader {
  /** Of the page that was asked for, as stored: before its orientation is applied. */
  stored: Size;
  /** Frames, pages or images in the file; 1 or more. */
  pages: number;
  /** Whether its pages are frames of an animation. */
  isAnimated: boolean;
  /** EXIF orientation (CIPA DC-008 §4.6.5) that the decoded pixels still have to be turned by; 1 where they are upright. */
  orientation: number;
  hasAlpha: boolean;
  /** Bits a sample, as stored. */
  bitDepth: number;
  /** `srgb`, `grey`, `cmyk` or another name for users. */
  colorSpace: string;
  /** The ICC profile. */
  profile: Uint8Array | null;
  /** Raw, `null` where the file has none: EXIF from its TIFF header on, XMP as UTF-8, IPTC as IIM. */
  metadata: Readonly<Record<MetadataKind, Uint8Array | null>>;
}

/** What is to be read of a file. */
export interface CodecInput {
  /** As `sniffFormat` says it: the content decides, and a codec must not guess once more. */
  format: string;
  bytes: Uint8Array;
  /** Counted from 0; `undefined` for the main image of the file. */
  page: number | undefined;
}

/** Pixels of 8 bits a sample on their way between a codec and sharp. */
export interface Pixels {
  data: Uint8Array;
  /** Of one frame. */
  size: Size;
  channels: 1 | 2 | 3 | 4;
}

/** What a codec decoded. */
export type Decoded =
  /** A file that sharp reads without loss and fast, such as an uncompressed TIFF with its profile. */
  | { kind: "file"; bytes: Uint8Array }
  /**
   * Frames one below the other in `data`, upright, in the colours of the header's profile or without one in sRGB;
   * delays are milliseconds, `loop` 0 is for ever.
   */
  | { kind: "frames"; pixels: Pixels; frames: number; delays: number[]; loop: number };

/** How a codec is to encode. */
export interface CodecEncoding {
  format: string;
  /** 1 to 100 on the encoder's own scale; `null` where the format has none. */
  quality: number | null;
  lossless: boolean;
  effort: Effort;
}

/** Reads and writes formats that sharp does not. Every failure that the file is to blame for is a `ToolsError`. */
export interface ImageCodec {
  /** The npm package behind it, which an error names where the codec is missing. */
  readonly package: string;
  /** The formats that it reads, as `sniffFormat` says them. */
  readonly reads: readonly string[];
  readonly writes: readonly string[];
  /** @throws ToolsError `invalid_image`, `image_too_large`, `processing_limit`. */
  readHeader(input: CodecInput): Promise<CodecHeader>;
  /**
   * @param input.size For drawings such as the pages of a PDF the size to draw at.
   * @param input.frames Whether one page is wanted or all frames.
   * @throws ToolsError as `readHeader`.
   */
  decode(input: CodecInput & { frames: "one" | "all"; size?: Size }): Promise<Decoded>;
  /** @throws ToolsError `processing_limit`. */
  encode?(pixels: Pixels, encoding: CodecEncoding): Promise<Uint8Array>;
}
