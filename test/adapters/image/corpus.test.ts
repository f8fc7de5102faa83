import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { magickCodec } from "@tools-api/adapters/image/magick";
import { pdfiumCodec } from "@tools-api/adapters/image/pdfium";
import sharp from "sharp";
import { describe, expect, it } from "vitest";
import { isAffordable } from "../../image-corpus.ts";
import {
  decodeWithSecond,
  decodeWithSharp,
  hasSecondDecoder,
  iconWidths,
  meanDifference,
  type SecondDecoding,
} from "../../engines/second-decoder.ts";
import { sharedData } from "../../shared-data.ts";
import { isWhole } from "../../whole.ts";
import { decodeWithCodec } from "./decoding.ts";

const folder = sharedData("images", "valid");
const canCompare = folder !== null && hasSecondDecoder();
const path = (name: string) => join(folder ?? "", name);
const codec = magickCodec();

/** The milliseconds of the frames of a swing, as djxl reports them. */
const newtonsCradle = [
  50,
  ...Array.from({ length: 8 }, () => 20),
  40,
  ...Array.from({ length: 8 }, () => 20),
];

/** Files to compare with a second decoder. */
interface Comparison {
  format: string;
  names: string[];
  /** The maximum mean difference of samples, of 255, due to rounding, color conversion and interpolation. */
  difference: number;
  /** The page of the main image, if it is not the first. */
  page?: number;
}

const comparisons: readonly Comparison[] = [
  { format: "heic", names: ["exif-IMG_5195.HEIC", "mei-cheers_1440x960.heic"], difference: 0.6 },
  // libheif 1.15 uses other color coefficients.
  { format: "heic", names: ["heif-example.heic"], difference: 5 },
  {
    format: "jxl",
    names: [
      "cc-3x3_jpeg_recompression.jxl",
      "cc-alpha_triangles.jxl",
      "cc-animation_newtons_cradle.jxl",
      "cc-bench_oriented_brg.jxl",
      "cc-distance_1_0.jxl",
      "cc-sunset_logo.jxl",
    ],
    difference: 0.5,
  },
  {
    format: "bmp",
    names: [
      "pil-pal1.bmp",
      "pil-pal4rle.bmp",
      "pil-pal8os2.bmp",
      "pil-pal8rle.bmp",
      "pil-pal8topdown.bmp",
      "pil-rgb24.bmp",
      "pil-rgb32bf.bmp",
      "pil-rgba32.bmp",
      "vips-small.bmp",
    ],
    difference: 0,
  },
  { format: "bmp", names: ["pil-rgb16-565.bmp"], difference: 0.1 },
  { format: "ico", names: ["cc-bmp-24bpp-mask.ico", "pil-hopper.ico"], difference: 0 },
  { format: "ico", names: ["pil-python.ico", "vips-favicon.ico"], difference: 0, page: 2 },
  { format: "cur", names: ["vips-sample.cur"], difference: 0 },
  {
    format: "tga",
    names: ["mei-POOL_4.TGA", "pil-200x32_l_bl_raw.tga", "pil-200x32_rgba_tl_rle.tga", "vips-targa.tga"],
    difference: 0,
  },
  {
    format: "psd",
    names: [
      "mei-10x12x16bit-CMYK.psd",
      "mei-8x4x8bit-Grayscale.psd",
      "pil-hopper.psd",
      "pil-hopper_merged.psd",
    ],
    difference: 0.3,
  },
  { format: "jp2", names: ["sharp-relax.jp2", "vips-issue412.jp2", "vips-world.jp2"], difference: 0.1 },
  { format: "pnm", names: ["pil-hopper.pnm", "pil-hopper.ppm", "vips-rgba-correct.ppm"], difference: 0 },
  { format: "sgi", names: ["vips-silicongraphics.sgi"], difference: 0 },
  { format: "tiff", names: ["pil-12bit.cropped.tif"], difference: 0.1 },
];

/** Returns the first file from each source; all files with `TOOLS_API_WHOLE=1`. */
function sample(names: string[]): string[] {
  const source = (name: string) => name.split("-", 1)[0];
  const affordable = names.filter(isAffordable);
  return affordable.filter(
    (name, index) => isWhole || affordable.findIndex((each) => source(each) === source(name)) === index,
  );
}

const cases = comparisons.flatMap(({ names, ...comparison }) =>
  sample(names).map((name) => ({ name, ...comparison })),
);

