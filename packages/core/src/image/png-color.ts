import { joinBytes, pngChunks, pngWithProfile } from "./png.ts";

/** Chromaticities (x, y) of white, red, green and blue. */
type Chromaticities = readonly [number, number, number, number, number, number, number, number];

type Vector = readonly [number, number, number];
type Matrix = readonly [Vector, Vector, Vector];

/** ITU-R BT.709 with the white of CIE D65, as in sRGB. */
const srgb: Chromaticities = [0.3127, 0.329, 0.64, 0.33, 0.3, 0.6, 0.15, 0.06];

/** Chunks that determine the colors and precede gAMA and cHRM (PNG 3rd edition §13.14). */
const preferred = new Set(["cICP", "iCCP", "sRGB"]);

const times = (matrix: Matrix, [x, y, z]: Vector): Vector => {
  const [first, second, third] = matrix.map(([a, b, c]) => a * x + b * y + c * z);
  return [first ?? 0, second ?? 0, third ?? 0];
};

/** Returns the solution of `columns · solution = result` by Cramer's rule; not finite if there is none. */
function solve([a, b, c]: Matrix, result: Vector): Vector {
  const determinant = ([p, q, r]: Vector, [s, t, u]: Vector, [v, w, x]: Vector) =>
    p * (t * x - w * u) - s * (q * x - w * r) + v * (q * u - t * r);
  const whole = determinant(a, b, c);
  return [
    determinant(result, b, c) / whole,
    determinant(a, result, c) / whole,
    determinant(a, b, result) / whole,
  ];
}

const toXyz = (x: number, y: number): Vector => [x / y, 1, (1 - x - y) / y];

/** The cone responses of Bradford, and their inverse (ICC.1:2022 annex E). */
const cones: Matrix = [
  [0.8951, 0.2664, -0.1614],
  [-0.7502, 1.7135, 0.0367],
  [0.0389, -0.0685, 1.0296],
];
const fromCones: Matrix = [
  [0.9869929, -0.1470543, 0.1599627],
  [0.4323053, 0.5183603, 0.0492912],
  [-0.0085287, 0.0400428, 0.9684867],
];

/** The white of ICC profiles. */
const d50: Vector = [0.9642, 1, 0.8249];

/** Returns the colorants of red, green and blue, adapted to D50. */
function colorants([wx, wy, rx, ry, gx, gy, bx, by]: Chromaticities): Matrix {
  const white = toXyz(wx, wy);
  const primaries: Matrix = [toXyz(rx, ry), toXyz(gx, gy), toXyz(bx, by)];
  const scale = solve(primaries, white);
  const from = times(cones, white);
  const to = times(cones, d50);
  const adapt = (color: Vector): Vector => {
    const [l, m, s] = times(cones, color);
    return times(fromCones, [(l * to[0]) / from[0], (m * to[1]) / from[1], (s * to[2]) / from[2]]);
  };
  const colorant = ([x, y, z]: Vector, by: number) => adapt([x * by, y * by, z * by]);
  return [
    colorant(primaries[0], scale[0]),
    colorant(primaries[1], scale[1]),
    colorant(primaries[2], scale[2]),
  ];
}

const text = (characters: string) => Uint8Array.from(characters, (character) => character.charCodeAt(0));

/** Returns numbers of 32 bits, big-endian. */
function words(...values: readonly number[]): Uint8Array {
  const view = new DataView(new ArrayBuffer(values.length * 4));
  for (const [index, value] of values.entries()) view.setInt32(index * 4, value);
  return new Uint8Array(view.buffer);
}

const fixed = (value: number) => Math.round(value * 65536);
const xyz = ([x, y, z]: Vector) => joinBytes([text("XYZ "), words(0, fixed(x), fixed(y), fixed(z))]);

/** The transfer function: a power, or that of sRGB for `null`. */
function curve(exponent: number | null): Uint8Array {
  return exponent === null
    ? joinBytes([
        text("para"),
        words(
          0,
          3 << 16,
          fixed(2.4),
          fixed(1 / 1.055),
          fixed(0.055 / 1.055),
          fixed(1 / 12.92),
          fixed(0.04045),
        ),
      ])
    : joinBytes([text("para"), words(0, 0, fixed(exponent))]);
}

