import { accessTokenAuthenticator, jwtAccessTokens } from "@tools-api/adapters/auth/access-token";
import { apiKeyAuthenticator } from "@tools-api/adapters/auth/api-key";
import { scryptHasher } from "@tools-api/adapters/auth/scrypt";
import { memoryDocuments, memoryUsage } from "@tools-api/adapters/storage/memory";
import { firstAuthenticator } from "@tools-api/core";
import { createAccount, createApiKey, createSession } from "@tools-api/core/accounts";
import { createOAuthClient } from "@tools-api/core/oauth";
import { createAccountApp, createApi, createAuthorizationServer } from "@tools-api/server";
import { prometheusMetrics } from "@tools-api/server/prometheus";
import { describe, expect, it } from "vitest";
import qrCode from "../../examples/tools/qr-code.ts";
import { textOf } from "./account/dashboard/owner-pages.ts";

const publicUrl = "http://localhost:3000";
/** Words of the tools that a server has by default. */
const foreign =
  /text.?analy[sz]|analy[sz]e.?text|sentiment|image.?conver|convert.?image|text:analyze|image:convert/i;

/** Serves everything that a server has, with one tool of its own, to an owner with a key and a client. */
async function openServer() {
  const [documents, usage] = [memoryDocuments(), memoryUsage()];
  const secret = async () => "a secret of this installation, of 32 characters or more";
  const accessTokens = jwtAccessTokens({ documents, issuer: publicUrl, secret });
  const shared = {
    documents,
    usage,
    publicUrl,
    tools: [qrCode],
    passwords: scryptHasher({ logCost: 4 }),
    sessionSecret: await secret(),
    authenticator: firstAuthenticator(
      apiKeyAuthenticator({ documents }),
      accessTokenAuthenticator({ documents, accessTokens }),
    ),
  };
  const app = createApi({ ...shared, served: ["management", "oauth"], metrics: prometheusMetrics() });
  app.route("/", createAccountApp(shared));
  app.route("/", createAuthorizationServer({ ...shared, accessTokens }));
  const now = Date.now();
  const { id } = await createAccount(documents, { email: "ada@example.com" }, { at: now });
  const scopes = ["*", "account:read", "account:write"];
  const { secret: key } = await createApiKey(documents, id, { scopes }, { at: now });
  const session = await createSession(documents, { account: id, method: "password" }, now);
  const redirectUris = ["https://app.example/callback"];
  const { client } = await createOAuthClient(
    documents,
    id,
    { name: "App", redirectUris, scopes: ["qr:create"] },
    { at: now },
  );
  return {
    app,
    key,
    cookie: `session=${session?.token ?? ""}`,
    consent: `/oauth/authorize?${new URLSearchParams({
      client_id: client.id,
      redirect_uri: redirectUris[0] ?? "",
      response_type: "code",
      code_challenge: "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM",
      code_challenge_method: "S256",
    }).toString()}`,
  };
}

const server = await openServer();

const ask = (path: string, headers: Record<string, string> = {}, init: RequestInit = {}) =>
  server.app.request(publicUrl + path, { ...init, headers });

/** Returns every page and document that a visitor reaches, by path. Guides with their lists, the changelog and files of pages are not among them. */
async function crawl(headers: Record<string, string>): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  const waiting = [
    ...server.app.routes
      .filter(({ method, path }) => method === "GET" && !/[*:]/.test(path))
      .map(({ path }) => path),
    server.consent,
    "/nothing",
  ];
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (found.has(path) || /^\/(?:assets|llms\.txt|docs\/(?:guides|changelog))/.test(path)) continue;
    const response = await ask(path, { Accept: "text/html", ...headers });
    const text = await response.text();
    found.set(path, text);
    if (response.headers.get("Content-Type")?.startsWith("text/html"))
      for (const [, link = ""] of text.matchAll(/href="(\/[^"#]*)/g)) waiting.push(textOf(link));
  }
  return found;
}

describe("a server with one tool of its own", () => {
  it("shows the tool on its pages and in its documents, and no other tool", async () => {
    const visited = await crawl({});
    const owned = await crawl({ Cookie: server.cookie });
    const called = await crawl({ Accept: "application/json", Authorization: `Bearer ${server.key}` });
    for (const pages of [visited, owned, called])
      for (const [path, text] of pages) expect(foreign.exec(text), path).toBeNull();
    expect(visited.get("/")).toContain("Create QR codes");
    expect(visited.get("/")).toContain("/v1/tools/qr-code");
    expect(visited.get("/openapi.json")).toContain('"/v1/tools/qr-code"');
    expect(visited.get("/docs")).toContain('id="qr-code"');
    expect(visited.get("/docs/errors")).toContain("/v1/tools/qr-code");
    expect(visited.get("/metrics")).toContain('queue="qr-code"');
    expect(visited.get("/.well-known/oauth-protected-resource")).toContain("qr:create");
    expect(owned.get("/")).toContain("/v1/tools/qr-code");
    expect(owned.get("/new-key")).toContain("Create QR codes");
    expect(owned.get("/playground")).toContain("qr-code");
    expect(owned.get(server.consent)).toContain("Create QR codes");
    expect(owned.get("/account/usage")).toContain('"endpoint":"qr-code"');
    expect(called.get("/v1/user/profile")).toContain("qr:create");
  });

  it("lists the tool, usage and profile in reports and statistics, even without calls", async () => {
    const headers = { Authorization: `Bearer ${server.key}` };
    const report = await (await ask("/v1/analytics/usage", headers)).json();
    expect(report).toMatchObject({
      by_endpoint: [{ endpoint: "qr-code", calls: 0 }, { endpoint: "usage" }, { endpoint: "profile" }],
    });
    const profile = await (await ask("/v1/user/profile?include_stats=true", headers)).text();
    expect(profile).toMatch(/"by_endpoint_last_30_days":\{"qr-code":0,"usage":\d+,"profile":\d+\}/);
  });

  it("names no other tool in errors", async () => {
    const bearer = { Authorization: `Bearer ${server.key}` };
    const json = { ...bearer, "Content-Type": "application/json" };
    const post = (body: string) => ask("/v1/tools/qr-code", json, { method: "POST", body });
    const errors = await Promise.all([
      ask("/v1/tools/none", bearer),
      ask("/v1/tools/qr-code", bearer),
      ask("/v1/tools/qr-code", {}, { method: "POST" }),
      ask("/v1/tools/qr-code", { Authorization: "Bearer no" }, { method: "POST" }),
      ask("/v1/tools/qr-code", { ...bearer, "Content-Type": "text/plain" }, { method: "POST", body: "no" }),
      post("no"),
      post("{}"),
      post(JSON.stringify({ text: "a".repeat(2_000_000) })),
      ask("/account/keys", json, { method: "POST", body: JSON.stringify({ name: "a", scopes: ["no"] }) }),
    ]);
    expect(errors.map(({ status }) => status)).toEqual([404, 405, 401, 401, 415, 400, 422, 413, 422]);
    for (const error of errors) expect(foreign.exec(await error.text())).toBeNull();
  });
});
