import { createOAuthClient } from "@tools-api/core/oauth";
import { allowClient } from "@tools-api/core/internal/identity";
import { scryptHasher } from "@tools-api/adapters/auth/scrypt";
import {
  createApiKey,
  createSession,
  findAccountByEmail,
  setPassword,
  setStatus,
} from "@tools-api/core/accounts";
import { beforeEach, describe, expect, it } from "vitest";
import {
  answerOf,
  expectRefusal,
  type ManagementServer,
  managementServer,
  type Owner,
} from "../management-server.ts";

const passwords = scryptHasher({ logCost: 10 });
const password = "correct horse battery";

let now: number;
let server: ManagementServer;
let owner: Owner;
beforeEach(async () => {
  now = Date.parse("2026-11-21T12:00:00Z");
  server = managementServer({ now: () => now });
  owner = await server.owner();
});

const setOwnPassword = () =>
  setPassword({ documents: server.documents, passwords }, owner.account, password, now);

/** Creates a client of an account, and a grant of the same account for it. */
async function clientWithGrant(account: string) {
  const fields = {
    name: "Reader",
    redirectUris: ["https://reader.example/callback"],
    scopes: ["usage:read"],
  };
  const { client } = await createOAuthClient(server.documents, account, fields, { at: now });
  const grant = await allowClient(server, { account, client: client.id, scopes: ["usage:read"] }, now);
  return { client, grant };
}

describe("the caller of a management call", () => {
  it("is a bearer also next to the cookie of another program, which has the same name", async () => {
    const scopes = ["account:read"];
    const { secret } = await createApiKey(server.documents, owner.account.id, { scopes }, { at: now });
    const headers = { Cookie: "session=eyJfZnJlc2giOmZhbHNlfQ.Z0h5bQ.c2lnbmF0dXJl" };
    expect((await server.call("GET /account", { bearer: secret, headers })).status).toBe(200);
  });

  it.each([
    "keys?after=nope",
    "keys?state=active&after=key_0000000000000000000000",
    "clients?after=key_0000000000000000000000",
    "grants?after=1",
    "sessions?after=sess_",
    "invoices?after=INV-1",
    "ledger?after=x",
    "audit?after=00000001",
    "requests?after=zzz",
  ])("gets 422 for /account/%s, which is no position in the list", async (path) => {
    const refusal = await expectRefusal(
      await server.call(`GET /account/${path}`, { as: owner }),
      422,
      "invalid_parameter",
    );
    expect(refusal.message).toMatch(/^after: expected/);
  });

  it("gets an empty page after the id of an item that no longer exists", async () => {
    const page = await server.call("GET /account/keys?after=key_zzzzzzzzzzzzzzzzzzzzzz", { as: owner });
    expect(await answerOf(page)).toEqual({ items: [], next: null });
  });

  it("is a signed-in user, or a bearer credential with the scope, and never both", async () => {
    await answerOf(await server.call("GET /account", { as: owner }));
    await answerOf(await server.call("GET /account", { bearer: owner.key }));
    const both = await server.call("GET /account", { as: owner, bearer: owner.key });
    await expectRefusal(both, 400, "invalid_request");
    const neither = await server.call("GET /account");
    expect(neither.headers.get("WWW-Authenticate")).toBe('Bearer realm="tools-api"');
    await expectRefusal(neither, 401, "missing_credentials");
  });

  it("is checked on every call: a revoked key and a suspended account are rejected immediately", async () => {
    const key = await createApiKey(
      server.documents,
      owner.account.id,
      { scopes: ["account:read"] },
      { at: now },
    );
    await answerOf(await server.call("GET /account", { bearer: key.secret }));
    await answerOf(await server.call(`DELETE /account/keys/${key.apiKey.id}`, { as: owner }), 204);
    await expectRefusal(
      await server.call("GET /account", { bearer: key.secret }),
      401,
      "invalid_credentials",
    );
    await setStatus(server, owner.account.id, "suspended");
    await expectRefusal(await server.call("GET /account", { bearer: owner.key }), 403, "account_suspended");
    await expectRefusal(await server.call("GET /account/keys", { as: owner }), 403, "account_suspended");
  });

  it("is rejected after twenty failed attempts a minute, while a valid key is served", async () => {
    for (let guess = 0; guess < 20; guess++)
      await expectRefusal(
        await server.call("GET /account", { bearer: `guess-${guess}` }),
        401,
        "invalid_credentials",
      );
    await expectRefusal(await server.call("GET /account", { bearer: "one more" }), 429, "too_many_attempts");
    await answerOf(await server.call("GET /account", { bearer: owner.key }));
  });

  it("is never taken from the query or the body", async () => {
    await expectRefusal(
      await server.call(`GET /account?access_token=${owner.key}`),
      401,
      "missing_credentials",
    );
    const stray = await server.call(`GET /account/keys?access_token=${owner.key}`, { bearer: owner.key });
    await expectRefusal(stray, 400, "invalid_request");
    const body = { api_key: owner.key };
    await expectRefusal(await server.call("POST /account/keys", { body }), 401, "missing_credentials");
    await expectRefusal(
      await server.call("POST /account/keys", { bearer: owner.key, body }),
      400,
      "invalid_request",
    );
  });
});

