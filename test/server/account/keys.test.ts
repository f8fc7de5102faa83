import { createApiKey, setRole } from "@tools-api/core/accounts";
import { beforeEach, describe, expect, it } from "vitest";
import { answerOf, expectRefusal, type ManagementServer, managementServer } from "../management-server.ts";

let now = Date.parse("2026-11-21T12:00:00Z");
let server: ManagementServer;
beforeEach(() => {
  now = Date.parse("2026-11-21T12:00:00Z");
  server = managementServer({ now: () => now });
});

interface KeyAnswer {
  id: string;
  key: string;
  prefix: string | null;
  last_four: string | null;
  allowed_ips: string[];
  scopes: string[];
  expires_at: string | null;
  daily_limit: number | null;
  last_used_at: string | null;
  previous_ends_at: string | null;
  revoked_at: string | null;
}

const status = async (key: string) => (await server.call("GET /v1/user/profile", { bearer: key })).status;

describe("API keys of a signed-in owner", () => {
  it("are created, shown once, listed, renamed, reduced, rotated and revoked", async () => {
    const owner = await server.owner();
    const body = { name: "ci", scopes: ["profile:read", "usage:read"], daily_limit: 5 };
    const made = await answerOf<KeyAnswer>(await server.call("POST /account/keys", { as: owner, body }), 201);
    expect(made).toMatchObject({ ...body, expires_at: null, last_used_at: null, revoked_at: null });
    expect(made.key).toMatch(/^tk_live_[0-9A-Za-z]{38}$/);
    expect(await status(made.key)).toBe(200);
    const list = await answerOf<{ items: KeyAnswer[] }>(
      await server.call("GET /account/keys", { as: owner }),
    );
    expect(list.items.map(({ id }) => id)).toEqual([owner.apiKey.id, made.id].toSorted());
    expect(JSON.stringify(list)).not.toContain(made.key.slice(8));
    expect(list.items.find(({ id }) => id === made.id)?.last_used_at).toBe("2026-11-21T12:00:00.000Z");
    const path = `/account/keys/${made.id}`;
    const change = { name: "deploy", scopes: ["profile:read"], daily_limit: null };
    const changed = await answerOf(await server.call(`PATCH ${path}`, { as: owner, body: change }));
    expect(changed).toMatchObject({ id: made.id, ...change });
    await answerOf(await server.call(`DELETE ${path}`, { as: owner }), 204);
    expect(await status(made.key)).toBe(401);
    expect(await answerOf(await server.call(`GET ${path}`, { as: owner }))).toMatchObject({
      revoked_at: "2026-11-21T12:00:00.000Z",
    });
    for (const [call, sent] of [
      [`PATCH ${path}`, { name: "again" }],
      [`POST ${path}/rotate`, {}],
    ] as const)
      await expectRefusal(await server.call(call, { as: owner, body: sent }), 409, "conflict");
  });

  it("never get more scopes or a later expiry, even by their owner", async () => {
    const owner = await server.owner({ scopes: ["profile:read"] });
    const body = { scopes: ["profile:read", "usage:read"] };
    const response = await server.call(`PATCH /account/keys/${owner.apiKey.id}`, { as: owner, body });
    const { errors } = await expectRefusal(response, 422, "invalid_parameter");
    expect(errors).toEqual([
      {
        pointer: "#/scopes",
        detail: "expected only scopes of the key (profile:read), received also usage:read",
      },
    ]);
  });
});

describe("the rotation of a key", () => {
  const rotate = async (owner: Awaited<ReturnType<ManagementServer["owner"]>>, body: object) =>
    answerOf<KeyAnswer>(
      await server.call(`POST /account/keys/${owner.apiKey.id}/rotate`, { as: owner, body }),
    );

  it("ends the old secret immediately without a grace period, and never counts it as a guess", async () => {
    const owner = await server.owner();
    expect(await status(owner.key)).toBe(200);
    const { key, previous_ends_at } = await rotate(owner, {});
    expect(previous_ends_at).toBeNull();
    expect(await status(key)).toBe(200);
    for (let attempt = 0; attempt < 25; attempt++) expect(await status(owner.key)).toBe(401);
  });

  it("accepts the old secret until the exact end of the grace period", async () => {
    const owner = await server.owner();
    const { key, previous_ends_at } = await rotate(owner, { grace_seconds: 60 });
    expect(previous_ends_at).toBe("2026-11-21T12:01:00.000Z");
    now += 59_999;
    expect([await status(owner.key), await status(key)]).toEqual([200, 200]);
    now += 1;
    expect([await status(owner.key), await status(key)]).toEqual([401, 200]);
  });

  it("leaves a key at most two secrets: another rotation ends the oldest, whatever its grace period", async () => {
    const owner = await server.owner();
    const second = await rotate(owner, { grace_seconds: 3600 });
    const third = await rotate(owner, { grace_seconds: 3600 });
    expect([await status(owner.key), await status(second.key), await status(third.key)]).toEqual([
      401, 200, 200,
    ]);
  });
});

