import { closeAccount } from "@tools-api/core/accounts";
import { listGrants, revokeGrant } from "@tools-api/core/oauth";
import { describe, expect, it } from "vitest";
import { callScopes } from "../../scopes.ts";
import { callback, type Form, openWorld, type Program, publicUrl, type User } from "./world.ts";

const hourMs = 3_600_000;
const metadata = { client_name: "Notes", redirect_uris: [callback], token_endpoint_auth_method: "none" };
const program = (id: unknown): Program => ({ client: { id: String(id) }, secret: null });

type World = ReturnType<typeof openWorld>;

async function registered(world: World, fields: object = {}): Promise<Program> {
  const { status, body } = await world.registerSelf({ ...metadata, ...fields });
  expect(status).toBe(201);
  return program(body["client_id"]);
}

/** Returns the status of the page, or the host of the redirect and its error, of an authorization request. */
async function asked(world: World, user: User, app: Program, parameters: Form = {}): Promise<string> {
  const response = await world.authorize(user, app, parameters);
  const location = response.headers.get("Location");
  if (location === null) return String(response.status);
  const url = new URL(location, publicUrl);
  return `${url.host} ${url.searchParams.get("error") ?? "ok"}`;
}

describe("a client that registers itself (RFC 7591)", () => {
  it("is public, and gets tokens by code, PKCE and refresh with the scopes of calls", async () => {
    const world = openWorld();
    const user = await world.user();
    const { status, headers, body } = await world.registerSelf({
      ...metadata,
      token_endpoint_auth_method: "client_secret_post",
      grant_types: ["authorization_code", "client_credentials"],
      scope: "account:write",
    });
    expect([status, headers.get("Cache-Control")]).toEqual([201, "no-store"]);
    expect(body).toEqual({
      client_id: expect.stringMatching(/^app_[0-9A-Za-z]{22}$/),
      client_id_issued_at: 1795341600,
      client_name: "Notes",
      redirect_uris: [callback],
      grant_types: ["authorization_code", "refresh_token"],
      response_types: ["code"],
      token_endpoint_auth_method: "none",
      scope: "text:analyze image:convert usage:read profile:read",
    });
    const app = program(body["client_id"]);
    expect(await asked(world, user, app, { scope: "account:write" })).toBe("app.example invalid_scope");
    expect(await asked(world, user, app, { code_challenge: "" })).toBe("app.example invalid_request");
    const code = await world.code(user, app, { resource: `${publicUrl}/mcp` });
    expect((await world.exchange(app, code, { code_verifier: "x".repeat(43) })).status).toBe(400);
    const tokens = await world.exchange(app, await world.code(user, app));
    expect(await world.call(tokens.body["access_token"])).toBe("200");
    const renewed = await world.refresh(app, tokens.body["refresh_token"]);
    expect(await world.call(renewed.body["access_token"])).toBe("200");
    const own = await world.token(app, { grant_type: "client_credentials" });
    expect(own.body["error"]).toBe("unauthorized_client");
    const secretive = await world.token({ ...app, secret: "tcs_guess" }, { grant_type: "refresh_token" });
    expect([secretive.status, secretive.body["error"]]).toEqual([401, "invalid_client"]);
  });

  it("is refused with the error of RFC 7591 §3.2.2 that names the member", async () => {
    const world = openWorld();
    for (const [fields, error, text] of [
      [
        { redirect_uris: [callback, "http://app.example/callback"] },
        "invalid_redirect_uri",
        "redirect_uris.1",
      ],
      [{ redirect_uris: ["javascript:alert(1)"] }, "invalid_redirect_uri", "redirect_uris.0"],
      [{ redirect_uris: ["myapp:/", "myapp:/", 5] }, "invalid_redirect_uri", "redirect_uris.2"],
      [{ redirect_uris: [] }, "invalid_redirect_uri", "redirect_uris"],
      [{ redirect_uris: undefined }, "invalid_redirect_uri", "redirect_uris"],
      [{ redirect_uris: Array(21).fill(callback) }, "invalid_redirect_uri", "redirect_uris"],
      [{ client_name: "a\u202eb" }, "invalid_client_metadata", "client_name"],
      [{ client_name: "" }, "invalid_client_metadata", "client_name"],
      [{ grant_types: ["implicit"] }, "invalid_client_metadata", "grant_types"],
      [{ response_types: ["token"] }, "invalid_client_metadata", "response_types"],
    ] as const) {
      const { status, body } = await world.registerSelf({ ...metadata, ...fields });
      expect([status, body["error"]]).toEqual([400, error]);
      expect(body["error_description"]).toContain(text);
    }
    const list = await world.registerSelf([]);
    expect([list.status, list.body["error"]]).toEqual([400, "invalid_client_metadata"]);
    expect((await world.registerSelf({ ...metadata, contacts: ["x".repeat(5200)] })).status).toBe(413);
    expect((await world.request("/oauth/register")).status).toBe(405);
  });

  it("is asked about the scopes that it can have when it requests all of the metadata, or only some of another server", async () => {
    const world = openWorld();
    const [user, app] = [await world.user(), await registered(world, { scope: null, contacts: null })];
    const { scopes_supported: all } = await (
      await world.request("/.well-known/oauth-authorization-server")
    ).json();
    for (const [scope, granted] of [
      [all.join(" "), callScopes.join(" ")],
      ["foreign:read", callScopes.join(" ")],
      ["foreign:read openid usage:read", "usage:read"],
    ]) {
      const tokens = await world.exchange(app, await world.code(user, app, { scope }));
      expect(tokens.body["scope"]).toBe(granted);
    }
    expect(await asked(world, user, app, { scope: "operator" })).toBe("app.example invalid_scope");
  });

  it("shows the scheme of an app on the consent page, and never a host after it", async () => {
    const world = openWorld();
    const redirect_uri = "myapp://login.example/callback";
    const [user, app] = [await world.user(), await registered(world, { redirect_uris: [redirect_uri] })];
    const page = await (await world.authorize(user, app, { redirect_uri })).text();
    expect(page).toContain("<strong>myapp:</strong>");
    expect(page.replaceAll(/value="[^"]*"/g, "")).not.toContain("login.example");
  });

  it("is never redirected to another host than it registered", async () => {
    const world = openWorld();
    const [user, app] = [await world.user(), await registered(world)];
    for (const uri of [
      "https://evil.example/callback",
      `${callback}/more`,
      "https://app.example.evil.example/",
    ])
      expect(await asked(world, user, app, { redirect_uri: uri })).toBe("400");
  });

  it("is deleted when the accounts that allow it revoke or close concurrently", async () => {
    const world = openWorld();
    const users = await Promise.all([world.user(), world.user(), world.user()]);
    const app = await registered(world);
    for (const user of users) await world.code(user, app);
    world.pass(25 * hourMs);
    expect(await asked(world, await world.user(), app)).toBe("200");
    await Promise.all(users.map(({ account }) => closeAccount(world.stores, account.id, 0)));
    expect(await world.stores.documents.list("registrations/", { limit: 10 })).toEqual([]);
    expect(await world.stores.documents.list("client-grants/", { limit: 10 })).toEqual([]);
  });

  it("cannot be granted after its registration was deleted", async () => {
    const world = openWorld();
    const [user, app] = [await world.user(), await registered(world)];
    world.pass(24 * hourMs - 60_000);
    const page = await (await world.authorize(user, app)).text();
    world.pass(120_000);
    const ticket = /name="ticket" value="([^"]+)"/.exec(page)?.[1] ?? "";
    expect((await world.decide(user, { ticket, decision: "allow" })).status).toBe(400);
    expect(await listGrants(world.stores.documents, user.account.id, { limit: 1 })).toEqual([]);
  });

  it("is limited to 20 registrations an hour for an address, and 10,000 leave a bounded number in the store", async () => {
    const world = openWorld();
    const answers: { status: number; error: unknown; hasWait: boolean }[] = [];
    for (let count = 0; count < 10_000; count++) {
      // The first half comes from one /64 of IPv6, the other half from as many addresses.
      const address = count < 5000 ? `2001:db8::${count.toString(16)}` : `2001:db8:${count.toString(16)}::1`;
      const { status, headers, body } = await world.registerSelf(metadata, address);
      answers.push({ status, error: body["error"], hasWait: Number(headers.get("Retry-After")) > 0 });
    }
    const accepted = (some: typeof answers) => some.filter(({ status }) => status === 201).length;
    expect([accepted(answers.slice(0, 5000)), accepted(answers)]).toEqual([20, 1000]);
    const refusals = answers.filter(({ status }) => status !== 201);
    const refusal = { status: 429, error: "invalid_request", hasWait: true };
    expect(refusals).toEqual(Array.from({ length: 9000 }, () => refusal));
    world.pass(hourMs);
    expect((await world.registerSelf(metadata, "2001:db8::1")).status).toBe(201);
    world.pass(24 * hourMs);
    expect(await world.stores.documents.list("registrations/", { limit: 10 })).toEqual([]);
  });
});

