import { createApiKey } from "@tools-api/core/accounts";
import { apiKeyKey, oauthClientKey } from "@tools-api/core/internal";
import { beforeEach, describe, expect, it } from "vitest";
import { callScopes } from "../../scopes.ts";
import { answerOf, expectRefusal, type ManagementServer, managementServer } from "../management-server.ts";
import { createWith, keysOf } from "./dashboard/owner-keys.ts";
import { openOwnerPages } from "./dashboard/owner-pages.ts";
import { toolWith } from "../tools.ts";

const qrCode = toolWith({ scope: "qr:create", consent: "Create QR codes" });
const tools = [
  toolWith({ scope: "text:analyze", consent: "Analyze texts" }),
  toolWith({ scope: "image:convert", consent: "Convert images" }),
  qrCode,
];
const five = ["text:analyze", "image:convert", "qr:create", "usage:read", "profile:read"];
const all = [...five, "account:read", "account:write"];
const now = Date.parse("2026-11-21T12:00:00Z");

interface Scoped {
  id: string;
  key: string;
  scopes: string[];
}

let earlier: ManagementServer;
/** A server with the same stores and one more tool. */
let server: ManagementServer;
beforeEach(() => {
  earlier = managementServer({ now: () => now });
  server = managementServer({ now: () => now, stores: earlier, tools });
});

const profileScopes = async (bearer: string, on = server) =>
  (await answerOf<{ credential: Scoped }>(await on.call("GET /v1/user/profile", { bearer }))).credential
    .scopes;

describe("a tool that is installed later", () => {
  it("can be called with keys that were not narrowed, whose records then list its scope", async () => {
    const owner = await earlier.owner();
    const { key, id } = await answerOf<Scoped>(
      await earlier.call("POST /account/keys", { as: owner, body: { scopes: callScopes } }),
      201,
    );
    expect(await profileScopes(key, earlier)).toEqual(callScopes);
    const made = await server.call(`POST /v1/tools/${qrCode.name}`, { bearer: key, body: {} });
    expect(made.status).toBe(200);
    const path = `GET /account/keys/${id}`;
    expect(await profileScopes(key)).toEqual(five);
    expect((await answerOf<Scoped>(await server.call(path, { as: owner }))).scopes).toEqual(five);
    // As earlier releases stored it.
    const document = apiKeyKey(owner.account.id, id);
    const value = (await server.documents.get(document))?.value;
    await server.documents.commit([{ key: document, value: { ...Object(value), scopes: callScopes } }]);
    expect((await answerOf<Scoped>(await server.call(path, { as: owner }))).scopes).toEqual(five);
    expect(await profileScopes(owner.key)).toEqual(all);
  });

  it("cannot be called with a narrowed key or an OAuth client of before", async () => {
    const owner = await earlier.owner();
    const narrow = await createApiKey(
      server.documents,
      owner.account.id,
      { scopes: callScopes },
      { at: now },
    );
    expect(await profileScopes(narrow.secret)).toEqual(callScopes);
    const call = { bearer: narrow.secret, body: {} };
    const refused = await server.call(`POST /v1/tools/${qrCode.name}`, call);
    expect(refused.status).toBe(403);
    expect(refused.headers.get("WWW-Authenticate")).toContain('scope="qr:create"');
    const redirects = { name: "App", redirect_uris: ["https://app.example/back"] };
    const client = await answerOf<Scoped>(
      await earlier.call("POST /account/clients", { as: owner, body: redirects }),
      201,
    );
    expect(client.scopes).toEqual(callScopes);
    const path = `/account/clients/${client.id}`;
    expect((await answerOf<Scoped>(await server.call(`GET ${path}`, { as: owner }))).scopes).toEqual(
      callScopes,
    );
    const body = { scopes: five };
    const widened = await answerOf<Scoped>(await server.call(`PATCH ${path}`, { as: owner, body }));
    expect(widened.scopes).toEqual(five);
    const later = await server.call("POST /account/clients", { as: owner, body: redirects });
    expect((await answerOf<Scoped>(later, 201)).scopes).toEqual(five);
  });

  it("is in the forms of keys and clients, and a form with every call creates a key for later tools too", async () => {
    const owner = await openOwnerPages(server, { now });
    for (const path of ["/new-key", "/new-client"])
      expect(await (await owner.get(path)).text()).toContain(
        "Create QR codes, which counts against your daily allowance.",
      );
    await createWith(owner, []);
    const [made] = await keysOf(owner);
    expect(made?.scopes).toEqual(five);
    const stored = await server.documents.get(apiKeyKey(owner.account, made?.id ?? ""));
    expect(stored?.value).toMatchObject({ scopes: null });
    const table = await (await owner.get("/keys")).text();
    expect(table).toContain('<td data-label="Scopes">all calls</td>');
  });
});

