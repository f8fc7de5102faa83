import { apiKeyAuthenticator } from "@tools-api/adapters/auth/api-key";
import { scryptHasher } from "@tools-api/adapters/auth/scrypt";
import { memoryDocuments, memoryUsage } from "@tools-api/adapters/storage/memory";
import { firstAuthenticator } from "@tools-api/core";
import {
  closeAccount,
  createAccount,
  createApiKey,
  createSession,
  endSession,
  setStatus,
  signUp,
} from "@tools-api/core/accounts";
import { deriveKey } from "@tools-api/core/internal";
import { createAccountApp, createApi, failedAttempts, sessionTokenAuthenticator } from "@tools-api/server";
import { SignJWT, UnsecuredJWT } from "jose";
import { beforeEach, describe, expect, it } from "vitest";
import { rateLimitOf } from "../contract.ts";
import { callScopes, everyScope } from "../../scopes.ts";

const publicUrl = "http://localhost:3000";
const sessionSecret = "the secret of this installation, which no client knows";
const passwords = scryptHasher({ logCost: 10 });
const type = "session-token+jwt";
const minute = 60_000;

let now: number;
const clock = { now: () => now };
let stores: ReturnType<typeof newStores>;

function newStores() {
  return { documents: memoryDocuments({ clock }), usage: memoryUsage() };
}

/** Starts a server that shares only stores and settings with another one. */
function startServer({ url = publicUrl } = {}) {
  const { documents } = stores;
  const secret = () => Promise.resolve(sessionSecret);
  const authenticator = firstAuthenticator(
    apiKeyAuthenticator({ documents, clock }),
    sessionTokenAuthenticator({ documents, secret, publicUrl: url, clock }),
  );
  const attempts = failedAttempts(100, clock);
  const shared = { ...stores, authenticator, clock, attempts, publicUrl: url };
  const app = createApi({ ...shared, served: ["management"] });
  app.route("/", createAccountApp({ ...shared, passwords, sessionSecret }));
  return app;
}

type Server = ReturnType<typeof startServer>;

