import { magickCodec } from "@tools-api/adapters/image/magick";
import type { CodecEncoding, Pixels } from "@tools-api/core/image";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import sharp, { type Sharp } from "sharp";
import { describe, expect, it } from "vitest";
import { asymmetric } from "../../core/image/pictures.ts";
import { decodeWithSecond, hasSecondDecoder, meanDifference } from "../../engines/second-decoder.ts";
import { decodeWithCodec, rgbaOf } from "./decoding.ts";

const codec = magickCodec();
const canCompare = hasSecondDecoder();

async function pixelsOf(picture: Sharp): Promise<Pixels> {
  const { data, info } = await picture.raw().toBuffer({ resolveWithObject: true });
  const { width, height, channels } = info;
  return { data, size: { width, height }, channels };
}

async function encode(pixels: Pixels, encoding: Partial<CodecEncoding> & { format: string }) {
  const encoded = await codec.encode?.(pixels, {
    quality: null,
    lossless: false,
    effort: "balanced",
    ...encoding,
  });
  if (!encoded) throw new Error("expected an encoder");
  return encoded;
}

describe("a codec by ImageMagick", () => {
  it.skipIf(!canCompare).each(codec.writes.filter((format) => format !== "qoi"))(
    "writes %s that a second decoder reads as the same picture",
    async (format) => {
      const file = await encode(await pixelsOf(asymmetric()), { format, lossless: true });
      const folder = await mkdtemp(join(tmpdir(), "tools-api-"));
      try {
        await writeFile(join(folder, `picture.${format}`), file);
        const second = await decodeWithSecond(join(folder, `picture.${format}`));
        expect(second && meanDifference(second, await rgbaOf(asymmetric()))).toBeLessThanOrEqual(0.3);
      } finally {
        await rm(folder, { recursive: true });
      }
    },
  );

  it.each(["jxl", "jp2"])("writes more bytes for a higher quality of %s", async (format) => {
    const noise = sharp({
      create: {
        width: 96,
        height: 96,
        channels: 3,
        background: "black",
        noise: { type: "gaussian", mean: 120, sigma: 40 },
      },
    });
    const pixels = await pixelsOf(noise);
    const sizes: number[] = [];
    for (const quality of [10, 40, 70, 90, 100])
      sizes.push((await encode(pixels, { format, quality })).length);
    const lossless = (await encode(pixels, { format, lossless: true })).length;
    expect([...sizes, lossless]).toEqual([...sizes, lossless].toSorted((one, other) => one - other));
    expect(new Set([...sizes, lossless]).size).toBe(6);
  });

  it.each([
    [48, "BM"],
    [256, "PNG"],
  ])("writes an icon of %i pixels with its size in its directory", async (side, kind) => {
    const pixels = await pixelsOf(asymmetric(side, side));
    const icon = await encode(pixels, { format: "ico" });
    expect([...icon.subarray(0, 8)]).toEqual([0, 0, 1, 0, 1, 0, side % 256, side % 256]);
    expect(String.fromCharCode(...icon.subarray(23, 26)) === "PNG").toBe(kind === "PNG");
    const { picture } = await decodeWithCodec(codec, "ico", icon);
    expect(meanDifference(picture, await rgbaOf(asymmetric(side, side)))).toBe(0);
  });
});
