import { randomBytes } from "node:crypto";
import { convertImage } from "@tools-api/core/image";
import sharp, { type Sharp } from "sharp";
import { describe, expect, it } from "vitest";
import { fixture, pixelsOf } from "./pictures.ts";
import { type ApngFrame, writeApng } from "./write-apng.ts";

const red = [200, 0, 0, 255] as const;
const green = [0, 200, 0, 255] as const;
const clear = [0, 0, 0, 0] as const;

/** Returns the pixels of each frame as `r`, `g`, `.` for transparent and `?` for any other color. */
async function draw(webp: Uint8Array): Promise<string[]> {
  const { data, info } = await sharp(webp, { animated: true })
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const letters = Array.from({ length: data.length / 4 }, (_, pixel) => {
    const [r = 0, g = 0, , alpha = 0] = data.subarray(pixel * 4);
    return alpha === 0 ? "." : alpha < 255 ? "?" : r > 150 ? "r" : g > 150 ? "g" : "?";
  }).join("");
  const pages = info.pages ?? 1;
  return Array.from({ length: pages }, (_, page) =>
    letters.slice((page * letters.length) / pages, ((page + 1) * letters.length) / pages),
  );
}

async function drawFrames(frames: readonly ApngFrame[]): Promise<string[]> {
  const result = await convertImage(writeApng(frames), { format: "webp", lossless: true });
  expect(result).toMatchObject({ warnings: [], original: { format: "png", pages: frames.length } });
  return draw(result.image);
}

/** Returns an animation of frames that share most of their pixels. */
async function drawing(colors: number, alpha: number): Promise<Uint8Array> {
  const [width, height, frames] = [23, 9, 5];
  const pixels = new Uint8Array(width * height * frames * 4);
  for (let at = 0; at < pixels.length / 4; at++) {
    const [x, y, frame] = [at % width, Math.floor(at / width) % height, Math.floor(at / width / height)];
    const isMoved = x > 3 + frame && x < 8 + frame * 2 && y > 2 && y < 6;
    const level = ((isMoved ? frame * 31 : 0) + x * 7 + y * 13) % colors;
    pixels.set([level, level * 3, 255 - level, isMoved && frame === 3 ? alpha : 255], at * 4);
  }
  return sharp(pixels, {
    animated: true,
    raw: { width, height: height * frames, channels: 4, pageHeight: height },
  })
    .webp({ lossless: true, exact: true, delay: [40, 60_000, 20, 100, 33], loop: 3 })
    .toBuffer();
}

/** Returns the type and the data of each chunk. */
function chunksOf(png: Uint8Array): { type: string; data: Buffer }[] {
  const bytes = Buffer.from(png);
  const chunks = [];
  for (let at = 8; at < bytes.length; at += bytes.readUInt32BE(at) + 12)
    chunks.push({
      type: bytes.toString("latin1", at + 4, at + 8),
      data: bytes.subarray(at + 8, at + 8 + bytes.readUInt32BE(at)),
    });
  return chunks;
}

