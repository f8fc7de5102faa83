import { listGrants, revokeGrant } from "@tools-api/core/oauth";
import { decodeJwt } from "jose";
import { describe, expect, it } from "vitest";
import { openWorld, publicUrl, type Form } from "./world.ts";

const mcp = `${publicUrl}/mcp`;

async function open() {
  const world = openWorld();
  const user = await world.user();
  const app = await world.register(user);
  /** Returns the answer to a new code, with the parameters of both requests. */
  const tokens = async (asked: Form, exchanged: Form = {}) =>
    world.exchange(app, await world.code(user, app, asked), exchanged);
  /** Returns how `/mcp` resolves a token. */
  const atMcp = async (token: unknown): Promise<string> => {
    try {
      const principal = await world.authenticator.authenticate(String(token), { resource: "/mcp" });
      return principal?.credential.name ?? "none";
    } catch (error) {
      return error instanceof Error && "code" in error ? String(error.code) : "";
    }
  };
  return { world, user, app, tokens, atMcp };
}

const audience = (token: unknown) => decodeJwt(String(token)).aud;

describe("the resource of a request (RFC 8707)", () => {
  it("becomes the audience of its tokens, also after refreshing; without one it is the API", async () => {
    const { world, app, tokens } = await open();
    for (const [asked, expected] of [
      [{}, publicUrl],
      [{ resource: publicUrl }, publicUrl],
      [{ resource: `${publicUrl}/` }, publicUrl],
      [{ resource: mcp }, mcp],
      [{ resource: `${mcp}/` }, mcp],
    ] as const) {
      const { body } = await tokens(asked);
      expect(audience(body["access_token"])).toBe(expected);
      const refreshed = await world.refresh(app, body["refresh_token"]);
      expect(audience(refreshed.body["access_token"])).toBe(expected);
      const named = await world.refresh(app, refreshed.body["refresh_token"], { resource: expected });
      expect(audience(named.body["access_token"])).toBe(expected);
    }
  });

  it("is invalid_target for another server, another path and a text that is no URL", async () => {
    const { world, user, app } = await open();
    const worker = await world.register(user, { redirectUris: [] });
    for (const resource of [
      "https://elsewhere.example/mcp",
      `${mcp}/more`,
      `${publicUrl}/v1`,
      `${publicUrl}.evil.example/mcp`,
      "mcp",
    ]) {
      const asked = await world.authorize(user, app, { resource });
      expect(new URL(asked.headers.get("Location") ?? "").searchParams.get("error")).toBe("invalid_target");
      const token = await world.token(worker, { grant_type: "client_credentials", resource });
      expect([token.status, token.body["error"]]).toEqual([400, "invalid_target"]);
    }
  });

  it("cannot change between consent and token, nor when refreshing, and a refusal uses nothing up", async () => {
    const { world, user, app } = await open();
    for (const [asked, other] of [
      [{}, mcp],
      [{ resource: mcp }, publicUrl],
    ] as const) {
      const code = await world.code(user, app, asked);
      expect((await world.exchange(app, code, { resource: other })).body["error"]).toBe("invalid_target");
      const { status, body } = await world.exchange(app, code);
      expect(status).toBe(200);
      const refused = await world.refresh(app, body["refresh_token"], { resource: other });
      expect(refused.body["error"]).toBe("invalid_target");
      expect((await world.refresh(app, body["refresh_token"])).status).toBe(200);
    }
  });
});

it("reads codes, refresh tokens and consent of earlier releases as those for the API", async () => {
  const { world, user, app } = await open();
  const { documents } = world.stores;
  /** Removes the resource from every stored document of a kind. */
  const forget = async (prefix: string) => {
    const found = await documents.list(prefix, { limit: 10 });
    expect(found).toHaveLength(1);
    for (const { key, value } of found) {
      expect(value).toHaveProperty("resource", "");
      // A stored document is a JSON object.
      const { resource: _, ...earlier } = value as Record<string, unknown>;
      await documents.commit([{ key, value: earlier }]);
    }
  };
  const code = await world.code(user, app);
  await forget("oauth-codes/");
  const { body } = await world.exchange(app, code);
  await forget("refresh-tokens/");
  const renewed = await world.refresh(app, body["refresh_token"]);
  for (const token of [body["access_token"], renewed.body["access_token"]]) {
    expect(audience(token)).toBe(publicUrl);
    expect(await world.call(token)).toBe("200");
  }
});

