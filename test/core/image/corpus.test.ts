import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { extname, join } from "node:path";
import { promisify } from "node:util";
import { magickCodec } from "@tools-api/adapters/image/magick";
import { pdfiumCodec } from "@tools-api/adapters/image/pdfium";
import { type ConvertedImage, convertImage } from "@tools-api/core/image";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { imagesIn, sampleOf } from "../../image-corpus.ts";
import {
  decodeWithSecond,
  decodeWithSharp,
  hasSecondDecoder,
  bestIcon,
  meanDifference,
  type SecondDecoding,
} from "../../engines/second-decoder.ts";
import { sharedData } from "../../shared-data.ts";
import { isWhole } from "../../whole.ts";

const folder = sharedData("images", "valid");
const all = folder === null ? [] : imagesIn(folder);
const codecs = [magickCodec(), pdfiumCodec()];
const run = promisify(execFile);

// Deadlines are in real time, whatever other work the machine does. No file here reaches one.
beforeAll(() => void vi.spyOn(sharp.prototype, "timeout").mockReturnThis());
afterAll(() => void vi.restoreAllMocks());

const targets = ["jpeg", "png", "webp", "avif"] as const;
type Target = (typeof targets)[number];

/** Maximum side of a result: large enough for the comparison, and fast to encode. */
const side = 256;

/** Files that do not convert, and why. */
const unconverted: Readonly<Record<string, { to: readonly Target[]; code: string; reason: string }>> = {
  "cc-cmyk_layers.jxl": {
    to: targets,
    code: "invalid_image",
    reason: "the codec reads CMYK in layers as an image of 0 × 0",
  },
};

/** Files that the second decoder shows differently, and why that is not our error. */
const shownOtherwise: Readonly<Record<string, { to: readonly Target[]; reason: string }>> = {
  "cc-g03n2c08.png": { to: targets, reason: "ImageMagick 6 ignores a gamma other than that of linear light" },
  "pil-delay.png": {
    to: ["webp"],
    reason: "its animation, which webp keeps, does not begin with the picture that a still decoder shows",
  },
  "pil-rgb32rle_bottom_right.tga": {
    to: targets,
    reason: "its header declares no bits of alpha, which ImageMagick 6 shows all the same",
  },
  "sharp-Channel_digital_image_CMYK_color_no_profile.jpg": {
    to: targets,
    reason: "CMYK without a profile is each decoder's guess",
  },
  "vips-ISO_12233-reschart.pdf": {
    to: targets,
    reason: "lines finer than a pixel, drawn at the size of the result",
  },
  "vips-ojpeg-strip.tif": { to: targets, reason: "ImageMagick 6 takes its YCbCr for RGB" },
  "vips-subsampled.tif": { to: targets, reason: "ImageMagick 6 misplaces its subsampled colours" },
};

/**
 * Returns the targets of a file: png, which holds the exact pixels, and one of the others in turn, because
 * they share the pixels.
 */
function targetsOf(name: string): readonly Target[] {
  if (name in unconverted || name in shownOtherwise) return targets;
  const others = targets.filter((format) => format !== "png");
  const turn = others[all.indexOf(name) % others.length];
  return turn ? ["png", turn] : ["png"];
}

/** Files that the second decoder cannot read. The tests of the codecs compare their pixels. */
const withoutSecond = new Set([
  "avif-star-8bpc.avifs",
  "pil-hopper.qoi",
  "pil-pil123rgba.qoi",
  "cc-cmyk_layers.jxl",
]);

/**
 * Files for Debian's libvips. It makes small pictures of large files in a tenth of the time that the tools of
 * libheif and libjxl take for a whole PNG. ImageMagick 6 reads floating point samples as sRGB, although they
 * are linear light.
 */
const byVips = new Set([
  "avif-hato.profile0.10bpc.yuv420.avif",
  "avif-hato.profile2.12bpc.yuv422.avif",
  "cc-bike.jxl",
  "cc-rgb32f_color.tiff",
  "cc-sunset_logo.jxl",
  "exif-IMG_5195.HEIC",
  "vips-avif-orientation-6.avif",
]);
/** Icons are converted from the deepest of their largest images. */
const icons = new Set([".ico", ".cur"]);

