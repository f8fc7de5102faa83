import { convertImage } from "@tools-api/core/image";
import { beforeAll, describe, expect, it } from "vitest";
import sharp from "sharp";
import { grainyPicture } from "./grainy-picture.ts";
import { lyingPng } from "./png-chunk.ts";

describe("target", () => {
  let picture: Uint8Array;
  beforeAll(async () => {
    picture = await grainyPicture(240, 160);
  });

  it("gives jpeg, webp and avif a score within 1.5 of the target, at a quality that the record names", async () => {
    for (const format of ["jpeg", "webp", "avif"] as const) {
      const result = await convertImage(picture, { format, target: 60 });
      const again = await convertImage(picture, { format, quality: result.quality ?? 0 });
      expect(again.image).toEqual(result.image);
      expect(Math.abs((result.score ?? 0) - 60), format).toBeLessThanOrEqual(1.5);
    }
  });

  it("chooses a higher quality for a higher target, and another quality for another picture", async () => {
    const qualities: (number | null)[] = [];
    for (const target of [20, 40, 60, 80])
      qualities.push((await convertImage(picture, { format: "jpeg", target })).quality);
    expect(qualities).toEqual(qualities.toSorted((one, other) => Number(one) - Number(other)));
    expect(new Set(qualities).size).toBe(qualities.length);
    const smooth = await sharp(picture).blur(4).png().toBuffer();
    expect((await convertImage(smooth, { format: "jpeg", target: 60 })).quality).not.toBe(qualities[2]);
  });

  it("measures pictures of any size, with transparency and without colors", async () => {
    const point = await sharp({ create: { width: 1, height: 1, channels: 4, background: "#f008" } })
      .png()
      .toBuffer();
    expect(await convertImage(point, { format: "webp", target: 50 })).toMatchObject({ width: 1 });
    const strip = await sharp(picture).resize(1200, 3, { fit: "fill" }).grayscale().png().toBuffer();
    expect((await convertImage(strip, { format: "jpeg", target: 50 })).score).toBeGreaterThan(40);
  });

  it("does not exceed the quality of a jpeg of the same size, and says that the target was missed", async () => {
    const poor = await sharp(picture).jpeg({ quality: 30 }).toBuffer();
    const result = await convertImage(poor, { format: "webp", target: 95 });
    expect(result).toMatchObject({ quality: 30, warnings: [{ code: "target_missed" }] });
    const smaller = await convertImage(poor, { format: "webp", target: 80, width: 100 });
    expect(smaller.quality).toBeGreaterThan(30);
  });

  it("takes the lower quality of target and maxBytes", async () => {
    const free = await convertImage(picture, { format: "webp", target: 60 });
    const ample = await convertImage(picture, { format: "webp", target: 60, maxBytes: free.bytes });
    expect(ample.image).toEqual(free.image);
    const maxBytes = Math.round(free.bytes * 0.7);
    const fitting = await convertImage(picture, { format: "webp", target: 60, maxBytes });
    expect(fitting.bytes).toBeLessThanOrEqual(maxBytes);
    expect(fitting.quality).toBeLessThan(free.quality ?? 0);
    expect(fitting.score).toBeUndefined();
  });

  it("refuses a target with a quality, without loss, for a format without quality, and for an animation", async () => {
    const refused = async (options: Parameters<typeof convertImage>[1], detail: RegExp) =>
      expect(convertImage(picture, options)).rejects.toMatchObject({
        code: "invalid_parameter",
        errors: [{ pointer: "#/target", detail: expect.stringMatching(detail) }],
      });
    await refused({ format: "webp", target: 60, quality: 60 }, /no quality/);
    await refused({ format: "webp", target: 60, lossless: true }, /no lossless/);
    await refused({ format: "png", target: 60 }, /received png/);
    for (const target of [0, 101, 60.5]) await refused({ format: "webp", target }, /integer from 1 to 100/);
    const frames = await sharp(Buffer.concat([Buffer.alloc(192), Buffer.alloc(192, 255)]), {
      raw: { width: 8, height: 16, channels: 3, pageHeight: 8 },
    })
      .gif()
      .toBuffer();
    await expect(convertImage(frames, { format: "webp", target: 60 })).rejects.toMatchObject({
      errors: [{ pointer: "#/target" }],
    });
    expect(await convertImage(frames, { format: "webp", target: 60, page: 0 })).toMatchObject({ pages: 1 });
  });

  it("refuses before work a target whose encodes are too slow", async () => {
    const options = { format: "avif", effort: "best", target: 60 } as const;
    await expect(convertImage(lyingPng(7_000, 4_500), options)).rejects.toMatchObject({
      code: "image_too_large",
    });
  });
});
