import { magickCodec } from "@tools-api/adapters/image/magick";
import { pdfiumCodec } from "@tools-api/adapters/image/pdfium";
import { ToolsError } from "@tools-api/core";
import { convertImage, type ImageCodec, type ImageJob, type JobLimits } from "@tools-api/core/image";
import sharp from "sharp";
import { describe, expect, it } from "vitest";
import { animation, asymmetric, difference, fixture, meanDifference, pixelsOf } from "./pictures.ts";
import { netpbmCodec, ppm } from "./netpbm-codec.ts";

const samplesOf = async (width: number, height: number) =>
  new Uint8Array(await asymmetric(width, height).raw().toBuffer());

/** A picture of one colour in every sample. */
const flat = (width: number, height: number, value: number) => new Uint8Array(width * height * 3).fill(value);

const joined = (...parts: Uint8Array[]) => Uint8Array.from(parts.flatMap((part) => [...part]));

/** Pixels with black for what lets everything through: encoders may put any colour there. */
function visible(pixels: Uint8Array): Uint8Array {
  return Uint8Array.from(pixels, (value, index) => (pixels[index | 3] === 0 ? 0 : value));
}

/** A TIFF of one row of grey samples with 12 bits each, of a kind that libvips does not read. */
function tiffOf12Bits(
  [first, second]: readonly [number, number],
  { bits, compression } = { bits: 12, compression: 1 },
): Uint8Array {
  const view = new DataView(new ArrayBuffer(8 + 2 + 9 * 12 + 4 + 3));
  view.setUint32(0, 0x49492a00);
  view.setUint32(4, 8, true);
  const data = view.byteLength - 3;
  const entries = [
    [256, 2],
    [257, 1],
    [258, bits],
    [259, compression],
    [262, 1],
    [273, data],
    [277, 1],
    [278, 1],
    [279, 3],
  ] as const;
  view.setUint16(8, entries.length, true);
  for (const [index, [tag, value]] of entries.entries()) {
    const at = 10 + index * 12;
    view.setUint16(at, tag, true);
    view.setUint16(at + 2, 4, true);
    view.setUint32(at + 4, 1, true);
    view.setUint32(at + 8, value, true);
  }
  view.setUint8(data, first >> 4);
  view.setUint8(data + 1, ((first & 15) << 4) | (second >> 8));
  view.setUint8(data + 2, second & 255);
  return new Uint8Array(view.buffer);
}

/** Reads what {@link tiffOf12Bits} writes. */
function deepTiffCodec(): ImageCodec & { calls: number } {
  const codec = {
    calls: 0,
    package: "deep-tiff",
    reads: ["tiff"],
    writes: [],
    readHeader: () => {
      codec.calls++;
      return Promise.resolve({
        stored: { width: 2, height: 1 },
        pages: 1,
        isAnimated: false,
        orientation: 1,
        hasAlpha: false,
        bitDepth: 12,
        colorSpace: "grey",
        profile: null,
        metadata: { exif: null, xmp: null, iptc: null },
      });
    },
    decode: ({ bytes }: { bytes: Uint8Array }) => {
      const [high = 0, middle = 0, low = 0] = bytes.subarray(-3);
      const data = [(high << 4) | (middle >> 4), ((middle & 15) << 8) | low].map((sample) => sample >> 4);
      const pixels = { data: Uint8Array.from(data), size: { width: 2, height: 1 }, channels: 1 as const };
      return Promise.resolve({ kind: "frames" as const, pixels, frames: 1, delays: [], loop: 0 });
    },
  };
  return codec;
}

