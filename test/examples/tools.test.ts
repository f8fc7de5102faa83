import { dirname, join } from "node:path";
import { createRequire } from "node:module";
import { symlinkSync } from "node:fs";
import { build } from "esbuild";
import { afterAll, beforeAll, expect, it, onTestFinished } from "vitest";
import { testedRuntimes } from "../engines/runtimes.ts";
import { type Runtime, startServer, temporaryFolder } from "../server/server-process.ts";

const examples = dirname(createRequire(import.meta.url).resolve("@tools-api/examples/package.json"));
const built = temporaryFolder();
const folders: Record<Runtime, string> = { node: built.path, deno: join(examples, "tools") };

// Node 20 does not run TypeScript.
beforeAll(async () => {
  symlinkSync(join(examples, "node_modules"), join(built.path, "node_modules"));
  await build({
    packages: "external",
    format: "esm",
    outExtension: { ".js": ".mjs" },
    entryPoints: ["html-to-markdown", "qr-code"].map((name) => join(folders.deno, `${name}.ts`)),
    outdir: built.path,
  });
});
afterAll(() => built.remove());

const page = "<title>t</title><h1>Tea &amp; cake</h1><table><tr><th>a<tr><td>b|c</table><script>x()</script>";

it.each(testedRuntimes)("the tools of the examples answer by every transport on %s", async (runtime) => {
  const server = await startServer({ DATABASE_URL: "memory:", TOOLS: folders[runtime] }, runtime);
  onTestFinished(async () => void (await server.stop("SIGKILL")));
  const call = async (path: string, body: BodyInit, type?: string) => {
    const headers = {
      Authorization: `Bearer ${server.key}`,
      ...(type !== undefined && { "Content-Type": type }),
    };
    const response = await fetch(`${server.url}/v1/tools/${path}`, { method: "POST", headers, body });
    return [response.status, await response.json()] as const;
  };
  const json = (path: string, body: object) => call(path, JSON.stringify(body), "application/json");
  const [status, code] = await json("qr-code", { text: "https://example.com" });
  expect([status, code]).toEqual([200, { svg: expect.stringMatching(/^<svg [^]+<\/svg>$/) }]);
  expect(await json("qr-code", { text: "hi", border: 17 })).toMatchObject([
    422,
    { code: "invalid_parameter" },
  ]);
  const list = { html: btoa("<ul><li>one<li>two</ul>"), bullet: "*" };
  expect(await json("html-to-markdown", list)).toEqual([200, { markdown: "* one\n* two\n" }]);
  const form = new FormData();
  form.append("html", new Blob([page], { type: "text/html" }), "page.html");
  const markdown = "# Tea & cake\n\n| a    |\n| ---- |\n| b\\|c |\n";
  expect(await call("html-to-markdown", form)).toEqual([200, { markdown }]);
  expect(await call("html-to-markdown?bullet=-", page, "text/html")).toEqual([200, { markdown }]);
  const bytes = new Uint8Array([0x3c, 0xff]);
  expect(await call("html-to-markdown", bytes, "text/html")).toMatchObject([
    422,
    { errors: [{ pointer: "#/html", detail: "expected a page in UTF-8, received other bytes" }] },
  ]);
  const deep = await call("html-to-markdown", "<div>".repeat(20_000), "text/html");
  expect(deep).toMatchObject([422, { code: "processing_limit" }]);
});
