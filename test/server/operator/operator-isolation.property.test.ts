import { createApiKey, setRole } from "@tools-api/core/accounts";
import { suspendAccount } from "@tools-api/core/billing";
import { defaultPlans } from "@tools-api/core";
import { createOAuthClient } from "@tools-api/core/oauth";
import * as fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { newSigner, type Signer } from "../../engines/issuers/signer.ts";
import { startWhole, type WholeServer } from "../../journeys/whole-server.ts";
import { callScopes } from "../../scopes.ts";
import { readDocument } from "../openapi/described.ts";

const issuer = "https://issuer.example";

type Owner = Awaited<ReturnType<WholeServer["owner"]>>;

let server: WholeServer;
let signer: Signer;
let victim: Owner;
let calls: { method: string; path: string }[];
/** The credentials that are not those of an active operator, as headers. */
let credentials: Record<string, Record<string, string>>;

const bearer = (credential: string) => ({ Authorization: `Bearer ${credential}` });

beforeAll(async () => {
  signer = await newSigner("ES256", "k");
  server = await startWhole({
    issuers: [{ issuer, audience: "https://tools.example", jwks: signer.jwks }],
    introspection: {
      issuer: "https://opaque.example",
      introspection_endpoint: "http://127.0.0.1:9/introspect",
      client_id: "us",
      client_secret: "ours",
      audience: "https://tools.example",
    },
  });
  const { documents } = server.stores;
  victim = await server.owner();
  const document = await readDocument(await server.call("GET /openapi.json"));
  calls = Object.entries(document.paths)
    .filter(([path]) => path.startsWith("/operator"))
    .flatMap(([path, operations]) =>
      Object.keys(operations).map((method) => ({ method: method.toUpperCase(), path })),
    );
  const session = ({ cookie }: Owner) => ({ Cookie: cookie, Origin: server.url });
  const customer = await server.owner();
  const keyWith = async (owner: Owner, scopes: string[] | null) =>
    bearer((await createApiKey(documents, owner.account.id, { scopes }, { at: Date.now() })).secret);
  const operator = await server.operator();
  const suspended = await server.operator();
  const billing = { ...server.stores, plans: defaultPlans };
  await suspendAccount(billing, suspended.account.id, { reason: "Test." }, Date.now());
  const demoted = await server.operator();
  await setRole(server.stores, demoted.account.id, "customer", Date.now());
  // An operator's client acts for no operator.
  const { client, secret } = await createOAuthClient(
    documents,
    operator.account.id,
    { name: "App", grantTypes: ["client_credentials"], scopes: ["usage:read"] },
    { at: Date.now() },
  );
  const token = await fetch(`${server.url}/oauth/token`, {
    method: "POST",
    headers: { Authorization: `Basic ${btoa(`${client.id}:${secret}`)}` },
    body: new URLSearchParams({ grant_type: "client_credentials" }),
  });
  // The documented response.
  const { access_token: accessToken } = (await token.json()) as { access_token: string };
  const exp = Math.floor(Date.now() / 1000) + 600;
  const claims = { iss: issuer, aud: "https://tools.example", sub: "x", exp, scope: "operator" };
  const jwt = await signer.sign({ ...claims, email: operator.account.email, email_verified: true });
  credentials = {
    none: {},
    "session of a customer": session(customer),
    "session of a suspended operator": session(suspended),
    "session of a demoted operator": session(demoted),
    "key of a customer with the scope operator": await keyWith(customer, ["operator"]),
    "key of a suspended operator": bearer(suspended.key),
    "key of a demoted operator": bearer(demoted.key),
    "key of an operator with every call": await keyWith(operator, null),
    "key of an operator for the account": await keyWith(operator, ["*", "account:read", "account:write"]),
    "OAuth token of an operator": bearer(accessToken),
    JWT: bearer(jwt),
    ...Object.fromEntries(
      await Promise.all(
        [...callScopes, "account:read", "account:write"].map(
          async (scope) => [`key of an operator with ${scope}`, await keyWith(operator, [scope])] as const,
        ),
      ),
    ),
  };
});
afterAll(() => server.close());

describe("a credential that is not of an active operator", () => {
  it("gets 401, 403 or 404 from every call under /operator, the same for every account, and changes nothing", async () => {
    const versions = () =>
      server.stores.documents
        .list("", { limit: 10_000 })
        .then((all) => all.map(({ key, version }) => [key, version]));
    expect(calls.length).toBeGreaterThanOrEqual(20);
    const send = async (name: string, call: { method: string; path: string }, account: string) => {
      const path = call.path
        .replace("{account}", account)
        .replace("{id}", victim.apiKey.id)
        .replace("{delivery}", victim.apiKey.id);
      const headers = { ...credentials[name], "Content-Type": "application/json" };
      const body = call.method === "GET" ? {} : { body: { plan: "pro", reason: "Mine.", role: "operator" } };
      const response = await server.call(`${call.method} ${path}`, { headers, ...body });
      const text = await response.text();
      return {
        status: response.status,
        text: text.replace(/"request_id":"[^"]*"/, "").replaceAll(account, "ID"),
      };
    };
    const kept = await versions();
    const expectNothing = async (
      name: string,
      call: { method: string; path: string },
      refusals: readonly number[] = [401, 403, 404],
    ) => {
      const found = await send(name, call, victim.account.id);
      expect(refusals, `${name}: ${call.method} ${call.path}`).toContain(found.status);
      for (const datum of [victim.account.email, victim.apiKey.name || victim.apiKey.id])
        expect(found.text).not.toContain(datum);
      expect(found).toEqual(await send(name, call, "acct_0000000000000000000000"));
    };
    for (const name of Object.keys(credentials)) for (const call of calls) await expectNothing(name, call);
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...Object.keys(credentials)),
        fc.constantFrom(...calls),
        fc.constantFrom("", "/", "?limit=1", "%00", "/../overview"),
        async (name, { method, path }, suffix) => {
          // `..` can lead to a path that has no such method.
          await expectNothing(name, { method, path: path + suffix }, [401, 403, 404, 405]);
        },
      ),
      { numRuns: 100 },
    );
    expect(await versions()).toEqual(kept);
  });

  it("gets no page of the console and no change by its forms", async () => {
    const versions = () =>
      server.stores.documents
        .list("", { limit: 10_000 })
        .then((all) => all.map(({ key, version }) => [key, version]));
    const page = `/operator/console/${victim.account.id}`;
    const kept = await versions();
    for (const [name, headers] of Object.entries(credentials))
      for (const call of [
        "GET /operator",
        "GET /operator/console",
        `GET ${page}`,
        `GET ${page}/close`,
        `POST ${page}/close`,
        `POST ${page}`,
      ]) {
        const type = { "Content-Type": "application/x-www-form-urlencoded", "Sec-Fetch-Site": "same-origin" };
        const sent = call.startsWith("POST") ? { body: "action=suspend&reason=Mine." } : {};
        const response = await server.call(call, { headers: { ...headers, ...type }, ...sent });
        const text = await response.text();
        expect([303, 403], `${name}: ${call}`).toContain(response.status);
        expect(text).not.toContain(victim.account.email);
      }
    expect(await versions()).toEqual(kept);
  });

  it("differs from the session and the key of an operator, which can make every call", async () => {
    const operator = await server.operator();
    for (const headers of [bearer(operator.key), { Cookie: operator.cookie, Origin: server.url }])
      for (const path of [
        "/operator/overview",
        "/operator/accounts",
        `/operator/accounts/${victim.account.id}`,
      ])
        expect((await server.call(`GET ${path}`, { headers })).status, path).toBe(200);
  });
});
