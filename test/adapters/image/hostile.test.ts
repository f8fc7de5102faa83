import { execFile } from "node:child_process";
import { readdirSync } from "node:fs";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { beforeAll, describe, expect, it } from "vitest";
import { isAffordable } from "../../image-corpus.ts";
import { isWhole } from "../../whole.ts";
import { sharedData } from "../../shared-data.ts";

interface Outcome {
  file: string;
  milliseconds: number;
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
/** A job with a codec can use 1 GB. These files, converted one after the other in one process, stay far below it. */
const mostMegabytes = 700;

async function run(command: string, words: string[]) {
  // Kill it at the timeout, because nothing else ends a decoder that hangs.
  const { stdout } = await promisify(execFile)(command, words, {
    timeout: 110_000,
    killSignal: "SIGKILL",
    maxBuffer: 50_000_000,
  });
  const lines = stdout.trim().split("\n");
  const { peakMegabytes } = JSON.parse(lines.pop() ?? "") as { peakMegabytes: number };
  const outcomes: Outcome[] = lines.map((line) => JSON.parse(line));
  return { outcomes, peakMegabytes };
}

function filesIn(folder: string): string[] {
  return readdirSync(folder)
    .filter((name) => codecFormats.test(name))
    .map((name) => join(folder, name));
}

function expectAnswers(outcomes: Outcome[]): void {
  const unexpected = outcomes.filter(
    ({ digest, milliseconds, name, code = "", message = "" }) =>
      milliseconds > 8_500 ||
      leaks.test(message) ||
      (digest === undefined && (name !== "ToolsError" || !refusals.has(code))),
  );
  expect(unexpected).toEqual([]);
}

describe("the codecs in a process of their own", { timeout: 120_000 }, () => {
  const files = filesIn(fixtures).filter((path) => isAffordable(basename(path)));
  // The folders are only in the shared data.
  const hostile = ["invalid", "bombs"].flatMap((name) => {
    const folder = sharedData("images", name);
    return folder === null ? [] : filesIn(folder);
  });
  let onNode: Awaited<ReturnType<typeof run>>;
  beforeAll(async () => {
    onNode = await run(process.execPath, [program, ...files, ...hostile]);
  }, 120_000);

  it.skipIf(hostile.length === 0)(
    "convert or reject every file of images/invalid and images/bombs, in bounded memory (needs TOOLS_API_DATA)",
    () => {
      expect(onNode.outcomes).toHaveLength(files.length + hostile.length);
      expectAnswers(onNode.outcomes);
      expect(onNode.peakMegabytes).toBeLessThan(mostMegabytes);
    },
  );

  it("convert or reject damaged files, and handle the next ones normally", async () => {
    const damages = isWhole ? 25 : 5;
    const words = [program, `--damage=${damages}`, ...files];
    const { outcomes, peakMegabytes } = await run(process.execPath, words);
    expect(outcomes).toHaveLength(files.length * damages);
    expectAnswers(outcomes);
    expect(outcomes.some(({ digest }) => digest !== undefined)).toBe(true);
    expect(peakMegabytes).toBeLessThan(mostMegabytes);
  });

  it("return the same images on Deno and on Node", async () => {
    const onDeno = await run(deno, ["run", "-A", "--quiet", program, ...files]);
    const ofFixtures = onNode.outcomes.slice(0, files.length);
    const withoutTimes = (outcomes: Outcome[]) =>
      outcomes.map((outcome) => ({ ...outcome, milliseconds: undefined }));
    expect(withoutTimes(onDeno.outcomes)).toEqual(withoutTimes(ofFixtures));
    const refused = ofFixtures.filter(({ digest }) => digest === undefined).map(({ file }) => file);
    expect(refused).toEqual(["large.jxl", "locked.pdf"]);
  });
});
