import { magickCodec } from "@tools-api/adapters/image/magick";
import sharp, { type Sharp } from "sharp";
import type { Photo } from "./photos.ts";

/** An encoder with its own scale of quality, and its decoder. */
export interface Encoder {
  encode(photo: Photo, quality: number): Promise<Uint8Array>;
  decode(bytes: Uint8Array): Promise<Omit<Photo, "name">>;
}

const pipelineOf = ({ data, width, height }: Photo) => sharp(data, { raw: { width, height, channels: 3 } });

async function pixelsOf(image: Sharp): Promise<Omit<Photo, "name">> {
  const { data, info } = await image
    .removeAlpha()
    .toColourspace("srgb")
    .raw({ depth: "uchar" })
    .toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
}

/** An encoder of sharp. */
export function native(encodeAt: (pipeline: Sharp, quality: number) => Sharp): Encoder {
  return {
    encode: (photo, quality) => encodeAt(pipelineOf(photo), quality).toBuffer(),
    decode: (bytes) => pixelsOf(sharp(bytes)),
  };
}

const magick = magickCodec();

/** An encoder of the codec in WebAssembly. */
export function byCodec(format: "jxl" | "jp2", effort: "fast" | "balanced" | "best" = "balanced"): Encoder {
  return {
    encode: ({ data, width, height }, quality) => {
      if (!magick.encode) throw new TypeError("expected a codec that encodes");
      return magick.encode(
        { data, size: { width, height }, channels: 3 },
        { format, quality, lossless: false, effort },
      );
    },
    decode: async (bytes) => {
      const decoded = await magick.decode({ format, bytes, page: undefined, frames: "one" });
      if (decoded.kind === "file") return pixelsOf(sharp(decoded.bytes));
      const { data, size, channels } = decoded.pixels;
      return pixelsOf(sharp(data, { raw: { ...size, channels } }));
    },
  };
}

/** The encoders that `convertImage` uses for photos at the effort `balanced`. */
export const balanced = {
  jpeg: native((image, quality) => image.jpeg({ quality, optimiseCoding: true })),
  webp: native((image, quality) => image.webp({ quality, effort: 4 })),
  avif: native((image, quality) =>
    image.avif({
      quality,
      effort: 2,
      chromaSubsampling: quality < 80 ? "4:2:0" : "4:4:4",
      tune: "ssim",
    }),
  ),
  jxl: byCodec("jxl"),
  jp2: byCodec("jp2"),
} as const satisfies Record<string, Encoder>;
