import { execFile } from "node:child_process";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { isAffordable } from "../../image-corpus.ts";

interface Outcome {
  file: string;
  digest?: string;
  name?: string;
  code?: string;
  message?: string;
}

const program = fileURLToPath(new URL("convert-program.mjs", import.meta.url));
const fixtures = fileURLToPath(new URL("../../fixtures/images", import.meta.url));
const codecFormats =
  /\.(?:heic|jxl|bmp|ico|cur|jp2|j2k|psd|qoi|tga|p[bgpn]m|pcx|exr|hdr|dds|sgi|avifs|tif|pdf)$/i;

/** The paths of the fixtures that only codecs read. */
export const codecFixtures = readdirSync(fixtures)
  .filter((name) => codecFormats.test(name) && isAffordable(name))
  .map((name) => join(fixtures, name));

/**
 * Converts the fixtures in a process that is killed if a decoder hangs.
 *
 * @param damages How many damaged copies it converts instead of each file.
 */
export async function convertInProcess(command: string, flags: string[], damages = 0): Promise<Outcome[]> {
  const words = [...flags, program, String(damages), ...codecFixtures];
  const { stdout } = await promisify(execFile)(command, words, {
    timeout: 590_000,
    killSignal: "SIGKILL",
    maxBuffer: 50_000_000,
  });
  // The program prints an outcome a line.
  return stdout
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as Outcome);
}
