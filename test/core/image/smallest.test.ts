import { convertImage } from "@tools-api/core/image";
import sharp from "sharp";
import { beforeAll, describe, expect, it } from "vitest";
import { svg } from "./pictures.ts";

type AutoFormat = "avif" | "webp" | "jpeg" | "png";

const all: readonly AutoFormat[] = ["avif", "webp", "jpeg", "png"];

/** Every nonempty subset of the formats. */
const subsets: AutoFormat[][] = Array.from({ length: 15 }, (_, index) =>
  all.filter((_format, bit) => ((index + 1) >> bit) & 1),
);

async function bytesIn(image: Uint8Array, format: AutoFormat): Promise<number> {
  return (await convertImage(image, { format })).bytes;
}

describe("the format auto", () => {
  let photo: Uint8Array;
  let drawing: Uint8Array;
  let transparent: Uint8Array;
  beforeAll(async () => {
    const grain = { type: "gaussian", mean: 128, sigma: 30 } as const;
    photo = await sharp({ create: { width: 60, height: 45, channels: 3, background: "#000", noise: grain } })
      .blur(1.2)
      .png()
      .toBuffer();
    drawing = await sharp(
      svg('<rect width="40" height="30" fill="#fff"/><path d="M4 4h20v9H4zM9 15h28v11H9z" fill="#06c"/>'),
    )
      .resize(160, 120, { kernel: "nearest" })
      .removeAlpha()
      .png()
      .toBuffer();
    transparent = await sharp(photo).ensureAlpha(0.5).png().toBuffer();
  });

  it("chooses the smallest of the accepted formats", async () => {
    const bytes = new Map<string, number>();
    for (const format of all) bytes.set(format, await bytesIn(photo, format));
    for (const accept of subsets) {
      const result = await convertImage(photo, { format: "auto", accept });
      expect(result.bytes).toBe(Math.min(...accept.map((format) => bytes.get(format) ?? 0)));
      expect(accept).toContain(result.format);
      expect(result.bytes).toBe(bytes.get(result.format));
    }
    expect((await convertImage(photo, { format: "auto" })).bytes).toBe(Math.min(...bytes.values()));
  });

  it("chooses png if few colors make it the smallest", async () => {
    const accept = ["webp", "jpeg", "png"] as const;
    const result = await convertImage(drawing, { format: "auto", accept });
    for (const format of accept) expect(result.bytes).toBeLessThanOrEqual(await bytesIn(drawing, format));
    expect(await convertImage(drawing, { format: "auto", accept: ["jpeg", "png"] })).toMatchObject({
      format: "png",
      lossless: true,
    });
  });

  it("keeps transparency if an accepted format supports it, and warns otherwise", async () => {
    const withPng = await convertImage(transparent, { format: "auto", accept: ["jpeg", "png"] });
    expect(withPng).toMatchObject({ format: "png", warnings: [] });
    const lossy = await convertImage(transparent, { format: "auto" });
    expect(["avif", "webp"]).toContain(lossy.format);
    expect(await convertImage(transparent, { format: "auto", accept: ["jpeg"] })).toMatchObject({
      format: "jpeg",
      warnings: [{ code: "alpha_flattened" }],
    });
  });

  it("keeps an animation if webp is accepted, even if one frame would be smaller", async () => {
    const stills = await Promise.all(
      [photo, drawing, transparent].map((image) =>
        sharp(image).removeAlpha().resize(48, 48, { fit: "fill" }).png().toBuffer(),
      ),
    );
    const frames = await sharp(stills, { join: { animated: true } })
      .gif({ delay: [50, 70, 90] })
      .toBuffer();
    const result = await convertImage(frames, { format: "auto" });
    expect(result).toMatchObject({ format: "webp", pages: 3 });
    expect(await bytesIn(frames, "avif")).toBeLessThan(result.bytes);
    expect(await convertImage(frames, { format: "auto", accept: ["jpeg", "png"] })).toMatchObject({
      pages: 1,
      warnings: [{ code: "frames_dropped" }],
    });
  });

  it("loses no pixel under lossless", async () => {
    for (const accept of [["webp"], ["png", "jpeg"], ["avif", "webp", "jpeg", "png"]] as const) {
      const { image, lossless, format } = await convertImage(photo, {
        format: "auto",
        accept,
        lossless: true,
      });
      expect(lossless).toBe(true);
      expect(format).not.toBe("jpeg");
      if (format === "avif") continue;
      expect(await sharp(image).raw().toBuffer()).toEqual(await sharp(photo).raw().toBuffer());
    }
  });

  it("skips avif if its predicted cost exceeds the limits", async () => {
    const large = await sharp({ create: { width: 5_600, height: 5_600, channels: 3, background: "#357" } })
      .png()
      .toBuffer();
    await expect(convertImage(large, { format: "avif" })).rejects.toMatchObject({ code: "image_too_large" });
    const { format } = await convertImage(large, { format: "auto", accept: ["avif", "jpeg"] });
    expect(format).toBe("jpeg");
  });
});
