/** A quality on the common scale, and the one on an encoder's own scale that looks the same. */
type Pin = readonly [quality: number, encoderQuality: number];

/**
 * Between two pins the way is straight. jpeg's quality is the common scale; `image-quality` in `test/bench` measures
 * the others at equal SSIM and prints this table.
 */
const pins: Readonly<Record<string, readonly Pin[]>> = {
  jpeg: [
    [1, 1],
    [100, 100],
  ],
  webp: [
    [1, 1],
    [80, 75],
    [100, 100],
  ],
  avif: [
    [1, 1],
    [80, 60],
    [100, 100],
  ],
  jxl: [
    [1, 1],
    [80, 75],
    [100, 100],
  ],
  jp2: [
    [1, 1],
    [80, 75],
    [100, 100],
  ],
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
  const table = pins[format];
  if (!table) return quality;
  const next = table.findIndex(([at]) => at >= quality);
  const [highAt, high] = table[next] ?? [100, 100];
  const [lowAt, low] = table[next - 1] ?? [highAt, high];
  const share = highAt === lowAt ? 0 : (quality - lowAt) / (highAt - lowAt);
  return Math.round(low + (high - low) * share);
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
