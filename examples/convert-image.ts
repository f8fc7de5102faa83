import { readFile, writeFile } from "node:fs/promises";
import { convertImage } from "@tools-api/core/image";

const [input = "photo.jpg", output = "photo.webp"] = process.argv.slice(2);
const format = output.endsWith(".avif") ? "avif" : "webp";
const { image, width, height, warnings } = await convertImage(await readFile(input), { format });
await writeFile(output, image);
console.log(`${output}: ${width} × ${height}, ${image.length} bytes`, warnings);
