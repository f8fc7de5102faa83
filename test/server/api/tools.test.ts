import { apiKeyAuthenticator } from "@tools-api/adapters/auth/api-key";
import { memoryDocuments, memoryUsage } from "@tools-api/adapters/storage/memory";
import { ToolsError } from "@tools-api/core";
import { createAccount, createApiKey } from "@tools-api/core/accounts";
import { defineTool, type Tool } from "@tools-api/core/tools";
import type * as server from "@tools-api/server";
import { createApi } from "@tools-api/server";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { z } from "zod";
import { expectContractHeaders, expectProblem, getRequest, jsonRequest } from "../contract.ts";
import { serverPackage } from "../server-process.ts";

/** Reverses a text, and shows the circumstances of its call. */
const reverse = defineTool({
  name: "reverse-text",
  scope: "text:analyze",
  consent: "Reverse texts",
  summary: "Reverses a text.",
  request: z.strictObject({
    text: z.string().min(1).max(20),
    times: z.int().min(1).max(3).default(1),
  }),
  response: z.object({ text: z.string(), account: z.string() }),
  errors: ["processing_limit"],
  examples: [{ request: { text: "stressed" } }],
  run({ text, times }, { account }) {
    if (text === "limit") throw new ToolsError("processing_limit", "The text has a limit.");
    if (text === "fault") throw new Error("the secret of the tool");
    return { text: times % 2 === 1 ? Array.from(text).toReversed().join("") : text, account };
  },
});

/** Returns the bytes of a document in reverse order. */
const reverseBytes = defineTool({
  name: "reverse-bytes",
  scope: "text:analyze",
  consent: "Reverse documents",
  summary: "Reverses the bytes of a document.",
  file: { field: "document", maxBytes: 1000, mediaTypes: ["text/plain", "application/octet-stream"] },
  binary: { field: "reversed", mediaTypes: ["text/plain"] },
  request: z.strictObject({ upper: z.boolean().default(false) }),
  response: z.object({ bytes: z.int(), name: z.string().nullable(), content_type: z.string() }),
  examples: [{ request: { document: "c3RyZXNzZWQ=" } }],
  run({ document: { bytes, name }, upper }) {
    const text = new TextDecoder().decode(bytes);
    const reversed = new TextEncoder().encode(
      Array.from(upper ? text.toUpperCase() : text)
        .toReversed()
        .join(""),
    );
    return { reversed, bytes: bytes.length, name, content_type: "text/plain" };
  },
});

async function open(tools: readonly Tool[], dailyLimit = 1000, usage = memoryUsage()) {
  const documents = memoryDocuments();
  const api = createApi({ documents, usage, tools, authenticator: apiKeyAuthenticator({ documents }) });
  const account = await createAccount(documents, { email: "ada@example.com" }, { at: Date.now() });
  const { secret: key } = await createApiKey(documents, account.id, { dailyLimit }, { at: Date.now() });
  const call = (name: string, body: object) => api.request(`/v1/tools/${name}`, jsonRequest(key, body));
  const send = (name: string, body: BodyInit, headers: Record<string, string>) =>
    api.request(`/v1/tools/${name}`, {
      method: "POST",
      body,
      headers: { Authorization: `Bearer ${key}`, ...headers },
    });
  return { api, account, key, call, send };
}

describe("a tool of the host", () => {
  it("answers calls, counts them, and appears in usage reports under its name", async () => {
    const { api, account, key, call } = await open([reverse]);
    const response = await call("reverse-text", { text: "stressed" });
    expect(response.status).toBe(200);
    expect(await response.json()).toEqual({ text: "desserts", account: account.id });
    expect(expectContractHeaders(response).remaining).toBe(999);
    const report = await (await api.request("/v1/analytics/usage", getRequest(key))).json();
    expect(report).toMatchObject({
      by_endpoint: expect.arrayContaining([expect.objectContaining({ endpoint: "reverse-text", calls: 1 })]),
    });
  });

  it("gets only valid requests, and the refusal names every fault", async () => {
    const { call } = await open([reverse]);
    const problem = await expectProblem(
      await call("reverse-text", { text: "", times: 4, size: 1 }),
      422,
      "invalid_parameter",
    );
    expect(problem.errors?.map(({ pointer }) => pointer)).toEqual(["#/text", "#/times", "#/size"]);
  });

  it("refuses with its own errors, and hides any other error and refunds the call", async () => {
    const { call } = await open([reverse]);
    await expectProblem(await call("reverse-text", { text: "limit" }), 422, "processing_limit");
    const failed = await call("reverse-text", { text: "fault" });
    expect(expectContractHeaders(failed).remaining).toBe(999);
    const problem = await expectProblem(failed, 500, "internal_error");
    expect(JSON.stringify(problem)).not.toContain("secret");
  });

  it("does no work for a caller beyond its limit", async () => {
    const texts: string[] = [];
    const run = ({ text }: { text: string }) => ({ text, count: texts.push(text) });
    const watched: Tool = { ...reverse, run };
    const { call } = await open([watched], 1);
    await call("reverse-text", { text: "first" });
    await expectProblem(await call("reverse-text", { text: "second" }), 429, "quota_exceeded");
    expect(texts).toEqual(["first"]);
  });

  it("replaces the built-in tools, which are then not found and not documented", async () => {
    const { api, call } = await open([reverse]);
    await expectProblem(await call("text-analyzer", { text: "Hello" }), 404, "not_found");
    const document = (await (await api.request("/openapi.json")).json()) as {
      paths: object;
      components: { schemas: object };
    };
    const tools = Object.keys(document.paths).filter((path) => path.startsWith("/v1/tools/"));
    expect(tools).toEqual(["/v1/tools/reverse-text"]);
    expect(Object.keys(document.components.schemas)).toContain("ReverseTextRequest");
  });

  it("is refused at the start if two have one name", async () => {
    await expect(open([reverse, reverse])).rejects.toThrow(/tool "reverse-text"/);
  });
});

