import { readFile } from "node:fs/promises";
import sharp, { type Sharp } from "sharp";

/** Reads a file of `test/fixtures/images`. */
export function fixture(name: string): Promise<Uint8Array> {
  return readFile(new URL(`../../fixtures/images/${name}`, import.meta.url));
}

/** Creates a picture without symmetries: a red left, a blue bottom right, a gradient. */
export function asymmetric(width = 48, height = 32): Sharp {
  const pixels = new Uint8Array(width * height * 3);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++)
      pixels.set(
        [
          x < width / 4 ? 255 : 40,
          Math.round((200 * y) / height),
          x > width / 2 && y > height / 2 ? 255 : 20,
        ],
        (y * width + x) * 3,
      );
  return sharp(pixels, { raw: { width, height, channels: 3 } });
}

/** Creates an animated GIF whose frames are squares of different colors. */
export async function animation(delays: number[], loop: number, side = 16): Promise<Uint8Array> {
  const pixels = delays.flatMap((_, index) =>
    Array.from({ length: side * side }, () => [Math.min(255, 40 * index), 90, 160]).flat(),
  );
  const raw = { width: side, height: side * delays.length, channels: 3, pageHeight: side } as const;
  return sharp(Uint8Array.from(pixels), { raw })
    .gif({ delay: delays, loop, keepDuplicateFrames: true })
    .toBuffer();
}

/** Returns the pixels of an image in sRGB, 8 bits, with alpha. */
export async function pixelsOf(image: Uint8Array): Promise<Uint8Array> {
  return sharp(image).ensureAlpha().toColourspace("srgb").raw().toBuffer();
}

/** Returns the largest difference between two images' samples. */
export async function difference(one: Uint8Array, other: Uint8Array): Promise<number> {
  const [first, second] = await Promise.all([pixelsOf(one), pixelsOf(other)]);
  if (first.length !== second.length) return Infinity;
  return first.reduce((most, value, index) => Math.max(most, Math.abs(value - (second[index] ?? 0))), 0);
}

/** Returns the mean difference between two images' samples. */
export async function meanDifference(one: Uint8Array, other: Uint8Array): Promise<number> {
  const [first, second] = await Promise.all([pixelsOf(one), pixelsOf(other)]);
  if (first.length !== second.length) return Infinity;
  return first.reduce((sum, value, index) => sum + Math.abs(value - (second[index] ?? 0)), 0) / first.length;
}

/** Creates an SVG with the given content. */
export function svg(content: string, attributes = 'width="40" height="30"'): Uint8Array {
  return new TextEncoder().encode(
    `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" ${attributes}>${content}</svg>`,
  );
}
