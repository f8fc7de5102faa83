import type { CodecHeader, CodecInput, ImageCodec } from "@tools-api/core/image";
import { decodeAnimation, type DecodedStill, decodeStill, pingHeader } from "./magick-decode.ts";
import { encodePixels } from "./magick-encode.ts";
import { readableFormats, writableFormats } from "./magick-formats.ts";
import { type MagickModule, withMagick } from "./magick-library.ts";

/**
 * A codec for what sharp neither reads nor writes, by ImageMagick in WebAssembly (`@imagemagick/magick-wasm`, to be
 * installed beside this package). Reads heic, jxl, bmp, ico, cur, jp2, psd, qoi, tga, pnm, pcx, exr, hdr, dds, sgi,
 * sequences of avif and rare kinds of tiff; writes jxl, bmp, ico, jp2, qoi, tga and ppm. Its samples have 8 bits.
 *
 * ImageMagick starts with the first call, in about 100 ms and 110 MB, and is shared by all codecs of the process. It
 * runs in the calling thread, in a sandbox without files, with bounds on pixels and memory but none on time: run
 * conversions of strangers' images in a process that can be killed. The bounds, and a policy that permits the formats
 * above alone, hold for all that the process does with magick-wasm.
 *
 * magick-wasm comes under Apache-2.0 with a NOTICE of the libraries in it, which has to be passed on with it.
 *
 * @example
 * ```ts
 * import { readFile, writeFile } from "node:fs/promises";
 * import { magickCodec } from "@tools-api/adapters/image/magick";
 * import { convertImage } from "@tools-api/core/image";
 *
 * const photo = await convertImage(await readFile("photo.heic"), { format: "jpeg", codecs: [magickCodec()] });
 * await writeFile("photo.jpg", photo.image);
 * ```
 */
export function magickCodec(): ImageCodec {
  // A header that only the pixels tell comes with them; they are kept for the call that asks for them next.
  const decodedStills = new WeakMap<Uint8Array, { key: string; still: DecodedStill }>();

  function readHeader(magick: MagickModule, input: CodecInput): CodecHeader {
    const { header } = pingHeader(magick, input);
    const { width, height } = header.stored;
    const isTold = width * height > (readableFormats[input.format]?.decodedForHeader ?? 0);
    return isTold ? header : readStill(magick, input).header;
  }

  function readStill(magick: MagickModule, input: CodecInput): DecodedStill {
    const key = `${input.format} ${input.page ?? "main"}`;
    const kept = decodedStills.get(input.bytes);
    if (kept?.key === key) return kept.still;
    const still = decodeStill(magick, input, pingHeader(magick, input));
    if (readableFormats[input.format]?.decodedForHeader) decodedStills.set(input.bytes, { key, still });
    return still;
  }

  return {
    package: "@imagemagick/magick-wasm",
    reads: Object.keys(readableFormats),
    writes: Object.keys(writableFormats),
    readHeader(input): Promise<CodecHeader> {
      return withMagick({ step: "read", format: input.format }, (magick) => readHeader(magick, input));
    },
    decode(input) {
      return withMagick(
        { step: "read", format: input.format },
        (magick) =>
          (input.frames === "all" ? decodeAnimation(magick, input) : null) ??
          readStill(magick, input).decoded,
      );
    },
    encode(pixels, encoding) {
      return withMagick({ step: "write", format: encoding.format }, (magick) =>
        encodePixels(magick, pixels, encoding),
      );
    },
  };
}
