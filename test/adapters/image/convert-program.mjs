// Converts files with the built codecs, on Node or Deno, in a process that the test can kill. Prints a line of JSON for
// each file. If the first argument is N > 0, it converts every file N times, each time truncated or with some bytes changed.
import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { basename } from "node:path";
import { magickCodec } from "@tools-api/adapters/image/magick";
import { pdfiumCodec } from "@tools-api/adapters/image/pdfium";
import { convertImage } from "@tools-api/core/image";

const codecs = [magickCodec(), pdfiumCodec()];
const files = process.argv.slice(3);
const damages = Number(process.argv[2]);

/** Returns a pseudorandom number, the same in every run (Park and Miller's generator). */
let seed = 20;
function random(below) {
  seed = (seed * 48271) % 2147483647;
  return seed % below;
}

function damaged(bytes) {
  if (random(3) === 0) return bytes.slice(0, random(bytes.length));
  const copy = bytes.slice();
  // Keep the first bytes, which identify the format.
  for (let change = random(8) + 1; change > 0; change--)
    copy[16 + random(Math.max(1, copy.length - 16))] = random(256);
  return copy;
}

async function convert(file, bytes) {
  const outcome = await convertImage(bytes, { format: "png", codecs }).then(
    ({ image, width, height, original, warnings }) => ({
      width,
      height,
      pages: original.pages,
      warnings: warnings.map(({ code }) => code),
      digest: createHash("sha256").update(image).digest("hex"),
    }),
    ({ name, code, message }) => ({ name, code, message }),
  );
  process.stdout.write(`${JSON.stringify({ file: basename(file), ...outcome })}\n`);
}

for (const file of files) {
  const bytes = new Uint8Array(await readFile(file));
  if (damages === 0) await convert(file, bytes);
  for (let damage = 0; damage < damages; damage++) await convert(file, damaged(bytes));
}