describe("a codec", () => {
  it("reads what sharp does not, with the same steps behind it", async () => {
    const samples = await samplesOf(48, 32);
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

  it("writes what sharp does not, from upright, flattened pixels in sRGB", async () => {
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
    expect(image).toEqual(ppm(48, 32, await samplesOf(48, 32)));

    const clear = await sharp({ create: { width: 2, height: 1, channels: 4, background: "#f000" } })
      .png()
      .toBuffer();
    const white = await convertImage(clear, { format: "ppm", codecs: [netpbmCodec()] });
    expect(white.image).toEqual(ppm(2, 1, flat(2, 1, 255)));
    expect(white.warnings).toMatchObject([{ code: "alpha_flattened" }]);
  });

  it.each(["jxl", "bmp", "ico", "jp2", "qoi", "tga"] as const)(
    "gets every pixel for %s, grey and transparent ones included",
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

  it("is named where it is missing, before anything is decoded", async () => {
    const input = await asymmetric().png().toBuffer();
    for (const format of ["jxl", "bmp", "ico", "jp2", "qoi", "tga", "ppm"] as const)
      await expect(convertImage(input, { format, codecs: [] })).rejects.toMatchObject({
        code: "invalid_parameter",
        errors: [
          { pointer: "#/format", detail: expect.stringContaining("a codec of @imagemagick/magick-wasm") },
        ],
      });
    const reader = netpbmCodec();
    await expect(
      convertImage(ppm(1, 1, flat(1, 1, 0)), { format: "jxl", codecs: [reader] }),
    ).rejects.toMatchObject({ code: "invalid_parameter" });
    expect(reader.calls).toEqual([]);
    await expect(
      convertImage(ppm(1, 1, flat(1, 1, 0)), { format: "png", codecs: [deepTiffCodec()] }),
    ).rejects.toMatchObject({
      code: "invalid_image",
      message:
        "image: pnm was recognised, but it is not read without a codec: hand one of @imagemagick/magick-wasm in",
    });
  });

  it("decodes nothing of what its header says is too large", async () => {
    const codec = netpbmCodec();
    const lie = new TextEncoder().encode("P6\n30000 30000\n255\n");
    await expect(convertImage(lie, { format: "webp", codecs: [codec] })).rejects.toMatchObject({
      code: "image_too_large",
      message: expect.stringContaining("7071 × 7071 would do"),
    });
    expect(codec.calls).toEqual(["readHeader"]);
  });

  it("has frames, delays and turns kept by animated formats", async () => {
    const file = joined(
      ppm(6, 4, flat(6, 4, 10), { delay: 100 }),
      ppm(6, 4, flat(6, 4, 90), { delay: 250 }),
      ppm(6, 4, flat(6, 4, 200), { delay: 40 }),
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

  it("has it said that it keeps 8 bits of more", async () => {
    const file = ppm(1, 1, Uint8Array.from([0xff, 0xff, 0x80, 0x00, 0, 0]), { maximum: 65_535 });
    const result = await convertImage(file, { format: "png", codecs: [netpbmCodec()] });
    expect(result).toMatchObject({
      original: { bitDepth: 16 },
      warnings: [
        { code: "bit_depth_reduced", message: "16 bits a sample were reduced to 8, which the decoder keeps" },
      ],
    });
    expect(await sharp(result.image).metadata()).toMatchObject({ depth: "uchar" });
    expect(await pixelsOf(result.image)).toEqual(Buffer.from([255, 128, 0, 255]));
  });

  it("has its EXIF and XMP kept where that is asked for, upright as its pixels are", async () => {
    const tagged = await asymmetric(48, 32)
      .withExif({ IFD0: { Copyright: "somebody" } })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer();
    const { exif } = await sharp(tagged).metadata();
    const xmp = new TextEncoder().encode(
      '<x:xmpmeta xmlns:x="adobe:ns:meta/"><a tiff:Orientation="6"/></x:xmpmeta>',
    );
    const file = ppm(48, 32, await samplesOf(48, 32));
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
      { code: "metadata_dropped", message: "of the metadata, exif could not be kept in tiff" },
    ]);
    const broken = [netpbmCodec({ exif: new Uint8Array(3), iptc: new Uint8Array(3) })];
    const result = await convertImage(file, { format: "jpeg", keepMetadata: true, codecs: broken });
    expect(result.warnings).toMatchObject([
      { message: "of the metadata, exif and iptc could not be kept in jpeg" },
    ]);
  });

  it("draws what has no pixels at the size that is asked for", async () => {
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
    // Twenty pixels made larger would blur over the edge.
    expect(row.filter((value) => value > 8 && value < 247).length).toBeLessThan(3);
    expect([row[190], row[210]]).toEqual([0, 255]);
  });

  it("reads the kinds of a native format that sharp does not", async () => {
    const oldJpeg = { bits: 8, compression: 6 };
    // The first is known by its header, the second when it comes to the pixels.
    for (const kind of [{ bits: 12, compression: 1 }, oldJpeg]) {
      const file = tiffOf12Bits([0xfff, 0x800], kind);
      const codec = deepTiffCodec();
      const result = await convertImage(file, { format: "png", codecs: [codec] });
      expect(result).toMatchObject({ width: 2, height: 1, original: { format: "tiff", bitDepth: 12 } });
      expect(await pixelsOf(result.image)).toEqual(Buffer.from([255, 255, 255, 255, 128, 128, 128, 255]));
      expect(codec.calls).toBe(1);
      await expect(convertImage(file, { format: "png" })).rejects.toMatchObject({
        code: "invalid_image",
        message: expect.stringContaining("tiff was recognised"),
      });
    }
  });

  it("reads the frames of an AVIF sequence, where sharp reads its still image", async () => {
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

  it("says so where frames of different sizes cannot be kept", async () => {
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
    const file = joined(ppm(6, 4, flat(6, 4, 10), { delay: 9 }), ppm(2, 2, flat(2, 2, 90), { delay: 9 }));
    expect(await convertImage(file, { format: "gif", codecs: [first] })).toMatchObject({
      pages: 1,
      width: 6,
      warnings: [{ code: "frames_dropped", message: "the frames differ in size: 1 of 2 were dropped" }],
    });
  });

  it("is not asked for what sharp reads, nor for what is damaged", async () => {
    const codec = deepTiffCodec();
    const whole = await asymmetric(200, 200).tiff().toBuffer();
    await convertImage(whole, { format: "png", codecs: [codec] });
    const half = whole.subarray(0, whole.length >> 1);
    await expect(convertImage(half, { format: "png", codecs: [codec] })).rejects.toMatchObject({
      code: "invalid_image",
    });
    expect(codec.calls).toBe(0);
  });

  it("fails as a refusal that tells nothing of the host, whatever it throws", async () => {
    const failing = (failure: Error): ImageCodec => ({
      ...netpbmCodec(),
      decode: async () => {
        throw failure;
      },
    });
    const file = ppm(1, 1, flat(1, 1, 0));
    const secret = new Error("unable to open /tmp/magick-1234: No such file");
    await expect(convertImage(file, { format: "png", codecs: [failing(secret)] })).rejects.toMatchObject({
      code: "invalid_image",
      message: "image: pnm was recognised, but it is damaged, truncated or of an unread kind",
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
      message: "image: it could not be written as ppm with what a job may take",
    });
    const empty = new TextEncoder().encode("P6\n0 0\n255\n");
    await expect(convertImage(empty, { format: "png", codecs: [netpbmCodec()] })).rejects.toMatchObject({
      code: "invalid_image",
      message: "image: pnm was recognised, but there is no picture in it",
    });
  });
});

describe("an executor", () => {
  it("gets the image, the plain options and the limits, and no codecs", async () => {
    const jobs: { job: ImageJob; limits: JobLimits; signal: AbortSignal | undefined }[] = [];
    const { signal } = new AbortController();
    const input = await asymmetric().png().toBuffer();
    const result = await convertImage(input, {
      format: "jxl",
      quality: 40,
      codecs: [netpbmCodec()],
      signal,
      executor: (job, limits, passed) => {
        jobs.push({ job, limits, signal: passed });
        return convertImage(job.image, { ...job.options, format: "webp" });
      },
    });
    expect(result.format).toBe("webp");
    expect(jobs).toEqual([
      {
        job: { image: input, options: { format: "jxl", quality: 40 } },
        limits: { deadlineMs: 30_000, memoryMb: 1024, lane: "wasm" },
        signal,
      },
    ]);
    expect(structuredClone(jobs[0]?.job.options)).toEqual(jobs[0]?.job.options);
  });

  it("is not bothered with bad options", async () => {
    const executor = () => Promise.reject(new Error("was called"));
    const image = await asymmetric().png().toBuffer();
    await expect(convertImage(image, { format: "png", quality: 0, executor })).rejects.toMatchObject({
      code: "invalid_parameter",
    });
    await expect(convertImage(new Uint8Array(0), { format: "png", executor })).rejects.toMatchObject({
      code: "invalid_image",
    });
    // @ts-expect-error The executor is wrong on purpose.
    await expect(convertImage(image, { format: "png", executor: 5, codecs: 6 })).rejects.toMatchObject({
      errors: [
        { pointer: "#/codecs", detail: "expected an array of codecs, received 6" },
        { pointer: "#/executor", detail: "expected a function, received 5" },
      ],
    });
  });

  it("is not needed to end a conversion by a signal", async () => {
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
      convertImage(ppm(1, 1, flat(1, 1, 0)), {
        format: "ppm",
        codecs: [codec],
        signal: controller.signal,
      }),
    ).rejects.toBe(reason);
    expect(codec.calls).toEqual(["readHeader", "decode one"]);
  });
});

describe("auto and maxBytes", () => {
  it("writes the smallest of the formats that are accepted", async () => {
    const photo = await fixture("vips-sample.jpg").catch(() => asymmetric(300, 200).jpeg().toBuffer());
    const sizes = new Map<string, number>();
    for (const format of ["avif", "webp", "jpeg"] as const)
      sizes.set(format, (await convertImage(photo, { format })).bytes);
    const [smallest] = [...sizes].toSorted(([, one], [, other]) => one - other)[0] ?? [];
    expect(await convertImage(photo, { format: "auto" })).toMatchObject({ format: smallest });
    expect(await convertImage(photo, { format: "auto", accept: ["jpeg"] })).toMatchObject({
      format: "jpeg",
      bytes: sizes.get("jpeg"),
    });
    await expect(convertImage(photo, { format: "auto", accept: [] })).rejects.toMatchObject({
      errors: [{ pointer: "#/accept", detail: expect.stringContaining("one or more of avif, webp") }],
    });
  });

  it("keeps an animation and a transparency under auto", async () => {
    const gif = await animation([50, 60], 0);
    expect(await convertImage(gif, { format: "auto" })).toMatchObject({ format: "webp", pages: 2 });
    const photo = asymmetric(300, 200).ensureAlpha(0.5);
    const result = await convertImage(await photo.png().toBuffer(), {
      format: "auto",
      accept: ["jpeg", "png"],
    });
    expect(result).toMatchObject({ format: "png", warnings: [] });
  });

  it("prefers a format that holds the whole size under auto", async () => {
    const wide = await sharp({ create: { width: 17_000, height: 4, channels: 3, background: "#888" } })
      .jpeg()
      .toBuffer();
    const result = await convertImage(wide, { format: "auto", accept: ["webp", "jpeg"] });
    expect(result).toMatchObject({ format: "jpeg", width: 17_000, warnings: [] });
  });

  it("passes a format over that would take too long under auto", async () => {
    const large = await sharp({ create: { width: 5_200, height: 5_200, channels: 3, background: "#888" } })
      .png()
      .toBuffer();
    expect(await convertImage(large, { format: "auto", accept: ["avif", "jpeg"] })).toMatchObject({
      format: "jpeg",
    });
    await expect(convertImage(large, { format: "auto", accept: ["avif"] })).rejects.toMatchObject({
      code: "image_too_large",
    });
  });

  it("has an image decoded once by its codec, however often it is encoded", async () => {
    const file = ppm(300, 200, await samplesOf(300, 200));
    for (const options of [{ format: "auto" }, { format: "jpeg", maxBytes: 3_000 }] as const) {
      const codec = netpbmCodec();
      await convertImage(file, { ...options, codecs: [codec] });
      expect(codec.calls).toEqual(["readHeader", "decode one"]);
    }
  });

  it("keeps within maxBytes at the best quality that fits, and never above the one asked for", async () => {
    const photo = await asymmetric(300, 200).png().toBuffer();
    for (const format of ["jpeg", "webp", "auto"] as const) {
      const full = await convertImage(photo, { format, quality: 90 });
      const maxBytes = Math.round(full.bytes * 0.7);
      const result = await convertImage(photo, { format, maxBytes });
      expect(result.bytes).toBeLessThanOrEqual(maxBytes);
      expect(await convertImage(photo, { format, quality: 30, maxBytes: 1_000_000 })).toMatchObject({
        quality: 30,
      });
    }
  });

  it("gives a png a palette only where it does not fit without", async () => {
    const noise = await sharp({
      create: {
        width: 64,
        height: 64,
        channels: 3,
        background: "#000",
        noise: { type: "gaussian", mean: 128, sigma: 40 },
      },
    })
      .png()
      .toBuffer();
    const { bytes } = await convertImage(noise, { format: "png" });
    expect(await convertImage(noise, { format: "png", maxBytes: bytes })).toMatchObject({ lossless: true });
    const fitted = await convertImage(noise, { format: "png", maxBytes: bytes - 1 });
    expect(fitted).toMatchObject({ lossless: false });
    expect(fitted.bytes).toBeLessThan(bytes);
    await expect(
      convertImage(noise, { format: "png", lossless: true, maxBytes: bytes - 1 }),
    ).rejects.toMatchObject({ code: "invalid_parameter", errors: [{ pointer: "#/maxBytes" }] });
  });
});
