import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { testedRuntimes } from "../../engines/runtimes.ts";
import { toolsApiHere } from "../command.ts";
import { expectProblem, getRequest, jsonRequest } from "../contract.ts";
import { startServerOn } from "../server-process.ts";

const zod = import.meta.resolve("zod");
const coreModule = (name: string) => new URL(`../../../packages/core/dist/${name}`, import.meta.url).href;

/** Returns the source of a module with a tool. */
function toolSource(name: string, members = ""): string {
  return `import { defineTool } from ${JSON.stringify(coreModule("tools/index.js"))};
import { ToolsError } from ${JSON.stringify(coreModule("errors.js"))};
import { z } from ${JSON.stringify(zod)};
export default defineTool({
  name: ${JSON.stringify(name)}, scope: "text:shout", consent: "Shout texts", summary: "Shouts a text.",
  request: z.strictObject({ text: z.string().min(1) }), response: z.object({ text: z.string() }),
  examples: [{ request: { text: "hi" } }], run: ({ text }) => ({ text: text.toUpperCase() }), ${members}
});`;
}

/** Writes modules to a folder of the test. */
async function folderWith(files: Readonly<Record<string, string>>): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "tools-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  for (const [name, source] of Object.entries(files)) await writeFile(join(folder, name), source);
  return folder;
}

const settings = { DATABASE_URL: "memory:" };

describe.each(testedRuntimes)("TOOLS on %s", (runtime) => {
  it("serves the modules of the folder next to the built-in tools, with their scopes", async () => {
    const folder = await folderWith({
      "shout.mjs": toolSource("shout"),
      "_helper.mjs": "throw new Error('loaded')",
      ".hidden.mjs": "throw new Error('loaded')",
      "shout.test.mjs": "throw new Error('loaded')",
      "notes.txt": "no module",
    });
    await mkdir(join(folder, "nested.js"));
    const server = await startServerOn(runtime, { ...settings, TOOLS: folder });
    onTestFinished(async () => void (await server.stop()));
    const response = await fetch(`${server.url}/v1/tools/shout`, jsonRequest(server.key, { text: "hi" }));
    expect(await response.json()).toEqual({ text: "HI" });
    const profile = await fetch(`${server.url}/v1/user/profile`, getRequest(server.key));
    expect(await profile.json()).toMatchObject({
      credential: { scopes: ["text:analyze", "image:convert", "text:shout", "usage:read", "profile:read"] },
    });
    const invalid = await fetch(`${server.url}/v1/tools/shout`, jsonRequest(server.key, { text: "" }));
    await expectProblem(invalid, 422, "invalid_parameter");
  });

  it("lets a tool refuse a request with the ToolsError of its own copy of the package", async () => {
    const run = `run() { throw new ToolsError("conflict", "Shouting is over for today."); }`;
    const folder = await folderWith({ "shout.mjs": toolSource("shout", run) });
    const server = await startServerOn(runtime, { ...settings, TOOLS: folder });
    onTestFinished(async () => void (await server.stop()));
    const refused = await fetch(`${server.url}/v1/tools/shout`, jsonRequest(server.key, { text: "hi" }));
    await expectProblem(refused, 409, "conflict");
  });
});

describe("tools-api serve --tools", () => {
  it("names the command that installs a package which the folder lacks, and the form of the export", async () => {
    const folder = await folderWith({ "a.mjs": 'import "@tools-api/missing";' });
    const missing = await toolsApiHere(["serve"], { ...settings, PORT: "0", TOOLS: folder });
    expect(missing.stderr).toContain(`run npm install @tools-api/missing in ${folder}`);
    const other = await folderWith({ "b.mjs": "export const tool = {};" });
    const unexported = await toolsApiHere(["serve"], { ...settings, PORT: "0", TOOLS: other });
    expect(unexported.stderr).toContain("export default defineTool({ … })");
  });

  it.skipIf("typescript" in process.features)("warns of TypeScript that this Node does not run", async () => {
    const folder = await folderWith({ "a.ts": "", "b.ts": "", "b.js": "no code", "c.d.ts": "" });
    const { stderr } = await toolsApiHere(["serve"], { ...settings, PORT: "0", TOOLS: folder });
    expect(stderr).toContain(`does not run TypeScript, so a.ts in ${folder} is no tool`);
  });

  it.each([
    ["a module that does not load", { "broken.mjs": "export default {" }, /broken\.mjs: .+/],
    [
      "a module without a tool",
      { "empty.mjs": "export const run = 1;" },
      /empty\.mjs: expected a tool as the default export .*, received nothing/,
    ],
    [
      "an invalid definition",
      { "bad.mjs": toolSource("Bad Name") },
      /bad\.mjs: tool "Bad Name": name: expected 2 to 40 characters/,
    ],
    [
      "a repeated name",
      { "a.mjs": toolSource("shout"), "b.mjs": toolSource("shout") },
      /tool "shout": name: expected a name that no other tool has/,
    ],
  ])("does not start with %s, and says so in one line", async (_, files, message) => {
    const folder = await folderWith(files);
    const { code, stderr } = await toolsApiHere(["serve", "--tools", folder], { ...settings, PORT: "0" });
    expect(code).not.toBe(0);
    expect(stderr).toMatch(message);
    expect(stderr.trimEnd().split("\n")).toHaveLength(1);
  });

  it("does not start without the folder", async () => {
    const { code, stderr } = await toolsApiHere(["serve", "--tools", "/nowhere/at/all"], {
      ...settings,
      PORT: "0",
    });
    expect(code).not.toBe(0);
    expect(stderr).toMatch(/^tools-api: TOOLS: \/nowhere\/at\/all: ENOENT/);
  });
});
