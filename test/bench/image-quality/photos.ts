import { readdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import sharp from "sharp";

/** A photo as pixels in sRGB, three samples of 8 bits each. */
export interface Photo {
  name: string;
  data: Uint8Array;
  width: number;
  height: number;
}

const repository = fileURLToPath(new URL("../../..", import.meta.url));
const folder = resolve(repository, process.env["TOOLS_API_DATA"] ?? "../shared/data", "images/valid");

/**
 * Drawings, screenshots and scans of text have few colors for their size, and large areas of one color, at
 * any size.
 */
const rule = { leastPixels: 250_000, leastColors: 0.12, mostFlat: 0.4 };

/**
 * Photos are shrunk to this number of pixels, and to three quarters at least: an earlier encoder's blocks
 * would count as detail.
 */
const mostPixels = 500_000;
const mostScale = 0.75;

const red = (data: Uint8Array, index: number) => data[index * 3] ?? 0;
const color = (data: Uint8Array, index: number) =>
  (red(data, index) << 16) | ((data[index * 3 + 1] ?? 0) << 8) | (data[index * 3 + 2] ?? 0);

function isPhoto({ data, width, height }: Photo): boolean {
  const pixels = width * height;
  const colors = new Set<number>();
  let flat = 0;
  for (let index = 0; index < pixels; index++) {
    const here = color(data, index);
    colors.add(here);
    if (index > 0 && here === color(data, index - 1)) flat++;
  }
  return colors.size / pixels >= rule.leastColors && flat / pixels <= rule.mostFlat;
}

/**
 * Returns whether each of 8 × 8 areas is brighter than its right neighbor. Rotations and copies of a picture
 * agree.
 */
async function outlineOf({ data, width, height }: Photo): Promise<boolean[]> {
  const grey = await sharp(data, { raw: { width, height, channels: 3 } })
    .greyscale()
    .resize(9, 8, { fit: "fill" })
    .raw()
    .toBuffer();
  return Array.from({ length: 64 }, (_, area) => {
    const index = Math.floor(area / 8) * 9 + (area % 8);
    return (grey[index] ?? 0) > (grey[index + 1] ?? 0);
  });
}

async function readImage(name: string): Promise<Photo | null> {
  try {
    const file = sharp(join(folder, name));
    const { width, height, hasAlpha, autoOrient, space } = await file.metadata();
    if (width * height < rule.leastPixels || hasAlpha || space === "b-w") return null;
    const scale = Math.min(mostScale, Math.sqrt(mostPixels / (width * height)));
    const { data, info } = await file
      .autoOrient()
      .resize({ width: Math.round(autoOrient.width * scale) })
      .toColourspace("srgb")
      .raw({ depth: "uchar" })
      .toBuffer({ resolveWithObject: true });
    return info.channels === 3 ? { name, data, width: info.width, height: info.height } : null;
  } catch {
    // sharp cannot read every file of the corpus.
    return null;
  }
}

/**
 * Returns the photos of the shared corpus that {@link rule} selects, without rotations and copies of the same
 * picture.
 */
export async function readPhotos(): Promise<Photo[]> {
  const photos: Photo[] = [];
  const outlines: boolean[][] = [];
  for (const name of readdirSync(folder).toSorted()) {
    const image = await readImage(name);
    if (!image || !isPhoto(image)) continue;
    const outline = await outlineOf(image);
    const isKnown = outlines.some((known) => known.filter((bit, area) => bit !== outline[area]).length <= 6);
    if (isKnown) continue;
    outlines.push(outline);
    photos.push(image);
  }
  return photos;
}