describe("the target apng", () => {
  it.each([
    ["few colors", 8, 255],
    ["few colors and transparency", 8, 0],
    ["many colors", 256, 255],
    ["many colors and partial transparency", 256, 90],
  ])("keeps each pixel, delay and play of an animation with %s", async (_, colors, alpha) => {
    const animation = await drawing(colors, alpha);
    const { image, ...record } = await convertImage(animation, { format: "apng" });
    expect(record).toMatchObject({ contentType: "image/apng", width: 23, height: 9, pages: 5 });
    expect(record).toMatchObject({ lossless: true, warnings: [] });
    const back = sharp((await convertImage(image, { format: "webp", lossless: true })).image, {
      animated: true,
    });
    expect(await back.metadata()).toMatchObject({ pages: 5, delay: [40, 60_000, 20, 100, 33], loop: 3 });
    const flat = (opened: Sharp) => opened.flatten({ background: "#0f0" }).raw().toBuffer();
    expect(await flat(back)).toEqual(await flat(sharp(animation, { animated: true })));
  });

  it("stores only the area of a frame that changes, and a palette of up to 256 colors", async () => {
    const { image } = await convertImage(await drawing(8, 255), { format: "apng" });
    const chunks = chunksOf(image);
    expect(chunks.map(({ type }) => type).slice(0, 6)).toEqual([
      "IHDR",
      "PLTE",
      "tRNS",
      "acTL",
      "fcTL",
      "IDAT",
    ]);
    const areas = chunks
      .filter(({ type }) => type === "fcTL")
      .map(({ data }) => data.readUInt32BE(4) * data.readUInt32BE(8));
    expect(areas[0]).toBe(23 * 9);
    expect(Math.max(...areas.slice(1))).toBeLessThan(23 * 9 * 0.4);
  });

  it("is a plain png of one image, and takes the size and the page of the request", async () => {
    const animation = await drawing(8, 255);
    const still = await convertImage(animation, { format: "apng", page: 2 });
    expect(chunksOf(still.image).map(({ type }) => type)).toEqual(["IHDR", "PLTE", "IDAT", "IEND"]);
    expect(await sharp(still.image).metadata()).toMatchObject({ format: "png", width: 23, height: 9 });
    const small = await convertImage(animation, {
      format: "apng",
      width: 11,
      background: "red",
      fit: "contain",
      height: 11,
    });
    expect(small).toMatchObject({ width: 11, height: 11, pages: 5 });
    await expect(convertImage(animation, { format: "apng", quality: 50 })).resolves.toMatchObject({
      warnings: [{ code: "quality_ignored" }],
    });
  });
});

