import { execFile } from "node:child_process";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { beforeAll, describe, expect, it } from "vitest";
import { isAffordable } from "../../image-corpus.ts";
import { isWhole } from "../../whole.ts";

interface Outcome {
  file: string;
  digest?: string;
  name?: string;
  code?: string;
  message?: string;
}

const program = fileURLToPath(new URL("convert-program.mjs", import.meta.url));
const deno = fileURLToPath(new URL("../../../node_modules/.bin/deno", import.meta.url));
const fixtures = fileURLToPath(new URL("../../fixtures/images", import.meta.url));
const codecFormats =
  /\.(?:heic|jxl|bmp|ico|cur|jp2|j2k|psd|qoi|tga|p[bgpn]m|pcx|exr|hdr|dds|sgi|avifs|tif|pdf)$/i;

const refusals = new Set(["invalid_image", "image_too_large", "processing_limit"]);
const leaks = /magick|vips|\/tmp|\/work|node_modules|error\//i;

async function run(command: string, words: string[]) {
  // Kill it at the timeout, because nothing else ends a decoder that hangs.
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

function expectAnswers(outcomes: Outcome[]): void {
  const unexpected = outcomes.filter(
    ({ digest, name, code = "", message = "" }) =>
      leaks.test(message) || (digest === undefined && (name !== "ToolsError" || !refusals.has(code))),
  );
  expect(unexpected).toEqual([]);
}

describe("the codecs in a process of their own", { timeout: 600_000 }, () => {
  const files = readdirSync(fixtures)
    .filter((name) => codecFormats.test(name) && isAffordable(name))
    .map((name) => join(fixtures, name));
  let onNode: Outcome[];
  beforeAll(async () => {
    onNode = await run(process.execPath, [program, ...files]);
  }, 600_000);

  it("convert or reject damaged files, and handle the next ones normally", async () => {
    const damages = isWhole ? 25 : 5;
    const words = [program, `--damage=${damages}`, ...files];
    const outcomes = await run(process.execPath, words);
    expect(outcomes).toHaveLength(files.length * damages);
    expectAnswers(outcomes);
    expect(outcomes.some(({ digest }) => digest !== undefined)).toBe(true);
  });

  it("return the same images on Deno and on Node", async () => {
    const onDeno = await run(deno, ["run", "-A", "--quiet", program, ...files]);
    expect(onDeno).toEqual(onNode);
    const refused = onNode.filter(({ digest }) => digest === undefined).map(({ file }) => file);
    expect(refused).toEqual(["large.jxl", "locked.pdf"]);
  });
});
