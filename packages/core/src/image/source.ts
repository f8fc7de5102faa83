import { ToolsError } from "../errors.ts";
import { type InputFormat, inputFormats } from "./formats.ts";
import { sniffFormat } from "./sniff.ts";
import { guardSvg, inflateSvg } from "./svg.ts";
import type { DrawingCost } from "./svg-cost.ts";

/** A recognized image whose container is safe to pass to the decoders. */
export interface Source {
  format: string;
  input: InputFormat;
  /** The original file, which a codec receives. */
  file: Uint8Array;
  /** The bytes that sharp receives. */
  bytes: Uint8Array;
  /** Only for SVG: the cost of rendering it, and the images in it. */
  drawing: { cost: DrawingCost; embedded: Uint8Array[] } | null;
  /** True if it is an AVIF sequence. sharp reads only its still image. */
  isSequence: boolean;
}

/**
 * Replaces the major brand of an AVIF sequence by that of a still image; `null` for other files. libheif reads the
 * still image of a sequence, but libvips does not recognize the brand of sequences.
 */
function withStillBrand(image: Uint8Array): Uint8Array | null {
  if (String.fromCharCode(...image.subarray(8, 12)) !== "avis") return null;
  // Buffer.slice() does not copy.
  const copy = Uint8Array.from(image);
  copy.set([0x61, 0x76, 0x69, 0x66], 8);
  return copy;
}

async function guardedDrawing(format: "svg" | "svgz", input: InputFormat, file: Uint8Array): Promise<Source> {
  const { bytes, cost, embedded } = guardSvg(format === "svgz" ? await inflateSvg(file) : file);
  return { format, input, file, bytes, drawing: { cost, embedded }, isSequence: false };
}

/**
 * Recognizes an image by its content, and applies the guards that its format needs before a decoder reads it.
 *
 * @throws ToolsError `invalid_image` if nothing reads it, naming the recognized format.
 */
export async function recognizeImage(image: Uint8Array): Promise<Source> {
  const sniffed = sniffFormat(image);
  if (sniffed === null)
    throw new ToolsError("invalid_image", "image: no image format was recognized in the first bytes");
  const format = sniffed === "gzip" ? "svgz" : sniffed;
  const input = inputFormats[format];
  if (!input)
    throw new ToolsError("invalid_image", `image: ${format} was recognized, but it is not supported`);
  if (format === "svg" || format === "svgz") return guardedDrawing(format, input, image);
  const still = format === "avif" ? withStillBrand(image) : null;
  return {
    format,
    input,
    file: image,
    bytes: still ?? image,
    drawing: null,
    isSequence: still !== null,
  };
}
