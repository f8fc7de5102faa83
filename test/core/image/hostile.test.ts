import { execFile } from "node:child_process";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import { sharedData } from "../../shared-data.ts";

interface Outcome {
  file: string;
  milliseconds: number;
  bytes?: number;
  name?: string;
  code?: string;
  message?: string;
}

const script = fileURLToPath(new URL("convert-files.mjs", import.meta.url));
const refusals = new Set(["invalid_image", "image_too_large", "processing_limit", "payload_too_large"]);
const leaks = /vips|\/tmp|\/work|node_modules/i;

async function convertAll(folder: string): Promise<Outcome[]> {
  const files = readdirSync(folder)
    .filter((name) => !name.endsWith(".md"))
    .map((name) => join(folder, name));
  // Killed at the end of its time: nothing else ends a decoder that hangs.
  const { stdout } = await promisify(execFile)(process.execPath, [script, ...files], {
    timeout: 60_000,
    killSignal: "SIGKILL",
    maxBuffer: 10_000_000,
  });
  const outcomes: Outcome[] = stdout
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
  expect(outcomes).toHaveLength(files.length * 2);
  return outcomes;
}

describe.each(["invalid", "bombs"])("every file of images/%s", (name) => {
  const folder = sharedData("images", name);
  it.skipIf(folder === null)(
    "becomes an image or a refusal from the table, and none hangs (needs TOOLS_API_DATA)",
    { timeout: 70_000 },
    async () => {
      const outcomes = await convertAll(folder ?? "");
      const unexpected = outcomes.filter(
        ({ bytes = 0, milliseconds, name: error, code = "", message = "" }) =>
          milliseconds > 8_500 ||
          leaks.test(message) ||
          (bytes === 0 && (error !== "ToolsError" || !refusals.has(code))),
      );
      expect(unexpected).toEqual([]);
    },
  );
});
