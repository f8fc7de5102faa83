import { jwtAccessTokens } from "@tools-api/adapters/auth/access-token";
import { apiKeyAuthenticator } from "@tools-api/adapters/auth/api-key";
import { scryptHasher } from "@tools-api/adapters/auth/scrypt";
import { memoryDocuments, memoryUsage } from "@tools-api/adapters/storage/memory";
import { sessionSecret } from "@tools-api/core/accounts";
import { createAccountApp, createApi, createAuthorizationServer } from "@tools-api/server";
import { Hono } from "hono";
import { describe, expect, it } from "vitest";
import { expectContractHeaders, expectProblem, getRequest, jsonRequest } from "../contract.ts";
import { memoryApi } from "../memory-api.ts";

type Handler = (path: string, init?: RequestInit) => Promise<Response>;

async function hosts(): Promise<{ key: string; doors: [string, Handler][] }> {
  const { api, secret } = await memoryApi();
  const routed = new Hono().get("/", (c) => c.text("host"));
  routed.route("/", api);
  const prefixed = new Hono().route("/inner", api);
  const mounted = new Hono().get("/", (c) => c.text("host"));
  mounted.mount("/inner", api.fetch);
  const doors: [string, Handler][] = [
    ["bare", async (path, init) => api.request(path, init)],
    ["by route", async (path, init) => routed.request(path, init)],
    ["by route under a prefix", async (path, init) => prefixed.request(`/inner${path}`, init)],
    ["by mount", async (path, init) => mounted.request(`/inner${path}`, init)],
  ];
  return { key: secret, doors };
}

const { key, doors } = await hosts();

describe.each(doors)("the API %s", (_, request) => {
  it("returns every header, on errors too", async () => {
    const served = await request("/v1/user/profile", getRequest(key));
    expect(served.status).toBe(200);
    expect(expectContractHeaders(served).policy).toBe("daily");
    await expectProblem(await request("/v1/nothing", getRequest(key)), 404, "not_found");
    await expectProblem(await request("/v1/user/profile"), 401, "missing_credentials");
    const wrong = await request("/v1/user/profile", { ...getRequest(key), method: "PUT" });
    expect(wrong.headers.get("Allow")).toBe("GET, HEAD, OPTIONS");
    await expectProblem(wrong, 405, "method_not_allowed");
    await expectProblem(await request("/v1/tools/text-analyzer", jsonRequest(key, "{")), 400, "invalid_json");
    const head = await request("/v1/user/profile", { ...getRequest(key), method: "HEAD" });
    expect(head.status).toBe(200);
    expectContractHeaders(head);
    const options = await request("/v1/user/profile", { method: "OPTIONS" });
    expect(options.status).toBe(204);
    expectContractHeaders(options);
  });

  it("analyzes a text and counts the call once", async () => {
    const before = expectContractHeaders(await request("/v1/x", getRequest(key))).remaining;
    const body = { text: "A wonderful day.", analysis_type: "sentiment" };
    const response = await request("/v1/tools/text-analyzer", jsonRequest(key, body));
    expect(await response.json()).toMatchObject({ sentiment: { label: "positive" } });
    expect(expectContractHeaders(response).remaining).toBe(before - 1);
  });

  it("answers its probes", async () => {
    expect(await (await request("/healthz")).json()).toEqual({ status: "ok" });
    expect(await (await request("/readyz")).json()).toEqual({ status: "ready" });
  });
});

it("leaves the routes and the errors of its host unchanged", async () => {
  const documents = memoryDocuments();
  const host = new Hono()
    .get("/", (c) => c.text("host"))
    .get("/broken", () => {
      throw new Error("the host's own");
    })
    .onError((error, c) => c.text(error.message, 500))
    .notFound((c) => c.text("the host's 404", 404));
  host.route(
    "/",
    createApi({ documents, usage: memoryUsage(), authenticator: apiKeyAuthenticator({ documents }) }),
  );
  expect(await (await host.request("/")).text()).toBe("host");
  expect(await (await host.request("/broken")).text()).toBe("the host's own");
  const missing = await host.request("/elsewhere");
  expect(await missing.text()).toBe("the host's 404");
  expect(missing.headers.has("RateLimit")).toBe(false);
});

describe("the pages under a prefix", () => {
  const documents = memoryDocuments();
  const publicUrl = "http://localhost/inner";
  const shared = {
    documents,
    usage: memoryUsage(),
    authenticator: apiKeyAuthenticator({ documents }),
    passwords: scryptHasher({ logCost: 10 }),
    publicUrl,
  };
  const tools = createApi({ ...shared, served: ["management"] });
  tools.route("/", createAccountApp(shared));
  const byRoute = new Hono().route("/inner", tools);
  const byMount = new Hono().mount("/inner", tools.fetch);

  it.each([
    ["route", byRoute],
    ["mount", byMount],
  ])("by %s redirect to the sign-in and back, and load their assets", async (_, host) => {
    const asked = await host.request("/inner/usage?granularity=week");
    const signIn = asked.headers.get("Location") ?? "";
    expect(signIn).toBe(`/inner/sign-in?next=${encodeURIComponent("/inner/usage?granularity=week")}`);
    const form = await (await host.request(signIn)).text();
    expect(form).toContain('name="next" value="/inner/usage?granularity=week"');
    const [, style = ""] = /<link rel="stylesheet" href="([^"]+)"/.exec(form) ?? [];
    expect((await host.request(style)).headers.get("Content-Type")).toBe("text/css; charset=utf-8");
    const sent = await host.request("/inner/plan/cancel-change", {
      method: "POST",
      headers: { Origin: "http://localhost", "Content-Type": "application/x-www-form-urlencoded" },
    });
    const lost = `/inner/sign-in?next=${encodeURIComponent("/inner/plan")}&notice=not-taken`;
    expect(sent.headers.get("Location")).toBe(lost);
  });
});

describe("the complete server", () => {
  it("has no ambiguous routes, so that Hono's fastest router accepts them", async () => {
    const documents = memoryDocuments();
    const publicUrl = "http://localhost";
    const shared = {
      documents,
      usage: memoryUsage(),
      authenticator: apiKeyAuthenticator({ documents }),
      passwords: scryptHasher(),
      publicUrl,
    };
    const secret = () => sessionSecret(documents);
    const accessTokens = jwtAccessTokens({ documents, issuer: publicUrl, secret });
    const app = createApi({ ...shared, served: ["management", "oauth"] });
    app.route("/", createAccountApp(shared));
    app.route("/", createAuthorizationServer({ ...shared, accessTokens }));
    await app.request("/healthz");
    expect(app.router.name).toBe("SmartRouter + RegExpRouter");
  });
});