describe("a tool that is removed", () => {
  it("leaves the lists of scopes, and returns to those of keys and clients that were renamed meanwhile", async () => {
    const owner = await server.owner({ scopes: ["usage:read", "qr:create"] });
    const registration = { name: "App", scopes: ["qr:create", "usage:read"] };
    const { id } = await answerOf<Scoped>(
      await server.call("POST /account/clients", { as: owner, body: registration }),
      201,
    );
    const body = { name: "renamed", scopes: ["usage:read"] };
    for (const path of [`/account/keys/${owner.apiKey.id}`, `/account/clients/${id}`]) {
      const changed = await answerOf<Scoped>(await earlier.call(`PATCH ${path}`, { as: owner, body }));
      expect(changed).toMatchObject(body);
      const found = await answerOf<Scoped>(await server.call(`GET ${path}`, { as: owner }));
      expect(found.scopes.toSorted()).toEqual(["qr:create", "usage:read"]);
      const narrowed = await answerOf<Scoped>(await server.call(`PATCH ${path}`, { as: owner, body }));
      expect(narrowed.scopes).toEqual(["usage:read"]);
    }
    expect((await server.documents.get(oauthClientKey(owner.account.id, id)))?.value).toMatchObject({
      scopes: ["usage:read"],
    });
  });
});

describe("scopes in a request", () => {
  it("that no tool has are rejected with the list of those that exist", async () => {
    const owner = await server.owner();
    for (const scope of ["pdf:read", "*", "openid:read"])
      for (const path of [
        "POST /account/keys",
        `PATCH /account/keys/${owner.apiKey.id}`,
        "POST /account/clients",
      ]) {
        const body = { name: "x", scopes: ["usage:read", scope] };
        const { errors } = await expectRefusal(
          await server.call(path, { as: owner, body }),
          422,
          "invalid_parameter",
        );
        expect(errors?.[0]?.pointer).toBe("#/scopes/1");
        const { detail = "" } = errors?.[0] ?? {};
        for (const known of all) expect(detail).toContain(known);
        expect(detail).toContain(`received "${scope}"`);
      }
  });

  it("of a client that are only openid and offline_access count as none", async () => {
    const owner = await server.owner();
    const ignored = ["openid", "offline_access"];
    const register = async (scopes: string[]) =>
      answerOf<Scoped>(
        await server.call("POST /account/clients", { as: owner, body: { name: "App", scopes } }),
        201,
      );
    expect((await register(ignored)).scopes).toEqual(five);
    const { id, scopes } = await register([...ignored, "usage:read"]);
    expect(scopes).toEqual(["usage:read"]);
    const body = { scopes: ignored };
    const changed = await server.call(`PATCH /account/clients/${id}`, { as: owner, body });
    expect((await answerOf<Scoped>(changed)).scopes).toEqual(["usage:read"]);
  });

  it("of a key that was not narrowed can be removed, and every call stays every call", async () => {
    const owner = await server.owner();
    const path = `PATCH /account/keys/${owner.apiKey.id}`;
    const changed = async (scopes: string[]) =>
      (await answerOf<Scoped>(await server.call(path, { as: owner, body: { scopes } }))).scopes;
    const stored = async () =>
      (await server.documents.get(apiKeyKey(owner.account.id, owner.apiKey.id)))?.value;
    expect(await changed(all)).toEqual(all);
    expect(await stored()).toMatchObject({ scopes: "* account:read account:write" });
    expect(await changed(five)).toEqual(five);
    expect(await stored()).toMatchObject({ scopes: null });
    const response = await server.call(path, { as: owner, body: { scopes: all } });
    const { errors } = await expectRefusal(response, 422, "invalid_parameter");
    expect(errors?.[0]?.detail).toBe(
      `expected only scopes of the key (${five.join(", ")}), received also account:read, account:write`,
    );
    expect(await changed(callScopes)).toEqual(callScopes);
    expect(await stored()).toMatchObject({ scopes: callScopes.join(" ") });
  });
});

describe("a key with a list of scopes that manages the account", () => {
  it("creates no key for tools that are installed later, and gets no secret of one", async () => {
    const owner = await server.owner();
    const scopes = [...five, "account:write"];
    const { secret: bearer } = await createApiKey(
      server.documents,
      owner.account.id,
      { scopes },
      { at: now },
    );
    const made = await answerOf<Scoped>(await server.call("POST /account/keys", { bearer, body: {} }), 201);
    expect(made.scopes).toEqual(five);
    const more = managementServer({
      now: () => now,
      stores: server,
      tools: [...tools, toolWith({ scope: "pdf:read", consent: "Read PDF files" })],
    });
    expect(await profileScopes(made.key, more)).toEqual(five);
    const open = await createApiKey(server.documents, owner.account.id, {}, { at: now });
    const path = `POST /account/keys/${open.apiKey.id}/rotate`;
    const missing = async (on: ManagementServer) =>
      (await expectRefusal(await on.call(path, { bearer }), 403, "insufficient_scope")).message;
    expect(await missing(server)).toContain("it lacks the scopes of tools that are not installed");
    expect(await missing(more)).toContain("it lacks the scopes pdf:read");
  });
});