const url = "https://agent.example/oauth/client.json";

/** Opens a world in which the document is at its URL, as the test changes it. */
function withDocument() {
  const site = {
    document: { ...metadata, client_id: url } as object,
    headers: { "cache-control": "max-age=3600" } as Record<string, string>,
    fetched: 0,
  };
  const world = openWorld({
    async fetchDocument() {
      site.fetched += 1;
      const bytes = new TextEncoder().encode(JSON.stringify(site.document));
      return { bytes, mediaType: "application/json", name: "client.json", headers: site.headers };
    },
  });
  return { world, site, app: program(url) };
}

describe("a client with a metadata document", () => {
  it("gets tokens without a registration, also while its site does not respond", async () => {
    const { world, site, app } = withDocument();
    const user = await world.user();
    const tokens = await world.exchange(app, await world.code(user, app));
    expect(await world.call(tokens.body["access_token"])).toBe("200");
    site.document = {};
    world.pass(2 * hourMs);
    const renewed = await world.refresh(app, tokens.body["refresh_token"]);
    expect(await world.call(renewed.body["access_token"])).toBe("200");
    const [grant] = await listGrants(world.stores.documents, user.account.id, { limit: 1 });
    expect(grant?.app).toEqual({ name: "Notes", host: "agent.example", destination: "app.example" });
    await revokeGrant(world.stores, user.account.id, grant?.id ?? "");
    expect(await world.call(renewed.body["access_token"])).toBe("401 invalid_credentials");
  });

  it("is refused unless the document is of its URL, with valid redirect URIs and without a secret", async () => {
    const { world, site, app } = withDocument();
    const user = await world.user();
    for (const fields of [
      { client_id: "https://other.example/oauth/client.json" },
      { client_id: undefined },
      { redirect_uris: ["http://app.example/callback"] },
      { redirect_uris: [] },
      { token_endpoint_auth_method: "private_key_jwt" },
      { client_name: "a\nb" },
      { grant_types: ["client_credentials"] },
    ]) {
      site.document = { ...metadata, client_id: url, ...fields };
      expect(await asked(world, user, app)).toBe("400");
    }
    site.document = { ...metadata, client_id: url };
    expect(await asked(world, user, app)).toBe("200");
  });

  it("has an id that is a normalized https URL with a path", async () => {
    const { world, site } = withDocument();
    const user = await world.user();
    for (const id of [
      "https://agent.example",
      "https://agent.example/",
      "https://AGENT.example/client.json",
      "https://agent.example/a/../client.json",
      "https://agent.example/client.json#a",
      "https://user:secret@agent.example/client.json",
      `https://agent.example/${"a".repeat(1000)}`,
      "http://agent.example/client.json",
    ])
      expect(await asked(world, user, program(id)), id).toBe("400");
    expect(site.fetched).toBe(0);
  });

  it("is read again after the time that its header states, from 5 minutes to 24 hours", async () => {
    for (const [headers, ms] of [
      [{}, 300_000],
      [{ "cache-control": "no-store, max-age=9999" }, 300_000],
      [{ "cache-control": "max-age=1" }, 300_000],
      [{ "cache-control": "public, max-age=600", age: "200" }, 400_000],
      [{ expires: "Sun, 22 Nov 2026 11:00:00 GMT" }, 3_600_000],
      [{ "cache-control": "max-age=999999" }, 86_400_000],
    ] as const) {
      const { world, site, app } = withDocument();
      const user = await world.user();
      site.headers = headers;
      await asked(world, user, app);
      world.pass(ms - 1);
      await asked(world, user, app);
      expect(site.fetched).toBe(1);
      world.pass(2);
      await asked(world, user, app);
      expect(site.fetched).toBe(2);
    }
  });

  it("that changes its redirect URIs is redirected only to the new ones, and needs consent again", async () => {
    const { world, site, app } = withDocument();
    const user = await world.user();
    await world.code(user, app);
    expect(await asked(world, user, app)).toBe("app.example ok");
    const page = await (await world.authorize(user, app, { prompt: "consent" })).text();
    const moved = "https://moved.example/callback";
    site.document = { ...metadata, client_id: url, redirect_uris: [moved] };
    expect(await asked(world, user, app, { redirect_uri: moved })).toBe("400");
    world.pass(hourMs + 1);
    expect(await asked(world, user, app)).toBe("400");
    expect(await asked(world, user, app, { redirect_uri: moved })).toBe("200");
    const ticket = /name="ticket" value="([^"]+)"/.exec(page)?.[1] ?? "";
    expect((await world.decide(user, { ticket, decision: "allow" })).status).toBe(400);
  });

  it("is fetched once for concurrent requests, and at most 30 times a minute for an address", async () => {
    const { world, site, app } = withDocument();
    const user = await world.user();
    await Promise.all(Array.from({ length: 5 }, () => asked(world, user, app)));
    expect(site.fetched).toBe(1);
    for (let count = 0; count < 40; count++)
      await asked(world, user, program(`https://agent.example/${count}`));
    expect(site.fetched).toBe(30);
    expect(await asked(world, user, program("https://agent.example/more"))).toBe("429");
    expect(await asked(world, user, app)).toBe("200");
  });
});

