import { request } from "node:http";
import { apiKeyAuthenticator } from "@tools-api/adapters/auth/api-key";
import { jwtAuthenticator } from "@tools-api/adapters/auth/jwt";
import { memoryDocuments, memoryUsage } from "@tools-api/adapters/storage/memory";
import { firstAuthenticator, systemClock } from "@tools-api/core";
import { setPlan, setStatus } from "@tools-api/core/accounts";
import { createApi, failedAttempts, type RequestRecord } from "@tools-api/server";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { newWorld, type World } from "../../engines/issuers/world.ts";
import { type ApiServer, startApi } from "../api-server.ts";
import { expectContractHeaders, expectProblem, getRequest } from "../contract.ts";

let world: World;
let api: ApiServer;
beforeAll(async () => {
  const documents = memoryDocuments();
  world = await newWorld(documents);
  api = await startApi({
    documents,
    authenticator: firstAuthenticator(apiKeyAuthenticator({ documents }), world.authenticator),
    attempts: failedAttempts(100_000, systemClock),
  });
});
afterAll(() => api.close());

const path = "/v1/user/profile";
const profile = (token: string) => fetch(api.url + path, getRequest(token));

/** Returns the status of a request with exactly these header fields. */
function statusWith(headers: string[]): Promise<number> {
  const { hostname, port } = new URL(api.url);
  return new Promise((resolve, reject) => {
    const sent = request({ hostname, port, path, headers: ["Host", "localhost", ...headers] }, (response) => {
      response.resume();
      resolve(response.statusCode ?? 0);
    });
    sent.once("error", reject).end();
  });
}

describe("a refused credential", () => {
  it("gets one response, and the log has the reason and the claims of a token, never the token", async () => {
    const { ec, claims } = world;
    const logged: RequestRecord[] = [];
    const documents = memoryDocuments();
    const authenticator = firstAuthenticator(apiKeyAuthenticator({ documents }), world.authenticator);
    const app = createApi({
      documents,
      usage: memoryUsage(),
      authenticator,
      log: (record) => logged.push(record),
    });
    const now = Math.floor(Date.now() / 1000);
    const iss = String(claims({})["iss"]);
    const messages = new Set<string>();
    for (const [token, members] of [
      [await ec.sign(claims({ aud: ["other", "more"] })), { reason: "audience", iss, aud: "other more" }],
      [await ec.sign(claims({ exp: now - 60 })), { reason: "expired", iss }],
      [await ec.sign(claims({ nbf: now + 60 })), { reason: "not_yet_valid", iss }],
      [
        await ec.sign(claims({ iss: "https://other.example/" })),
        { reason: "unknown_issuer", iss: "https://other.example/" },
      ],
      [await ec.sign(claims({}), { kid: "gone" }), { reason: "unknown_key", iss, kid: "gone" }],
      [await ec.sign(claims({}), { alg: "HS256" }), { reason: "algorithm", iss }],
      [(await ec.sign(claims({}))).slice(0, -8) + "AAAAAAAA", { reason: "signature", iss }],
      [await ec.sign(claims({ nonce: "n" })), { reason: "token_type", iss }],
      [await ec.sign(claims({ cnf: {} })), { reason: "bound_token", iss }],
      [await ec.sign(claims({ sub: "nobody" })), { reason: "account", iss }],
      [`tk_live_${"0".repeat(38)}`, { reason: "malformed" }],
      ["opaque", { reason: "unknown" }],
    ] as const) {
      const response = await app.request(path, getRequest(token));
      messages.add((await expectProblem(response, 401, "invalid_credentials")).message);
      expect(logged.at(-1)).toMatchObject({ code: "invalid_credentials", ...members });
      expect(JSON.stringify(logged.at(-1))).not.toContain(token.split(".").at(-1));
    }
    expect(messages.size).toBe(1);
  });
});

describe("a JWT as a bearer token", () => {
  it("is a credential of its account, and the profile shows its method, client and expiry", async () => {
    const { ec, claims, account } = world;
    const exp = Math.floor(Date.now() / 1000) + 60;
    const response = await profile(await ec.sign(claims({ exp, client_id: "batch", scope: "profile:read" })));
    expect(expectContractHeaders(response)).toMatchObject({ policy: "daily", limit: 1000 });
    expect(await response.json()).toMatchObject({
      id: account.id,
      credential: {
        method: "jwt",
        name: "batch",
        scopes: ["profile:read"],
        expires_at: new Date(exp * 1000).toISOString().replace(".000Z", "Z"),
      },
    });
  });

  it("has the account's new plan and suspension at the next call, even if it is cached", async () => {
    const { ec, claims, account } = world;
    const token = await ec.sign(claims());
    expect(expectContractHeaders(await profile(token)).limit).toBe(1000);
    await setPlan(api, account.id, { plan: "pro" });
    expect(expectContractHeaders(await profile(token)).limit).toBe(10_000);
    await setStatus(api, account.id, "suspended");
    await expectProblem(await profile(token), 403, "account_suspended");
    await setStatus(api, account.id, "active");
    expect((await profile(token)).status).toBe(200);
  });

  it("is rejected in a header that is repeated, has control characters, or is too long", async () => {
    const token = await world.ec.sign(world.claims());
    const bearer = ["Authorization", `Bearer ${token}`];
    expect(await statusWith(bearer)).toBe(200);
    // Two headers arrive joined by a comma, which no token contains. Neither of them applies.
    expect(await statusWith([...bearer, "Authorization", "Bearer x"])).toBe(401);
    expect(await statusWith(["Authorization", "Bearer x", ...bearer])).toBe(401);
    expect(await statusWith([...bearer, ...bearer])).toBe(401);
    expect(await statusWith(["Authorization", `Bearer x, Bearer ${token}`])).toBe(401);
    expect(await statusWith(["Authorization", `Bearer ${token}, Bearer ${token}`])).toBe(401);
    expect(await statusWith(["Authorization", `Bearer ${token}\t`])).toBe(200);
    expect(await statusWith(["Authorization", `Bearer ${token.replace(".", ".\t")}`])).toBe(401);
  });

  it("counts as a guess if no trusted issuer issued it for this audience, and not if it has only expired", async () => {
    const { documents, ec, attacker, claims, settings } = world;
    const guarded = await startApi({
      documents,
      authenticator: jwtAuthenticator({ documents, issuers: settings }),
    });
    const status = async (token: string) => (await fetch(guarded.url + path, getRequest(token))).status;
    for (let call = 0; call < 25; call++) expect(await status(await ec.sign(claims({ exp: 1 })))).toBe(401);
    for (let guess = 0; guess < 10; guess++) {
      expect(await status(await attacker.sign(claims({ jti: guess })))).toBe(401);
      expect(await status(await attacker.sign(claims({ jti: guess, iss: "https://elsewhere/" })))).toBe(401);
    }
    expect(await status(await attacker.sign(claims()))).toBe(429);
    expect(await status(await ec.sign(claims({ jti: "valid" })))).toBe(200);
    await guarded.close();
  });
});
