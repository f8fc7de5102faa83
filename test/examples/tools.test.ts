import { execFile } from "node:child_process";
import { symlinkSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { build } from "esbuild";
import { afterAll, beforeAll, expect, it, onTestFinished } from "vitest";
import { denoPath } from "../engines/deno-path.ts";
import { startServer, temporaryFolder } from "../server/server-process.ts";
import { callExampleTools, type ToolAnswer } from "./tool-calls.ts";

const examples = dirname(createRequire(import.meta.url).resolve("@tools-api/examples/package.json"));
const names = ["html-to-markdown", "qr-code"];
const source = fileURLToPath(new URL("mounted-tools-program.ts", import.meta.url));
const built = temporaryFolder();

// Node 20 does not run TypeScript.
beforeAll(async () => {
  symlinkSync(join(examples, "node_modules"), join(built.path, "node_modules"));
  const terms = { packages: "external", format: "esm", outExtension: { ".js": ".mjs" } } as const;
  const modules = names.map((name) => join(examples, "tools", `${name}.ts`));
  await build({ ...terms, entryPoints: modules, outdir: join(built.path, "tools") });
  await build({ ...terms, entryPoints: [source], outdir: built.path, bundle: true });
});
afterAll(() => built.remove());

const runtimes = {
  node: {
    tools: join(built.path, "tools"),
    extension: ".mjs",
    command: process.execPath,
    words: [join(built.path, "mounted-tools-program.mjs")],
  },
  deno: {
    tools: join(examples, "tools"),
    extension: ".ts",
    command: denoPath(),
    words: ["run", "-A", "--quiet", source],
  },
};
type Runtime = keyof typeof runtimes;

async function answersOfServer(runtime: Runtime): Promise<ToolAnswer[]> {
  const { tools } = runtimes[runtime];
  const settings = { DATABASE_URL: "memory:", TOOLS: tools, PUBLIC_URL: "https://api.example.com" };
  const server = await startServer(settings, runtime);
  onTestFinished(async () => void (await server.stop("SIGKILL")));
  return callExampleTools((path, init) => fetch(server.url + path, init), server.key);
}

async function answersOfHost(runtime: Runtime): Promise<ToolAnswer[]> {
  const { tools, extension, command, words } = runtimes[runtime];
  const modules = names.map((name) => pathToFileURL(join(tools, name + extension)).href);
  const { stdout } = await promisify(execFile)(command, [...words, ...modules]);
  return JSON.parse(stdout) as ToolAnswer[];
}

it("a tool answers alike from the server and mounted in a host's app, on Node and on Deno", async () => {
  const answers = await answersOfServer("node");
  expect(answers.map(({ status }) => status)).toEqual([200, 422, 200, 200, 200, 422, 422]);
  expect(answers[0]?.body).toEqual({ svg: expect.stringMatching(/^<svg [^]+<\/svg>$/) });
  expect(answers[2]?.body).toEqual({ markdown: "* one\n* two\n" });
  expect(answers[3]?.body).toEqual({ markdown: "# Tea & cake\n\n| a    |\n| ---- |\n| b\\|c |\n" });
  expect(answers[4]).toEqual(answers[3]);
  expect(answers[5]?.body).toMatchObject({
    code: "invalid_parameter",
    errors: [{ pointer: "#/html", detail: "expected a page in UTF-8, received other bytes" }],
  });
  expect(answers[6]?.body).toMatchObject({ code: "processing_limit" });
  expect(await answersOfServer("deno")).toEqual(answers);
  expect(await answersOfHost("node")).toEqual(answers);
  expect(await answersOfHost("deno")).toEqual(answers);
});
