import { execFile } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import sharp from "sharp";
import { describe, expect, it } from "vitest";
import { startServer, temporaryFolder } from "./server/server-process.ts";

const run = promisify(execFile);
const examples = dirname(createRequire(import.meta.url).resolve("@tools-api/examples/package.json"));
const tsx = createRequire(join(examples, "package.json")).resolve("tsx");

async function runExample(name: string, ...words: string[]): Promise<string> {
  const { stdout } = await run(process.execPath, ["--import", tsx, join(examples, name), ...words], {
    cwd: examples,
  });
  return stdout;
}

async function picture(folder: string): Promise<string> {
  const path = join(folder, "picture.png");
  await sharp({ create: { width: 64, height: 48, channels: 3, background: "olive" } }).toFile(path);
  return path;
}

describe("the examples", () => {
  it("analyse a text in a program", async () => {
    expect(await runExample("analyze-text.ts")).toMatch(/positive|negative|neutral|mixed/);
  });

  it("convert an image in a program", async () => {
    const folder = temporaryFolder();
    const output = join(folder.path, "out.webp");
    await runExample("convert-image.ts", await picture(folder.path), output);
    expect(await sharp(readFileSync(output)).metadata()).toMatchObject({ format: "webp", width: 64 });
    folder.remove();
  });

  it("mount the router in a Hono app by route and by mount", async () => {
    const lines = (await runExample("mount-in-hono.ts")).trim().split("\n");
    expect(lines).toEqual([
      expect.stringMatching(/^\/v1\/user\/profile 200 "daily";r=999;t=\d+$/),
      expect.stringMatching(/^\/tools\/v1\/user\/profile 200 "daily";r=998;t=\d+$/),
    ]);
  });

  it("resolve tokens of the host's own beside API keys", async () => {
    const lines = (await runExample("custom-authenticator.ts")).trim().split("\n");
    expect(lines).toEqual([
      'partner-4711 200 "daily";q=10000;w=86400',
      'partner-0815 401 "unauthenticated";q=20;w=60',
    ]);
  });

  it("call the four endpoints with curl", async () => {
    const folder = temporaryFolder();
    const server = await startServer({ DATABASE_URL: "memory:" });
    const output = join(folder.path, "image.webp");
    const { stdout } = await run("sh", [join(examples, "curl.sh"), await picture(folder.path), output], {
      env: { ...process.env, TOOLS_API_URL: server.url, TOOLS_API_KEY: server.key },
    });
    expect(stdout).toContain('"sentiment"');
    expect(stdout).toContain('"text-analyzer"');
    expect(stdout).toContain('"owner@example.com"');
    expect(await sharp(readFileSync(output)).metadata()).toMatchObject({ format: "webp", width: 64 });
    await server.stop();
    folder.remove();
  });

  it("are all run by these tests", () => {
    const files = readdirSync(examples).filter((name) => /\.(?:ts|sh)$/.test(name));
    expect(files.toSorted()).toEqual([
      "analyze-text.ts",
      "convert-image.ts",
      "curl.sh",
      "custom-authenticator.ts",
      "mount-in-hono.ts",
    ]);
  });
});
