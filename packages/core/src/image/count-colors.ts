import type { Sharp } from "sharp";

/** The maximum number of colors in the palette of a png. */
const paletteColors = 256;

/** The side in pixels of the sample in which colors are counted. */
const sampleSide = 1024;

/** Returns whether an image, or a sample of a large one, has at most as many colors as a palette. */
export async function hasFewColors(open: () => Sharp): Promise<boolean> {
  // Keeps one of neighboring pixels unchanged: a mean would be a color that is not in the image.
  const sample = { width: sampleSide, height: sampleSide, fit: "inside", kernel: "nearest" } as const;
  const { data, info } = await open()
    .resize({ ...sample, withoutEnlargement: true })
    .toColourspace("srgb")
    .raw({ depth: "uchar" })
    .toUint8Array();
  const colors = new Set<number>();
  for (let start = 0; start < data.length; start += info.channels) {
    let color = 0;
    for (let index = start; index < start + info.channels; index++) color = color * 256 + (data[index] ?? 0);
    colors.add(color);
    if (colors.size > paletteColors) return false;
  }
  return true;
}
