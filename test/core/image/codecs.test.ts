import { magickCodec } from "@tools-api/adapters/image/magick";
import { pdfiumCodec } from "@tools-api/adapters/image/pdfium";
import { ToolsError } from "@tools-api/core";
import { convertImage, type ImageCodec } from "@tools-api/core/image";
import sharp from "sharp";
import { describe, expect, it } from "vitest";
import { deepTiffCodec, tiffOf12Bits } from "./deep-tiff-codec.ts";
import { flatPpm, netpbmCodec, ppm } from "./netpbm-codec.ts";
import { asymmetric, difference, fixture, meanDifference, pixelsOf } from "./pictures.ts";

const joined = (...parts: Uint8Array[]) => Uint8Array.from(parts.flatMap((part) => [...part]));

/** Returns the pixels with black where they are transparent: encoders may store any color there. */
function visible(pixels: Uint8Array): Uint8Array {
  return Uint8Array.from(pixels, (value, index) => (pixels[index | 3] === 0 ? 0 : value));
}

describe("codecs", () => {
  it("reads an image through a codec that sharp cannot read, with the same processing after it", async () => {
    const samples = await asymmetric(48, 32).raw().toBuffer();
    const file = ppm(48, 32, samples);
    const whole = await convertImage(file, { format: "png", codecs: [netpbmCodec()] });
    expect(whole).toMatchObject({
      format: "png",
      width: 48,
      height: 32,
      warnings: [],
      original: {
        format: "pnm",
        contentType: "image/x-portable-anymap",
        width: 48,
        height: 32,
        pages: 1,
        bytes: file.length,
        bitDepth: 8,
      },
    });
    expect(await difference(whole.image, await asymmetric(48, 32).png().toBuffer())).toBe(0);

    const small = await convertImage(file, { format: "png", width: 12, codecs: [netpbmCodec()] });
    expect(small).toMatchObject({ width: 12, height: 8 });
    expect(await difference(small.image, await asymmetric(48, 32).resize(12).png().toBuffer())).toBe(0);
  });

  it("writes through a codec what sharp cannot write, from upright, flattened pixels in sRGB", async () => {
    const turned = await asymmetric(48, 32).rotate(270).withMetadata({ orientation: 6 }).png().toBuffer();
    const { image, ...record } = await convertImage(turned, { format: "ppm", codecs: [netpbmCodec()] });
    expect(record).toMatchObject({
      format: "ppm",
      contentType: "image/x-portable-pixmap",
      width: 48,
      height: 32,
      quality: null,
      lossless: true,
      warnings: [],
    });
    expect(image).toEqual(ppm(48, 32, await asymmetric(48, 32).raw().toBuffer()));

    const clear = await sharp({ create: { width: 2, height: 1, channels: 4, background: "#f000" } })
      .png()
      .toBuffer();
    const white = await convertImage(clear, { format: "ppm", codecs: [netpbmCodec()] });
    expect(white.image).toEqual(flatPpm(2, 1, 255));
    expect(white.warnings).toMatchObject([{ code: "alpha_flattened" }]);
  });

  it.each(["jxl", "bmp", "ico", "jp2", "qoi", "tga"] as const)(
    "keeps every pixel in %s, including gray and transparent ones",
    async (format) => {
      const ramp = Uint8Array.from({ length: 256 }, (_, index) => index);
      const raw = { width: 16, height: 16, channels: 1 } as const;
      const grey = sharp(ramp, { raw });
      const clear = grey.clone().joinChannel(Buffer.from(ramp.toReversed()), { raw }).toColourspace("b-w");
      const codecs = [magickCodec()];
      for (const picture of [grey, clear, asymmetric().ensureAlpha(0.5)]) {
        const input = await picture.png().toBuffer();
        const lossless = format === "jxl" || format === "jp2";
        const written = await convertImage(input, { format, lossless, codecs });
        expect(written).toMatchObject({ format, warnings: [], lossless: true });
        const back = await convertImage(written.image, { format: "png", codecs });
        expect(back.original.format).toBe(format);
        expect(visible(await pixelsOf(back.image))).toEqual(visible(await pixelsOf(input)));
      }
    },
  );

  it("names the missing codec before it decodes the image", async () => {
    const input = await asymmetric().png().toBuffer();
    for (const format of ["jxl", "bmp", "ico", "jp2", "qoi", "tga", "ppm"] as const)
      await expect(convertImage(input, { format, codecs: [] })).rejects.toMatchObject({
        code: "invalid_parameter",
        errors: [
          {
            pointer: "#/format",
            detail: expect.stringContaining(
              "or codecs: [magickCodec()] from @tools-api/adapters/image/magick",
            ),
          },
        ],
      });
    const reader = netpbmCodec();
    await expect(convertImage(flatPpm(1, 1, 0), { format: "jxl", codecs: [reader] })).rejects.toMatchObject({
      code: "invalid_parameter",
    });
    expect(reader.calls).toEqual([]);
    await expect(
      convertImage(flatPpm(1, 1, 0), { format: "png", codecs: [deepTiffCodec()] }),
    ).rejects.toMatchObject({
      code: "invalid_image",
      message:
        "image: pnm was recognized, but reading it needs a codec: pass codecs: [magickCodec()] from @tools-api/adapters/image/magick, with the package @imagemagick/magick-wasm",
    });
  });

  it("rejects an image with too many pixels in its header before it decodes any", async () => {
    const codec = netpbmCodec();
    const lie = new TextEncoder().encode("P6\n30000 30000\n255\n");
    await expect(convertImage(lie, { format: "webp", codecs: [codec] })).rejects.toMatchObject({
      code: "image_too_large",
      message: expect.stringContaining("resize to at most 7071 × 7071"),
    });
    expect(codec.calls).toEqual(["readHeader"]);
  });

  it("keeps the frames, delays and loops of a codec in animated formats", async () => {
    const file = joined(
      flatPpm(6, 4, 10, { delay: 100 }),
      flatPpm(6, 4, 90, { delay: 250 }),
      flatPpm(6, 4, 200, { delay: 40 }),
    );
    for (const format of ["gif", "webp"] as const) {
      const result = await convertImage(file, {
        format,
        width: 3,
        lossless: format === "webp",
        codecs: [netpbmCodec()],
      });
      expect(result).toMatchObject({ pages: 3, width: 3, height: 2, warnings: [], original: { pages: 3 } });
      expect(await sharp(result.image).metadata()).toMatchObject({
        pages: 3,
        height: 2,
        delay: [100, 250, 40],
        loop: 2,
      });
      const last = await pixelsOf(await sharp(result.image, { page: 2 }).png().toBuffer());
      expect(Math.abs((last[0] ?? 0) - 200)).toBeLessThan(8);
    }
    const still = await convertImage(file, { format: "png", codecs: [netpbmCodec()] });
    expect(still).toMatchObject({ pages: 1, height: 4, warnings: [{ code: "frames_dropped" }] });
    const second = await convertImage(file, { format: "gif", page: 1, codecs: [netpbmCodec()] });
    expect(second).toMatchObject({ pages: 1, warnings: [] });
    expect((await pixelsOf(second.image))[0]).toBe(90);
    await expect(
      convertImage(file, { format: "png", page: 3, codecs: [netpbmCodec()] }),
    ).rejects.toMatchObject({ errors: [{ detail: "expected an integer from 0 to 2, received 3" }] });
  });

  it("applies the color profile of a codec to frames and stills", async () => {
    const tagged = await asymmetric().withIccProfile("p3").png().toBuffer();
    const { icc } = await sharp(tagged).metadata();
    const samples = Buffer.alloc(4 * 2 * 3, Uint8Array.of(200, 30, 30));
    const frame = ppm(4, 2, samples, { delay: 50 });
    const file = joined(frame, frame);
    // sharp's result for these samples in a PNG with the profile.
    const inSrgb = [218, 0, 9, 255];
    for (const options of [{ format: "png" }, { format: "webp", lossless: true }] as const) {
      const plain = await convertImage(file, { ...options, codecs: [netpbmCodec()] });
      expect([...(await pixelsOf(plain.image)).subarray(0, 4)]).toEqual([200, 30, 30, 255]);
      const result = await convertImage(file, { ...options, codecs: [netpbmCodec({}, icc ?? null)] });
      expect(result.warnings.map(({ code }) => code)).toContain("color_profile_converted");
      const last = await sharp(result.image, { page: result.pages - 1 })
        .png()
        .toBuffer();
      for (const [index, value] of inSrgb.entries())
        expect(Math.abs(((await pixelsOf(last))[index] ?? 0) - value)).toBeLessThanOrEqual(1);
    }
  });

  it("applies the color profile of an animation to each of its pages", async () => {
    const file = await fixture("wide-animation.jxl");
    for (const options of [
      { format: "png", page: 1 },
      { format: "webp", lossless: true },
    ] as const) {
      const result = await convertImage(file, { ...options, codecs: [magickCodec()] });
      expect(result.warnings).toMatchObject([{ code: "color_profile_converted" }]);
      const last = await sharp(result.image, { page: result.pages - 1 })
        .png()
        .toBuffer();
      expect([...(await pixelsOf(last)).subarray(0, 4)]).toEqual([0, 204, 0, 255]);
    }
  });

  it("reports that a codec reduced more than 8 bits to 8", async () => {
    const file = ppm(1, 1, Uint8Array.from([0xff, 0xff, 0x80, 0x00, 0, 0]), { maximum: 65_535 });
    const result = await convertImage(file, { format: "png", codecs: [netpbmCodec()] });
    expect(result).toMatchObject({
      original: { bitDepth: 16 },
      warnings: [
        {
          code: "bit_depth_reduced",
          message: "16 bits per sample were reduced to 8, the maximum of the decoder",
        },
      ],
    });
    expect(await sharp(result.image).metadata()).toMatchObject({ depth: "uchar" });
    expect(await pixelsOf(result.image)).toEqual(Buffer.from([255, 128, 0, 255]));
  });

  it("keeps EXIF and XMP of a codec on request, with the upright orientation of the pixels", async () => {
    const tagged = await asymmetric(48, 32)
      .withExif({ IFD0: { Copyright: "somebody" } })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer();
    const { exif } = await sharp(tagged).metadata();
    const xmp = new TextEncoder().encode(
      '<x:xmpmeta xmlns:x="adobe:ns:meta/"><a tiff:Orientation="6"/></x:xmpmeta>',
    );
    const file = ppm(48, 32, await asymmetric(48, 32).raw().toBuffer());
    const codecs = [netpbmCodec({ exif: exif ?? null, xmp })];
    for (const format of ["jpeg", "png", "webp", "avif"] as const) {
      const kept = await convertImage(file, { format, keepMetadata: true, codecs });
      expect(kept).toMatchObject({ width: 48, height: 32, warnings: [] });
      const metadata = await sharp(kept.image).metadata();
      expect(metadata.orientation ?? 1).toBe(1);
      expect(metadata.exif?.toString("latin1")).toContain("somebody");
      expect(metadata.xmpAsString).toContain('tiff:Orientation="1"');
      expect(await meanDifference(kept.image, await asymmetric(48, 32).png().toBuffer())).toBeLessThan(9);
      const stripped = await sharp((await convertImage(file, { format, codecs })).image).metadata();
      expect(stripped.exif ?? stripped.xmp).toBeUndefined();
    }
    const tiff = await convertImage(file, { format: "tiff", keepMetadata: true, codecs });
    expect(tiff.warnings).toEqual([
      { code: "metadata_dropped", message: "the exif metadata was not kept in tiff" },
    ]);
    const broken = [netpbmCodec({ exif: new Uint8Array(3), iptc: new Uint8Array(3) })];
    const result = await convertImage(file, { format: "jpeg", keepMetadata: true, codecs: broken });
    expect(result.warnings).toMatchObject([{ message: "the exif and iptc metadata was not kept in jpeg" }]);
  });

  it("draws a vector page at the requested size", async () => {
    const black = "0 0 5 10 re f";
    const page = `%PDF-1.4
1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj
2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj
3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 10 10]/Contents 4 0 R>>endobj
4 0 obj<</Length ${black.length}>>stream
${black}
endstream endobj
trailer<</Root 1 0 R>>`;
    const result = await convertImage(new TextEncoder().encode(page), {
      format: "png",
      width: 400,
      codecs: [pdfiumCodec()],
    });
    expect(result).toMatchObject({ width: 400, height: 400, original: { format: "pdf", width: 21 } });
    const row = await sharp(result.image)
      .extract({ left: 0, top: 200, width: 400, height: 1 })
      .extractChannel(0)
      .raw()
      .toBuffer();
    // Enlarging twenty pixels would blur over the edge.
    expect(row.filter((value) => value > 8 && value < 247).length).toBeLessThan(3);
    expect([row[190], row[210]]).toEqual([0, 255]);
  });

  it("reads variants of a native format through a codec that sharp cannot read", async () => {
    const file = tiffOf12Bits([0xfff, 0x800]);
    const codec = deepTiffCodec();
    const result = await convertImage(file, { format: "png", codecs: [codec] });
    expect(result).toMatchObject({ width: 2, height: 1, original: { format: "tiff", bitDepth: 12 } });
    expect(await pixelsOf(result.image)).toEqual(Buffer.from([255, 255, 255, 255, 128, 128, 128, 255]));
    expect(codec.calls).toBe(1);
    await expect(convertImage(file, { format: "png" })).rejects.toMatchObject({
      code: "invalid_image",
      message: expect.stringContaining("tiff was recognized"),
    });
  });

  it("reads the frames of an AVIF sequence through a codec, where sharp reads its still image", async () => {
    const file = await fixture("sequence.avifs");
    const codecs = [magickCodec()];
    for (const format of ["webp", "gif"] as const) {
      const result = await convertImage(file, { format, codecs });
      expect(result).toMatchObject({ pages: 3, warnings: [], original: { format: "avif", pages: 3 } });
      expect(await sharp(result.image).metadata()).toMatchObject({
        pages: 3,
        delay: [200, 500, 40],
        loop: 0,
      });
    }
    const last = await convertImage(file, { format: "png", page: 2, codecs });
    const [red = 0, , blue = 0] = await pixelsOf(last.image);
    expect(blue - red).toBeGreaterThan(100);
    for (const options of [{ format: "png", codecs }, { format: "webp" }] as const)
      expect(await convertImage(file, options)).toMatchObject({
        pages: 1,
        warnings: [{ code: "frames_dropped" }],
      });
  });

  it("reports dropped frames if the frames of a codec differ in size", async () => {
    const codec = netpbmCodec();
    const first: ImageCodec = {
      ...codec,
      decode: async (input) => {
        const decoded = await codec.decode({ ...input, frames: "one" });
        if (decoded.kind !== "frames") return decoded;
        const { data, size, channels } = decoded.pixels;
        const raw = { ...size, channels };
        return { kind: "file", bytes: await sharp(data, { raw }).tiff().toBuffer() };
      },
    };
    const file = joined(flatPpm(6, 4, 10, { delay: 9 }), flatPpm(2, 2, 90, { delay: 9 }));
    expect(await convertImage(file, { format: "gif", codecs: [first] })).toMatchObject({
      pages: 1,
      width: 6,
      warnings: [{ code: "frames_dropped", message: "the frames differ in size: 1 of 2 were dropped" }],
    });
  });

  it("never calls a codec for a file that sharp reads", async () => {
    const codec = deepTiffCodec();
    await convertImage(await asymmetric(200, 200).tiff().toBuffer(), { format: "png", codecs: [codec] });
    expect(codec.calls).toBe(0);
  });

  it("rejects with an error that reveals nothing about the host, whatever a codec throws", async () => {
    const failing = (failure: Error): ImageCodec => ({
      ...netpbmCodec(),
      decode: async () => {
        throw failure;
      },
    });
    const file = flatPpm(1, 1, 0);
    const secret = new Error("unable to open /tmp/magick-1234: No such file");
    await expect(convertImage(file, { format: "png", codecs: [failing(secret)] })).rejects.toMatchObject({
      code: "invalid_image",
      message: "image: pnm was recognized, but it is damaged, truncated or of an unsupported kind",
    });
    const own = new ToolsError("image_too_large", "image: a list of 2,000 layers");
    await expect(convertImage(file, { format: "png", codecs: [failing(own)] })).rejects.toBe(own);
    const writer: ImageCodec = {
      ...netpbmCodec(),
      encode: async () => {
        throw secret;
      },
    };
    await expect(convertImage(file, { format: "ppm", codecs: [writer] })).rejects.toMatchObject({
      code: "processing_limit",
      message: "image: writing ppm exceeded the time or memory limit of a job",
    });
    const empty = new TextEncoder().encode("P6\n0 0\n255\n");
    await expect(convertImage(empty, { format: "png", codecs: [netpbmCodec()] })).rejects.toMatchObject({
      code: "invalid_image",
      message: "image: pnm was recognized, but it contains no image",
    });
  });
});
