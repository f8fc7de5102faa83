import type { IncomingMessage, ServerResponse } from "node:http";
import { introspectionAuthenticator } from "@tools-api/adapters/auth/introspection";
import { memoryDocuments, memoryUsage } from "@tools-api/adapters/storage/memory";
import { createAccount, setPlan } from "@tools-api/core/accounts";
import { beforeAll, describe, expect, it } from "vitest";
import { type OtherServer, startOtherServer, withJson } from "../../engines/issuers/key-server.ts";
import { newSigner, type Signer } from "../../engines/issuers/signer.ts";

const issuer = "https://login.example.com";
const audience = "https://tools.example.com";
const client_secret = "client: a secret & more";

let signer: Signer;
beforeAll(async () => {
  signer = await newSigner("ES256", "one");
});

async function start(settings: { provision?: boolean } = {}) {
  const documents = memoryDocuments();
  const account = await createAccount(documents, { email: "ada@example.com" }, { at: Date.now() });
  const server = await startOtherServer();
  const active = { active: true, sub: account.id, aud: audience };
  server.answer(withJson(active));
  let now = Date.now();
  const authenticator = introspectionAuthenticator({
    documents,
    server: {
      issuer,
      audience,
      introspection_endpoint: `${server.url}/introspect`,
      client_id: "tools api",
      client_secret,
      ...settings,
    },
    clock: { now: () => now },
  });
  const attempt = (token: string, fresh = false): Promise<unknown> =>
    authenticator.authenticate(token, { fresh }).then(
      (principal) => principal && "accepted",
      (error: unknown) => (error instanceof Error && "code" in error ? error.code : error),
    );
  const advance = (ms: number) => void (now += ms);
  return {
    server,
    account,
    active,
    authenticator,
    attempt,
    advance,
    documents,
    seconds: Math.floor(now / 1000),
  };
}

/** Holds the answers of a server until `release`. `held` resolves when 100 requests wait. */
function holdAnswers(server: OtherServer, value: unknown) {
  const waiting: (() => void)[] = [];
  const held = new Promise<void>((resolve) => {
    server.answer((request, response) => {
      waiting.push(() => withJson(value)(request, response));
      if (waiting.length === 100) resolve();
    });
  });
  const release = () => {
    for (const answer of waiting) answer();
  };
  return { held, release };
}

