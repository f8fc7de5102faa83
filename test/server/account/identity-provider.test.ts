import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import {
  closeAccount,
  createAccount,
  findAccountByEmail,
  getAccount,
  setStatus,
} from "@tools-api/core/accounts";
import { listAuditEntries } from "@tools-api/core/audit";
import { type AccountDependencies, failedAttempts } from "@tools-api/server";
import { readConfig } from "@tools-api/server/node";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type IdentityProvider, startIdentityProvider } from "../../engines/issuers/oidc-provider.ts";
import { newSigner, type Signer } from "../../engines/issuers/signer.ts";
import { testedRuntimes } from "../../engines/runtimes.ts";
import { sentInvitation } from "../sent-mail.ts";
import { startServerOn } from "../server-process.ts";
import { type AccountServer, type Browser, openBrowser, startAccounts } from "../account-server.ts";

const origin = "https://tools.example";
const redirectUri = `${origin}/sign-in/oidc/callback`;
const password = "correct horse battery";
let provider: IdentityProvider;
let server: AccountServer;
let people = 0;

function settings(): { issuer: string; clientId: string; clientSecret: string; name: string } {
  return {
    issuer: provider.issuer,
    clientId: "login",
    clientSecret: provider.secretOf("login"),
    name: "Acme",
  };
}

function start(overrides: Partial<AccountDependencies> = {}): Promise<AccountServer> {
  const attempts = failedAttempts(1000);
  return startAccounts({ publicUrl: origin, identityProvider: settings(), attempts, ...overrides });
}

beforeAll(async () => {
  provider = await startIdentityProvider();
  server = await start();
});
afterAll(async () => {
  provider.stop();
  await server.close();
});

type Answer = (
  path: string,
  respond: (status: number, json: string) => void,
  response: ServerResponse,
) => void;

/** Serves another provider. */
async function serve(answer: Answer): Promise<{ issuer: string; close: () => Promise<void> }> {
  const http = createServer((request, response) => {
    const respond = (status: number, json: string) => {
      response.writeHead(status, { "Content-Type": "application/json" }).end(json);
    };
    answer(request.url ?? "", respond, response);
  });
  await new Promise<void>((resolve) => http.listen(0, "127.0.0.1", resolve));
  // A server that listens on TCP has an `AddressInfo`.
  const { port } = http.address() as AddressInfo;
  return {
    issuer: `http://127.0.0.1:${port}`,
    close: () =>
      new Promise((resolve) => {
        http.close(() => resolve());
        http.closeAllConnections();
      }),
  };
}

function newEmail(): string {
  people += 1;
  return `person-${people}@example.com`;
}

/** Begins a sign-in and returns the path of the redirect of the provider. */
async function callbackOf(browser: Browser, login: string, query = ""): Promise<string> {
  const begun = await browser.get(`/sign-in/oidc${query}`);
  expect(begun.status).toBe(303);
  const callback = await provider.callback(begun.headers.get("Location") ?? "", redirectUri, login);
  return callback.slice(origin.length);
}

/** Signs a user of the provider in, in a new browser. */
async function signIn(login: string, query = "", url = server.url) {
  const browser = openBrowser(url);
  const response = await browser.get(await callbackOf(browser, login, query));
  const text = await response.text();
  return { browser, status: response.status, location: response.headers.get("Location"), text };
}

async function verified(email: string) {
  const fields = { email, emailVerifiedAt: Date.now() };
  return createAccount(server.documents, fields, { at: Date.now() });
}

