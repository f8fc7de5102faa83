import { createReadStream, openAsBlob } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { apiKeyAuthenticator } from "@tools-api/adapters/auth/api-key";
import { scryptHasher } from "@tools-api/adapters/auth/scrypt";
import { memoryDocuments, memoryUsage } from "@tools-api/adapters/storage/memory";
import { createAccount, createApiKey } from "@tools-api/core/accounts";
import { defineTool, textAnalyzer } from "@tools-api/core/tools";
import { createAccountApp, createApi } from "@tools-api/server";
import { ApiError, type Client, type ClientOptions, createClient } from "@tools-api/server/client";
import { Hono } from "hono";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, expectTypeOf, it } from "vitest";
import { z } from "zod";
import { type StartedServer, startServerHere, temporaryFolder } from "../server-process.ts";

const folder = temporaryFolder();
let server: StartedServer;
let client: Client;
let picture: Buffer<ArrayBuffer>;
/** The requests that the client sent. */
let sent: Request[];

/** Sends a request, and records it. */
const recorded: typeof fetch = async (...request) => {
  sent.push(new Request(...request));
  return fetch(...request);
};

beforeAll(async () => {
  server = await startServerHere({ DATABASE_URL: `sqlite:${join(folder.path, "tools-api.db")}` });
  sent = [];
  client = createClient({ baseUrl: server.url, token: server.key, fetch: recorded });
  const blue = { width: 40, height: 30, channels: 3, background: "blue" } as const;
  picture = Buffer.from(await sharp({ create: blue }).png().toBuffer());
});
afterAll(async () => {
  await server.stop();
  folder.remove();
});

async function failure(call: Promise<unknown>): Promise<unknown> {
  return call.then(
    () => "no error",
    (error: unknown) => error,
  );
}

