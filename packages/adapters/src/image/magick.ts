import type { CodecHeader, CodecInput, ImageCodec } from "@tools-api/core/image";
import { decodeAnimation, type DecodedStill, decodeStill, pingHeader } from "./magick-decode.ts";
import { encodePixels } from "./magick-encode.ts";
import { readableFormats, writableFormats } from "./magick-formats.ts";
import { type MagickModule, withMagick } from "./magick-library.ts";

/**
 * Creates a codec for formats that sharp cannot read or write, with ImageMagick in WebAssembly
 * (`@imagemagick/magick-wasm`, a separate install). It reads heic, jxl, bmp, ico, cur, jp2, psd, qoi, tga, pnm, pcx,
 * exr, hdr, dds, sgi, avif sequences and rare kinds of tiff. It writes jxl, bmp, ico, jp2, qoi, tga and ppm. Its
 * samples have 8 bits.
 *
 * ImageMagick starts with the first call, in about 100 ms and 110 MB, and all codecs of the process share it. It runs
 * in the calling thread, in a sandbox without files, with limits on pixels and memory but not on time. Convert
 * untrusted images in a process that can be killed. The limits, and a policy that permits only the formats above, apply
 * to every use of magick-wasm in the process.
 *
 * The license of magick-wasm is Apache-2.0. Redistribute its NOTICE, which lists its libraries, with it.
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
  // For some formats, reading the header decodes the pixels. They are kept for the call that requests them next.
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
