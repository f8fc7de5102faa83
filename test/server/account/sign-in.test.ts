import { memoryDocuments } from "@tools-api/adapters/storage/memory";
import { closeAccount, createAccount, createSignInLink, listSessions } from "@tools-api/core/accounts";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type AccountServer, openBrowser, startAccounts } from "../account-server.ts";

const password = "correct horse battery";
let now = Date.parse("2026-11-21T12:00:00Z");
let address = "192.0.2.1";
let blocks = 0;
let server: AccountServer;

beforeAll(async () => {
  const clock = { now: () => now };
  server = await startAccounts({
    clock,
    documents: memoryDocuments({ clock }),
    clientAddress: () => address,
  });
});
afterAll(() => server.close());
beforeEach(() => {
  blocks += 1;
  address = `2001:db8:0:${blocks.toString(16)}::1`;
});

const signIn = (email: string, word: string, browser = openBrowser(server.url)) =>
  browser.post("/sign-in", { email, password: word });

describe("signing in", () => {
  it("accepts the address in any case, and a password in any Unicode normalization", async () => {
    await server.account("Case@Example.com", "Ångström Æther");
    expect((await signIn("cASE@example.COM", "A\u030angstro\u0308m Æther")).status).toBe(303);
  });

  it("returns the same error for an unknown address, a wrong password and an account without a password", async () => {
    await server.account("known@example.com", password);
    await createAccount(server.documents, { email: "bare@example.com" }, { at: now });
    const pages = await Promise.all(
      ["known@example.com", "nobody@example.com", "bare@example.com"].map(async (email) => {
        const response = await signIn(email, "wrong password");
        expect(response.status).toBe(422);
        expect(response.headers.getSetCookie()).toEqual([]);
        return (await response.text()).replaceAll(email, "…");
      }),
    );
    expect(new Set(pages).size).toBe(1);
    expect(pages[0]).toContain("The email address or the password does not match.");
  });

  it("rejects any text in place of an address or a password without a server error", async () => {
    const odd = [
      "",
      "\0",
      "é@é",
      `${"a".repeat(5000)}@example.com`,
      "a@b.c\r\nSet-Cookie: x=y",
      "'; --",
      "\u{d83d}",
    ];
    for (const [index, text] of odd.entries()) {
      address = `198.51.100.${index}`;
      const response = await signIn(text, text);
      expect(response.status).toBe(422);
      expect(response.headers.getSetCookie()).toEqual([]);
    }
  });

  it("starts no session if the password is replaced while the old one is being checked", async () => {
    const account = await server.account("race@example.com", password);
    const owner = openBrowser(server.url);
    await signIn("race@example.com", password, owner);
    const rounds = Array.from({ length: 6 }, (_, round) => `another password ${round}`);
    let current = password;
    for (const next of rounds) {
      const thief = openBrowser(server.url);
      const [, change] = await Promise.all([
        signIn("race@example.com", current, thief),
        owner.post("/password", { current_password: current, password: next }),
      ]);
      expect(change.status).toBe(303);
      current = next;
      expect((await thief.get("/profile")).status).toBe(303);
      expect(await listSessions(server.documents, account.id, { limit: 10 })).toHaveLength(1);
    }
  });
});

describe("guesses at passwords", () => {
  it("are limited by address, the /64 of IPv6, however many accounts they are spread over", async () => {
    for (let guess = 0; guess < 20; guess++) {
      address = `2001:db8:77:1::${guess}`;
      expect((await signIn(`person-${guess}@example.com`, "a guess")).status).toBe(422);
    }
    const refused = await signIn("person-20@example.com", "a guess");
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get("Retry-After"))).toBeGreaterThan(0);
    address = "2001:db8:77:2::1";
    expect((await signIn("person-20@example.com", "a guess")).status).toBe(422);
  });

  it("are limited by account, however many addresses they come from, whether the account exists or not", async () => {
    await server.account("target@example.com", password);
    for (const email of ["target@example.com", "no-such-target@example.com"]) {
      const statuses: number[] = [];
      for (let guess = 0; guess < 14; guess++) {
        address = `203.0.${email.length}.${guess}`;
        statuses.push((await signIn(email, `guess ${guess}`)).status);
      }
      expect(statuses).toEqual([...Array<number>(10).fill(422), ...Array<number>(4).fill(429)]);
    }
    // Beyond the limit the correct password is rejected as well. Otherwise there would be no limit.
    expect((await signIn("target@example.com", password)).status).toBe(429);
    now += 900_000;
    expect((await signIn("target@example.com", password)).status).toBe(303);
  });

  it("cannot exceed the limit concurrently", async () => {
    await server.account("burst@example.com", password);
    const responses = await Promise.all(
      Array.from({ length: 40 }, (_, guess) => signIn("burst@example.com", `guess ${guess}`)),
    );
    expect(responses.filter(({ status }) => status === 422)).toHaveLength(10);
    expect(responses.filter(({ status }) => status === 429)).toHaveLength(30);
  });

  it("do not lock out the owner in a browser with an earlier sign-in", async () => {
    await server.account("locked@example.com", password);
    const home = openBrowser(server.url);
    await signIn("locked@example.com", password, home);
    await home.post("/sign-out", {});
    for (let guess = 0; guess < 11; guess++) {
      address = `198.18.0.${guess}`;
      await signIn("locked@example.com", `guess ${guess}`);
    }
    expect((await signIn("locked@example.com", password)).status).toBe(429);
    expect((await signIn("locked@example.com", password, home)).status).toBe(303);
  });

  it("are limited in such a browser too", async () => {
    await server.account("first@example.com", password);
    const home = openBrowser(server.url);
    await signIn("first@example.com", password, home);
    for (let guess = 0; guess < 10; guess++)
      expect((await signIn("first@example.com", `guess ${guess}`, home)).status).toBe(422);
    expect((await signIn("first@example.com", password, home)).status).toBe(429);
  });

  it("cannot use the cookie of such a browser for another account, or forge it", async () => {
    await server.account("own@example.com", password);
    await server.account("other@example.com", password);
    const browser = openBrowser(server.url);
    await signIn("own@example.com", password, browser);
    const [nonce = ""] = (browser.cookies.get("device") ?? "").split(".");
    const forger = openBrowser(server.url);
    forger.cookies.set("device", `${nonce}.${"A".repeat(43)}`);
    for (let guess = 0; guess < 10; guess++) {
      address = `198.19.0.${guess}`;
      await signIn("other@example.com", `guess ${guess}`);
    }
    expect((await signIn("other@example.com", password, browser)).status).toBe(429);
    expect((await signIn("other@example.com", password, forger)).status).toBe(429);
  });

  it("do not count if they are correct", async () => {
    await server.account("daily@example.com", password);
    for (let time = 0; time < 25; time++)
      expect((await signIn("daily@example.com", password)).status).toBe(303);
  });

  it("do not count on the page that changes the password if only the new one is invalid", async () => {
    await server.account("chooser@example.com", password);
    const browser = openBrowser(server.url);
    await signIn("chooser@example.com", password, browser);
    const change = (word: string) =>
      browser.post("/password", { current_password: password, password: word });
    for (let time = 0; time < 12; time++) expect((await change("short")).status).toBe(422);
    expect((await change("a better password")).status).toBe(303);
  });
});

