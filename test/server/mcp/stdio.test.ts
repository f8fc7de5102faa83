import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { testedRuntimes } from "../../engines/runtimes.ts";
import { toolsApi, toolsApiHere } from "../command.ts";
import { type Runtime, toolsApiOn } from "../server-process.ts";

const core = new URL("../../../packages/core/dist/tools/index.js", import.meta.url).href;

const tool = `import { defineTool } from ${JSON.stringify(core)};
import { z } from ${JSON.stringify(import.meta.resolve("zod"))};
console.log("loaded");
export default defineTool({
  name: "shout", scope: "text:shout", consent: "Shout texts", summary: "Shouts a text.",
  request: z.strictObject({ text: z.string().min(1) }), response: z.object({ text: z.string() }),
  examples: [{ request: { text: "hi" } }],
  run({ text }, { signal }) {
    console.log("called");
    if (text === "secret") throw new Error("password=hunter2");
    if (text !== "wait") return { text: text.toUpperCase() };
    return new Promise((_, reject) => signal.addEventListener("abort", () => {
      console.error("aborted");
      reject(signal.reason);
    }));
  },
});`;

const wait = { timeout: 60_000 };

let folder = "";

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "mcp-"));
  await writeFile(join(folder, "shout.mjs"), tool);
});

afterAll(() => rm(folder, { recursive: true }));

type Mode = "auto" | "legacy";

/** Connects the official client to `tools-api mcp`. */
async function connect(runtime: Runtime, mode: Mode) {
  const { command, args } = toolsApiOn(runtime);
  const transport = new StdioClientTransport({
    command,
    args: [...args, "mcp", "--tools", folder],
    stderr: "pipe",
  });
  let log = "";
  transport.stderr?.on("data", (chunk) => (log += String(chunk)));
  const client = new Client({ name: "test", version: "1" }, { versionNegotiation: { mode } });
  const errors: Error[] = [];
  // oxlint-disable-next-line unicorn/prefer-add-event-listener -- The client is no EventTarget.
  client.onerror = (error) => errors.push(error);
  await client.connect(transport);
  return { client, transport, errors, log: () => log };
}

function problemOf(result: Awaited<ReturnType<Client["callTool"]>>): unknown {
  const [block, ...others] = result.content;
  expect({ isError: result.isError, others, type: block?.type }).toEqual({
    isError: true,
    others: [],
    type: "text",
  });
  expect(result.structuredContent).toBeUndefined();
  return JSON.parse(block?.type === "text" ? block.text : "");
}

describe.each(testedRuntimes)("tools-api mcp on %s", (runtime) => {
  const connections = {} as Record<Mode, Awaited<ReturnType<typeof connect>>>;
  beforeAll(async () => {
    for (const mode of ["auto", "legacy"] as const) connections[mode] = await connect(runtime, mode);
  });
  afterAll(async () => {
    for (const { client } of Object.values(connections)) await client.close();
  });

  it.each(["auto", "legacy"] as const)(
    "lists and calls the configured tools with results as over HTTP, for a client in mode %s",
    async (mode) => {
      const { client, errors, log } = connections[mode];
      const { tools } = await client.listTools();
      expect(tools.map(({ name }) => name)).toEqual(["text-analyzer", "image-converter", "shout"]);
      const shouted = await client.callTool({ name: "shout", arguments: { text: "hi" } });
      expect(shouted).toMatchObject({
        content: [{ type: "text", text: '{"text":"HI"}' }],
        structuredContent: { text: "HI" },
      });
      const image = await sharp({ create: { width: 3, height: 2, channels: 3, background: "red" } })
        .png()
        .toBuffer();
      const converted = await client.callTool({
        name: "image-converter",
        arguments: { image: image.toString("base64"), format: "webp" },
      });
      expect(converted.content).toMatchObject([{ type: "text" }, { type: "image", mimeType: "image/webp" }]);
      const long = await client.callTool({
        name: "text-analyzer",
        arguments: { text: "Not bad. ".repeat(1000), analysis_type: "sentiment" },
      });
      expect(long.structuredContent).toMatchObject({ sentiment: { label: "positive" } });
      // Whatever tools write to the console is not part of the protocol.
      expect(errors).toEqual([]);
      expect(log()).toContain("called");
    },
  );

  it("reports invalid arguments and failures with the codes of the API, and no message of an exception", async () => {
    const { client, log } = connections.auto;
    const invalid = await client.callTool({ name: "shout", arguments: { text: "", size: 1 } });
    expect(problemOf(invalid)).toMatchObject({
      code: "invalid_parameter",
      errors: [{ pointer: "#/text" }, { pointer: "#/size" }],
    });
    const failed = await client.callTool({ name: "shout", arguments: { text: "secret" } });
    expect(problemOf(failed)).toMatchObject({ code: "internal_error" });
    expect(JSON.stringify(failed)).not.toContain("hunter2");
    await expect.poll(log, wait).toContain("password=hunter2");
    await expect(client.callTool({ name: "usage" })).rejects.toThrow("expected the name of a tool");
  });

  it("ends the work of a call that the client cancels", async () => {
    const { client, log } = connections.auto;
    const before = log().length;
    const controller = new AbortController();
    const { signal } = controller;
    const call = client.callTool({ name: "shout", arguments: { text: "wait" } }, { signal });
    const ended = call.then(
      () => "answered",
      () => "cancelled",
    );
    await expect.poll(() => log().slice(before), wait).toContain("called");
    controller.abort();
    expect(await ended).toBe("cancelled");
    await expect.poll(log, wait).toContain("aborted");
  });
});

describe("tools-api mcp", () => {
  it("ends with its standard input, also while a call waits", async () => {
    const messages = [
      {
        id: 1,
        method: "initialize",
        params: { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "a", version: "1" } },
      },
      { method: "notifications/initialized" },
      { id: 2, method: "tools/call", params: { name: "shout", arguments: { text: "wait" } } },
    ];
    const input = messages.map((message) => `${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`).join("");
    const { code, stdout } = await toolsApi(["mcp", "--tools", folder], {}, input);
    expect({ code, hasMore: /loaded|called/.test(stdout) }).toEqual({ code: 0, hasMore: false });
  });

  it("refuses other arguments before it speaks the protocol", async () => {
    const { code, stdout, stderr } = await toolsApiHere(["mcp", "--port", "1"]);
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(stderr).toContain("Unknown option '--port'");
  });
});
