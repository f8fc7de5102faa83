import type { Fit } from "./schema.ts";

/** Width and height in pixels. */
export interface Size {
  width: number;
  height: number;
}

/** The requested size and fit. Without width and height the size is unchanged. */
export interface Resizing {
  width: number | undefined;
  height: number | undefined;
  fit: Fit;
  /** Whether an image that is smaller than the requested size is enlarged. */
  enlarge: boolean;
}

/** The sizes of a conversion. */
export interface FittedSize {
  resizing: Resizing;
  result: Size;
  /** The size at which a drawing is rendered. A fit that crops or distorts renders more than it keeps. */
  rendered: Size;
  /** Whether the result is smaller than requested, because it would be an enlargement. */
  isLimited: boolean;
}

function scaled({ width, height }: Size, scale: number): Size {
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}

/**
 * Returns the sizes for a request. Without `enlarge`, `cover` and `fill` keep the shape of the request, and `contain`
 * keeps its size and pads the image more.
 */
export function fitSize(original: Size, asked: Resizing): FittedSize {
  const { width, height, enlarge } = asked;
  const byWidth = (width ?? 0) / original.width;
  const byHeight = (height ?? 0) / original.height;
  if (width === undefined || height === undefined) {
    const scale = width === undefined && height === undefined ? 1 : Math.max(byWidth, byHeight);
    const isLimited = !enlarge && scale > 1;
    const result = scaled(original, isLimited ? 1 : scale);
    // sharp would distort an image with `fill` and one side.
    return { resizing: { ...asked, fit: "inside" }, result, rendered: result, isLimited };
  }
  const { fit } = asked;
  const keepsAll = fit === "inside" || fit === "contain";
  const scale = keepsAll ? Math.min(byWidth, byHeight) : Math.max(byWidth, byHeight);
  const isLimited = !enlarge && scale > 1;
  const rendered = scaled(original, isLimited ? 1 : scale);
  if (fit === "inside" || fit === "outside")
    return { resizing: asked, result: rendered, rendered, isLimited };
  if (fit === "contain") return { resizing: asked, result: { width, height }, rendered, isLimited: false };
  const result = isLimited ? scaled({ width, height }, 1 / scale) : { width, height };
  return { resizing: { ...asked, ...result }, result, rendered, isLimited };
}