describe("signing up", () => {
  it("is limited by address", async () => {
    const signUp = (person: number) =>
      openBrowser(server.url).post("/sign-up", { email: `crowd-${person}@example.com`, password });
    for (let person = 0; person < 30; person++) expect((await signUp(person)).status).toBe(303);
    expect((await signUp(30)).status).toBe(429);
  });
});

describe("a sign-in link", () => {
  let people = 0;
  async function link() {
    people += 1;
    const email = `linked-${people}@example.com`;
    const account = await createAccount(server.documents, { email }, { at: now });
    const token = await createSignInLink(server.documents, account.id, { at: now });
    return { account, email, token, path: `/sign-in/link?token=${token}` };
  }
  const take = (token: string, browser = openBrowser(server.url)) => browser.post("/sign-in/link", { token });

  it("is not used up by opening it, such as by a mail scanner", async () => {
    const { path, token, email } = await link();
    for (let time = 0; time < 3; time++) {
      const response = await openBrowser(server.url).get(path);
      expect(await response.text()).toContain(email);
      expect(response.headers.getSetCookie()).toEqual([]);
    }
    const owner = openBrowser(server.url);
    expect((await take(token, owner)).headers.get("Location")).toBe("/password");
    const set = await owner.post("/password", { password: "a password of mine" });
    expect([set.status, set.headers.get("Location")]).toEqual([303, "/?notice=password"]);
    expect(await (await owner.get("/?notice=password")).text()).toContain("You set your password.");
    expect((await signIn(email, "a password of mine")).status).toBe(303);
  });

  it("works once, and for one of many concurrent requests", async () => {
    const { token, path } = await link();
    const responses = await Promise.all(Array.from({ length: 8 }, () => take(token)));
    expect(responses.filter(({ status }) => status === 303)).toHaveLength(1);
    expect(responses.filter(({ status }) => status === 404)).toHaveLength(7);
    expect(responses.flatMap((response) => response.headers.getSetCookie())).toHaveLength(2);
    expect((await take(token)).status).toBe(404);
    expect((await openBrowser(server.url).get(path)).status).toBe(404);
  });

  it("ends after 15 minutes, and when its account is closed", async () => {
    const old = await link();
    now += 900_000;
    expect((await take(old.token)).status).toBe(404);
    const closed = await link();
    await closeAccount(server, closed.account.id, now);
    expect((await take(closed.token)).status).toBe(404);
    expect((await take("A".repeat(43))).status).toBe(404);
  });

  it("replaces a forgotten password within 15 minutes, and ends all other sessions", async () => {
    const account = await server.account("forgetful@example.com", password);
    const stolen = openBrowser(server.url);
    await signIn("forgetful@example.com", password, stolen);
    const owner = openBrowser(server.url);
    await take(await createSignInLink(server.documents, account.id, { at: now }), owner);
    expect(await (await owner.get("/password")).text()).not.toContain("current_password");
    const set = await owner.post("/password", { password: "a new password" });
    expect(set.headers.get("Location")).toBe("/profile?notice=password");
    expect((await stolen.get("/profile")).status).toBe(303);
    expect((await owner.get("/profile")).status).toBe(200);
    const late = openBrowser(server.url);
    await take(await createSignInLink(server.documents, account.id, { at: now }), late);
    now += 900_000;
    expect((await late.post("/password", { password: "yet another one" })).status).toBe(422);
  });
});
