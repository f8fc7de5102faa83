import { magickCodec } from "@tools-api/adapters/image/magick";
import { convertImage, type ImageCodec } from "@tools-api/core/image";
import { assert, asyncProperty, constantFrom, double, nat } from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
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
            const fitting = await convertImage(image, { format, maxBytes });
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
      const fitting = await convertImage(image, { format, maxBytes: most });
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
      await convertImage(pictures[0] ?? new Uint8Array(), { format: "jxl", maxBytes, codecs: [counting] });
      counts.push(encodes);
    }
    expect(Math.max(...counts)).toBeLessThanOrEqual(10);
    expect(counts.reduce((sum, count) => sum + count, 0) / counts.length).toBeLessThan(6);
  });

  it("takes the requested quality as the maximum", async () => {
    const image = pictures[0] ?? new Uint8Array();
    expect(await convertImage(image, { format: "webp", quality: 40, maxBytes: 1_000_000 })).toMatchObject({
      quality: 40,
    });
    const { bytes } = await convertImage(image, { format: "webp", quality: 20 });
    const fitting = await convertImage(image, { format: "webp", quality: 40, maxBytes: bytes });
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
      const error: unknown = await convertImage(image, { ...options, maxBytes: 20 }).catch(
        (cause: unknown) => cause,
      );
      expect(error).toMatchObject({ code: "invalid_parameter", errors: [{ pointer: "#/maxBytes" }] });
      const [, fewest] = /expected at least ([\d,]+),.* received 20;/.exec(String(error)) ?? [];
      const maxBytes = Number(fewest?.replaceAll(",", ""));
      expect((await convertImage(image, { ...options, maxBytes })).bytes).toBe(maxBytes);
      await expect(convertImage(image, { ...options, maxBytes: maxBytes - 1 })).rejects.toMatchObject({
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
