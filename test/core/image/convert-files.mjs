// Converts files that may hang or crash a decoder, so that the test that starts this process can kill it.
// Prints a line of JSON for each conversion. Uses the built packages, as a user's program would.
import { readFile } from "node:fs/promises";
import { magickCodec } from "@tools-api/adapters/image/magick";
import { pdfiumCodec } from "@tools-api/adapters/image/pdfium";
import { convertImage } from "@tools-api/core/image";

const codecs = [magickCodec(), pdfiumCodec()];

for (const file of process.argv.slice(2))
  for (const format of ["jpeg", "webp"]) {
    const started = performance.now();
    const outcome = await convertImage(await readFile(file), { format, codecs }).then(
      ({ bytes }) => ({ bytes }),
      (error) => ({ name: error.name, code: error.code, message: error.message }),
    );
    const line = { file, format, milliseconds: performance.now() - started, ...outcome };
    process.stdout.write(`${JSON.stringify(line)}\n`);
  }
