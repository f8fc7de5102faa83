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
}

function scaled({ width, height }: Size, scale: number): Size {
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}

/**
 * Returns the size of the result, and the size at which a drawing is rendered for it. A fit that crops or distorts
 * renders more than it keeps.
 */
export function fitSize(original: Size, { width, height, fit }: Resizing): { result: Size; rendered: Size } {
  const byWidth = (width ?? 0) / original.width;
  const byHeight = (height ?? 0) / original.height;
  if (width === undefined && height === undefined) return { result: original, rendered: original };
  if (width === undefined || height === undefined) {
    const result = scaled(original, Math.max(byWidth, byHeight));
    return { result, rendered: result };
  }
  const within = scaled(original, Math.min(byWidth, byHeight));
  const around = scaled(original, Math.max(byWidth, byHeight));
  if (fit === "inside") return { result: within, rendered: within };
  if (fit === "outside") return { result: around, rendered: around };
  return { result: { width, height }, rendered: fit === "contain" ? within : around };
}