describe("a sign-in by the identity provider", () => {
  it("opens an account with the verified address, and signs in to the same account from then on", async () => {
    const email = newEmail();
    const page = await (await openBrowser(server.url).get("/sign-in?next=%2Fkeys")).text();
    expect(page).toContain('href="/sign-in/oidc?next=%2Fkeys"');
    expect(page).toContain("Continue with Acme");
    const first = await signIn(`1#${email}`, "?next=%2Fkeys");
    expect([first.status, first.location]).toEqual([303, "/keys"]);
    const account = await findAccountByEmail(server.documents, email);
    expect(account).toMatchObject({ name: "Ada", plan: "free" });
    expect(account?.emailVerifiedAt).toBeGreaterThan(0);
    expect((await signIn(`1#${email}`)).status).toBe(303);
    const log = await listAuditEntries(server.documents, account?.id ?? "", { limit: 100 });
    const entries = log.map(({ action, details }) => [action, ...Object.values(details)].join(" "));
    expect(entries.toSorted()).toEqual([
      "account.created free",
      `identity_provider.linked ${provider.issuer}`,
      "session.created identity_provider Test Browser/1.0",
      "session.created identity_provider Test Browser/1.0",
    ]);
  });

  it("uses PKCE, a state and a nonce that no browser can predict", async () => {
    const browser = openBrowser(server.url);
    const urls = await Promise.all(
      [1, 2].map(async () => new URL((await browser.get("/sign-in/oidc")).headers.get("Location") ?? "")),
    );
    for (const name of ["state", "nonce", "code_challenge"]) {
      const values = urls.map((url) => url.searchParams.get(name));
      expect(new Set(values).size).toBe(2);
      expect(values.every((value) => (value?.length ?? 0) >= 43)).toBe(true);
    }
    expect(urls[0]?.searchParams.get("code_challenge_method")).toBe("S256");
  });

  it("links an account whose address is confirmed on both sides", async () => {
    const email = newEmail();
    const account = await verified(email);
    expect((await signIn(`1#${email}`)).status).toBe(303);
    const log = await listAuditEntries(server.documents, account.id, { limit: 100 });
    expect(log.map(({ action }) => action)).toContain("identity_provider.linked");
  });

  it("links no account whose owner has not confirmed the address, and says what to do", async () => {
    const email = newEmail();
    await server.account(email, password);
    const { status, text } = await signIn(`1#${email}`);
    expect(status).toBe(409);
    expect(text).toContain("confirm the address on the profile page first");
  });

  it("neither links nor opens an account for an address that the provider has not verified", async () => {
    const email = newEmail();
    await verified(email);
    expect((await signIn(`unverified#${email}`)).status).toBe(409);
    const unknown = newEmail();
    expect((await signIn(`unverified#${unknown}`)).status).toBe(409);
    expect(await findAccountByEmail(server.documents, unknown)).toBeNull();
    expect((await signIn("no-address")).status).toBe(409);
  });

  it("follows the user of the provider, not the address", async () => {
    const email = newEmail();
    await signIn(`1#${email}`);
    // The provider gave the address to another user.
    const other = await signIn(`2#${email}`);
    expect(other.status).toBe(409);
    expect(other.text).toContain("connected to another user");
    expect((await signIn(`1#${email}`)).status).toBe(303);
  });

  it("obeys closed sign-up and the domains, and needs no invitation", async () => {
    const status = async (signUp: AccountDependencies["signUp"], email: string) => {
      const other = await start({ signUp });
      const signedIn = await signIn(`1#${email}`, "", other.url);
      await other.close();
      return signedIn.status;
    };
    expect(await status({ mode: "closed", domains: [] }, newEmail())).toBe(403);
    expect(await status({ mode: "invite", domains: [] }, newEmail())).toBe(303);
    expect(await status({ mode: "invite", domains: ["other.example"] }, newEmail())).toBe(403);
    expect(await status({ mode: "open", domains: ["example.com"] }, newEmail())).toBe(303);
  });

  it("signs the owner of a suspended account in to the reason, and opens a new one after the account is closed", async () => {
    const email = newEmail();
    await signIn(`1#${email}`);
    const account = await findAccountByEmail(server.documents, email);
    const id = account?.id ?? "";
    await setStatus(server, id, "suspended");
    expect((await signIn(`1#${email}`)).status).toBe(303);
    await setStatus(server, id, "active");
    await closeAccount(server, id, Date.now());
    const left = await server.documents.list("provider-link", { limit: 1000 });
    expect(JSON.stringify(left)).not.toContain(id);
    expect((await signIn(`1#${email}`)).status).toBe(303);
    expect((await findAccountByEmail(server.documents, email))?.id).not.toBe(id);
    expect((await getAccount(server.documents, id))?.value.status).toBe("closed");
  });
});

