import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { convertImage } from "@tools-api/core/image";
import sharp from "sharp";
import { describe, expect, it } from "vitest";
import { asymmetric } from "./pictures.ts";
import { type Packing, type SampleFormat, type TiffPicture, writeTiff } from "./write-tiff.ts";

type Color = readonly [number, number, number];

const [width, height] = [19, 5];

/** Saturated and gray colors of sRGB, from 0 to 1. */
const colors: readonly Color[] = [
  [0, 0, 0],
  [1, 1, 1],
  [0.8, 0.2, 0.2],
  [0.2, 0.6, 0.4],
  [0.2, 0.4, 0.8],
  [0.6, 0.6, 0.6],
  [1, 0.8, 0.4],
];

const colorAt = (index: number): Color =>
  colors[(index * 5 + Math.floor(index / 7)) % colors.length] ?? [0, 0, 0];
const alphaAt = (index: number) => [1, 0.8, 0.4, 0.2][index % 4] ?? 1;

const light = (level: number) => (level <= 0.04045 ? level / 12.92 : ((level + 0.055) / 1.055) ** 2.4);

/** CIE L*a*b* of a color of sRGB, with the white of D50. */
function lab([red, green, blue]: Color): number[] {
  const [r, g, b] = [light(red), light(green), light(blue)];
  const f = (t: number) => (t > 216 / 24389 ? Math.cbrt(t) : ((24389 / 27) * t + 16) / 116);
  const x = f((0.4360747 * r + 0.3850649 * g + 0.1430804 * b) / 0.9642);
  const y = f(0.2225045 * r + 0.7168786 * g + 0.0606169 * b);
  const z = f((0.0139322 * r + 0.0971045 * g + 0.7141733 * b) / 0.8249);
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)];
}

interface Layout {
  photometric: number;
  format: SampleFormat;
  bits: number;
}

/** Returns the stored number of a level from 0 to 1. */
function stored({ format, bits }: Layout, level: number): number {
  if (format === "float") return level;
  // A number of JavaScript holds the high bits of 64.
  const significant = Math.min(32, bits);
  const number = Math.round(level * (2 ** significant - 1)) - (format === "int" ? 2 ** (significant - 1) : 0);
  return number * 2 ** (bits - significant);
}

/** The stored samples of a color, and the color that they are. */
type Coded = readonly [samples: number[], color: Color];

const levels = (layout: Layout, values: readonly number[]) => values.map((value) => stored(layout, value));
const depthOf = ({ format, bits }: Layout) => (format === "float" || bits > 16 ? 16 : bits);
const rounded = (layout: Layout, value: number) => {
  const whole = 2 ** depthOf(layout) - 1;
  return Math.round(value * whole) / whole;
};
const same = (level: number): Color => [level, level, level];
const each = ([red, green, blue]: Color, change: (level: number) => number): Color => [
  change(red),
  change(green),
  change(blue),
];

/** The colors, from 0 to 1, in which libvips shows the shares of black ink. */
const blacks = await (async () => {
  const pixels = Array.from({ length: 256 }, (_, ink) => [0, 0, 0, ink]);
  const file = await writeTiff({ width: 256, height: 1, photometric: 5, format: "uint", bits: 8, pixels });
  const data = await sharp(file).toColourspace("srgb").raw().toBuffer();
  return pixels.map((_, ink) => each([ink * 3, ink * 3 + 1, ink * 3 + 2], (at) => (data[at] ?? 0) / 255));
})();

