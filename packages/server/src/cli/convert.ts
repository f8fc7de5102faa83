import { readFile, writeFile } from "node:fs/promises";
import { extname } from "node:path";
import process from "node:process";
import { ImageOptions, validate } from "@tools-api/core";
import { convertImage } from "@tools-api/core/image";
import { type Command, parseWords, UsageError } from "./command.ts";

/** `tools-api convert` */
export const convert: Command = async (words) => {
  const { values, positionals } = parseWords(
    words,
    { format: { type: "string" }, quality: { type: "string" } },
    { minimum: 2, maximum: 2 },
  );
  const [input = "", output = ""] = positionals;
  const format = values.format ?? extname(output).slice(1).toLowerCase();
  if (format === "") throw new UsageError(`OUT: expected a name with an extension, received "${output}".`);
  const options = validate(ImageOptions, {
    format,
    ...(values.quality !== undefined && { quality: Number(values.quality) }),
  });
  const { image, ...record } = await convertImage(await readFile(input), {
    format: options.format,
    quality: options.quality,
  });
  await writeFile(output, image);
  const { original, width, height, bytes, warnings } = record;
  process.stdout.write(
    `${output}: ${record.format}, ${width} × ${height}, ${original.bytes} → ${bytes} bytes in ${record.durationMs} ms\n`,
  );
  for (const warning of warnings) process.stderr.write(`${warning.code}: ${warning.message}\n`);
};