describe("a tool with a file and bytes", () => {
  const text = "stressed";
  const asJson = { document: Buffer.from(text).toString("base64"), upper: true };

  it("takes the file by every transport", async () => {
    const { call, send } = await open([reverseBytes]);
    const form = new FormData();
    form.set("document", new File([text], "folder/notes.txt", { type: "text/plain" }));
    form.set("upper", "true");
    const answers = [
      await call("reverse-bytes", asJson),
      await call("reverse-bytes", { ...asJson, document: `data:text/plain;base64,${asJson.document}` }),
      await send("reverse-bytes", form, {}),
      await send("reverse-bytes?upper=true", text, { "Content-Type": "text/plain" }),
    ];
    for (const answer of answers)
      expect(await answer.json()).toMatchObject({
        reversed: Buffer.from("DESSERTS").toString("base64"),
        bytes: 8,
      });
  });

  it("returns the bytes themselves if Accept prefers them, with the record in a header", async () => {
    const { send } = await open([reverseBytes]);
    const types = { "Content-Type": "text/plain", Accept: "text/plain" };
    const answer = await send("reverse-bytes", text, types);
    expect(await answer.text()).toBe("desserts");
    expect(answer.headers.get("Content-Type")).toBe("text/plain");
    expect(answer.headers.get("Content-Disposition")).toBe('inline; filename="reversed"');
    expect(JSON.parse(answer.headers.get("X-Result") ?? "")).toEqual({
      bytes: 8,
      name: null,
      content_type: "text/plain",
    });
    const refused = await send("reverse-bytes", text, { ...types, Accept: "text/html" });
    await expectProblem(refused, 406, "not_acceptable");
  });

  it("leaves no header of the result on an error that replaces it", async () => {
    const complete = () => Promise.reject(new Error("The table of outcomes is gone."));
    const { send } = await open([reverseBytes], 1000, { ...memoryUsage(), complete });
    const refused = await send("reverse-bytes", text, { "Content-Type": "text/plain", Accept: "text/plain" });
    await expectProblem(refused, 503, "storage_unavailable");
    for (const name of ["Content-Disposition", "X-Result"])
      expect(refused.headers.get(name), name).toBeNull();
  });

  it("refuses a larger file, another type and a malformed one, and names the field", async () => {
    const { call, send } = await open([reverseBytes]);
    const large = await call("reverse-bytes", { document: Buffer.alloc(1001).toString("base64") });
    expect((await expectProblem(large, 413, "payload_too_large")).message).toBe(
      "document: expected at most 1000 bytes, received more",
    );
    await expectProblem(
      await send("reverse-bytes", text, { "Content-Type": "image/png" }),
      415,
      "unsupported_media_type",
    );
    const malformed = await expectProblem(
      await call("reverse-bytes", { document: "%%%" }),
      422,
      "invalid_parameter",
    );
    expect(malformed.message).toMatch(/^document: expected base64, received "%" at position 0/);
    const missing = await expectProblem(await call("reverse-bytes", {}), 422, "invalid_parameter");
    expect(missing.message).toMatch(/^document: expected a file in base64 .*, received nothing/);
  });
});

describe("the processes of tools", () => {
  it("run the exported function of the module, and end a call at its deadline", async () => {
    // The processes load built modules.
    const path = join(serverPackage, "dist/index.js");
    const { toolProcesses } = (await import(path)) as typeof server;
    const executor = toolProcesses();
    onTestFinished(() => executor.close());
    const module = new URL(
      `data:text/javascript,${encodeURIComponent(
        "export async function run({ text }, { account }) { if (text === 'slow') for (;;); return { text: text.toUpperCase(), account }; }",
      )}`,
    );
    const pooled = defineTool({
      ...reverse,
      execution: { pool: { module, deadlineMs: 2000, concurrency: 1 } },
    });
    const documents = memoryDocuments();
    const api = createApi({
      documents,
      usage: memoryUsage(),
      tools: [pooled],
      executor,
      authenticator: apiKeyAuthenticator({ documents }),
    });
    const account = await createAccount(documents, { email: "ada@example.com" }, { at: Date.now() });
    const { secret } = await createApiKey(documents, account.id, {}, { at: Date.now() });
    const call = (text: string) => api.request("/v1/tools/reverse-text", jsonRequest(secret, { text }));
    expect(await (await call("loud")).json()).toEqual({ text: "LOUD", account: account.id });
    await expectProblem(await call("slow"), 422, "processing_limit");
    expect(await (await call("again")).json()).toMatchObject({ text: "AGAIN" });
  });
});