/** How each photometric interpretation stores a color (TIFF 6.0). */
const coders: Readonly<Record<number, (layout: Layout, color: Color) => Coded>> = {
  0: (layout, [, level]) => [levels(layout, [1 - rounded(layout, level)]), same(rounded(layout, level))],
  1: (layout, [, level]) => [levels(layout, [rounded(layout, level)]), same(rounded(layout, level))],
  2: (layout, color) => [
    levels(layout, layout.format === "float" ? color.map(light) : color),
    each(color, (value) => rounded(layout, value)),
  ],
  3: ({ bits }, color) => {
    const index = colors.indexOf(color) % 2 ** bits;
    return [[index], colors[index] ?? color];
  },
  // The inks of a level of gray; `blacks` has the color of each share of ink.
  5: (layout, [, level]) => {
    const ink = rounded(layout, level);
    return [levels(layout, [0, 0, 0, ink]), blacks[Math.round(ink * 255)] ?? same(0)];
  },
  6: (_, [r, g, b]) => {
    const y = 0.299 * r + 0.587 * g + 0.114 * b;
    return [
      [y * 255, 128 + (b - y) * (127 / 0.886), 128 + (r - y) * (127 / 0.701)].map(Math.round),
      [r, g, b],
    ];
  },
  8: ({ format, bits }, color) => {
    const [lightness = 0, a = 0, b = 0] = lab(color);
    if (format === "float") return [[lightness, a, b], color];
    const unit = bits === 16 ? 256 : 1;
    const signed = (value: number) => (Math.round(value * unit) + 2 ** bits) % 2 ** bits;
    return [[Math.round((lightness / 100) * (2 ** bits - 1)), signed(a), signed(b)], color];
  },
  9: ({ bits }, color) => {
    const [lightness = 0, a = 0, b = 0] = lab(color);
    const unit = bits === 16 ? 256 : 1;
    const whole = bits === 16 ? 65_280 : 255;
    return [[(lightness / 100) * whole, (a + 128) * unit, (b + 128) * unit].map(Math.round), color];
  },
};

const allDepths = {
  uint: [1, 2, 4, 6, 8, 10, 12, 14, 16, 24, 32, 64],
  int: [2, 4, 8, 12, 16, 24, 32, 64],
  float: [16, 24, 32, 64],
};
/** The depths of each format of samples in which an interpretation is read. */
const depths: Readonly<Record<number, Partial<Record<SampleFormat, readonly number[]>>>> = {
  0: allDepths,
  1: allDepths,
  2: allDepths,
  3: { uint: [1, 2, 4, 8, 16] },
  // A conversion of CMYK takes as long as ten others.
  5: { uint: [1, 8, 12, 16, 32], int: [16], float: [32] },
  6: { uint: [8] },
  8: { uint: [8, 16], float: [32, 64] },
  9: { uint: [8, 16] },
};

const extras = {
  none: { kinds: [], declared: undefined },
  "one undeclared": { kinds: [2], declared: undefined },
  unspecified: { kinds: [0], declared: [0] },
  premultiplied: { kinds: [1], declared: [1] },
  alpha: { kinds: [2], declared: [2] },
  "unspecified and alpha": { kinds: [0, 2], declared: [0, 2] },
  "alpha and unspecified": { kinds: [2, 0], declared: [2, 0] },
} as const;

const packings: readonly Packing[] = [
  {},
  { isPlanar: true },
  { compression: 5, rows: 2 },
  { isTiled: true, isPlanar: true, compression: 5 },
  { compression: 8, isBigEndian: true },
  { compression: 32946, isTiled: true },
  { compression: 32773, isPlanar: true },
  { isBig: true, isBigEndian: true },
  { fillOrder: 2, compression: 8 },
  { fillOrder: 2, isPlanar: true, rows: 3 },
  { compression: 32773, isBigEndian: true, isBig: true, isTiled: true },
];
const predicted: readonly Packing[] = [
  { compression: 5, predictor: 2 },
  { compression: 8, predictor: 2, isPlanar: true, isBigEndian: true },
  { compression: 8, predictor: 2, isTiled: true },
];

/** The packings that a layout can have. */
function packingsOf({ format, bits }: Layout): readonly Packing[] {
  if (format === "float")
    return [...packings, ...predicted.map((packing): Packing => ({ ...packing, predictor: 3 }))];
  return [8, 16, 32, 64].includes(bits) ? [...packings, ...predicted] : packings;
}

