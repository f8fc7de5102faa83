import { ToolsError } from "@tools-api/core";
import {
  checkConversion,
  convertImage,
  type ConvertImageOptions,
  type ImageCodec,
} from "@tools-api/core/image";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { animation, asymmetric, svg } from "./pictures.ts";
import { lyingPng } from "./png-chunk.ts";

const refusal = (image: Uint8Array, options: ConvertImageOptions) =>
  convertImage(image, options).then(
    () => null,
    (error: unknown) => error,
  );

/** Returns the acceptable size that an error message names. */
function namedSize(error: unknown): { width: number; height: number } {
  const [, width, height] = /to at most (\d+) × (\d+)/.exec(String(error)) ?? [];
  return { width: Number(width), height: Number(height) };
}

const tooDear: readonly (ConvertImageOptions & { side: number })[] = [
  { format: "avif", side: 5_500 },
  { format: "avif", effort: "best", side: 6_000 },
  { format: "avif", maxBytes: 100_000, side: 4_000 },
  { format: "avif", lossless: true, side: 4_000 },
  { format: "webp", lossless: true, side: 5_000 },
  { format: "webp", effort: "best", side: 6_000 },
  { format: "webp", side: 7_000 },
  { format: "gif", side: 6_000 },
  { format: "png", quality: 50, side: 6_000 },
  { format: "jpeg", effort: "best", side: 6_000 },
];

describe("the predicted cost", () => {
  // The headers here have no pixels after them. An image that reaches decoding is damaged, which the decoder notices
  // only after seconds in millions of black pixels.
  beforeAll(() => void vi.spyOn(sharp.prototype, "toUint8Array").mockRejectedValue(new Error("no pixels")));
  afterAll(() => void vi.restoreAllMocks());

  it.each(tooDear)(
    "rejects $side × $side to $format before decoding and names an acceptable size",
    async ({ side, ...options }) => {
      const image = lyingPng(side, side);
      const error = await refusal(image, options);
      expect(error).toMatchObject({ code: "image_too_large" });
      const { width, height } = namedSize(error);
      expect(width).toBeLessThan(side);
      expect(width).toBeGreaterThan(side / 10);
      expect(await refusal(image, { ...options, width, height })).toMatchObject({ code: "invalid_image" });
      expect(await refusal(lyingPng(width, height), options)).toMatchObject({ code: "invalid_image" });
      expect(await refusal(image, { ...options, width: width + 60 })).toMatchObject({
        code: "image_too_large",
      });
    },
  );

  it("names the exceeded limit, and suggests a lower effort only if time was exceeded", async () => {
    const late = String(await refusal(lyingPng(6_000, 6_000), { format: "avif", effort: "best" }));
    expect(late).toMatch(
      /36 megapixels of png to 36 megapixels of avif could take [\d.]+ s; the limit is 30 s; /,
    );
    expect(late).toContain("set a lower effort");
    const heavy = String(await refusal(lyingPng(5_000, 5_000), { format: "avif" }));
    expect(heavy).toMatch(/could take \d+ MB of memory; the limit is 512 MB; /);
    expect(heavy).not.toContain("effort");
    const fast = { format: "png", quality: 50, effort: "fast" } as const;
    expect(String(await refusal(lyingPng(6_000, 6_000), fast))).not.toContain("effort");
  });

  it("counts reading the result again for a placeholder or the colors, not for a digest", async () => {
    const image = lyingPng(7_000, 7_000);
    const options = { format: "webp", effort: "best" } as const;
    const widest = async (include?: ConvertImageOptions["include"]) =>
      namedSize(await refusal(image, { ...options, include })).width;
    const most = await widest();
    expect(await widest(["sha256"])).toBe(most);
    const summed = await widest(["thumbhash", "colors"]);
    expect(summed).toBeGreaterThan(most * 0.8);
    expect(summed).toBeLessThan(most * 0.98);
  });

  it("counts the cost of turning, which holds the whole image in memory", async () => {
    const [most, mostTurned] = await Promise.all(
      [1, 6].map(async (orientation) => {
        const image = await asymmetric(8, 8).withMetadata({ orientation }).jpeg().toBuffer();
        // The height and the width in the header of the frame (ITU T.81 §B.2.2).
        const frame = image.indexOf(Buffer.of(0xff, 0xc0));
        image.writeUInt16BE(4_600, frame + 5);
        image.writeUInt16BE(4_600, frame + 7);
        return namedSize(await refusal(image, { format: "avif" })).width;
      }),
    );
    expect(mostTurned).toBeGreaterThan(0);
    expect(mostTurned).toBeLessThan((most ?? 0) * 0.95);
  });

  it("names an acceptable image size if decoding alone exceeds the limits", async () => {
    const jpeg2000 = Uint8Array.of(0xff, 0x4f, 0xff, 0x51, 0, 0, 0, 0);
    const codecOf = (width: number, height: number): ImageCodec => ({
      package: "a codec whose header promises what it likes",
      reads: ["jp2"],
      writes: ["jxl"],
      readHeader: () =>
        Promise.resolve({
          stored: { width, height },
          pages: 1,
          isAnimated: false,
          orientation: 1,
          hasAlpha: false,
          bitDepth: 8,
          colorSpace: "srgb",
          profile: null,
          metadata: { exif: null, xmp: null, iptc: null },
        }),
      decode: () =>
        Promise.reject(new ToolsError("invalid_image", "image: jp2 was recognized, but is empty")),
      encode: () => Promise.resolve(new Uint8Array()),
    });
    const options = { format: "jpeg", width: 100 } as const;
    const error = await refusal(jpeg2000, { ...options, codecs: [codecOf(6_000, 6_000)] });
    expect(error).toMatchObject({
      code: "image_too_large",
      message: expect.stringContaining("an image of "),
    });
    const { width, height } = namedSize(error);
    expect(await refusal(jpeg2000, { ...options, codecs: [codecOf(width, height)] })).toMatchObject({
      code: "invalid_image",
    });
    const both = { format: "jxl", width: 6_000, codecs: [codecOf(6_000, 6_000)] } as const;
    expect(String(await refusal(jpeg2000, both))).toContain("reduce both the image and the result");
  });

  it("accepts camera photos in every native format", async () => {
    // 24 megapixels.
    const photo = lyingPng(6_000, 4_000);
    for (const format of ["jpeg", "png", "webp", "tiff"] as const)
      expect(await refusal(photo, { format })).toMatchObject({ code: "invalid_image" });
    expect(await refusal(lyingPng(5_184, 3_456), { format: "avif" })).toMatchObject({
      code: "invalid_image",
    });
  });
});

