import { apiKeyAuthenticator } from "@tools-api/adapters/auth/api-key";
import { memoryDocuments, memoryUsage } from "@tools-api/adapters/storage/memory";
import { createAccount, createApiKey } from "@tools-api/core/accounts";
import { type ApiDependencies, createApi } from "@tools-api/server";
import { readConfig } from "@tools-api/server/node";
import { Hono } from "hono";
import { cors } from "hono/cors";
import { describe, expect, it } from "vitest";
import { expectContractHeaders, jsonRequest } from "../contract.ts";
import { echoApi } from "./echo-api.ts";

const app = "https://app.example.com";
const other = "https://other.example.com";
const exposed = [
  "RateLimit",
  "RateLimit-Policy",
  "X-RateLimit-Limit",
  "X-RateLimit-Remaining",
  "X-RateLimit-Reset",
  "Retry-After",
  "X-Request-Id",
  "X-Image",
  "X-Binary-Field",
  "Idempotency-Replayed",
  "WWW-Authenticate",
];
const paths = {
  text: "/v1/tools/text-analyzer",
  image: "/v1/tools/image-converter",
  profile: "/v1/user/profile",
};

/** Creates an API, and a key whose account may make 1,000 calls unless given. */
async function open(options: Partial<ApiDependencies> = {}, dailyLimit?: number) {
  const documents = memoryDocuments();
  const usage = memoryUsage();
  const authenticator = apiKeyAuthenticator({ documents });
  const api = createApi({ documents, usage, authenticator, corsOrigins: [app], ...options });
  const account = await createAccount(documents, { email: "ada@example.com" }, { at: Date.now() });
  const { secret } = await createApiKey(documents, account.id, { dailyLimit }, { at: Date.now() });
  return { api, key: secret, account, usage };
}

/** Returns the items of a list in a header field. */
const itemsOf = (response: Response, name: string) => (response.headers.get(name) ?? "").split(/\s*,\s*/);

/** Requires that a page of the origin can read the response with all its header fields. */
function expectReadable(response: Response, origin = app): void {
  expect(response.headers.get("Access-Control-Allow-Origin")).toBe(origin);
  expect(itemsOf(response, "Access-Control-Expose-Headers").toSorted()).toEqual(exposed.toSorted());
  expect(response.headers.has("Access-Control-Allow-Credentials")).toBe(false);
  const varying = itemsOf(response, "Vary").filter((name) => name === "Origin");
  expect(varying).toEqual(origin === "*" ? [] : ["Origin"]);
}

const from = (origin: string, init: RequestInit = {}): RequestInit => ({
  ...init,
  // Only records are passed.
  headers: { ...(init.headers as Record<string, string> | undefined), Origin: origin },
});

const bearer = (key: string): RequestInit => ({ headers: { Authorization: `Bearer ${key}` } });

const preflight = (origin: string, method = "POST"): RequestInit => ({
  method: "OPTIONS",
  headers: {
    Origin: origin,
    "Access-Control-Request-Method": method,
    "Access-Control-Request-Headers": "authorization,content-type,idempotency-key,x-request-id",
  },
});

describe("a page of a listed origin", () => {
  it("gets an image with its record in X-Image, which varies by Accept and Origin", async () => {
    const { api, key } = await echoApi(undefined, { corsOrigins: [app] });
    const body = { image: Buffer.from("image").toString("base64"), format: "png" };
    const request = jsonRequest(key, body, { Accept: "image/*", Origin: app });
    const response = await api.request(paths.image, request);
    expectReadable(response);
    expect(itemsOf(response, "Vary")).toEqual(["Accept", "Origin"]);
    expect(JSON.parse(response.headers.get("X-Image") ?? "")).toMatchObject({ format: "png" });
    expect(Buffer.from(await response.arrayBuffer()).toString()).toBe("image");
  });

  it("can read the OpenAPI document, and caches store it by origin", async () => {
    const { api } = await open();
    const response = await api.request("/openapi.json", from(app));
    expect(response.status).toBe(200);
    expectReadable(response);
    const known = { headers: { "If-None-Match": response.headers.get("ETag") ?? "" } };
    const unchanged = await api.request("/openapi.json", from(app, known));
    expect(unchanged.status).toBe(304);
    expectReadable(unchanged);
    const local = await api.request("/openapi.json");
    expect(itemsOf(local, "Vary")).toEqual(["Accept-Encoding", "Origin"]);
    expect(local.headers.has("Access-Control-Allow-Origin")).toBe(false);
  });
});