describe("the consent page", () => {
  it("says that the client registered itself, with the host of its id and of the redirect", async () => {
    const { world } = withDocument();
    const user = await world.user();
    const text = async (app: Program) =>
      (await (await world.authorize(user, app)).text()).replace(/<[^>]+>/g, "").replace(/\s+/g, " ");
    const byUrl = await text(program(url));
    expect(byUrl).toContain("agent.example registered itself and chose its own name.");
    expect(byUrl).toContain("You continue to app.example");
    expect(await text(await registered(world))).toContain("This application registered itself");
    expect(await text(await world.register(user))).not.toContain("registered itself");
  });
});

it("lists such apps with host and last use, and refuses them when the operator turns registration off", async () => {
  const { world, app } = withDocument();
  const user = await world.user();
  const { body } = await world.exchange(app, await world.code(user, app));
  const page = async () =>
    (await (await world.request("/apps", { headers: { Cookie: user.cookie } })).text()).replace(
      /<[^>]+>/g,
      "",
    );
  expect(await page()).toMatch(/Registered itself, from agent\.example[^]*last used\s+never/);
  expect(await world.call(body["access_token"])).toBe("200");
  await expect.poll(page, { timeout: 60_000 }).toMatch(/last used\s+just now/);

  const off = openWorld({ selfRegistration: false });
  const owner = await off.user();
  expect(await asked(off, owner, app)).toBe("400");
  expect((await off.token(app, { grant_type: "refresh_token", refresh_token: "x" })).body["error"]).toBe(
    "invalid_client",
  );
  expect((await off.registerSelf(metadata)).status).toBe(404);
  const metadataOf = async (one: World) =>
    (await one.request("/.well-known/oauth-authorization-server")).json();
  expect(await metadataOf(off)).toMatchObject({ client_id_metadata_document_supported: false });
  expect(await metadataOf(off)).not.toHaveProperty("registration_endpoint");
  expect(await metadataOf(world)).toMatchObject({
    client_id_metadata_document_supported: true,
    registration_endpoint: `${publicUrl}/oauth/register`,
  });
});
