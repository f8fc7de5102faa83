import { deflateSync } from "node:zlib";
import { magickCodec } from "@tools-api/adapters/image/magick";
import { convertImage } from "@tools-api/core/image";
import sharp from "sharp";
import { describe, expect, it } from "vitest";
import { asymmetric, fixture } from "../../core/image/pictures.ts";
import { meanDifference } from "../../engines/second-decoder.ts";
import { colorAt, decodeWithCodec, rgbaOf } from "./decoding.ts";
import { lyingQoi, maskedIcon, netpbm, openExr, qoi, radiance, targa } from "./handmade.ts";

const codec = magickCodec();

/** Returns a TGA 2.0 file of one pixel with an extension area. Its header declares the bits of alpha of each pixel. */
function targaWithAttributes(type: number, alphaBits: number): Uint8Array {
  const header = [0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 1, 0, 32, alphaBits];
  const pixel = [50, 100, 200, 128];
  const extension = new Uint8Array(495);
  new DataView(extension.buffer).setUint16(0, 495, true);
  extension[494] = type;
  const offset = [header.length + pixel.length, 0, 0, 0];
  const signature = new TextEncoder().encode("TRUEVISION-XFILE.\0");
  return Uint8Array.from([...header, ...pixel, ...extension, ...offset, 0, 0, 0, 0, ...signature]);
}