describe.skipIf(!canCompare)("the shared corpus through the codecs (needs TOOLS_API_DATA)", () => {
  it.each(cases)("decodes $name like a second decoder", async ({ name, format, difference, page }) => {
    const { header, picture } = await decodeWithCodec(codec, format, await readFile(path(name)));
    const turned = header.orientation > 4;
    const { width, height } = header.stored;
    expect([picture.width, picture.height]).toEqual(turned ? [height, width] : [width, height]);
    const second = await decodeWithSecond(path(name), page);
    expect(second && meanDifference(picture, second)).toBeLessThanOrEqual(difference);
  });

  it.each([
    ["mei-Icon_1_.ico", 23, 256],
    ["cc-multiple_entries_with_different_bit_depth.ico", 9, 48],
  ])("chooses the largest image of %s", async (name, pages, side) => {
    const { header, picture } = await decodeWithCodec(codec, "ico", await readFile(path(name)));
    expect(header).toMatchObject({ pages, bitDepth: 8, stored: { width: side, height: side } });
    const widths = await iconWidths(path(name));
    const seconds = await Promise.all(
      widths.flatMap((width, page) => (width === side ? [decodeWithSecond(path(name), page)] : [])),
    );
    const equal = seconds.filter((second) => second && meanDifference(picture, second) === 0);
    expect(equal.length).toBeGreaterThan(0);
  });

  it("decodes qoi to the same picture as ppm", async () => {
    const { picture } = await decodeWithCodec(codec, "qoi", await readFile(path("pil-hopper.qoi")));
    const second = await decodeWithSecond(path("pil-hopper.ppm"));
    expect(second && meanDifference(picture, second)).toBeLessThan(1.5);
  });

  it("decodes the JPEG of 1992 in tiff", async () => {
    const { picture } = await decodeWithCodec(codec, "tiff", await readFile(path("vips-ojpeg-strip.tif")));
    expect(picture).toMatchObject({ width: 160, height: 160 });
    // A lizard on red leaves. ImageMagick 6 decodes them as green.
    const { channels } = await sharp(picture.data, { raw: { width: 160, height: 160, channels: 4 } }).stats();
    expect((channels[0]?.mean ?? 0) - (channels[1]?.mean ?? 0)).toBeGreaterThan(50);
  });

  it("ignores the alpha bits of a tga whose header declares no alpha", async () => {
    const bytes = await readFile(path("pil-rgb32rle_bottom_right.tga"));
    const { header, picture } = await decodeWithCodec(codec, "tga", bytes);
    expect(header).toMatchObject({ hasAlpha: false, orientation: 1 });
    const second = await decodeWithSecond(path("pil-rgb32rle_bottom_right.tga"));
    const opaque: SecondDecoding | null = second && {
      ...second,
      data: second.data.map((value, index) => (index % 4 === 3 ? 255 : value)),
    };
    expect(opaque && meanDifference(picture, opaque)).toBe(0);
  });

  it("rejects cmyk in jxl with invalid_image", async () => {
    const bytes = await readFile(path("cc-cmyk_layers.jxl"));
    await expect(codec.readHeader({ format: "jxl", bytes, page: undefined })).rejects.toMatchObject({
      code: "invalid_image",
    });
  });

  it.each([
    ["avif", "avif-star-8bpc.avifs", 5, 159, Array.from({ length: 5 }, () => 100)],
    ["jxl", "cc-animation_newtons_cradle.jxl", 36, 480, [...newtonsCradle, ...newtonsCradle]],
  ])("decodes the frames and delays of an animated %s", async (format, name, frames, width, delays) => {
    const bytes = await readFile(path(name));
    const header = await codec.readHeader({ format, bytes, page: undefined });
    expect(header).toMatchObject({ pages: frames, isAnimated: true, stored: { width } });
    const decoded = await codec.decode({ format, bytes, page: undefined, frames: "all" });
    if (decoded.kind !== "frames") throw new Error("expected frames");
    expect(decoded).toMatchObject({ frames, loop: 0 });
    expect(decoded.delays).toEqual(delays);
    const { data, size, channels } = decoded.pixels;
    expect(data.length).toBe(size.width * size.height * channels * frames);
    // The first frame is the still image.
    const still = await decodeWithCodec(codec, format, bytes);
    const first = await sharp(data.subarray(0, data.length / frames), { raw: { ...size, channels } })
      .png()
      .toBuffer();
    expect(meanDifference(await decodeWithSharp(first), still.picture)).toBeLessThan(0.5);
  });

  it.each([
    ["vips-ISO_12233-reschart.pdf", 12],
    ["vips-blankpage.pdf", 0],
    ["vips-page-box.pdf", 10],
  ])("draws %s like a second renderer", async (name, difference) => {
    const { picture } = await decodeWithCodec(pdfiumCodec(), "pdf", await readFile(path(name)));
    const second = await decodeWithSecond(path(name));
    if (!second) throw new Error("expected a second renderer");
    // Renderers round the size of a page differently, by one pixel.
    expect(Math.abs(picture.width - second.width)).toBeLessThanOrEqual(1);
    expect(Math.abs(picture.height - second.height)).toBeLessThanOrEqual(1);
    const small = async ({ width, height, data }: SecondDecoding) =>
      decodeWithSharp(
        await sharp(data, { raw: { width, height, channels: 4 } })
          .resize(200, 200, { fit: "fill" })
          .png()
          .toBuffer(),
      );
    expect(meanDifference(await small(picture), await small(second))).toBeLessThanOrEqual(difference);
  });
});