/** Returns whether colors can be multiplied by transparency, and keep enough bits to be divided by it. */
function isMultiplied({ photometric, format, bits }: Layout): boolean {
  return (photometric === 1 || photometric === 2) && format !== "int" && bits >= 8;
}

/** Returns a picture in a layout, and the pixels that it has. */
function draw(layout: Layout, { kinds, declared }: (typeof extras)[keyof typeof extras]) {
  const { photometric, bits } = layout;
  const code = coders[photometric];
  if (!code) throw new RangeError("expected an interpretation with a coder");
  const expected: number[][] = [];
  const pixels = Array.from({ length: width * height }, (_, index) => {
    const [samples, color] = code(layout, colorAt(index));
    const share = rounded(layout, alphaAt(index));
    const isAlpha = kinds.some((kind) => kind > 0);
    const factor = kinds.some((kind) => kind === 1) ? share : 1;
    expected.push([...color, isAlpha ? share : 1].map((value) => value * 255));
    const whole = samples.map((value) =>
      layout.format === "float" ? value * factor : Math.round(value * factor),
    );
    return [...whole, ...kinds.map((kind) => stored(layout, kind === 0 ? 0 : share))];
  });
  const entries = photometric === 3 ? 2 ** bits : 0;
  const map = [0, 1, 2].flatMap((channel) =>
    Array.from({ length: entries }, (_, index) => Math.round((colors[index]?.[channel] ?? 0) * 65_535)),
  );
  const picture: TiffPicture = {
    width,
    height,
    ...layout,
    pixels,
    extra: declared,
    fields: photometric === 3 ? { 320: map } : {},
  };
  return { picture, expected };
}

/** Returns the red, green, blue and alpha of all pixels. */
async function pixelsOf(image: Uint8Array): Promise<Buffer> {
  return sharp(image).toColourspace("srgb").ensureAlpha().raw({ depth: "uchar" }).toBuffer();
}

/** Returns the largest difference of the pixels that are visible. */
function difference(found: Uint8Array, expected: readonly (readonly number[])[]): number {
  const differences = expected.flatMap((pixel, index) =>
    pixel.map((level, channel) => Math.abs(level - (found[index * 4 + channel] ?? NaN))),
  );
  return Math.max(...differences);
}

const layouts: Layout[] = Object.entries(depths).flatMap(([photometric, formats]) =>
  (["uint", "int", "float"] as const).flatMap((format) =>
    (formats[format] ?? []).map((bits) => ({ photometric: Number(photometric), format, bits })),
  ),
);

const names = new Map([
  [0, "white-is-zero"],
  [1, "black-is-zero"],
  [2, "RGB"],
  [3, "palette"],
  [5, "CMYK"],
  [6, "YCbCr"],
  [8, "L*a*b*"],
  [9, "ICC L*a*b*"],
]);