describe("the client of a server", () => {
  it("sends a file as bytes and receives the result as bytes, from every kind of bytes", async () => {
    const path = join(folder.path, "picture.png");
    await writeFile(path, picture);
    const inside = new Uint8Array([0, ...picture, 0]).subarray(1, -1);
    const images = [
      picture,
      inside,
      new Uint8Array(picture).buffer,
      new Blob([picture]),
      new File([picture], "picture.png", { type: "image/png" }),
      await openAsBlob(path),
      (await openAsBlob(path)).stream(),
      createReadStream(path),
      new Response(picture),
      picture.toString("base64"),
    ];
    const converted = [];
    for (const image of images) {
      sent = [];
      const { duration_ms: _, ...result } = await client.call("image-converter", {
        image,
        format: "webp",
        lossless: true,
        width: 20,
      });
      const type = sent[0]?.headers.get("content-type") ?? "";
      expect(type).toMatch(typeof image === "string" ? /^application\/json$/ : /^multipart\/form-data; /);
      expect(result).toMatchObject({
        format: "webp",
        content_type: "image/webp",
        width: 20,
        original: { bytes: picture.length },
      });
      expect(result.image).toBeInstanceOf(Uint8Array);
      expect(result.image.length).toBe(result.bytes);
      converted.push(result);
    }
    for (const result of converted) expect(result).toEqual(converted[0]);
    const { format, width } = await sharp(converted[0]?.image).metadata();
    expect({ format, width }).toEqual({ format: "webp", width: 20 });
  });

  it.each([undefined, null, "", "undefined"])("sends nothing with the token %j", async (token) => {
    const unset = createClient({ baseUrl: server.url, token: token as string, fetch: recorded });
    sent = [];
    expect(await failure(unset.profile())).toBeInstanceOf(TypeError);
    expect(sent).toEqual([]);
  });

  it("leaves out header fields without a value", async () => {
    sent = [];
    await client.profile({}, { headers: { "X-Request-Id": undefined, "X-Own": "1" } });
    expect([...(sent[0]?.headers.keys() ?? [])]).toEqual(["accept", "authorization", "x-own"]);
  });

  it("returns usage and profile", async () => {
    const report = await client.usage({ granularity: "week", timezone: "Europe/Berlin" });
    expect(report).toMatchObject({ granularity: "week", timezone: "Europe/Berlin", plan: "free" });
    expect(report.series.length).toBeGreaterThan(3);
    expect((await client.profile()).stats).toBeUndefined();
    const { stats, credential } = await client.profile({ include_stats: true });
    expect(stats?.calls_today).toBeGreaterThan(0);
    expect(credential.method).toBe("api_key");
  });

  it("returns the quota, the request id and the headers with a result", async () => {
    const call = { headers: { "X-Request-Id": "mine" } };
    const { result, requestId, policies, headers } = await client.withResponse.profile({}, call);
    expect(requestId).toBe("mine");
    expect(policies).toEqual([
      {
        policy: "daily",
        limit: 1000,
        windowSeconds: 86_400,
        remaining: result.quota.remaining,
        resetSeconds: expect.any(Number),
      },
    ]);
    expect(headers.get("Cache-Control")).toBe("no-store");
  });

  it("rejects with the code, the parameters and the request id of a problem", async () => {
    const error = await failure(
      client.call("image-converter", {
        image: picture,
        // @ts-expect-error The format does not exist.
        format: "docx",
        quality: 250,
      }),
    );
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({
      name: "ApiError",
      status: 422,
      code: "invalid_parameter",
      message: expect.stringMatching(/^format: expected one of jpeg, .*; quality: expected an integer/),
      errors: [
        { pointer: "#/format", detail: expect.any(String) },
        { pointer: "#/quality", detail: "expected an integer from 1 to 100, received 250" },
      ],
      requestId: expect.stringMatching(/^[0-9a-f-]{36}$/),
      retryAfter: null,
      policies: [{ policy: "daily", limit: 1000 }],
    });
    // @ts-expect-error The server has no such tool.
    expect(await failure(client.call("../user/profile", {}))).toMatchObject({ code: "not_found" });
  });

  it("counts a call once, however many attempts it needs", async () => {
    let attempts = 0;
    const losing = createClient({
      baseUrl: server.url,
      token: server.key,
      // The server handles the first two attempts, and their responses are lost.
      async fetch(...request) {
        const response = await fetch(...request);
        attempts += 1;
        if (attempts > 2) return response;
        await response.body?.cancel();
        throw new TypeError("The connection was lost.");
      },
    });
    const before = await client.profile();
    const { result, headers } = await losing.withResponse.call("text-analyzer", { text: "Good." });
    expect(attempts).toBe(3);
    expect(result.language.code).toBe("en");
    expect(headers.get("Idempotency-Replayed")).toBe("true");
    // The call, and the profile itself.
    expect((await client.profile()).quota.used).toBe(before.quota.used + 2);
  });
});

describe("a list of the client", () => {
  it("has every item of every page in order, and reads a page when the loop reaches it", async () => {
    const documents = memoryDocuments();
    const authenticator = apiKeyAuthenticator({ documents });
    const { id } = await createAccount(documents, { email: "ada@example.com" }, { at: Date.now() });
    const fields = { scopes: ["account:read"] };
    const issued = [];
    for (let key = 0; key < 7; key++)
      issued.push(await createApiKey(documents, id, { ...fields, name: `k${key}` }, { at: Date.now() }));
    const app = createAccountApp({
      documents,
      usage: memoryUsage(),
      authenticator,
      passwords: scryptHasher(),
      publicUrl: "https://example.com",
    });
    const paths: string[] = [];
    const reader = createClient({
      baseUrl: "https://example.com",
      token: issued[0]?.secret ?? "",
      async fetch(...request) {
        const { pathname, search } = new URL(new Request(...request).url);
        paths.push(pathname + search);
        return app.fetch(new Request(...request));
      },
    });
    const expected = issued.map(({ apiKey }) => apiKey.id).toSorted();
    const read: string[] = [];
    for await (const key of reader.list("keys", { limit: 3 })) {
      expectTypeOf(key.expires_at).toEqualTypeOf<string | null>();
      read.push(key.id);
      expect(paths).toHaveLength(Math.ceil(read.length / 3));
    }
    expect(read).toEqual(expected);
    expect(paths).toEqual([
      "/account/keys?limit=3",
      `/account/keys?limit=3&after=${expected[2]}`,
      `/account/keys?limit=3&after=${expected[5]}`,
    ]);
    const later = [];
    for await (const key of reader.list("keys", { after: expected[4] })) later.push(key.id);
    expect(later).toEqual(expected.slice(5));
    for (const name of ["clients", "grants", "sessions", "invoices", "ledger"] as const)
      expect((await reader.list(name).next()).done, name).toBe(true);
    // @ts-expect-error A key list has no order.
    expect(await failure(reader.list("keys", { order: "desc" }).next())).toMatchObject({
      errors: [{ pointer: "#/order" }],
    });
  });
});

