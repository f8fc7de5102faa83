import { describeAuthenticator } from "@tools-api/adapters/testing";
import { jwtAuthenticator } from "@tools-api/adapters/auth/jwt";
import { memoryDocuments, memoryUsage } from "@tools-api/adapters/storage/memory";
import { type DocumentStore, hasScope } from "@tools-api/core";
import {
  closeAccount,
  createAccount,
  getAccount,
  listAccounts,
  setPlan,
  type SignUpPolicy,
} from "@tools-api/core/accounts";
import type { JwtIssuerSettings } from "@tools-api/core/oauth";
import { exportJWK, generateKeyPair, SignJWT } from "jose";
import { describe, expect, it } from "vitest";
import { startOtherServer, withJson } from "../../engines/issuers/key-server.ts";
import { newSigner, type Signer } from "../../engines/issuers/signer.ts";
import { audience, issuer, newWorld, secret } from "../../engines/issuers/world.ts";
import { callScopes } from "../../scopes.ts";

const users = "https://users.example.com/";
const [signer, nextSigner] = await Promise.all([newSigner("ES256", "one"), newSigner("ES256", "two")]);
const provisioning: JwtIssuerSettings = {
  issuer: users,
  audience,
  jwks: signer.jwks,
  provision: true,
};

function claims(changes: Record<string, unknown> = {}): Record<string, unknown> {
  return { iss: users, aud: audience, sub: "ada", exp: Math.floor(Date.now() / 1000) + 600, ...changes };
}

function countingReads(documents: DocumentStore): { documents: DocumentStore; reads: () => number } {
  let reads = 0;
  const get: DocumentStore["get"] = (key) => {
    reads += 1;
    return documents.get(key);
  };
  return { documents: { ...documents, get }, reads: () => reads };
}

describeAuthenticator({
  name: "jwtAuthenticator",
  async create() {
    const stores = { documents: memoryDocuments(), usage: memoryUsage() };
    const { documents, reads } = countingReads(stores.documents);
    const stranger = await newSigner("ES256", "one");
    return {
      authenticator: jwtAuthenticator({
        documents,
        issuers: [{ ...provisioning, provision: false }],
        cacheSize: 20,
      }),
      usage: stores.usage,
      reads,
      guesses: await Promise.all(
        Array.from({ length: 40 }, (_, index) => stranger.sign(claims({ jti: index }))),
      ),
      async issue() {
        const fields = { email: `${crypto.randomUUID()}@example.com` };
        const account = await createAccount(stores.documents, fields, { at: Date.now() });
        return {
          credential: await signer.sign(claims({ sub: account.id })),
          account: account.id,
          async revoke() {
            await closeAccount(stores, account.id, Date.now());
          },
          async upgrade() {
            await setPlan(stores, account.id, { plan: "pro" });
          },
        };
      },
    };
  },
});

