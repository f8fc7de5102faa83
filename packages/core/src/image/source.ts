import { ToolsError } from "../errors.ts";
import { type InputFormat, inputFormats } from "./formats.ts";
import { sniffFormat } from "./sniff.ts";
import { guardSvg, inflateSvg } from "./svg.ts";
import type { DrawingCost } from "./svg-cost.ts";

/** An image that is recognised, and safe to hand to the decoders as far as its container goes. */
export interface Source {
  format: string;
  input: InputFormat;
  /** The file as it came, which is what a codec gets. */
  file: Uint8Array;
  /** What sharp gets. */
  bytes: Uint8Array;
  /** Of an SVG only: what rendering it costs, and the images within it. */
  drawing: { cost: DrawingCost; embedded: Uint8Array[] } | null;
  /** Whether it is an AVIF sequence, of which sharp reads the still image alone. */
  isSequence: boolean;
}

/**
 * libheif reads the still image of an AVIF sequence, but libvips does not take the sequence's major brand for one
 * of its own: name the still image's instead.
 */
function withStillBrand(image: Uint8Array): Uint8Array | null {
  if (String.fromCharCode(...image.subarray(8, 12)) !== "avis") return null;
  // Not slice(), which for a Buffer is no copy.
  const copy = Uint8Array.from(image);
  copy.set([0x61, 0x76, 0x69, 0x66], 8);
  return copy;
}

async function guardedDrawing(format: "svg" | "svgz", input: InputFormat, file: Uint8Array): Promise<Source> {
  const { bytes, cost, embedded } = guardSvg(format === "svgz" ? await inflateSvg(file) : file);
  return { format, input, file, bytes, drawing: { cost, embedded }, isSequence: false };
}

/**
 * Recognises an image by its content, and guards what has to be guarded before a decoder sees it.
 *
 * @throws ToolsError `invalid_image` that says what was recognised, where nothing reads it.
 */
export async function recognizeImage(image: Uint8Array): Promise<Source> {
  const sniffed = sniffFormat(image);
  if (sniffed === null)
    throw new ToolsError("invalid_image", "image: no image format was recognised in the first bytes");
  const format = sniffed === "gzip" ? "svgz" : sniffed;
  const input = inputFormats[format];
  if (!input) throw new ToolsError("invalid_image", `image: ${format} was recognised, but it is not read`);
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
