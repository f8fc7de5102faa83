// Compares the reference of this server with Scalar, which renders the same OpenAPI document in the browser from static
// assets. Opens both in turn in Chromium, five times each, and prints the medians. Scalar's script is the standalone
// build that its documentation recommends for self-hosting; `npm pack` downloads it:
// pnpm --filter @tools-api/bench docs-renderers
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { brotliCompressSync } from "node:zlib";
import { endBrowser, runAxe, startBrowser, startDashboard, type Visitor } from "../engines/chromium.ts";
import { emulateSlow4G, largestPaint } from "./page-speed/paint.ts";
import { temporaryFolder } from "../server/server-process.ts";
import { median } from "./median.ts";

const version = "1.76.0";
const rounds = 5;
/** The policy of this server's pages. */
const strictPolicy =
  "default-src 'none'; script-src 'self'; connect-src 'self'; img-src 'self' data: blob:; style-src 'self'";

function scalarScript(folder: string): Buffer {
  execFileSync("npm", ["pack", "--silent", `@scalar/api-reference@${version}`], { cwd: folder });
  execFileSync("tar", ["xzf", `scalar-api-reference-${version}.tgz`], { cwd: folder });
  return readFileSync(join(folder, "package/dist/browser/standalone.js"));
}

/** Serves Scalar with compressed files, at `/strict` under the policy of this server. */
async function serveScalar(script: Buffer, document: string) {
  const page = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Reference</title>
<meta name="viewport" content="width=device-width, initial-scale=1"></head><body><div id="app"></div>
<script src="/scalar.js"></script><script src="/start.js"></script></body></html>`;
  const start = "Scalar.createApiReference('#app', { url: '/openapi.json', withDefaultFonts: false })";
  const files = new Map<string, [type: string, body: Buffer]>([
    ["/", ["text/html", brotliCompressSync(page)]],
    ["/strict", ["text/html", brotliCompressSync(page)]],
    ["/scalar.js", ["text/javascript; charset=utf-8", brotliCompressSync(script)]],
    ["/start.js", ["text/javascript; charset=utf-8", brotliCompressSync(start)]],
    ["/openapi.json", ["application/json", brotliCompressSync(document)]],
  ]);
  const server = createServer((request, response) => {
    const [type, body] = files.get(request.url ?? "") ?? [];
    if (type === undefined) return response.writeHead(404).end();
    return response
      .writeHead(200, {
        "Content-Type": type,
        "Content-Encoding": "br",
        ...(request.url === "/strict" && { "Content-Security-Policy": strictPolicy }),
      })
      .end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  // A server that listens on TCP has an `AddressInfo`.
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, close: () => server.close() };
}

interface Measured {
  bytes: number;
  paintMs: number;
  heapMB: number;
}

async function measure(visitor: Visitor, path: string): Promise<Measured> {
  const { page, context } = visitor;
  const session = await emulateSlow4G(page);
  context.setDefaultTimeout(60_000);
  let bytes = 0;
  session.on("Network.loadingFinished", ({ encodedDataLength }) => (bytes += encodedDataLength));
  await session.send("Network.setExtraHTTPHeaders", { headers: { "Accept-Encoding": "gzip, deflate, br" } });
  await visitor.goTo(path);
  await page.waitForLoadState("networkidle");
  const paintMs = await largestPaint(page);
  const { usedSize } = await session.send("Runtime.getHeapUsage");
  return { bytes, paintMs, heapMB: usedSize / 1e6 };
}

const folder = temporaryFolder();
const dashboard = await startDashboard();
const document = await (await fetch(`${dashboard.url}/openapi.json`)).text();
const scalar = await serveScalar(scalarScript(folder.path), document);
const browser = await startBrowser();
const candidates = [
  { name: "this server, /docs", url: dashboard.url, path: "/docs" },
  { name: "this server, a tool", url: dashboard.url, path: "/docs/reference/text-analyzer" },
  { name: `Scalar ${version}`, url: scalar.url, path: "/" },
];
const found = new Map(candidates.map(({ name }) => [name, [] as Measured[]]));
for (let round = 0; round < rounds; round++)
  for (const { name, url, path } of candidates) {
    const visitor = await browser.visit(url);
    found.get(name)?.push(await measure(visitor, path));
    await visitor.close();
  }
const rows = candidates.map(({ name }) => {
  const runs = found.get(name) ?? [];
  return {
    name,
    "kB on the wire": Math.round(median(runs.map(({ bytes }) => bytes)) / 100) / 10,
    "LCP on slow 4G, ms": Math.round(median(runs.map(({ paintMs }) => paintMs))),
    "JS heap, MB": Math.round(median(runs.map(({ heapMB }) => heapMB)) * 10) / 10,
  };
});
console.table(rows);

for (const { name, url, path } of candidates) {
  const visitor = await browser.visit(url);
  await visitor.goTo(path);
  await visitor.page.waitForLoadState("networkidle");
  const faults = await runAxe(visitor.page);
  const rules = new Set(faults.map((fault) => fault.split(":")[0]));
  console.log(`${name}: ${faults.length} violations of axe-core (${[...rules].join(", ")})`);
  await visitor.close();
}
const strict = await browser.visit(scalar.url);
await strict.goTo("/strict");
await strict.page.waitForTimeout(3000);
const refused = strict.complaints.filter((complaint) => complaint.startsWith("Content security policy"));
const words = (await strict.page.locator("body").innerText()).length;
console.log(`Scalar under the policy of this server: ${refused.length} refusals, ${words} characters shown`);
const bare = await browser.visit(scalar.url, { javaScriptEnabled: false });
await bare.goTo("/");
console.log(
  `Scalar without scripts: ${(await bare.page.locator("body").innerText()).length} characters shown`,
);
await browser.close();
await dashboard.close();
scalar.close();
await endBrowser();
folder.remove();