describe("a request body", () => {
  it("is rejected if it is not a JSON object, has another type, is too large, or has an unknown route", async () => {
    const post = (body: string, type = "application/json") =>
      server.call("POST /account/keys", { as: owner, body, headers: { "Content-Type": type } });
    await expectRefusal(await post("{"), 400, "invalid_json");
    await expectRefusal(await post("[]"), 400, "invalid_json");
    await expectRefusal(
      await post("name=x", "application/x-www-form-urlencoded"),
      415,
      "unsupported_media_type",
    );
    await expectRefusal(await post(JSON.stringify({ name: "x".repeat(70_000) })), 413, "payload_too_large");
    await expectRefusal(await server.call("GET /account/nothing", { as: owner }), 404, "not_found");
    const put = await server.call("PUT /account/keys", { as: owner });
    expect(put.headers.get("Allow")).toBe("GET, HEAD, POST, OPTIONS");
    await expectRefusal(put, 405, "method_not_allowed");
    expect((await server.call("OPTIONS /account/keys")).status).toBe(204);
  });

  it("does not count against the daily quota", async () => {
    for (let call = 0; call < 3; call++)
      await answerOf(await server.call("GET /account", { bearer: owner.key }));
    const { usage } = await answerOf<{ usage: { calls_total: number } }>(
      await server.call("GET /account/export", { bearer: owner.key }),
    );
    expect(usage.calls_total).toBe(0);
  });
});