describe("the page of the identity provider", () => {
  const page = "/profile/identity-provider";
  const fromHere = { Origin: origin };

  async function signedIn(email: string): Promise<Browser> {
    const browser = openBrowser(server.url);
    expect((await browser.post("/sign-in", { email, password }, fromHere)).status).toBe(303);
    return browser;
  }

  /** Connects the account of a browser. Returns the response to the browser's return from the provider. */
  async function connect(browser: Browser, login: string, returning = browser): Promise<Response> {
    const left = await browser.post(page, { action: "connect", password }, fromHere);
    const url = /<a href="([^"]+)">Continue to Acme/.exec(await left.text())?.[1]?.replaceAll("&amp;", "&");
    const callback = await provider.callback(url ?? "", redirectUri, login);
    return returning.get(callback.slice(origin.length));
  }

  const api = (browser: Browser, path: string) => browser.get(path).then((response) => response.json());

  it("connects the account to a user with any address, who then signs in to it", async () => {
    const email = newEmail();
    const { id } = await server.account(email, password);
    const browser = await signedIn(email);
    expect(await (await browser.get("/profile")).text()).toContain(`href="${page}"`);
    const connected = await connect(browser, `unverified-${email}`);
    expect(connected.headers.get("Location")).toBe(`${page}?notice=connected`);
    expect(await (await browser.get(page)).text()).toContain("Disconnect Acme");
    expect((await signIn(`unverified-${email}`)).status).toBe(303);
    const link = { issuer: provider.issuer, subject: `unverified-${email}`, email: null };
    expect(await api(browser, "/account/identity-provider")).toMatchObject({ link });
    expect(await api(browser, "/account/export")).toMatchObject({ identity_provider: link });
    const other = await connect(browser, `2-${email}`);
    expect([other.status, await other.text()]).toEqual([409, expect.stringContaining("Disconnect it first")]);
    const log = await listAuditEntries(server.documents, id, { limit: 100 });
    expect(log.filter(({ action }) => action === "identity_provider.linked")).toMatchObject([
      { actor: { kind: "owner", account: id } },
    ]);
  });

  it("requires the password to connect and to disconnect", async () => {
    const email = newEmail();
    await server.account(email, password);
    const browser = await signedIn(email);
    const statuses = async (action: string) => {
      const wrong = await browser.post(page, { action, password: "wrong horse battery" }, fromHere);
      const missing = await browser.post(page, { action }, fromHere);
      return [wrong.status, missing.status];
    };
    expect(await statuses("connect")).toEqual([422, 422]);
    await connect(browser, `1#${email}`);
    expect(await statuses("disconnect")).toEqual([422, 422]);
    expect((await signIn(`1#${email}`)).status).toBe(303);
  });

  it("connects only in the session that began it", async () => {
    const [email, victim] = [newEmail(), newEmail()];
    for (const address of [email, victim]) await server.account(address, password);
    const [attacker, other] = [await signedIn(email), await signedIn(victim)];
    expect((await connect(attacker, `stolen-${email}`, other)).status).toBe(422);
    // The browser of the attacker with the session of the victim.
    attacker.cookies.set("__Host-session", other.cookies.get("__Host-session") ?? "");
    const moved = await connect(await signedIn(email), `stolen-${email}`, attacker);
    expect(moved.status).toBe(422);
    expect(await api(other, "/account/identity-provider")).toEqual({ link: null });
  });

  it("connects no user who is connected to another account", async () => {
    const [email, taken] = [newEmail(), newEmail()];
    await signIn(`1#${taken}`);
    await server.account(email, password);
    const refused = await connect(await signedIn(email), `1#${taken}`);
    expect([refused.status, await refused.text()]).toEqual([
      409,
      expect.stringContaining("connected to another account"),
    ]);
  });

  it("disconnects the account, which no sign-in connects again", async () => {
    const email = newEmail();
    const { id } = await server.account(email, password);
    const browser = await signedIn(email);
    await connect(browser, `1#${email}`);
    const disconnected = await browser.post(page, { action: "disconnect", password }, fromHere);
    expect(disconnected.headers.get("Location")).toBe(`${page}?notice=disconnected`);
    const refused = await signIn(`1#${email}`);
    expect(refused.status).toBe(409);
    expect((await browser.post(page, { action: "disconnect", password }, fromHere)).status).toBe(404);
    const log = await listAuditEntries(server.documents, id, { limit: 100 });
    expect(log.map(({ action }) => action)).toContain("identity_provider.unlinked");
    await connect(browser, `1#${email}`);
    expect((await signIn(`1#${email}`)).status).toBe(303);
  });

  it("keeps the only way to sign in", async () => {
    const { browser } = await signIn(`1#${newEmail()}`);
    const refused = await browser.post(page, { action: "disconnect" }, fromHere);
    expect([refused.status, await refused.text()]).toEqual([
      409,
      expect.stringContaining("only way to sign in"),
    ]);
  });

  it("ends the connection with all credentials, and its user gets another account", async () => {
    const [email, attacker] = [newEmail(), newEmail()];
    const { id } = await server.account(email, password);
    const browser = await signedIn(email);
    await connect(browser, `1#${attacker}`);
    const another = "another long password";
    expect(await (await browser.get("/password")).text()).toContain(`<li>${attacker}</li>`);
    const ending = { offered: "end_credentials", end_credentials: "on" };
    const fields = { current_password: password, password: another, ...ending };
    expect((await browser.post("/password", fields, fromHere)).status).toBe(303);
    expect(await api(browser, "/account/identity-provider")).toEqual({ link: null });
    expect((await signIn(`1#${attacker}`)).status).toBe(303);
    expect(await findAccountByEmail(server.documents, attacker)).not.toMatchObject({ id });
    expect((await signIn(`1#${attacker}`)).status).toBe(303);
  });
});