async function ask(server: Server, call: string, headers: Record<string, string>, body?: unknown) {
  const [method = "", path = ""] = call.split(" ");
  return server.request(publicUrl + path, {
    method,
    headers: { ...headers, ...(body !== undefined && { "Content-Type": "application/json" }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
}

async function signIn() {
  const fields = { email: "ada@example.com", password: "correct horse battery" };
  const { account } = await signUp({ ...stores, passwords }, fields, now);
  const begun = await createSession(stores.documents, { account: account.id, method: "password" }, now);
  if (!begun) throw new Error("no session");
  return {
    account,
    session: begun.session,
    headers: { Cookie: `session=${begun.token}`, Origin: publicUrl },
  };
}

async function tokenFor(server: Server, headers: Record<string, string>) {
  const response = await ask(server, "POST /account/session-token", headers);
  expect(response.status).toBe(200);
  expect(response.headers.get("Cache-Control")).toBe("no-store");
  // The first test checks the other fields.
  return (await response.json()) as { token: string; expires_at: string };
}

function profile(server: Server, token: string) {
  return ask(server, "GET /v1/user/profile", { Authorization: `Bearer ${token}` });
}

let server: Server;
let owner: Awaited<ReturnType<typeof signIn>>;
beforeEach(async () => {
  now = Math.floor(Date.now() / 1000) * 1000;
  stores = newStores();
  // The first account is an operator, whom nobody can suspend.
  await createAccount(stores.documents, { email: "operator@example.com", role: "operator" }, { at: now });
  server = startServer();
  owner = await signIn();
});

async function expectRefusal(response: Response, status: number, code: string): Promise<void> {
  expect([response.status, await response.json()]).toEqual([status, expect.objectContaining({ code })]);
}

async function expectRefused(token: string, at = server): Promise<void> {
  const response = await profile(at, token);
  expect(response.headers.get("WWW-Authenticate")).toContain('error="invalid_token"');
  await expectRefusal(response, 401, "invalid_credentials");
}

describe("POST /account/session-token", () => {
  it("returns a token of ten minutes to a signed-in user, and counts its calls for the account", async () => {
    const answer = await tokenFor(server, owner.headers);
    expect(answer).toEqual({
      token: expect.any(String),
      expires_at: new Date(now + 10 * minute).toISOString(),
      scopes: callScopes,
    });
    for (const used of [1, 2]) {
      const response = await profile(server, answer.token);
      expect(rateLimitOf(response.headers)).toMatchObject({ policy: "daily", remaining: 1000 - used });
      expect(await response.json()).toMatchObject({
        id: owner.account.id,
        credential: { method: "jwt", name: "dashboard", scopes: callScopes },
      });
    }
  });

  it("rejects a bearer credential with any scopes, and a request of another site", async () => {
    const fields = { scopes: everyScope };
    const { secret } = await createApiKey(stores.documents, owner.account.id, fields, { at: now });
    const call = "POST /account/session-token";
    const byKey = await ask(server, call, { Authorization: `Bearer ${secret}` });
    await expectRefusal(byKey, 403, "insufficient_scope");
    const elsewhere = await ask(server, call, { ...owner.headers, Origin: "https://evil.example" });
    await expectRefusal(elsewhere, 403, "cross_origin_request");
    await expectRefusal(await ask(server, call, {}), 401, "missing_credentials");
  });
});

describe("a session token", () => {
  it.each(["GET /account", "POST /account/keys", "POST /account/session-token"])(
    "is not accepted for %s",
    async (call) => {
      const { token } = await tokenFor(server, owner.headers);
      const response = await ask(server, call, { Authorization: `Bearer ${token}` });
      await expectRefusal(response, 403, "insufficient_scope");
    },
  );

  it("expires after ten minutes, plus five seconds for clock differences", async () => {
    const { token } = await tokenFor(server, owner.headers);
    now += 10 * minute + 4000;
    expect((await profile(server, token)).status).toBe(200);
    now += 2000;
    await expectRefused(token);
  });

  it("is rejected after the end of its session", async () => {
    // An unused session ends after 14 days.
    now += 14 * 86_400_000 - 5 * minute;
    const claims = { sid: owner.session.id };
    const key = await deriveKey(sessionSecret, "session tokens");
    const longer = await new SignJWT(claims)
      .setProtectedHeader({ alg: "HS256", typ: type })
      .setIssuer(publicUrl)
      .setAudience(publicUrl)
      .setSubject(owner.account.id)
      .setExpirationTime((now + 10 * minute) / 1000)
      .sign(key);
    expect((await profile(server, longer)).status).toBe(200);
    now += 5 * minute;
    await expectRefused(longer);
  });

  it.each([
    ["signing out", async () => void (await ask(server, "POST /sign-out", owner.headers))],
    [
      "ending the session",
      () => endSession(stores.documents, { account: owner.account.id, id: owner.session.id }),
    ],
    ["closing the account", () => closeAccount(stores, owner.account.id, now)],
    [
      "a new password",
      async () => {
        const body = { current_password: "correct horse battery", password: "another horse battery" };
        expect((await ask(server, "PUT /account/password", owner.headers, body)).status).toBe(204);
      },
    ],
  ])("is rejected at the next call on another server after %s", async (_, end) => {
    const { token } = await tokenFor(server, owner.headers);
    const other = startServer();
    expect((await profile(other, token)).status).toBe(200);
    await end();
    await expectRefused(token, other);
  });

  it("is rejected on another server while the account is suspended", async () => {
    const { token } = await tokenFor(server, owner.headers);
    const other = startServer();
    expect((await profile(other, token)).status).toBe(200);
    await setStatus(stores, owner.account.id, "suspended");
    await expectRefusal(await profile(other, token), 403, "account_suspended");
    await setStatus(stores, owner.account.id, "active");
    expect((await profile(other, token)).status).toBe(200);
  });

  it("is rejected if its signature, algorithm, audience, kind or session is not ours", async () => {
    const { token } = await tokenFor(server, owner.headers);
    const key = await deriveKey(sessionSecret, "session tokens");
    const otherKeys = [
      await deriveKey("the secret of another installation, which is another", "session tokens"),
      await deriveKey(sessionSecret, "plan quotes"),
      new TextEncoder().encode(sessionSecret),
    ];
    const claims = { iss: publicUrl, aud: publicUrl, sub: owner.account.id, sid: owner.session.id };
    const signed = (changes: Record<string, unknown>, header = { alg: "HS256", typ: type }, by = key) =>
      new SignJWT({ ...claims, ...changes })
        .setProtectedHeader(header)
        .setExpirationTime(now / 1000 + 60)
        .sign(by);
    expect((await profile(server, await signed({}))).status).toBe(200);
    for (const by of otherKeys) await expectRefused(await signed({}, { alg: "HS256", typ: type }, by));
    await expectRefused(await signed({}, { alg: "HS512", typ: type }, new Uint8Array([...key, ...key])));
    await expectRefused(await signed({}, { alg: "HS256", typ: "JWT" }));
    await expectRefused(await signed({ iss: "https://elsewhere.example" }));
    await expectRefused(await signed({ aud: "https://elsewhere.example" }));
    await expectRefused(await signed({ sid: "sess_none" }));
    await expectRefused(await signed({ sub: "acct_none" }));
    const [head = "", body = "", signature = ""] = token.split(".");
    await expectRefused(`${head}.${body}.`);
    await expectRefused(`${head}.${body.slice(0, -2)}.${signature}`);
    const unsigned = new UnsecuredJWT(claims).setExpirationTime(now / 1000 + 60).encode();
    await expectRefused(unsigned);
    await expectRefused(`${head}.${unsigned.split(".")[1]}.`);
    // The same secret, served under another URL.
    await expectRefused(token, startServer({ url: "https://elsewhere.example" }));
  });

  it("is never accepted as a quote for a plan, and a quote never as a token", async () => {
    const preview = await ask(server, "POST /account/plan/preview", owner.headers, { plan: "pro" });
    // Billing has set its other fields.
    const { quote } = (await preview.json()) as { quote: string };
    expect(quote.split(".")).toHaveLength(3);
    await expectRefused(quote);
    const { token } = await tokenFor(server, owner.headers);
    const change = await ask(server, "POST /account/plan", owner.headers, { quote: token });
    expect(change.status).toBe(422);
  });

  it("is rejected if it names another account's session", async () => {
    const fields = { email: "eve@example.com", password: "correct horse battery" };
    const { account } = await signUp({ ...stores, passwords }, fields, now);
    const key = await deriveKey(sessionSecret, "session tokens");
    const mixed = await new SignJWT({ sid: owner.session.id })
      .setProtectedHeader({ alg: "HS256", typ: type })
      .setIssuer(publicUrl)
      .setAudience(publicUrl)
      .setSubject(account.id)
      .setExpirationTime(now / 1000 + 60)
      .sign(key);
    await expectRefused(mixed);
  });
});
