import { apiKeyAuthenticator } from "@tools-api/adapters/auth/api-key";
import { memoryBlobs, memoryDocuments, memoryUsage } from "@tools-api/adapters/storage/memory";
import { closeAccount, createAccount, createApiKey, revokeApiKey, setStatus } from "@tools-api/core/accounts";
import { ToolsError } from "@tools-api/core";
import { listFiles } from "@tools-api/core/files";
import { defineTool } from "@tools-api/core/tools";
import { type ApiDependencies, createApi, fileStorage, type FileStorageOptions } from "@tools-api/server";
import { beforeEach, describe, expect, it } from "vitest";
import { z } from "zod";

/** Turns the bytes of a file around. */
const reverse = defineTool({
  name: "reverse",
  scope: "reverse:run",
  consent: "Reverse files",
  summary: "Reverse a file.",
  request: z.strictObject({}),
  response: z.object({ received_name: z.string().nullable() }),
  file: { field: "data", maxBytes: 1000, mediaTypes: ["application/octet-stream"] },
  binary: { field: "reversed", mediaTypes: ["application/octet-stream"], fileName: () => "reversed.bin" },
  examples: [{ request: { data: "AAEC" } }],
  run: ({ data }) => ({
    received_name: data.name,
    reversed: data.bytes.toReversed(),
    content_type: "application/octet-stream",
  }),
});

/** An API with files on a clock that a test sets, and two accounts. */
async function filesApi(
  options: Partial<FileStorageOptions> = {},
  dependencies: Partial<ApiDependencies> = {},
) {
  const documents = memoryDocuments();
  const usage = memoryUsage();
  const blobs = memoryBlobs();
  const clock = { at: Date.now(), now: () => clock.at };
  const files = fileStorage({ documents, blobs, clock, ...options });
  const authenticator = apiKeyAuthenticator({ documents });
  const tools = [reverse];
  const api = createApi({
    documents,
    usage,
    authenticator,
    files,
    tools,
    publicUrl: "https://tools.example.com",
    ...dependencies,
  });
  const at = Date.now();
  const open = async (email: string, scopes?: string[]) => {
    const { id } = await createAccount(documents, { email }, { at });
    const { secret, apiKey } = await createApiKey(documents, id, { ...(scopes && { scopes }) }, { at });
    return { account: id, key: secret, keyId: apiKey.id };
  };
  const send = (
    path: string,
    key: string | null,
    init: Omit<RequestInit, "headers"> & { headers?: Record<string, string> } = {},
  ) =>
    api.request(path, {
      ...init,
      headers: { ...(key !== null && { Authorization: `Bearer ${key}` }), ...init.headers },
    });
  const upload = async (key: string, bytes: Uint8Array<ArrayBuffer>, query = "") => {
    const response = await send(`/v1/files${query}`, key, { method: "POST", body: bytes });
    return { status: response.status, ...((await response.json()) as { id: string; message: string }) };
  };
  const call = async (key: string, body: object) => {
    const response = await send("/v1/tools/reverse", key, {
      method: "POST",
      body: JSON.stringify(body),
      headers: { "Content-Type": "application/json" },
    });
    return { status: response.status, body: (await response.json()) as Record<string, unknown> };
  };
  /** Creates a one-time URL and returns its path. */
  const uploadPath = async (key: string, fields: object = {}) => {
    const response = await send("/v1/files/uploads", key, {
      method: "POST",
      body: JSON.stringify(fields),
      headers: { "Content-Type": "application/json" },
    });
    const { upload_url: url = "" } = (await response.json()) as { upload_url?: string };
    return { status: response.status, path: url.replace("https://tools.example.com", "") };
  };
  /** Returns the ids of the blobs that are still stored. */
  const stored = async () => (await blobs.listExpired(Infinity, 1000)).map(({ id }) => id);
  const stores = { documents, usage };
  return { api, stores, clock, files, open, send, upload, call, uploadPath, stored };
}

const bytes = Uint8Array.from([1, 2, 3, 4, 5, 6, 7, 8]);

let server: Awaited<ReturnType<typeof filesApi>>;
let ada: Awaited<ReturnType<typeof server.open>>;
let bob: typeof ada;

