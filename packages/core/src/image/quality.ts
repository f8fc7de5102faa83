/** Qualities on the common scale, which is jpeg's, at which the other scales are aligned with it. */
const scale = [1, 10, 20, 30, 40, 50, 60, 70, 80, 90, 95, 100] as const;

/**
 * The qualities of each encoder at which photos have the same luma SSIM, over three scales of size, as at the qualities
 * of {@link scale}. `image-quality` in `test/bench` measures and prints them. The ends of all scales are aligned.
 */
const pins: Readonly<Record<string, readonly number[]>> = {
  jpeg: scale,
  webp: [1, 4, 18, 30, 39, 49, 59, 70, 80, 89, 95, 100],
  avif: [1, 20, 32, 39, 43, 48, 51, 56, 64, 79, 88, 100],
  jxl: [1, 5, 28, 42, 52, 60, 68, 75, 82, 90, 96, 100],
  jp2: [1, 30, 42, 48, 54, 58, 61, 66, 75, 90, 99, 100],
};

/** The default quality of lossy formats, on the common scale. */
export const defaultQuality = 80;

/**
 * Returns the value at `x` of the piecewise linear function through the points `(at[i], values[i])`.
 *
 * @param at - Ascending, two or more.
 * @param x - Within the range of `at`.
 */
export function interpolate(at: readonly number[], values: readonly number[], x: number): number {
  const next = Math.max(
    1,
    at.findIndex((point) => point >= x),
  );
  const [lowAt = 0, highAt = 1] = [at[next - 1], at[next]];
  const [low = 0, high = 0] = [values[next - 1], values[next]];
  return low + ((high - low) * (x - lowAt)) / (highAt - lowAt);
}

/**
 * Converts a quality from the common scale to the scale of a format's encoder. On the common scale a number looks the
 * same in every lossy format. Other formats, such as a png with a palette, use the number unchanged.
 *
 * @param quality - 1 to 100, jpeg's scale (IJG's).
 * @returns An integer from 1 to 100. It never decreases as `quality` increases, and 100 stays 100.
 */
export function toEncoderQuality(format: string, quality: number): number {
  const pinned = pins[format];
  if (!pinned) return quality;
  return Math.round(interpolate(scale, pinned, quality));
}

/**
 * Returns the qualities on the common scale that a format's encoder distinguishes, ascending up to `highest`. Of
 * qualities that it encodes identically, only the highest is included.
 */
export function distinctQualities(format: string, highest: number): number[] {
  const qualities = Array.from({ length: highest }, (_, index) => index + 1);
  return qualities.filter(
    (quality) =>
      quality === highest || toEncoderQuality(format, quality) !== toEncoderQuality(format, quality + 1),
  );
}
