import { convertImage } from "@tools-api/core/image";
import sharp from "sharp";
import { describe, expect, it, vi } from "vitest";
import { lyingPng } from "./png-chunk.ts";
import { animation } from "./pictures.ts";

const solid = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: "#888" } })
    .png()
    .toBuffer();

async function expectRefused(promise: Promise<unknown>, code: string, says: string): Promise<void> {
  await expect(promise).rejects.toMatchObject({ code, message: expect.stringContaining(says) });
}

/**
 * Creates an animated GIF of two alternating frames of noise, 17 megapixels in total, at a low cost: it
 * repeats the blocks of both frames.
 */
async function longAnimation(): Promise<Uint8Array> {
  const noise = { type: "gaussian", mean: 128, sigma: 60 } as const;
  const frame = () =>
    sharp({ create: { width: 700, height: 700, channels: 3, background: "#000", noise } })
      .gif({ effort: 1 })
      .toBuffer();
  const [first, second] = [await frame(), await frame()];
  // A header of 13 bytes, the color table, the blocks, and a trailer of one byte (GIF89a §17–27).
  const blocksOf = (gif: Uint8Array) => gif.subarray(13 + 3 * 2 ** (((gif[10] ?? 0) & 7) + 1), -1);
  const [one, other] = [blocksOf(first), blocksOf(second)];
  const header = first.subarray(0, first.length - 1 - one.length);
  const pairs = Array.from({ length: 17 }, () => [one, other]).flat();
  return Buffer.concat([header, ...pairs, Buffer.from([0x3b])]);
}

describe("limits", () => {
  it("rejects more than 25 MiB before it reads them", async () => {
    await expectRefused(
      convertImage(new Uint8Array(25 * 1024 * 1024 + 1), { format: "png" }),
      "payload_too_large",
      "received 26,214,401",
    );
  });

  it("rejects more than 50 megapixels by the header and names an acceptable size", async () => {
    await expectRefused(
      convertImage(lyingPng(30_000, 30_000), { format: "webp" }),
      "image_too_large",
      "resize to at most 7071 × 7071",
    );
    await expectRefused(
      convertImage(lyingPng(20_000, 5_000), { format: "webp", width: 10 }),
      "image_too_large",
      "resize to at most 14142 × 3535",
    );
  });

  it("rejects a narrow stripe, because shrinking it would take gigabytes", async () => {
    await expectRefused(
      convertImage(lyingPng(1_500_000, 32), { format: "png", width: 50 }),
      "image_too_large",
      "resize to at most 65535 × 1",
    );
  });

  it("rejects a result of more than 50 megapixels", async () => {
    await expectRefused(
      convertImage(await solid(8, 8), { format: "png", width: 16_384, height: 16_384, enlarge: true }),
      "image_too_large",
      "the result has 16384 × 16384 pixels",
    );
  });

  it("rejects more than 2,000 frames if the target keeps them, and accepts them if it drops them", async () => {
    const many = await animation(
      Array.from({ length: 2001 }, () => 20),
      0,
      1,
    );
    await expectRefused(
      convertImage(many, { format: "webp" }),
      "image_too_large",
      "at most 2,000 frames, received 2,001",
    );
    expect(await convertImage(many, { format: "png" })).toMatchObject({ original: { pages: 2001 } });
    expect(await convertImage(many, { format: "webp", page: 2000 })).toMatchObject({ pages: 1 });
  });

  it("accepts a jpeg above 50 megapixels whose result lets the decoder reduce it, and names the largest", async () => {
    const large = await sharp({ create: { width: 12_000, height: 6000, channels: 3, background: "#789" } })
      .jpeg()
      .withMetadata({ orientation: 6 })
      .toBuffer();
    const refused = { format: "jpeg", height: 5000 } as const;
    await expectRefused(
      convertImage(large, refused),
      "image_too_large",
      "set width and height to at most 2000 × 4000",
    );
    const { width, height, original } = await convertImage(large, { format: "jpeg", height: 4000 });
    expect([width, height, original.width]).toEqual([2000, 4000, 12_000]);
    const cropped = { format: "png", width: 10, crop: "0,0,100,100" } as const;
    await expectRefused(convertImage(large, cropped), "image_too_large", "the limit is 50 megapixels");
  });

  it("counts the pixels of all kept frames", async () => {
    const gif = await animation(
      Array.from({ length: 60 }, () => 20),
      0,
      4,
    );
    await expectRefused(
      convertImage(gif, { format: "webp", width: 1000, enlarge: true }),
      "image_too_large",
      "resize to at most 912 × 912 with 60 frames",
    );
  });

  it("rejects a requested side that exceeds the maximum of the format", async () => {
    const wide = await solid(20_000, 20);
    await expectRefused(
      convertImage(wide, { format: "webp", width: 16_384 }),
      "image_too_large",
      "set width and height to at most 16383 × 15",
    );
    await expectRefused(
      convertImage(wide, { format: "avif", height: 20 }),
      "image_too_large",
      "set width and height to at most 16384 × 16",
    );
    expect(await convertImage(wide, { format: "webp", width: 16_383 })).toMatchObject({ width: 16_383 });
    expect(await convertImage(wide, { format: "jpeg" })).toMatchObject({ width: 20_000 });
  });

  it("shrinks to the maximum of the format with a warning if no size was requested", async () => {
    expect(await convertImage(await solid(20_000, 20), { format: "webp" })).toMatchObject({
      width: 16_383,
      height: 16,
      original: { width: 20_000, height: 20 },
      warnings: [
        {
          code: "dimensions_reduced",
          message: "webp holds at most 16383 × 16383 pixels: 20000 × 20 were reduced to 16383 × 16",
        },
      ],
    });
    expect(await convertImage(await solid(65_520, 2), { format: "jpeg" })).toMatchObject({
      width: 65_500,
      height: 2,
      warnings: [{ code: "dimensions_reduced" }],
    });
  });

  it("ends a conversion at its deadline if the encoder can be interrupted", async () => {
    const image = await longAnimation();
    // Each reading of the clock adds four seconds, so one second remains for the work of several.
    const now = performance.now.bind(performance);
    let looks = 0;
    const clock = vi.spyOn(performance, "now").mockImplementation(() => now() + 4_000 * looks++);
    try {
      const outcome: unknown = await convertImage(image, { format: "gif", effort: "best" }).then(
        ({ bytes }) => bytes,
        (error: unknown) => error,
      );
      expect(outcome).toMatchObject({ code: "processing_limit" });
    } finally {
      clock.mockRestore();
    }
  }, 60_000);

  it("reveals nothing about files or memory in its messages", async () => {
    const error: unknown = await convertImage(lyingPng(40, 40), { format: "png" }).catch(
      (cause: unknown) => cause,
    );
    expect(error).toMatchObject({ code: "invalid_image", cause: expect.any(Error) });
    expect(String(error)).not.toMatch(/vips|temp-|buffer|\//i);
  });
});