describe("a caller with a JWT", () => {
  async function principalOf(changes: Record<string, unknown>, settings: Partial<JwtIssuerSettings> = {}) {
    const authenticator = jwtAuthenticator({
      documents: memoryDocuments(),
      issuers: [{ ...provisioning, ...settings }],
    });
    return authenticator.authenticate(await signer.sign(claims(changes)));
  }
  const scopesOf = async (...args: Parameters<typeof principalOf>) =>
    (await principalOf(...args))?.credential.scopes;

  const named = [...callScopes, "account:read", "account:write"];

  it("has the scopes that its claim names, or those of the issuer's settings if the token has no scope claim", async () => {
    expect(await scopesOf({})).toBeNull();
    expect(await scopesOf({}, { scopes: ["usage:read"] })).toEqual(["usage:read"]);
    expect(await scopesOf({ scope: "openid usage:read text:analyze" })).toEqual([
      "usage:read",
      "text:analyze",
    ]);
    expect(await scopesOf({ scope: "qr:create qr:create * create" })).toEqual(["qr:create"]);
    expect(await scopesOf({ scp: ["profile:read", "toString"] })).toEqual(["profile:read"]);
    expect(await scopesOf({ scope: "openid email" })).toEqual([]);
    expect(await scopesOf({ scope: "" })).toEqual([]);
    expect(await scopesOf({ scope: null })).toEqual([]);
    expect(await scopesOf({ roles: named, scope: "x" }, { scope_claim: "roles" })).toEqual(callScopes);
  });

  it("gets the scopes that manage an account only where the operator allows the issuer to grant them", async () => {
    const scope = named.join(" ");
    for (const claim of [{ scope }, { scp: named }]) {
      expect(await scopesOf(claim)).toEqual(callScopes);
      // The default of tokens without a scope claim does not widen what a claim can grant.
      expect(await scopesOf(claim, { scopes: ["account:read"] })).toEqual(callScopes);
      expect(await scopesOf(claim, { allowed_scopes: ["usage:read", "account:write"] })).toEqual([
        "usage:read",
        "account:write",
      ]);
    }
    expect(await scopesOf({}, { scopes: ["account:read"] })).toEqual(["account:read"]);
    expect(await scopesOf({}, { allowed_scopes: ["account:read"] })).toBeNull();
  });

  it("is authenticated by an access token that resembles an ID token", async () => {
    const scope = "profile:read";
    const access: [claims: Record<string, unknown>, header?: Record<string, unknown>][] = [
      [{ scope, client_id: audience, azp: audience }],
      [{ scp: [scope], azp: audience }],
      [{ azp: "portal", auth_time: 1, acr: "1", amr: ["pwd"], sid: "s", typ: "Bearer" }],
      [{ token_use: "access" }],
      [{ nonce: "n", at_hash: "h", client_id: audience }, { typ: "at+jwt" }],
    ];
    for (const [changes, header] of access) {
      const authenticator = jwtAuthenticator({ documents: memoryDocuments(), issuers: [provisioning] });
      const principal = await authenticator.authenticate(await signer.sign(claims(changes), header));
      expect(principal && hasScope(principal.credential.scopes, scope)).toBe(true);
    }
  });

  it("has a method, a client name and an expiry, and one credential id for all tokens of the client", async () => {
    const documents = memoryDocuments();
    const authenticator = jwtAuthenticator({ documents, issuers: [provisioning] });
    const credentialOf = async (changes: Record<string, unknown>) =>
      (await authenticator.authenticate(await signer.sign(claims(changes))))?.credential;
    const exp = Math.floor(Date.now() / 1000) + 60;
    const first = await credentialOf({ exp, jti: "key_of_somebody_else", client_id: "batch" });
    expect(first).toMatchObject({ method: "jwt", name: "batch", expiresAt: exp * 1000 });
    expect(first?.id).toMatch(/^jwt_[0-9a-f]{24}$/);
    expect((await credentialOf({ jti: "another", azp: "batch" }))?.id).toBe(first?.id);
    expect(await credentialOf({ jti: "a third" })).toMatchObject({ name: users });
    expect((await credentialOf({ client_id: "other" }))?.id).not.toBe(first?.id);
    expect((await credentialOf({ client_id: "batch", sub: "grace" }))?.id).not.toBe(first?.id);
  });

  it("is identified by the claim that the operator maps", async () => {
    const { documents, account, settings, ec, claims: good } = await newWorld();
    const mapped = settings
      .slice(0, 1)
      .map((one) => ({ ...one, account_claim: "https://example.com/account" }));
    const authenticator = jwtAuthenticator({ documents, issuers: mapped });
    const token = await ec.sign(good({ sub: "somebody", "https://example.com/account": account.id }));
    expect((await authenticator.authenticate(token))?.account.id).toBe(account.id);
  });

  it("is accepted from 5 seconds before `nbf` until 5 seconds after `exp`", async () => {
    const { documents, settings, account, ec } = await newWorld();
    let now = Date.parse("2026-11-21T12:00:00Z");
    const authenticator = jwtAuthenticator({ documents, issuers: settings, clock: { now: () => now } });
    const times = { nbf: now / 1000, exp: now / 1000 + 60 };
    const token = await ec.sign({ iss: issuer, aud: audience, sub: account.id, ...times });
    const isKnown = () =>
      authenticator.authenticate(token).then(
        () => true,
        () => false,
      );
    const start = now;
    const known: boolean[] = [];
    for (const offset of [-6000, -5000, 0, 60_000, 64_999, 65_000]) {
      now = start + offset;
      known.push(await isKnown());
    }
    expect(known).toEqual([false, true, true, true, true, false]);
  });
});

