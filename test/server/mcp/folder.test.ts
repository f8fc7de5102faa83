import { execFileSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import {
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  realpath,
  rm,
  symlink,
  truncate,
  writeFile,
} from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { Client, type Transport } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { testedRuntimes } from "../../engines/runtimes.ts";
import { toolsApiHere } from "../command.ts";
import { type Runtime, toolsApiOn } from "../server-process.ts";

const core = new URL("../../../packages/core/dist/tools/index.js", import.meta.url).href;
const photo = fileURLToPath(new URL("../../../examples/photo.jpg", import.meta.url));

const ownTools = `import { renameSync, symlinkSync } from "node:fs";
import { defineTool } from ${JSON.stringify(core)};
import { z } from ${JSON.stringify(import.meta.resolve("zod"))};
const terms = {
  scope: "test:call", consent: "Call", summary: "Calls.", response: z.object({}),
  binary: { field: "drawing", mediaTypes: ["image/png"], fileName: () => "drawing.png" },
};
const drawing = { drawing: new Uint8Array([1, 2, 3]), content_type: "image/png" };
export const draw = defineTool({
  ...terms, name: "draw", request: z.strictObject({}), examples: [{ request: {} }], run: () => drawing,
});
export const label = defineTool({
  ...terms, name: "label", request: z.strictObject({ output: z.string() }),
  examples: [{ request: { output: "a" } }], run: () => drawing,
});
/** Replaces the folder of its file by a link to the outside. */
export const swap = defineTool({
  ...terms, name: "swap", file: { field: "file", maxBytes: 1000, mediaTypes: ["image/*"] },
  request: z.strictObject({ folder: z.string(), target: z.string() }),
  examples: [{ request: { file: "aGk=", folder: "a", target: "b" } }],
  run({ folder, target }) {
    renameSync(folder, folder + "-moved");
    symlinkSync(target, folder);
    return drawing;
  },
});
export default draw;`;

let root = "";
/** The folder that the agent may use. */
let folder = "";
/** A folder with a photo next to it. */
let outside = "";

/** A transport that counts the bytes of all lines in both directions. */
class CountingTransport implements Transport {
  bytes = 0;
  onmessage?: Transport["onmessage"];
  onclose?: Transport["onclose"];
  readonly #inner: Transport;

  constructor(inner: Transport) {
    this.#inner = inner;
  }

  async start(): Promise<void> {
    const inner = this.#inner;
    // oxlint-disable-next-line unicorn/prefer-add-event-listener -- A transport is no EventTarget.
    inner.onmessage = (message) => {
      this.#count(message);
      this.onmessage?.(message);
    };
    // oxlint-disable-next-line unicorn/prefer-add-event-listener -- As above.
    inner.onclose = () => this.onclose?.();
    await inner.start();
  }

  async send(message: Parameters<Transport["send"]>[0]): Promise<void> {
    this.#count(message);
    await this.#inner.send(message);
  }

  close(): Promise<void> {
    return this.#inner.close();
  }

  #count(message: unknown): void {
    this.bytes += Buffer.byteLength(`${JSON.stringify(message)}\n`);
  }
}

/** Connects the official client to `tools-api mcp` with a folder. */
async function connect(runtime: Runtime, path: string) {
  const { command, args } = toolsApiOn(runtime);
  const words = ["mcp", "--folder", path, "--tools", join(root, "tools")];
  const transport = new CountingTransport(new StdioClientTransport({ command, args: [...args, ...words] }));
  const client = new Client({ name: "test", version: "1" }, { versionNegotiation: { mode: "auto" } });
  await client.connect(transport);
  return { client, transport };
}

type Connection = Awaited<ReturnType<typeof connect>>;
type Result = Awaited<ReturnType<Client["callTool"]>>;

function textOf({ content: [block] }: Result): Record<string, unknown> {
  return JSON.parse(block?.type === "text" ? block.text : "");
}

function pathOf({ structuredContent }: Result): unknown {
  // The result of a tool is an object.
  return (structuredContent as Record<string, unknown> | undefined)?.["path"];
}

/** Creates a folder below that of the agent, with one small image. */
async function album(image = "image.png"): Promise<string> {
  const path = join(folder, randomUUID());
  await mkdir(path);
  const red = sharp({ create: { width: 3, height: 2, channels: 3, background: "red" } });
  await writeFile(join(path, image), await red.png().toBuffer());
  return path;
}

let connection: Connection;

/** Converts an image to WebP, as a file unless there are other options. */
function convert(image: unknown, options: Record<string, unknown> = { output: "file" }): Promise<Result> {
  const args = { image, format: "webp", ...options };
  return connection.client.callTool({ name: "image-converter", arguments: args });
}

