import { namedColors } from "./named-colors.ts";
import { splitCss } from "./svg-css.ts";

type Triple = readonly [number, number, number];

/** Red, green and blue from 0 to 1 in sRGB, and alpha. */
type Color = readonly [...Triple, number];

const gamma = (light: number) => {
  const size = Math.abs(light);
  return Math.sign(light) * (size <= 0.0031308 ? 12.92 * size : 1.055 * size ** (1 / 2.4) - 0.055);
};
const linear = (level: number) =>
  Math.sign(level) *
  (Math.abs(level) <= 0.04045 ? Math.abs(level) / 12.92 : ((Math.abs(level) + 0.055) / 1.055) ** 2.4);

const dot = ([a, b, c]: Triple, [x, y, z]: Triple) => a * x + b * y + c * z;
const apply = ([r, g, b]: readonly [Triple, Triple, Triple], v: Triple): Triple => [
  dot(r, v),
  dot(g, v),
  dot(b, v),
];

/** Matrices of CSS Color 4 §18: from XYZ with the white of D65 and of D50, and from Display P3, to linear sRGB. */
const fromD65 = [
  [3.2409699, -1.5373832, -0.4986108],
  [-0.9692436, 1.8759675, 0.0415551],
  [0.0556301, -0.203977, 1.0569715],
] as const;
const fromD50 = [
  [3.1338561, -1.6168667, -0.4906146],
  [-0.9787684, 1.9161415, 0.033454],
  [0.0719453, -0.2289914, 1.4052427],
] as const;
const fromP3 = [
  [1.2249402, -0.2249402, 0],
  [-0.042057, 1.042057, 0],
  [-0.0196376, -0.0786361, 1.0982736],
] as const;

const encode = (light: Triple): Triple => [gamma(light[0]), gamma(light[1]), gamma(light[2])];

function fromOklab([lightness, a, b]: Triple): Triple {
  const l = (lightness + 0.3963378 * a + 0.2158038 * b) ** 3;
  const m = (lightness - 0.1055613 * a - 0.0638542 * b) ** 3;
  const s = (lightness - 0.0894842 * a - 1.2914855 * b) ** 3;
  return encode([
    4.0767417 * l - 3.3077116 * m + 0.2309699 * s,
    -1.268438 * l + 2.6097574 * m - 0.3413194 * s,
    -0.0041961 * l - 0.7034186 * m + 1.7076147 * s,
  ]);
}

function fromLab([lightness, a, b]: Triple): Triple {
  const y = (lightness + 16) / 116;
  const light = (value: number) => (value > 6 / 29 ? value ** 3 : (value - 4 / 29) * 3 * (6 / 29) ** 2);
  return encode(apply(fromD50, [0.9642956 * light(y + a / 500), light(y), 0.8251046 * light(y - b / 200)]));
}

const polar = ([lightness, chroma, hue]: Triple): Triple => [
  lightness,
  chroma * Math.cos((hue * Math.PI) / 180),
  chroma * Math.sin((hue * Math.PI) / 180),
];

/** The functions whose arguments are numbers: the values of 100 %, and the conversion to sRGB. */
const functions: Readonly<Record<string, { whole: Triple; toSrgb: (values: Triple) => Triple }>> = {
  oklab: { whole: [1, 0.4, 0.4], toSrgb: fromOklab },
  oklch: { whole: [1, 0.4, 360], toSrgb: (values) => fromOklab(polar(values)) },
  lab: { whole: [100, 125, 125], toSrgb: fromLab },
  lch: { whole: [100, 150, 360], toSrgb: (values) => fromLab(polar(values)) },
};

/** Converts a hue and two shares of 100 (CSS Color 4 §7.1). */
function fromHsl([hue, saturation, lightness]: Triple): Triple {
  const light = lightness / 100;
  const chroma = Math.min(1, Math.max(0, saturation / 100)) * Math.min(light, 1 - light) || 0;
  const at = (offset: number) => {
    const sector = (((offset + hue / 30) % 12) + 12) % 12;
    return light - chroma * Math.max(-1, Math.min(sector - 3, 9 - sector, 1));
  };
  return [at(0), at(8), at(4)];
}

const fromRgb = ([r, g, b]: Triple): Triple => [r / 255, g / 255, b / 255];

/** The functions whose alpha may be a fourth argument. */
const legacyFunctions: typeof functions = {
  rgb: { whole: [255, 255, 255], toSrgb: fromRgb },
  rgba: { whole: [255, 255, 255], toSrgb: fromRgb },
  hsl: { whole: [360, 100, 100], toSrgb: fromHsl },
  hsla: { whole: [360, 100, 100], toSrgb: fromHsl },
};

const spaces: Readonly<Record<string, (values: Triple) => Triple>> = {
  srgb: (values) => values,
  "srgb-linear": encode,
  "display-p3": ([r, g, b]) => encode(apply(fromP3, [linear(r), linear(g), linear(b)])),
  xyz: (values) => encode(apply(fromD65, values)),
  "xyz-d65": (values) => encode(apply(fromD65, values)),
  "xyz-d50": (values) => encode(apply(fromD50, values)),
};

const turns: Readonly<Record<string, number>> = { deg: 1, turn: 360, rad: 180 / Math.PI, grad: 0.9 };

