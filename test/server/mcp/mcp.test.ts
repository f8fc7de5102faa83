import { ToolsError } from "@tools-api/core";
import { defineTool, imageConverter, textAnalyzer } from "@tools-api/core/tools";
import { createMcp } from "@tools-api/server";
import { Hono } from "hono";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import qrCode from "../../../examples/tools/qr-code.ts";
import { expectProblem, getRequest } from "../contract.ts";
import { said, saysNothing } from "../openapi/said.ts";
import { mcpRequest, openMcp, problemOf, revisions } from "./mcp-api.ts";

const terms = { scope: "text:echo", consent: "Echo texts", summary: "Echoes a text." };

/** Returns what it receives. */
const echo = defineTool({
  ...terms,
  name: "echo",
  request: z.strictObject({ text: z.string() }),
  response: z.object({ text: z.string() }),
  isReadOnly: true,
  maxBodyBytes: 8_000_000,
  examples: [{ request: { text: "hi" } }],
  run: (request) => request,
});

/** Returns a text of a number of characters. */
const repeat = defineTool({
  ...terms,
  name: "repeat",
  request: z.strictObject({ length: z.int(), character: z.string() }),
  response: z.object({ text: z.string() }),
  examples: [{ request: { length: 1, character: "a" } }],
  run: ({ length, character }) => ({ text: character.repeat(length) }),
});

/** Fails in the way that it is asked for. */
const fail = defineTool({
  ...terms,
  name: "fail",
  request: z.strictObject({ how: z.enum(["limit", "secret"]) }),
  response: z.object({}),
  examples: [{ request: { how: "limit" } }],
  run({ how }): Record<string, never> {
    if (how === "limit") throw new ToolsError("processing_limit", "The input is too complex.");
    throw new Error("password=hunter2 at 10.0.0.7");
  },
});

/** Returns its file as it is, with the type that it is asked for. */
const copy = defineTool({
  ...terms,
  name: "copy",
  file: { field: "file", maxBytes: 1_000_000, mediaTypes: ["application/octet-stream"] },
  binary: { field: "copy", mediaTypes: ["application/octet-stream"], fileName: () => "copy.bin" },
  request: z.strictObject({ type: z.string() }),
  response: z.object({ size: z.int() }),
  examples: [{ request: { file: "aGk=", type: "text/plain" } }],
  run: ({ file, type }) => ({ copy: file.bytes, content_type: type, size: file.bytes.length }),
});

const tools = [echo, repeat, fail, copy, qrCode];

describe("tools/list", () => {
  it("takes at most 14 kB with our tools: one sentence for each parameter, and one level of each result", async () => {
    const { send } = await openMcp({ tools: [textAnalyzer, imageConverter()] });
    const body = await (await send({ method: "tools/list", revision: "2025-11-25" })).text();
    expect(Buffer.byteLength(body)).toBeLessThanOrEqual(14_000);
    const { result } = JSON.parse(body) as {
      result: { tools: Record<"inputSchema" | "outputSchema", { properties: Record<string, object> }>[] };
    };
    for (const { inputSchema, outputSchema } of result.tools) {
      for (const [name, schema] of Object.entries(inputSchema.properties)) {
        const { description = "" } = schema as { description?: string };
        expect(said(description), name).toBe(description);
        expect(saysNothing(name, description), name).toBe(false);
      }
      expect(JSON.stringify(outputSchema.properties)).not.toMatch(/description|properties|items/);
    }
  });
});

