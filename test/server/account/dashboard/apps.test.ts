import { createOAuthClient, type OAuthClient, verifyOAuthClientSecret } from "@tools-api/core/oauth";
import { allowClient } from "@tools-api/core/internal/identity";
import { afterAll, describe, expect, it } from "vitest";
import { type Browser, openBrowser, startAccounts } from "../../account-server.ts";
import { callScopes } from "../../../scopes.ts";

const password = "correct horse battery";
const callback = "https://app.example/callback";
let people = 0;

const server = await startAccounts();
afterAll(() => server.close());

async function signedIn() {
  people += 1;
  const email = `apps-${people}@example.com`;
  const account = await server.account(email, password);
  const browser = openBrowser(server.url);
  expect((await browser.post("/sign-in", { email, password })).status).toBe(303);
  return { account, browser };
}

type Owner = Awaited<ReturnType<typeof signedIn>>;

const pageOf = async (browser: Browser, path: string) => (await browser.get(path)).text();

/** Creates a client of an owner directly in the store. */
async function clientOf(
  { account }: Owner,
  fields: Partial<Parameters<typeof createOAuthClient>[2]> = {},
): Promise<OAuthClient> {
  const all = { name: "App", redirectUris: [callback], scopes: callScopes, ...fields };
  return (await createOAuthClient(server.documents, account.id, all, { at: Date.now() })).client;
}

/** Grants another account's client access to an account. */
async function allowedApp({ account }: Owner, name: string) {
  const client = await clientOf(await signedIn(), { name });
  const allowed = { account: account.id, client: client.id, scopes: ["text:analyze"] };
  return { client, grant: await allowClient(server, allowed, Date.now()) };
}

/** Returns the fields of the form with the default choices of a browser. */
function form(fields: Record<string, string> = {}) {
  const chosen = { authorization_code: "on", refresh_token: "on", scopes: "text:analyze" };
  return { name: "Reader", type: "confidential", redirect_uris: callback, ...chosen, ...fields };
}

const clientsOf = async (browser: Browser) => {
  const answer = await (await browser.get("/account/clients")).json();
  // The documented response of the list.
  return (answer as { items: Record<string, unknown>[] }).items;
};
const secretIn = (html: string) => /tcs_[0-9A-Za-z]+/.exec(html)?.[0];
const faultOf = (html: string, name: string) =>
  new RegExp(`id="${name}-error">(.*?)</p>`).exec(html)?.[1]?.replaceAll(/<[^>]+>/g, " ") ?? "";

describe("apps with access to an account", () => {
  it("are listed with their scopes, and lose access as soon as the owner revokes it", async () => {
    const owner = await signedIn();
    expect(await pageOf(owner.browser, "/apps")).toContain(
      "No app has access. An app that wants to use your account",
    );
    const { grant } = await allowedApp(owner, "<b>Mail</b>");
    const html = await pageOf(owner.browser, "/apps");
    expect(html).toContain("&lt;b&gt;Mail&lt;/b&gt;");
    expect(html).toContain("Analyze texts");
    expect(html).not.toContain("<b>");
    expect(html).toContain(`name="grant" value="${grant.id}"`);
    const withdrawn = await owner.browser.post("/apps", { grant: grant.id });
    expect([withdrawn.status, withdrawn.headers.get("Location")]).toEqual([303, "/apps?notice=withdrawn"]);
    expect(await pageOf(owner.browser, "/apps?notice=withdrawn")).toContain("rejects it from its next call");
    expect(await (await owner.browser.get("/account/grants")).json()).toMatchObject({ items: [] });
  });
});

describe("registering an OAuth client", () => {
  it("shows the secret of a confidential client only in the response to the form, and the secret works", async () => {
    const owner = await signedIn();
    const made = await owner.browser.post("/new-client", form({ client_credentials: "on" }));
    const html = await made.text();
    const secret = secretIn(html) ?? "";
    expect([made.status, made.headers.get("Cache-Control")]).toEqual([200, "no-store"]);
    expect(html).toContain("You registered the client");
    expect(html).toContain(`${server.url}/oauth/token`);
    const [client] = await clientsOf(owner.browser);
    expect(client).toMatchObject({
      name: "Reader",
      type: "confidential",
      redirect_uris: [callback],
      grant_types: ["authorization_code", "refresh_token", "client_credentials"],
      scopes: ["text:analyze"],
    });
    const id = String(client?.["id"]);
    const kept = await server.documents.get(`clients/${owner.account.id}/${id}`);
    // The store keeps a client as entered.
    expect(await verifyOAuthClientSecret(kept?.value as OAuthClient, secret)).toBe(true);
    for (const path of ["/apps", `/apps/${id}`, `/apps/${id}/secret`, `/apps/${id}/revoke`])
      expect(await pageOf(owner.browser, path), path).not.toContain("tcs_");
  });

  it("leads to the page of a public client, which has no secret", async () => {
    const { browser } = await signedIn();
    const made = await browser.post("/new-client", form({ type: "public", name: '"><i>App' }));
    const location = made.headers.get("Location") ?? "";
    expect([made.status, location]).toEqual([303, expect.stringMatching(/^\/apps\/client_\w+\?notice=/)]);
    const html = await pageOf(browser, location);
    expect(html).toContain("so it has no secret");
    expect(html).toContain("&quot;&gt;&lt;i&gt;App");
    expect(html).not.toContain("<i>");
    expect(html).not.toContain("Replace secret");
  });

  it("reports each invalid redirect URI with the reason, and keeps all entered values", async () => {
    const { browser } = await signedIn();
    const uris = ["http://app.example/a", callback, "javascript:alert(1)", "https://x.example/#<b>"];
    const fields = form({ redirect_uris: uris.join("\r\n"), type: "public", name: "Kept & shown" });
    const refused = await browser.post("/new-client", fields);
    const html = await refused.text();
    expect(refused.status).toBe(422);
    const fault = faultOf(html, "redirect_uris");
    expect(fault).toContain(
      "http://app.example/a: http is allowed only for 127.0.0.1, [::1] and localhost; use https.",
    );
    expect(fault).toContain("javascript:alert(1): no app can receive a response");
    expect(fault).toContain("https://x.example/#&lt;b&gt;: it has a fragment (#).");
    expect(fault).not.toContain(callback);
    expect(html).toContain('aria-describedby="redirect_uris-hint redirect_uris-error"');
    expect(html).toContain(`${callback}\r\njavascript:alert(1)`);
    expect(html).toContain('value="Kept &amp; shown"');
    expect(html).toMatch(/value="public"[^>]* checked/);
    expect(html).not.toContain("<b>");
    expect(await clientsOf(browser)).toEqual([]);
  });
});

