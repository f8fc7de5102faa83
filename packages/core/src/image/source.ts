import { type InputFormat, inputFormats, type InputName } from "./formats.ts";
import { describeLoss } from "./loss.ts";
import { findCutFrame } from "./gif-blocks.ts";
import { type PlainTiff, plainTiff } from "./plain-tiff.ts";
import { withGammaProfile } from "./png-color.ts";
import { isAvifSequence } from "./sniff.ts";
import { type GuardedSvg, guardSvg, inflateSvg } from "./svg.ts";
import { refuseUnread } from "./tiff-unread.ts";

/** A recognized image whose container is safe to pass to the decoders. */
export interface Source {
  format: InputName;
  input: InputFormat;
  /** The original file, which a codec receives. */
  file: Uint8Array;
  /** The bytes that sharp receives. */
  bytes: Uint8Array;
  /** The text of an SVG, and the images in it. */
  drawing: GuardedSvg | null;
  /** The external references that were removed from an SVG. */
  external: readonly string[];
  /** True if it is an AVIF sequence. sharp reads only its still image. */
  isSequence: boolean;
  /** The facts about a TIFF that `bytes` no longer shows; `null` for any other source. */
  stored: PlainTiff["stored"];
  /** The channels of a TIFF that are no color and no transparency. */
  dropped: readonly string[];
  /** The share of the picture that is missing in the file, as far as it is known before decoding. */
  lost: number;
  /** The description of what is missing; `null` if nothing is known to be. */
  damage: string | null;
  /** The faults in the data at which sharp refuses the file. */
  failOn: "none" | "error" | "warning";
}

/**
 * Replaces the major brand of an AVIF sequence by that of a still image. libheif reads the still image of a sequence,
 * but libvips does not recognize the brand of sequences.
 */
function withStillBrand(image: Uint8Array): Uint8Array {
  // Buffer.slice() does not copy.
  const copy = Uint8Array.from(image);
  copy.set([0x61, 0x76, 0x69, 0x66], 8);
  return copy;
}

/**
 * Applies the guards that the format of an image needs before a decoder reads it.
 *
 * @param page - The page of a TIFF that will be read.
 * @throws ToolsError `invalid_image` or `image_too_large` if a guard rejects it.
 */
export async function guardSource(file: Uint8Array, format: InputName, page = 0): Promise<Source> {
  const input = inputFormats[format];
  const plain = {
    failOn: "error" as const,
    damage: null,
    format,
    input,
    file,
    drawing: null,
    external: [],
    isSequence: false,
    stored: null,
    dropped: [],
    lost: 0,
  };
  if (format === "tiff") {
    refuseUnread(file, page);
    const tiff = await plainTiff(file, page);
    return { ...plain, ...tiff, damage: tiff.lost > 0 ? describeLoss(tiff.lost) : null };
  }
  if (format === "svg" || format === "svgz") {
    const drawing = guardSvg(format === "svgz" ? await inflateSvg(file) : file);
    const { bytes, external } = drawing;
    return { ...plain, bytes, drawing, external };
  }
  if (format === "gif") {
    const complete = findCutFrame(file);
    const damage =
      complete === null || complete === 0 ? null : `it ends inside frame ${complete + 1}, which is missing`;
    return { ...plain, bytes: file, damage };
  }
  // libjpeg only warns of data that is missing between markers.
  if (format === "jpeg") return { ...plain, bytes: file, failOn: "warning" };
  const isSequence = isAvifSequence(file);
  const bytes = isSequence ? withStillBrand(file) : format === "png" ? await withGammaProfile(file) : file;
  return { ...plain, bytes, isSequence };
}
