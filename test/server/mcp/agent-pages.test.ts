import { mkdtemp, rm, writeFile } from "node:fs/promises";
import type { Server } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import type { Frame } from "playwright-core";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { hasChromium, runAxeInFrame, startBrowser, type TestBrowser } from "../../engines/chromium.ts";
import { servePage } from "../../engines/page-origin.ts";
import { cli, type ServerHere, startServerHere } from "../server-process.ts";

const pageMediaType = "text/html;profile=mcp-app";
const extension = "io.modelcontextprotocol/ui";
const withPages = { extensions: { [extension]: { mimeTypes: [pageMediaType] } } };
const uris = ["ui://tools-api/image", "ui://tools-api/text", "ui://tools-api/usage"];
const linked = {
  "text-analyzer": "ui://tools-api/text",
  "image-converter": "ui://tools-api/image",
  usage: "ui://tools-api/usage",
};

/** The policy of a host for a page without domains (SEP-1865, Security Implications). */
const policy =
  "default-src 'none'; script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; " +
  "media-src 'self' data:; connect-src 'none'; frame-src 'none'; object-src 'none'; base-uri 'self'";

type Mode = "auto" | "legacy";

let server: ServerHere;
let photo: Buffer;

beforeAll(async () => {
  server = await startServerHere({ DATABASE_URL: "memory:", FILES: "on" });
  photo = await sharp({ create: { width: 320, height: 200, channels: 3, background: "#d33" } })
    .jpeg()
    .toBuffer();
});
afterAll(() => server.stop());

async function connect(capabilities: object, mode: Mode = "auto"): Promise<Client> {
  const client = new Client({ name: "host", version: "1" }, { capabilities, versionNegotiation: { mode } });
  const requestInit = { headers: { Authorization: `Bearer ${server.key}` } };
  await client.connect(new StreamableHTTPClientTransport(new URL(`${server.url}/mcp`), { requestInit }));
  onTestFinished(() => client.close());
  return client;
}

/** Returns the pages by the tools whose results they show. */
async function linksOf(client: Client): Promise<Record<string, unknown>> {
  const { tools } = await client.listTools();
  return Object.fromEntries(
    tools.flatMap(({ name, _meta: meta }) =>
      meta ? [[name, (meta["ui"] as { resourceUri: string }).resourceUri]] : [],
    ),
  );
}

async function documentOf(client: Client, uri: string): Promise<string> {
  const { contents } = await client.readResource({ uri });
  const [page] = contents;
  expect(page).toMatchObject({ uri, mimeType: pageMediaType, _meta: { ui: { prefersBorder: true } } });
  return page && "text" in page ? page.text : "";
}

/** Stores a file as an agent does, and returns its handle. */
async function upload(bytes: Uint8Array, key = server.key): Promise<string> {
  const headers = { Authorization: `Bearer ${key}`, "Content-Type": "application/octet-stream" };
  const response = await fetch(`${server.url}/v1/files`, {
    method: "POST",
    headers,
    body: Buffer.from(bytes),
  });
  return ((await response.json()) as { id: string }).id;
}

