import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { type CallToolResult, Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { testedRuntimes } from "../../engines/runtimes.ts";
import { startServerOn, type StartedServer } from "../server-process.ts";

const run = promisify(execFile);
const photo = fileURLToPath(new URL("../../../examples/photo.jpg", import.meta.url));
const photos = 5;

let folder = "";

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "tools-api-agent-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Connects the official client. `bytes` counts the bodies in both directions. */
async function connect({ url, key }: StartedServer): Promise<{ client: Client; bytes: () => number }> {
  let bytes = 0;
  const client = new Client({ name: "agent", version: "1.0.0" });
  await client.connect(
    new StreamableHTTPClientTransport(new URL(`${url}/mcp`), {
      requestInit: { headers: { Authorization: `Bearer ${key}` } },
      async fetch(input, init) {
        const response = await fetch(input, init);
        const body = await response.arrayBuffer();
        bytes += Buffer.byteLength(typeof init?.body === "string" ? init.body : "") + body.byteLength;
        return new Response(body.byteLength > 0 ? body : null, response);
      },
    }),
  );
  return { client, bytes: () => bytes };
}

/** Returns the text of a result. */
function textOf({ content }: CallToolResult): string {
  return content.flatMap((part) => (part.type === "text" ? part.text : [])).join("");
}

describe.each(testedRuntimes)("/mcp on %s, for an agent with a shell", (runtime) => {
  let server: StartedServer;
  beforeAll(async () => {
    server = await startServerOn(runtime, { DATABASE_URL: "memory:" });
  });
  afterAll(() => server.stop());

  it("reads all tools in at most 14 kB", async () => {
    const { client } = await connect(server);
    const list = await client.listTools();
    expect(list.tools.map(({ name }) => name)).toContain("create_upload");
    expect(Buffer.byteLength(JSON.stringify(list))).toBeLessThanOrEqual(14_000);
    await client.close();
  });

  it(`uploads, converts and downloads ${photos} photos with at most 2 kB of messages for each`, async () => {
    const { client, bytes } = await connect(server);
    const before = bytes();
    for (let index = 0; index < photos; index++) {
      const upload = await client.callTool({ name: "create_upload", arguments: { name: `${index}.jpg` } });
      const { stdout } = await run("sh", ["-c", textOf(upload).replace("FILE", `'${photo}'`)]);
      const { id } = JSON.parse(stdout) as { id: string };
      const call = { image: id, format: "webp", width: 200, output: "file" };
      const result = await client.callTool({ name: "image-converter", arguments: call });
      const link = result.content.find((part) => part.type === "resource_link");
      expect(link).toMatchObject({ name: "image.webp", mimeType: "image/webp" });
      const path = join(folder, `${runtime}-${index}.webp`);
      await run("curl", ["-sSf", "-o", path, link?.uri ?? ""]);
      expect(await sharp(await readFile(path)).metadata()).toMatchObject({ format: "webp", width: 200 });
    }
    expect((bytes() - before) / photos).toBeLessThanOrEqual(2000);
    await client.close();
  });
});
