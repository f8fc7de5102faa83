import { execFileSync } from "node:child_process";
import { magickCodec } from "@tools-api/adapters/image/magick";
import { pdfiumCodec } from "@tools-api/adapters/image/pdfium";
import {
  checkConversion,
  convertImage,
  type ConvertImageOptions,
  type ConvertSetOptions,
  type OutputOptions,
} from "@tools-api/core/image";
import sharp from "sharp";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { grainyPicture } from "./grainy-picture.ts";
import { netpbmCodec, ppm } from "./netpbm-codec.ts";
import { animation, asymmetric, fixture } from "./pictures.ts";
import { lyingPng } from "./png-chunk.ts";

/** The lengths of the files whose pixels sharp has decoded. */
const decoded: number[] = [];

vi.mock("sharp", async (load) => {
  const { default: real } = await load<{ default: typeof sharp }>();
  const counting = (...[input, options]: Parameters<typeof sharp>) => {
    const opened = real(input, options);
    const read = opened.toUint8Array.bind(opened);
    opened.toUint8Array = () => {
      decoded.push(input instanceof Uint8Array ? input.length : 0);
      return read();
    };
    return opened;
  };
  return { default: Object.assign(counting, real) };
});

beforeEach(() => {
  decoded.length = 0;
});

/** Every way to decode, to change and to encode. */
const entries: readonly OutputOptions[] = [
  { format: "jpeg", progressive: true },
  { format: "png" },
  { format: "png", quality: 60, width: 40 },
  { format: "webp", width: 30 },
  { format: "avif", effort: "fast" },
  { format: "gif" },
  { format: "tiff", width: 33, metadata: "all" },
  { format: "png", width: 20, height: 20, fit: "cover", background: "navy" },
  { format: "webp", rotate: 90, height: 25, grayscale: true },
  { format: "jpeg", target: 70 },
  { format: "jpeg", quality: 90, maxBytes: 1500 },
  { format: "auto", include: ["sha256", "thumbhash"] },
];

const opaque = () => asymmetric(96, 64);
const clear = () => opaque().ensureAlpha(0.5);

const inputs = {
  "a JPEG that is turned, with a resolution": () =>
    opaque().withMetadata({ orientation: 6, density: 300 }).jpeg().toBuffer(),
  "a JPEG with a wide profile": () => opaque().withIccProfile("p3").jpeg().toBuffer(),
  "a CMYK JPEG": () => opaque().toColourspace("cmyk").jpeg().toBuffer(),
  "a PNG with alpha": () => clear().withMetadata({ density: 72 }).png().toBuffer(),
  "a PNG with a palette": () => clear().png({ palette: true }).toBuffer(),
  "a PNG of 16 bits with a wide profile": () =>
    opaque().toColourspace("rgb16").withIccProfile("p3").png().toBuffer(),
  "a gray PNG of 16 bits": () => opaque().toColourspace("grey16").png().toBuffer(),
  "a WebP that is mirrored": () => clear().withMetadata({ orientation: 5 }).webp().toBuffer(),
  "an AVIF": () => opaque().avif().toBuffer(),
  "a TIFF that is turned": () => opaque().withMetadata({ orientation: 8 }).tiff().toBuffer(),
  "an animated GIF": () => animation([50, 80, 20], 3, 64),
} satisfies Record<string, () => Promise<Uint8Array>>;

