import { interpolate } from "./interpolate.ts";

/** Qualities on the common scale, which is jpeg's, at which the other scales are pinned to it. */
const scale = [1, 10, 20, 30, 40, 50, 60, 70, 80, 90, 95, 100] as const;

/**
 * The qualities of each encoder at which photos have the same SSIM of luma, over three scales of size, as at those of
 * {@link scale}. `image-quality` in `test/bench` measures and prints them; the ends are joined to the ends.
 */
const pins: Readonly<Record<string, readonly number[]>> = {
  jpeg: scale,
  webp: [1, 4, 18, 30, 39, 49, 59, 70, 80, 89, 95, 100],
  avif: [1, 20, 32, 39, 43, 48, 51, 56, 64, 79, 88, 100],
  jxl: [1, 5, 28, 42, 52, 60, 68, 75, 82, 90, 96, 100],
  jp2: [1, 30, 42, 48, 54, 58, 61, 66, 75, 90, 99, 100],
};

/** The quality on the common scale that a lossy format gets where none is asked for. */
export const defaultQuality = 80;

/**
 * The quality to set in a format's encoder, from the common scale, on which a number means the same to the eye in
 * every lossy format. What is no lossy format, as a palette of png, keeps the number as it is.
 *
 * @param quality - 1 to 100, jpeg's scale (IJG's).
 * @returns A whole number from 1 to 100; it never falls as `quality` rises, and 100 stays 100.
 */
export function toEncoderQuality(format: string, quality: number): number {
  const pinned = pins[format];
  if (!pinned) return quality;
  return Math.round(interpolate(scale, pinned, quality));
}

/**
 * The qualities on the common scale that a format's encoder tells apart, rising to `highest`: of those that it
 * encodes alike only the highest.
 */
export function distinctQualities(format: string, highest: number): number[] {
  const qualities = Array.from({ length: highest }, (_, index) => index + 1);
  return qualities.filter(
    (quality) =>
      quality === highest || toEncoderQuality(format, quality) !== toEncoderQuality(format, quality + 1),
  );
}