describe("an attack on a sign-in by the identity provider", () => {
  it("fails with a forged state, and in another browser", async () => {
    const browser = openBrowser(server.url);
    const callback = await callbackOf(browser, `1#${newEmail()}`);
    expect((await openBrowser(server.url).get(callback)).status).toBe(422);
    const forged = callback.replace(/state=[^&]*/, `state=${"x".repeat(43)}`);
    expect((await browser.get(forged)).status).toBe(422);
    // The attempt has used the sign-in up.
    expect((await browser.get(callback)).status).toBe(422);
    expect(browser.cookies.has("__Host-session")).toBe(false);
  });

  it("fails with a changed or expired cookie", async () => {
    const browser = openBrowser(server.url);
    const callback = await callbackOf(browser, `1#${newEmail()}`);
    const cookie = browser.cookies.get("__Host-provider-sign-in") ?? "";
    const [text = "", signature] = cookie.split(".");
    const pending = JSON.parse(Buffer.from(text, "base64url").toString()) as { next: string };
    const changed = Buffer.from(JSON.stringify({ ...pending, next: "/plan" })).toString("base64url");
    browser.cookies.set("__Host-provider-sign-in", `${changed}.${signature}`);
    expect((await browser.get(callback)).status).toBe(422);
  });

  it("fails with a code that was used before", async () => {
    const browser = openBrowser(server.url);
    const callback = await callbackOf(browser, `1#${newEmail()}`);
    const cookie = browser.cookies.get("__Host-provider-sign-in") ?? "";
    expect((await browser.get(callback)).status).toBe(303);
    const attacker = openBrowser(server.url);
    attacker.cookies.set("__Host-provider-sign-in", cookie);
    expect((await attacker.get(callback)).status).toBe(422);
  });

  it("fails with the code of another sign-in, whose nonce and verifier differ", async () => {
    const [victim, attacker] = [openBrowser(server.url), openBrowser(server.url)];
    const stolen =
      new URL(await callbackOf(victim, `1#${newEmail()}`), origin).searchParams.get("code") ?? "";
    const own = new URL(await callbackOf(attacker, `1#${newEmail()}`), origin);
    own.searchParams.set("code", stolen);
    expect((await attacker.get(own.pathname + own.search)).status).toBe(422);
  });

  it("fails with the response of another issuer", async () => {
    const browser = openBrowser(server.url);
    const callback = new URL(await callbackOf(browser, `1#${newEmail()}`), origin);
    callback.searchParams.set("iss", "https://evil.example");
    expect((await browser.get(callback.pathname + callback.search)).status).toBe(422);
  });

  it("leads to no page of another site", async () => {
    for (const next of ["https://evil.example/", "//evil.example", "/\\evil.example"]) {
      const { location } = await signIn(`1#${newEmail()}`, `?next=${encodeURIComponent(next)}`);
      expect(location).toBe("/");
    }
  });

  it("is limited by the failures of its address, before the provider is asked", async () => {
    const other = await start({ attempts: failedAttempts(2) });
    const statuses: number[] = [];
    for (let attempt = 0; attempt < 4; attempt++) {
      const browser = openBrowser(other.url);
      await browser.get("/sign-in/oidc");
      statuses.push((await browser.get("/sign-in/oidc/callback?code=x&state=y")).status);
    }
    await other.close();
    expect(statuses).toEqual([422, 422, 429, 429]);
  });
});