describe("the account", () => {
  it("is renamed by its owner, and changes its email address only with the password", async () => {
    const change = (body: object) => server.call("PATCH /account", { as: owner, body });
    expect(await answerOf(await change({ name: "Ada" }))).toMatchObject({ name: "Ada", has_password: false });
    await setOwnPassword();
    await expectRefusal(await change({ email: "ada@example.org" }), 422, "invalid_parameter");
    const wrong = await expectRefusal(
      await change({ email: "ada@example.org", password: "wrong password" }),
      422,
      "invalid_parameter",
    );
    expect(wrong.errors?.[0]?.pointer).toBe("#/password");
    const moved = await answerOf(await change({ email: "ada@example.org", password }));
    expect(moved).toMatchObject({ email: "ada@example.org", has_password: true });
    expect((await findAccountByEmail(server.documents, "ada@example.org"))?.id).toBe(owner.account.id);
    expect(await findAccountByEmail(server.documents, owner.account.email)).toBeNull();
    const other = await server.owner();
    await expectRefusal(await change({ email: other.account.email, password }), 409, "conflict");
  });

  it("without a password is closed only from a session that has just started", async () => {
    await expectRefusal(await server.call("DELETE /account", { bearer: owner.key }), 409, "conflict");
    now += 15 * 60_000;
    await expectRefusal(await server.call("DELETE /account", { as: owner }), 409, "conflict");
    const again = await createSession(server.documents, { account: owner.account.id, method: "link" }, now);
    await answerOf(
      await server.call("DELETE /account", { as: { ...owner, session: again?.token ?? "" } }),
      204,
    );
  });

  it("accepts no credential after it is closed, releases its email address, and keeps no personal data", async () => {
    await setOwnPassword();
    const stranger = await server.owner();
    const { client } = await clientWithGrant(owner.account.id);
    await allowClient(
      server,
      { account: stranger.account.id, client: client.id, scopes: ["usage:read"] },
      now,
    );
    await answerOf(await server.call("GET /v1/user/profile", { bearer: owner.key }));
    const closed = await server.call("DELETE /account", { as: owner, body: { password } });
    expect(closed.headers.get("Set-Cookie")).toMatch(/^session=;.*Max-Age=0/);
    await answerOf(closed, 204);
    for (let call = 0; call < 25; call++)
      expect((await server.call("GET /v1/user/profile", { bearer: owner.key })).status).toBe(401);
    await expectRefusal(await server.call("GET /account", { bearer: owner.key }), 401, "invalid_credentials");
    await expectRefusal(await server.call("GET /account", { as: owner }), 401, "missing_credentials");
    const kept = JSON.stringify(await server.documents.list("", { limit: 1000 }));
    for (const personal of [owner.account.email, owner.account.name, "Reader", "reader.example"])
      expect(kept).not.toContain(personal);
    const { documents } = server;
    for (const prefix of ["keys", "sessions", "clients", "grants"])
      expect(await documents.list(`${prefix}/${owner.account.id}/`, { limit: 10 })).toEqual([]);
    expect(await documents.get(`passwords/${owner.account.id}`)).toBeNull();
    const grants = await answerOf<{ items: unknown[] }>(
      await server.call("GET /account/grants", { as: stranger }),
    );
    expect(grants.items).toEqual([]);
    const { lifetime } = await server.usage.read({ account: owner.account.id, boundaries: [], windows: [] });
    expect(lifetime.calls).toBe(1);
    await expect(setStatus(server, owner.account.id, "active")).rejects.toMatchObject({ code: "conflict" });
  });

  it("is exported with all stored data, and without a secret or a digest", async () => {
    await setOwnPassword();
    const { client, grant } = await clientWithGrant(owner.account.id);
    await answerOf(await server.call("GET /v1/user/profile", { bearer: owner.key }));
    const response = await server.call("GET /account/export", { as: owner });
    expect(response.headers.get("Content-Disposition")).toContain("attachment");
    const whole = await answerOf(response);
    expect(whole).toMatchObject({
      account: { id: owner.account.id, email: owner.account.email, name: owner.account.name },
      keys: [{ id: owner.apiKey.id, last_used_at: "2026-11-21T12:00:00.000Z" }],
      sessions: [{ method: "password" }],
      clients: [{ id: client.id, name: "Reader" }],
      grants: [{ id: grant.id, client: { id: client.id, name: "Reader" } }],
      password_changed_at: "2026-11-21T12:00:00.000Z",
      usage: { calls_total: 1, days: [{ date: "2026-11-21", endpoint: "profile", calls: 1, succeeded: 1 }] },
    });
    expect(JSON.stringify(whole)).not.toMatch(/digest|scrypt|tk_live_\w{5}|tcs_/i);
  });
});

describe("the password", () => {
  const put = (body: object, as: Owner = owner) => server.call("PUT /account/password", { as, body });

  it("is never set by a leaked credential, which would take over the account", async () => {
    const body = { password };
    await expectRefusal(
      await server.call("PUT /account/password", { bearer: owner.key, body }),
      409,
      "conflict",
    );
    now += 15 * 60_000;
    await expectRefusal(await put({ password }), 409, "conflict");
  });
});
