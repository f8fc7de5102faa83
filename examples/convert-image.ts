import { readFile, writeFile } from "node:fs/promises";
import { extname } from "node:path";
import { magickCodec } from "@tools-api/adapters/image/magick";
import { pdfiumCodec } from "@tools-api/adapters/image/pdfium";
import { convertImage, ImageOptions } from "@tools-api/core/image";

const [input, output] = process.argv.slice(2);
// The extension of the output is its format.
const options = ImageOptions.safeParse({
  format: extname(output ?? "")
    .slice(1)
    .toLowerCase(),
});
if (!input || !output || !options.success) {
  console.error("Name an image and the file to write, such as: convert-image.ts photo.heic photo.webp");
  process.exit(1);
}
const { format } = options.data;
// For HEIC, JPEG XL, PSD, PDF and other formats. A codec loads with the first image that needs it.
const codecs = [magickCodec(), pdfiumCodec()];
const { image, width, height, warnings } = await convertImage(await readFile(input), { format, codecs });
await writeFile(output, image);
console.log(`${output}: ${width} × ${height}, ${image.length} bytes`, warnings);
