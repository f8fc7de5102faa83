import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type AccountServer, type Browser, openBrowser, startAccounts } from "../account-server.ts";
import { type ManagementServer, managementServer } from "../management-server.ts";

const password = "correct horse battery";

describe("the preferences of a browser", () => {
  let server: AccountServer;
  let browser: Browser;
  beforeAll(async () => {
    server = await startAccounts();
    await server.account("ada@example.com", password);
    browser = openBrowser(server.url);
    await browser.post("/sign-in", { email: "ada@example.com", password });
  });
  afterAll(() => server.close());

  it("keep the color scheme on every page, and lead back to the page of the form", async () => {
    const before = await (await browser.get("/keys")).text();
    expect(before).not.toContain("data-theme");
    const answer = await browser.post(
      "/preferences",
      { theme: "dark" },
      { Referer: `${server.url}/keys?after=x` },
    );
    expect([answer.status, answer.headers.get("Location")]).toEqual([303, "/keys?after=x"]);
    for (const path of ["/keys", "/sign-in", "/"])
      expect(await (await browser.get(path)).text(), path).toContain('<html lang="en" data-theme="dark"');
    await browser.post("/preferences", { theme: "system" });
    expect(await (await browser.get("/keys")).text()).not.toContain("data-theme");
  });

  it("do not lead to another site", async () => {
    const answer = await browser.post(
      "/preferences",
      { theme: "dark" },
      { Referer: "https://evil.example//x" },
    );
    expect(answer.headers.get("Location")).toBe("/");
  });

  it("show the times in the zone of the browser, and those of invoices in UTC", async () => {
    expect((await browser.post("/preferences", { time_zone: "Asia/Kathmandu" })).status).toBe(204);
    await browser.post("/keys", { name: "a key" });
    expect(await (await browser.get("/plan")).text()).toMatch(/\d\d:\d\d GMT\+5:45/);
    await browser.post("/preferences", { time_zone: "UTC" });
    expect(await (await browser.get("/plan")).text()).not.toContain("GMT+5:45");
  });

  it.each([
    ["theme", "pink", "theme: expected one of system, light, dark, received"],
    ["time_zone", "Mars/Olympus", "time_zone: expected an IANA time zone, received"],
  ])("reject an invalid %s, and ignore it in a cookie", async (name, value, message) => {
    const answer = await browser.post("/preferences", { [name]: value });
    expect(answer.status).toBe(422);
    expect(await answer.text()).toContain(message);
    browser.cookies.set(name, value);
    const page = await browser.get("/keys");
    expect(page.status).toBe(200);
    expect(await page.text()).not.toContain(value);
    browser.cookies.delete(name);
  });

  it("are accepted only from pages of this server", async () => {
    const forged = await browser.post("/preferences", { theme: "dark" }, { Origin: "https://evil.example" });
    expect(forged.status).toBe(403);
  });
});

describe("the frame of a page", () => {
  let server: ManagementServer;
  beforeAll(() => {
    server = managementServer();
  });
  const asBrowser = { Accept: "text/html" };

  it("has the sections, the usage of the day and the account for a signed-in owner, also in the docs and on a 404", async () => {
    const owner = await server.owner();
    await server.call("GET /v1/user/profile", { bearer: owner.key });
    for (const path of ["/", "/docs", "/docs/errors", "/docs/guides/oauth", "/docs/search?q=key"]) {
      const html = await (await server.call(`GET ${path}`, { as: owner, headers: asBrowser })).text();
      expect(html, path).toContain('aria-label="Sections"');
      expect(html, path).toContain(owner.account.email);
      expect(html, path).toContain("<span>1 of 1,000</span>");
    }
    const missing = await server.call("GET /nothing", { as: owner, headers: asBrowser });
    expect(missing.status).toBe(404);
    expect(await missing.text()).toContain(owner.account.email);
  });

  it("never sends the page of an owner to a stranger", async () => {
    const owner = await server.owner();
    const own = await server.call("GET /docs", { as: owner });
    expect(own.headers.get("Cache-Control")).toBe("no-store");
    const shared = await server.call("GET /docs");
    expect(shared.headers.get("Vary")).toContain("Cookie");
    expect(await shared.text()).not.toContain(owner.account.email);
  });
});
