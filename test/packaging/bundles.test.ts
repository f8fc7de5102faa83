import { execFile } from "node:child_process";
import { readFileSync, symlinkSync } from "node:fs";
import { createServer } from "node:http";
import { createRequire } from "node:module";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { hasChromium, startBrowser } from "../engines/chromium.ts";
import { denoPath } from "../engines/deno-path.ts";
import { temporaryFolder } from "../server/server-process.ts";

const repository = fileURLToPath(new URL("../..", import.meta.url));
const core = join(repository, "packages/core");
const requireTsx = createRequire(createRequire(join(repository, "examples/package.json")).resolve("tsx"));
/** The functions of esbuild that the tests call. */
const { build } = requireTsx("esbuild") as { build: (options: object) => Promise<unknown> };
const run = promisify(execFile);

const text =
  "The room was lovely, but the staff of Acme Inc. in Paris never answered. Write to ada@example.com.";
const german = "Die Lieferung kam am 5. Mai 2024 und war leider beschädigt.";

/** A program that prints the results of an entry point, and on a page writes them to `document.title`. */
function program(entry: string): string {
  return `
    import { analyzeText } from ${JSON.stringify(entry)};
    const texts = ${JSON.stringify([text, german])};
    Promise.all(texts.map((text) => analyzeText(text))).then(
      (results) => {
        if (globalThis.document) document.title = JSON.stringify(results);
        else console.log(JSON.stringify(results));
      },
      (error) => {
        if (globalThis.document) document.title = String(error);
        else throw error;
      },
    );`;
}

/** Bundles a program as one file without packages. `platform: "neutral"` has no module of Node. */
async function bundle(contents: string, outfile: string, options: object = {}): Promise<void> {
  const stdin = { contents, resolveDir: core, loader: "js" };
  const common = { bundle: true, platform: "neutral", mainFields: ["module", "main"], logLevel: "error" };
  await build({ stdin, outfile, ...common, ...options });
}

/** Serves a page that loads the script, under a policy that compiles no WebAssembly. */
async function servePage(script: string): Promise<string> {
  const server = createServer(({ url }, response) => {
    response.setHeader("Content-Security-Policy", "default-src 'none'; script-src 'self'");
    response.setHeader("Content-Type", url === "/" ? "text/html" : "text/javascript");
    response.end(url === "/" ? '<script type="module" src="/script.js"></script>' : readFileSync(script));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

describe.each(["@tools-api/core/text", "@tools-api/core/text/light"])("a bundle of %s", (entry) => {
  const folder = temporaryFolder();
  const [esm, cjs] = [join(folder.path, "bundle.mjs"), join(folder.path, "bundle.cjs")];
  let expected: unknown;

  beforeAll(async () => {
    await bundle(program(entry), esm, { format: "esm" });
    await bundle(program(entry), cjs, { format: "cjs" });
    const words = ["--input-type=module", "-e", program(entry)];
    expected = JSON.parse((await run(process.execPath, words, { cwd: core })).stdout);
  });
  afterAll(() => folder.remove());

  it.each([
    ["Node as a module", process.execPath, [esm]],
    ["Node as CommonJS", process.execPath, [cjs]],
    ["Node without WebAssembly", process.execPath, ["--jitless", "--no-expose-wasm", esm]],
    ["Deno without any permission", denoPath(), ["run", "--no-prompt", esm]],
  ])("gives the same results in an empty folder on %s", async (_name, path, words) => {
    const { stdout } = await run(path, words, { cwd: folder.path });
    expect(JSON.parse(stdout)).toEqual(expected);
  });

  it.skipIf(!hasChromium())("gives the same results on a page that may not compile WebAssembly", async () => {
    const browser = await startBrowser();
    const { page, goTo } = await browser.visit(await servePage(esm));
    await goTo("/");
    await expect.poll(() => page.title(), { timeout: 60_000 }).not.toBe("");
    expect(JSON.parse(await page.title())).toEqual(expected);
    await browser.close();
  });
});

it("loads with require() where Node supports it, and with import() in CommonJS", async () => {
  const print = "analyzeText('Good.').then(({ sentiment }) => console.log(sentiment.label))";
  const scripts = [
    `const { analyzeText } = require("@tools-api/core/text"); ${print}`,
    `import("@tools-api/core/text").then(({ analyzeText }) => ${print})`,
  ];
  for (const script of scripts) {
    const { stdout } = await run(process.execPath, ["--input-type=commonjs", "-e", script], { cwd: core });
    expect(stdout).toBe("positive\n");
  }
});

it("bundles every entry point of core, and only the conversion of images needs sharp", async () => {
  const folder = temporaryFolder();
  onTestFinished(() => folder.remove());
  // The package has this form.
  const { exports } = JSON.parse(readFileSync(join(core, "package.json"), "utf8")) as { exports: object };
  const entries = Object.keys(exports).filter((entry) => !entry.startsWith("./internal"));
  const names = entries.map((entry) => join("@tools-api/core", entry));
  const source = `${names.map((name, index) => `import * as entry${index} from "${name}";`).join("\n")}
    console.log(${names.map((_, index) => `Object.keys(entry${index}).length > 0`).join(", ")});
    import { readFileSync } from "node:fs";
    const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="8" height="6"/>';
    const { width } = await entry0.convertImage(new TextEncoder().encode(svg), { format: "png" });
    console.log(width);`;
  const outfile = join(folder.path, "all.mjs");
  await bundle(source, outfile, { platform: "node", format: "esm", external: ["sharp"] });
  await expect(run(process.execPath, [outfile], { cwd: folder.path })).rejects.toThrow("'sharp'");
  symlinkSync(join(core, "node_modules"), join(folder.path, "node_modules"));
  const { stdout } = await run(process.execPath, [outfile], { cwd: folder.path });
  expect(stdout.split("\n")).toEqual([names.map(() => "true").join(" "), "8", ""]);
});