describe("a bearer credential that can manage the account", () => {
  it("creates keys with at most its own permissions, and exactly those by default", async () => {
    const owner = await server.owner();
    const expiresAt = now + 3_600_000;
    const narrow = await createApiKey(
      server.documents,
      owner.account.id,
      { scopes: ["profile:read", "account:write"], expiresAt, dailyLimit: 10 },
      { at: now },
    );
    const create = (body: object) => server.call("POST /account/keys", { bearer: narrow.secret, body });
    expect(await answerOf<KeyAnswer>(await create({}), 201)).toMatchObject({
      scopes: ["profile:read"],
      expires_at: new Date(expiresAt).toISOString(),
      daily_limit: 10,
    });
    await answerOf(await create({ scopes: ["account:write"], daily_limit: 1 }), 201);
    for (const body of [
      { scopes: ["usage:read"] },
      { scopes: ["account:read"] },
      { expires_at: null },
      { expires_at: new Date(expiresAt + 1).toISOString() },
      { daily_limit: null },
      { daily_limit: 11 },
    ])
      await expectRefusal(await create(body), 403, "insufficient_scope");
  });

  it("gets no secret of a key with more permissions, and cannot remove its own limit", async () => {
    const owner = await server.owner();
    const fields = { scopes: ["account:write" as const], dailyLimit: 10 };
    const narrow = await createApiKey(server.documents, owner.account.id, fields, { at: now });
    const bearer = narrow.secret;
    const rotation = await server.call(`POST /account/keys/${owner.apiKey.id}/rotate`, { bearer });
    await expectRefusal(rotation, 403, "insufficient_scope");
    expect(await status(owner.key)).toBe(200);
    const own = `PATCH /account/keys/${narrow.apiKey.id}`;
    await expectRefusal(
      await server.call(own, { bearer, body: { daily_limit: null } }),
      403,
      "insufficient_scope",
    );
    await answerOf(await server.call(own, { bearer, body: { daily_limit: 9 } }));
    const client = { name: "App", scopes: ["account:write"] };
    await expectRefusal(
      await server.call("POST /account/clients", { bearer, body: client }),
      403,
      "insufficient_scope",
    );
    await answerOf(await server.call(`POST /account/keys/${narrow.apiKey.id}/rotate`, { bearer }));
  });
});

describe("the scope operator", () => {
  const body = { scopes: ["profile:read", "operator"] };

  it("is refused for the keys of a customer, by session and by key, and for every OAuth client", async () => {
    const customer = await server.owner();
    for (const by of [{ as: customer }, { bearer: customer.key }])
      await expectRefusal(
        await server.call("POST /account/keys", { ...by, body }),
        403,
        "insufficient_scope",
      );
    const operator = await server.owner();
    await setRole(server, operator.account.id, "operator", now);
    const client = {
      name: "an app",
      type: "public",
      redirect_uris: ["https://app.example/callback"],
      ...body,
    };
    await expectRefusal(
      await server.call("POST /account/clients", { as: operator, body: client }),
      422,
      "invalid_parameter",
    );
  });

  it("is never given by default, and is shown and kept for an operator who chooses it", async () => {
    const operator = await server.owner();
    await setRole(server, operator.account.id, "operator", now);
    const create = async (fields: object) =>
      answerOf<KeyAnswer>(await server.call("POST /account/keys", { as: operator, body: fields }), 201);
    expect((await create({})).scopes).not.toContain("operator");
    await expectRefusal(
      await server.call("POST /account/keys", { bearer: operator.key, body }),
      403,
      "insufficient_scope",
    );
    const { id } = await create(body);
    const all = (await create({})).scopes;
    const wide = await create({ scopes: [...all, "operator"] });
    expect(wide.scopes).toEqual([...all, "operator"]);
    const path = `/account/keys/${id}`;
    const renamed = await server.call(`PATCH ${path}`, { as: operator, body: { name: "deploy" } });
    expect(await answerOf(renamed)).toMatchObject(body);
    const reduced = await server.call(`PATCH ${path}`, { as: operator, body: { scopes: ["operator"] } });
    expect(await answerOf(reduced)).toMatchObject({ scopes: ["operator"] });
  });
});
