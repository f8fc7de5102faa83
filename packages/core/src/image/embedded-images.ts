import type { SharpConstructor } from "sharp";
import { ToolsError } from "../errors.ts";
import { readError } from "./read-error.ts";
import { sniffFormat } from "./sniff.ts";
import { svgLimits } from "./svg-limits.ts";

/** The formats that a drawing may embed, which its renderer decodes. The guard does not see into SVG within SVG. */
const embeddable: ReadonlySet<string> = new Set(["jpeg", "png", "gif", "webp"]);

/** Checks the headers of images in a drawing first, because the renderer decodes them without checking limits. */
export async function guardEmbedded(sharp: SharpConstructor, embedded: readonly Uint8Array[]): Promise<void> {
  let pixels = 0;
  for (const image of embedded) {
    const format = sniffFormat(image);
    if (format === null || !embeddable.has(format))
      throw new ToolsError(
        "invalid_image",
        "image: svg was recognized, but an image in it is not jpeg, png, gif or webp",
      );
    try {
      const { width, height } = await sharp(image, { limitInputPixels: false }).metadata();
      pixels += width * height;
    } catch (cause) {
      throw readError(cause, `in an svg, ${format}`);
    }
    if (pixels > svgLimits.embeddedPixels)
      throw new ToolsError(
        "image_too_large",
        `image: expected images of at most ${svgLimits.embeddedPixels / 1e6} megapixels in an svg, received more`,
      );
  }
}