/** Returns a number, a share of `whole`, or an angle in degrees; `null` for anything else. */
function readNumber(text: string, whole: number): number | null {
  if (text === "none") return 0;
  const found = /^([+-]?(?:\d{1,9}(?:\.\d{0,9})?|\.\d{1,9})(?:e[+-]?\d{1,2})?)(%|deg|turn|rad|grad)?$/i.exec(
    text,
  );
  if (!found) return null;
  const unit = found[2]?.toLowerCase();
  return unit === "%" ? (Number(found[1]) / 100) * whole : Number(found[1]) * (turns[unit ?? ""] ?? 1);
}

function readTriple(words: readonly string[], whole: Triple): Triple | null {
  const [a = null, b = null, c = null] = words.map((word, index) => readNumber(word, whole[index] ?? 1));
  return words.length === 3 && a !== null && b !== null && c !== null ? [a, b, c] : null;
}

/** Reads a color: a hex, a name, `rgb()`, `hsl()` or a function of this file. */
function readColor(text: string): Color | null {
  const name = text.trim().toLowerCase();
  const digitsOfName = namedColors.get(name);
  const written = digitsOfName === undefined ? name : `#${digitsOfName}`;
  const hex = /^#(?:([0-9a-f]{3,4})|([0-9a-f]{6}(?:[0-9a-f]{2})?))$/.exec(written);
  if (hex) {
    const digits = hex[2] ?? (hex[1] ?? "").replaceAll(/./g, "$&$&");
    const at = (index: number) => parseInt(digits.slice(index, index + 2) || "ff", 16) / 255;
    return [at(0), at(2), at(4), at(6)];
  }
  const call = /^([a-z-]{1,12})\(([^]*)\)$/.exec(written);
  return call ? readFunction(call[1] ?? "", call[2] ?? "") : null;
}

function mix(list: string): Color | null {
  const [method = "", ...colors] = splitCss(list, ",").map((part) => part.trim());
  if (method !== "in srgb" && method !== "in oklab") return null;
  const [first, second] = colors.map((part) => {
    const share = /\s(\d{1,3}(?:\.\d{1,9})?)%$/.exec(part);
    return {
      color: readColor(share ? part.slice(0, share.index) : part),
      share: share ? Number(share[1]) / 100 : null,
    };
  });
  // A mixture in OKLab differs from one in sRGB where the hues do, so it is not drawn as one.
  if (!first?.color || !second?.color || method !== "in srgb") return null;
  const weight = first.share ?? 1 - (second.share ?? 0.5);
  const alpha = first.color[3] * weight + second.color[3] * (1 - weight);
  const blend = (index: 0 | 1 | 2) =>
    alpha === 0
      ? 0
      : ((first.color?.[index] ?? 0) * (first.color?.[3] ?? 1) * weight +
          (second.color?.[index] ?? 0) * (second.color?.[3] ?? 1) * (1 - weight)) /
        alpha;
  return [blend(0), blend(1), blend(2), alpha];
}

function readFunction(name: string, list: string): Color | null {
  if (name === "color-mix") return mix(list);
  if (name === "light-dark") return readColor(splitCss(list, ",")[0] ?? "");
  const [colors = "", opacity = "1"] = list.split("/").map((part) => part.trim());
  const words = colors.split(/[\s,]+/);
  const legacy = legacyFunctions[name];
  if (legacy) {
    const values = readTriple(words.slice(0, 3), legacy.whole);
    const given = words.length > 4 ? null : readNumber(words[3] ?? opacity, 1);
    return values && given !== null ? [...legacy.toSrgb(values), given] : null;
  }
  const alpha = readNumber(opacity, 1);
  const space = name === "color" ? spaces[words.shift() ?? ""] : undefined;
  const known = functions[name];
  const values = readTriple(words, known?.whole ?? [1, 1, 1]);
  const toSrgb = space ?? known?.toSrgb;
  return values && toSrgb && alpha !== null ? [...toSrgb(values), alpha] : null;
}

/** The functions of CSS Color 4 and 5 that the renderer does not know. */
export const modernColor = /(?<![\w-])(?:oklch|oklab|lch|lab|color|color-mix|light-dark)\(/i;

/** Returns red, green and blue from 0 to 255, clipped, and alpha from 0 to 1. */
function levels([r, g, b, alpha]: Color): Color {
  const level = (share: number) => Math.round(255 * Math.min(1, Math.max(0, share)));
  return [level(r), level(g), level(b), Math.min(1, Math.max(0, alpha))];
}

const hexDigits = /^(?:[0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})$/i;

/**
 * Returns a color as `#rrggbb`, or `#rrggbbaa` if it is not opaque; `null` for a text that is no color. A query has to
 * escape "#", so the digits may have none.
 */
export function hexColor(text: string): string | null {
  const written = text.trim();
  const color = readColor(hexDigits.test(written) ? `#${written}` : written);
  if (!color) return null;
  const [r, g, b, alpha] = levels(color);
  const hex = (level: number) => level.toString(16).padStart(2, "0");
  return `#${hex(r)}${hex(g)}${hex(b)}${alpha < 1 ? hex(Math.round(alpha * 255)) : ""}`;
}

/**
 * Returns a color of CSS Color 4 or 5 as `rgba()`, which every renderer reads. Colors outside sRGB are clipped. Returns
 * `null` if it is not known.
 */
export function legacyColor(value: string): string | null {
  const color = readColor(value);
  return color && `rgba(${levels(color).join(",")})`;
}
