import { memoryDocuments } from "@tools-api/adapters/storage/memory";
import {
  createAccount,
  createSession,
  createSignInLink,
  getAccount,
  listSessions,
} from "@tools-api/core/accounts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type AccountServer, type Browser, openBrowser, startAccounts } from "../../account-server.ts";

const password = "correct horse battery";
const firefox = "Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0";
let now = Date.parse("2026-11-22T12:00:00Z");
/** The delay of the store's clock, which makes the store return expired documents. */
let behind = 0;
let server: AccountServer;
let people = 0;

beforeAll(async () => {
  const clock = { now: () => now };
  server = await startAccounts({ clock, documents: memoryDocuments({ clock: { now: () => now - behind } }) });
});
afterAll(() => server.close());

/** Creates an account and signs in. */
async function signedIn(userAgent = firefox) {
  people += 1;
  const email = `profile-${people}@example.com`;
  const account = await server.account(email, password);
  const browser = openBrowser(server.url, userAgent);
  expect((await browser.post("/sign-in", { email, password })).status).toBe(303);
  return { account, browser, email };
}

/** Creates an account without a password, and signs in by a link. */
async function byLink() {
  people += 1;
  const email = `profile-${people}@example.com`;
  const account = await createAccount(server.documents, { email }, { at: now });
  const browser = openBrowser(server.url);
  const token = await createSignInLink(server.documents, account.id, { at: now });
  expect((await browser.post("/sign-in/link", { token })).status).toBe(303);
  return { account, browser, email };
}

const pageOf = async (browser: Browser, path = "/profile") => (await browser.get(path)).text();
const fieldOf = (html: string, name: string) =>
  new RegExp(`<input id="${name}"[^>]*>`).exec(html)?.[0] ?? "no such field";

describe("the profile details", () => {
  it("show the account's values, and change the name without a password", async () => {
    const { account, browser, email } = await signedIn();
    const saved = await browser.post("/profile", { name: ' Ada "<b>" ', email, password: "" });
    expect([saved.status, saved.headers.get("Location")]).toEqual([303, "/profile?notice=saved"]);
    const html = await pageOf(browser, "/profile?notice=saved");
    expect(html).toContain("You saved your details.");
    for (const shown of [account.id, ">Active<", "2026-11-22", "<dd>Free"]) expect(html).toContain(shown);
    expect(fieldOf(html, "name")).toContain('value="Ada &quot;&lt;b&gt;&quot;"');
    expect(html).not.toContain("<b>");
    expect(await (await browser.get("/account")).json()).toMatchObject({ name: 'Ada "<b>"', email });
  });

  it("change the email address only with the password, and the new address signs in", async () => {
    const { browser, email } = await signedIn();
    const wanted = `new-${email}`;
    for (const [typed, words] of [
      ["", "To change the email address, enter your current password."],
      ["a guess", "The password does not match. Enter your current password."],
    ] as const) {
      const refused = await browser.post("/profile", { name: "Kept", email: wanted, password: typed });
      const html = await refused.text();
      expect(refused.status).toBe(422);
      expect(html).toContain(words);
      expect(fieldOf(html, "password")).toContain('aria-describedby="password-hint password-error"');
      expect(fieldOf(html, "email")).toContain(`value="${wanted}"`);
      expect(html).not.toContain("a guess");
    }
    expect((await browser.post("/profile", { name: "", email: wanted, password })).status).toBe(303);
    const other = openBrowser(server.url);
    expect((await other.post("/sign-in", { email, password })).status).toBe(422);
    expect((await other.post("/sign-in", { email: wanted, password })).status).toBe(303);
  });

  it("require a recent sign-in by a link if the account has no password", async () => {
    const { account, browser, email } = await byLink();
    const html = await pageOf(browser);
    expect(fieldOf(html, "password")).toBe("no such field");
    expect(html).toContain("Set password");
    const change = (to: string) => browser.post("/profile", { name: "", email: to });
    expect((await change(`new-${email}`)).status).toBe(303);
    now += 900_000;
    const late = await change(email);
    expect([late.status, await late.text()]).toEqual([
      409,
      expect.stringContaining("Sign in again, then try again within 15 minutes."),
    ]);
    expect((await getAccount(server.documents, account.id))?.value.email).toBe(`new-${email}`);
  });
});

