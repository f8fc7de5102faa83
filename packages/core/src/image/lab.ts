/** The white of ICC profiles, D50. */
const white = [0.9642, 1, 0.8249] as const;

/** Returns the level of sRGB, from 0 to 1, of linear light (IEC 61966-2-1 §5.2). */
export function encodeGamma(light: number): number {
  return light <= 0.0031308 ? 12.92 * Math.max(0, light) : 1.055 * Math.min(1, light) ** (1 / 2.4) - 0.055;
}

const light = (value: number) => (value > 6 / 29 ? value ** 3 : (value - 4 / 29) * 3 * (6 / 29) ** 2);

/**
 * Converts CIE L*a*b* with the white of D50 to sRGB (CIE 15; the matrix is that of sRGB adapted by Bradford). Colors
 * outside sRGB are clipped.
 *
 * @returns Red, green and blue from 0 to 1.
 */
export function labToSrgb(lightness: number, a: number, b: number): readonly [number, number, number] {
  const fy = (lightness + 16) / 116;
  const x = white[0] * light(fy + a / 500);
  const y = white[1] * light(fy);
  const z = white[2] * light(fy - b / 200);
  return [
    encodeGamma(3.1338561 * x - 1.6168667 * y - 0.4906146 * z),
    encodeGamma(-0.9787684 * x + 1.9161415 * y + 0.033454 * z),
    encodeGamma(0.0719453 * x - 0.2289914 * y + 1.4052427 * z),
  ];
}