async function thumbnail(path: string): Promise<SecondDecoding> {
  const temporary = await mkdtemp(join(tmpdir(), "corpus-"));
  try {
    const output = join(temporary, "thumbnail.png");
    // sharp sets VIPSHOME for its own libvips. Debian's libvips would look for its modules there.
    const { VIPSHOME: _, ...env } = process.env;
    await run("/usr/bin/vipsthumbnail", [path, "--size", `${side}x${side}>`, "-e", "srgb", "-o", output], {
      env,
    });
    return await decodeWithSharp(await readFile(output));
  } finally {
    await rm(temporary, { recursive: true });
  }
}

async function shrink(
  { width, height, channels, data }: SecondDecoding,
  longest: number,
): Promise<SecondDecoding> {
  const small = await sharp(data, { raw: { width, height, channels } })
    .resize({ width: longest, height: longest, fit: "inside", withoutEnlargement: true })
    .png()
    .toBuffer();
  return decodeWithSharp(small);
}

/** Returns a second decoder's picture of a file, no larger than the results. */
async function expectedPicture(path: string, name: string): Promise<SecondDecoding | null> {
  if (withoutSecond.has(name)) return null;
  if (byVips.has(name)) return thumbnail(path);
  const picture = await (icons.has(extname(name).toLowerCase())
    ? decodeWithSecond(path, await bestIcon(path))
    : decodeWithSecond(path));
  return picture && shrink(picture, side);
}

async function onWhite({ width, height, channels, data }: SecondDecoding): Promise<SecondDecoding> {
  const flat = await sharp(data, { raw: { width, height, channels } })
    .flatten({ background: "#ffffff" })
    .png()
    .toBuffer();
  return decodeWithSharp(flat);
}

/** Returns mean differences of samples: of all pixels, and of the picture at an eighth of its size. */
async function differences(
  result: ConvertedImage,
  expected: SecondDecoding,
): Promise<[all: number, coarse: number]> {
  const actual = await decodeWithSharp(result.image);
  const wanted = result.format === "jpeg" ? await onWhite(expected) : expected;
  const eighth = Math.ceil(Math.max(wanted.width, wanted.height) / 8);
  const coarse = await Promise.all([shrink(actual, eighth), shrink(wanted, eighth)]);
  return [meanDifference(actual, wanted), meanDifference(...coarse)];
}

/** Returns the errors in the results of a file, or an empty list. */
async function faultsOf(name: string, path: string): Promise<string[]> {
  const faults: string[] = [];
  const input = await readFile(path);
  const expected = await expectedPicture(path, name);
  const isLarge = expected === null || Math.max(expected.width, expected.height) >= side;
  const size = isLarge ? { width: side, height: side } : {};
  for (const format of targetsOf(name)) {
    const outcome = await convertImage(input, { format, ...size, effort: "fast", codecs }).catch(
      (error: unknown) => error,
    );
    const exception = unconverted[name]?.to.includes(format) ? unconverted[name] : undefined;
    const fault = (what: string) => faults.push(`${name} to ${format}: ${what}`);
    if (outcome instanceof Error) {
      const code = "code" in outcome ? outcome.code : "";
      if (code !== exception?.code) fault(`${String(code)} ${outcome.message}`);
      continue;
    }
    if (exception) fault(`converts, although ${exception.reason}`);
    // An outcome that is not an error is a result.
    const result = outcome as ConvertedImage;
    const metadata = await sharp(result.image).metadata();
    if (metadata.exif ?? metadata.icc ?? metadata.xmp ?? metadata.iptc) fault("metadata was kept");
    if (!expected) continue;
    if (result.width !== expected.width || result.height !== expected.height) {
      fault(`${result.width} × ${result.height} instead of ${expected.width} × ${expected.height}`);
      continue;
    }
    const [all, coarse] = await differences(result, expected);
    const exact = format !== "png" || all <= 5;
    const { to = [], reason = "" } = shownOtherwise[name] ?? {};
    const isException = to.includes(format);
    if (!isException && (coarse > 8 || !exact))
      fault(`differs by ${all.toFixed(1)}, ${coarse.toFixed(1)} in small`);
    if (isException && coarse <= 3) fault(`is as expected, although ${reason}`);
  }
  return faults;
}