describe("an issuer that provisions", () => {
  it("gets one account for a subject, however many first calls arrive together", async () => {
    const documents = memoryDocuments();
    const processes = [1, 2, 3].map(() => jwtAuthenticator({ documents, issuers: [provisioning] }));
    const tokens = await Promise.all(Array.from({ length: 8 }, (_, jti) => signer.sign(claims({ jti }))));
    const principals = await Promise.all(
      processes.flatMap((one) => tokens.map((token) => one.authenticate(token))),
    );
    expect(new Set(principals.map((principal) => principal?.account.id)).size).toBe(1);
    expect(await listAccounts(documents, { limit: 9 })).toHaveLength(1);
    const kinds = (await documents.list("", { limit: 100 })).map(({ key }) => key.split("/")[0]);
    expect(kinds.filter((kind) => kind === "emails" || kind === "subjects")).toEqual(["emails", "subjects"]);
  });

  it("opens no account while sign-up is closed, or for an address of another domain than the operator names", async () => {
    const statusWith = async (signUp: SignUpPolicy, changes: Record<string, unknown> = {}) => {
      const documents = memoryDocuments();
      const authenticator = jwtAuthenticator({ documents, issuers: [provisioning], signUp });
      const token = await signer.sign(claims(changes));
      const found = await authenticator.authenticate(token).catch((error: { code: string }) => error.code);
      expect(await listAccounts(documents, { limit: 9 })).toHaveLength(typeof found === "string" ? 0 : 1);
      return typeof found === "string" ? found : "opened";
    };
    expect(await statusWith({ mode: "closed", domains: [] })).toBe("invalid_credentials");
    expect(await statusWith({ mode: "invite", domains: [] })).toBe("opened");
    const policy = { mode: "invite", domains: ["example.com"] } as const;
    const verified = { email: "ada@example.com", email_verified: true };
    expect(await statusWith(policy, verified)).toBe("opened");
    expect(await statusWith(policy, { ...verified, email: "ada@evil.org" })).toBe("invalid_credentials");
    expect(await statusWith(policy, { ...verified, email_verified: false })).toBe("invalid_credentials");
  });

  it("provides a verified email only if no account has it, and never joins an account by email", async () => {
    const documents = memoryDocuments();
    const owner = await createAccount(documents, { email: "ada@example.com" }, { at: Date.now() });
    const authenticator = jwtAuthenticator({ documents, issuers: [provisioning] });
    const accountOf = async (changes: Record<string, unknown>) =>
      (await authenticator.authenticate(await signer.sign(claims(changes))))?.account;
    const unreachable = /^user_[0-9A-Za-z]{22}@accounts\.invalid$/;

    const taken = await accountOf({ sub: "1", email: "ADA@example.com", email_verified: true });
    expect(taken?.id).not.toBe(owner.id);
    expect(taken?.email).toMatch(unreachable);
    expect(await accountOf({ sub: "2", email: "bob@example.com", email_verified: true })).toMatchObject({
      email: "bob@example.com",
    });
    // Cognito, Apple and Entra send the text.
    expect(await accountOf({ sub: "6", email: "cleo@example.com", email_verified: "true" })).toMatchObject({
      email: "cleo@example.com",
    });
    for (const email_verified of [false, "false", 1, undefined])
      expect(
        (await accountOf({ sub: `3 ${email_verified}`, email: "eve@example.com", email_verified }))?.email,
      ).toMatch(unreachable);
    expect((await accountOf({ sub: "4", email: "not an address", email_verified: true }))?.email).toMatch(
      unreachable,
    );
    expect((await accountOf({ sub: "5", name: `Ada\ud800${"x".repeat(300)}` }))?.name).toMatch(
      /^Ada\ufffdx{196}$/,
    );
  });

  it("can number its users, up to the integers that JSON keeps apart", async () => {
    const authenticator = jwtAuthenticator({
      documents: memoryDocuments(),
      issuers: [{ ...provisioning, account_claim: "user_id" }],
    });
    const accountOf = async (user_id: unknown) =>
      (await authenticator.authenticate(await signer.sign(claims({ user_id }))))?.account.id;
    const number = await accountOf(42);
    expect(await accountOf("42")).toBe(number);
    expect(await accountOf(43)).not.toBe(number);
    for (const other of [2 ** 53, 4.2, true, null, [42]])
      await expect(accountOf(other)).rejects.toMatchObject({
        code: "invalid_credentials",
        reason: "account",
      });
  });

  it("authenticates only accounts of its own subjects", async () => {
    const { documents, account } = await newWorld();
    const other = { ...provisioning, issuer: "https://other.example.com/", jwks: nextSigner.jwks };
    const authenticator = jwtAuthenticator({ documents, issuers: [provisioning, other] });
    const accountOf = async (by: Signer, changes: Record<string, unknown>) =>
      (await authenticator.authenticate(await by.sign(claims(changes))))?.account.id;
    const ada = await accountOf(signer, {});
    expect(await accountOf(signer, { sub: account.id })).not.toBe(account.id);
    expect(await accountOf(nextSigner, { iss: other.issuer })).not.toBe(ada);
    expect(await accountOf(signer, { jti: "again" })).toBe(ada);
  });

  it("gets no second account for a subject whose account is closed", async () => {
    const stores = { documents: memoryDocuments(), usage: memoryUsage() };
    const authenticator = jwtAuthenticator({ ...stores, issuers: [provisioning] });
    const opened = await authenticator.authenticate(await signer.sign(claims()));
    await closeAccount(stores, opened?.account.id ?? "", Date.now());
    await expect(authenticator.authenticate(await signer.sign(claims({ jti: 2 })))).rejects.toMatchObject({
      code: "invalid_credentials",
      wasValid: true,
    });
    expect((await getAccount(stores.documents, opened?.account.id ?? ""))?.value.status).toBe("closed");
    expect(await listAccounts(stores.documents, { limit: 9 })).toHaveLength(1);
  });
});

