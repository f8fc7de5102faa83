import { magickCodec } from "@tools-api/adapters/image/magick";
import { convertImage } from "@tools-api/core/image";
import sharp, { type Sharp } from "sharp";
import { beforeAll, describe, expect, it } from "vitest";
import { grainyPicture } from "./grainy-picture.ts";

/** The common scale. */
const scale = Array.from({ length: 100 }, (_, index) => index + 1);

/** Noise has detail of every size, so each step of a quality changes it. */
const noise = (side: number) =>
  sharp({
    create: {
      width: side,
      height: side,
      channels: 3,
      background: "#000",
      noise: { type: "gaussian", mean: 128, sigma: 40 },
    },
  })
    .png()
    .toBuffer();

function expectRising(qualities: readonly (number | undefined)[], steps: number): void {
  for (const [index, quality] of qualities.entries())
    expect(quality, `quality ${index + 1}`).toBeGreaterThanOrEqual(qualities[index - 1] ?? 1);
  expect(qualities.at(-1)).toBe(100);
  expect(new Set(qualities).size).toBeGreaterThan(steps);
}

describe("the scale of quality", () => {
  let image: Uint8Array;
  beforeAll(async () => {
    image = await noise(48);
  });

  const native: Record<string, (pipeline: Sharp, quality: number) => Sharp> = {
    jpeg: (pipeline, quality) => pipeline.jpeg({ quality }),
    webp: (pipeline, quality) => pipeline.webp({ quality, effort: 4 }),
    avif: (pipeline, quality) =>
      pipeline.avif({
        quality,
        effort: 2,
        chromaSubsampling: quality >= 80 ? "4:4:4" : "4:2:0",
        tune: "ssim",
      }),
  };

  /** Returns for each quality of the scale the quality of sharp's encoder that gives the same bytes. */
  async function encoderQualities(format: "jpeg" | "webp" | "avif"): Promise<(number | undefined)[]> {
    const known = new Map<string, number>();
    for (const quality of scale) {
      const encoded = await native[format]?.(sharp(image), quality).toBuffer();
      known.set(encoded?.toString("base64") ?? "", quality);
    }
    const found: (number | undefined)[] = [];
    for (const quality of scale) {
      const { image: bytes } = await convertImage(image, { format, quality });
      found.push(known.get(Buffer.from(bytes).toString("base64")));
    }
    return found;
  }

  it("uses jpeg's own quality as the scale", async () => {
    const qualities = await encoderQualities("jpeg");
    // Adjacent values of the highest qualities can give the same bytes.
    for (const [index, quality] of qualities.entries())
      expect(Math.abs((quality ?? 0) - index - 1)).toBeLessThanOrEqual(1);
  });

  it.each(["webp", "avif"] as const)(
    "never lowers the encoder's quality for a higher quality of %s",
    async (format) => {
      // libaom has 64 steps, and the scale skips some.
      expectRising(await encoderQualities(format), 40);
    },
  );

  it("preserves about as much of a picture in every format", async () => {
    const picture = await grainyPicture(256, 192);
    const magick = magickCodec();
    const greyOf = async (encoded: Uint8Array) => {
      const { image: png } = await convertImage(encoded, { format: "png", codecs: [magick] });
      return new Uint8Array(await sharp(png).greyscale().raw().toBuffer());
    };
    const original = await greyOf(picture);
    /** Returns the peak signal to noise ratio of the luma, in decibels. */
    const fidelity = async (format: "jpeg" | "webp" | "avif" | "jxl", quality: number) => {
      const { image: encoded } = await convertImage(picture, { format, quality, codecs: [magick] });
      const decoded = await greyOf(encoded);
      const error = original.reduce((sum, value, index) => sum + (value - (decoded[index] ?? 0)) ** 2, 0);
      return 10 * Math.log10(255 ** 2 / (error / original.length));
    };
    for (const quality of [20, 50, 80]) {
      const jpeg = await fidelity("jpeg", quality);
      // With the encoders' own numbers, avif would be 4 decibels above jpeg at 80.
      for (const format of ["webp", "avif", "jxl"] as const)
        expect(Math.abs((await fidelity(format, quality)) - jpeg), `${format} ${quality}`).toBeLessThan(2.5);
    }
  });

  it("reports a default quality of 80 for every lossy format", async () => {
    for (const format of ["jpeg", "webp", "avif", "jxl", "jp2"] as const)
      expect(await convertImage(image, { format, codecs: [magickCodec()] })).toMatchObject({ quality: 80 });
  });
});
