import { convertImage } from "@tools-api/core/image";
import sharp from "sharp";
import { describe, expect, it } from "vitest";
import { asymmetric, difference, pixelsOf, svg } from "./pictures.ts";

const codes = (warnings: { code: string }[]) => warnings.map(({ code }) => code);
const plain = (background: string, channels: 3 | 4 = 3) =>
  sharp({ create: { width: 16, height: 16, channels, background } });

/** Creates a ramp with 16 bits per sample, most of which 8 bits would lose. */
async function deepRamp(): Promise<Uint8Array> {
  const samples = Uint16Array.from({ length: 64 * 16 * 3 }, (_, index) => 30000 + (index % 192) * 7);
  return sharp(samples, { raw: { width: 64, height: 16, channels: 3 } })
    .toColourspace("rgb16")
    .png()
    .toBuffer();
}

async function deepSamples(image: Uint8Array): Promise<Uint16Array> {
  const raw = await sharp(image).toColourspace("rgb16").raw({ depth: "ushort" }).toBuffer();
  return new Uint16Array(raw.buffer, raw.byteOffset, raw.length / 2);
}

describe("bit depth", () => {
  it("keeps 16 bits per sample in png and tiff exactly", async () => {
    const input = await deepRamp();
    for (const format of ["png", "tiff"] as const) {
      const result = await convertImage(input, { format });
      expect(result).toMatchObject({ warnings: [], original: { bitDepth: 16, colorSpace: "srgb" } });
      expect(await deepSamples(result.image)).toEqual(await deepSamples(input));
    }
  });

  it("keeps 16 bits of gray", async () => {
    const samples = Uint16Array.from({ length: 256 }, (_, index) => index * 257);
    const raw = { width: 16, height: 16, channels: 1 } as const;
    const input = await sharp(samples, { raw }).toColourspace("grey16").png().toBuffer();
    const result = await convertImage(input, { format: "png" });
    expect(await sharp(result.image).metadata()).toMatchObject({ depth: "ushort", channels: 1 });
    expect(result.original).toMatchObject({ bitDepth: 16, colorSpace: "grey" });
  });

  it("warns about the lost bit depth if the format holds 8 bits", async () => {
    for (const format of ["jpeg", "webp", "avif", "gif"] as const)
      expect(codes((await convertImage(await deepRamp(), { format })).warnings)).toEqual([
        "bit_depth_reduced",
      ]);
    expect(codes((await convertImage(await deepRamp(), { format: "png", quality: 50 })).warnings)).toEqual([
      "bit_depth_reduced",
    ]);
  });

  it("keeps a gray image gray", async () => {
    const input = await asymmetric().toColourspace("b-w").png().toBuffer();
    for (const format of ["jpeg", "png", "tiff"] as const)
      expect((await sharp((await convertImage(input, { format })).image).metadata()).channels).toBe(1);
    for (const format of ["webp", "avif", "gif"] as const)
      expect(await difference((await convertImage(input, { format })).image, input)).toBeLessThan(40);
  });
});

describe("color", () => {
  it("converts CMYK to sRGB with a warning", async () => {
    const input = await plain("#d02020").toColourspace("cmyk").jpeg({ quality: 100 }).toBuffer();
    const result = await convertImage(input, { format: "png" });
    expect(result.original.colorSpace).toBe("cmyk");
    expect(codes(result.warnings)).toEqual(["color_profile_converted"]);
    const [red = 0, green = 255, blue = 255] = await pixelsOf(result.image);
    expect(red).toBeGreaterThan(150);
    expect(Math.max(green, blue)).toBeLessThan(90);
  });

  it("converts a wide gamut to sRGB by its profile, with 8 and with 16 bits", async () => {
    // #c04020 in sRGB, stored in Display P3.
    for (const space of ["srgb", "rgb16"] as const) {
      const stored = await plain("#c04020").withIccProfile("p3").toColourspace(space).png().toBuffer();
      for (const keepMetadata of [false, true])
        for (const format of ["png", "webp"] as const) {
          const result = await convertImage(stored, {
            format,
            keepMetadata,
            ...(format === "webp" ? { lossless: true } : {}),
          });
          expect(codes(result.warnings)).toContain("color_profile_converted");
          expect((await sharp(result.image).metadata()).icc).toBeUndefined();
          const [red = 0, green = 0, blue = 0] = await pixelsOf(result.image);
          expect(Math.abs(red - 0xc0)).toBeLessThanOrEqual(2);
          expect(Math.abs(green - 0x40)).toBeLessThanOrEqual(2);
          expect(Math.abs(blue - 0x20)).toBeLessThanOrEqual(3);
        }
    }
  });

  it("converts an image with an sRGB profile without a warning", async () => {
    const input = await plain("#c04020").withIccProfile("srgb").png().toBuffer();
    expect((await sharp(input).metadata()).hasProfile).toBe(true);
    const result = await convertImage(input, { format: "png" });
    expect(result.warnings).toEqual([]);
    expect(await difference(result.image, await plain("#c04020").png().toBuffer())).toBeLessThanOrEqual(1);
  });
});

describe("transparency", () => {
  const half = () => plain("#00000080", 4).png().toBuffer();

  it("keeps transparency in formats that support it", async () => {
    for (const format of ["png", "webp", "avif", "tiff"] as const) {
      const { image, warnings } = await convertImage(await half(), { format });
      expect(warnings).toEqual([]);
      expect((await pixelsOf(image))[3]).toBeCloseTo(128, -1);
    }
  });

  it("flattens transparency on white in a jpeg, with a warning", async () => {
    const result = await convertImage(await half(), { format: "jpeg" });
    expect(codes(result.warnings)).toEqual(["alpha_flattened"]);
    expect((await pixelsOf(result.image))[0]).toBeCloseTo(127, -1);
    expect(result.original.hasAlpha).toBe(true);
  });

  it("flattens transparency on the requested background, without a warning", async () => {
    const result = await convertImage(await half(), { format: "jpeg", background: "#f00" });
    expect(result.warnings).toEqual([]);
    const [red = 0, green = 255] = await pixelsOf(result.image);
    expect(red).toBeCloseTo(127, -1);
    expect(green).toBeLessThan(8);
  });

  it("omits the flattening warning if no pixel is transparent", async () => {
    const opaque = await plain("#123456ff", 4).png().toBuffer();
    expect((await sharp(opaque).metadata()).hasAlpha).toBe(true);
    expect((await convertImage(opaque, { format: "jpeg" })).warnings).toEqual([]);
    const covered = svg('<rect width="40" height="30" fill="#fff"/>');
    expect((await convertImage(covered, { format: "jpeg" })).warnings).toEqual([]);
  });

  it("pads a contained image with transparency, or with white if the format has none", async () => {
    const input = await plain("#0f0").png().toBuffer();
    const square = { width: 32, height: 16, fit: "contain" } as const;
    expect((await pixelsOf((await convertImage(input, { format: "png", ...square })).image))[3]).toBe(0);
    expect(
      (await pixelsOf((await convertImage(input, { format: "jpeg", ...square })).image))[0],
    ).toBeGreaterThan(250);
    const blue = await convertImage(input, { format: "png", background: "#00f", ...square });
    expect((await pixelsOf(blue.image)).subarray(0, 4)).toEqual(Buffer.of(0, 0, 255, 255));
  });
});