describe("a provider that fails", () => {
  /** Returns the responses of a server with that provider. */
  async function failing(respond: (response: ServerResponse) => void) {
    let requests = 0;
    const { issuer, close } = await serve((_path, _respond, response) => {
      requests += 1;
      respond(response);
    });
    const accounts = await start({ identityProvider: { ...settings(), issuer } });
    const response = await openBrowser(accounts.url).get("/sign-in/oidc");
    const text = await response.text();
    expect((await openBrowser(accounts.url).get("/sign-in/oidc")).status).toBe(503);
    expect((await openBrowser(accounts.url).get("/sign-in")).status).toBe(200);
    await Promise.all([accounts.close(), close()]);
    return { response, text, requests };
  }

  it("gives 503 with the way out if it is down, and visitors do not wait for it again", async () => {
    const { response, text, requests } = await failing((answer) => answer.destroy());
    expect([response.status, response.headers.get("Retry-After")]).toEqual([503, "5"]);
    expect(text).toContain("Acme does not respond. Try again in a minute, or sign in in another way.");
    expect(requests).toBe(1);
  });

  it("gives 503 if its metadata is endless, is for another issuer or is not JSON", async () => {
    const endless = await failing((answer) => {
      answer.setHeader("Content-Type", "application/json");
      const write = () => {
        while (!answer.destroyed && answer.write(" ".repeat(65_536)));
      };
      answer.on("drain", write);
      write();
    });
    expect(endless.response.status).toBe(503);
    const other = await failing((answer) => {
      answer.setHeader("Content-Type", "application/json");
      answer.end(JSON.stringify({ issuer: "https://evil.example" }));
    });
    expect(other.response.status).toBe(503);
    expect((await failing((answer) => answer.end("<html>"))).response.status).toBe(503);
  });

  it("gives 503 if it accepts the connection and never responds", async () => {
    const { response } = await failing(() => {});
    expect(response.status).toBe(503);
  });

  it("works again without a restart", async () => {
    let now = Date.now();
    let isDown = true;
    const { issuer, close } = await serve((_, respond) => {
      const metadata = { issuer, authorization_endpoint: `${issuer}/auth` };
      respond(isDown ? 502 : 200, JSON.stringify(metadata));
    });
    const clock = { now: () => now };
    const accounts = await start({ clock, identityProvider: { ...settings(), issuer } });
    const statuses: number[] = [];
    for (const wait of [0, 1000, 5000]) {
      now += wait;
      statuses.push((await openBrowser(accounts.url).get("/sign-in/oidc")).status);
      isDown = false;
    }
    expect(statuses).toEqual([503, 503, 303]);
    await Promise.all([accounts.close(), close()]);
  });
});

