import { createHash } from "node:crypto";
import { magickCodec } from "@tools-api/adapters/image/magick";
import { checkConversion, convertImage, runConversion } from "@tools-api/core/image";
import sharp from "sharp";
import { describe, expect, it } from "vitest";
import { flatPpm, netpbmCodec } from "./netpbm-codec.ts";
import { asymmetric, difference } from "./pictures.ts";

describe("include", () => {
  const half = (color: string) =>
    sharp({ create: { width: 150, height: 200, channels: 4, background: color } })
      .png()
      .toBuffer();

  it("adds a placeholder, the main colors and the digest of each format", async () => {
    const picture = await sharp(await half("#ff0000"))
      .extend({ right: 50, background: "#0000ff" })
      .png()
      .toBuffer();
    const include = ["thumbhash", "colors", "sha256"] as const;
    for (const format of ["png", "webp", "bmp"] as const) {
      const found = await convertImage(picture, {
        format,
        lossless: format === "webp",
        include,
        codecs: [magickCodec()],
      });
      expect(found.colors?.slice(0, 2)).toEqual(["#ff0000", "#0000ff"]);
      expect(found.sha256).toBe(createHash("sha256").update(found.image).digest("hex"));
      expect(atob(found.thumbhash ?? "").length).toBeGreaterThan(15);
    }
    const plain = await convertImage(picture, { format: "png" });
    expect([plain.thumbhash, plain.colors, plain.sha256]).toEqual([undefined, undefined, undefined]);
    // The mean brightness, and the two mean differences of colors, of red.
    const red = await convertImage(await half("#ff0000"), { format: "png", include });
    const bytes = Buffer.from(red.thumbhash ?? "", "base64");
    expect([bytes.readUInt16LE(0) & 63, (bytes.readUInt16LE(0) >> 6) & 63]).toEqual([21, 47]);
    const clear = await convertImage(await half("#00000000"), { format: "png", include });
    expect(clear.colors).toEqual([]);
    // Grays that look alike are one color.
    const grays = Buffer.from(Array.from({ length: 64 }, (_, index) => 116 + (index % 4) * 3));
    const gray = await sharp(grays, { raw: { width: 8, height: 8, channels: 1 } })
      .png()
      .toBuffer();
    expect((await convertImage(gray, { format: "png", include: ["colors"] })).colors).toHaveLength(1);
    await expect(convertImage(picture, { format: "png", include: [] })).rejects.toMatchObject({
      errors: [{ pointer: "#/include" }],
    });
  });
});

describe("a checked conversion", () => {
  it("can be cloned, and gives the result of convertImage in the process that runs it", async () => {
    const image = new Uint8Array(await asymmetric().png().toBuffer());
    const options = { format: "auto", accept: ["webp", "png"], keepMetadata: true, width: 20 } as const;
    const conversion = structuredClone(checkConversion(image, options));
    expect(conversion).toEqual(checkConversion(image, options));
    expect(conversion.limits).toEqual({ deadlineMs: 30_000, memoryMb: 512, lane: "native" });
    const direct = await convertImage(image, options);
    const { durationMs: _, ...record } = await runConversion(conversion);
    expect(direct).toMatchObject(record);
    expect(await difference(record.image, direct.image)).toBe(0);
  });

  it("rejects invalid options and images before anything runs", () => {
    const image = new Uint8Array(5);
    const refused = (...invalid: [unknown, unknown]) => {
      // The arguments are invalid on purpose.
      return () => checkConversion(...(invalid as Parameters<typeof checkConversion>));
    };
    expect(refused(image, { format: "png", quality: 0, codecs: 6 })).toThrow(
      expect.objectContaining({
        code: "invalid_parameter",
        errors: [
          { pointer: "#/quality", detail: "expected an integer from 1 to 100, received 0" },
          { pointer: "#/codecs", detail: "expected an array of codecs, received 6" },
        ],
      }),
    );
    expect(refused(new Uint8Array(0), { format: "png" })).toThrow(
      expect.objectContaining({ code: "invalid_image" }),
    );
    expect(refused(image, { format: "auto", accept: ["jpeg"], lossless: true })).toThrow(
      expect.objectContaining({ message: expect.stringContaining("lossless: expected false for jpeg") }),
    );
  });

  it("is aborted by its signal", async () => {
    const reason = new Error("The caller has hung up.");
    const image = await asymmetric().png().toBuffer();
    await expect(convertImage(image, { format: "png", signal: AbortSignal.abort(reason) })).rejects.toBe(
      reason,
    );
    const controller = new AbortController();
    const codec = netpbmCodec();
    const decode = codec.decode.bind(codec);
    codec.decode = (input) => {
      controller.abort(reason);
      return decode(input);
    };
    await expect(
      convertImage(flatPpm(1, 1, 0), {
        format: "ppm",
        codecs: [codec],
        signal: controller.signal,
      }),
    ).rejects.toBe(reason);
    expect(codec.calls).toEqual(["readHeader", "decode one"]);
  });
});