/** Returns an ICC profile (ICC.1:2022 §7). `primaries` is `null` for gray. */
function iccProfile(name: string, exponent: number | null, primaries: Matrix | null): Uint8Array {
  const utf16 = joinBytes(Array.from(name, (character) => Uint8Array.of(0, character.charCodeAt(0))));
  const padding = new Uint8Array((4 - (utf16.length % 4)) % 4);
  const description = joinBytes([
    text("mluc"),
    words(0, 1, 12),
    text("enUS"),
    words(utf16.length, 28),
    utf16,
    padding,
  ]);
  const transfer = curve(exponent);
  const tags: [string, Uint8Array][] = [
    ["desc", description],
    ["wtpt", xyz(d50)],
    ...(primaries
      ? primaries.flatMap((color, index): [string, Uint8Array][] => [
          [`${"rgb"[index]}XYZ`, xyz(color)],
          [`${"rgb"[index]}TRC`, transfer],
        ])
      : [["kTRC", transfer] as [string, Uint8Array]]),
  ];
  const start = 128 + 4 + tags.length * 12;
  let offset = start;
  const entries = tags.map(([signature, data]) => {
    const entry = joinBytes([text(signature), words(offset, data.length)]);
    offset += data.length;
    return entry;
  });
  const header = joinBytes([
    words(offset, 0, 0x04300000),
    text(`mntr${primaries ? "RGB " : "GRAY"}XYZ `),
    words(0, 0, 0),
    text("acsp"),
    words(0, 0, 0, 0, 0, 0, 0, fixed(d50[0]), fixed(d50[1]), fixed(d50[2]), 0),
    new Uint8Array(44),
  ]);
  return joinBytes([header, words(tags.length), ...entries, ...tags.map(([, data]) => data)]);
}

/** The value of gAMA for sRGB, and the differences that no eye sees. */
const srgbGamma = 0.45455;
const tolerance = { gamma: 0.01, chromaticity: 0.002 } as const;

/**
 * Returns a PNG with an ICC profile in place of its gAMA and cHRM chunks (PNG 3rd edition §11.3.2), which libvips does not
 * read. Returns it unchanged if it has a profile or names sRGB, or if its colors are those of sRGB.
 */
export async function withGammaProfile(png: Uint8Array): Promise<Uint8Array> {
  let gamma: number | null = null;
  let chromaticities: Chromaticities | null = null;
  let isGrey = false;
  for (const { type, data } of pngChunks(png)) {
    if (type === "IDAT" || preferred.has(type)) {
      if (type !== "IDAT") return png;
      break;
    }
    const view = new DataView(data.buffer, data.byteOffset, data.byteLength);
    if (type === "IHDR" && data.length >= 13) isGrey = ((data[9] ?? 0) & 2) === 0;
    if (type === "gAMA" && data.length === 4) gamma = view.getUint32(0) / 100_000;
    if (type === "cHRM" && data.length === 32) {
      const at = (index: number) => view.getUint32(index * 4) / 100_000;
      chromaticities = [at(0), at(1), at(2), at(3), at(4), at(5), at(6), at(7)];
    }
  }
  // A gray picture has no primaries.
  const primaries = isGrey || !chromaticities ? srgb : chromaticities;
  const isGammaOfSrgb = gamma === null || Math.abs(gamma - srgbGamma) < tolerance.gamma;
  const areSrgb = primaries.every(
    (value, index) => Math.abs(value - (srgb[index] ?? 0)) < tolerance.chromaticity,
  );
  // Values beyond these are damaged: the exponent of the brightest displays is 2.8.
  if ((isGammaOfSrgb && areSrgb) || (gamma !== null && (gamma < 0.1 || gamma > 10))) return png;
  const colors = colorants(primaries);
  if (!colors.flat().every((value) => Number.isFinite(value) && Math.abs(value) < 4)) return png;
  const exponent = isGammaOfSrgb ? null : 1 / (gamma ?? srgbGamma);
  const name = `PNG with gamma ${gamma ?? srgbGamma}${areSrgb ? "" : " and its own primaries"}`;
  return pngWithProfile(png, iccProfile(name, exponent, isGrey ? null : colors));
}
