import { convertImage } from "@tools-api/core/image";
import sharp from "sharp";
import { describe, expect, it } from "vitest";
import { type Packing, type TiffPicture, writeTiff } from "./write-tiff.ts";

/** Writes a TIFF of 4 × 4 equal pixels of 8 bits, with further fields of one number. */
function tiff(
  photometric: number,
  pixel: readonly number[],
  options: Packing & Pick<TiffPicture, "extra" | "fields"> = {},
): Promise<Buffer> {
  const { extra, fields, ...packing } = options;
  const pixels = Array.from({ length: 16 }, () => pixel);
  return writeTiff(
    { width: 4, height: 4, photometric, format: "uint", bits: 8, pixels, extra, fields },
    packing,
  );
}

describe("tiff", () => {
  it("reads lzw with differences, in which a further channel is no transparency", async () => {
    const noise = await sharp({
      create: {
        width: 300,
        height: 200,
        channels: 4,
        noise: { type: "gaussian", mean: 128, sigma: 30 },
        background: "#fff",
      },
    })
      .raw()
      .toBuffer();
    const raw = { width: 300, height: 200, channels: 4 } as const;
    for (const tile of [false, true]) {
      const file = await sharp(noise, { raw })
        .tiff({ compression: "lzw", predictor: "horizontal", tile, tileWidth: 64, tileHeight: 64 })
        .toBuffer();
      const entry = file.indexOf(Buffer.of(0x52, 0x01, 3, 0, 1, 0, 0, 0));
      file.writeUInt16LE(0, entry + 8);
      const { image } = await convertImage(file, { format: "png" });
      expect(await sharp(image).raw().toBuffer()).toEqual(
        await sharp(noise, { raw }).removeAlpha().raw().toBuffer(),
      );
    }
  });

  it("ignores differences where a compression has none", async () => {
    for (const compression of [1, 32773] as const) {
      const file = await tiff(2, [200, 100, 50, 7], { compression, extra: [0], fields: { 317: [2] } });
      const { image } = await convertImage(file, { format: "png" });
      expect([...(await sharp(image).raw().toBuffer()).subarray(0, 3)]).toEqual([200, 100, 50]);
    }
  });

  it.each<[string, number, number[], Pick<TiffPicture, "extra" | "fields">]>([
    ["a set of inks other than CMYK", 5, [0, 9, 9, 9], { fields: { 332: [2] } }],
    ["colors in ITU L*a*b*", 10, [139, 37, 44], {}],
    ["2 samples of 8 bits", 1, [55, 9], { extra: [0], fields: { 317: [4] } }],
  ])("refuses %s by its name", async (name, photometric, pixel, options) => {
    const file = await tiff(photometric, pixel, { compression: 8, ...options });
    await expect(convertImage(file, { format: "png" })).rejects.toThrow(name);
  });

  it("names a compression and a camera's raw file that it does not read", async () => {
    const file = await tiff(2, [200, 100, 50]);
    const named = (tag: number, value: number) => {
      const copy = Buffer.from(file);
      copy.writeUInt16LE(value, copy.indexOf(Buffer.of(tag & 255, tag >> 8, 3, 0, 1, 0, 0, 0)) + 8);
      return copy;
    };
    await expect(convertImage(named(259, 50000), { format: "png" })).rejects.toThrow(
      /Zstandard compression is not read/,
    );
    await expect(convertImage(named(262, 32803), { format: "png" })).rejects.toThrow(/raw file of a camera/);
  });
});