describe("a server without an identity provider", () => {
  it("shows no button, and its pages do not exist", async () => {
    const accounts = await startAccounts();
    expect(await (await openBrowser(accounts.url).get("/sign-in")).text()).not.toContain("/sign-in/oidc");
    expect((await openBrowser(accounts.url).get("/sign-in/oidc")).status).toBe(404);
    expect((await openBrowser(accounts.url).get("/sign-in/oidc/callback?code=x")).status).toBe(404);
    await accounts.close();
  });
});

describe("an ID token", () => {
  type Claims = Record<string, unknown>;
  let signer: Signer;
  let stranger: Signer;
  beforeAll(async () => {
    [signer, stranger] = await Promise.all([newSigner("ES256", "k"), newSigner("ES256", "k")]);
  });

  /** Signs in at a provider whose ID token and user info have the given changes. Returns the status. */
  async function statusFor(
    changes: (claims: Claims) => Claims,
    { by = signer, header = {}, info }: { by?: Signer; header?: Claims; info?: Claims } = {},
  ): Promise<number> {
    let nonce: string | null = null;
    const { issuer, close } = await serve((path, respond) => {
      const paths: Record<string, () => object | Promise<object>> = {
        "/.well-known/openid-configuration": () => ({
          issuer,
          authorization_endpoint: `${issuer}/auth`,
          token_endpoint: `${issuer}/token`,
          jwks_uri: `${issuer}/jwks`,
          id_token_signing_alg_values_supported: ["ES256"],
          ...(info && { userinfo_endpoint: `${issuer}/info` }),
        }),
        "/jwks": () => signer.jwks,
        "/info": () => info ?? {},
        "/token": async () => {
          const at = Math.floor(Date.now() / 1000);
          const claims = { iss: issuer, aud: "login", sub: "1", iat: at, exp: at + 60, nonce };
          const id_token = await by.sign(changes(claims), header);
          return { access_token: "a", token_type: "Bearer", id_token };
        },
      };
      void Promise.resolve(paths[path]?.()).then((body) => respond(200, JSON.stringify(body ?? {})));
    });
    const accounts = await start({ identityProvider: { ...settings(), issuer } });
    const browser = openBrowser(accounts.url);
    const begun = new URL((await browser.get("/sign-in/oidc")).headers.get("Location") ?? "");
    nonce = begun.searchParams.get("nonce");
    const state = begun.searchParams.get("state") ?? "";
    const { status } = await browser.get(`/sign-in/oidc/callback?code=c&state=${state}`);
    await Promise.all([accounts.close(), close()]);
    return status;
  }

  const withAddress = (claims: Claims) => ({ ...claims, email: newEmail(), email_verified: true });

  it("signs in with a verified address in it or in the user info", async () => {
    expect(await statusFor(withAddress)).toBe(303);
    const info = { sub: "1", email: newEmail(), email_verified: true };
    expect(await statusFor((claims) => claims, { info })).toBe(303);
  });

  it.each<[string, (claims: Claims) => Claims]>([
    ["another nonce", (claims) => ({ ...claims, nonce: "other" })],
    ["no nonce", (claims) => ({ ...claims, nonce: undefined })],
    ["another issuer", (claims) => ({ ...claims, iss: "https://evil.example" })],
    ["another audience", (claims) => ({ ...claims, aud: "other" })],
    ["an end in the past", (claims) => ({ ...claims, exp: 1_700_000_000 })],
    ["no subject", (claims) => ({ ...claims, sub: undefined })],
  ])("is refused with %s", async (_, changes) => {
    expect(await statusFor((claims) => changes(withAddress(claims)))).toBe(422);
  });

  it("is refused with the signature of another key or none", async () => {
    expect(await statusFor(withAddress, { by: stranger })).toBe(422);
    expect(await statusFor(withAddress, { header: { alg: "none" } })).toBe(422);
  });

  it("is refused with the user info of another user", async () => {
    const info = { sub: "2", email: newEmail(), email_verified: true };
    expect(await statusFor((claims) => claims, { info })).toBe(422);
  });

  it("opens an account if email_verified is the text true, as some providers send it", async () => {
    expect(await statusFor((claims) => ({ ...withAddress(claims), email_verified: "true" }))).toBe(303);
  });

  it.each([undefined, false, "false", 1])("opens no account if email_verified is %s", async (value) => {
    expect(await statusFor((claims) => ({ ...withAddress(claims), email_verified: value }))).toBe(409);
  });
});