describe("several outputs", () => {
  it.each(Object.entries(inputs))(
    "are the same bytes and records as from a call for each, of %s",
    async (_, create) => {
      const image = await create();
      // An animation is not turned.
      const wanted = entries.filter(({ rotate }) => rotate === undefined || image[0] !== 0x47);
      const { outputs } = await convertImage(image, { outputs: wanted });
      expect(outputs).toHaveLength(wanted.length);
      for (const [index, entry] of wanted.entries()) {
        // @ts-expect-error Every entry has a format.
        const { durationMs: _duration, ...alone } = await convertImage(image, entry);
        expect(outputs[index], JSON.stringify(entry)).toMatchObject(alone);
      }
    },
  );

  it("decode a file once, also in several formats and sizes", async () => {
    const image = new Uint8Array(await clear().png().toBuffer());
    const outputs: OutputOptions[] = [20, 40, 60].flatMap((width) => [
      { format: "webp", width },
      { format: "avif", width, effort: "fast" },
    ]);
    await convertImage(image, { outputs: [...outputs, { format: "jpeg", trim: true }] });
    expect(decoded.filter((length) => length === image.length)).toHaveLength(1);
  });

  it("decode a file once with a codec, also in several formats and sizes", async () => {
    const codec = netpbmCodec();
    const file = ppm(48, 32, new Uint8Array(await asymmetric(48, 32).raw().toBuffer()));
    const outputs: OutputOptions[] = [{ format: "png" }, { format: "webp", width: 20 }, { format: "ppm" }];
    await convertImage(file, { outputs, codecs: [codec] });
    expect(codec.calls).toEqual(["readHeader", "decode one", "encode"]);
  });

  it("let the decoder of a JPEG reduce it to each size, which takes less time than all pixels", async () => {
    const image = new Uint8Array(await asymmetric(1600, 1200).jpeg().toBuffer());
    const outputs: OutputOptions[] = [{ width: 100 }, { width: 300 }, {}, { rotate: 90 }];
    await convertImage(image, { format: "webp", outputs });
    // Two reductions, and all pixels for the others.
    expect(decoded.filter((length) => length === image.length)).toHaveLength(3);
  });

  it("keep the frames of an animation where the format holds them", async () => {
    const image = await animation([50, 80, 20], 3, 64);
    const { outputs } = await convertImage(image, {
      width: 32,
      outputs: [{ format: "webp" }, { format: "gif" }, { format: "apng" }, { format: "png" }],
    });
    expect(outputs.map(({ pages }) => pages)).toEqual([3, 3, 3, 1]);
    expect(await sharp(outputs[0]?.image).metadata()).toMatchObject({ delay: [50, 80, 20], loop: 3 });
  });

  it.each(["pil-multipage.tiff", "two-pages.pdf", "an animated GIF"])(
    "are the pages of %s, in several sizes, as from a call for each",
    async (name) => {
      const image = name.includes(".") ? await fixture(name) : await animation([50, 80, 20], 3, 64);
      const wanted: OutputOptions[] = [{ page: 1 }, { page: 0, width: 24 }, { page: 1, width: 16 }];
      const options = { format: "png", codecs: [pdfiumCodec()] } as const;
      const { outputs } = await convertImage(image, { ...options, outputs: wanted });
      for (const [index, entry] of wanted.entries()) {
        const { durationMs: _duration, ...alone } = await convertImage(image, { ...options, ...entry });
        expect(outputs[index], JSON.stringify(entry)).toMatchObject({ ...alone, pages: 1 });
      }
      expect(outputs[0]?.image).not.toEqual((await convertImage(image, { ...options, page: 0 })).image);
      await expect(convertImage(image, { ...options, outputs: [{}, { page: 7 }] })).rejects.toThrow(
        /^outputs\.1\.page: expected an integer from 0 to [12], received 7$/,
      );
    },
  );

  it("take the options outside of the list as defaults, which an entry overrides", async () => {
    const image = await opaque().png().toBuffer();
    const { outputs } = await convertImage(image, {
      format: "webp",
      quality: 60,
      width: 48,
      outputs: [{}, { quality: 90, width: undefined }, { format: "jpeg", width: 24 }],
    });
    expect(outputs).toMatchObject([
      { format: "webp", quality: 60, width: 48 },
      { format: "webp", quality: 90, width: 48 },
      { format: "jpeg", quality: 60, width: 24 },
    ]);
  });

  it("reach the bytes and the score of their own entry", async () => {
    const image = await grainyPicture(300, 200);
    const { outputs } = await convertImage(image, {
      format: "jpeg",
      outputs: [{ maxBytes: 6000 }, { target: 60 }],
    });
    expect(outputs[0]?.bytes).toBeLessThanOrEqual(6000);
    expect(outputs[0]).not.toHaveProperty("score");
    expect(Math.abs((outputs[1]?.score ?? 0) - 60)).toBeLessThanOrEqual(1.5);
  });

  it("convert a damaged file with the warning of a single result", async () => {
    const whole = await grainyPicture(120, 90);
    const { outputs } = await convertImage(whole.subarray(0, Math.floor(whole.length * 0.9)), {
      outputs: [{ format: "webp" }, { format: "jpeg", width: 50 }],
    });
    for (const { warnings } of outputs)
      expect(warnings).toContainEqual(expect.objectContaining({ code: "damaged" }));
  });

  it("are refused before any work if they cost too much, with the largest set that is accepted", async () => {
    // This header has no pixels after it: an image that reaches decoding is damaged.
    const image = lyingPng(4000, 3000);
    const refusal = (count: number) =>
      convertImage(image, { format: "avif", outputs: Array.from({ length: count }, () => ({})) }).catch(
        String,
      );
    const message = await refusal(12);
    expect(message).toMatch(
      /^ToolsError: outputs: making 12 results of this image could take [\d.]+ s; the limit is 30 s; the largest set that is accepted is the first \d+ results$/,
    );
    const accepted = Number(/first (\d+)/.exec(message as string)?.[1]);
    expect(accepted).toBeGreaterThan(1);
    expect(await refusal(accepted)).toContain("png was recognized, but it is");
    expect(await refusal(accepted + 1)).toContain("the largest set that is accepted");
  });

  it("have the limits of their sum, at most 30 s, and the lane of a codec if one needs it", () => {
    const image = lyingPng(8, 8);
    const limits = (outputs: readonly OutputOptions[]) => checkConversion(image, { outputs }).limits;
    expect(limits([{ format: "webp" }, { format: "png" }])).toEqual({
      deadlineMs: 16_000,
      memoryMb: 512,
      lane: "native",
    });
    expect(limits([{ format: "webp" }, { format: "avif" }, { format: "qoi" }])).toEqual({
      deadlineMs: 30_000,
      memoryMb: 1024,
      lane: "wasm",
    });
  });

  it.each<[string, unknown, string]>([
    [
      "no list",
      { outputs: "320" },
      'outputs: expected an array of 1 to 12 objects with options such as format, width and quality, received "320"',
    ],
    ["an empty list", { format: "webp", outputs: [] }, "outputs: expected an array of 1 to 12 objects"],
    [
      "too many",
      { format: "webp", outputs: Array.from({ length: 13 }, () => ({})) },
      "outputs: expected an array of 1 to 12 objects",
    ],
    ["no object", { format: "webp", outputs: [320] }, "outputs.0: expected an object, received 320"],
    [
      "no format",
      { outputs: [{ format: "webp" }, { width: 5 }] },
      "outputs.1.format: expected one of jpeg, ",
    ],
    [
      "a bad value",
      { format: "webp", outputs: [{}, {}, { quality: 500 }] },
      "outputs.2.quality: expected an integer from 1 to 100, received 500",
    ],
    [
      "an option of the file",
      { format: "webp", outputs: [{ density: 300 }] },
      "outputs.0.density: expected one of the parameters ",
    ],
    [
      "a contradiction",
      { format: "jpeg", target: 80, outputs: [{}, { quality: 60 }] },
      "outputs.1.target: expected no quality with it, received 60",
    ],
    [
      "too little room",
      { format: "webp", outputs: [{}, { maxBytes: 5 }] },
      "outputs.1.maxBytes: expected at least ",
    ],
    [
      "a crop outside",
      { format: "webp", outputs: [{ crop: "0,0,999,9" }] },
      "outputs.0.crop: expected a rectangle inside 96 × 64 pixels",
    ],
    [
      "a result that is too large",
      { format: "webp", outputs: [{}, { width: 16_384, enlarge: true }] },
      "outputs.1: the result has 16384 × 10923 pixels",
    ],
  ])("name the entry at fault: %s", async (_, options, message) => {
    const image = await opaque().png().toBuffer();
    await expect(convertImage(image, options as ConvertSetOptions)).rejects.toThrow(message);
  });

  it("need the codec of each format", async () => {
    const image = await opaque().png().toBuffer();
    const options: ConvertSetOptions = { outputs: [{ format: "png" }, { format: "qoi" }] };
    await expect(convertImage(image, options)).rejects.toThrow(
      "outputs.1.format: expected a format that needs no codec",
    );
    expect((await convertImage(image, { ...options, codecs: [magickCodec()] })).outputs).toHaveLength(2);
  });
});