describe.skipIf(folder === null || !hasSecondDecoder())("the shared corpus (needs TOOLS_API_DATA)", () => {
  it("converts to jpeg, png, webp and avif like a second decoder: size, orientation, colors, alpha", async () => {
    const faults: string[] = [];
    const names = sampleOf(folder ?? "");
    const queue = [...names];
    const work = async () => {
      for (let name = queue.shift(); name !== undefined; name = queue.shift())
        faults.push(...(await faultsOf(name, join(folder ?? "", name))));
    };
    await Promise.all([work(), work()]);
    for (const [name, { to, reason }] of Object.entries(unconverted))
      console.log(`not converted to ${to.join(", ")}: ${name}: ${reason}`);
    for (const [name, { reason }] of Object.entries(shownOtherwise))
      console.log(`not as the second decoder has it: ${name}: ${reason}`);
    expect(names.length).toBeGreaterThan(isWhole ? 150 : 20);
    expect(faults).toEqual([]);
  }, 600_000);
});

/** Returns the milliseconds of each frame from ImageMagick 6, in the hundredths of a second of GIF. */
async function expectedDelays(path: string): Promise<number[]> {
  const { stdout } = await run("/usr/bin/identify", ["-format", "%T ", path]);
  return stdout
    .trim()
    .split(" ")
    .map((delay) => Number(delay) * 10);
}

const sum = (figures: readonly number[]) => figures.reduce((total, figure) => total + figure, 0);

describe.skipIf(folder === null || !hasSecondDecoder())("animations of the shared corpus", () => {
  const animations = all.filter((name) => /\.(?:gif|webp)$/.test(name) && name !== "wes-1024-pages.gif");

  it("keeps frames, delays and loops between gif and webp", async () => {
    let animated = 0;
    for (const name of animations) {
      const path = join(folder ?? "", name);
      if (!isWhole && (await stat(path)).size > 20_000) continue;
      const delays = await expectedDelays(path);
      if (delays.length < 2) continue;
      animated += 1;
      const input = await readFile(path);
      const { loop } = await sharp(input).metadata();
      const gif = await convertImage(input, { format: "gif", width: 64 });
      const read = await sharp(gif.image).metadata();
      expect({ pages: gif.pages, delays: read.delay, loop: read.loop }, name).toEqual({
        pages: delays.length,
        delays,
        loop,
      });
      const webp = await convertImage(input, { format: "webp", width: 64 });
      const { delay = [], pages = 1, loop: webpLoop } = await sharp(webp.image).metadata();
      expect(pages, name).toBe(webp.pages);
      // The encoder joins equal frames. A single remaining frame has no delay or loop. Players show a frame
      // without a delay for a tenth of a second.
      if (pages === 1) continue;
      expect({ duration: sum(delay), loop: webpLoop }, name).toEqual({
        duration: sum(delays.map((milliseconds) => milliseconds || 100)),
        loop,
      });
    }
    expect(animated).toBeGreaterThan(isWhole ? 10 : 5);
  });

  // ImageMagick 6 decodes the red leaves under the lizard as green.
  it("decodes the JPEG of 1992 in tiff in its colors", async () => {
    const { image } = await convertImage(await readFile(join(folder ?? "", "vips-ojpeg-strip.tif")), {
      format: "png",
      codecs,
    });
    const { channels } = await sharp(image).stats();
    expect((channels[0]?.mean ?? 0) - (channels[1]?.mean ?? 0)).toBeGreaterThan(50);
  });
});