describe.each(revisions)("POST /mcp of revision %s", (revision) => {
  it("lists every tool with its schemas, and usage and profile", async () => {
    const { send } = await openMcp({ tools });
    const response = await send({ method: "tools/list", revision });
    const { result } = await response.json();
    expect(result.tools.map(({ name }: { name: string }) => name)).toEqual([
      ...tools.map(({ name }) => name),
      "usage",
      "profile",
    ]);
    const [listed] = result.tools;
    expect(listed).toMatchObject({
      title: "Echo texts",
      description: "Echoes a text.",
      inputSchema: { type: "object", properties: { text: { type: "string" } }, required: ["text"] },
      outputSchema: { type: "object", properties: { text: { type: "string" } } },
      annotations: { readOnlyHint: true, openWorldHint: false },
    });
    expect(result.ttlMs).toBe(revision === "2026-07-28" ? 300_000 : undefined);
  });

  it("returns the record as structured content and as text, and the quota", async () => {
    const { call } = await openMcp({ tools });
    const text = "Grüße 🎉";
    const { content, structuredContent, isError, _meta } = await call("echo", { text }, { revision });
    expect(isError).toBeUndefined();
    expect(structuredContent).toEqual({ text });
    expect(content).toEqual([{ type: "text", text: JSON.stringify({ text }) }]);
    const midnight = new Date().setUTCHours(24, 0, 0, 0) / 1000;
    expect(_meta["tools-api/quota"]).toEqual({ limit: 1000, remaining: 999, reset: midnight });
  });

  it("returns a problem as one text block of code, message and errors", async () => {
    const { call } = await openMcp({ tools });
    const result = await call("repeat", { length: "many", other: 1 }, { revision });
    expect(problemOf(result)).toEqual({
      code: "invalid_parameter",
      message: expect.stringContaining("length: expected"),
      errors: expect.arrayContaining([{ pointer: "#/length", detail: expect.any(String) }]),
    });
    expect(result._meta["tools-api/quota"]?.remaining).toBe(999);
  });
});

describe.each(revisions)("a message of revision %s", (revision) => {
  it.each(["application/json", "*/*", "application/*;q=0.1", "text/html, */*;q=0.5"])(
    "gets JSON for Accept: %s",
    async (Accept) => {
      const { send } = await openMcp({ tools });
      const response = await send({ method: "tools/list", revision, headers: { Accept } });
      expect([response.status, response.headers.get("Content-Type")]).toEqual([200, "application/json"]);
    },
  );

  it.each(["text/event-stream", "application/json;q=0, */*"])("gets 406 for Accept: %s", async (Accept) => {
    const { send } = await openMcp({ tools });
    const response = await send({ method: "tools/list", revision, headers: { Accept } });
    expect((await expectProblem(response, 406, "not_acceptable")).message).toMatch(/^Accept: expected/);
  });

  it("reads null as nothing, in its parameters and in the arguments of its tool", async () => {
    const { send, call } = await openMcp({ tools });
    const { result } = await (
      await send({ method: "tools/list", revision, params: { cursor: null } })
    ).json();
    expect(result.tools.length).toBeGreaterThan(tools.length);
    expect((await call("usage", null, { revision })).structuredContent).toBeDefined();
    expect((await call("profile", { include_stats: null }, { revision })).structuredContent).toBeDefined();
  });

  it.each([
    ["tools/list", { cursor: "zzz" }, 'cursor: expected none, because the list has one page, received "zzz"'],
    ["tools/list", { cursor: 5 }, "cursor: expected a string, received 5"],
    ["tools/call", { name: "usage", arguments: [] }, "arguments: expected an object, received an array"],
    ["tools/call", { name: "usage", arguments: "{}" }, 'arguments: expected an object, received "{}"'],
    ["tools/call", { name: 5 }, "name: expected a string, received 5"],
  ])("is refused with one sentence: %s %j", async (method, params, message) => {
    const { send } = await openMcp({ tools });
    const { error } = await (await send({ method, params, revision })).json();
    expect(error).toEqual({ code: -32602, message });
  });

  it("is answered at /mcp/ as at /mcp", async () => {
    const { api, key } = await openMcp({ tools });
    const request = mcpRequest(key, { method: "tools/list", revision });
    expect((await api.request("/mcp/", request)).status).toBe(200);
    expect((await api.request("/mcp/")).headers.get("Allow")).toBe("POST, OPTIONS");
  });
});

