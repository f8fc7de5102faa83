import sharp from "sharp";
import { ssim } from "ssim.js";

const side = 512;
const crops = 9;

/** Returns the luminance of crops that are spread evenly over an image, at its full resolution. */
async function cropsOf(image: Buffer): Promise<{ data: Uint8ClampedArray; width: number; height: number }[]> {
  const { data, info } = await sharp(image)
    .toColourspace("srgb")
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const columns = Math.sqrt(crops);
  const raw = { raw: { width: info.width, height: info.height, channels: info.channels } } as const;
  return Promise.all(
    Array.from({ length: crops }, async (_, index) => {
      const left = Math.round(((info.width - side) * (index % columns)) / (columns - 1));
      const top = Math.round(((info.height - side) * Math.floor(index / columns)) / (columns - 1));
      const pixels = await sharp(data, raw)
        .extract({ left, top, width: side, height: side })
        .ensureAlpha()
        .raw()
        .toBuffer();
      return { data: new Uint8ClampedArray(pixels), width: side, height: side };
    }),
  );
}

/**
 * Scores the similarity of images to the original by the structural similarity of luminance (Wang et al.
 * 2004). The score is the mean of nine crops at full resolution. 1 is equal.
 */
export async function scoreAgainst(original: Buffer): Promise<(image: Buffer) => Promise<number>> {
  const expected = await cropsOf(original);
  return async (image) => {
    const actual = await cropsOf(image);
    const scores = actual.map((crop, index) => {
      const other = expected[index];
      if (!other) throw new Error("Both images have the same crops.");
      return ssim(other, crop, { downsample: false }).mssim;
    });
    return scores.reduce((sum, score) => sum + score, 0) / scores.length;
  };
}