/** Returns the images of an icon as ImageMagick lists them. */
function identify(icon: Uint8Array): string[] {
  const format = "%m %wx%h\n";
  return execFileSync("/usr/bin/identify", ["-format", format, "ico:-"], { input: icon })
    .toString()
    .trim()
    .split("\n");
}

describe("an icon with sizes", () => {
  const codecs = [magickCodec()];

  it("has an image of each size, from one decode", async () => {
    const image = new Uint8Array(await clear().png().toBuffer());
    const icon = await convertImage(image, {
      format: "ico",
      sizes: [48, 16, 256, 32],
      enlarge: true,
      codecs,
    });
    expect(icon).toMatchObject({ width: 256, height: 256, pages: 4, bytes: icon.image.length, warnings: [] });
    expect(identify(icon.image)).toEqual(["ICO 16x16", "ICO 32x32", "ICO 48x48", "PNG 256x256"]);
    expect(decoded.filter((length) => length === image.length)).toHaveLength(1);
  });

  it("has the bytes of icons of one size, with the whole image on transparency", async () => {
    const sizes = [16, 48, 64, 96];
    const wide = asymmetric(200, 120);
    for (const image of [await wide.clone().png().toBuffer(), await wide.jpeg().toBuffer()]) {
      const { image: joined } = await convertImage(image, { format: "ico", sizes, codecs });
      for (const side of sizes) {
        const options = { format: "ico", fit: "contain", width: side, height: side, codecs } as const;
        const { image: alone } = await convertImage(image, options);
        // An icon of one image has 22 bytes before it.
        expect(Buffer.from(joined).includes(Buffer.from(alone.subarray(22))), String(side)).toBe(true);
        expect(Buffer.from(alone).includes("tIME")).toBe(false);
      }
    }
  });

  it.each<[Omit<ConvertImageOptions, "format">, string]>([
    [{ sizes: [] }, "sizes: expected a list of 1 to 8 different integers from 16 to 256"],
    [{ sizes: [16, 16] }, "sizes: expected a list of 1 to 8 different integers from 16 to 256"],
    [{ sizes: [16, 512] }, "sizes.1: expected "],
    [{ sizes: [16], width: 32 }, "sizes: expected no width with it, received 32"],
    [{ sizes: [16], maxBytes: 5000 }, "sizes: expected no max_bytes with it, received 5000"],
  ])("refuses %j", async (options, message) => {
    const image = await opaque().png().toBuffer();
    await expect(convertImage(image, { format: "ico", ...options, codecs })).rejects.toThrow(message);
    await expect(convertImage(image, { format: "webp", sizes: [16] })).rejects.toThrow(
      "sizes: expected the format ico with it, received webp",
    );
  });
});