describe("the pages for the hosts of agents", () => {
  it.each(["auto", "legacy"] as const)(
    "are linked from their tools, listed, and one document of at most 25 kB that loads nothing, in mode %s",
    async (mode) => {
      const client = await connect(withPages, mode);
      expect(client.getServerCapabilities()).toMatchObject({
        resources: {},
        extensions: { [extension]: {} },
      });
      expect(await linksOf(client)).toEqual(linked);
      const { resources } = await client.listResources();
      expect(resources.map(({ uri, mimeType }) => [uri, mimeType])).toEqual(
        uris.map((uri) => [uri, pageMediaType]),
      );
      for (const uri of uris) {
        const text = await documentOf(client, uri);
        expect(Buffer.byteLength(text), uri).toBeLessThanOrEqual(25_000);
        expect(text).not.toMatch(/\b(?:src|href)="|url\((?!#)|@import|\bfetch\(|\bimport\b/);
        expect(text.replaceAll("http://www.w3.org/2000/svg", "")).not.toContain("https:");
      }
      await expect(client.readResource({ uri: "ui://tools-api/other" })).rejects.toThrow("not found");
    },
  );

  it("change nothing for a client that does not show them: no capability, no link, and a list that caches can share", async () => {
    const client = await connect({});
    expect(client.getServerCapabilities()).not.toHaveProperty("resources");
    expect(client.getServerCapabilities()).not.toHaveProperty("extensions");
    expect(await linksOf(client)).toEqual({});
    const legacy = await connect({}, "legacy");
    expect(legacy.getServerCapabilities()).toEqual({ tools: { listChanged: false } });
  });

  it("are offered over standard input and output to the clients that show them", async () => {
    const folder = await mkdtemp(join(tmpdir(), "agent-pages-"));
    onTestFinished(() => rm(folder, { recursive: true }));
    await writeFile(join(folder, "a b.jpg"), photo);
    const open = async (capabilities: object, mode: Mode) => {
      const client = new Client(
        { name: "host", version: "1" },
        { capabilities, versionNegotiation: { mode } },
      );
      const args = [cli, "mcp", "--folder", folder];
      await client.connect(new StdioClientTransport({ command: process.execPath, args }));
      onTestFinished(() => client.close());
      return client;
    };
    const client = await open(withPages, "auto");
    const { usage: _, ...local } = linked;
    expect(await linksOf(client)).toEqual(local);
    expect((await client.listResources()).resources).toHaveLength(uris.length);
    expect(await documentOf(client, "ui://tools-api/text")).toContain("<!doctype html>");
    const { contents } = await client.readResource({ uri: "tools-api://files/a%20b.jpg" });
    expect(contents).toEqual([{ uri: "tools-api://files/a%20b.jpg", blob: photo.toString("base64") }]);
    await expect(client.readResource({ uri: "tools-api://files/..%2Fother.jpg" })).rejects.toThrow(
      "which is outside of it",
    );
    const other = await open({}, "legacy");
    expect(await linksOf(other)).toEqual({});
    expect((await other.listResources()).resources).toEqual([]);
  });

  it("read a file of the caller, and none that is unknown, has gone, or is above 3 MB", async () => {
    const client = await connect(withPages);
    const id = await upload(photo);
    const read = (file: string) => client.readResource({ uri: `tools-api://files/${file}` });
    const [content] = (await read(id)).contents;
    expect(content).toMatchObject({ mimeType: "application/octet-stream", blob: photo.toString("base64") });
    await expect(read("file_0000000000000000000000")).rejects.toThrow("file_0000000000000000000000");
    await expect(read(await upload(new Uint8Array(3_000_001)))).rejects.toThrow(
      "expected a file of at most 3000000 bytes, received one of 3000001 bytes",
    );
    const headers = { Authorization: `Bearer ${server.key}` };
    await fetch(`${server.url}/v1/files/${id}`, { method: "DELETE", headers });
    await expect(read(id)).rejects.toThrow(id);
  });
});

/** The messages that a page has sent to its host. */
interface HostWindow {
  sent: { id?: number; method: string; params: Record<string, unknown> }[];
  tell: (message: object) => void;
  readResource: (uri: string) => Promise<object>;
}

describe.skipIf(!hasChromium())("a page in the sandbox of a host", () => {
  let browser: TestBrowser;
  let host: { origin: string; server: Server };
  beforeAll(async () => {
    [browser, host] = await Promise.all([startBrowser(), servePage()]);
  });
  afterAll(async () => {
    await browser.close();
    host.server.close();
  });

  /** Shows the result of a call in its page, as a host does. */
  async function show(
    client: Client,
    uri: string,
    call: { name: string; arguments: Record<string, unknown> },
    theme: "light" | "dark" = "light",
  ) {
    const html = (await documentOf(client, uri)).replace(
      "<head>",
      `<head><meta http-equiv="Content-Security-Policy" content="${policy}">`,
    );
    const visitor = await browser.visit(host.origin);
    const { page } = visitor;
    await visitor.goTo("/");
    await page.exposeFunction("readResource", (wanted: string) => client.readResource({ uri: wanted }));
    await page.evaluate(
      ({ html, theme }) => {
        const frame = document.createElement("iframe");
        frame.sandbox.add("allow-scripts");
        frame.srcdoc = html;
        frame.style.width = "100%";
        frame.title = "Page";
        const own = globalThis as unknown as HostWindow;
        own.sent = [];
        own.tell = (message) => frame.contentWindow?.postMessage({ jsonrpc: "2.0", ...message }, "*");
        const answers: Record<string, (params: Record<string, unknown>) => object | Promise<object>> = {
          "ui/initialize": () => ({
            protocolVersion: "2026-01-26",
            hostInfo: { name: "host", version: "1" },
            hostCapabilities: { serverResources: {} },
            hostContext: { theme },
          }),
          "resources/read": ({ uri }) => own.readResource(String(uri)),
        };
        addEventListener("message", async ({ data }) => {
          own.sent.push(data);
          const answer = answers[data.method];
          if (answer)
            try {
              own.tell({ id: data.id, result: await answer(data.params) });
            } catch (error) {
              own.tell({ id: data.id, error: { code: -32_602, message: String(error) } });
            }
          if (data.method === "ui/notifications/size-changed") frame.style.height = `${data.params.height}px`;
        });
        document.documentElement.lang = "en";
        document.body.append(frame);
      },
      { html, theme },
    );
    await page.waitForFunction(() =>
      (globalThis as unknown as HostWindow).sent.some(
        ({ method }) => method === "ui/notifications/initialized",
      ),
    );
    const result = await client.callTool(call);
    await page.evaluate(
      ([input, params]) => {
        const { tell } = globalThis as unknown as HostWindow;
        tell({ method: "ui/notifications/tool-input", params: { arguments: input } });
        tell({ method: "ui/notifications/tool-result", params });
      },
      [call.arguments, result] as const,
    );
    const frame = page.frames().find((each) => each !== page.mainFrame());
    if (!frame) throw new Error("The host has a frame.");
    await frame.waitForSelector("main .card, main .notice");
    return { ...visitor, frame, result };
  }

  async function expectAccessibleAndQuiet(
    frame: Frame,
    { complaints, origins }: { complaints: readonly string[]; origins: ReadonlySet<string> },
  ) {
    expect(await runAxeInFrame(frame)).toEqual([]);
    expect({ complaints, origins: [...origins] }).toEqual({ complaints: [], origins: [host.origin] });
  }

  it("shows the stored original of a conversion and its stored result under a slider", async () => {
    const client = await connect(withPages);
    const args = { image: await upload(photo), format: "webp", width: 160, output: "file" };
    const shown = await show(client, uris[0] ?? "", { name: "image-converter", arguments: args }, "dark");
    const { frame, page } = shown;
    await frame.waitForSelector(".stack img + img");
    const images = frame.locator(".stack img");
    expect(await images.evaluateAll((all) => all.map((image) => image.getAttribute("alt")))).toEqual([
      "Result, webp",
      "Original, jpeg",
    ]);
    await frame.focus("input[type=range]");
    await page.keyboard.press("ArrowLeft");
    expect(await frame.locator(".stack").getAttribute("style")).toContain("--split: 49%");
    expect(await frame.innerText("main")).toContain("160 × 100");
    expect(await frame.evaluate(() => document.documentElement.dataset["theme"])).toBe("dark");
    await expectAccessibleAndQuiet(frame, shown);
  });

  it("shows the image of a result that is part of the message, and the only one without the original", async () => {
    const client = await connect(withPages);
    const data = `data:image/jpeg;base64,${photo.toString("base64")}`;
    const inline = { name: "image-converter", arguments: { image: data, format: "webp" } };
    const { frame } = await show(client, uris[0] ?? "", inline);
    await frame.waitForSelector(".stack img + img");
    const large = Buffer.concat([photo, new Uint8Array(3_000_001)]);
    const args = { image: await upload(large), format: "webp" };
    const other = await show(client, uris[0] ?? "", { name: "image-converter", arguments: args });
    await other.frame.waitForSelector(".stack img");
    expect(await other.frame.locator(".stack img").count()).toBe(1);
    await expectAccessibleAndQuiet(other.frame, other);
  });

  it.each(["light", "dark"] as const)("shows the marks of an analysis in its text, %s", async (theme) => {
    const client = await connect(withPages);
    const text = "We met Ada on 5 May 2026 in London. 🎉 The food was not bad at all. Call +44 20 7946 0958.";
    const args = { text, analysis_type: "all" };
    const shown = await show(client, uris[1] ?? "", { name: "text-analyzer", arguments: args }, theme);
    const { frame, page } = shown;
    const marked = (label: string) => frame.locator(`[aria-label="${label}"] mark`).allTextContents();
    expect(await marked("Text with its entities")).toEqual(
      expect.arrayContaining(["Ada", "5 May 2026", "London"]),
    );
    expect(await marked("Text with its personal data")).toContain("+44 20 7946 0958");
    expect(await marked("Sentences with their sentiment")).toContain("🎉 The food was not bad at all.");
    const height = await frame.evaluate(() => document.documentElement.getBoundingClientRect().height);
    await page.waitForFunction(
      (wanted) =>
        (globalThis as unknown as HostWindow).sent.some(
          ({ method, params }) => method === "ui/notifications/size-changed" && params["height"] === wanted,
        ),
      Math.ceil(height),
    );
    await expectAccessibleAndQuiet(frame, shown);
  });

  it("shows the calls of a usage report as a chart", async () => {
    const client = await connect(withPages);
    const shown = await show(client, uris[2] ?? "", { name: "usage", arguments: {} });
    const { frame, result, page } = shown;
    const { totals } = result.structuredContent as { totals: { succeeded: number } };
    expect(totals.succeeded).toBeGreaterThan(0);
    const number = frame.locator('.legend [data-field="succeeded"] b');
    expect(await number.textContent()).toBe(String(totals.succeeded));
    await frame.focus(".plot");
    await page.keyboard.press("Home");
    expect(await number.textContent()).toBe("0");
    await expectAccessibleAndQuiet(frame, shown);
  });

  it("shows why a call failed, and answers the other messages of its host", async () => {
    const client = await connect(withPages);
    const call = { name: "text-analyzer", arguments: { text: "" } };
    const { frame, page } = await show(client, uris[1] ?? "", call);
    expect(await frame.innerText("[role=alert]")).toMatch(/^text: expected/);
    const answers = await page.evaluate(async () => {
      const { tell, sent } = globalThis as unknown as HostWindow;
      const found = new Promise((resolve) => {
        addEventListener("message", ({ data }) => data.id === "c" && resolve(sent.slice(-3)));
      });
      tell({ id: "a", method: "ping" });
      tell({ id: "b", method: "ui/resource-teardown", params: { reason: "closed" } });
      tell({ id: "c", method: "tools/list" });
      tell({ method: "ui/notifications/host-context-changed", params: { theme: "dark" } });
      return found;
    });
    expect(answers).toMatchObject([
      { id: "a", result: {} },
      { id: "b", result: {} },
      { id: "c", error: { code: -32_601 } },
    ]);
    await frame.waitForSelector("html[data-theme=dark]");
  });
});
