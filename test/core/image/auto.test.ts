import { convertImage } from "@tools-api/core/image";
import sharp from "sharp";
import { describe, expect, it } from "vitest";
import { netpbmCodec, ppm } from "./netpbm-codec.ts";
import { asymmetric } from "./pictures.ts";

describe("auto and maxBytes", () => {
  it("rejects accepted formats from which auto cannot choose", async () => {
    const photo = await asymmetric().png().toBuffer();
    const list = expect.stringContaining("one or more of avif, webp, jpeg, png");
    for (const [accept, pointer, detail] of [
      [[], "#/accept", list],
      ["webp", "#/accept", list],
      [["gif"], "#/accept/0", 'expected avif, webp, jpeg or png, received "gif"'],
    ])
      await expect(convertImage(photo, { format: "auto", accept })).rejects.toMatchObject({
        code: "invalid_parameter",
        errors: [{ pointer, detail }],
      });
  });

  it("prefers a format that holds the whole size under auto", async () => {
    const wide = await sharp({ create: { width: 17_000, height: 4, channels: 3, background: "#888" } })
      .jpeg()
      .toBuffer();
    const result = await convertImage(wide, { format: "auto", accept: ["webp", "jpeg"] });
    expect(result).toMatchObject({ format: "jpeg", width: 17_000, warnings: [] });
  });

  it("decodes an image once by its codec, however often it is encoded", async () => {
    const file = ppm(300, 200, await asymmetric(300, 200).raw().toBuffer());
    for (const options of [{ format: "auto" }, { format: "jpeg", maxBytes: 3_000 }] as const) {
      const codec = netpbmCodec();
      await convertImage(file, { ...options, codecs: [codec] });
      expect(codec.calls).toEqual(["readHeader", "decode one"]);
    }
  });

  it("reduces a png to a palette only if it does not fit otherwise", async () => {
    const noise = await sharp({
      create: {
        width: 64,
        height: 64,
        channels: 3,
        background: "#000",
        noise: { type: "gaussian", mean: 128, sigma: 40 },
      },
    })
      .png()
      .toBuffer();
    const { bytes } = await convertImage(noise, { format: "png" });
    expect(await convertImage(noise, { format: "png", maxBytes: bytes })).toMatchObject({ lossless: true });
    const fitted = await convertImage(noise, { format: "png", maxBytes: bytes - 1 });
    expect(fitted).toMatchObject({ lossless: false });
    expect(fitted.bytes).toBeLessThan(bytes);
    await expect(
      convertImage(noise, { format: "png", lossless: true, maxBytes: bytes - 1 }),
    ).rejects.toMatchObject({ code: "invalid_parameter", errors: [{ pointer: "#/maxBytes" }] });
  });
});
