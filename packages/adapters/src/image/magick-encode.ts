import type { IMagickImage, MagickFormat } from "@imagemagick/magick-wasm";
import { ToolsError } from "@tools-api/core/errors";
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
 * Converts a quality to decibels: OpenJPEG takes a signal-to-noise ratio. 20 is a blur; above 45 the differences are
 * invisible.
 */
function jp2Decibels(quality: number): number {
  return Math.round(20 + quality / 4);
}

type Prepare = (image: IMagickImage, encoding: CodecEncoding) => void;

const prepare: Readonly<Record<string, Prepare>> = {
  jxl(image, { effort, quality, lossless }) {
    image.settings.setDefine("JXL", "effort", jxlEffort[effort]);
    // ImageMagick treats 100 as lossless.
    image.quality = lossless ? 100 : Math.min(quality ?? 80, 99);
  },
  jp2(image, { quality, lossless }) {
    // As for jxl.
    image.quality = lossless ? 100 : jp2Decibels(quality ?? 80);
  },
};

/** Up to this side an icon's bitmap is small, and programs older than PNG in icons can read it. */
const maxBitmapIcon = 48;

/** Encodes sRGB pixels of 8 bits per sample. */
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
    if (format === "ICO" && Math.max(size.width, size.height) > maxBitmapIcon) {
      // The time of the conversion would make each result different.
      image.settings.setDefine("PNG", "exclude-chunks", "date,time");
      return image.write("PNG32", (png) => pngIcon(png, size));
    }
    // A copy: later calls reuse ImageMagick's memory.
    return image.write(format, (bytes) => bytes.slice());
  } finally {
    image.dispose();
  }
}
