import { rotateSigningKeys } from "@tools-api/adapters/auth/access-token";
import { closeAccount, setStatus } from "@tools-api/core/accounts";
import { oauthClientKey } from "@tools-api/core/internal";
import {
  listGrants,
  revokeGrant,
  revokeOAuthClient,
  rotateOAuthClientSecret,
  updateOAuthClient,
} from "@tools-api/core/oauth";
import { decodeJwt, decodeProtectedHeader, generateKeyPair, SignJWT } from "jose";
import { describe, expect, it } from "vitest";
import { callback, openWorld, publicUrl } from "./world.ts";

async function open() {
  const world = openWorld();
  const user = await world.user();
  const app = await world.register(user);
  return { world, user, app };
}

describe("a code", () => {
  it("is valid only for the client, the redirect URI and the verifier that it was issued for (code injection)", async () => {
    const { world, user, app } = await open();
    const redirectUris = [callback, "https://app.example/other"];
    const other = await world.register(user, { redirectUris });
    const code = await world.code(user, app);
    const wrong = [
      await world.exchange(other, code),
      await world.exchange(app, code, { redirect_uri: "https://app.example/other" }),
      await world.exchange(app, code, { code_verifier: world.verifier.replace(/^./, "~") }),
      await world.exchange(app, code, { code_verifier: "short" }),
      await world.exchange(app, `${code}x`),
    ];
    for (const { status, body } of wrong) expect([status, body["error"]]).toEqual([400, "invalid_grant"]);
    for (const missing of ["code", "code_verifier"])
      expect((await world.exchange(app, code, { [missing]: "" })).body["error"]).toBe("invalid_request");
    // PKCE replaces the redirect URI (OAuth 2.1 §10.2).
    expect((await world.exchange(app, code, { redirect_uri: "" })).status).toBe(200);
  });

  it("is redeemed by exactly one of concurrent exchanges, and its tokens are then revoked", async () => {
    const { world, user, app } = await open();
    const code = await world.code(user, app);
    const answers = await Promise.all(Array.from({ length: 5 }, () => world.exchange(app, code)));
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 400, 400, 400, 400]);
    const won = answers.find(({ status }) => status === 200);
    expect(await world.call(won?.body["access_token"])).toBe("401 invalid_credentials");
    expect((await world.refresh(app, won?.body["refresh_token"])).body["error"]).toBe("invalid_grant");
  });

  it("expires after 60 seconds", async () => {
    const { world, user, app } = await open();
    const [early, late] = [await world.code(user, app), await world.code(user, app)];
    world.pass(59_999);
    expect((await world.exchange(app, early)).status).toBe(200);
    world.pass(1);
    expect((await world.exchange(app, late)).body["error"]).toBe("invalid_grant");
  });

  it("revokes the tokens of its own grant when it is replayed, and no other tokens of the client", async () => {
    const { world, user, app } = await open();
    const [one, two] = [await world.code(user, app), await world.code(user, app)];
    const first = await world.exchange(app, one);
    const second = await world.exchange(app, two);
    await world.exchange(app, one);
    expect(await world.call(first.body["access_token"])).toBe("401 invalid_credentials");
    expect(await world.call(second.body["access_token"])).toBe("200");
  });
});

