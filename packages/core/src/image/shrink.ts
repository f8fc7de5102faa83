import type { ConversionRequest } from "./conversion.ts";
import { maxPixels } from "./limits.ts";
import type { OpenedImage } from "./open.ts";
import { isPlaced } from "./placement.ts";
import type { Size } from "./size.ts";

/** The reductions that libjpeg can do while it reads an image. */
const factors = [8, 4, 2] as const;

/** Returns whether sharp reduces an image while it reads it, if the result is small enough. */
function canShrink({ source, codec }: OpenedImage, { placement }: ConversionRequest): boolean {
  return source.format === "jpeg" && codec === null && !isPlaced(placement);
}

/** Returns the reduction of an image while it is read, as sharp chooses it: 1 for none, 2, 4 or 8. */
export function shrinkOnLoad(
  opened: OpenedImage,
  request: ConversionRequest,
  { placed, result }: { placed: Size; result: Size },
): number {
  const isAsked = request.width !== undefined || request.height !== undefined;
  if (!isAsked || !canShrink(opened, request)) return 1;
  const ratios = [placed.width / result.width, placed.height / result.height];
  // Padding is a part of the result, but not of the reduced image.
  const ratio = request.fit === "contain" ? Math.max(...ratios) : Math.min(...ratios);
  const factor = factors.find((candidate) => ratio >= candidate) ?? 1;
  // sharp leaves a part of the reduction to itself.
  return factor > 1 && Math.floor(ratio) === factor ? factor / 2 : factor;
}

/** Returns the largest result for which the decoder reduces an image to the maximum size; `null` if there is none. */
export function largestShrunk(opened: OpenedImage, request: ConversionRequest, placed: Size): Size | null {
  const pixels = placed.width * placed.height;
  const factor = factors.findLast((candidate) => pixels / candidate ** 2 <= maxPixels);
  if (factor === undefined || !canShrink(opened, request)) return null;
  const side = (length: number) => Math.max(1, Math.floor(length / (factor + 1)));
  return { width: side(placed.width), height: side(placed.height) };
}