describe("animated png", () => {
  it("keeps the frames, delays and loops of an animated png in webp and gif", async () => {
    const file = await fixture("pil-delay.png");
    for (const format of ["webp", "gif"] as const) {
      const result = await convertImage(file, { format, width: 64 });
      expect(result).toMatchObject({ pages: 4, width: 64, height: 32, warnings: [] });
      expect(await sharp(result.image).metadata()).toMatchObject({
        pages: 4,
        delay: [500, 1000, 500, 1000],
        loop: 0,
      });
    }
    const twice = writeApng(
      [
        { color: red, width: 2, height: 2, delay: [3, 0] },
        { color: green, width: 2, height: 2, delay: [1, 4] },
      ],
      { loop: 2 },
    );
    const { image } = await convertImage(twice, { format: "webp" });
    // The delay is in hundredths of a second if there is no denominator.
    expect(await sharp(image).metadata()).toMatchObject({ delay: [30, 250], loop: 2 });
    const color = { width: 2, height: 2 };
    const slow = writeApng(
      [
        { ...color, color: red, delay: [70, 1] },
        { ...color, color: green },
      ],
      { loop: 100_000 },
    );
    expect(await sharp((await convertImage(slow, { format: "gif" })).image).metadata()).toMatchObject({
      pages: 2,
    });
    const again = await convertImage((await convertImage(slow, { format: "apng" })).image, {
      format: "webp",
    });
    expect(await sharp(again.image).metadata()).toMatchObject({ delay: [65_535, 100], loop: 65_535 });
  });

  it("draws the frames of an animated png on the canvas as their headers declare", async () => {
    const canvas = { color: red, width: 3, height: 2 };
    const spot = { color: green, width: 1, height: 1, left: 1, top: 1 };
    const end = { color: clear, width: 1, height: 1, blend: 1 };
    expect(await drawFrames([canvas, { ...spot, dispose: 0 }, { ...spot, left: 2, top: 0 }])).toEqual([
      "rrrrrr",
      "rrrrgr",
      "rrgrgr",
    ]);
    expect(await drawFrames([canvas, { ...spot, dispose: 1 }, end])).toEqual(["rrrrrr", "rrrrgr", "rrrr.r"]);
    expect(await drawFrames([canvas, { ...spot, dispose: 2 }, { ...spot, left: 0 }])).toEqual([
      "rrrrrr",
      "rrrrgr",
      "rrrgrr",
    ]);
    // The first frame has no earlier canvas to restore.
    expect(await drawFrames([{ ...canvas, dispose: 2 }, spot])).toEqual(["rrrrrr", "....g."]);
    const hole = { color: clear, width: 1, height: 2 };
    expect(await drawFrames([canvas, { ...hole, blend: 0 }, spot])).toEqual(["rrrrrr", ".rr.rr", ".rr.gr"]);
    expect((await drawFrames([canvas, { ...hole, blend: 1 }, spot])).at(-1)).toBe("rrrrgr");
  });

  it("blends semitransparent frames by their alpha", async () => {
    const half = [0, 0, 200, 128] as const;
    const file = writeApng([
      { color: [200, 0, 0, 128], width: 1, height: 1 },
      { color: half, width: 1, height: 1, blend: 1 },
    ]);
    const { image } = await convertImage(file, { format: "png", page: 1 });
    const [red, green, blue, alpha] = await pixelsOf(image);
    // The front has 128 / 255, the back half as much: two thirds of the color are the front's.
    expect([red, green, blue, alpha]).toEqual([66, 0, 134, 192]);
  });

  it("returns the composed picture of a page, and the still image if no frames are kept", async () => {
    const still = { color: green, width: 2, height: 1 };
    const file = writeApng(
      [
        { color: red, width: 2, height: 1 },
        { color: green, width: 1, height: 1 },
      ],
      { still },
    );
    const second = await convertImage(file, { format: "png", page: 1 });
    expect(await draw(second.image)).toEqual(["gr"]);
    const first = await convertImage(file, { format: "png" });
    expect(await draw(first.image)).toEqual(["gg"]);
    expect(first.warnings).toMatchObject([{ code: "frames_dropped" }]);
    expect(await draw((await convertImage(file, { format: "webp", lossless: true })).image)).toEqual([
      "rr",
      "gr",
    ]);
  });

  it("returns the still image with a warning if the frames of an animated png are invalid", async () => {
    const canvas = { color: red, width: 2, height: 2 };
    const outside = writeApng([canvas, { color: green, width: 2, height: 2, left: 1 }]);
    const fewer = writeApng([canvas, canvas], { declared: 3 });
    for (const file of [outside, fewer])
      expect(await convertImage(file, { format: "webp" })).toMatchObject({
        pages: 1,
        warnings: [{ code: "frames_dropped" }],
      });
  });

  it("drops the frames of an animated png instead of copying megabytes of profile into each", async () => {
    const canvas = { color: red, width: 2, height: 2 };
    const { icc } = await sharp({ create: { width: 1, height: 1, channels: 3, background: "#fff" } })
      .withIccProfile("p3")
      .png()
      .toBuffer()
      .then((image) => sharp(image).metadata());
    const padded = Buffer.concat([icc ?? Buffer.alloc(0), randomBytes(150_000)]);
    padded.writeUInt32BE(padded.length, 0);
    expect(
      await convertImage(writeApng([canvas, canvas], { profile: padded }), { format: "gif" }),
    ).toMatchObject({
      pages: 1,
      warnings: [{ code: "frames_dropped" }, { code: "color_profile_converted" }],
    });
    const plain = writeApng([canvas, { ...canvas, color: green }], { profile: icc ?? Buffer.alloc(0) });
    expect(await convertImage(plain, { format: "gif" })).toMatchObject({
      pages: 2,
      warnings: [{ code: "color_profile_converted" }],
    });
  });

  it("rejects an animated png with too many frames or with a damaged frame", async () => {
    const canvas = { color: red, width: 1, height: 1 };
    const many = writeApng(Array.from({ length: 2001 }, () => canvas));
    await expect(convertImage(many, { format: "webp" })).rejects.toMatchObject({ code: "image_too_large" });
    await expect(convertImage(many, { format: "png", page: 2000 })).rejects.toMatchObject({
      code: "image_too_large",
    });
    const large = [{ ...canvas, width: 1_000, height: 1_000 }, ...Array.from({ length: 60 }, () => canvas)];
    await expect(convertImage(writeApng(large), { format: "png", page: 60 })).rejects.toMatchObject({
      code: "image_too_large",
      message: expect.stringContaining("61 frames"),
    });
    const damaged = Buffer.from(writeApng([canvas, canvas]));
    damaged.fill(0xff, damaged.indexOf("fdAT") + 8, damaged.indexOf("fdAT") + 14);
    await expect(convertImage(damaged, { format: "webp" })).rejects.toMatchObject({ code: "invalid_image" });
  });
});