describe("a refresh token", () => {
  it("gives concurrent and later calls within 30 s tokens of one family, at most 5 further ones, and signs no user out", async () => {
    const { world, user, app } = await open();
    const { body } = await world.exchange(app, await world.code(user, app));
    const refresh = () => world.refresh(app, body["refresh_token"]);
    const answers = await Promise.all(Array.from({ length: 5 }, refresh));
    world.pass(29_999);
    answers.push(await refresh());
    expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(200));
    expect(new Set(answers.map((answer) => answer.body["refresh_token"])).size).toBe(6);
    expect((await refresh()).body["error"]).toBe("invalid_grant");
    for (const answer of answers) expect(await world.call(answer.body["access_token"])).toBe("200");
    expect((await world.refresh(app, answers[5]?.body["refresh_token"])).status).toBe(200);
    const stored = JSON.stringify(await world.stores.documents.list("refresh-tokens/", { limit: 100 }));
    for (const answer of answers) expect(stored).not.toContain(answer.body["refresh_token"]);
  });

  it.each(["a sibling", "the first token"])(
    "ends its siblings when it is refreshed after the overlap, and a later use of %s revokes the family",
    async (late) => {
      const { world, user, app } = await open();
      const { body } = await world.exchange(app, await world.code(user, app));
      const [one, two] = [
        await world.refresh(app, body["refresh_token"]),
        await world.refresh(app, body["refresh_token"]),
      ];
      // Refreshed within the overlap, so that the descendants are not yet told apart.
      const child = await world.refresh(app, one.body["refresh_token"]);
      world.pass(60_000);
      const renewed = await world.refresh(app, child.body["refresh_token"]);
      expect([renewed.status, await world.call(two.body["access_token"])]).toEqual([200, "200"]);
      const ended = late === "a sibling" ? two : { body };
      expect((await world.refresh(app, ended.body["refresh_token"])).body["error"]).toBe("invalid_grant");
      expect(await world.call(renewed.body["access_token"])).toBe("401 invalid_credentials");
      expect((await world.refresh(app, renewed.body["refresh_token"])).status).toBe(400);
    },
  );

  it("is accepted from exactly one of concurrent calls on a server without an overlap, and then its family is revoked", async () => {
    const world = openWorld({ refreshOverlapMs: 0 });
    const user = await world.user();
    const app = await world.register(user);
    const { body } = await world.exchange(app, await world.code(user, app));
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => world.refresh(app, body["refresh_token"])),
    );
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 400, 400, 400, 400]);
    const won = answers.find(({ status }) => status === 200);
    expect(await world.call(won?.body["access_token"])).toBe("401 invalid_credentials");
    expect((await world.refresh(app, won?.body["refresh_token"])).status).toBe(400);
  });

  it("returns at most the granted scopes, even after a request for fewer (scope escalation)", async () => {
    const { world, user, app } = await open();
    const code = await world.code(user, app, { scope: "profile:read usage:read" });
    const { body } = await world.exchange(app, code);
    const more = await world.refresh(app, body["refresh_token"], { scope: "profile:read text:analyze" });
    expect([more.status, more.body["error"]]).toEqual([400, "invalid_scope"]);
    const less = await world.refresh(app, body["refresh_token"], { scope: "usage:read" });
    expect(less.body["scope"]).toBe("usage:read");
    expect(await world.call(less.body["access_token"])).toBe("403 insufficient_scope");
    const again = await world.refresh(app, less.body["refresh_token"]);
    expect(again.body["scope"]).toBe("usage:read profile:read");
  });

  it("is rejected for another client, and expires after 30 days without use", async () => {
    const { world, user, app } = await open();
    const other = await world.register(user);
    const { body } = await world.exchange(app, await world.code(user, app));
    expect((await world.refresh(other, body["refresh_token"])).body["error"]).toBe("invalid_grant");
    const renewed = await world.refresh(app, body["refresh_token"]);
    expect(renewed.status).toBe(200);
    world.pass(30 * 86_400_000);
    expect((await world.refresh(app, renewed.body["refresh_token"])).body["error"]).toBe("invalid_grant");
  });
});

