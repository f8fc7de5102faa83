import type { SharpConstructor } from "sharp";
import { ToolsError } from "../errors.ts";
import { readError } from "./read-error.ts";
import type { Size } from "./size.ts";
import { sniffFormat } from "./sniff.ts";
import { type DrawnImage, type GuardedSvg, guardSvg, inflateSvg, toRenderer } from "./svg.ts";
import { forbidden, type SvgElement } from "./svg-references.ts";
import { defaultSize } from "./svg-rewrite.ts";
import { readPixels } from "./svg-values.ts";

const limits = {
  /** Images in the drawing are decoded in full, regardless of the size at which they are drawn. */
  pixels: 50_000_000,
  /** Drawings in drawings in drawings. */
  nesting: 4,
  /** A drawing in a drawing is rendered with more pixels than it covers, since a transform may enlarge it. */
  oversampling: 2,
  nestedPixels: 4_000_000,
} as const;

/** The formats that the renderer decodes itself. */
const embeddable: ReadonlySet<string | null> = new Set(["jpeg", "png", "gif"]);

function tooManyPixels(): ToolsError {
  return new ToolsError(
    "image_too_large",
    `image: expected images of at most ${limits.pixels / 1e6} megapixels in an svg, received more`,
  );
}

/** A drawing whose images were checked. */
export interface PreparedSvg extends Pick<GuardedSvg, "bytes"> {
  notDrawn: string[];
  /** Returns the drawing with images that its renderer reads, for a scale at which it is rendered. */
  atScale(scale: number): Promise<Uint8Array>;
}

/** Returns the box of an image element in pixels; a side that it does not set is that of `box`. */
function boxOf({ element: { attributes } }: DrawnImage, box: Size): Size {
  const side = (name: "width" | "height") => {
    const text = attributes[name]?.trim() ?? "";
    const share = text.endsWith("%") ? Number(text.slice(0, -1)) / 100 : null;
    return share === null ? readPixels(text) : share * box[name];
  };
  return { width: side("width") || box.width, height: side("height") || box.height };
}

function toBase64(bytes: Uint8Array): string {
  let text = "";
  // More arguments than this overflow the stack.
  for (let start = 0; start < bytes.length; start += 8_192)
    text += String.fromCharCode(...bytes.subarray(start, start + 8_192));
  return btoa(text);
}

/** Returns the attributes of an image that shows other bytes. */
function withImage(
  { element: { attributes } }: DrawnImage,
  png: Uint8Array,
  natural: Size,
): Record<string, string> {
  const key = Object.keys(attributes).find((name) => /(?:^|:)href$/.test(name)) ?? "href";
  const href = `data:image/png;base64,${toBase64(png)}`;
  const { width, height } = natural;
  return { width: `${width}`, height: `${height}`, ...attributes, [key]: href };
}

/** Returns how much the transforms and the views around an element enlarge it. */
function enlargementOf({ attributes, parent }: SvgElement): number {
  let factor = parent ? enlargementOf(parent) : 1;
  const [, , viewWidth = 0] = (attributes["viewBox"] ?? "")
    .trim()
    .split(/[\s,]+/)
    .map(Number);
  const width = readPixels(attributes["width"]);
  if (viewWidth > 0 && width !== null) factor *= width / viewWidth;
  for (const [, name, list = ""] of (attributes["transform"] ?? "").matchAll(
    /(scale|matrix)\s{0,9}\(([^)]{0,200})\)/g,
  )) {
    const [a = 1, b = 0, c = 0, d = 1] = list
      .trim()
      .split(/[\s,]+/)
      .map(Number);
    factor *= name === "scale" ? Math.abs(a) : Math.sqrt(Math.abs(a * d - b * c));
  }
  return Number.isFinite(factor) ? factor : 1;
}

/** An image that the renderer does not read, and how it is drawn for it. */
interface Replaced {
  image: DrawnImage;
  draw(scale: number): Promise<{ png: Uint8Array; natural: Size }>;
}

/**
 * Checks the headers of the images in a drawing, because the renderer decodes them without checking limits. Images in
 * WebP, and drawings, become PNG when it is drawn.
 *
 * @param level - The number of drawings around it.
 * @throws ToolsError `invalid_image` or `image_too_large`.
 */
export async function prepareImages(
  sharp: SharpConstructor,
  { text, bytes, images, notDrawn }: Pick<GuardedSvg, "text" | "bytes" | "images" | "notDrawn">,
  level = 0,
): Promise<PreparedSvg> {
  const replaced: Replaced[] = [];
  const missing = [...notDrawn];
  let pixels = 0;
  for (const image of images) {
    const format = sniffFormat(image.data);
    if (format === "svg" || format === "svgz") {
      if (level === limits.nesting)
        throw forbidden(`drawings in it are nested more than ${limits.nesting} levels deep`);
      const source = format === "svgz" ? await inflateSvg(image.data) : image.data;
      const inner = await prepareImages(sharp, guardSvg(source, boxOf(image, defaultSize)), level + 1);
      missing.push(...inner.notDrawn);
      const natural = await measure(sharp, inner.bytes, format);
      const box = boxOf(image, natural);
      const factor = enlargementOf(image.element);
      replaced.push({
        image,
        draw: (scale) => drawNested(sharp, inner, { natural, box, scale: scale * factor }),
      });
      pixels += Math.min(limits.nestedPixels, natural.width * natural.height);
    } else {
      if (!embeddable.has(format) && format !== "webp")
        throw forbidden("an image in it is not jpeg, png, gif, webp or svg");
      const natural = await measure(sharp, image.data, format ?? "");
      pixels += natural.width * natural.height;
      if (format === "webp")
        replaced.push({
          image,
          draw: async () => ({ natural, png: (await sharp(image.data).png().toUint8Array()).data }),
        });
    }
    if (pixels > limits.pixels) throw tooManyPixels();
  }
  const atScale = async (scale: number) => {
    if (replaced.length === 0) return bytes;
    let result = "";
    let from = 0;
    for (const { image, draw } of replaced) {
      const { png, natural } = await draw(scale);
      result += text.slice(from, image.start) + image.write(withImage(image, png, natural));
      from = image.end;
    }
    return toRenderer(result + text.slice(from));
  };
  return { bytes, notDrawn: [...new Set(missing)], atScale };
}

async function measure(sharp: SharpConstructor, image: Uint8Array, format: string): Promise<Size> {
  try {
    const { width, height } = await sharp(image, { limitInputPixels: false }).metadata();
    return { width, height };
  } catch (cause) {
    throw readError(cause, `in an svg, ${format}`);
  }
}

/** Renders a drawing in a drawing with its own proportions, large enough to cover its box. */
async function drawNested(
  sharp: SharpConstructor,
  inner: PreparedSvg,
  { natural, box, scale }: { natural: Size; box: Size; scale: number },
): Promise<{ png: Uint8Array; natural: Size }> {
  const wanted =
    Math.max(box.width / natural.width, box.height / natural.height) * scale * limits.oversampling;
  const most = Math.sqrt(limits.nestedPixels / (natural.width * natural.height));
  const factor = Math.min(wanted, most);
  const width = Math.max(1, Math.round(natural.width * factor));
  const height = Math.max(1, Math.round(natural.height * factor));
  const drawing = await inner.atScale(factor);
  const { data } = await sharp(drawing, { limitInputPixels: false })
    .resize({ width, height, fit: "fill" })
    .png({ compressionLevel: 1 })
    .toUint8Array();
  return { png: data, natural };
}