beforeEach(async () => {
  server = await filesApi();
  ada = await server.open("ada@example.com");
  bob = await server.open("bob@example.com");
});

async function contentOf(response: Response): Promise<number[]> {
  return [...new Uint8Array(await response.arrayBuffer())];
}

describe("a file", () => {
  it("is returned as it was sent, whole and by range, and only as a download", async () => {
    const sent = await server.send("/v1/files?name=r%C3%A9sum%C3%A9%22.html&expires_in=60", ada.key, {
      method: "POST",
      body: bytes,
      headers: { "Content-Type": "text/html; charset=utf-8" },
    });
    expect(sent.status).toBe(201);
    const file = (await sent.json()) as Record<string, unknown>;
    expect(file).toMatchObject({
      id: expect.stringMatching(/^file_[0-9A-Za-z]{22}$/),
      bytes: 8,
      media_type: "text/html",
      name: 'résumé".html',
      sha256: "66840dda154e8a113c31dd0ad32f7f3a366a80e8136979d8f5a101d3d29d6f72",
    });
    const path = `/v1/files/${String(file.id)}`;
    expect(await (await server.send(path, ada.key)).json()).toEqual(file);
    const content = await server.send(`${path}/content`, ada.key);
    expect(await contentOf(content)).toEqual([...bytes]);
    expect(Object.fromEntries(content.headers)).toMatchObject({
      "content-disposition":
        "attachment; filename=\"r_sum__.html\"; filename*=UTF-8''r%C3%A9sum%C3%A9%22.html",
      "content-length": "8",
      "content-security-policy": "sandbox",
      "content-type": "text/html",
      "x-content-type-options": "nosniff",
      "x-ratelimit-limit": "1000",
    });
    const ranges = {
      "bytes=2-4": [3, 4, 5],
      "bytes=6-": [7, 8],
      "bytes=-3": [6, 7, 8],
      "bytes=5-99": [6, 7, 8],
    };
    for (const [range, expected] of Object.entries(ranges)) {
      const part = await server.send(`${path}/content`, ada.key, { headers: { Range: range } });
      expect([part.status, await contentOf(part)]).toEqual([206, expected]);
    }
    for (const range of ["bytes=8-9", "bytes=4-2", "bytes=-", "bytes=0-1,3-4", "lines=1-2"]) {
      const whole = await server.send(`${path}/content`, ada.key, { headers: { Range: range } });
      expect([whole.status, (await contentOf(whole)).length]).toEqual([200, 8]);
    }
    const head = await server.send(`${path}/content`, ada.key, { method: "HEAD" });
    expect([head.status, head.headers.get("content-length"), await contentOf(head)]).toEqual([200, "8", []]);
  });

  it("can be the part of a form, whose name it takes", async () => {
    const form = new FormData();
    form.append("file", new Blob([bytes], { type: "image/png" }), "dot.png");
    form.append("expires_in", "120");
    const response = await server.send("/v1/files", ada.key, { method: "POST", body: form });
    expect(await response.json()).toMatchObject({ name: "dot.png", media_type: "image/png", bytes: 8 });
  });

  it.each([
    ["a name that is a path", "?name=..%2Fetc", "name"],
    ["a name with a line break", "?name=a%0Ab", "name"],
    ["a life of a second", "?expires_in=1", "expires_in"],
    ["a life of a month", "?expires_in=2592000", "expires_in"],
    ["an unknown parameter", "?folder=x", "folder"],
  ])("is refused with %s", async (_, query, name) => {
    const { status, message } = await server.upload(ada.key, bytes, query);
    expect(status).toBe(422);
    expect(message).toMatch(new RegExp(`^${name}: `));
    expect(await server.stored()).toEqual([]);
  });

  it("is refused without bytes, and beyond the largest file that a tool takes", async () => {
    expect(await server.upload(ada.key, new Uint8Array())).toMatchObject({
      status: 422,
      message: "file: expected the bytes of a file, received none",
    });
    expect((await server.upload(ada.key, new Uint8Array(1001))).status).toBe(413);
    expect(await server.stored()).toEqual([]);
  });

  it("is not stored if its upload ends early", async () => {
    const body = new ReadableStream({
      start: (controller) => controller.enqueue(bytes),
      pull: (controller) => controller.error(new Error("The connection was closed.")),
    });
    const init = { method: "POST", body, duplex: "half" };
    expect((await server.send("/v1/files", ada.key, init)).status).toBe(400);
    expect(await server.stored()).toEqual([]);
  });

  it("belongs to its account: no other one reads, uses, links to or erases it", async () => {
    const { id } = await server.upload(ada.key, bytes);
    for (const [path, method] of [
      [`/v1/files/${id}`, "GET"],
      [`/v1/files/${id}?download_url=true`, "GET"],
      [`/v1/files/${id}/content`, "GET"],
      [`/v1/files/${id}`, "DELETE"],
    ] as const)
      expect((await server.send(path, bob.key, { method })).status).toBe(404);
    expect((await server.call(bob.key, { data: id })).status).toBe(422);
    expect((await server.send(`/v1/files/${id}`, ada.key)).status).toBe(200);
  });

  it("needs the scope of a tool that takes files, and an account that is not suspended", async () => {
    const { id } = await server.upload(ada.key, bytes);
    const reader = await server.open("carl@example.com", ["usage:read"]);
    expect((await server.upload(reader.key, bytes)).status).toBe(403);
    await setStatus(server.stores, ada.account, "suspended");
    expect((await server.send(`/v1/files/${id}`, ada.key)).status).toBe(403);
    expect((await server.upload(ada.key, bytes)).status).toBe(403);
  });

  it("counts one call when it is uploaded, and none when it is read or erased", async () => {
    const { id } = await server.upload(ada.key, bytes);
    await server.send(`/v1/files/${id}`, ada.key);
    await server.send(`/v1/files/${id}/content`, ada.key);
    await server.send(`/v1/files/${id}`, ada.key, { method: "DELETE" });
    const report = await (await server.send("/v1/analytics/usage", ada.key)).json();
    const calls = (report as { by_endpoint: { endpoint: string; calls: number }[] }).by_endpoint;
    expect(calls.find(({ endpoint }) => endpoint === "files")).toMatchObject({ calls: 1, bytes_in: 8 });
  });

  it("is gone when it is erased, when it expires and when its account is closed", async () => {
    const [erased, expiring, kept, closed] = await Promise.all([
      server.upload(ada.key, bytes),
      server.upload(ada.key, bytes, "?expires_in=60"),
      server.upload(ada.key, bytes),
      server.upload(bob.key, bytes),
    ]);
    expect((await server.send(`/v1/files/${erased.id}`, ada.key, { method: "DELETE" })).status).toBe(204);
    expect((await server.send(`/v1/files/${erased.id}`, ada.key)).status).toBe(404);
    expect((await server.stored()).toSorted()).toEqual([expiring.id, kept.id, closed.id].toSorted());
    await closeAccount(server.stores, bob.account, Date.now());
    server.clock.at += 61_000;
    await server.files.sweep();
    expect(await server.stored()).toEqual([kept.id]);
  });
});