describe("a codec by ImageMagick", () => {
  it("rejects a truncated TIFF that sharp has rejected", async () => {
    const whole = await asymmetric(200, 200).tiff().toBuffer();
    for (const share of [0.3, 0.5, 0.8]) {
      const cut = whole.subarray(0, Math.floor(whole.length * share));
      await expect(convertImage(cut, { format: "png", codecs: [codec] })).rejects.toMatchObject({
        code: "invalid_image",
      });
    }
  });

  it.each([
    ["heic", "asymmetric.heic"],
    ["jxl", "asymmetric.jxl"],
    ["jp2", "asymmetric.jp2"],
    ["bmp", "asymmetric.bmp"],
    ["psd", "asymmetric.psd"],
    ["pcx", "asymmetric.pcx"],
    ["dds", "asymmetric.dds"],
    ["sgi", "asymmetric.sgi"],
  ])("decodes %s to the original picture", async (format, name) => {
    const { header, picture } = await decodeWithCodec(codec, format, await fixture(name));
    expect(header).toMatchObject({
      stored: { width: 48, height: 32 },
      orientation: 1,
      isAnimated: false,
      hasAlpha: false,
      bitDepth: 8,
      colorSpace: "srgb",
    });
    expect(meanDifference(picture, await rgbaOf(asymmetric()))).toBeLessThan(0.7);
  });

  it.each([
    ["heic", "turned.heic", 1],
    ["jxl", "turned.jxl", 6],
  ])(
    "rotates %s upright once, even if its EXIF has an orientation as well",
    async (format, name, orientation) => {
      const { header, picture } = await decodeWithCodec(codec, format, await fixture(name));
      expect(header.orientation).toBe(orientation);
      expect(meanDifference(picture, await rgbaOf(asymmetric()))).toBeLessThan(4);
    },
  );

  it("returns the color profile of a file with its pixels", async () => {
    const bytes = await fixture("turned.jxl");
    const { profile } = await codec.readHeader({ format: "jxl", bytes, page: undefined });
    const decoded = await codec.decode({ format: "jxl", bytes, page: undefined, frames: "one" });
    const handed = decoded.kind === "file" ? await sharp(decoded.bytes).metadata() : null;
    expect(profile?.length).toBeGreaterThan(128);
    expect(handed?.icc).toEqual(Buffer.from(profile ?? []));
    expect(handed).toMatchObject({ orientation: 6, depth: "uchar", space: "srgb" });
  });

  it("returns a profile that decoding other images does not change", async () => {
    const bytes = await fixture("turned.heic");
    const { profile } = await codec.readHeader({ format: "heic", bytes, page: undefined });
    await decodeWithCodec(codec, "jxl", await fixture("cc-sunset_logo.jxl"));
    // The signature of every ICC profile is at this offset.
    expect(String.fromCharCode(...(profile ?? []).slice(36, 40))).toBe("acsp");
  });

  it("rejects a file that ends after its header, with the reason that it contains no picture", async () => {
    const bytes = (await fixture("asymmetric.dds")).subarray(0, 128);
    await expect(
      codec.decode({ format: "dds", bytes, page: undefined, frames: "one" }),
    ).rejects.toMatchObject({
      code: "invalid_image",
      message: "image: dds was recognized, but it contains no image",
    });
  });

  it("chooses the largest image of an icon, or the image of the given page", async () => {
    const bytes = await fixture("icons.ico");
    const main = await decodeWithCodec(codec, "ico", bytes);
    expect(main.header).toMatchObject({ stored: { width: 32, height: 32 }, pages: 3, hasAlpha: true });
    expect(main.picture).toMatchObject({ width: 32, height: 32 });
    expect(colorAt(main.picture, 2, 2)[3]).toBe(153);
    const last = await decodeWithCodec(codec, "ico", bytes, 2);
    expect(last.picture).toMatchObject({ width: 24, height: 24 });
    expect(colorAt(last.picture, 2, 2)[3]).toBe(255);
  });

  it.each(["ico", "cur"] as const)("uses the mask of %s as its transparency", async (format) => {
    const { header, picture } = await decodeWithCodec(codec, format, maskedIcon(format));
    expect(header).toMatchObject({ stored: { width: 2, height: 2 }, hasAlpha: true });
    const alphas = [0, 1].flatMap((y) => [0, 1].map((x) => colorAt(picture, x, y)[3]));
    expect(alphas).toEqual([0, 255, 255, 255]);
    expect(colorAt(picture, 1, 1)).toEqual([0, 255, 0, 255]);
  });

  it("rejects a page that does not exist, and names the last one", async () => {
    const bytes = await fixture("icons.ico");
    await expect(codec.readHeader({ format: "ico", bytes, page: 3 })).rejects.toMatchObject({
      code: "invalid_parameter",
      message: "page: expected an integer from 0 to 2, received 3",
    });
  });

  it("decodes all frames of an animated jxl, with their delays", async () => {
    const bytes = await fixture("animation.jxl");
    const header = await codec.readHeader({ format: "jxl", bytes, page: undefined });
    expect(header).toMatchObject({ stored: { width: 12, height: 8 }, pages: 3, isAnimated: true });
    const decoded = await codec.decode({ format: "jxl", bytes, page: undefined, frames: "all" });
    if (decoded.kind !== "frames") throw new Error("expected frames");
    expect(decoded).toMatchObject({ frames: 3, delays: [50, 100, 150] });
    const { data, channels } = decoded.pixels;
    const firsts = [0, 1, 2].map((frame) => {
      const start = frame * 12 * 8 * channels;
      return [...data.subarray(start, start + 3)];
    });
    expect(firsts).toEqual([
      [255, 0, 0],
      [0, 255, 0],
      [0, 0, 255],
    ]);
  });

  it("keeps alpha that is not premultiplied", async () => {
    const { header, picture } = await decodeWithCodec(codec, "bmp", await fixture("alpha.bmp"));
    expect(header.hasAlpha).toBe(true);
    expect(colorAt(picture, 2, 2)).toEqual([255, 12, 20, 153]);
  });

  it.each([
    { fromTop: true, fromLeft: true },
    { fromTop: true, fromLeft: false },
    { fromTop: false, fromLeft: true },
    { fromTop: false, fromLeft: false },
  ])("decodes tga upright if it is stored from top $fromTop, from left $fromLeft", async (origin) => {
    const { picture } = await decodeWithCodec(codec, "tga", targa(origin));
    const corners = [
      [0, 0],
      [1, 0],
      [0, 1],
      [1, 1],
    ];
    expect(corners.map(([x = 0, y = 0]) => colorAt(picture, x, y).slice(0, 3))).toEqual([
      [255, 0, 0],
      [0, 255, 0],
      [0, 0, 255],
      [255, 255, 255],
    ]);
  });

  // Truevision TGA specification 2.0, field 24.
  it.each([
    { type: 0, meaning: "no alpha", color: [200, 100, 50, 255] },
    { type: 1, meaning: "alpha to ignore", color: [200, 100, 50, 255] },
    { type: 2, meaning: "alpha to retain", color: [200, 100, 50, 128] },
    { type: 3, meaning: "alpha", color: [200, 100, 50, 128] },
    { type: 4, meaning: "premultiplied alpha", color: [255, 199, 100, 128] },
    { type: 0, meaning: "no bits of alpha in its header", alphaBits: 0, color: [200, 100, 50, 255] },
  ])("reads a tga with the attributes type $type, $meaning", async ({ type, alphaBits = 8, color }) => {
    const { picture } = await decodeWithCodec(codec, "tga", targaWithAttributes(type, alphaBits));
    expect(colorAt(picture, 0, 0)).toEqual(color);
  });

  it("takes neither the attribute bit of a tga nor a selection of a psd for transparency", async () => {
    const header = [0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 1, 0, 16, 1];
    const area = Array.from({ length: 495 }, (_, index) => (index === 494 ? 2 : 0));
    const signature = new TextEncoder().encode("TRUEVISION-XFILE.\0");
    const tga = Uint8Array.from([...header, 0, 0x7c, ...area, 20, 0, 0, 0, 0, 0, 0, 0, ...signature]);
    expect(colorAt((await decodeWithCodec(codec, "tga", tga)).picture, 0, 0)).toEqual([255, 0, 0, 255]);

    const psd = (layers: number[], compression: number, planes: number[]) =>
      Uint8Array.from([
        ...Buffer.from(
          "38425053000100000000000000050000000100000001000800030000000000000000000000",
          "hex",
        ).subarray(0, 37),
        layers.length,
        ...layers,
        0,
        compression,
        ...planes,
      ]);
    const packed = [0, 2, 0, 2, 0, 2, 0, 2, 0, 2, 0, 200, 0, 100, 0, 50, 0, 7, 0, 9];
    for (const file of [psd([], 0, [200, 100, 50, 7, 9]), psd([], 1, packed)])
      expect(colorAt((await decodeWithCodec(codec, "psd", file)).picture, 0, 0)).toEqual([200, 100, 50, 255]);
  });

  it.each([8, 16, 32])(
    "reads a psd of %i bits alike in each compression, and without its selection",
    async (depth) => {
      const [width, height, channels] = [5, 3, 4];
      const size = depth / 8;
      const rows = Array.from({ length: height * channels }, (_, row) => {
        const samples = Buffer.alloc(width * size);
        for (let column = 0; column < width; column++) {
          const level = ((row * 3 + column * 2) % 8) / 7;
          if (depth === 32) samples.writeFloatBE(level, column * size);
          else samples.writeUIntBE(Math.round(level * (2 ** depth - 1)), column * size, size);
        }
        return samples;
      });
      const differences = rows.map((row) => {
        const planes =
          depth === 32
            ? Buffer.from(row.map((_, at) => row[(at % width) * 4 + Math.floor(at / width)] ?? 0))
            : row;
        const coded = Buffer.from(planes);
        for (let at = coded.length - 1; at > 0; at--) {
          if (depth !== 16) coded[at] = (planes[at] ?? 0) - (planes[at - 1] ?? 0);
          else if (at % 2 === 0)
            coded.writeUInt16BE((planes.readUInt16BE(at) - planes.readUInt16BE(at - 2)) & 0xffff, at);
        }
        return coded;
      });
      const number = (value: number, bytes: number) =>
        Buffer.from(value.toString(16).padStart(bytes * 2, "0"), "hex");
      const psd = (isLarge: boolean, compression: number, ...data: Uint8Array[]) =>
        Buffer.concat([
          Buffer.from(isLarge ? "8BPS\0\x02\0\0\0\0\0\0" : "8BPS\0\x01\0\0\0\0\0\0"),
          number(channels, 2),
          number(height, 4),
          number(width, 4),
          number(depth, 2),
          number(3, 2),
          number(0, isLarge ? 16 : 12),
          number(compression, 2),
          ...data,
        ]);
      const packed = rows.map((row) => Buffer.from([...row].flatMap((byte) => [0, byte])));
      const { picture: expected } = await decodeWithCodec(codec, "psd", psd(false, 0, ...rows));
      expect(colorAt(expected, 0, 0)[3]).toBe(255);
      for (const isLarge of [false, true])
        for (const file of [
          psd(isLarge, 0, ...rows),
          psd(isLarge, 1, ...packed.map(({ length }) => number(length, isLarge ? 4 : 2)), ...packed),
          psd(isLarge, 2, deflateSync(Buffer.concat(rows))),
          psd(isLarge, 3, deflateSync(Buffer.concat(differences))),
        ])
          expect((await decodeWithCodec(codec, "psd", file)).picture).toEqual(expected);
    },
  );

  it.each([3, 11])("reads a tga of the type %i with 16 bits as gray and alpha", async (type) => {
    const header = [0, 0, type, 0, 0, 0, 0, 0, 0, 0, 0, 0, 3, 0, 1, 0, 16, 0x28];
    const pixels = type === 3 ? [9, 255, 9, 255, 200, 128] : [129, 9, 255, 0, 200, 128];
    const { picture } = await decodeWithCodec(codec, "tga", Uint8Array.from([...header, ...pixels]));
    expect([...picture.data]).toEqual([9, 9, 9, 255, 9, 9, 9, 255, 200, 200, 200, 128]);
  });

  it("chooses the deepest of the largest images of an icon", async () => {
    const flat = (background: string) =>
      sharp({ create: { width: 9, height: 9, channels: 4, background } }).png();
    const images = [
      await flat("#f00").png({ palette: true, colors: 2 }).toBuffer(),
      await flat("#0f0").toBuffer(),
    ];
    const entries = images.flatMap(({ length }, index) => {
      const at = 6 + 16 * 2 + (index === 0 ? 0 : (images[0]?.length ?? 0));
      return [9, 9, 0, 0, 1, 0, 0, 0, length & 255, length >> 8, 0, 0, at & 255, at >> 8, 0, 0];
    });
    const icon = Uint8Array.from([0, 0, 1, 0, 2, 0, ...entries, ...images.flatMap((image) => [...image])]);
    expect(colorAt((await decodeWithCodec(codec, "ico", icon)).picture, 4, 4)).toEqual([0, 255, 0, 255]);
  });

  it("names luminance and chroma of exr, which it does not read", async () => {
    const list = ["BY", "RY", "Y"].flatMap((name) => [
      ...new TextEncoder().encode(`${name}\0`),
      ...new Uint8Array(16),
    ]);
    const attribute = [
      ...new TextEncoder().encode("channels\0chlist\0"),
      list.length + 1,
      0,
      0,
      0,
      ...list,
      0,
      0,
    ];
    const exr = Uint8Array.from([0x76, 0x2f, 0x31, 1, 2, 0, 0, 0, ...attribute]);
    await expect(codec.readHeader({ format: "exr", bytes: exr, page: undefined })).rejects.toThrow(
      /luminance and chroma/,
    );
  });

  it.each([false, true])(
    "keeps the samples of qoi if its header declares linear color: %s",
    async (linear) => {
      const { picture } = await decodeWithCodec(codec, "qoi", qoi(linear));
      expect([...picture.data]).toEqual([200, 100, 50, 255, 10, 20, 30, 128]);
    },
  );

  it.each([
    ["hdr", radiance()],
    ["exr", openExr()],
  ])("converts the linear light of %s to sRGB brightness", async (format, bytes) => {
    const { header, picture } = await decodeWithCodec(codec, format, bytes);
    expect(header.colorSpace).toBe("scrgb");
    // A bit depth above 8 makes the conversion warn about the loss.
    expect(header.bitDepth).toBeGreaterThan(8);
    const [, green = 0] = colorAt(picture, 0, 0);
    expect(Math.abs(green - 127)).toBeLessThan(3);
    expect(colorAt(picture, 1, 0).slice(1, 3)).toEqual([255, 255]);
  });

  it("keeps the channels of exr separate", async () => {
    const { picture } = await decodeWithCodec(codec, "exr", openExr());
    const [red = 0, , blue = 0] = colorAt(picture, 0, 0);
    expect([Math.abs(red - 188) < 3, Math.abs(blue - 127) < 3]).toEqual([true, true]);
  });

  it("divides the premultiplied colors of exr by their alpha", async () => {
    const { header, picture } = await decodeWithCodec(codec, "exr", openExr({ alpha: true }));
    expect(header.hasAlpha).toBe(true);
    const [red = 0, green = 0, , alpha = 0] = colorAt(picture, 0, 0);
    expect(Math.abs(alpha - 128)).toBeLessThan(2);
    expect([red >= 254, Math.abs(green - 174) < 3]).toEqual([true, true]);
  });

  it.each([
    ["bits, where 1 is black", netpbm("P4 2 1\n", [0b10000000]), [0, 255], 1],
    ["text", netpbm("P2 2 1 15 0 15\n", []), [0, 255], 4],
    ["samples of 8 bits", netpbm("P5 2 1 255\n", [7, 250]), [7, 250], 8],
    ["samples of 16 bits", netpbm("P5 2 1 65535\n", [0x80, 0x80, 0xff, 0xff]), [128, 255], 16],
    ["samples up to another maximum", netpbm("P5 2 1 100\n", [50, 100]), [128, 255], 7],
  ])("scales netpbm of %s to 8 bits", async (_, bytes, greys, bitDepth) => {
    const { header, picture } = await decodeWithCodec(codec, "pnm", bytes);
    expect(header).toMatchObject({ colorSpace: "grey", bitDepth });
    expect([0, 1].map((x) => colorAt(picture, x, 0)[0])).toEqual(greys);
  });

  it("decodes the alpha of pam", async () => {
    const header = "P7\nWIDTH 1\nHEIGHT 1\nDEPTH 4\nMAXVAL 255\nTUPLTYPE RGB_ALPHA\nENDHDR\n";
    const { picture } = await decodeWithCodec(codec, "pnm", netpbm(header, [9, 8, 7, 6]));
    expect(colorAt(picture, 0, 0)).toEqual([9, 8, 7, 6]);
  });

  it("never lets the content choose another decoder than the format", async () => {
    const script = new TextEncoder().encode("push graphic-context\nimage over 0,0 0,0 'file:/etc/passwd'\n");
    for (const format of codec.reads)
      await expect(
        codec.decode({ format, bytes: script, page: undefined, frames: "one" }),
        format,
      ).rejects.toMatchObject({ code: "invalid_image" });
  });

  it("rejects a file that declares too many pixels before it allocates them", async () => {
    for (const [width, height] of [
      [60_000, 60_000],
      [8000, 8000],
      [70_000, 1],
    ] as const)
      await expect(
        codec.decode({ format: "qoi", bytes: lyingQoi(width, height), page: undefined, frames: "one" }),
      ).rejects.toMatchObject({
        code: "image_too_large",
        message: expect.stringMatching(/more than 50 megapixels/),
      });
  });

  it("returns the size of a large jxl without decoding it", async () => {
    const bytes = await fixture("large.jxl");
    const header = await codec.readHeader({ format: "jxl", bytes, page: undefined });
    expect(header.stored).toEqual({ width: 7000, height: 7000 });
  });

  it("rejects a damaged file without a message of ImageMagick", async () => {
    const bytes = (await fixture("asymmetric.heic")).subarray(0, 700);
    await expect(
      codec.decode({ format: "heic", bytes, page: undefined, frames: "one" }),
    ).rejects.toMatchObject({
      code: "invalid_image",
      message: "image: heic was recognized, but it is damaged, truncated or of an unsupported kind",
    });
  });
});
