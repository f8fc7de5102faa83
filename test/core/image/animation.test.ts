import { convertImage } from "@tools-api/core/image";
import sharp from "sharp";
import { describe, expect, it } from "vitest";
import { animation, difference, fixture } from "./pictures.ts";

const delays = [100, 250, 40, 1000];

describe("animation", () => {
  it("keeps frames, delays and loop between gif and webp", async () => {
    const gif = await animation(delays, 3);
    const webp = await convertImage(gif, { format: "webp", lossless: true });
    for (const input of [gif, webp.image])
      for (const format of ["gif", "webp"] as const) {
        const result = await convertImage(input, { format });
        expect(result).toMatchObject({
          pages: 4,
          width: 16,
          height: 16,
          warnings: [],
          original: { pages: 4 },
        });
        expect(await sharp(result.image).metadata()).toMatchObject({ pages: 4, delay: delays, loop: 3 });
      }
  });

  it("keeps every frame of an animation when it resizes", async () => {
    const result = await convertImage(await animation(delays, 0), { format: "webp", width: 8 });
    expect(result).toMatchObject({ pages: 4, width: 8, height: 8 });
    expect(await sharp(result.image).metadata()).toMatchObject({
      pages: 4,
      height: 8,
      delay: delays,
      loop: 0,
    });
  });

  it("keeps equal frames of an animation", async () => {
    const still = await sharp({ create: { width: 8, height: 8, channels: 3, background: "#080" } })
      .png()
      .toBuffer();
    const gif = await sharp([still, still, still], { join: { animated: true } })
      .gif({ delay: [50, 60, 70], keepDuplicateFrames: true })
      .toBuffer();
    expect((await convertImage(gif, { format: "gif" })).pages).toBe(3);
  });

  it("reports how many frames a still format drops", async () => {
    for (const format of ["jpeg", "png", "avif", "tiff"] as const)
      expect(await convertImage(await animation(delays, 0), { format })).toMatchObject({
        pages: 1,
        height: 16,
        warnings: [
          {
            code: "frames_dropped",
            message: `${format} holds one image: 3 of 4 frames were dropped`,
          },
        ],
      });
  });

  it("reports how many pages of a tiff or frames of an animated png are dropped", async () => {
    expect((await convertImage(await fixture("pil-multipage.tiff"), { format: "jpeg" })).warnings).toEqual([
      { code: "frames_dropped", message: "jpeg holds one image: 2 of 3 pages were dropped" },
    ]);
    expect((await convertImage(await fixture("pil-delay.png"), { format: "avif" })).warnings).toEqual([
      { code: "frames_dropped", message: "avif holds one image: 3 of 4 frames were dropped" },
    ]);
  });

  it("converts only the requested frame, without a warning", async () => {
    const gif = await animation(delays, 0);
    for (const page of [0, 2]) {
      const result = await convertImage(gif, { format: "png", page });
      expect(result).toMatchObject({ pages: 1, warnings: [], original: { pages: 4 } });
      expect(await difference(result.image, await sharp(gif, { page }).png().toBuffer())).toBe(0);
    }
    const pages = await fixture("pil-multipage.tiff");
    expect(await convertImage(pages, { format: "png", page: 2 })).toMatchObject({ warnings: [] });
  });

  it("rejects the number of a missing frame", async () => {
    await expect(convertImage(await animation(delays, 0), { format: "png", page: 4 })).rejects.toMatchObject({
      code: "invalid_parameter",
      errors: [{ pointer: "#/page", detail: "expected an integer from 0 to 3, received 4" }],
    });
  });
});