describe("a handle in place of a file", () => {
  it("gives the tool the bytes and the name of the file", async () => {
    const { id } = await server.upload(ada.key, bytes, "?name=count.bin");
    const { body } = await server.call(ada.key, { data: id });
    expect(body).toEqual({
      reversed: "CAcGBQQDAgE=",
      received_name: "count.bin",
      content_type: expect.anything(),
    });
  });

  it("is refused by name if the file is unknown, and its owner learns when it expired", async () => {
    const { id } = await server.upload(ada.key, bytes, "?expires_in=60");
    server.clock.at += 13.5 * 60_000;
    const detail = async (key: string, data: string) => (await server.call(key, { data })).body.errors;
    expect(await detail(ada.key, id)).toEqual([
      { pointer: "#/data", detail: expect.stringContaining(`The file ${id} expired 12 minutes ago.`) },
    ]);
    expect(await detail(bob.key, id)).toEqual([
      { pointer: "#/data", detail: expect.stringContaining(`There is no file ${id}.`) },
    ]);
  });

  it("is base64 unless it has the whole shape of a handle", async () => {
    for (const data of ["file_abcdefghijklmnopqrs", "file_abcdefghijklmnopqrstuvw", "file"])
      expect((await server.call(ada.key, { data })).status).toBe(200);
  });

  it("is refused by a server without files, which has no field output", async () => {
    const plain = createApi({
      ...server.stores,
      authenticator: apiKeyAuthenticator(server.stores),
      tools: [reverse],
    });
    const ask = (body: object) =>
      plain.request("/v1/tools/reverse", {
        method: "POST",
        body: JSON.stringify(body),
        headers: { Authorization: `Bearer ${ada.key}`, "Content-Type": "application/json" },
      });
    expect(await (await ask({ data: "file_4fJdR2rT9wXbK7mPq1sVzA" })).text()).toContain("stores no files");
    expect((await ask({ data: "AAEC", output: "file" })).status).toBe(422);
    expect((await plain.request("/v1/files", { method: "POST" })).status).toBe(404);
  });
});