describe("the matrix of tiff", () => {
  let turn = 0;
  it.each([...names])(
    "shows each depth, further sample and packing of interpretation %i, %s",
    async (photometric) => {
      const wrong: string[] = [];
      for (const layout of layouts.filter((each) => each.photometric === photometric))
        for (const [extra, samples] of Object.entries(extras)) {
          if (extra === "premultiplied" && !isMultiplied(layout)) continue;
          const { picture, expected } = draw(layout, samples);
          // Layouts, further samples and packings meet in other combinations for each interpretation.
          const all = packingsOf(layout);
          const packing = all[turn++ % all.length];
          const file = await writeTiff(picture, packing);
          const tolerance = extra === "premultiplied" ? 4 : 3;
          const found = await convertImage(file, { format: "tiff" }).then(
            async ({ image, warnings }) => {
              const dropped = warnings.filter(({ code }) => code === "channels_dropped").length;
              if (dropped !== Number(samples.kinds.some((kind) => kind === 0))) return "no warning";
              const most = difference(await pixelsOf(image), expected);
              return most <= tolerance ? null : `differs by ${most}`;
            },
            (error: unknown) => String(error),
          );
          if (found !== null)
            wrong.push(`${layout.format} ${layout.bits}, ${extra}, ${JSON.stringify(packing)}: ${found}`);
        }
      expect(wrong).toEqual([]);
    },
  );

  it("is opaque if a sample that the file does not declare is 0 everywhere, with a warning", async () => {
    const pixels = Array.from({ length: 4 }, () => [200, 100, 50, 0]);
    const file = await writeTiff({ width: 2, height: 2, photometric: 2, format: "uint", bits: 8, pixels });
    const { image, warnings } = await convertImage(file, { format: "png" });
    expect([...(await pixelsOf(image)).subarray(0, 4)]).toEqual([200, 100, 50, 255]);
    expect(warnings.map(({ code }) => code)).toContain("channels_dropped");
  });

  it.each([
    [{ photometric: 6, format: "uint", bits: 16 }, "3 samples of 16 bits (uint) with photometric 6"],
    [{ photometric: 8, format: "int", bits: 16 }, "3 samples of 16 bits (int) with photometric 8"],
    [{ photometric: 1, format: "uint", bits: 48 }, "1 samples of 48 bits"],
    [{ photometric: 4, format: "uint", bits: 1 }, "a transparency mask is not read"],
  ] as const)("names what it does not read: %j", async (layout, message) => {
    const samples = layout.photometric === 6 || layout.photometric === 8 ? [0, 0, 0] : [0];
    const pixels = Array.from({ length: 64 }, () => samples);
    const file = await writeTiff({ width: 8, height: 8, ...layout, pixels });
    await expect(convertImage(file, { format: "png" })).rejects.toMatchObject({
      code: "invalid_image",
      message: expect.stringContaining(message) as string,
    });
  });

  it("shows what ImageMagick and libvips show of a fax, of JPEG in each sampling, and of CMYK", async () => {
    const folder = mkdtempSync(join(tmpdir(), "tiff-"));
    const at = (name: string) => join(folder, name);
    const magick = (...words: readonly string[]) => execFileSync("/usr/bin/convert", words);
    const profile = (name: string) => ["-profile", `/usr/share/color/icc/ghostscript/${name}.icc`];
    const fax = (...words: readonly string[]) => ["-type", "bilevel", ...words, "-compress"];
    const jpeg = ["-quality", "95", "-compress", "jpeg"];
    // Colors that all inks reach: the treatment of others is a choice.
    const inks = ["+level", "25%,75%", ...profile("srgb"), ...profile("ps_cmyk")];
    const plain = {
      "group 3": [...fax(), "Fax"],
      "group 4": [...fax("-define", "tiff:rows-per-strip=7"), "Group4"],
      "group 4 of black": [...fax("-define", "quantum:polarity=min-is-black"), "Group4"],
      rle: [...fax(), "RLE"],
      "gray jpeg": ["-colorspace", "Gray", ...jpeg],
      "jpeg 2x2": ["-sampling-factor", "2x2", ...jpeg],
      "jpeg 4x1": ["-sampling-factor", "4x1", ...jpeg],
      "jpeg 1x2": ["-sampling-factor", "1x2", ...jpeg],
    };
    const printed = {
      cmyk: [...inks, "-interlace", "plane"],
      "cmyk 16": [...inks, "-depth", "16", "-compress", "zip"],
      "cmyk jpeg": [...inks, ...jpeg],
    };
    try {
      await asymmetric(37, 29).png().toFile(at("rgb.png"));
      const writes = Object.entries({ ...plain, ...printed }).flatMap(([name, words]) => [
        "(",
        "-clone",
        "0",
        ...words,
        "-write",
        at(`${name}.tif`),
        "+delete",
        ")",
      ]);
      magick("-respect-parentheses", at("rgb.png"), ...writes, "null:");
      for (const [group, toSrgb, byVips, tolerance] of [
        [plain, [], ["colourspace"], 0],
        [
          printed,
          ["-black-point-compensation", "-intent", "perceptual", ...profile("srgb")],
          ["icc_transform"],
          2,
        ],
      ] as const) {
        const files = Object.keys(group).map((name) => at(`${name}.tif`));
        const all = magick(...files, ...toSrgb, "-depth", "8", "rgba:-");
        const size = all.length / files.length;
        for (const [index, file] of files.entries()) {
          const words = tolerance > 0 ? ["--embedded", "--intent", "perceptual"] : [];
          execFileSync("/usr/bin/vips", [...byVips, file, at("vips.png"), "srgb", ...words]);
          const found = await pixelsOf((await convertImage(readFileSync(file), { format: "png" })).image);
          const byMagick = all.subarray(index * size, (index + 1) * size);
          for (const reference of [byMagick, await pixelsOf(readFileSync(at("vips.png")))]) {
            expect(reference, file).toHaveLength(found.length);
            const sum = found.reduce(
              (total, level, byte) => total + Math.abs(level - (reference[byte] ?? 0)),
              0,
            );
            expect(sum / found.length, file).toBeLessThanOrEqual(tolerance);
          }
        }
      }
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it("shows CMYK without a profile alike in each depth and packing, with a warning", async () => {
    const inks = [
      [0, 0, 0, 0],
      [1, 0, 0, 0],
      [0, 1, 0, 0],
      [0, 0, 1, 0],
      [0.2, 0.6, 0.8, 0.1],
      [0, 0, 0, 1],
    ];
    const shown = await Promise.all(
      ([8, 16] as const).flatMap((bits) =>
        ([{}, { isPlanar: true, compression: 8 }, { isBigEndian: true, compression: 5 }] as const).map(
          async (packing) => {
            const pixels = inks.map((ink) => ink.map((share) => Math.round(share * (2 ** bits - 1))));
            const picture = { width: 6, height: 1, photometric: 5, format: "uint", bits, pixels } as const;
            const { image, warnings } = await convertImage(await writeTiff(picture, packing), {
              format: "png",
            });
            expect(warnings.map(({ code }) => code)).toContain("color_profile_converted");
            return [...(await pixelsOf(image))];
          },
        ),
      ),
    );
    const [first = [], ...others] = shown;
    for (const other of others) expect(difference(Buffer.from(other), [first])).toBeLessThanOrEqual(2);
    const [white, cyan, magenta, yellow] = [0, 4, 8, 12].map((at) => first.slice(at, at + 3));
    expect(Math.min(...(white ?? []))).toBeGreaterThanOrEqual(253);
    // Each ink takes most of the light of its complement.
    for (const [ink, complement] of [
      [cyan, 0],
      [magenta, 1],
      [yellow, 2],
    ] as const)
      expect(ink?.[complement]).toBe(Math.min(...(ink ?? [])));
  });

  it("writes what ImageMagick and libvips read alike", async () => {
    const folder = mkdtempSync(join(tmpdir(), "tiff-"));
    try {
      for (const [photometric, bits, packing] of [
        [0, 8, { compression: 5, rows: 2 }],
        [1, 1, { isBigEndian: true }],
        [1, 16, { compression: 8, predictor: 2, isTiled: true }],
        [2, 8, { isPlanar: true, compression: 32773 }],
        [2, 16, { fillOrder: 2, compression: 5 }],
        [3, 4, { isBig: true }],
      ] as const) {
        const { picture, expected } = draw({ photometric, format: "uint", bits }, extras.none);
        const name = join(folder, "picture.tif");
        writeFileSync(name, await writeTiff(picture, packing));
        const byMagick = execFileSync("/usr/bin/convert", [name, "-depth", "8", "rgba:-"]);
        execFileSync("/usr/bin/vips", ["copy", name, join(folder, "picture.png")]);
        const byVips = await pixelsOf(readFileSync(join(folder, "picture.png")));
        for (const found of [byMagick, byVips])
          expect(difference(found, expected), `${photometric}, ${bits}`).toBeLessThanOrEqual(2);
      }
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});