describe("a token", () => {
  it("is never renewed after its grant, its client or either account has ended", async () => {
    const endings: ((parts: Awaited<ReturnType<typeof open>>, owner: string) => Promise<unknown>)[] = [
      ({ world, app }) =>
        revokeOAuthClient(world.stores, { account: app.client.account, id: app.client.id }, 0),
      ({ world, user }) => closeAccount(world.stores, user.account.id, 0),
      ({ world, user }) => setStatus(world.stores, user.account.id, "suspended"),
      ({ world }, owner) => setStatus(world.stores, owner, "suspended"),
    ];
    for (const end of endings) {
      const world = openWorld();
      const [user, owner] = [await world.user(), await world.user()];
      const app = await world.register(owner);
      const { body } = await world.exchange(app, await world.code(user, app));
      const code = await world.code(user, app);
      await end({ world, user, app }, owner.account.id);
      expect((await world.refresh(app, body["refresh_token"])).status).toBeGreaterThanOrEqual(400);
      expect((await world.exchange(app, code)).status).toBeGreaterThanOrEqual(400);
    }
  });
});

describe("an access token", () => {
  it("expires after 15 minutes, and is rejected at the next call after its grant, client or account ends", async () => {
    const endings: [string, (parts: Awaited<ReturnType<typeof open>>, grant: string) => Promise<unknown>][] =
      [
        ["401 invalid_credentials", async ({ world }) => world.pass(15 * 60_000 + 5000)],
        [
          "401 invalid_credentials",
          ({ world, user }, grant) => revokeGrant(world.stores, user.account.id, grant),
        ],
        [
          "401 invalid_credentials",
          ({ world, app }) =>
            revokeOAuthClient(world.stores, { account: app.client.account, id: app.client.id }, 0),
        ],
        ["401 invalid_credentials", ({ world, user }) => closeAccount(world.stores, user.account.id, 0)],
        ["403 account_suspended", ({ world, user }) => setStatus(world.stores, user.account.id, "suspended")],
      ];
    for (const [expected, end] of endings) {
      const world = openWorld();
      const [user, owner] = [await world.user(), await world.user()];
      const app = await world.register(owner);
      const { body } = await world.exchange(app, await world.code(user, app));
      expect(await world.call(body["access_token"])).toBe("200");
      const [grant] = await listGrants(world.stores.documents, user.account.id, { limit: 1 });
      await end({ world, user, app }, grant?.id ?? "");
      expect(await world.call(body["access_token"])).toBe(expected);
    }
  });

  it("from client credentials acts for the client's owner with its scopes, and ends with the client", async () => {
    const { world, user } = await open();
    const worker = await world.register(user, {
      redirectUris: [],
      scopes: ["profile:read", "account:read"],
    });
    const issued = await world.token(worker, { grant_type: "client_credentials" });
    expect(issued.body["scope"]).toBe("profile:read");
    expect(issued.body["refresh_token"]).toBeUndefined();
    expect(decodeJwt(String(issued.body["access_token"]))).toMatchObject({
      iss: publicUrl,
      aud: publicUrl,
      sub: worker.client.id,
      client_id: worker.client.id,
    });
    expect(await world.call(issued.body["access_token"])).toBe("200");
    const asked = await world.token(worker, { grant_type: "client_credentials", scope: "account:read" });
    expect(asked.body["scope"]).toBe("account:read");
    expect(await world.call(asked.body["access_token"])).toBe("403 insufficient_scope");
    await revokeOAuthClient(world.stores, { account: user.account.id, id: worker.client.id }, 0);
    expect(await world.call(issued.body["access_token"])).toBe("401 invalid_credentials");
  });

  it("loses the scopes that its client loses, at the next call", async () => {
    const { world, user, app } = await open();
    const { body } = await world.exchange(app, await world.code(user, app));
    expect(await world.call(body["access_token"])).toBe("200");
    await updateOAuthClient(
      world.stores,
      { account: user.account.id, id: app.client.id },
      { scopes: ["text:analyze"] },
    );
    expect(await world.call(body["access_token"])).toBe("403 insufficient_scope");
    expect((await world.refresh(app, body["refresh_token"])).body["scope"]).toBe("text:analyze");
  });

  it("is rejected while the client's owner is suspended, and only then", async () => {
    const world = openWorld();
    const [user, owner] = [await world.user(), await world.user()];
    const app = await world.register(owner);
    const { body } = await world.exchange(app, await world.code(user, app));
    expect(await world.call(body["access_token"])).toBe("200");
    await setStatus(world.stores, owner.account.id, "suspended");
    expect(await world.call(body["access_token"])).toBe("401 invalid_credentials");
    await setStatus(world.stores, owner.account.id, "active");
    expect(await world.call(body["access_token"])).toBe("200");
  });

  it("stays valid when 150 other tokens of its client are revoked, which are rejected at the next call", async () => {
    const { world, user, app } = await open();
    const worker = await world.register(user, { redirectUris: [] });
    const own = async () =>
      (await world.token(worker, { grant_type: "client_credentials" })).body["access_token"];
    const ofUser = async () => (await world.exchange(app, await world.code(user, app))).body["access_token"];
    const { documents } = world.stores;
    for (const [party, issue, count] of [
      [worker, own, 150],
      [app, ofUser, 10],
    ] as const) {
      const [kept, first] = [await issue(), await issue()];
      expect([await world.call(kept), await world.call(first)]).toEqual(["200", "200"]);
      const others = [first];
      for (let index = 1; index < count; index++) others.push(await issue());
      const before = JSON.stringify(await documents.list("clients/", { limit: 10 })).length;
      for (const token of others)
        await world.post("/oauth/revoke", { ...world.credentials(party), token: String(token) });
      // All of them have the same second.
      const next = await issue();
      expect([await world.call(kept), await world.call(next)]).toEqual(["200", "200"]);
      for (const token of others) expect(await world.call(token)).toBe("401 invalid_credentials");
      // The client's document does not grow, and the store removes a revocation with its token.
      expect(JSON.stringify(await documents.list("clients/", { limit: 10 })).length).toBeLessThan(
        before + 20,
      );
      expect(await documents.list("revoked-tokens/", { limit: 1000 })).toHaveLength(count);
      world.pass(21 * 60_000);
      expect(await documents.list("revoked-tokens/", { limit: 1000 })).toHaveLength(0);
    }
  });

  it("stays revoked if an earlier release revoked it", async () => {
    const { world, user } = await open();
    const worker = await world.register(user, { redirectUris: [] });
    const issue = async () =>
      String((await world.token(worker, { grant_type: "client_credentials" })).body["access_token"]);
    const { documents } = world.stores;
    const key = oauthClientKey(user.account.id, worker.client.id);
    const write = async (fields: object) => {
      const document = await documents.get(key);
      await documents.commit([{ key, value: Object.assign({}, document?.value, fields) }]);
    };
    const [one, two] = [await issue(), await issue()];
    const expiresAt = world.keys.clock.now() + 900_000;
    await write({ revokedTokens: [{ id: decodeJwt(one).jti, expiresAt }], tokensNotBefore: 0 });
    expect([await world.call(one), await world.call(two)]).toEqual(["401 invalid_credentials", "200"]);
    world.pass(31_000);
    await write({ revokedTokens: [], tokensNotBefore: world.keys.clock.now() });
    expect(await world.call(two)).toBe("401 invalid_credentials");
    expect(await world.call(await issue())).toBe("200");
  });

  it("is introspected only by its own client and its account's clients", async () => {
    const { world, user, app } = await open();
    const stranger = await world.user();
    const [foreign, related] = [await world.register(stranger), await world.register(user)];
    const { body } = await world.exchange(app, await world.code(user, app));
    const introspect = async (party: typeof app, token: unknown) =>
      (await world.post("/oauth/introspect", { ...world.credentials(party), token: String(token) })).body;
    for (const token of [body["access_token"], body["refresh_token"]]) {
      expect(await introspect(foreign, token)).toEqual({ active: false });
      expect(await introspect(related, token)).toMatchObject({ active: true, client_id: app.client.id });
      expect(await introspect(app, token)).toMatchObject({ active: true, sub: user.account.id });
    }
    expect(await introspect(app, "nothing")).toEqual({ active: false });
    const native = await world.register(user, { type: "public" });
    const refused = await world.post("/oauth/introspect", { client_id: native.client.id, token: "x" });
    expect([refused.status, refused.body["error"]]).toEqual([401, "invalid_client"]);
  });

  it("from any other party is rejected", async () => {
    const { world, user, app } = await open();
    const { body } = await world.exchange(app, await world.code(user, app));
    const token = String(body["access_token"]);
    const [claims, header] = [decodeJwt(token), decodeProtectedHeader(token)];
    const { privateKey } = await generateKeyPair("ES256");
    const [published] = await world.accessTokens.publicKeys();
    // Confuses a verifier that uses a public key as a shared secret.
    const publicBytes = new TextEncoder().encode(JSON.stringify(published));
    const signed = (changed: object, headerFields: object = {}) =>
      new SignJWT({ ...claims, ...changed })
        .setProtectedHeader({ ...header, alg: "ES256", ...headerFields })
        .sign(privateKey);
    const encoded = (part: object) => Buffer.from(JSON.stringify(part)).toString("base64url");
    const forged = [
      await signed({}),
      await signed({ exp: 9e9 }, { kid: "../../etc/passwd" }),
      await signed({}, { kid: "other" }),
      await signed({}, { jku: "https://evil.example/jwks" }),
      await new SignJWT(claims).setProtectedHeader({ ...header, alg: "HS256" }).sign(publicBytes),
      `${encoded({ ...header, alg: "none" })}.${encoded(claims)}.`,
      `${token.split(".")[0]}.${encoded({ ...claims, exp: 9e9 })}.${token.split(".")[2]}`,
      `${token}${"A".repeat(9000)}`,
    ];
    for (const credential of forged) expect(await world.call(credential)).toBe("401 invalid_credentials");
    expect(await world.call(token)).toBe("200");
  });
});