describe('output: "file"', () => {
  it.each([
    ["JSON", { body: JSON.stringify({ data: "AQID", output: "file" }), type: "application/json", query: "" }],
    [
      "the file as the body",
      { body: bytes.subarray(0, 3), type: "application/octet-stream", query: "?output=file" },
    ],
  ])(
    "stores the result of a request by %s, and answers with the file in place of the bytes",
    async (_, { body, type, query }) => {
      const response = await server.send(`/v1/tools/reverse${query}`, ada.key, {
        method: "POST",
        body,
        headers: { "Content-Type": type },
      });
      const { file, ...record } = (await response.json()) as { file: { id: string } };
      expect(record).toEqual({ received_name: null, content_type: "application/octet-stream" });
      expect(file).toMatchObject({ name: "reversed.bin", bytes: 3 });
      const content = await server.send(`/v1/files/${file.id}/content`, ada.key);
      expect(await contentOf(content)).toEqual([3, 2, 1]);
    },
  );

  it("is refused with another value", async () => {
    const { status, body } = await server.call(ada.key, { data: "AQID", output: "disk" });
    expect([status, body.message]).toEqual([422, 'output: expected "inline" or "file", received "disk"']);
  });
});

describe("a one-time URL", () => {
  it("takes one upload without a credential, which keeps the terms of its maker", async () => {
    const { path } = await server.uploadPath(ada.key, { name: "a.bin", expires_in: 120 });
    const put = (body: Uint8Array<ArrayBuffer>) => server.send(path, null, { method: "PUT", body });
    const responses = await Promise.all([put(bytes), put(bytes), put(bytes)]);
    expect(responses.map(({ status }) => String(status)).toSorted()).toEqual(["201", "404", "404"]);
    const [first] = responses.filter(({ status }) => status === 201);
    const file = (await first?.json()) as { id: string };
    expect(file).toMatchObject({ name: "a.bin", bytes: 8 });
    expect(first?.headers.get("x-ratelimit-limit")).toBe("1000");
    expect(await server.stored()).toEqual([file.id]);
    expect((await put(bytes)).status).toBe(404);
    expect((await server.send(`/v1/files/${file.id}`, ada.key)).status).toBe(200);
  });

  it("still takes an upload after one that failed", async () => {
    const { path } = await server.uploadPath(ada.key);
    const put = (length: number) => server.send(path, null, { method: "PUT", body: new Uint8Array(length) });
    expect((await put(1001)).status).toBe(413);
    expect((await put(10)).status).toBe(201);
  });

  it("returns a file once", async () => {
    const { id } = await server.upload(ada.key, bytes);
    const record = await (await server.send(`/v1/files/${id}?download_url=true`, ada.key)).json();
    const { download_url: url } = record as { download_url: string };
    const path = url.replace("https://tools.example.com", "");
    expect((await server.send(path, null, { method: "HEAD" })).status).toBe(200);
    expect(await contentOf(await server.send(path, null))).toEqual([...bytes]);
    expect((await server.send(path, null)).status).toBe(404);
    expect((await server.send(path, null, { method: "PUT", body: bytes })).status).toBe(405);
  });

  it("ends after ten minutes, and with its credential", async () => {
    const [late, revoked] = [await server.uploadPath(ada.key), await server.uploadPath(bob.key)];
    await revokeApiKey(server.stores, bob.keyId, Date.now());
    const put = (path: string) => server.send(path, null, { method: "PUT", body: bytes });
    expect((await put(revoked.path)).status).toBe(404);
    server.clock.at += 600_000;
    expect((await put(late.path)).status).toBe(404);
    expect(await server.stored()).toEqual([]);
  });

  it("takes an upload from a page of another origin that the operator allows, and no page without files gets the methods", async () => {
    const origin = "https://app.example.com";
    const ask = async (files: boolean) => {
      const { api } = await filesApi({}, { corsOrigins: [origin], ...(!files && { files: undefined }) });
      const response = await api.request("/v1/files/uploads/token", {
        method: "OPTIONS",
        headers: { Origin: origin, "Access-Control-Request-Method": "PUT" },
      });
      return response.headers.get("Access-Control-Allow-Methods");
    };
    expect(await ask(true)).toBe("GET,HEAD,POST,PUT,DELETE");
    expect(await ask(false)).toBe("GET,HEAD,POST");
  });

  it("is one of at most 100 of an account", async () => {
    for (let made = 0; made < 100; made++) expect((await server.uploadPath(ada.key)).status).toBe(201);
    expect((await server.uploadPath(ada.key)).status).toBe(409);
    expect((await server.uploadPath(bob.key)).status).toBe(201);
  });
});