describe("a preflight", () => {
  it.each([paths.text, "/v1/nothing"])(
    "to %s is answered without a credential, with the rate limit headers, and is not counted",
    async (path) => {
      const { api, key } = await open();
      const response = await api.request(path, preflight(app));
      expect(response.status).toBe(204);
      expectReadable(response);
      expect(expectContractHeaders(response).policy).toBe("unauthenticated");
      expect(itemsOf(response, "Access-Control-Allow-Methods")).toEqual(["GET", "HEAD", "POST"]);
      expect(itemsOf(response, "Access-Control-Allow-Headers")).toEqual([
        "Authorization",
        "Content-Type",
        "Idempotency-Key",
        "X-Request-Id",
        "MCP-Protocol-Version",
        "Mcp-Method",
        "Mcp-Name",
        "traceparent",
        "tracestate",
        "baggage",
        "sentry-trace",
      ]);
      const traced = {
        Origin: app,
        "Access-Control-Request-Method": "POST",
        "Access-Control-Request-Headers": "b3, X-Datadog-Trace-Id",
      };
      const others = await api.request(path, { method: "OPTIONS", headers: traced });
      expect(itemsOf(others, "Access-Control-Allow-Headers").slice(-2)).toEqual(["b3", "x-datadog-trace-id"]);
      expect(Number(response.headers.get("Access-Control-Max-Age"))).toBeGreaterThan(0);
      const after = await api.request("/v1/nothing", bearer(key));
      expect(expectContractHeaders(after).remaining).toBe(1000);
    },
  );
});

describe("a page of an origin that is not listed", () => {
  it.each([
    ["another host", [app], other],
    ["another scheme", [app], app.replace("https:", "http:")],
    ["a sandboxed frame", [app], "null"],
    ["any page, by default", [], app],
  ])("cannot read a response: %s", async (_, corsOrigins, origin) => {
    const { api, key } = await open({ corsOrigins });
    for (const response of [
      await api.request(paths.profile, from(origin, bearer(key))),
      await api.request(paths.text, preflight(origin)),
      await api.request("/openapi.json", from(origin)),
    ])
      expect(response.headers.has("Access-Control-Allow-Origin")).toBe(false);
  });
});

describe("a host", () => {
  it.each([
    ["its own setting alone", []],
    ["its own setting and that of the API", [app]],
  ])("with its own CORS middleware sends each header once, by %s", async (_, corsOrigins) => {
    const { api, key } = await open({ corsOrigins });
    const own = () => new Hono().use(cors({ origin: app, exposeHeaders: ["RateLimit"] }));
    for (const host of [own().route("/", api), own().mount("/", api.fetch)]) {
      const response = await host.request(paths.profile, from(app, bearer(key)));
      expect(response.status).toBe(200);
      expect(response.headers.get("Access-Control-Allow-Origin")).toBe(app);
      expect(itemsOf(response, "Access-Control-Expose-Headers")).toContain("RateLimit");
      expectContractHeaders(response);
      const allowed = await host.request(paths.text, preflight(app));
      expect(allowed.headers.get("Access-Control-Allow-Origin")).toBe(app);
    }
  });
});

describe("the setting", () => {
  const origins = (value: string) => readConfig({ CORS_ORIGINS: value }).corsOrigins;

  it.each([
    ["", []],
    ["*", "*"],
    [app, [app]],
    [`${app}, http://localhost:5173,http://[::1]:3000`, [app, "http://localhost:5173", "http://[::1]:3000"]],
    ["chrome-extension://abcdefghijklmnop", ["chrome-extension://abcdefghijklmnop"]],
  ])("%j allows %j", (value, expected) => {
    expect(origins(value)).toEqual(expected);
  });

  it.each([
    [`${app}/`, `${app}/`],
    [`${app}:443`, `${app}:443`],
    ["https://App.example.com", "https://App.example.com"],
    ["https://bücher.example", "https://bücher.example"],
    ["https://*.example.com", "https://*.example.com"],
    [`${app},*`, "*"],
    [`${app},null`, "null"],
  ])("refuses %j", (value, received) => {
    const shown = received.length > 40 ? received.slice(0, 40) : `${received}"`;
    expect(() => origins(value)).toThrow(
      `CORS_ORIGINS: expected * or comma-separated origins such as https://app.example.com, received "${shown}`,
    );
    expect(() => createApiWith(value.split(","))).toThrow('corsOrigins: expected "*" or an array of origins');
  });

  it("refuses an empty name in a list, and a text instead of an array", () => {
    expect(() => origins(`${app},`)).toThrow("received an empty string");
    // The types do not allow it.
    expect(() => createApiWith(app as unknown as string[])).toThrow("corsOrigins: expected");
  });
});

function createApiWith(corsOrigins: readonly string[]) {
  const documents = memoryDocuments();
  const authenticator = apiKeyAuthenticator({ documents });
  return createApi({ documents, usage: memoryUsage(), authenticator, corsOrigins });
}