describe("the list of sessions", () => {
  it("shows them in words, the current browser first and marked, and shortens long names with the full name in a title", async () => {
    const { account, browser } = await signedIn();
    const odd = `<i>${"odd".repeat(50)}`;
    for (const userAgent of [odd, ""])
      await createSession(server.documents, { account: account.id, method: "link", userAgent }, now);
    const html = await pageOf(browser);
    const rows = html.split('<ul class="rows">')[1]?.split("<li>").slice(1) ?? [];
    expect(rows).toHaveLength(3);
    expect(rows[0]).toContain(`title="${firefox}">Firefox 128 on Linux`);
    expect(rows[0]).toContain("This browser");
    expect(rows[0]).not.toContain("<button");
    expect(rows[0]).toContain("Signed in with a password");
    expect(html.match(/This browser/g)).toHaveLength(1);
    expect(html).toContain(`title="&lt;i&gt;${"odd".repeat(50)}">&lt;i&gt;`);
    expect(html).toContain("Unknown browser");
    expect(html).not.toContain("<i>");
  });

  it("folds sessions after the ten most recent, and lists no expired one", async () => {
    const { account, browser } = await signedIn();
    for (let made = 0; made < 12; made++)
      await createSession(server.documents, { account: account.id, method: "password" }, now);
    expect(await pageOf(browser)).toContain('href="/profile?sessions_from=10"');
    behind = 40 * 86_400_000;
    now += behind;
    const late = openBrowser(server.url);
    await late.post("/sign-in", { email: account.email, password });
    expect(await listSessions(server.documents, account.id, { limit: 99 })).toHaveLength(14);
    expect((await pageOf(late)).match(/Signed in with/g)).toHaveLength(1);
    behind = 0;
  });
});

describe("closing the account", () => {
  it("requires the email address and the password, and does nothing until both match", async () => {
    const { browser, email } = await signedIn();
    const close = (fields: Record<string, string>) => browser.post("/profile/close", fields);
    const asked = await pageOf(browser, "/profile/close");
    expect(asked).toContain(`To confirm, enter ${email}`);
    expect(asked).toContain('href="/account/export"');
    for (const [fields, words] of [
      [{ confirm: "", password }, "Enter the email address of your account."],
      [{ confirm: email, password: "a guess" }, "The password does not match. Enter your current password."],
      [{ confirm: email }, "The password does not match. Enter your current password."],
    ] as const) {
      const refused = await close(fields);
      expect([refused.status, await refused.text()]).toEqual([422, expect.stringContaining(words)]);
    }
    expect((await browser.get("/account")).status).toBe(200);
  });

  it("closes the account permanently, and shows the signed-out start page with a confirmation", async () => {
    const { account, browser, email } = await signedIn();
    const closed = await browser.post("/profile/close", { confirm: email.toUpperCase(), password });
    expect([closed.status, closed.headers.get("Location")]).toEqual([303, "/?notice=closed"]);
    expect(browser.cookies.has("session")).toBe(false);
    expect(await pageOf(browser, "/?notice=closed")).toContain("You closed your account");
    expect((await getAccount(server.documents, account.id))?.value).toMatchObject({
      status: "closed",
      email: "",
    });
    expect((await browser.post("/sign-in", { email, password })).status).toBe(422);
  });
});

describe("the pages of the profile", () => {
  it("share one limit of password guesses, which rejects even the correct password when it is reached", async () => {
    const { browser, email } = await signedIn();
    // Earlier tests made guesses from the same address.
    now += 15 * 60_000;
    const guess = (typed: string) => [
      browser.post("/profile", { name: "", email: `new-${email}`, password: typed }),
      browser.post("/profile/close", { confirm: email, password: typed }),
      browser.post("/password", { current_password: typed, password: "another password" }),
    ];
    const statuses: number[] = [];
    for (const typed of ["one", "two", "three", "four"])
      for (const answer of await Promise.all(guess(typed))) statuses.push(answer.status);
    expect(statuses.filter((status) => status === 422)).toHaveLength(10);
    expect(statuses.filter((status) => status === 429)).toHaveLength(2);
    for (const answer of await Promise.all(guess(password))) {
      expect(answer.status).toBe(429);
      expect(await answer.text()).toMatch(/role="alert">[^<]*attempts/);
    }
    now += 15 * 60_000;
    const later = await browser.post("/profile", { name: "", email: `new-${email}`, password });
    expect(later.status).toBe(303);
  });
});
