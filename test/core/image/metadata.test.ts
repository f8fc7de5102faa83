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

  const photo = sharedData("images", "valid", "exif-DSCN0010.jpg");
  it.skipIf(photo === null)("strips the GPS location of a camera (needs TOOLS_API_DATA)", async () => {
    const input = await readFile(photo ?? "");
    expect((await sharp(input).metadata()).exif).toBeDefined();
    for (const format of targets) await expectBare((await convertImage(input, { format, width: 64 })).image);
  });
});