beforeAll(async () => {
  root = await realpath(await mkdtemp(join(tmpdir(), "mcp-")));
  folder = join(root, "photos");
  outside = join(root, "outside");
  for (const path of [folder, outside, join(root, "tools")]) await mkdir(path);
  const modules = ["draw", "label", "swap"];
  for (const name of modules)
    await writeFile(join(root, "tools", `${name}.mjs`), ownTools.replace("default draw", `default ${name}`));
  await writeFile(join(outside, "photo.jpg"), await readFile(photo));
  connection = await connect("node", folder);
});

afterAll(async () => {
  await connection.client.close();
  await rm(root, { recursive: true });
});

describe("tools-api mcp --folder", () => {
  it.each(testedRuntimes)(
    "converts five photos to files next to them with at most 2 kB of messages a photo, on %s",
    async (runtime) => {
      const place = join(folder, `Urlaub in Österreich, ${runtime}`);
      await mkdir(place);
      const names = Array.from({ length: 5 }, (_, index) => `Großglockner 山 ${index}`);
      for (const name of names) await writeFile(join(place, `${name}.jpg`), await readFile(photo));
      const { client, transport } = await connect(runtime, folder);
      await client.listTools();
      for (const name of names) {
        const before = transport.bytes;
        const image = join(basename(place), `${name}.jpg`);
        const result = await client.callTool({
          name: "image-converter",
          arguments: { image, format: "webp", quality: 70, output: "file" },
        });
        const bytes = transport.bytes - before;
        expect(bytes).toBeLessThanOrEqual(2000);
        expect(bytes).toBeGreaterThan(Buffer.byteLength(JSON.stringify(result)));
        const path = join(place, `${name}.webp`);
        const written = await readFile(path);
        const record = { path, format: "webp", width: 480, height: 320, bytes: written.length };
        expect(result.structuredContent).toMatchObject(record);
        expect(textOf(result)).toEqual(result.structuredContent);
        expect(result.content).toHaveLength(1);
        expect(await sharp(written).metadata()).toMatchObject({ format: "webp", width: 480 });
      }
      await client.close();
      expect(await readdir(place)).toHaveLength(10);
    },
  );

  it("reads a file by its path from the folder, its absolute path, its file: URL or a link below the folder", async () => {
    const place = await album("ein Bild, 100 % rot.png");
    const image = join(place, "ein Bild, 100 % rot.png");
    await symlink(image, join(place, "link"));
    const relative = join(basename(place), basename(image));
    const names = [relative, `./x/../${relative}`, image, pathToFileURL(image).href, join(place, "link")];
    for (const [index, name] of names.entries()) {
      const number = index === 0 ? "" : `-${index}`;
      expect(pathOf(await convert(name))).toBe(join(place, `ein Bild, 100 % rot${number}.webp`));
    }
  });

  it("takes a folder that is a link, and paths through the link", async () => {
    const place = await album();
    const link = join(root, "link to photos");
    await symlink(folder, link);
    const { client } = await connect("node", link);
    for (const image of [join(link, basename(place), "image.png"), join(place, "image.png")]) {
      const args = { image, format: "webp", output: "file" };
      const result = await client.callTool({ name: "image-converter", arguments: args });
      expect(pathOf(result)).toContain(join(place, "image"));
    }
    await client.close();
  });

  it("returns the image in the message without output, and takes data: URIs", async () => {
    const place = await album();
    const image = join(place, "image.png");
    const inline = [{ type: "text" }, { type: "image", mimeType: "image/webp" }];
    expect((await convert(image, {})).content).toMatchObject(inline);
    const uri = `data:image/png;base64,${(await readFile(image)).toString("base64")}`;
    expect((await convert(uri, { output: null })).content).toMatchObject(inline);
    expect(await readdir(place)).toEqual(["image.png"]);
    expect(pathOf(await convert(uri))).toBe(join(folder, "image.webp"));
  });

  it("never overwrites a file, also if calls for the same name run at the same time", async () => {
    const place = await album("image.webp");
    const image = join(place, "image.webp");
    await writeFile(join(place, "image-2.webp"), "mine");
    await symlink(join(outside, "new.webp"), join(place, "image-3.webp"));
    const before = await readFile(image);
    const results = await Promise.all(Array.from({ length: 6 }, () => convert(image)));
    const free = [1, 4, 5, 6, 7, 8].map((number) => join(place, `image-${number}.webp`));
    expect(new Set(results.map(pathOf))).toEqual(new Set(free));
    expect(await readFile(image)).toEqual(before);
    expect(await readFile(join(place, "image-2.webp"), "utf8")).toBe("mine");
    expect((await readdir(place)).toSorted()).toEqual(
      ["image.webp", "image-2.webp", "image-3.webp", ...free.map((path) => basename(path))].toSorted(),
    );
  });

  it("refuses, by name, each path that is outside, missing or no regular file, and reads and writes nothing", async () => {
    const place = await album();
    const photoOutside = join(outside, "photo.jpg");
    await symlink(photoOutside, join(place, "photo"));
    await symlink(outside, join(place, "album"));
    execFileSync("mkfifo", [join(place, "fifo")]);
    const inside = (name: string) => join(basename(place), name);
    const missing = "which is missing or a link to the outside";
    const refused: Record<string, string> = {
      "../outside/photo.jpg": "which is outside of it",
      [`${inside("..")}/../outside/photo.jpg`]: "which is outside of it",
      [photoOutside]: "which is outside of it",
      [`${folder}-2/photo.jpg`]: "which is outside of it",
      [pathToFileURL(photoOutside).href]: "which is outside of it",
      "file://example.com/photo.jpg": "which is outside of it",
      ".": "which is outside of it",
      [inside("photo")]: missing,
      [inside("album/photo.jpg")]: missing,
      // The same words as for a file that exists there.
      [inside("album/nothing.jpg")]: missing,
      [inside("nothing.jpg")]: missing,
      "nul\0.jpg": missing,
      [inside("")]: "which is not a regular file",
      [inside("fifo")]: "which is not a regular file",
    };
    for (const [image, reason] of Object.entries(refused)) {
      const result = await convert(image);
      expect({ image, isError: result.isError, ...textOf(result) }).toMatchObject({
        isError: true,
        code: "invalid_parameter",
        message: expect.stringMatching(/^image: expected the path of a file below .* received "/),
        errors: [{ pointer: "#/image", detail: expect.stringContaining(reason) }],
      });
    }
    expect(await readdir(outside)).toEqual(["photo.jpg"]);
    expect((await readdir(place)).toSorted()).toEqual(["album", "fifo", "image.png", "photo"]);
  });

  it("names all arguments at fault, such as several images in one call", async () => {
    const several = { image: ["a.png", "b.png"], output: "a.webp", quality: 101 };
    expect(textOf(await convert("", several))).toMatchObject({
      code: "invalid_parameter",
      errors: [
        { pointer: "#/image", detail: "expected the path of an image or a data: URI, received an array" },
        { pointer: "#/output", detail: 'expected "file", received "a.webp"' },
        { pointer: "#/quality" },
      ],
    });
  });

  it("refuses a file above the limit of the tool before it reads it", async () => {
    const place = await album();
    await truncate(join(place, "image.png"), 2 ** 40);
    expect(textOf(await convert(join(place, "image.png")))).toMatchObject({
      code: "payload_too_large",
      message: `image: expected at most 26214400 bytes, received ${2 ** 40}`,
    });
  });

  it("leaves nothing if the result cannot be written", async () => {
    const name = `${"x".repeat(251)}.png`;
    const place = await album(name);
    expect(textOf(await convert(join(place, name)))).toMatchObject({
      code: "invalid_parameter",
      errors: [{ pointer: "#/output", detail: expect.stringContaining("ENAMETOOLONG") }],
    });
    expect(await readdir(place)).toEqual([name]);
  });

  it("refuses to write if the folder of the input became a link to the outside during the work", async () => {
    const place = await album();
    const file = join(place, "image.png");
    const args = { file, folder: place, target: outside, output: "file" };
    expect(textOf(await connection.client.callTool({ name: "swap", arguments: args }))).toMatchObject({
      errors: [{ pointer: "#/output", detail: expect.stringContaining("became a link to the outside") }],
    });
    expect(await readdir(outside)).toEqual(["photo.jpg"]);
  });

  it("writes the result of a tool without an input into the folder, and leaves a field output of a tool to it", async () => {
    const { client } = connection;
    const drawn = await client.callTool({ name: "draw", arguments: { output: "file" } });
    expect(pathOf(drawn)).toBe(join(folder, "drawing.png"));
    const labeled = await client.callTool({ name: "label", arguments: { output: "file" } });
    expect(labeled.content).toMatchObject([{ type: "text" }, { type: "image" }]);
  });

  it("lists the path and output in at most 14 kB, and no tool that writes as read-only", async () => {
    const { tools } = await connection.client.listTools();
    const [text, image, , label] = tools;
    expect(Buffer.byteLength(JSON.stringify([text, image]))).toBeLessThanOrEqual(14_000);
    expect(image).toMatchObject({
      inputSchema: {
        properties: {
          image: {
            type: "string",
            description: expect.stringContaining(`path or file: URL below ${folder}`),
          },
          output: {
            type: "string",
            enum: ["file"],
            description: expect.stringContaining("next to the input"),
          },
        },
      },
      outputSchema: { properties: { path: { type: "string" } } },
      annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: false },
    });
    expect(text).toMatchObject({ annotations: { readOnlyHint: true } });
    expect(text?.inputSchema.properties).not.toHaveProperty("output");
    expect(label?.outputSchema?.properties).not.toHaveProperty("path");
  });

  it("does not start with a folder that is missing, a file or an empty text", async () => {
    for (const path of [join(root, "nothing"), photo, ""]) {
      const { code, stdout, stderr } = await toolsApiHere(["mcp", "--folder", path]);
      expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
      expect(stderr).toContain("--folder: expected the path of a folder, received");
    }
  });
});