describe("the client of a host's tools", () => {
  const pack = defineTool({
    name: "pack",
    scope: "file:pack",
    consent: "Pack files",
    summary: "Packs a file.",
    file: { field: "document", maxBytes: 1000, mediaTypes: ["text/plain"] },
    binary: { field: "packed", mediaTypes: ["application/x-pack"] },
    request: z.strictObject({
      tags: z.array(z.string()).default([]),
      owner: z.object({ name: z.string() }).optional(),
      twice: z.boolean().optional(),
    }),
    response: z.object({ tags: z.array(z.string()), owner: z.string().optional(), file_name: z.string() }),
    examples: [{ request: { document: "AAAA" } }],
    run: ({ document, tags, owner, twice }) => ({
      packed: new Uint8Array(twice ? [...document.bytes, ...document.bytes] : document.bytes),
      content_type: "application/x-pack",
      tags,
      owner: owner?.name,
      file_name: document.name ?? "",
    }),
  });
  const tools = [textAnalyzer, pack] as const;

  async function hosted(options: Partial<ClientOptions> = {}) {
    const documents = memoryDocuments();
    const authenticator = apiKeyAuthenticator({ documents });
    const api = createApi({ documents, usage: memoryUsage(), authenticator, tools });
    const { id } = await createAccount(documents, { email: "ada@example.com" }, { at: Date.now() });
    const { secret } = await createApiKey(documents, id, {}, { at: Date.now() });
    const host = new Hono().route("/inner", api);
    return createClient<typeof tools>({
      baseUrl: "https://example.com/inner",
      token: () => secret,
      fetch: async (...request) => host.fetch(new Request(...request)),
      ...options,
    });
  }

  it("calls them under the path of the host, with files, bytes, arrays and objects", async () => {
    const host = await hosted();
    const document = new File(["é"], "letter.txt", { type: "text/plain" });
    const request = { document, tags: ["a,b", "ü"], owner: { name: "Ada" }, twice: true };
    const { result, headers } = await host.withResponse.call("pack", request);
    expect(headers.get("Content-Type")).toBe("application/x-pack");
    expect(result).toEqual({
      packed: new TextEncoder().encode("éé"),
      content_type: "application/x-pack",
      tags: ["a,b", "ü"],
      owner: "Ada",
      file_name: "letter.txt",
    });
    expect((await host.call("text-analyzer", { text: "Good." })).language.code).toBe("en");
    const { by_endpoint } = await host.usage();
    expect(by_endpoint.find(({ endpoint }) => endpoint === "pack")?.calls).toBe(1);
  });

  it("returns bytes with a record that is too long for a header", async () => {
    const host = await hosted();
    const tags = Array.from({ length: 500 }, (_, index) => `tag ${index} ü`);
    const request = { document: new Uint8Array([0, 200, 255]), tags };
    const { result, headers } = await host.withResponse.call("pack", request);
    expect(headers.get("Content-Type")).toBe("application/json");
    expect(result).toMatchObject({ packed: new Uint8Array([0, 200, 255]), tags });
  });
});