describe("a token for another audience", () => {
  it("is refused at /v1 if it is for /mcp, and at /mcp if it is for /v1", async () => {
    const { world, tokens, atMcp } = await open();
    const [api, agent] = [await tokens({}), await tokens({ resource: mcp })];
    expect(await world.call(api.body["access_token"])).toBe("200");
    expect(await atMcp(api.body["access_token"])).toBe("invalid_credentials");
    expect(await atMcp(agent.body["access_token"])).toBe("App");
    expect(await world.call(agent.body["access_token"])).toBe("401 invalid_credentials");
    expect(await world.call(agent.body["access_token"], "/v1/analytics/usage")).toBe(
      "401 invalid_credentials",
    );
  });

  it("is refused from the cache as well", async () => {
    const { world, tokens, atMcp } = await open();
    const { body } = await tokens({ resource: mcp });
    for (let round = 0; round < 2; round++) {
      expect(await atMcp(body["access_token"])).toBe("App");
      expect(await world.call(body["access_token"])).toBe("401 invalid_credentials");
    }
  });

  it("is introspected with its audience, and can be revoked", async () => {
    const { world, app, tokens, atMcp } = await open();
    const { body } = await tokens({ resource: mcp });
    const token = String(body["access_token"]);
    const inspected = await world.post("/oauth/introspect", { ...world.credentials(app), token });
    expect(inspected.body).toMatchObject({ active: true, iss: publicUrl, aud: mcp });
    await world.post("/oauth/revoke", { ...world.credentials(app), token });
    expect(await atMcp(token)).toBe("invalid_credentials");
  });
});

const analysis = { method: "tools/call", params: { name: "text-analyzer", arguments: { text: "Hi." } } };
const described = `resource_metadata="${publicUrl}/.well-known/oauth-protected-resource/mcp"`;
const scopes = "text:analyze image:convert usage:read profile:read";

describe("a challenge of /mcp (RFC 9728 §5.1)", () => {
  it("names the metadata and the scopes of calls with 401", async () => {
    const { world, tokens } = await open();
    const api = await tokens({});
    for (const [token, error] of [
      [undefined, ""],
      ["tk_live_unknown", 'error="invalid_token", '],
      [api.body["access_token"], 'error="invalid_token", '],
    ]) {
      const { status, headers } = await world.mcp(token, { method: "tools/list" });
      expect(status).toBe(401);
      expect(headers.get("WWW-Authenticate")).toBe(
        `Bearer realm="tools-api", ${String(error)}scope="${scopes}", ${described}`,
      );
    }
    expect((await world.request("/v1/user/profile")).headers.get("WWW-Authenticate")).toBe(
      'Bearer realm="tools-api"',
    );
  });

  it("names the scopes of the token and the missing one with 403, so that a step-up keeps the others", async () => {
    const { world, app, user, tokens } = await open();
    const { body } = await tokens({ resource: mcp, scope: "profile:read" });
    const refused = await world.mcp(body["access_token"], analysis);
    expect(refused.status).toBe(403);
    expect(await refused.json()).toMatchObject({ code: "insufficient_scope" });
    const scope = "profile:read text:analyze";
    expect(refused.headers.get("WWW-Authenticate")).toBe(
      `Bearer realm="tools-api", error="insufficient_scope", scope="${scope}", ${described}`,
    );
    const wider = await world.exchange(app, await world.code(user, app, { resource: mcp, scope }));
    for (const message of [analysis, { method: "tools/call", params: { name: "profile" } }]) {
      const answered = await world.mcp(wider.body["access_token"], message);
      expect(answered.status).toBe(200);
      expect(await answered.json()).not.toHaveProperty("result.isError");
    }
  });

  it("is the answer to the next message with a token that was revoked, also if its caller is cached", async () => {
    const unknownTool = { method: "tools/call", params: { name: "nothing" } };
    for (const message of [analysis, unknownTool, { method: "tools/list" }, { method: "ping" }]) {
      const { world, user, tokens } = await open();
      const { body } = await tokens({ resource: mcp });
      expect((await world.mcp(body["access_token"], analysis)).status).toBe(200);
      const [grant] = await listGrants(world.stores.documents, user.account.id, { limit: 1 });
      await revokeGrant(world.stores, user.account.id, grant?.id ?? "");
      const refused = await world.mcp(body["access_token"], message);
      expect(refused.status, message.method).toBe(401);
      expect(refused.headers.get("WWW-Authenticate")).toContain(described);
    }
  });
});

it("describes /mcp as a resource of its own, with the scopes of calls (RFC 9728)", async () => {
  const world = openWorld();
  const found = await world.request("/.well-known/oauth-protected-resource/mcp");
  expect(found.headers.get("Access-Control-Allow-Origin")).toBe("*");
  expect(await found.json()).toEqual({
    resource: mcp,
    authorization_servers: [publicUrl],
    scopes_supported: ["text:analyze", "image:convert", "usage:read", "profile:read"],
    bearer_methods_supported: ["header"],
    resource_name: "Tools API for agents",
  });
  const under = openWorld({ publicUrl: "https://tools.example/api" });
  for (const path of ["/mcp", "/api/mcp"])
    expect(await (await under.request(`/.well-known/oauth-protected-resource${path}`)).json()).toMatchObject({
      resource: "https://tools.example/api/mcp",
      authorization_servers: ["https://tools.example/api"],
    });
});
