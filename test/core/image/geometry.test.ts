import { convertImage, type ConvertImageOptions } from "@tools-api/core/image";
import sharp, { type Sharp } from "sharp";
import { describe, expect, it } from "vitest";
import { animation, asymmetric, difference, svg } from "./pictures.ts";

type Options = Omit<ConvertImageOptions, "format">;

/** Converts to PNG, which keeps all pixels. */
const toPng = (input: Uint8Array, options: Options) => convertImage(input, { format: "png", ...options });

/** A picture of 60 × 40 pixels on a canvas with edges of one color. */
async function framed(): Promise<Uint8Array> {
  return asymmetric(60, 40)
    .extend({ top: 7, bottom: 9, left: 11, right: 13, background: "#ffffff" })
    .png()
    .toBuffer();
}

/** A picture with one bright spot at the right. */
async function spotted(): Promise<Uint8Array> {
  const spot = svg(
    '<rect width="300" height="100" fill="#335"/><circle cx="250" cy="50" r="30" fill="#f40"/>',
    'width="300" height="100"',
  );
  return sharp(spot).png().toBuffer();
}

describe("geometry and pixels of a conversion", () => {
  const cases: [name: string, Options, (image: Sharp) => Sharp][] = [
    ["flip", { flip: true }, (image) => image.flip()],
    ["flop", { flop: true }, (image) => image.flop()],
    ["flip and flop", { flip: true, flop: true }, (image) => image.flip().flop()],
    ["rotate by 90 degrees", { rotate: 90 }, (image) => image.rotate(90)],
    ["rotate by 180 degrees", { rotate: 180 }, (image) => image.rotate(180)],
    ["rotate by 270 degrees", { rotate: 270 }, (image) => image.rotate(270)],
    ["flip, then rotate", { flip: true, rotate: 90 }, (image) => image.flip().rotate(90)],
    ["flop, then rotate", { flop: true, rotate: 270 }, (image) => image.flop().rotate(270)],
    [
      "crop",
      { crop: { left: 5, top: 3, width: 20, height: 11 } },
      (image) => image.extract({ left: 5, top: 3, width: 20, height: 11 }),
    ],
    [
      "rotate, then crop, then resize",
      { rotate: 90, crop: "5,3,20,11", width: 10 },
      (image) => image.rotate(90).extract({ left: 5, top: 3, width: 20, height: 11 }).resize(10),
    ],
    ["trim", { trim: true }, (image) => image.trim()],
    ["trim, then resize", { trim: true, width: 20 }, (image) => image.trim().resize(20)],
    ["rotate, then trim", { rotate: 90, trim: true }, (image) => image.rotate(90).trim()],
    ["blur", { blur: 2.5 }, (image) => image.blur(2.5)],
    ["sharpen", { sharpen: 1.5 }, (image) => image.sharpen({ sigma: 1.5 })],
    ["grayscale", { grayscale: true }, (image) => image.grayscale()],
    [
      "resize, then blur",
      { width: 30, blur: 1, grayscale: true },
      (image) => image.resize(30).grayscale().blur(1),
    ],
    ["dpr", { width: 10, dpr: 2 }, (image) => image.resize(20)],
    ["enlarge", { width: 200, enlarge: true }, (image) => image.resize(200)],
  ];

  it.each(cases)("gives the pixels of sharp for %s", async (_name, options, reference) => {
    const input = await framed();
    const { image } = await toPng(input, options);
    expect(await difference(image, await reference(sharp(input)).png().toBuffer())).toBeLessThanOrEqual(1);
  });

  it("gives the pixels of sharp for every position, with cover and contain", async () => {
    const input = await framed();
    const places = [
      "center",
      "top",
      "right top",
      "right",
      "right bottom",
      "bottom",
      "left bottom",
      "left",
      "left top",
    ];
    for (const position of [...places, "entropy", "attention"] as NonNullable<Options["position"]>[])
      for (const fit of ["cover", "contain"] as const) {
        if (fit === "contain" && !places.includes(position)) continue;
        const size = { width: 30, height: 10, fit, position, background: "#00000000" };
        const { image } = await toPng(input, size);
        expect(await difference(image, await sharp(input).resize(size).png().toBuffer()), position).toBe(0);
      }
  });

  it("mirrors and rotates before it crops to a position", async () => {
    const input = await framed();
    const turned = await sharp(input).flop().png().toBuffer();
    const size = { width: 20, height: 50, fit: "cover", position: "left" } as const;
    const { image } = await toPng(input, { ...size, flop: true });
    expect(await difference(image, await sharp(turned).resize(size).png().toBuffer())).toBeLessThanOrEqual(1);
  });

  it("applies the EXIF orientation before everything else", async () => {
    const stored = await asymmetric().withMetadata({ orientation: 6 }).tiff().toBuffer();
    const upright = await sharp(stored).autoOrient().png().toBuffer();
    const { image, width, height } = await toPng(stored, { crop: "2,4,20,30", flip: true });
    const expected = await sharp(upright).flip().png().toBuffer();
    const cropped = sharp(expected).extract({ left: 2, top: 4, width: 20, height: 30 });
    expect([width, height]).toEqual([20, 30]);
    expect(await difference(image, await cropped.png().toBuffer())).toBe(0);
  });

  it("keeps a point closest to the center of a cover", async () => {
    const input = await spotted();
    const size = { width: 60, height: 60, fit: "cover" } as const;
    const brightness = async (position: NonNullable<Options["position"]>) => {
      const { image } = await toPng(input, { ...size, position });
      const { channels } = await sharp(image).stats();
      return channels[0]?.mean ?? 0;
    };
    expect(await brightness("0.83,0.5")).toBeGreaterThan(100);
    expect(await brightness("attention")).toBeGreaterThan(100);
    expect(await brightness("0,0")).toBeLessThan(60);
    expect(await brightness("center")).toBeLessThan(60);
    const centered = await toPng(input, { ...size, position: "0.5,0.5" });
    expect(await difference(centered.image, (await toPng(input, size)).image)).toBeLessThanOrEqual(1);
  });

  it("does not enlarge an image unless asked, keeps the shape of the request, and says so", async () => {
    const input = await asymmetric(48, 32).png().toBuffer();
    const sizes: [Options, number, number][] = [
      [{ width: 96 }, 48, 32],
      [{ height: 64 }, 48, 32],
      [{ width: 96, height: 96 }, 48, 32],
      [{ width: 96, height: 96, fit: "outside" }, 48, 32],
      [{ width: 96, height: 96, fit: "cover" }, 32, 32],
      [{ width: 96, height: 48, fit: "fill" }, 48, 24],
      [{ width: 96, height: 16, fit: "cover" }, 48, 8],
    ];
    for (const [options, width, height] of sizes) {
      const result = await toPng(input, options);
      expect(result, JSON.stringify(options)).toMatchObject({
        width,
        height,
        warnings: [{ code: "not_enlarged" }],
      });
      const enlarged = await toPng(input, { ...options, enlarge: true });
      expect(enlarged.width > width || enlarged.height > height).toBe(true);
      expect(enlarged.warnings).toEqual([]);
    }
    const padded = await toPng(input, { width: 96, height: 96, fit: "contain" });
    expect(padded).toMatchObject({ width: 96, height: 96, warnings: [] });
    const reference = sharp(input).resize(96, 96, {
      fit: "contain",
      withoutEnlargement: true,
      background: "#0000",
    });
    expect(await difference(padded.image, await reference.png().toBuffer())).toBe(0);
  });

  it("renders a drawing at the requested size, and at its own size before a crop", async () => {
    const drawing = svg('<rect width="10" height="20" fill="#c00"/>', 'width="20" height="20"');
    expect(await toPng(drawing, { width: 200 })).toMatchObject({ width: 200, height: 200, warnings: [] });
    const { image, ...record } = await toPng(drawing, { crop: "5,0,10,20", flop: true });
    expect(record).toMatchObject({ width: 10, height: 20 });
    const expected = sharp(drawing).extract({ left: 5, top: 0, width: 10, height: 20 });
    const mirrored = sharp(await sharp(drawing).flop().png().toBuffer()).extract({
      left: 5,
      top: 0,
      width: 10,
      height: 20,
    });
    expect(await difference(image, await mirrored.png().toBuffer())).toBe(0);
    expect(await difference(image, await expected.png().toBuffer())).toBeGreaterThan(0);
    const wide = svg("", 'width="20000" height="20000"');
    await expect(toPng(wide, { crop: "0,0,10,10" })).rejects.toMatchObject({ code: "image_too_large" });
  });

  it("keeps the frames of an animation through crop, flop and grayscale, and refuses other changes", async () => {
    const gif = await animation([50, 60, 70], 0);
    const toWebp = (options: Options) => convertImage(gif, { format: "webp", lossless: true, ...options });
    const changed = await toWebp({ crop: "2,3,10,5", flop: true, grayscale: true });
    expect(changed).toMatchObject({ width: 10, height: 5, pages: 3 });
    expect(await sharp(changed.image, { animated: true }).metadata()).toMatchObject({ delay: [50, 60, 70] });
    for (const options of [
      { flip: true },
      { rotate: 90 },
      { trim: true },
      { blur: 1 },
      { sharpen: 1 },
      { width: 5, height: 9, fit: "cover", position: "attention" },
    ] satisfies Options[]) {
      await expect(toWebp(options), JSON.stringify(options)).rejects.toMatchObject({
        code: "invalid_parameter",
        errors: [{ detail: "expected none for an animation; set page to convert one frame" }],
      });
      expect((await toWebp({ ...options, page: 1 })).pages).toBe(1);
    }
  });

  it("refuses options that contradict the image or each other, naming the parameter", async () => {
    const input = await asymmetric(48, 32).png().toBuffer();
    const refused: [Options, string][] = [
      [{ crop: "40,0,9,9" }, "crop: expected a rectangle inside 48 × 32 pixels, received 40,0,9,9"],
      [
        { rotate: 90, crop: "0,0,40,9" },
        "crop: expected a rectangle inside 32 × 48 pixels, received 0,0,40,9",
      ],
      [
        { crop: "0,0,0,9" },
        'crop: expected a rectangle in pixels as an object or as "left,top,width,height", received "0,0,0,9"',
      ],
      [{ crop: "0,0,9,9", trim: true }, "trim: expected false with crop"],
      [{ position: "top" }, 'position: expected the fit cover or contain for "top", received inside'],
      [{ position: "0.1,0.2", fit: "contain" }, "position: expected the fit cover for"],
      [{ width: 9000, dpr: 2 }, "dpr: expected at most 1.82 for a side of 9000 pixels, received 2"],
      [{ rotate: 45 }, "rotate: expected 0, 90, 180 or 270, received 45"],
      [{ blur: 101 }, "blur: expected a number from 0.3 to 100, received 101"],
      [{ sharpen: 0 }, "sharpen: expected a number from 0.1 to 10, received 0"],
    ];
    for (const [options, message] of refused)
      await expect(toPng(input, options), JSON.stringify(options)).rejects.toMatchObject({
        code: "invalid_parameter",
        message: expect.stringContaining(message),
      });
  });

  it("predicts the cost of a trim, a blur and a sharpening, and refuses what exceeds the limits", async () => {
    const large = await sharp({ create: { width: 6_000, height: 6_000, channels: 4, background: "#4680" } })
      .png({ compressionLevel: 1 })
      .toBuffer();
    for (const options of [{ trim: true }, { blur: 100 }, { sharpen: 1 }] satisfies Options[])
      await expect(toPng(large, options), JSON.stringify(options)).rejects.toMatchObject({
        code: "image_too_large",
      });
  });
});
