import { execFile } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { imageConverter, textAnalyzer, type Tool } from "@tools-api/core/tools";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { fieldEcho, fileReverser, type Host, startHost } from "../account/dashboard/host-tools.ts";
import { temporaryFolder } from "../server-process.ts";

const run = promisify(execFile);

describe("the samples with a file in the reference", () => {
  let host: Host;
  let pages: Map<string, string>;
  const folder = temporaryFolder();
  beforeAll(async () => {
    host = await startHost([textAnalyzer, imageConverter(), fileReverser, fieldEcho]);
    const names = ["text-analyzer", "image-converter", fileReverser.name, fieldEcho.name];
    const read = async (name: string) => (await fetch(`${host.url}/docs/reference/${name}`)).text();
    pages = new Map(await Promise.all(names.map(async (name) => [name, await read(name)] as const)));
    mkdirSync(join(folder.path, "path", "to"), { recursive: true });
    const image = { width: 4, height: 3, channels: 3, background: "olive" } as const;
    writeFileSync(join(folder.path, "path/to/image"), await sharp({ create: image }).png().toBuffer());
    writeFileSync(join(folder.path, "path/to/document"), "olleh");
  });
  afterAll(async () => {
    await host.close();
    folder.remove();
  });

  function sampleOf({ name }: Tool): string | undefined {
    const [, sample] =
      new RegExp(`<pre[^>]* id="file-${name}"[^>]*>(.*?)</pre>`, "s").exec(pages.get(name) ?? "") ?? [];
    return sample
      ?.replaceAll(/<[^>]+>/g, "")
      .replaceAll("&quot;", '"')
      .replaceAll("&#39;", "'");
  }

  /** Runs a sample in a shell, and returns the file that it writes. */
  async function written(tool: Tool): Promise<{ name: string; content: Buffer }> {
    const before = new Set(readdirSync(folder.path));
    const env = { ...process.env, TOOLS_API_KEY: host.key };
    const { stderr } = await run("sh", ["-c", sampleOf(tool) ?? "false"], { cwd: folder.path, env });
    expect(stderr).toBe("");
    const [name = ""] = readdirSync(folder.path).filter((entry) => !before.has(entry));
    return { name, content: readFileSync(join(folder.path, name)) };
  }

  it("send the file and the example's other fields, and save the response under its name", async () => {
    const converted = await written(imageConverter());
    expect(converted.name).toBe("image.webp");
    expect(await sharp(converted.content).metadata()).toMatchObject({ format: "webp", width: 4, height: 3 });
    expect(await written(fileReverser)).toEqual({ name: "reversed.zip", content: Buffer.from("hello") });
  });
});