describe("a handshake", () => {
  it.each([
    [{ capabilities: { roots: 5 } }, /^capabilities\.roots: expected object, received number$/],
    [{ clientInfo: null }, /^clientInfo: expected an object, received nothing$/],
    [{ clientInfo: { name: "a" } }, /^clientInfo\.version: expected a string, received nothing$/],
  ])("is refused with one sentence: %j", async (changed, message) => {
    const { send } = await openMcp({ tools });
    const hello = {
      protocolVersion: "2025-06-18",
      capabilities: {},
      clientInfo: { name: "a", version: "1" },
    };
    const sent = { method: "initialize", params: { ...hello, ...changed }, revision: "2025-06-18" } as const;
    const { error } = await (await send(sent)).json();
    expect(error).toEqual({ code: -32602, message: expect.stringMatching(message) });
  });
});

describe("a call through MCP", () => {
  it("counts once under the endpoint of its tool, also with invalid arguments, and not on a server fault", async () => {
    const { api, call, key } = await openMcp({ tools });
    await call("echo", { text: "a" });
    await call("echo", { text: 1 });
    await call("fail", { how: "limit" });
    const failed = await call("fail", { how: "secret" });
    expect(failed._meta["tools-api/quota"]?.remaining).toBe(997);
    await call("profile", { include_stats: true });
    const report = await call("usage", { granularity: "day" });
    expect(report.structuredContent).toMatchObject({ totals: { calls: 5 }, quota: { used: 5 } });
    const response = await api.request("/v1/analytics/usage", getRequest(key));
    const { by_endpoint: endpoints } = await response.json();
    expect(
      endpoints.map(({ endpoint, calls, succeeded }: Record<string, unknown>) => [
        endpoint,
        calls,
        succeeded,
      ]),
    ).toEqual([
      ["echo", 2, 1],
      ["repeat", 0, 0],
      ["fail", 1, 0],
      ["copy", 0, 0],
      ["qr-code", 0, 0],
      ["usage", 2, 1],
      ["profile", 1, 1],
    ]);
  });

  it("does not reveal the message of an exception, which is in the log under the same request id", async () => {
    const { log, send } = await openMcp({ tools });
    const response = await send({
      method: "tools/call",
      params: { name: "fail", arguments: { how: "secret" } },
      headers: { "X-Request-Id": "mine-1" },
    });
    const text = await response.text();
    expect(text).toContain("internal_error");
    expect(text).not.toContain("hunter2");
    expect(response.headers.get("X-Request-Id")).toBe("mine-1");
    expect(log).toEqual([
      expect.objectContaining({
        request_id: "mine-1",
        route: "/v1/tools/fail",
        method: "POST",
        status: 500,
        transport: "mcp",
        error: expect.stringContaining("hunter2"),
      }),
    ]);
  });

  it("returns an image as image content and another file as a resource, once and not in the structured content", async () => {
    const { call, send } = await openMcp({ tools });
    const file = Buffer.from("some bytes").toString("base64");
    const image = await call("copy", { file, type: "image/png" });
    expect(image.structuredContent).toEqual({ content_type: "image/png", size: 10 });
    expect(image.content[1]).toEqual({ type: "image", data: file, mimeType: "image/png" });
    const other = await call("copy", { file, type: "application/zip" });
    expect(other.content[1]).toEqual({
      type: "resource",
      resource: {
        uri: expect.stringMatching(/^tool-result:\/\/copy\/.+\/copy\.bin$/),
        mimeType: "application/zip",
        blob: file,
      },
    });
    const listed = await (await send({ method: "tools/list" })).json();
    const { inputSchema, outputSchema } = listed.result.tools[3];
    expect(Object.keys(outputSchema.properties)).toEqual(["content_type", "size"]);
    expect(inputSchema.properties.file.description).toMatch(/base64/);
    expect(inputSchema.properties.file.description).not.toMatch(/URL\./);
  });

  it("describes a file as a URL too if the server fetches URLs", async () => {
    const { send } = await openMcp({ tools, fetchUrls: ["cdn.example.com"] });
    const listed = await (await send({ method: "tools/list" })).json();
    expect(listed.result.tools[3].inputSchema.properties.file.description).toMatch(/http or https URL/);
  });

  it("is replayed for its Idempotency-Key like a call over HTTP", async () => {
    const { call } = await openMcp({ tools });
    const headers = { "Idempotency-Key": "k1" };
    await call("echo", { text: "a" }, { headers });
    const repeated = await call("echo", { text: "a" }, { headers });
    expect(repeated._meta["tools-api/quota"]?.remaining).toBe(999);
    expect(problemOf(await call("echo", { text: "b" }, { headers })).code).toBe("idempotency_mismatch");
  });

  it("needs the scope of its tool", async () => {
    const { call } = await openMcp({ tools }, {}, { scopes: ["qr:create"] });
    expect((await call("qr-code", { text: "hi" })).isError).toBeUndefined();
    expect(problemOf(await call("echo", { text: "hi" })).code).toBe("insufficient_scope");
  });

  it("of an unknown tool is a protocol error that does not count", async () => {
    const { api, key, send } = await openMcp({ tools });
    const response = await send({ method: "tools/call", params: { name: "nothing" } });
    const { error } = await response.json();
    expect(error).toMatchObject({ code: -32602, message: expect.stringContaining('received "nothing"') });
    const { quota } = await (await api.request("/v1/user/profile", getRequest(key))).json();
    expect(quota.used).toBe(1);
  });
});

