import { type InputFormat, inputFormats, type InputName } from "./formats.ts";
import { withGammaProfile } from "./png-color.ts";
import { isAvifSequence } from "./sniff.ts";
import { type GuardedSvg, guardSvg, inflateSvg } from "./svg.ts";

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
 * @throws ToolsError `invalid_image` or `image_too_large` if a guard rejects it.
 */
export async function guardSource(file: Uint8Array, format: InputName): Promise<Source> {
  const input = inputFormats[format];
  if (format === "svg" || format === "svgz") {
    const drawing = guardSvg(format === "svgz" ? await inflateSvg(file) : file);
    const { bytes, external } = drawing;
    return { format, input, file, bytes, drawing, external, isSequence: false };
  }
  const isSequence = isAvifSequence(file);
  const bytes = isSequence ? withStillBrand(file) : format === "png" ? await withGammaProfile(file) : file;
  return { format, input, file, bytes, drawing: null, external: [], isSequence };
}