describe("a store that does not confirm an upload", () => {
  it("keeps the bytes, because it may have written the file", async () => {
    const { files, stores, open, upload, stored } = server;
    const eve = await open("eve@example.com");
    const commit = stores.documents.commit.bind(stores.documents);
    stores.documents.commit = async (operations) => {
      const result = await commit(operations);
      if (operations.some(({ key }) => key.startsWith("files/")))
        throw new ToolsError("storage_unavailable", "The store did not respond.");
      return result;
    };
    expect((await upload(eve.key, bytes)).status).toBe(503);
    stores.documents.commit = commit;
    const [file] = await listFiles(stores.documents, eve.account, { at: Date.now(), limit: 10 });
    expect(await stored()).toEqual([file?.id]);
    expect(await files.blobs.get(file ?? { id: "", expiresAt: 0 })).not.toBeNull();
  });
});

describe("the limits", () => {
  it("hold for all files of an account, exactly, whatever arrives at the same time", async () => {
    server = await filesApi({ freeAccountBytes: 40 });
    ada = await server.open("ada@example.com");
    const uploads = await Promise.all(Array.from({ length: 8 }, () => server.upload(ada.key, bytes)));
    expect(uploads.filter(({ status }) => status === 201)).toHaveLength(5);
    expect(uploads.filter(({ status }) => status === 409)).toHaveLength(3);
    expect(await server.stored()).toHaveLength(5);
    const [first] = uploads.filter(({ status }) => status === 201);
    await server.send(`/v1/files/${first?.id}`, ada.key, { method: "DELETE" });
    expect((await server.upload(ada.key, bytes)).status).toBe(201);
  });

  it("no longer count the bytes of expired files after a sweep", async () => {
    server = await filesApi({ freeAccountBytes: 10 });
    ada = await server.open("ada@example.com");
    await server.upload(ada.key, bytes, "?expires_in=60");
    expect((await server.upload(ada.key, bytes)).status).toBe(409);
    server.clock.at += 60_000;
    await server.files.sweep();
    expect((await server.upload(ada.key, bytes)).status).toBe(201);
  });

  it("hold for the whole server, and refund a refused upload", async () => {
    server = await filesApi({ totalBytes: 10 });
    ada = await server.open("ada@example.com");
    bob = await server.open("bob@example.com");
    expect((await server.upload(ada.key, bytes)).status).toBe(201);
    const refused = await server.send("/v1/files", bob.key, {
      method: "POST",
      body: bytes,
      headers: { "Content-Length": "8" },
    });
    expect([refused.status, refused.headers.get("x-ratelimit-remaining")]).toEqual([503, "1000"]);
  });
});
