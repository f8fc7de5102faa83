import { createSession, listSessions } from "@tools-api/core/accounts";
import { afterAll, describe, expect, it } from "vitest";
import { openBrowser, startAccounts } from "../account-server.ts";

const password = "correct horse battery";
let people = 0;

const server = await startAccounts();
afterAll(() => server.close());

/** Creates an account and signs in with a browser. */
async function signedIn() {
  people += 1;
  const email = `session-${people}@example.com`;
  const account = await server.account(email, password);
  const browser = openBrowser(server.url);
  const response = await browser.post("/sign-in", { email, password });
  expect(response.status).toBe(303);
  return { account, browser, email, response };
}

const sessionsOf = (account: string) => listSessions(server.documents, account, { limit: 200 });
const isSignedIn = async (browser: { get: (path: string) => Promise<Response> }) =>
  (await browser.get("/profile")).status === 200;

describe("the session cookie", () => {
  it("is inaccessible to scripts and to forms of other sites", async () => {
    const { response } = await signedIn();
    const [cookie = ""] = response.headers.getSetCookie();
    expect(cookie).toMatch(/^session=[0-9A-Za-z]{43};/);
    expect(cookie).toMatch(/; HttpOnly/);
    expect(cookie).toMatch(/; SameSite=Lax/);
    expect(cookie).toMatch(/; Path=\//);
    expect(cookie).not.toMatch(/Domain|Secure/);
  });

  it("is bound to the host and to TLS if the public URL is https", async () => {
    const secure = await startAccounts({ publicUrl: "https://tools.example" });
    try {
      await secure.account("ada@example.com", password);
      const browser = openBrowser(secure.url);
      const fields = { email: "ada@example.com", password };
      const response = await browser.post("/sign-in", fields, { Origin: "https://tools.example" });
      for (const cookie of response.headers.getSetCookie()) {
        expect(cookie).toMatch(/^__Host-(session|device)=/);
        expect(cookie).toMatch(/; Secure/);
      }
      expect(await isSignedIn(browser)).toBe(true);
      // A sibling host could have set a cookie without the prefix.
      const planted = openBrowser(secure.url);
      planted.cookies.set("session", browser.cookies.get("__Host-session") ?? "");
      expect(await isSignedIn(planted)).toBe(false);
    } finally {
      await secure.close();
    }
  });

  it("is stored only as a digest: no document contains a token", async () => {
    const { browser } = await signedIn();
    const stored = JSON.stringify(await server.documents.list("", { limit: 10_000 }));
    expect(stored).toContain("session-digests/");
    expect(stored).not.toContain(browser.cookies.get("session"));
  });
});

describe("a session", () => {
  it("gets a new token at sign-in, and the browser's previous session ends (fixation)", async () => {
    const { browser, email, account } = await signedIn();
    const before = browser.cookies.get("session") ?? "";
    await browser.post("/sign-in", { email, password });
    expect(browser.cookies.get("session")).not.toBe(before);
    const thief = openBrowser(server.url);
    thief.cookies.set("session", before);
    expect(await isSignedIn(thief)).toBe(false);
    expect(await sessionsOf(account.id)).toHaveLength(1);
  });

  it("never starts with a token from the browser (fixation)", async () => {
    people += 1;
    const email = `session-${people}@example.com`;
    await server.account(email, password);
    const victim = openBrowser(server.url);
    const planted = "A".repeat(43);
    victim.cookies.set("session", planted);
    await victim.post("/sign-in", { email, password });
    expect(victim.cookies.get("session")).not.toBe(planted);
    const thief = openBrowser(server.url);
    thief.cookies.set("session", planted);
    expect(await isSignedIn(thief)).toBe(false);
  });

  it("ends at sign-out for every copy of the cookie", async () => {
    const { browser } = await signedIn();
    const copy = openBrowser(server.url);
    copy.cookies.set("session", browser.cookies.get("session") ?? "");
    expect(await isSignedIn(copy)).toBe(true);
    const location = (await browser.post("/sign-out", {})).headers.get("Location") ?? "";
    expect(location).toBe("/sign-in?notice=signed-out");
    expect(await (await browser.get(location)).text()).toContain("You are signed out.");
    expect(browser.cookies.has("session")).toBe(false);
    expect(await isSignedIn(copy)).toBe(false);
  });

  it("can be ended from another browser, alone or with all others", async () => {
    const { browser, email, account } = await signedIn();
    const others = [openBrowser(server.url, "Other/1"), openBrowser(server.url, "Other/2")];
    for (const other of others) await other.post("/sign-in", { email, password });
    const listed = await (await browser.get("/profile")).text();
    expect(listed).toContain("Other/1");
    const [ended] = (await sessionsOf(account.id)).filter(({ userAgent }) => userAgent === "Other/1");
    await browser.post("/profile/sessions/end", { session: ended?.id ?? "" });
    expect(await Promise.all([browser, ...others].map(isSignedIn))).toEqual([true, false, true]);
    await browser.post("/profile/sessions/end", { session: "others" });
    expect(await Promise.all([browser, ...others].map(isSignedIn))).toEqual([true, false, false]);
  });

  it("ends when a hundred later ones of its account were used more recently", async () => {
    const { account, browser, email } = await signedIn();
    const fields = { account: account.id, method: "password" } as const;
    for (let begun = 0; begun < 99; begun++)
      await createSession(server.documents, fields, Date.now() + 60_000);
    expect(await isSignedIn(browser)).toBe(true);
    await openBrowser(server.url).post("/sign-in", { email, password });
    expect(await isSignedIn(browser)).toBe(false);
    expect(await sessionsOf(account.id)).toHaveLength(100);
  });

  it("is not granted for an invalid token", async () => {
    for (const token of ["", "x", "A".repeat(43), "%00", "../accounts", "é".repeat(43), "A".repeat(4000)]) {
      const browser = openBrowser(server.url);
      browser.cookies.set("session", encodeURIComponent(token));
      expect((await browser.get("/profile")).status, token).toBe(303);
      expect(await (await browser.get("/")).text(), token).not.toContain("/sign-out");
    }
  });

  it("keeps only the beginning of a browser's name, and shows it as text", async () => {
    const { account, browser } = await signedIn();
    const userAgent = `<script>alert(1)</script>${"x".repeat(5000)}`;
    await createSession(server.documents, { account: account.id, method: "link", userAgent }, Date.now());
    const lengths = (await sessionsOf(account.id)).map((session) => session.userAgent.length);
    expect(lengths.toSorted((a, b) => a - b)).toEqual([16, 200]);
    const html = await (await browser.get("/profile")).text();
    expect(html).toContain("&lt;script&gt;");
    expect(html).not.toMatch(/<script(?! type="module"[^>]* src="\/assets\/)/);
  });
});

describe("cross-site request forgery", () => {
  const foreign: Record<string, string>[] = [
    { Origin: "https://evil.example" },
    { Origin: "null" },
    { Origin: "" },
    { Origin: "", "Sec-Fetch-Site": "cross-site" },
    { Origin: "", "Sec-Fetch-Site": "same-site" },
    { Origin: "", "Sec-Fetch-Site": "none" },
    { Origin: "http://127.0.0.1:1" },
    { Origin: "https://evil.example", "Sec-Fetch-Site": "cross-site" },
  ];

  it("is rejected on every form, whichever header shows another origin, and if no header shows the origin", async () => {
    const { browser, account } = await signedIn();
    // The form of a mail has its right in its link, not in a cookie. Mail programs send it without a page (RFC 8058).
    const forms = server.forms.filter((path) => path !== "/mails/allowance");
    for (const headers of foreign) {
      for (const path of forms) {
        const response = await browser.post(path, { session: "others" }, headers);
        expect(response.status, `${path} ${JSON.stringify(headers)}`).toBe(403);
        expect(response.headers.getSetCookie()).toEqual([]);
      }
    }
    expect(server.forms).toEqual(expect.arrayContaining(["/sign-in", "/sign-out", "/profile", "/password"]));
    expect(await sessionsOf(account.id)).toHaveLength(1);
  });

  it("is rejected for bodies that are not forms, if they have the cookie", async () => {
    const { browser, account } = await signedIn();
    const cookie = `session=${browser.cookies.get("session")}`;
    for (const headers of foreign) {
      const own = Object.fromEntries(Object.entries(headers).filter(([, value]) => value !== ""));
      const response = await fetch(`${server.url}/account`, {
        method: "PATCH",
        headers: { Cookie: cookie, "Content-Type": "application/json", ...own },
        body: JSON.stringify({ name: "Mallory" }),
      });
      expect(response.status).toBe(403);
    }
    const profile = await fetch(`${server.url}/account`, { headers: { Cookie: cookie } });
    expect(await profile.json()).toMatchObject({ id: account.id, name: "" });
  });

  it("of the sign-in is rejected even without a cookie, so a victim is not signed in to another account", async () => {
    const { email } = await signedIn();
    const victim = openBrowser(server.url);
    const response = await victim.post("/sign-in", { email, password }, { Origin: "https://evil.example" });
    expect(response.status).toBe(403);
    expect(victim.cookies.size).toBe(0);
  });

  it("is not assumed if the browser sends same-origin, in either header", async () => {
    const { browser } = await signedIn();
    const own: Record<string, string>[] = [{}, { Origin: "null", "Sec-Fetch-Site": "same-origin" }];
    for (const headers of own) {
      expect((await browser.post("/profile/sessions/end", { session: "others" }, headers)).status).toBe(303);
    }
  });
});