describe("the token endpoint", () => {
  it("accepts each parameter once, only in a small form, and forbids caching", async () => {
    const { world, user } = await open();
    const worker = await world.register(user, { redirectUris: [] });
    const form = { ...world.credentials(worker), grant_type: "client_credentials" };
    const text = new URLSearchParams(form).toString();
    const granted = await world.post("/oauth/token", form);
    expect([granted.status, granted.headers.get("Cache-Control")]).toEqual([200, "no-store"]);
    expect(granted.headers.get("Pragma")).toBe("no-cache");
    const resource = `&resource=${encodeURIComponent(publicUrl)}`;
    expect((await world.post("/oauth/token", `${text}${resource}${resource}`)).status).toBe(200);
    const targets = await world.post("/oauth/token", `${text}${resource}${resource}%2Fmcp`);
    expect([targets.status, targets.body["error"]]).toEqual([400, "invalid_target"]);
    const faulty = [
      await world.post("/oauth/token", `${text}&grant_type=client_credentials`),
      await world.post(`/oauth/token?${text}`, form),
      await world.post("/oauth/token", JSON.stringify(form), { "Content-Type": "application/json" }),
      await world.post("/oauth/token", form, { Authorization: `Basic ${btoa("a:b")}` }),
      await world.post("/oauth/token", { ...form, grant_type: "" }),
    ];
    for (const { status, body } of faulty) expect([status, body["error"]]).toEqual([400, "invalid_request"]);
    const large = await world.post("/oauth/token", { ...form, scope: "x".repeat(20_000) });
    expect([large.status, large.body["error"]]).toEqual([413, "invalid_request"]);
    const others: [Record<string, string>, string][] = [
      [{ grant_type: "password" }, "unsupported_grant_type"],
      [{ grant_type: "toString" }, "unsupported_grant_type"],
      [{ grant_type: "authorization_code" }, "unauthorized_client"],
      [{ scope: "everything" }, "invalid_scope"],
      [{ resource: "https://elsewhere.example" }, "invalid_target"],
    ];
    for (const [changed, error] of others)
      expect((await world.post("/oauth/token", { ...form, ...changed })).body["error"]).toBe(error);
    expect((await world.request("/oauth/token")).status).toBe(405);
  });

  it("ignores the scopes of OpenID Connect and those that the client may not have, and returns the granted scopes", async () => {
    const { world, user, app } = await open();
    const worker = await world.register(user, { redirectUris: [], scopes: ["usage:read", "profile:read"] });
    const asked = async (scope: string) =>
      (await world.token(worker, { grant_type: "client_credentials", scope })).body["scope"];
    expect(await asked("openid profile:read offline_access")).toBe("profile:read");
    expect(await asked("openid")).toBe("usage:read profile:read");
    expect(await asked("openid profile email offline_access")).toBe("usage:read profile:read");
    expect(await asked("profile:read text:analyze account:write everything")).toBe("profile:read");
    expect(await asked("openid everything")).toBeUndefined();
    const code = await world.code(user, app, { scope: "openid profile:read offline_access" });
    const { body } = await world.exchange(app, code);
    expect(body["scope"]).toBe("profile:read");
    const refreshed = await world.refresh(app, body["refresh_token"], { scope: "openid offline_access" });
    expect(refreshed.body["scope"]).toBe("profile:read");
  });

  it("issues a limited number of codes and tokens to a client in a loop, so that it cannot fill the store", async () => {
    const { world, user, app } = await open();
    const worker = await world.register(user, { redirectUris: [] });
    const other = await world.register(user, { redirectUris: [] });
    const own = (party: typeof app) => world.token(party, { grant_type: "client_credentials" });
    for (let count = 0; count < 600; count++) expect((await own(worker)).status).toBe(200);
    const refused = await own(worker);
    expect([refused.status, refused.headers.get("Retry-After")]).toEqual([429, "60"]);
    expect((await own(other)).status).toBe(200);

    let refreshed = await world.exchange(app, await world.code(user, app));
    for (let count = 0; count < 30; count++)
      refreshed = await world.refresh(app, refreshed.body["refresh_token"]);
    expect(refreshed.status).toBe(200);
    expect((await world.refresh(app, refreshed.body["refresh_token"])).status).toBe(429);

    for (let count = 1; count < 30; count++) expect(await world.code(user, app)).not.toBe("");
    expect((await world.authorize(user, app)).status).toBe(429);

    world.pass(60_000);
    expect((await own(worker)).status).toBe(200);
    // The early refresh did not consume the refresh token.
    expect((await world.refresh(app, refreshed.body["refresh_token"])).status).toBe(200);
    expect(await world.code(user, app)).not.toBe("");
  });

  it("authenticates a client only by its current secret", async () => {
    const { world, user } = await open();
    const worker = await world.register(user, { redirectUris: [] });
    const native = await world.register(user, { type: "public" });
    const form = { grant_type: "client_credentials" };
    const basic = (id: string, secret: string | null) => ({
      Authorization: `Basic ${btoa(`${id}:${secret}`)}`,
    });
    expect((await world.post("/oauth/token", form, basic(worker.client.id, worker.secret))).status).toBe(200);
    const { secret } = await rotateOAuthClientSecret(
      world.stores,
      { account: user.account.id, id: worker.client.id },
      { at: Date.now() },
    );
    const refused = [
      await world.token(worker, form),
      await world.token({ ...worker, secret: null }, form),
      await world.token({ ...worker, secret: "" }, form),
      await world.token({ ...native, secret: "x" }, form),
      await world.post("/oauth/token", form, basic(worker.client.id, worker.secret)),
      await world.post("/oauth/token", form, { Authorization: "Basic %%%" }),
      await world.post("/oauth/token", form),
    ];
    for (const { status, body, headers } of refused) {
      expect([status, body["error"]]).toEqual([401, "invalid_client"]);
      expect(headers.get("WWW-Authenticate")).toMatch(/^Basic /);
    }
    expect((await world.token({ ...worker, secret }, form)).status).toBe(200);
    expect((await world.token(native, form)).body["error"]).toBe("unauthorized_client");
  });

  it("returns 429 from the 21st guess of an address on, while a client with valid credentials is served", async () => {
    const { world, user } = await open();
    const worker = await world.register(user, { redirectUris: [] });
    const guess = () => world.token({ ...worker, secret: "tcs_guess" }, { grant_type: "client_credentials" });
    for (let count = 0; count < 20; count++) expect((await guess()).status).toBe(401);
    const late = await guess();
    expect(late.status).toBe(429);
    expect(Number(late.headers.get("Retry-After"))).toBeGreaterThanOrEqual(1);
    expect((await world.token(worker, { grant_type: "client_credentials" })).status).toBe(200);
  });

  it("accepts requests from pages of other sites without cookies, as do metadata and keys", async () => {
    const { world } = await open();
    for (const [path, method] of [
      ["/oauth/token", "POST"],
      ["/oauth/jwks", "GET"],
      ["/.well-known/oauth-authorization-server", "GET"],
    ] as const) {
      const headers = { Origin: "https://spa.example", "Access-Control-Request-Method": method };
      const response = await world.request(path, { method: "OPTIONS", headers });
      expect(response.headers.get("Access-Control-Allow-Origin")).toBe("*");
      expect(response.headers.get("Access-Control-Allow-Credentials")).toBeNull();
    }
  });
});

