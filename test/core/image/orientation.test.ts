import { convertImage } from "@tools-api/core/image";
import sharp from "sharp";
import { describe, expect, it } from "vitest";
import { asymmetric, difference } from "./pictures.ts";

/** The stored pixels of an upright picture under each EXIF orientation: turned by degrees, then mirrored. */
const storedAs: [orientation: number, degrees: number, flop: boolean][] = [
  [1, 0, false],
  [2, 0, true],
  [3, 180, false],
  [4, 180, true],
  [5, 90, true],
  [6, 270, false],
  [7, 270, true],
  [8, 90, false],
];

async function stored(orientation: number, degrees: number, flop: boolean) {
  // Two pipelines, because sharp mirrors before it turns.
  const turned = await asymmetric().rotate(degrees).png().toBuffer();
  return sharp(turned).flop(flop).withMetadata({ orientation });
}

describe("orientation", () => {
  it.each(storedAs)("turns the pixels upright from orientation %i", async (orientation, degrees, flop) => {
    const upright = await asymmetric().png().toBuffer();
    for (const source of ["png", "webp"] as const) {
      const input = await (
        await stored(orientation, degrees, flop)
      )
        .toFormat(source, { lossless: true })
        .toBuffer();
      const result = await convertImage(input, { format: "png" });
      const isTurned = orientation >= 5;
      expect(result).toMatchObject({
        width: 48,
        height: 32,
        original: { orientation, width: isTurned ? 32 : 48, height: isTurned ? 48 : 32 },
        warnings: [],
      });
      expect(await difference(result.image, upright)).toBe(0);
    }
  });

  it.each(storedAs)(
    "turns a jpeg upright and resizes it upright, from %i",
    async (orientation, degrees, flop) => {
      const input = await (await stored(orientation, degrees, flop)).jpeg({ quality: 100 }).toBuffer();
      const result = await convertImage(input, { format: "png", width: 24 });
      expect(result).toMatchObject({ width: 24, height: 16, original: { orientation } });
      const upright = await convertImage(await asymmetric().jpeg({ quality: 100 }).toBuffer(), {
        format: "png",
        width: 24,
      });
      expect(await difference(result.image, upright.image)).toBeLessThan(40);
    },
  );

  it("applies the orientation once if metadata is kept", async () => {
    const upright = await asymmetric().png().toBuffer();
    for (const format of ["png", "webp", "jpeg", "avif"] as const) {
      const input = await (await stored(6, 270, false)).png().toBuffer();
      const result = await convertImage(input, { format, keepMetadata: true, quality: 100 });
      expect((await sharp(result.image).metadata()).orientation ?? 1).toBe(1);
      const seen = await sharp(result.image).autoOrient().png().toBuffer();
      const expected = await convertImage(upright, { format, quality: 100 });
      expect(await difference(seen, expected.image)).toBeLessThan(3);
    }
  });

  it("removes the orientation from kept XMP", async () => {
    const xmp = (orientation: number) =>
      `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description xmlns:tiff="http://ns.adobe.com/tiff/1.0/" tiff:Orientation="${orientation}"/></rdf:RDF></x:xmpmeta>`;
    const input = await (await stored(6, 270, false)).withXmp(xmp(6)).jpeg().toBuffer();
    const { image } = await convertImage(input, { format: "jpeg", keepMetadata: true });
    expect((await sharp(image).metadata()).xmpAsString).toContain('tiff:Orientation="1"');
  });
});
