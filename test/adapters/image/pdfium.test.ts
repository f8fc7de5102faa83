import { pdfiumCodec } from "@tools-api/adapters/image/pdfium";
import { convertImage } from "@tools-api/core/image";
import { describe, expect, it } from "vitest";
import { fixture } from "../../core/image/pictures.ts";
import { colorAt, decodeWithCodec } from "./decoding.ts";

const codec = pdfiumCodec();
const white = [255, 255, 255, 255];
const red = [255, 0, 0, 255];
const blue = [0, 0, 255, 255];

describe("a codec by PDFium", () => {
  it("draws a page at 150 DPI on white", async () => {
    const { header, picture } = await decodeWithCodec(codec, "pdf", await fixture("two-pages.pdf"));
    expect(header).toMatchObject({
      stored: { width: 300, height: 150 },
      pages: 2,
      isAnimated: false,
      orientation: 1,
      hasAlpha: false,
    });
    expect(colorAt(picture, 290, 5)).toEqual(white);
    expect(colorAt(picture, 20, 130)).toEqual(red);
    const inks = Array.from({ length: 60 }, (_, x) => colorAt(picture, 20 + x, 55));
    expect(inks.some(([value = 255]) => value < 60)).toBe(true);
    // Antialiased in gray, not for the subpixels of a screen.
    expect(inks.every(([r, g, b]) => r === g && g === b)).toBe(true);
  });

  it("draws the values of form fields", async () => {
    const { picture } = await decodeWithCodec(codec, "pdf", await fixture("two-pages.pdf"));
    const field = Array.from({ length: 145 * 40 }, (_, index) =>
      colorAt(picture, 126 + (index % 145), 98 + Math.floor(index / 145)),
    );
    expect(field.filter(([value = 255]) => value < 100).length).toBeGreaterThan(50);
  });

  it("draws another page with its rotation", async () => {
    const { header, picture } = await decodeWithCodec(codec, "pdf", await fixture("two-pages.pdf"), 1);
    expect(header.stored).toEqual({ width: 300, height: 150 });
    expect(colorAt(picture, 20, 20)).toEqual(blue);
    expect(colorAt(picture, 20, 130)).toEqual(white);
  });

  it("draws at the requested size", async () => {
    const bytes = await fixture("two-pages.pdf");
    const size = { width: 601, height: 299 };
    const decoded = await codec.decode({ format: "pdf", bytes, page: 0, frames: "one", size });
    if (decoded.kind !== "frames") throw new Error("expected pixels");
    expect(decoded.pixels).toMatchObject({ size, channels: 3 });
    const at = (x: number, y: number) => [
      ...decoded.pixels.data.subarray((y * 601 + x) * 3, (y * 601 + x) * 3 + 3),
    ];
    expect([at(40, 260), at(590, 5)]).toEqual([
      [255, 0, 0],
      [255, 255, 255],
    ]);
  });

  it("draws at the requested density", async () => {
    const bytes = await fixture("two-pages.pdf");
    const { width, height } = await convertImage(bytes, { format: "png", density: 72, codecs: [codec] });
    expect({ width, height }).toEqual({ width: 144, height: 72 });
    const half = await convertImage(bytes, { format: "png", density: 300, width: 150, codecs: [codec] });
    expect([half.width, half.height]).toEqual([150, 75]);
  });

  it("rejects a page that does not exist, and names the last one", async () => {
    const bytes = await fixture("two-pages.pdf");
    await expect(codec.readHeader({ format: "pdf", bytes, page: 2 })).rejects.toMatchObject({
      code: "invalid_parameter",
      message: "page: expected an integer from 0 to 1, received 2",
    });
  });

  it("rejects a document that is protected by a password, with that reason", async () => {
    const bytes = await fixture("locked.pdf");
    await expect(codec.readHeader({ format: "pdf", bytes, page: undefined })).rejects.toMatchObject({
      code: "invalid_image",
      message: "image: pdf was recognized, but it is protected by a password",
    });
  });

  it.each([
    ["a lone signature", "%PDF-1.7\n"],
    ["a document without pages", "%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF"],
  ])("rejects %s as damaged", async (_, text) => {
    const bytes = new TextEncoder().encode(text);
    await expect(
      codec.decode({ format: "pdf", bytes, page: undefined, frames: "one" }),
    ).rejects.toMatchObject({
      code: "invalid_image",
      message: expect.stringMatching(/^image: pdf was recognized, but/),
    });
  });

  it("rejects a size that would need gigabytes, and draws other pages afterwards", async () => {
    const bytes = await fixture("two-pages.pdf");
    const size = { width: 30_000, height: 30_000 };
    await expect(codec.decode({ format: "pdf", bytes, page: 0, frames: "one", size })).rejects.toMatchObject({
      code: "image_too_large",
      message: expect.stringMatching(/received 30000 × 30000/),
    });
    const { picture } = await decodeWithCodec(codec, "pdf", bytes);
    expect(colorAt(picture, 20, 130)).toEqual(red);
  });
});
