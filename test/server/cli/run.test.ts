import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import sharp from "sharp";
import { describe, expect, it, onTestFinished } from "vitest";
import { toolsApi, toolsApiHere } from "../command.ts";

async function folder(): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), "run-"));
  onTestFinished(() => rm(path, { recursive: true }));
  return path;
}

describe("tools-api run", () => {
  it("prints the result of a tool, whose fields are options or a JSON text", async () => {
    const byOptions = await toolsApiHere([
      "run",
      "text-analyzer",
      "--text",
      "Not bad.",
      "--analysis-type",
      "sentiment,pii",
      "--pii-deny",
      '["bad"]',
      "--pii-policy",
      '{"custom":"token"}',
    ]);
    expect(byOptions).toMatchObject({ code: 0, stderr: "" });
    expect(JSON.parse(byOptions.stdout)).toMatchObject({
      sentiment: { label: "positive" },
      pii: { redacted_text: "Not [CUSTOM_1].", tokens: { "[CUSTOM_1]": "bad" } },
    });
    const lists = { pii_deny: ["bad"], pii_policy: { custom: "token" } };
    const request = JSON.stringify({ text: "Not bad.", analysis_type: "sentiment,pii", ...lists });
    const byJson = await toolsApi(["run", "text-analyzer", "--json", "-"], {}, request);
    expect(byJson.stdout).toBe(byOptions.stdout);
  });

  it("reads a file, writes the bytes of the result, and prints its record", async () => {
    const path = await folder();
    const [input, output] = [join(path, "in.png"), join(path, "out.webp")];
    await writeFile(
      input,
      await sharp({ create: { width: 3, height: 2, channels: 3, background: "red" } })
        .png()
        .toBuffer(),
    );
    const words = ["run", "image-converter", input, "--lossless", "--out", output];
    const { code, stdout, stderr } = await toolsApiHere(words);
    expect({ code, stdout }).toEqual({ code: 0, stdout: "" });
    expect(JSON.parse(stderr)).toMatchObject({ format: "webp", lossless: true, width: 3 });
    expect(await sharp(await readFile(output)).metadata()).toMatchObject({
      format: "webp",
      width: 3,
      height: 2,
    });
  });

  it.each([
    [
      ["run", "qr-codes"],
      /Expected the name of a tool \(text-analyzer, image-converter\), received "qr-codes"/,
    ],
    [["run", "image-converter", "--format", "webp"], /--file is missing/],
    [["run", "text-analyzer", "--text", "a", "--file", "x"], /--file: the tool text-analyzer takes no file/],
    [
      ["run", "image-converter", "--format", "webp", "--file", "/nowhere"],
      /\/nowhere: no such file or folder/,
    ],
  ])("refuses %o in words", async (words, message) => {
    const { code, stderr } = await toolsApiHere(words);
    expect(code).toBeGreaterThan(0);
    expect(stderr).toMatch(message);
  });
});
