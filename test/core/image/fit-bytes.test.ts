import { magickCodec } from "@tools-api/adapters/image/magick";
import { convertImage, type ImageCodec } from "@tools-api/core/image";
import { assert, asyncProperty, constantFrom, double, nat } from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import sharp from "sharp";
import { grainyPicture } from "./grainy-picture.ts";

describe("maxBytes", () => {
  let pictures: readonly Uint8Array[];
  beforeAll(async () => {
    pictures = [await grainyPicture(160, 120), await grainyPicture(24, 200)];
  });

  it(
    "chooses the highest quality that fits maxBytes: the next one does not fit",
    { timeout: 60_000 },
    async () => {
      await assert(
        asyncProperty(
          constantFrom("jpeg", "webp", "avif"),
          nat(1),
          double({ min: 0, max: 1, noNaN: true }),
          async (format, which, share) => {
            const image = pictures[which] ?? new Uint8Array();
            const smallest = await convertImage(image, { format, quality: 1 });
            const largest = await convertImage(image, { format, quality: 100 });
            const maxBytes = Math.floor(smallest.bytes + share * (largest.bytes - smallest.bytes));
            const fitting = await convertImage(image, { format, maxBytes, maxBytesResize: false });
            expect(fitting.bytes).toBeLessThanOrEqual(maxBytes);
            expect(fitting.image).toHaveLength(fitting.bytes);
            const quality = fitting.quality ?? 0;
            if (quality === 100) return;
            const next = await convertImage(image, { format, quality: quality + 1 });
            expect(next.bytes).toBeGreaterThan(maxBytes);
          },
        ),
        { numRuns: 24 },
      );
    },
  );

  it("returns the same bytes as a conversion with that quality", async () => {
    for (const format of ["jpeg", "webp", "avif"] as const) {
      const image = pictures[0] ?? new Uint8Array();
      const { bytes: most } = await convertImage(image, { format, quality: 60 });
      const fitting = await convertImage(image, { format, maxBytes: most, maxBytesResize: false });
      const again = await convertImage(image, { format, quality: fitting.quality ?? 0 });
      expect(again.image).toEqual(fitting.image);
    }
  });

  it("encodes at most 10 times to fit maxBytes, and fewer than 6 times on average", async () => {
    const magick = magickCodec();
    let encodes = 0;
    const counting: ImageCodec = {
      ...magick,
      encode: (pixels, encoding) => {
        encodes++;
        if (!magick.encode) throw new TypeError("expected a codec that encodes");
        return magick.encode(pixels, encoding);
      },
    };
    const counts: number[] = [];
    for (const maxBytes of [900, 1_200, 1_700, 2_300, 3_500, 5_000, 7_000, 10_000]) {
      encodes = 0;
      await convertImage(pictures[0] ?? new Uint8Array(), {
        format: "jxl",
        maxBytes,
        maxBytesResize: false,
        codecs: [counting],
      });
      counts.push(encodes);
    }
    expect(Math.max(...counts)).toBeLessThanOrEqual(10);
    expect(counts.reduce((sum, count) => sum + count, 0) / counts.length).toBeLessThan(6);
  });

  it("encodes a large image at most 3 times, and reaches nine tenths of the limit on average", async () => {
    let encodes = 0;
    const jpegAsJxl: ImageCodec = {
      ...magickCodec(),
      encode: async ({ data, size, channels }, { quality }) => {
        if (size.width * size.height > 1_000_000) encodes++;
        const pixels = sharp(data, { raw: { ...size, channels } });
        return (await pixels.jpeg({ quality: quality ?? 80 }).toUint8Array()).data;
      },
    };
    const enlarged = sharp(await grainyPicture(320, 250)).resize(1280, 1000, { kernel: "nearest" });
    const large = [enlarged.clone(), enlarged.clone().blur(3)].map((picture) =>
      picture.png({ compressionLevel: 0 }).toBuffer(),
    );
    const shares: number[] = [];
    for (const picture of await Promise.all(large))
      for (const maxBytes of [40_000, 70_000, 120_000, 250_000]) {
        encodes = 0;
        const { bytes } = await convertImage(picture, {
          format: "jxl",
          maxBytes,
          maxBytesResize: false,
          codecs: [jpegAsJxl],
        });
        expect(encodes).toBeGreaterThan(0);
        expect(encodes, `${maxBytes}`).toBeLessThanOrEqual(3);
        expect(bytes).toBeLessThanOrEqual(maxBytes);
        shares.push(bytes / maxBytes);
      }
    expect(shares.reduce((sum, share) => sum + share, 0) / shares.length).toBeGreaterThan(0.9);
  });

  it("reduces the size instead of a quality below 40, or below 30, or warns, as requested", async () => {
    const image = pictures[0] ?? new Uint8Array();
    const { bytes: maxBytes } = await convertImage(image, { format: "webp", quality: 10 });
    const byItself = await convertImage(image, { format: "webp", maxBytes });
    expect(byItself.quality).toBeGreaterThanOrEqual(40);
    expect(byItself.width).toBeLessThan(160);
    expect(byItself.warnings).toMatchObject([{ code: "dimensions_reduced" }]);
    const { bytes: ample } = await convertImage(image, { format: "webp", quality: 50 });
    expect(await convertImage(image, { format: "webp", maxBytes: ample })).toMatchObject({
      width: 160,
      warnings: [],
    });
    const poor = await convertImage(image, { format: "webp", maxBytes, maxBytesResize: false });
    expect(poor.quality).toBeLessThan(30);
    expect(poor.warnings).toMatchObject([{ code: "quality_low" }]);
    const resized = await convertImage(image, { format: "webp", maxBytes, maxBytesResize: true });
    expect(resized.quality).toBeGreaterThanOrEqual(30);
    expect(resized.bytes).toBeLessThanOrEqual(maxBytes);
    expect(resized.width).toBeLessThan(160);
    expect(resized.width / resized.height).toBeCloseTo(160 / 120, 1);
    expect(resized.warnings).toMatchObject([{ code: "dimensions_reduced" }]);
    const asked = await convertImage(image, { format: "webp", quality: 10, maxBytes });
    expect(asked).toMatchObject({ quality: 10, warnings: [] });
    const lossless = { format: "webp", lossless: true, maxBytes: 3000, maxBytesResize: true } as const;
    expect((await convertImage(image, lossless)).bytes).toBeLessThanOrEqual(3000);
    await expect(convertImage(image, { format: "webp", maxBytesResize: true })).rejects.toMatchObject({
      code: "invalid_parameter",
    });
  });

  it("takes the requested quality as the maximum", async () => {
    const image = pictures[0] ?? new Uint8Array();
    expect(await convertImage(image, { format: "webp", quality: 40, maxBytes: 1_000_000 })).toMatchObject({
      quality: 40,
    });
    const { bytes } = await convertImage(image, { format: "webp", quality: 20 });
    const fitting = await convertImage(image, {
      format: "webp",
      quality: 40,
      maxBytes: bytes,
      maxBytesResize: false,
    });
    expect(fitting.bytes).toBeLessThanOrEqual(bytes);
    expect(fitting.quality).toBeLessThan(40);
  });

  it("names the minimum number of bytes if nothing fits, and that number fits", async () => {
    const image = pictures[0] ?? new Uint8Array();
    for (const options of [
      { format: "jpeg" },
      { format: "avif" },
      { format: "tiff" },
      { format: "webp", lossless: true },
      { format: "png", lossless: true },
    ] as const) {
      const error: unknown = await convertImage(image, {
        ...options,
        maxBytes: 20,
        maxBytesResize: false,
      }).catch((cause: unknown) => cause);
      expect(error).toMatchObject({ code: "invalid_parameter", errors: [{ pointer: "#/maxBytes" }] });
      const [, fewest] = /expected at least ([\d,]+),.* received 20;/.exec(String(error)) ?? [];
      const maxBytes = Number(fewest?.replaceAll(",", ""));
      expect((await convertImage(image, { ...options, maxBytes, maxBytesResize: false })).bytes).toBe(
        maxBytes,
      );
      await expect(
        convertImage(image, { ...options, maxBytes: maxBytes - 1, maxBytesResize: false }),
      ).rejects.toMatchObject({
        code: "invalid_parameter",
      });
    }
  });

  it("keeps a lossless result lossless if it fits", async () => {
    const image = pictures[0] ?? new Uint8Array();
    for (const options of [
      { format: "png" },
      { format: "tiff" },
      { format: "webp", lossless: true },
    ] as const) {
      const free = await convertImage(image, options);
      expect(await convertImage(image, { ...options, maxBytes: free.bytes })).toMatchObject({
        lossless: true,
        bytes: free.bytes,
      });
    }
  });
});