describe("an invitation", () => {
  it("opens the account on its plan, once, also for an address outside the domains", async () => {
    const other = await start({ signUp: { mode: "invite", domains: ["other.example"] } });
    const { id, token } = await sentInvitation(other, { plan: "pro" });
    const page = await (await openBrowser(other.url).get(`/sign-up?invitation=${token}`)).text();
    expect(page).toContain(`/sign-in/oidc?next=%2F&amp;invitation=${token}`);
    const email = newEmail();
    const statusOf = async (login: string, invitation: string) =>
      (await signIn(login, `?invitation=${invitation}`, other.url)).status;
    expect(await statusOf(`1#${email}`, `${id}.x`)).toBe(403);
    expect(await statusOf(`1#${email}`, token)).toBe(303);
    expect(await findAccountByEmail(other.documents, email)).toMatchObject({ plan: "pro" });
    expect(await statusOf(`1#${newEmail()}`, token)).toBe(403);
    await other.close();
  });
});

describe("the built server", () => {
  it.each(testedRuntimes)("signs in by the identity provider on %s", { timeout: 60_000 }, async (runtime) => {
    const { issuer, clientId, clientSecret } = settings();
    const environment = {
      DATABASE_URL: "memory:",
      PUBLIC_URL: origin,
      OIDC_ISSUER: issuer,
      OIDC_CLIENT_ID: clientId,
      OIDC_CLIENT_SECRET: clientSecret,
    };
    const started = await startServerOn(runtime, environment);
    try {
      const page = await (await openBrowser(started.url).get("/sign-in")).text();
      expect(page).toContain(`Continue with ${new URL(issuer).host}`);
      const { status, location } = await signIn(`1#${newEmail()}`, "?next=%2Fkeys", started.url);
      expect([status, location]).toEqual([303, "/keys"]);
    } finally {
      await started.stop();
    }
  });
});

describe("the settings of the identity provider", () => {
  const all = {
    OIDC_ISSUER: "https://login.example.com",
    OIDC_CLIENT_ID: "tools-api",
    OIDC_CLIENT_SECRET: "a secret of the client",
  };

  it("are read together", () => {
    expect(readConfig({ ...all, OIDC_NAME: "Acme" }).identityProvider).toMatchObject({ name: "Acme" });
    expect(readConfig({}).identityProvider).toBeUndefined();
  });

  it.each([
    ["OIDC_CLIENT_SECRET", { OIDC_CLIENT_SECRET: "" }],
    ["OIDC_CLIENT_ID", { OIDC_CLIENT_ID: "" }],
    ["OIDC_ISSUER", { OIDC_ISSUER: "" }],
    ["OIDC_ISSUER", { OIDC_ISSUER: "http://login.example.com" }],
    ["OIDC_ISSUER", { OIDC_ISSUER: "https://user:hunter2@login.example.com" }],
    ["OIDC_ISSUER", { OIDC_ISSUER: "login.example.com" }],
    ["OIDC_NAME", { OIDC_NAME: "x".repeat(51) }],
    ["OIDC_SCOPE", { OIDC_SCOPE: "email profile" }],
  ])("name %s if it is missing or has another form", (name, changes) => {
    const read = () => readConfig({ ...all, ...changes });
    expect(read).toThrow(new RegExp(`^${name}: expected`));
    expect(read).not.toThrow(/a secret of the client/);
  });
});
