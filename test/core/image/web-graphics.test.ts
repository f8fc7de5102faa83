import { convertImage } from "@tools-api/core/image";
import sharp, { type PngOptions, type Sharp } from "sharp";
import { describe, expect, it } from "vitest";
import { svg } from "./pictures.ts";

const squares = (side: number, levels: readonly number[]) =>
  sharp(
    Uint8Array.from({ length: side * side }, (_, at) => levels[(at * at * 7 + at * 3) % levels.length] ?? 0),
    { raw: { width: side, height: side, channels: 1 } },
  );

const gradient = (kind: "linear" | "radial") =>
  sharp(
    svg(
      `<defs><${kind}Gradient id="g"><stop stop-color="#06c"/><stop offset="1" stop-color="#f90"/></${kind}Gradient></defs>` +
        '<rect width="40" height="30" fill="url(#g)"/>',
    ),
  ).resize(120, 90);

/** Graphics of the web. */
const graphics: Readonly<Record<string, Sharp>> = {
  icon: sharp(
    svg(
      '<rect width="40" height="30" rx="6" fill="#06c"/><path d="M8 15l8 8 14-16" stroke="#fff" fill="none"/>',
    ),
  ),
  logo: sharp(
    svg('<circle cx="9" cy="15" r="8" fill="#f60"/><text x="18" y="20" font-size="12">Tools</text>'),
  ).resize(160, 120),
  chart: sharp(
    svg(
      `<rect width="40" height="30" fill="#fff"/>${[20, 8, 14, 25, 4].map((height, at) => `<rect x="${at * 8}" y="${30 - height}" width="6" height="${height}" fill="hsl(${at * 60},70%,50%)"/>`).join("")}`,
    ),
  ).resize(160, 120),
  "linear gradient": gradient("linear"),
  "radial gradient": gradient("radial"),
  "pixel art": squares(16, [0, 90, 180, 250]).resize(64, 64, { kernel: "nearest" }),
  "QR code": squares(33, [0, 255, 255, 0, 255]).resize(132, 132, { kernel: "nearest" }),
};

/** Ways to store them. Optimizers choose the best of many. */
const encodings: Readonly<Record<string, PngOptions>> = {
  plain: { compressionLevel: 9 },
  filtered: { compressionLevel: 9, adaptiveFiltering: true },
  "with a palette": { palette: true, dither: 0, colors: 64, compressionLevel: 9 },
  "of 1 bit": { palette: true, dither: 0, colors: 2, compressionLevel: 9 },
};

const files = Object.entries(graphics).flatMap(([name, graphic]) => [
  ...Object.entries(encodings).map(
    ([encoding, options]) => [`${name}, ${encoding}`, () => graphic.clone().png(options)] as const,
  ),
  [`${name}, gray`, () => graphic.clone().toColourspace("b-w").png({ compressionLevel: 9 })] as const,
]);

describe("graphics of the web", () => {
  it.each(files)("become no heavier as png without loss: %s", async (_, draw) => {
    const file = await draw().toBuffer();
    const { image, bytes, lossless } = await convertImage(file, { format: "png" });
    expect(lossless).toBe(true);
    expect(bytes).toBeLessThanOrEqual(file.length);
    const levels = (png: Uint8Array) => sharp(png).toColourspace("srgb").ensureAlpha().raw().toBuffer();
    expect(await levels(image)).toEqual(await levels(file));
  });

  it("keep no text of a file whose own bytes are the smallest", async () => {
    const file = await (files[0]?.[1]() ?? sharp())
      .withMetadata({ exif: { IFD0: { Artist: "Ada" } } })
      .toBuffer();
    const { image } = await convertImage(file, { format: "png" });
    expect(Buffer.from(file).includes("Ada")).toBe(true);
    expect(Buffer.from(image).includes("Ada")).toBe(false);
  });

  it.each(Object.entries(graphics))("are of the smallest format under auto: %s", async (_, graphic) => {
    const file = await graphic.clone().png().toBuffer();
    const made = [];
    for (const options of [
      { format: "avif" },
      { format: "webp" },
      { format: "webp", lossless: true },
      { format: "png" },
      { format: "jpeg" },
    ] as const)
      made.push(await convertImage(file, options));
    const whole = made.filter(({ warnings }) => !warnings.some(({ code }) => code === "alpha_flattened"));
    const { bytes } = await convertImage(file, { format: "auto" });
    expect(bytes).toBe(Math.min(...whole.map((result) => result.bytes)));
  });
});
