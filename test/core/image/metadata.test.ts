import { convertImage } from "@tools-api/core/image";
import sharp from "sharp";
import { describe, expect, it } from "vitest";
import { sharedData } from "../../shared-data.ts";
import { asymmetric } from "./pictures.ts";
import { readFile } from "node:fs/promises";

const targets = ["jpeg", "png", "webp", "avif", "gif", "tiff"] as const;

function located(): Promise<Uint8Array> {
  return asymmetric()
    .withExif({
      IFD0: { Artist: "Ada Lovelace" },
      IFD3: {
        GPSLatitudeRef: "N",
        GPSLatitude: "51/1 30/1 0/1",
        GPSLongitudeRef: "W",
        GPSLongitude: "0/1 7/1 0/1",
      },
    })
    .withXmp("<x:xmpmeta xmlns:x='adobe:ns:meta/'>somewhere</x:xmpmeta>")
    .jpeg()
    .toBuffer();
}

async function expectBare(image: Uint8Array): Promise<void> {
  const { exif, xmp, iptc, icc, comments } = await sharp(image).metadata();
  expect({ exif, xmp, iptc, icc, comments }).toEqual({});
  expect(Buffer.from(image).includes("GPS")).toBe(false);
}

describe("metadata", () => {
  it.each(targets)("strips all metadata from a %s, including locations", async (format) => {
    const { image } = await convertImage(await located(), { format });
    await expectBare(image);
    expect(Buffer.from(image).includes("Ada Lovelace")).toBe(false);
  });

  it("keeps metadata on request", async () => {
    for (const format of ["jpeg", "png", "webp", "avif"] as const) {
      const { image, warnings } = await convertImage(await located(), { format, keepMetadata: true });
      expect(warnings).toEqual([]);
      const metadata = await sharp(image).metadata();
      expect(metadata.exif?.includes("Ada Lovelace")).toBe(true);
      expect(metadata.xmpAsString).toContain("somewhere");
    }
  });

  it("keeps the requested kinds, and no positions if they are unwanted", async () => {
    const withPositions =
      "<x:xmpmeta xmlns:x='adobe:ns:meta/' xmlns:exif='e' exif:GPSLatitude = '51,30N' exif:Make='a>b'>" +
      "<exif:GPSAltitude><a/>1</exif:GPSAltitude><!-- 51,30N --><t>Title</t></x:xmpmeta>";
    for (const input of ["jpeg", "png", "webp", "avif"] as const) {
      const file = await sharp(await located())
        .keepMetadata()
        .withXmp(withPositions)
        .withIccProfile("p3")
        .toFormat(input)
        .toBuffer();
      for (const format of ["jpeg", "png", "webp", "avif"] as const) {
        const bare = await convertImage(file, { format, noLocation: true });
        expect(bare.warnings).toEqual([]);
        const metadata = await sharp(bare.image).metadata();
        expect(metadata.exif?.includes("Ada Lovelace")).toBe(true);
        const clean =
          "<x:xmpmeta xmlns:x='adobe:ns:meta/' xmlns:exif='e' exif:Make='a>b'><t>Title</t></x:xmpmeta>";
        expect(metadata.xmpAsString).toBe(clean);
        expect(metadata.icc).toBeDefined();
        // The tag of the directory of positions, in both orders of bytes.
        expect(/\x88\x25|\x25\x88/.test(Buffer.from(metadata.exif ?? "").toString("latin1"))).toBe(false);
        expect(Buffer.from(bare.image).includes("51,30N")).toBe(false);
        const chosen = await convertImage(file, { format, metadata: ["icc", "exif"] });
        expect(await sharp(chosen.image).metadata()).not.toHaveProperty("xmp");
        const plain = await convertImage(file, { format, metadata: ["xmp"] });
        expect(plain.warnings).toMatchObject([{ code: "color_profile_converted" }]);
        const kept = await sharp(plain.image).metadata();
        expect([kept.exif, kept.icc, kept.xmpAsString]).toEqual([undefined, undefined, withPositions]);
      }
    }
    const gif = await convertImage(await located(), { format: "gif", metadata: ["exif", "icc", "xmp"] });
    expect(gif.warnings[0]?.message).toBe("the exif and xmp metadata was not kept in gif");
  });

  it("refuses two options that both decide the metadata", async () => {
    const both = { format: "png", metadata: "all", keepMetadata: true } as const;
    await expect(convertImage(await located(), both)).rejects.toMatchObject({
      code: "invalid_parameter",
      errors: [{ pointer: "#/metadata" }, { pointer: "#/keepMetadata" }],
    });
  });

  const photo = sharedData("images", "valid", "exif-DSCN0010.jpg");
  it.skipIf(photo === null)("strips the GPS location of a camera (needs TOOLS_API_DATA)", async () => {
    const input = await readFile(photo ?? "");
    expect((await sharp(input).metadata()).exif).toBeDefined();
    for (const format of targets) await expectBare((await convertImage(input, { format, width: 64 })).image);
  });
});
