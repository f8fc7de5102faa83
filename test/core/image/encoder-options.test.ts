import { convertImage, type ConvertImageOptions } from "@tools-api/core/image";
import sharp, { type Sharp } from "sharp";
import { describe, expect, it } from "vitest";
import { asymmetric } from "./pictures.ts";

const input = asymmetric(64, 48).png().toBuffer();

/** Returns the artist, the copyright notice and all other tags of EXIF as text. */
const exifOf = async (image: Uint8Array) => (await sharp(image).metadata()).exif?.toString("latin1") ?? "";

/** Returns the chroma of an AVIF by the configuration of its decoder (AV1-ISOBMFF §2.3.3). */
function subsampling(avif: Uint8Array): string {
  const flags = avif[Buffer.from(avif).indexOf("av1C") + 6] ?? 0;
  return (flags & 0b1100) === 0 ? "4:4:4" : "4:2:0";
}

describe("the options of the encoders", () => {
  it.each([
    { format: "jpeg", progressive: true },
    { format: "png", progressive: true },
    { format: "gif", progressive: true },
    { format: "jpeg", chroma: "4:4:4" },
  ] as const satisfies ConvertImageOptions[])(
    "apply to the file: %j",
    async (options: ConvertImageOptions) => {
      const { image } = await convertImage(await input, options);
      const { isProgressive, chromaSubsampling } = await sharp(image).metadata();
      expect(isProgressive).toBe(options.progressive === true);
      expect(chromaSubsampling === "4:4:4").toBe(options.chroma === "4:4:4");
    },
  );

  it.each(["4:2:0", "4:4:4"] as const)("give avif the chroma %s at any quality", async (chroma) => {
    for (const quality of [30, 95]) {
      const { image } = await convertImage(await input, { format: "avif", chroma, quality });
      expect(subsampling(image)).toBe(chroma);
    }
  });

  it("keep the colors of transparent pixels in a lossless webp", async () => {
    const pixels = Uint8Array.from({ length: 16 * 16 * 4 }, (_, index) =>
      index % 4 === 3 ? 0 : index % 251,
    );
    const raw = { width: 16, height: 16, channels: 4 } as const;
    const png = await sharp(pixels, { raw }).png().toBuffer();
    const { image } = await convertImage(png, { format: "webp", lossless: true });
    expect(await sharp(image).raw().toBuffer()).toEqual(Buffer.from(pixels));
  });

  it.each([
    [
      { format: "webp", progressive: true },
      "progressive: expected one of the formats jpeg, png, gif with it, received webp",
    ],
    [{ format: "webp", chroma: "4:4:4" }, "chroma: expected jpeg or lossy avif with it, received webp"],
    [
      { format: "avif", chroma: "4:2:0", lossless: true },
      "chroma: expected jpeg or lossy avif with it, received lossless avif",
    ],
    [{ format: "png", density: 72 }, "density: expected a pdf with it, received an image in png"],
  ] as [ConvertImageOptions, string][])(
    "are refused where they have no effect: %j",
    async (options, message) => {
      await expect(convertImage(await input, options)).rejects.toMatchObject({
        code: "invalid_parameter",
        message,
      });
    },
  );

  it("apply to the formats that have them if auto chooses", async () => {
    const image = await convertImage(await input, {
      format: "auto",
      accept: ["jpeg"],
      progressive: true,
      chroma: "4:4:4",
    });
    expect(await sharp(image.image).metadata()).toMatchObject({
      isProgressive: true,
      chromaSubsampling: "4:4:4",
    });
  });
});

describe("keepMetadata: copyright", () => {
  const notice = { Artist: "Ada Lovelace", Copyright: "2026 Ada Lovelace" };
  const described = (image: Sharp) =>
    image.withExif({ IFD0: { ...notice, Make: "Babbage" }, IFD3: { GPSLatitude: "51/1 30/1 0/1" } });

  it.each(["jpeg", "png", "webp", "avif"] as const)(
    "keeps the artist and the notice of EXIF in %s, and no more",
    async (format) => {
      const photo = await described(asymmetric(32, 24)).jpeg().toBuffer();
      const { image, warnings } = await convertImage(photo, { format, keepMetadata: "copyright" });
      const exif = await exifOf(image);
      expect(exif).toContain(notice.Artist);
      expect(exif).toContain(notice.Copyright);
      expect(exif).not.toContain("Babbage");
      expect(warnings.map(({ code }) => code)).not.toContain("metadata_dropped");
    },
  );

  it("writes XMP where a format has no EXIF, and reads it again", async () => {
    const photo = await described(asymmetric(32, 24)).jpeg().toBuffer();
    const tiff = await convertImage(photo, { format: "tiff", keepMetadata: "copyright" });
    expect((await sharp(tiff.image).metadata()).xmpAsString).toContain(notice.Copyright);
    const jpeg = await convertImage(tiff.image, { format: "jpeg", keepMetadata: "copyright" });
    expect(await exifOf(jpeg.image)).toContain(notice.Artist);
  });

  it("warns in a format without metadata, and only if the file has a notice", async () => {
    const photo = await described(asymmetric(32, 24)).png().toBuffer();
    const gif = await convertImage(photo, { format: "gif", keepMetadata: "copyright" });
    expect(gif.warnings.map(({ code }) => code)).toContain("metadata_dropped");
    const plain = await convertImage(await input, { format: "gif", keepMetadata: "copyright" });
    expect(plain.warnings.map(({ code }) => code)).not.toContain("metadata_dropped");
  });
});
