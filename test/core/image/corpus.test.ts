import { readdirSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { convertImage } from "@tools-api/core/image";
import sharp from "sharp";
import { describe, expect, it } from "vitest";
import { sharedData } from "../../shared-data.ts";

const folder = sharedData("images", "valid");
const native = /\.(?:jpe?g|a?png|webp|avifs?|gif|tiff?|svgz?)$/i;

/** Kinds of tiff that libvips does not read: 12 bits a sample, and the JPEG of TIFF 6.0 of 1992. */
const unread = new Set(["pil-12bit.cropped.tif", "vips-ojpeg-strip.tif"]);

describe.skipIf(folder === null)("the shared corpus (needs TOOLS_API_DATA)", () => {
  const names = folder === null ? [] : readdirSync(folder).toSorted();

  it.each(["jpeg", "png", "webp", "avif"] as const)(
    "is converted to %s",
    { timeout: 60_000 },
    async (format) => {
      const read = names.filter((name) => native.test(name) && !unread.has(name));
      expect(read.length).toBeGreaterThan(95);
      for (const name of read) {
        const page = name === "wes-1024-pages.gif" ? { page: 0 } : {};
        const input = await readFile(join(folder ?? "", name));
        const result = await convertImage(input, { format, width: 64, height: 64, ...page });
        expect(Math.max(result.width, result.height), name).toBe(64);
        const metadata = await sharp(result.image).metadata();
        expect(metadata, name).toMatchObject({ width: result.width, height: result.height });
        expect(metadata.exif ?? metadata.icc ?? metadata.xmp, name).toBeUndefined();
      }
    },
  );

  it("is turned upright: all eight orientations of one photo come out alike", async () => {
    const thumbnail = async (name: string) => {
      const { image } = await convertImage(await readFile(join(folder ?? "", name)), {
        format: "png",
        width: 8,
        height: 8,
      });
      return sharp(image).raw().toBuffer();
    };
    const landscapes = [
      "sharp-Landscape_1.jpg",
      "sharp-Landscape_3.jpg",
      "sharp-Landscape_6.jpg",
      "sharp-Landscape_8.jpg",
    ];
    const portraits = ["sharp-Portrait_2.jpg", "sharp-Portrait_5.jpg", "sharp-Portrait_7.jpg"];
    for (const [first = "", ...others] of [landscapes, portraits]) {
      const expected = await thumbnail(first);
      for (const other of others) {
        const actual = await thumbnail(other);
        const error = actual.reduce((sum, value, index) => sum + Math.abs(value - (expected[index] ?? 0)), 0);
        expect(error / actual.length, other).toBeLessThan(12);
      }
    }
  });

  it("says what it recognised in every other file", async () => {
    for (const name of names.filter((file) => !native.test(file) || unread.has(file)))
      await expect(
        convertImage(await readFile(join(folder ?? "", name)), { format: "png" }),
        name,
      ).rejects.toMatchObject({
        code: "invalid_image",
        message: expect.stringContaining(" was recognised, but "),
      });
  });
});
