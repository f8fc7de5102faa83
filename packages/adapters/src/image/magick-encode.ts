import type { IMagickImage, MagickFormat } from "@imagemagick/magick-wasm";
import { ToolsError } from "@tools-api/core";
import type { CodecEncoding, Pixels } from "@tools-api/core/image";
import { writableFormats } from "./magick-formats.ts";
import type { MagickModule } from "./magick-library.ts";
import { pngIcon } from "./png-icon.ts";

const rawCoders: Readonly<Record<Pixels["channels"], MagickFormat>> = {
  1: "GRAY",
  2: "GRAYA",
  3: "RGB",
  4: "RGBA",
};

/** libjxl's default of 7 takes 25 times as long as 3, for about as many bytes. */
const jxlEffort = { fast: 1, balanced: 3, best: 7 } as const;

/**
 * OpenJPEG takes a signal-to-noise ratio in decibels where others have a quality: 20 is a blur, beyond 45 nobody
 * sees a difference.
 */
function jp2Decibels(quality: number): number {
  return Math.round(20 + quality / 4);
}

type Prepare = (image: IMagickImage, encoding: CodecEncoding) => void;

const prepare: Readonly<Record<string, Prepare>> = {
  jxl(image, { effort, quality, lossless }) {
    image.settings.setDefine("JXL", "effort", jxlEffort[effort]);
    // ImageMagick takes 100 for lossless.
    image.quality = lossless ? 100 : Math.min(quality ?? 80, 99);
  },
  jp2(image, { quality, lossless }) {
    // As for jxl.
    image.quality = lossless ? 100 : jp2Decibels(quality ?? 80);
  },
};

/** Up to this side an icon's bitmap is small, and programs from before PNG in icons read it as well. */
const largestBitmapIcon = 48;

/** Encodes pixels, which have 8 bits a sample and are in sRGB. */
export function encodePixels(
  magick: MagickModule,
  { data, size, channels }: Pixels,
  encoding: CodecEncoding,
): Uint8Array {
  const format = writableFormats[encoding.format];
  if (!format)
    throw new ToolsError("invalid_parameter", `format: ${encoding.format} is not written by ImageMagick`);
  const settings = new magick.MagickReadSettings({ format: rawCoders[channels], depth: 8, ...size });
  const image = magick.MagickImage.create(data, settings);
  try {
    prepare[encoding.format]?.(image, encoding);
    if (format === "ICO" && Math.max(size.width, size.height) > largestBitmapIcon)
      return image.write("PNG32", (png) => pngIcon(png, size));
    // The bytes are in ImageMagick's memory, which others will use.
    return image.write(format, (bytes) => bytes.slice());
  } finally {
    image.dispose();
  }
}