describe("keys that an issuer publishes", () => {
  async function start() {
    const server = await startOtherServer();
    server.answer(withJson(signer.jwks));
    let now = Date.now();
    const settings = { ...provisioning, jwks: undefined, jwks_uri: `${server.url}/jwks` };
    const issuers = [settings];
    const authenticator = jwtAuthenticator({
      documents: memoryDocuments(),
      issuers,
      clock: { now: () => now },
    });
    let tokens = 0;
    const attempt = async (by: Signer = signer, header: Record<string, unknown> = {}) => {
      const exp = Math.floor(now / 1000) + 60;
      const token = await by.sign(claims({ exp, jti: (tokens += 1) }), header);
      return authenticator.authenticate(token).then(
        () => "accepted",
        (error: unknown) => (error instanceof Error && "code" in error ? error.code : error),
      );
    };
    const pass = (ms: number) => void (now += ms);
    return { server, attempt, pass };
  }

  it("are fetched once for any number of calls, and again when a token names a new key", async () => {
    const { server, attempt, pass } = await start();
    expect(new Set(await Promise.all(Array.from({ length: 20 }, () => attempt())))).toEqual(
      new Set(["accepted"]),
    );
    expect(server.requests()).toBe(1);
    server.answer(withJson({ keys: [...signer.jwks.keys, ...nextSigner.jwks.keys] }));
    pass(10_000);
    expect(await attempt(nextSigner)).toBe("accepted");
    expect(server.requests()).toBe(2);
  });

  it("are fetched for unknown key ids at most every 2 seconds, and a token in between is unverified, not a guess", async () => {
    const { server, attempt, pass } = await start();
    await attempt();
    for (let round = 1; round <= 3; round++) {
      pass(2000);
      expect(await attempt(nextSigner, { kid: "guess" })).toBe("invalid_credentials");
      for (let guess = 0; guess < 10; guess++)
        expect(await attempt(nextSigner, { kid: `guess ${guess}` })).toBe("storage_unavailable");
      expect(server.requests()).toBe(1 + round);
    }
    server.answer(withJson(nextSigner.jwks));
    expect(await attempt(nextSigner)).toBe("storage_unavailable");
    pass(2000);
    expect(await attempt(nextSigner)).toBe("accepted");
  });

  it.each([undefined, "fixed"])(
    "are fetched again if the issuer replaced its key under the id %s",
    async (kid) => {
      const { server, attempt, pass } = await start();
      const published = ({ jwks }: Signer) => withJson({ keys: jwks.keys.map((key) => ({ ...key, kid })) });
      server.answer(published(signer));
      expect(await attempt(signer, { kid })).toBe("accepted");
      server.answer(published(nextSigner));
      expect(await attempt(nextSigner, { kid })).toBe("invalid_credentials");
      pass(2000);
      expect(await attempt(nextSigner, { kid })).toBe("accepted");
      expect(server.requests()).toBe(2);
    },
  );

  it("are used although other entries of the set are no keys, and members are null", async () => {
    const { server, attempt } = await start();
    const keys = signer.jwks.keys.map((key) => ({ ...key, use: null, key_ops: null, x5c: null }));
    server.answer(withJson({ keys: [null, "key", 5, [], { kty: null }, ...keys] }));
    expect(await attempt()).toBe("accepted");
  });

  it("verify Ed25519 under both names of the algorithm (RFC 9864), in the token, the key and the settings", async () => {
    const { privateKey, publicKey } = await generateKeyPair("Ed25519", { extractable: true });
    const jwk = await exportJWK(publicKey);
    const names = ["EdDSA", "Ed25519"] as const;
    for (const algorithms of [undefined, ...names.map((name) => [name])])
      for (const alg of [undefined, ...names])
        for (const named of names) {
          const issuers = [
            { ...provisioning, jwks: { keys: [{ ...jwk, ...(alg && { alg }) }] }, algorithms },
          ];
          const authenticator = jwtAuthenticator({ documents: memoryDocuments(), issuers });
          const token = await new SignJWT(claims()).setProtectedHeader({ alg: named }).sign(privateKey);
          expect(await authenticator.authenticate(token)).not.toBeNull();
        }
  });

  it("stop verifying within 10 minutes of their removal", async () => {
    const { server, attempt, pass } = await start();
    expect(await attempt()).toBe("accepted");
    server.answer(withJson(nextSigner.jwks));
    pass(599_999);
    expect(await attempt()).toBe("accepted");
    pass(1);
    expect(await attempt()).toBe("invalid_credentials");
  });

  it("are used for an hour while the issuer is down, and an unknown key then returns storage_unavailable", async () => {
    const { server, attempt, pass } = await start();
    await attempt();
    server.answer(withJson({}, 500));
    pass(600_000);
    expect(await attempt()).toBe("accepted");
    expect(await attempt(nextSigner)).toBe("storage_unavailable");
    const asked = server.requests();
    expect(await attempt(nextSigner)).toBe("storage_unavailable");
    expect(server.requests()).toBe(asked);
    pass(3_000_000);
    expect(await attempt()).toBe("storage_unavailable");
    server.answer(withJson(signer.jwks));
    pass(5000);
    expect(await attempt()).toBe("accepted");
  });

  it("are never fetched through redirects, and never from an oversized or malformed response", async () => {
    const elsewhere = await startOtherServer();
    elsewhere.answer(withJson(signer.jwks));
    const answers: Parameters<typeof elsewhere.answer>[0][] = [
      (_, response) => void response.writeHead(302, { Location: elsewhere.url }).end(),
      withJson({ ...signer.jwks, padding: "x".repeat(262_144) }),
      withJson([]),
      withJson({ keys: "none" }),
      (_, response) => void response.end("no JSON"),
      (_, response) => void response.destroy(),
    ];
    for (const answer of answers) {
      const { server, attempt } = await start();
      server.answer(answer);
      expect(await attempt()).toBe("storage_unavailable");
    }
    expect(elsewhere.requests()).toBe(0);
  });
});