describe("introspectionAuthenticator", () => {
  it("sends an RFC 7662 request with the client credentials form-encoded as in RFC 6749 §2.3.1", async () => {
    const { server, active, attempt } = await start();
    let received: unknown;
    server.answer((request: IncomingMessage, response: ServerResponse) => {
      let body = "";
      request.on("data", (chunk: Buffer) => (body += chunk.toString()));
      request.on("end", () => {
        const { authorization, "content-type": type } = request.headers;
        received = { method: request.method, authorization, type, body };
        withJson(active)(request, response);
      });
    });
    expect(await attempt("opaque/token+~==")).toBe("accepted");
    expect(received).toEqual({
      method: "POST",
      authorization: `Basic ${btoa("tools+api:client%3A+a+secret+%26+more")}`,
      type: "application/x-www-form-urlencoded;charset=UTF-8",
      body: "token=opaque%2Ftoken%2B%7E%3D%3D&token_type_hint=access_token",
    });
  });

  it("accepts only an active bearer token of this issuer, for this audience, at this time", async () => {
    const { server, active, attempt, seconds, account } = await start();
    const refused = [
      { active: false },
      { active: "true" },
      { active: 1 },
      { active: undefined },
      { aud: undefined },
      { aud: "https://other.example.com" },
      { aud: [] },
      { iss: "https://other.example.com" },
      { iss: null },
      { token_type: "DPoP" },
      { token_type: "N_A" },
      { cnf: { jkt: "x" } },
      { exp: seconds - 1 },
      { exp: "never" },
      { exp: 1e300 },
      { nbf: seconds + 60 },
      { sub: undefined },
      { sub: "acct_nobody" },
      { sub: [account.id] },
    ];
    for (const [index, changes] of refused.entries()) {
      server.answer(withJson({ ...active, ...changes }));
      expect(await attempt(`token-${index}`), JSON.stringify(changes)).toBe("invalid_credentials");
    }
    for (const [index, changes] of [
      {},
      { aud: ["https://other.example.com", audience] },
      { iss: issuer, token_type: "bearer", exp: seconds + 60, nbf: seconds },
    ].entries()) {
      server.answer(withJson({ ...active, ...changes }));
      expect(await attempt(`good-${index}`), JSON.stringify(changes)).toBe("accepted");
    }
  });

  it("sends only opaque tokens and JWTs of its issuer to the introspection server", async () => {
    const { server, attempt } = await start();
    const jwt = await signer.sign({ iss: "https://other.example.com" });
    const others = [
      "tk_live_a",
      "tcs_a",
      "toc_a",
      "trt_a",
      jwt,
      "",
      "two words",
      "a\u0000b",
      "ä",
      "x".repeat(8193),
    ];
    for (const credential of others) expect(await attempt(credential), credential.slice(0, 40)).toBeNull();
    expect(server.requests()).toBe(0);
    expect(await attempt(await signer.sign({ iss: issuer }))).toBe("accepted");
    // Three segments that are not Base64 of JSON are an opaque token.
    expect(await attempt("not.a.jwt")).toBe("accepted");
  });

  it("asks once for 100 concurrent callers, asks again after 30 seconds, and rejects an expired token", async () => {
    const { server, active, attempt, advance, seconds } = await start();
    await Promise.all(Array.from({ length: 100 }, () => attempt("token")));
    expect(server.requests()).toBe(1);
    advance(29_999);
    await attempt("token");
    expect(server.requests()).toBe(1);
    server.answer(withJson({ active: false }));
    advance(2);
    expect(await attempt("token")).toBe("invalid_credentials");
    expect(server.requests()).toBe(2);
    server.answer(withJson({ ...active, exp: seconds + 60 }));
    expect(await attempt("short")).toBe("accepted");
    advance(30_000);
    expect(await attempt("short")).toBe("invalid_credentials");
  });

  it("caches a rejection for 5 seconds, and then accepts a token that has become active", async () => {
    const { server, active, attempt, advance } = await start();
    server.answer(withJson({ active: false }));
    await attempt("new");
    server.answer(withJson(active));
    advance(4999);
    expect(await attempt("new")).toBe("invalid_credentials");
    expect(server.requests()).toBe(1);
    advance(2);
    expect(await attempt("new")).toBe("accepted");
  });

  it("returns storage_unavailable if the server fails or answers invalidly, and asks again on the next call", async () => {
    const { server, attempt, active } = await start();
    const redirectTarget = await startOtherServer();
    redirectTarget.answer(withJson(active));
    const answers: Parameters<typeof server.answer>[0][] = [
      withJson(active, 500),
      withJson({ error: "invalid_client" }, 401),
      (_, response) => void response.writeHead(307, { Location: redirectTarget.url }).end(),
      (_, response) => void response.end("no JSON"),
      (_, response) => void response.end("null"),
      (_, response) => void response.destroy(),
      withJson({ ...active, padding: "x".repeat(65_536) }),
    ];
    for (const [index, answer] of answers.entries()) {
      server.answer(answer);
      expect(await attempt(`token-${index}`)).toBe("storage_unavailable");
      server.answer(withJson(active));
      expect(await attempt(`token-${index}`)).toBe("accepted");
    }
    expect(redirectTarget.requests()).toBe(0);
  });

  it("keeps at most 100 requests open, rejects further tokens with overloaded, and accepts them afterwards", async () => {
    const { server, active, attempt } = await start();
    const { held, release } = holdAnswers(server, active);
    const attempts = Array.from({ length: 120 }, (_, index) => attempt(`token-${index}`));
    await held;
    release();
    const answers = await Promise.all(attempts);
    expect(answers.filter((answer) => answer === "accepted")).toHaveLength(100);
    expect(answers.filter((answer) => answer === "overloaded")).toHaveLength(20);
    server.answer(withJson(active));
    expect(await attempt("token-119")).toBe("accepted");
  });

  it("checks a recently valid token while guesses hold 100 requests open", async () => {
    const { server, active, attempt, advance } = await start();
    expect(await attempt("valid")).toBe("accepted");
    advance(31_000);
    const { held, release } = holdAnswers(server, { active: false });
    const guesses = Array.from({ length: 100 }, (_, index) => attempt(`guess-${index}`));
    await held;
    expect(await attempt("guess")).toBe("overloaded");
    server.answer(withJson(active));
    expect(await attempt("valid")).toBe("accepted");
    release();
    await Promise.all(guesses);
  });

  it("rejects an ID token without sending it to the server", async () => {
    const { server, attempt } = await start();
    const claims = { iss: issuer, aud: audience, nonce: "n" };
    expect(await attempt(await signer.sign(claims))).toBe("invalid_credentials");
    expect(server.requests()).toBe(0);
  });

  it("returns a changed plan immediately if `fresh` is set, and creates an account if `provision` is set", async () => {
    const { authenticator, documents, account } = await start();
    const before = await authenticator.authenticate("token");
    expect(before?.fences).toMatchObject([{ id: `accounts/${account.id}` }]);
    await setPlan({ documents, usage: memoryUsage() }, account.id, { plan: "pro" });
    expect((await authenticator.authenticate("token", { fresh: true }))?.account.plan).toBe("pro");

    const provisioning = await start({ provision: true });
    const opened = await provisioning.authenticator.authenticate("token");
    expect(opened?.account.id).not.toBe(provisioning.account.id);
    expect(opened?.credential).toMatchObject({ method: "oauth2", name: issuer, expiresAt: null });
  });

  it("reports invalid settings without the client secret", () => {
    const settings = { issuer, introspection_endpoint: "http://example.com", client_id: "", client_secret };
    let thrown: unknown;
    try {
      // Programs in plain JavaScript can omit members.
      introspectionAuthenticator({ documents: memoryDocuments(), server: settings as never });
    } catch (error) {
      thrown = error;
    }
    expect(thrown).toMatchObject({
      code: "invalid_parameter",
      errors: [
        { pointer: "#/audience" },
        { pointer: "#/introspection_endpoint" },
        { pointer: "#/client_id" },
      ],
    });
    expect(String(thrown) + JSON.stringify(thrown)).not.toContain(client_secret);
  });
});