describe("the limits of a conversion job", () => {
  it("allows a job 8 s, and 30 s for slow or repeated encoding", () => {
    const image = lyingPng(8, 8);
    for (const format of ["jpeg", "jpg", "png", "webp", "gif", "tiff", "bmp", "qoi"] as const)
      expect(checkConversion(image, { format }).limits).toMatchObject({ deadlineMs: 8_000 });
    for (const options of [
      { format: "avif" },
      { format: "heif" },
      { format: "jxl" },
      { format: "auto" },
      { format: "webp", maxBytes: 5_000 },
    ] as const)
      expect(checkConversion(image, options).limits).toMatchObject({ deadlineMs: 30_000 });
  });

  it("detects by the first bytes and the target whether a job needs a WebAssembly codec", async () => {
    const native = { lane: "native", memoryMb: 512 };
    const wasm = { lane: "wasm", memoryMb: 1024 };
    const images = [lyingPng(8, 8), svg(""), await animation([20, 20], 0)];
    for (const image of images) {
      for (const format of ["jpeg", "avif", "auto"] as const)
        expect(checkConversion(image, { format }).limits).toMatchObject(native);
      for (const format of ["jxl", "bmp", "ico", "jp2", "qoi", "tga", "ppm"] as const)
        expect(checkConversion(image, { format }).limits).toMatchObject(wasm);
    }
    const ascii = (text: string) => new TextEncoder().encode(text.padEnd(32, "\0"));
    for (const image of [
      ascii("%PDF-1.7"),
      ascii("qoif"),
      ascii("P6 1 1 255"),
      ascii("\0\0\0\x18ftypheic"),
      ascii("\0\0\0\x18ftypavis"),
    ])
      expect(checkConversion(image, { format: "webp" }).limits).toMatchObject(wasm);
    expect(checkConversion(ascii("\0\0\0\x18ftypavif"), { format: "webp" }).limits).toMatchObject(native);
  });
});
