import { checkConversion, type Conversion, type ConversionSet } from "./conversion.ts";
import { limitBytes, noDeadline, startDeadline } from "./limits.ts";
import type {
  ConvertedImage,
  ConvertedImages,
  ConvertImageOptions,
  ConvertSetOptions,
  RunOptions,
} from "./options.ts";

/**
 * Runs a conversion that `checkConversion` returned, without checking it again. Nothing else may change it. Sets no
 * deadline, because the pool whose process runs it does.
 *
 * @throws ToolsError as `convertImage`.
 *
 * @example
 * ```ts
 * import { readFile } from "node:fs/promises";
 * import { checkConversion, runConversion } from "@tools-api/core/image";
 *
 * const conversion = checkConversion(await readFile("photo.jpg"), { format: "webp" });
 * console.log((await runConversion(structuredClone(conversion))).bytes);
 * ```
 */
export function runConversion(conversion: Conversion, options?: RunOptions): Promise<ConvertedImage>;
/** Runs several conversions of one image. Decodes it once for all results that read it alike. */
export function runConversion(
  conversion: Conversion | ConversionSet,
  options?: RunOptions,
): Promise<ConvertedImage | ConvertedImages>;
export async function runConversion(
  conversion: Conversion | ConversionSet,
  options: RunOptions = {},
): Promise<ConvertedImage | ConvertedImages> {
  // These are 50 modules. Programs that convert no image start without them.
  const { convertWithin } = await import("./convert-within.ts");
  return convertWithin(noDeadline, conversion, options);
}

/**
 * Converts an image to several results, such as the widths of `srcset`. Decodes it once for all results that read it
 * alike, and returns the same bytes as a call for each.
 *
 * @throws ToolsError as for one result. `image_too_large` before any work if all together could take longer than 30 s:
 *   it names the largest set that is accepted.
 *
 * @example
 * ```ts
 * import { readFile, writeFile } from "node:fs/promises";
 * import { convertImage } from "@tools-api/core/image";
 *
 * const widths = [320, 640, 1280];
 * const { outputs } = await convertImage(await readFile("photo.jpg"), {
 *   format: "webp",
 *   outputs: widths.map((width) => ({ width })),
 * });
 * for (const { image, width } of outputs) await writeFile(`photo-${width}.webp`, image);
 * ```
 */
export async function convertImage(
  image: Uint8Array | ArrayBuffer | Blob,
  options: ConvertSetOptions,
): Promise<ConvertedImages>;
/**
 * Converts an image. Reads jpeg, png, webp, avif, gif, tiff, svg and svgz, and writes jpeg, png, webp, avif, gif, apng
 * and tiff. The `codecs` add formats to both.
 *
 * Applies the EXIF orientation and converts colors to sRGB, HDR by the tone mapping of ITU-R BT.2390. Keeps animations,
 * including animated PNG, in gif, webp and apng. Keeps 16 bits for png and tiff. Strips metadata unless asked to keep it.
 * `warnings` lists every loss that was not requested. Loads sharp on the first call; its cache and concurrency stay as
 * the host set them.
 *
 * A decoder that hangs or exhausts memory cannot be stopped from within its process, and codecs run in the calling
 * thread. Convert untrusted images in a process that can be killed: pass the result of `checkConversion` to a pool whose
 * processes call `runConversion`.
 *
 * @param image - The file, at most 25 MiB: bytes, or the `File` of a form. Only its content decides its format.
 * @throws ToolsError
 * - `invalid_parameter` for an invalid option, for a format whose codec is missing, and for a `maxBytes` that nothing
 *   fits in;
 * - `payload_too_large` for more than 25 MiB;
 * - `invalid_image` if the file is not an image, is damaged, or has an unread format (naming the codec that reads it);
 * - `image_too_large` for more than 50 megapixels or 2,000 frames, or a predicted cost above the job limits, before
 *   decoding. A larger jpeg is read if the decoder can reduce it to the requested size;
 * - `processing_limit` if it took longer than a job may: 8 s, or 30 s for avif, apng, jxl, `auto`, `maxBytes` and `target`.
 *
 * @example
 * ```ts
 * import { readFile, writeFile } from "node:fs/promises";
 * import { convertImage } from "@tools-api/core/image";
 *
 * const photo = await convertImage(await readFile("photo.jpg"), { format: "webp", width: 1200 });
 * await writeFile("photo.webp", photo.image);
 * console.log(photo.width, photo.height, photo.bytes, photo.warnings);
 * ```
 */
export async function convertImage(
  image: Uint8Array | ArrayBuffer | Blob,
  options: ConvertImageOptions,
): Promise<ConvertedImage>;
export async function convertImage(
  image: Uint8Array | ArrayBuffer | Blob,
  options: ConvertImageOptions | ConvertSetOptions,
): Promise<ConvertedImage | ConvertedImages> {
  if (image instanceof Blob) limitBytes(image.size);
  const bytes = image instanceof Blob ? await image.arrayBuffer() : image;
  const conversion = checkConversion(bytes, options);
  const { convertWithin } = await import("./convert-within.ts");
  return convertWithin(startDeadline(conversion.limits.deadlineMs / 1000), conversion, options);
}