describe("the page of an OAuth client", () => {
  it("shows the values that a developer needs, and the token request of a client without users", async () => {
    const owner = await signedIn();
    const { id } = await clientOf(owner);
    const html = await pageOf(owner.browser, `/apps/${id}`);
    for (const path of ["authorize", "token", "revoke", "jwks"])
      expect(html).toContain(`<code>${server.url}/oauth/${path}</code>`);
    expect(html).toContain(`${server.url}/.well-known/oauth-authorization-server`);
    expect(html).toContain("code_challenge_method=S256");
    expect(html).not.toContain("client_credentials ");
    const robot = await clientOf(owner, { redirectUris: [] });
    const page = await pageOf(owner.browser, `/apps/${robot.id}`);
    expect(page).toContain(`curl -u &quot;${robot.id}:$CLIENT_SECRET&quot; -d grant_type=client_credentials`);
    expect(page).not.toContain('name="redirect_uris"');
  });

  it("changes name, redirect URIs and scopes, and reports errors at their fields", async () => {
    const owner = await signedIn();
    const { id } = await clientOf(owner);
    const path = `/apps/${id}`;
    const wanted = {
      name: "Renamed",
      redirect_uris: "http://127.0.0.1/cb\r\n\r\n com.example.app:/x ",
      scopes: "usage:read",
    };
    const saved = await owner.browser.post(path, wanted);
    expect([saved.status, saved.headers.get("Location")]).toEqual([303, `${path}?notice=saved`]);
    expect(await clientsOf(owner.browser)).toMatchObject([
      {
        name: "Renamed",
        redirect_uris: ["http://127.0.0.1/cb", "com.example.app:/x"],
        scopes: ["usage:read"],
      },
    ]);
    const refused = await owner.browser.post(path, { ...wanted, redirect_uris: "https://u:p@app.example/" });
    expect([refused.status, faultOf(await refused.text(), "redirect_uris")]).toEqual([
      422,
      expect.stringContaining("it has a user name or password before its host."),
    ]);
    const robot = await clientOf(owner, { redirectUris: [] });
    const renamed = await owner.browser.post(`/apps/${robot.id}`, { name: "Robot", scopes: "usage:read" });
    expect(renamed.status).toBe(303);
  });

  it("shows a new secret once, after a warning that the old one ends", async () => {
    const owner = await signedIn();
    const { browser } = owner;
    const first = secretIn(await (await browser.post("/new-client", form())).text()) ?? "";
    const [client] = await clientsOf(browser);
    const path = `/apps/${String(client?.["id"])}/secret`;
    expect(await pageOf(browser, path)).toContain("becomes invalid immediately");
    const html = await (await browser.post(path, {})).text();
    const second = secretIn(html) ?? "";
    expect(second).not.toBe(first);
    const kept = await server.documents.get(`clients/${owner.account.id}/${String(client?.["id"])}`);
    // The store keeps a client as entered.
    const verify = (secret: string) => verifyOAuthClientSecret(kept?.value as OAuthClient, secret);
    expect(await Promise.all([first, second].map(verify))).toEqual([false, true]);
    const open = await clientOf(owner, { type: "public" });
    expect((await browser.get(`/apps/${open.id}/secret`)).headers.get("Location")).toBe(`/apps/${open.id}`);
    expect((await browser.post(`/apps/${open.id}/secret`, {})).status).toBe(409);
  });

  it("revokes the client after a confirmation, and then shows it as revoked without forms", async () => {
    const owner = await signedIn();
    const { id } = await clientOf(owner, { name: "Old app" });
    expect(await pageOf(owner.browser, `/apps/${id}/revoke`)).toContain("You cannot undo this");
    expect(await clientsOf(owner.browser)).toMatchObject([{ revoked_at: null }]);
    const revoked = await owner.browser.post(`/apps/${id}/revoke`, {});
    expect([revoked.status, revoked.headers.get("Location")]).toEqual([303, "/apps?notice=revoked"]);
    const list = await pageOf(owner.browser, "/apps?notice=revoked");
    expect(list).not.toContain("Old app");
    expect(list).toContain('href="/ended-clients"');
    expect(await pageOf(owner.browser, "/ended-clients")).toContain(`href="/apps/${id}">Old app`);
    const html = await pageOf(owner.browser, `/apps/${id}`);
    expect(html).toContain("You revoked this client");
    expect(html.split(/<\/?main/)[1]).not.toMatch(/<form|\/revoke|\/secret/);
    for (const asked of ["secret", "revoke"])
      expect((await owner.browser.get(`/apps/${id}/${asked}`)).headers.get("Location")).toBe(`/apps/${id}`);
    const change = await owner.browser.post(`/apps/${id}`, form());
    expect([change.status, await change.text()]).toEqual([
      409,
      expect.stringContaining("You revoked this client"),
    ]);
  });
});