describe("/mcp", () => {
  it("is a POST: GET and DELETE are 405", async () => {
    const { api } = await openMcp();
    for (const method of ["GET", "DELETE"]) {
      const response = await api.request("/mcp", { method });
      expect(response.headers.get("Allow")).toBe("POST, OPTIONS");
      await expectProblem(response, 405, "method_not_allowed");
    }
  });

  it("needs a credential of an active account", async () => {
    const { api } = await openMcp();
    const { headers: _, ...request } = mcpRequest("", { method: "tools/list" });
    const missing = await api.request("/mcp", request);
    expect(missing.headers.get("WWW-Authenticate")).toContain("Bearer");
    await expectProblem(missing, 401, "missing_credentials");
    const wrong = await api.request("/mcp", mcpRequest("tk_live_no", { method: "tools/list" }));
    await expectProblem(wrong, 401, "invalid_credentials");
  });

  it.each(["[]", '[{"jsonrpc":"2.0","id":1,"method":"ping"}]', "{", "1"])(
    "refuses %s, which is no single message",
    async (body) => {
      const { api, key } = await openMcp();
      const request = mcpRequest(key, { method: "ping", revision: "2025-06-18" });
      await expectProblem(await api.request("/mcp", { ...request, body }), 400, "invalid_json");
    },
  );

  it("refuses subscriptions/listen", async () => {
    const { send } = await openMcp();
    const response = await send({
      method: "subscriptions/listen",
      params: { notifications: { toolsListChanged: true } },
    });
    expect(response.headers.get("Content-Type")).toContain("application/json");
    expect(await response.json()).toMatchObject({ error: { code: -32603 } });
  });

  it("needs the app of createApi", () => {
    expect(() => createMcp({ api: new Hono() })).toThrow(/api: expected the app that createApi returned/);
  });

  it("lets pages of CORS_ORIGINS send the headers of MCP, and no others", async () => {
    const { api, key } = await openMcp({ corsOrigins: ["https://app.example.com"] });
    const preflight = await api.request("/mcp", {
      method: "OPTIONS",
      headers: {
        Origin: "https://app.example.com",
        "Access-Control-Request-Method": "POST",
        "Access-Control-Request-Headers": "mcp-protocol-version,mcp-method,mcp-name",
      },
    });
    expect(preflight.status).toBe(204);
    expect(preflight.headers.get("Access-Control-Allow-Headers")).toMatch(/MCP-Protocol-Version.*Mcp-Name/i);
    const headers = { Origin: "https://app.example.com" };
    const request = mcpRequest(key, { method: "tools/list", headers });
    const response = await api.request("/mcp", request);
    expect(response.headers.get("Access-Control-Allow-Origin")).toBe("https://app.example.com");
  });
});