describe("signing keys", () => {
  async function kids(world: ReturnType<typeof openWorld>): Promise<unknown[]> {
    return (await world.accessTokens.publicKeys()).map(({ kid }) => kid);
  }

  it("are published a day before their first use, and until their last token has expired", async () => {
    const { world, user } = await open();
    const worker = await world.register(user, { redirectUris: [] });
    const issue = async () =>
      String((await world.token(worker, { grant_type: "client_credentials" })).body["access_token"]);
    const [first] = await kids(world);
    const [published] = await world.accessTokens.publicKeys();
    expect(Object.keys(published ?? {}).toSorted()).toEqual(["alg", "crv", "kid", "kty", "use", "x", "y"]);
    world.pass(89 * 86_400_000);
    const both = await kids(world);
    expect(both).toHaveLength(2);
    world.pass(86_400_000 - 1000);
    const old = await issue();
    expect(decodeProtectedHeader(old).kid).toBe(first);
    world.pass(1000);
    expect(decodeProtectedHeader(await issue()).kid).toBe(both[1]);
    world.pass(14 * 60_000);
    expect(await world.call(old)).toBe("200");
    world.pass(7 * 60_000);
    expect(await kids(world)).toEqual([both[1]]);
  });

  it("invalidate their tokens at the next call when they are removed immediately", async () => {
    const { world, user } = await open();
    const worker = await world.register(user, { redirectUris: [] });
    const { body } = await world.token(worker, { grant_type: "client_credentials" });
    expect(await world.call(body["access_token"])).toBe("200");
    await rotateSigningKeys(world.keys);
    world.pass(30_001);
    expect(await world.call(body["access_token"])).toBe("200");
    await rotateSigningKeys(world.keys, { atOnce: true });
    expect(await world.call(body["access_token"])).toBe("401 invalid_credentials");
    const next = await world.token(worker, { grant_type: "client_credentials" });
    expect(await world.call(next.body["access_token"])).toBe("200");
  });
});

it("serves its metadata at the paths of RFC 8414 and RFC 9728 for a public URL with a path", async () => {
  const world = openWorld({ publicUrl: "https://tools.example/api" });
  for (const name of ["oauth-authorization-server", "oauth-protected-resource"])
    for (const path of [`/.well-known/${name}`, `/.well-known/${name}/api`])
      expect(await (await world.request(path)).text()).toContain('"https://tools.example/api"');
});
