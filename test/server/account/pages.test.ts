import { scryptHasher } from "@tools-api/adapters/auth/scrypt";
import { analyzeText } from "@tools-api/core/text";
import { convertImage } from "@tools-api/core/image";
import type { RequestRecord } from "@tools-api/server";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { strangerPages } from "./dashboard/all-pages.ts";
import { type AccountServer, openBrowser, startAccounts } from "../account-server.ts";

const password = "correct horse battery";
const records: RequestRecord[] = [];
let server: AccountServer;

beforeAll(async () => {
  server = await startAccounts({ log: (record) => records.push(record) });
  await server.account("ada@example.com", password);
});
afterAll(() => server.close());

const ownScript =
  /<script type="module"(?: async="")?(?: fetchpriority="low")? src="\/assets\/[^"]+"><\/script>/;

describe("every page", () => {
  it("allows only our own scripts, on the pages that have them, and forbids other origins, framing and caching", async () => {
    const browser = openBrowser(server.url);
    await browser.post("/sign-in", { email: "ada@example.com", password });
    expect(server.pages).toEqual(expect.arrayContaining(["/", "/sign-in", "/profile", "/keys", "/apps"]));
    const responses = await Promise.all([
      ...server.pages.map((path) => browser.get(path, { Accept: "text/html" })),
      fetch(`${server.url}/`),
      browser.get("/sign-in/link?token=none"),
      browser.get("/sign-out"),
      browser.post("/sign-in", { email: "x" }),
      browser.post("/sign-in", { email: "x" }, { Origin: "https://evil.example" }),
    ]);
    for (const response of responses) {
      const { headers, url } = response;
      const html = await response.text();
      const runs = ownScript.test(html);
      expect(headers.get("Content-Security-Policy"), url).toBe(
        `default-src 'none'; ${runs ? "script-src 'self'; connect-src 'self'; " : ""}` +
          `img-src 'self' data:${runs ? " blob:" : ""}; style-src 'self'; ` +
          "form-action 'self'; frame-ancestors 'none'; base-uri 'none'",
      );
      expect(headers.get("X-Frame-Options"), url).toBe("DENY");
      expect(headers.get("X-Content-Type-Options"), url).toBe("nosniff");
      expect(headers.get("Referrer-Policy"), url).toBe("same-origin");
      expect(headers.get("Cache-Control"), url).toBe("no-store");
      expect(headers.get("X-Request-Id"), url).toMatch(/^[\w.-]+$/);
      if (!headers.get("Content-Type")?.startsWith("text/html")) continue;
      expect(html, url).toMatch(/^<!doctype html><html lang="en">/);
      expect(html.replaceAll(new RegExp(ownScript, "g"), ""), url).not.toMatch(
        /<script|<style|\sstyle=|\son\w+=|\b(?:href|src|action|formaction)="(?![/#]|data:,)/,
      );
      expect(html, url).not.toMatch(/\b(?:href|src|action|formaction)="\/\//);
    }
  });

  it("introduces the service to strangers with results that are true, and previews of its link", async () => {
    const html = await (await fetch(`${server.url}/`)).text();
    const [review = [], news = []] = html
      .split("Names, dates and amounts</p>")
      .map((part) =>
        [...part.matchAll(/<mark data-kind="(\w+)" data-label="([^"]+)">([^<]+)</g)].map((found) =>
          found.slice(1),
        ),
      );
    const textAfter = (label: string) =>
      new RegExp(`${label}</p><div class="marked"[^>]*>(.*?)</div>`)
        .exec(html)?.[1]
        ?.replaceAll(/<[^>]+>/g, "") ?? "";
    const reviewed = textAfter("Sentiment of each sentence");
    const { sentiment } = await analyzeText(reviewed, { analysisType: "sentiment" });
    const signed = (score: number) => (score > 0 ? "+" : "") + score.toFixed(2).replace("-", "−");
    expect(review).toEqual(
      sentiment.sentences.map(({ start, end, label, score }) => [
        label,
        `${label} ${signed(score)}`,
        reviewed.slice(start, end),
      ]),
    );
    const reported = textAfter("Names, dates and amounts");
    const { entities } = await analyzeText(reported, { analysisType: "entities" });
    expect(news).toEqual(
      entities
        .flatMap(({ type, mentions }) => mentions.map((mention) => ({ ...mention, type })))
        .toSorted((a, b) => a.start - b.start)
        .map(({ type, start, end }) => [type, type, reported.slice(start, end)]),
    );
    const files = [...html.matchAll(/<img src="([^"]+)" alt="[^"]+"/g)].map(([, path = ""]) => path);
    const [after, before] = await Promise.all(
      files.map(async (path) => new Uint8Array(await (await fetch(server.url + path)).arrayBuffer())),
    );
    if (!after || !before) throw new Error("The page shows no picture.");
    const { image } = await convertImage(before, { format: "avif", quality: 60 });
    // The encoder can change with a release of sharp.
    expect(Math.abs(after.length / image.length - 1)).toBeLessThan(0.1);
    expect(html).toContain(
      `${(before.length / 1000).toFixed(1)} kB → ${(after.length / 1000).toFixed(1)} kB`,
    );
    for (const language of ["curl", "typescript", "python"])
      expect(html).toContain(`<pre class="wrap" id="${language}"`);
    expect(html).toMatch(/<meta name="description" content="Analyze texts and convert images over HTTP/);
    expect(html.match(/<meta name="theme-color"/g)).toHaveLength(2);
    const [, picture = ""] = /<meta property="og:image" content="([^"]+)"/.exec(html) ?? [];
    expect(await sharp(await (await fetch(picture)).arrayBuffer()).metadata()).toMatchObject({
      width: 1200,
      height: 630,
    });
  });

  it("has an icon for programs that request it without reading a page", async () => {
    const response = await fetch(`${server.url}/favicon.ico`);
    expect(response.headers.get("Content-Type")).toBe("image/vnd.microsoft.icon");
    expect([...new Uint8Array(await response.arrayBuffer())].slice(0, 8)).toEqual([0, 0, 1, 0, 1, 0, 48, 48]);
  });

  it("shares its style sheets with the others, and browsers can cache them permanently", async () => {
    const html = await (await fetch(`${server.url}/sign-in`)).text();
    const sheets = [...html.matchAll(/<link rel="stylesheet" href="([^"]+)"/g)];
    expect(sheets).not.toHaveLength(0);
    for (const [, path = ""] of sheets) {
      const response = await fetch(server.url + path);
      expect(response.headers.get("Content-Type")).toBe("text/css; charset=utf-8");
      expect(response.headers.get("Cache-Control")).toContain("immutable");
      expect(await response.text()).not.toMatch(/url\((?!"data:image\/svg)|@import/);
    }
  });

  it("gets its style sheets from a server of another release, without caching them", async () => {
    const html = await (await fetch(`${server.url}/sign-in`)).text();
    const [, path = ""] = /<link rel="stylesheet" href="([^"]+)"/.exec(html) ?? [];
    const other = await fetch(server.url + path.replace(/\/assets\/\w+\//, "/assets/0123456789abcdef/"));
    expect(other.headers.get("Content-Type")).toBe("text/css; charset=utf-8");
    expect(other.headers.get("Cache-Control")).toBe("no-store");
    for (const none of ["/assets/0123456789abcdef/none.css", "/assets/0123456789abcdef/..%2Fpackage.json"])
      expect((await fetch(server.url + none)).status).toBe(404);
  });

  it("sends a signed-out visitor from every page of an account to the sign-in, and back", async () => {
    const browser = openBrowser(server.url);
    const ofOwners = server.pages.filter((path) => !(path.replace("/none", "/:id") in strangerPages));
    for (const path of ofOwners)
      expect((await browser.get(path, { Accept: "text/html" })).headers.get("Location"), path).toBe(
        `/sign-in?next=${encodeURIComponent(path)}`,
      );
    const asked = await browser.get("/password");
    const location = asked.headers.get("Location") ?? "";
    expect([asked.status, location]).toEqual([303, "/sign-in?next=%2Fpassword"]);
    expect(await (await browser.get(location)).text()).toContain("Sign in to open the page.");
    const fields = { email: "ada@example.com", password, next: "/password" };
    expect((await browser.post("/sign-in", fields)).headers.get("Location")).toBe("/password");
  });
});

describe("a form", () => {
  it("labels its fields, describes their values, and associates hints with them", async () => {
    const html = await (await fetch(`${server.url}/sign-up`)).text();
    for (const [name, autocomplete] of [
      ["email", "username"],
      ["name", "name"],
      ["password", "new-password"],
    ]) {
      expect(html).toContain(`<label for="${name}">`);
      expect(html).toMatch(new RegExp(`<input id="${name}"[^>]* autocomplete="${autocomplete}"`));
    }
    expect(html).toMatch(/<input id="password"[^>]* aria-describedby="password-hint"/);
    const signIn = await (await fetch(`${server.url}/sign-in`)).text();
    expect(signIn).toMatch(/<input id="password"[^>]* autocomplete="current-password"/);
  });

  it("reports every error at its field, keeps the entered values, and never a password", async () => {
    const fields = { email: '"><b>nobody', name: "Ada & Bob", password: "short" };
    const response = await openBrowser(server.url).post("/sign-up", fields);
    const html = await response.text();
    expect(response.status).toBe(422);
    expect(html).toContain("Enter an email address such as ada@example.com.");
    expect(html).toContain("Expected 8 to 128 characters, received 5.");
    expect(html).toMatch(
      /<input id="password"[^>]* aria-invalid="true" aria-describedby="password-hint password-error"/,
    );
    expect(html).toContain('value="&quot;&gt;&lt;b&gt;nobody"');
    expect(html).toContain('value="Ada &amp; Bob"');
    expect(html).not.toContain("short");
    expect(html).not.toContain("<b>");
  });

  it("reports that an address already has an account, and creates no second one", async () => {
    const response = await openBrowser(server.url).post("/sign-up", { email: "ADA@example.com", password });
    expect(response.status).toBe(409);
    expect(await response.text()).toContain("An account with this address exists.");
  });

  it("rejects invalid form bodies: other types, repeated fields, a body that is too large", async () => {
    const post = (type: string, body: string) =>
      fetch(`${server.url}/sign-in`, {
        method: "POST",
        headers: { Origin: server.url, "Content-Type": type },
        body,
      });
    const form = "application/x-www-form-urlencoded";
    expect((await post("application/json", '{"email":"a"}')).status).toBe(415);
    expect((await post("multipart/form-data; boundary=x", "--x--")).status).toBe(415);
    expect((await post(form, "email=a&email=b")).status).toBe(422);
    expect((await post(form, `email=${"a".repeat(140_000)}`)).status).toBe(413);
  });

  it("changes the password with the current one, ends all other sessions, and renews this one", async () => {
    await server.account("alan@example.com", password);
    const browser = openBrowser(server.url);
    const other = openBrowser(server.url);
    for (const one of [browser, other]) await one.post("/sign-in", { email: "alan@example.com", password });
    const before = browser.cookies.get("session");
    const wrong = await browser.post("/password", { current_password: "a guess", password: "short" });
    const html = await wrong.text();
    expect(wrong.status).toBe(422);
    expect(html).toContain("The password does not match. Enter your current password.");
    expect(html).toContain("received 5.");
    const fields = { current_password: password, password: "another password" };
    const changed = await browser.post("/password", fields);
    expect([changed.status, changed.headers.get("Location")]).toEqual([303, "/profile?notice=password"]);
    expect(browser.cookies.get("session")).not.toBe(before);
    expect((await browser.get("/profile")).status).toBe(200);
    expect((await other.get("/profile")).status).toBe(303);
    const copy = openBrowser(server.url);
    copy.cookies.set("session", before ?? "");
    expect((await copy.get("/profile")).status).toBe(303);
    expect((await copy.post("/sign-in", { email: "alan@example.com", password })).status).toBe(422);
  });

  it("returns 503 when too many passwords wait, and serves signed-in users meanwhile", async () => {
    const busy = await startAccounts({ passwords: scryptHasher({ logCost: 16, concurrency: 1, slots: 1 }) });
    try {
      const sent = Array.from({ length: 6 }, (_, person) =>
        openBrowser(busy.url).post("/sign-in", { email: `p${person}@example.com`, password }),
      );
      expect((await fetch(`${busy.url}/sign-in`)).status).toBe(200);
      const responses = await Promise.all(sent);
      const full = responses.filter(({ status }) => status === 503);
      expect(full.length).toBeGreaterThan(0);
      expect(responses.filter(({ status }) => status === 422).length).toBeGreaterThan(0);
      for (const response of full) {
        expect(response.headers.get("Retry-After")).toBe("1");
        expect(await response.text()).toContain('role="alert"');
      }
    } finally {
      await busy.close();
    }
  });

  it("signs in an owner while another address uses its share of the password slots", async () => {
    const busy = await startAccounts({
      passwords: scryptHasher({ logCost: 15 }),
      clientAddress: (c) => c.req.header("X-Test-Address") ?? "",
    });
    try {
      await busy.account("ada@example.com", password);
      const signIn = (email: string, address: string) =>
        openBrowser(busy.url).post("/sign-in", { email, password }, { "X-Test-Address": address });
      const crowd = Array.from({ length: 20 }, (_, person) => signIn(`p${person}@example.com`, "192.0.2.1"));
      // The first response is a rejection, when the address has used its share.
      expect((await Promise.race(crowd)).status).toBe(503);
      const owner = await signIn("ada@example.com", "192.0.2.2");
      expect(owner.status).toBe(303);
      await Promise.all(crowd);
    } finally {
      await busy.close();
    }
  });
});

describe("the target of a form", () => {
  const away = [
    "//evil.example",
    "///evil.example",
    "/\\evil.example",
    "\\\\evil.example",
    "https://evil.example",
    "https:evil.example",
    "http:/evil.example",
    "javascript:alert(1)",
    "data:text/html,x",
    "evil.example",
    "/\t/evil.example",
    "/\n/evil.example",
    "\t//evil.example",
    " //evil.example",
    "/.//evil.example",
    "/x/..//evil.example",
    "/%2e//evil.example",
    "/%2e%2e//evil.example",
    "//127.0.0.1@evil.example",
    "",
  ];

  it("is never another site, whatever `next` contains (open redirect)", async () => {
    for (const next of away) {
      const browser = openBrowser(server.url);
      const form = await (await browser.get(`/sign-in?next=${encodeURIComponent(next)}`)).text();
      expect(form, next).toContain('name="next" value="/"');
      const response = await browser.post("/sign-in", { email: "ada@example.com", password, next });
      expect([response.status, response.headers.get("Location")], next).toEqual([303, "/"]);
    }
  });

  it("never contains a line break, which could add a header (header injection)", async () => {
    const next = "/password?x=1\r\nSet-Cookie: planted=1\r\n\r\n<b>";
    const browser = openBrowser(server.url);
    const response = await browser.post("/sign-in", { email: "ada@example.com", password, next });
    const location = response.headers.get("Location") ?? "";
    expect(new URL(location, server.url).origin).toBe(server.url);
    expect(location).toMatch(/^\/password\?[!-~]*$/);
    expect(browser.cookies.has("planted")).toBe(false);
  });

  it("is our page with its query, or the authorization server by a page that form-action does not block", async () => {
    const browser = openBrowser(server.url);
    const post = (next: string) => browser.post("/sign-in", { email: "ada@example.com", password, next });
    expect((await post("/password?a=b&c=d%20e")).headers.get("Location")).toBe("/password?a=b&c=d%20e");
    const response = await post('/oauth/authorize?client_id=1&state="><script>');
    expect(response.status).toBe(200);
    expect(await response.text()).toContain(
      '<meta http-equiv="refresh" content="0;url=/oauth/authorize?client_id=1&amp;state=%22%3E%3Cscript%3E"/>',
    );
  });

  it("is below the path of the public URL, like every link", async () => {
    const below = await startAccounts({ publicUrl: "https://example.com/tools" });
    try {
      await below.account("ada@example.com", password);
      const browser = openBrowser(below.url);
      const post = (next: string) =>
        browser.post(
          "/sign-in",
          { email: "ada@example.com", password, next },
          { Origin: "https://example.com" },
        );
      expect((await post("/tools/password")).headers.get("Location")).toBe("/tools/password");
      expect((await post("/other/app")).headers.get("Location")).toBe("/tools/");
      expect((await post("/tools/../other")).headers.get("Location")).toBe("/tools/");
      const html = await (await browser.get("/")).text();
      const links = [...html.matchAll(/(?:href|action)="([^"#][^"]*)"/g)].map(([, link]) => link);
      expect(links.filter((link) => link !== "data:,")).not.toHaveLength(0);
      expect(links.every((link) => link === "data:," || link?.startsWith("/tools/"))).toBe(true);
    } finally {
      await below.close();
    }
  });
});

describe("the log", () => {
  it("has one line per page with the account, and never a password, token, address or query", async () => {
    records.length = 0;
    const browser = openBrowser(server.url);
    await browser.post("/sign-in", { email: "ada@example.com", password });
    await browser.get("/profile?notice=secret-query");
    await browser.get("/sign-in/link?token=secret-token");
    expect(records.map(({ method, route, status }) => [method, route, status])).toEqual([
      ["POST", "/sign-in", 303],
      ["GET", "/profile", 200],
      ["GET", "/sign-in/link", 404],
    ]);
    expect(records[0]).toMatchObject({ account: expect.stringMatching(/^acct_/) });
    const text = JSON.stringify(records);
    for (const secret of [password, "secret-", "ada@", browser.cookies.get("session") ?? "?"])
      expect(text).not.toContain(secret);
  });
});
