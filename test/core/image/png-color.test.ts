import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { convertImage } from "@tools-api/core/image";
import sharp from "sharp";
import { describe, expect, it } from "vitest";
import {
  decodeWithSecond,
  decodeWithSharp,
  hasSecondDecoder,
  meanDifference,
} from "../../engines/second-decoder.ts";
import { asymmetric, pixelsOf } from "./pictures.ts";
import { chunk, integers } from "./png-chunk.ts";

/** Returns a chunk of fractions, in units of 1 / 100,000. */
const fractions = (type: string, values: readonly number[]) =>
  chunk(type, integers(...values.map((value) => Math.round(value * 100_000))));

const withChunks = (png: Buffer, ...chunks: Buffer[]) =>
  Buffer.concat([png.subarray(0, 33), ...chunks, png.subarray(33)]);

const displayP3 = [0.3127, 0.329, 0.68, 0.32, 0.265, 0.69, 0.15, 0.06];
const toSrgb = (linear: number) =>
  linear <= 0.0031308 ? 12.92 * linear : 1.055 * linear ** (1 / 2.4) - 0.055;

describe("gAMA and cHRM of a png", () => {
  it.runIf(hasSecondDecoder())("of linear light gives the colors that ImageMagick shows", async () => {
    const folder = await mkdtemp(join(tmpdir(), "gamma-"));
    try {
      for (const picture of [asymmetric(64, 64), asymmetric(64, 64).grayscale().toColourspace("b-w")]) {
        const linear = withChunks(await picture.png().toBuffer(), fractions("gAMA", [1]));
        const path = join(folder, "linear.png");
        await writeFile(path, linear);
        const { image, warnings } = await convertImage(linear, { format: "png" });
        const shown = await decodeWithSecond(path);
        if (!shown) throw new Error("expected ImageMagick to read the file");
        expect(meanDifference(await decodeWithSharp(image), shown)).toBeLessThan(2);
        expect(warnings).toMatchObject([
          {
            code: "color_profile_converted",
            message: "the colors were converted from PNG with gamma 1 to srgb",
          },
        ]);
      }
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  it("of any gamma gives the values of the formula", async () => {
    const levels = Uint8Array.from({ length: 256 * 3 }, (_, index) => Math.floor(index / 3));
    const ramp = await sharp(levels, { raw: { width: 256, height: 1, channels: 3 } })
      .png()
      .toBuffer();
    for (const gamma of [0.3, 0.6, 0.8, 1]) {
      const { image } = await convertImage(withChunks(ramp, fractions("gAMA", [gamma])), { format: "png" });
      const found = await sharp(image).removeAlpha().raw().toBuffer();
      const differences = Array.from({ length: 256 }, (_, level) =>
        Math.abs((found[level * 3] ?? 0) - 255 * toSrgb((level / 255) ** (1 / gamma))),
      );
      expect(Math.max(...differences), `${gamma}`).toBeLessThan(2.5);
    }
  });

  it("of Display P3 gives the values of the formula", async () => {
    const png = await asymmetric(64, 64).png().toBuffer();
    const chunks = [fractions("gAMA", [0.45455]), fractions("cHRM", displayP3)];
    const { image } = await convertImage(withChunks(png, ...chunks), { format: "png" });
    const [found, plain] = await Promise.all([pixelsOf(image), pixelsOf(png)]);
    const linear = (value: number) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4);
    // The matrix from linear Display P3 to linear sRGB (CSS Color 4 §18).
    const matrix = [
      [1.2249401, -0.2249404, 0],
      [-0.0420569, 1.0420571, 0],
      [-0.0196376, -0.0786361, 1.0982735],
    ];
    for (let start = 0; start < plain.length; start += 97 * 4) {
      const rgb = [0, 1, 2].map((channel) => linear((plain[start + channel] ?? 0) / 255));
      for (const [channel, row] of matrix.entries()) {
        const value = row.reduce((sum, factor, index) => sum + factor * (rgb[index] ?? 0), 0);
        const expected = 255 * toSrgb(Math.min(1, Math.max(0, value)));
        expect(Math.abs((found[start + channel] ?? 0) - expected)).toBeLessThan(3);
      }
    }
  });

  it.each([
    ["colors", 3, "rgb16"],
    ["gray", 1, "grey16"],
    ["gray with alpha", 2, "grey16"],
  ] as const)("keeps 16 bits of %s, and applies the gamma to them", async (_, channels, space) => {
    const samples = Uint16Array.from({ length: 64 * channels }, (_, index) =>
      channels === 2 && index % 2 === 1 ? 0xffff : 0x4000,
    );
    const raw = { width: 8, height: 8, channels };
    const deep = await sharp(samples, { raw }).toColourspace(space).png().toBuffer();
    const linear = withChunks(deep, fractions("gAMA", [1]));
    const expected = 255 * toSrgb(0x4000 / 0xffff);
    for (const format of ["png", "webp"] as const) {
      const { image, original } = await convertImage(linear, { format, quality: 100 });
      expect(original.bitDepth).toBe(16);
      expect((await sharp(image).metadata()).depth).toBe(format === "png" ? "ushort" : "uchar");
      expect(Math.abs(((await pixelsOf(image))[0] ?? 0) - expected)).toBeLessThan(2);
    }
  });

  it("is ignored if the file names sRGB, or if its values are those of sRGB or impossible", async () => {
    const png = await asymmetric().png().toBuffer();
    const srgb = Buffer.from("000000017352474200aece1ce9", "hex");
    for (const chunks of [
      [srgb, fractions("gAMA", [1])],
      [fractions("gAMA", [0.45455])],
      [fractions("gAMA", [0])],
      [fractions("gAMA", [40_000])],
      [fractions("gAMA", [0.45455]), fractions("cHRM", [0.3127, 0.329, 0, 0, 0, 0, 0, 0])],
      [fractions("cHRM", [0.3127, 0.329, 0.64, 0.33, 0.3, 0.6, 0.15, 0.06])],
    ]) {
      const { image, warnings } = await convertImage(withChunks(png, ...chunks), { format: "png" });
      expect(warnings).toEqual([]);
      expect(await pixelsOf(image)).toEqual(await pixelsOf(png));
    }
  });
});
