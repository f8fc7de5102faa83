import { convertImage, type ConvertImageOptions, ImageOptions } from "@tools-api/core/image";
import { validate } from "@tools-api/core/internal/schema";
import sharp from "sharp";
import { describe, expect, it } from "vitest";
import { animation, asymmetric, difference, fixture, meanDifference, svg } from "./pictures.ts";

const targets = ["jpeg", "png", "webp", "avif", "gif", "tiff"] as const;
const contentTypes = {
  jpeg: "image/jpeg",
  png: "image/png",
  webp: "image/webp",
  avif: "image/avif",
  gif: "image/gif",
  tiff: "image/tiff",
} as const;

const codes = (warnings: { code: string }[]) => warnings.map(({ code }) => code);

describe("convertImage", () => {
  it.each(targets)("reads %s and writes it in every format", async (source) => {
    const input = await asymmetric().toFormat(source).toBuffer();
    // A lossy encoder makes more colors than a palette has.
    const isLossy = source !== "png" && source !== "gif";
    for (const format of targets) {
      const result = await convertImage(input, { format });
      const metadata = await sharp(result.image).metadata();
      expect(metadata.format).toBe(format === "avif" ? "heif" : format);
      expect(result).toMatchObject({
        format,
        contentType: contentTypes[format],
        width: 48,
        height: 32,
        pages: 1,
        bytes: result.image.length,
        warnings: isLossy && format === "gif" ? [{ code: "colors_reduced" }] : [],
        original: {
          format: source,
          contentType: contentTypes[source],
          width: 48,
          height: 32,
          bytes: input.length,
        },
      });
      expect(result.compressionRatio).toBeCloseTo(input.length / result.bytes, 1);
      expect(result.durationMs).toBeGreaterThanOrEqual(0);
      expect(await meanDifference(result.image, await asymmetric().png().toBuffer())).toBeLessThan(9);
    }
  });

  it("reads bytes, an ArrayBuffer, a Blob and a File alike, and returns what a Response takes", async () => {
    const bytes = Uint8Array.from(await asymmetric().png().toBuffer());
    const { image } = await convertImage(bytes, { format: "webp" });
    const body = await new Response(image).arrayBuffer();
    expect(new Uint8Array(body)).toEqual(image);
    for (const input of [bytes.buffer, new Blob([bytes]), new File([bytes], "photo.png")])
      expect((await convertImage(input, { format: "webp" })).image).toEqual(image);
    // @ts-expect-error A path is no image.
    await expect(convertImage("photo.png", { format: "webp" })).rejects.toThrow(
      'image: expected a Uint8Array, an ArrayBuffer, a Blob or a File, received "photo.png"',
    );
  });

  it("returns a plain Uint8Array that owns its memory", async () => {
    const { image } = await convertImage(await asymmetric().png().toBuffer(), { format: "webp" });
    expect(image.constructor).toBe(Uint8Array);
    expect(image.byteLength).toBe(image.buffer.byteLength);
  });

  it("accepts jpg, tif and heif as other names of formats", async () => {
    const input = await asymmetric().png().toBuffer();
    expect((await convertImage(input, { format: "jpg" })).format).toBe("jpeg");
    expect((await convertImage(input, { format: "tif" })).format).toBe("tiff");
    expect((await convertImage(input, { format: "heif" })).format).toBe("avif");
  });

  it("converts an image of one pixel to every format", async () => {
    const input = await sharp({ create: { width: 1, height: 1, channels: 3, background: "#f00" } })
      .png()
      .toBuffer();
    for (const format of targets)
      expect(await convertImage(input, { format })).toMatchObject({ width: 1, height: 1 });
  });

  it("keeps every pixel if the result is lossless", async () => {
    const input = await asymmetric().png().toBuffer();
    for (const options of [
      { format: "png" },
      { format: "tiff" },
      { format: "webp", lossless: true },
      { format: "avif", lossless: true },
    ] satisfies ConvertImageOptions[]) {
      const result = await convertImage(input, options);
      expect(result).toMatchObject({ lossless: true, quality: null });
      expect(await difference(result.image, input)).toBe(0);
    }
  });

  it("reduces a png to a palette below quality 100, and not at 100", async () => {
    const input = await asymmetric().png().toBuffer();
    const palette = await convertImage(input, { format: "png", quality: 60 });
    expect(palette).toMatchObject({ lossless: false, quality: 60, warnings: [] });
    expect((await sharp(palette.image).metadata()).isPalette).toBe(true);
    const whole = await convertImage(input, { format: "png", quality: 100 });
    expect(whole).toMatchObject({ lossless: true, quality: null, warnings: [] });
    expect((await sharp(whole.image).metadata()).isPalette).toBe(false);
  });

  it("warns when it ignores a quality", async () => {
    const input = await asymmetric().png().toBuffer();
    for (const options of [
      { format: "gif", quality: 50 },
      { format: "tiff", quality: 50 },
      { format: "png", quality: 50, lossless: true },
      { format: "webp", quality: 50, lossless: true },
    ] satisfies ConvertImageOptions[])
      expect(codes((await convertImage(input, options)).warnings)).toEqual(["quality_ignored"]);
  });

  it("shows the same picture at every effort, and the same pixels in lossless formats", async () => {
    const input = await asymmetric().png().toBuffer();
    for (const format of targets)
      for (const effort of ["fast", "balanced", "best"] as const) {
        const { image, lossless, ...record } = await convertImage(input, { format, effort, quality: 100 });
        expect(record).toMatchObject({
          format,
          width: record.original.width,
          height: record.original.height,
        });
        expect(await meanDifference(image, input), `${format} ${effort}`).toBeLessThanOrEqual(
          lossless ? 0 : 8,
        );
      }
  });

  it("warns of partial transparency and of colors that gif and a palette do not hold", async () => {
    const picture = (fill: string, opacity: number) =>
      sharp(svg(`<rect width="20" height="30" fill="${fill}" fill-opacity="${opacity}"/>`))
        .png()
        .toBuffer();
    const gradient = sharp(
      svg(
        '<linearGradient id="g"><stop stop-color="#f00"/><stop offset="1" stop-color="#06f"/></linearGradient><rect width="400" height="400" fill="url(#g)"/>',
        'width="400" height="400"',
      ),
    );
    const smooth = await gradient.blur(40).removeAlpha().png().toBuffer();
    const gif = async (image: Uint8Array) => codes((await convertImage(image, { format: "gif" })).warnings);
    expect(await gif(await picture("#c00", 0.5))).toEqual(["alpha_reduced"]);
    expect(await gif(await picture("#c00", 1))).toEqual([]);
    expect(await gif(smooth)).toEqual(["colors_reduced"]);
    const png = async (image: Uint8Array, quality: number) =>
      codes((await convertImage(image, { format: "png", quality })).warnings);
    expect(await png(smooth, 90)).toEqual(["colors_reduced"]);
    expect(await png(smooth, 100)).toEqual([]);
    expect(await png(await picture("#c00", 0.5), 90)).toEqual([]);
  });

  it("crops or distorts an image only on request", async () => {
    const input = await asymmetric(48, 32).png().toBuffer();
    const sizes: [Omit<ConvertImageOptions, "format">, number, number][] = [
      [{ width: 24 }, 24, 16],
      [{ height: 8 }, 12, 8],
      [{ width: 24, height: 24 }, 24, 16],
      [{ width: 24, height: 24, fit: "outside" }, 36, 24],
      [{ width: 24, height: 24, fit: "cover" }, 24, 24],
      [{ width: 24, height: 24, fit: "contain" }, 24, 24],
      [{ width: 10, height: 30, fit: "fill" }, 10, 30],
    ];
    for (const [options, width, height] of sizes)
      expect(await convertImage(input, { format: "png", ...options })).toMatchObject({ width, height });
  });

  it("renders a drawing at the requested size instead of its own", async () => {
    const drawing = svg(
      '<circle cx="20" cy="15" r="10" fill="red"/>',
      'viewBox="0 0 40 30" width="40000" height="30000"',
    );
    expect(await convertImage(drawing, { format: "png", width: 400 })).toMatchObject({
      width: 400,
      height: 300,
      original: { format: "svg", width: 40000 },
    });
  });

  it("reads an svgz like the svg in it", async () => {
    const drawing = svg('<rect width="40" height="30" fill="#0a0"/>');
    const zipped = new Blob([Uint8Array.from(drawing)]).stream().pipeThrough(new CompressionStream("gzip"));
    const result = await convertImage(new Uint8Array(await new Response(zipped).arrayBuffer()), {
      format: "png",
    });
    expect(result.original).toMatchObject({ format: "svgz", contentType: "image/svg+xml" });
    expect(await difference(result.image, (await convertImage(drawing, { format: "png" })).image)).toBe(0);
  });

  it("rejects all invalid options together, under the names that the caller used", async () => {
    const wrong = { format: "xbm", quality: 250, keepMetadata: "yes", colour: 1 };
    // @ts-expect-error The options are invalid on purpose.
    const promise = convertImage(new Uint8Array(1), wrong);
    await expect(promise).rejects.toMatchObject({
      code: "invalid_parameter",
      errors: [
        { pointer: "#/format", detail: expect.stringContaining('received "xbm"') },
        { pointer: "#/quality", detail: "expected an integer from 1 to 100, received 250" },
        { pointer: "#/keepMetadata" },
        { pointer: "#/colour" },
      ],
    });
  });

  it("rejects an image that holds no bytes, and missing options", async () => {
    for (const image of [undefined, null, "data", 5, {}])
      // @ts-expect-error The image is invalid on purpose.
      await expect(convertImage(image, { format: "png" })).rejects.toMatchObject({
        code: "invalid_parameter",
      });
    for (const options of [undefined, null, 5, "png"])
      // @ts-expect-error The options are invalid on purpose.
      await expect(convertImage(new Uint8Array(1), options)).rejects.toMatchObject({
        code: "invalid_parameter",
      });
  });

  it("rejects lossless for a format without a lossless mode", async () => {
    const input = await asymmetric().png().toBuffer();
    for (const format of ["jpeg", "gif"] as const)
      await expect(convertImage(input, { format, lossless: true })).rejects.toMatchObject({
        code: "invalid_parameter",
        message: expect.stringContaining("lossless: expected false"),
      });
  });

  it("rejects a truncated file and names the recognized format", async () => {
    for (const source of targets) {
      const whole = await asymmetric(200, 200).toFormat(source).toBuffer();
      await expect(
        convertImage(whole.subarray(0, whole.length >> 1), { format: "png" }),
      ).rejects.toMatchObject({
        code: "invalid_image",
        message: expect.stringContaining(source),
      });
    }
  });

  it("keeps a palette and gray without loss, and tries lossless webp in auto", async () => {
    const stripes = Buffer.from(
      Array.from({ length: 300 * 300 * 3 }, (_, at) => (Math.floor(at / 3) % 7) * 31 + (at % 3)),
    );
    const raw = { width: 300, height: 300, channels: 3 } as const;
    const truecolor = await sharp(stripes, { raw }).png({ palette: false }).toBuffer();
    const palette = await sharp(stripes, { raw }).png({ palette: true }).toBuffer();
    const slim = await convertImage(palette, { format: "png" });
    expect(await sharp(slim.image).removeAlpha().raw().toBuffer()).toEqual(stripes);
    expect(slim.bytes).toBeLessThanOrEqual(palette.length * 1.1);
    expect(await convertImage(truecolor, { format: "auto" })).toMatchObject({
      lossless: true,
      quality: null,
    });
    const gray = await sharp({ create: { width: 90, height: 90, channels: 3, background: "#777" } })
      .png()
      .toBuffer();
    expect(
      (await sharp((await convertImage(gray, { format: "png" })).image).metadata()).channels,
    ).toBeLessThan(4);
  });

  it.each([
    ["White", "#ffffff"],
    ["ff8000", "#ff8000"],
  ])("accepts the background %s in a request", (background, color) => {
    expect(validate(ImageOptions, { format: "jpeg", background })).toMatchObject({ background: color });
  });

  it("caps the default quality at that of a jpeg, and warns of a result that is larger", async () => {
    const noise = { type: "gaussian", mean: 128, sigma: 30 } as const;
    const grain = sharp({ create: { width: 300, height: 300, channels: 3, noise, background: "#fff" } });
    const source = await grain.jpeg({ quality: 50 }).toBuffer();
    expect(await convertImage(source, { format: "webp" })).toMatchObject({ quality: 50 });
    expect(await convertImage(source, { format: "webp", width: 100 })).toMatchObject({ quality: 80 });
    const { warnings } = await convertImage(source, { format: "jpeg", quality: 95 });
    expect(codes(warnings)).toEqual(["larger_than_original"]);
  });

  describe("of a damaged file", () => {
    const noise = { type: "gaussian", mean: 128, sigma: 30 } as const;
    const grain = sharp({ create: { width: 200, height: 200, channels: 3, noise, background: "#fff" } });
    const jpeg = () => grain.clone().jpeg({ quality: 90 }).toBuffer();
    const codes = async (file: Uint8Array) =>
      (await convertImage(file, { format: "png" })).warnings.map(({ code, message }) => [code, message]);

    it("converts a jpeg that lacks only its end marker without a warning", async () => {
      const whole = await jpeg();
      expect((await codes(whole.subarray(0, -2))).map(([code]) => code)).not.toContain("damaged");
    });

    it.each([
      ["jpeg", async () => (await jpeg()).subarray(0, -4000), /%/],
      ["png", async () => (await grain.clone().png().toBuffer()).subarray(0, -200), /%/],
      ["gif", async () => (await animation([50, 60, 70], 0)).subarray(0, -20), /frame 3/],
    ])("says how much of a %s is missing, or refuses it", async (_, file, says) => {
      const cut = await file();
      expect(await codes(cut)).toContainEqual(["damaged", expect.stringMatching(says)]);
      await expect(convertImage(cut, { format: "png", onDamage: "error" })).rejects.toMatchObject({
        code: "invalid_image",
      });
    });
  });

  it("names the codec for a format that it recognizes but does not read without one", async () => {
    const ftyp = (brand: string) => new TextEncoder().encode(`\0\0\0\x18ftyp${brand}\0\0\0\0mif1${brand}`);
    const files: [string, Uint8Array][] = [
      ["bmp", await fixture("pil-pal1.bmp")],
      ["ico", await fixture("pil-hopper.ico")],
      ["jxl", await fixture("cc-sunset_logo.jxl")],
      ["heic", ftyp("heic")],
      ["heic", ftyp("hevc")],
      ["heic", ftyp("mif1")],
      ["psd", new TextEncoder().encode("8BPS\0\x01")],
      ["qoi", new TextEncoder().encode("qoif")],
      ["pdf", new TextEncoder().encode("%PDF-1.7\n")],
      ["pnm", new TextEncoder().encode("P6 1 1 255\n")],
    ];
    for (const [format, file] of files)
      await expect(convertImage(file, { format: "png" })).rejects.toMatchObject({
        code: "invalid_image",
        message: `image: ${format} was recognized, but reading it needs a codec: pass ${
          format === "pdf"
            ? "codecs: [pdfiumCodec()] from @tools-api/adapters/image/pdfium, with the package @hyzyla/pdfium"
            : "codecs: [magickCodec()] from @tools-api/adapters/image/magick, with the package @imagemagick/magick-wasm"
        }`,
      });
  });

  it("rejects data that is not an image", async () => {
    for (const text of [
      "",
      "<html><svg></svg></html>",
      "push graphic-context",
      "\0".repeat(64),
      "GIF",
      "<svg",
      "<!--",
    ])
      await expect(convertImage(new TextEncoder().encode(text), { format: "png" })).rejects.toMatchObject({
        code: "invalid_image",
      });
  });

  it("leaves the input bytes unchanged", async () => {
    const sequence = await asymmetric().avif().toBuffer();
    sequence.write("avis", 8, "latin1");
    for (const input of [new Uint8Array(await asymmetric().webp().toBuffer()), sequence]) {
      const before = Uint8Array.from(input);
      await convertImage(input, { format: "jpeg" });
      expect(Uint8Array.from(input)).toEqual(before);
    }
  });
});