describe("settings of issuers", () => {
  function faultsOf(...issuers: unknown[]): unknown {
    try {
      // Programs in plain JavaScript can pass anything.
      jwtAuthenticator({ documents: memoryDocuments(), issuers: issuers as JwtIssuerSettings[] });
      return [];
    } catch (error) {
      if ((JSON.stringify(error) + String(error)).includes("sesame")) return "a secret was told";
      return error instanceof Error && "errors" in error ? error.errors : error;
    }
  }
  const shared = { issuer, audience, secret };

  it("never combine algorithms for public keys with algorithms for a shared secret", () => {
    const fault = [{ pointer: "#/0/algorithms", detail: expect.stringMatching(/^expected only HS256/) }];
    expect(faultsOf({ ...shared, algorithms: ["HS256", "RS256"] })).toEqual(fault);
    expect(faultsOf({ ...provisioning, algorithms: ["RS256", "HS256"] })).toMatchObject([
      { pointer: "#/0/algorithms" },
    ]);
    expect(faultsOf({ ...shared, algorithms: ["none"] })).toMatchObject([{ pointer: "#/0/algorithms/0" }]);
  });

  it("require secrets of at least 32 bytes, and of the hash's length", () => {
    expect(faultsOf({ ...shared, secret: "sesame" })).toEqual([
      { pointer: "#/0/secret", detail: "expected at least 32 bytes" },
    ]);
    expect(faultsOf({ ...shared, secret: "ä".repeat(16) })).toEqual([]);
    expect(faultsOf({ ...shared, secret: "x".repeat(32), algorithms: ["HS256", "HS512"] })).toMatchObject([
      { detail: "expected at least 64 bytes" },
    ]);
  });

  it("accept one source of keys, only public keys, and only over TLS", () => {
    expect(faultsOf({ issuer, audience })).toMatchObject([{ pointer: "#/0" }]);
    expect(faultsOf({ ...shared, jwks: signer.jwks })).toMatchObject([{ pointer: "#/0" }]);
    const uri = { pointer: "#/0/jwks_uri" };
    for (const jwks_uri of ["http://example.com/jwks", "https://u:sesame@example.com", "file:///etc", "x", 1])
      expect(faultsOf({ issuer, audience, jwks_uri })).toMatchObject([uri]);
    for (const key of [{ kty: "oct", k: "sesame" }, { kty: "EC", d: "sesame" }, {}])
      expect(faultsOf({ issuer, audience, jwks: { keys: [key] } })).toMatchObject([
        { pointer: "#/0/jwks/keys/0" },
      ]);
  });

  it("report every error together, each with its pointer", () => {
    expect(faultsOf({ ...shared, secrets: "sesame" }, { issuer: "", secret: 5 }, 7)).toMatchObject([
      { pointer: "#/0" },
      { pointer: "#/1/issuer" },
      { pointer: "#/1/audience" },
      { pointer: "#/1/secret" },
      { pointer: "#/2" },
    ]);
    expect(faultsOf(shared, shared)).toEqual([
      { pointer: "#/1/issuer", detail: "expected each issuer once" },
    ]);
  });
});
