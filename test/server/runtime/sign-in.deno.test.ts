import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openBrowser } from "../account-server.ts";
import {
  type Runtime,
  type StartedServer,
  startServer,
  startServerHere,
  temporaryFolder,
} from "../server-process.ts";

const password = "correct horse battery";

// Both runtimes share one store, so each accepts the other's password hashes and sessions.
const folder = temporaryFolder();
const settings = { DATABASE_URL: `sqlite:${join(folder.path, "tools-api.db")}` };
const runtimes: Runtime[] = ["node", "deno"];
const servers: Partial<Record<Runtime, StartedServer>> = {};
let firstOutput = "";

beforeAll(async () => {
  const deno = await startServer(settings, "deno");
  firstOutput = deno.output();
  servers.deno = deno;
  servers.node = await startServerHere(settings);
});
afterAll(async () => {
  await Promise.all(Object.values(servers).map((server) => server.stop()));
  folder.remove();
});

const urlOf = (runtime: Runtime) => servers[runtime]?.url ?? "";

describe("the first start", () => {
  it("prints a link on its own line, with which the owner sets a password", async () => {
    const [link = ""] = /^http\S+\/sign-in\/link\?token=[0-9A-Za-z]{43}$/m.exec(firstOutput) ?? [];
    const { origin, pathname, search, searchParams } = new URL(link);
    expect(origin).toBe(urlOf("deno"));
    // The link works in the other process too, and is then used up in both.
    const browser = openBrowser(urlOf("node"));
    expect(await (await browser.get(pathname + search)).text()).toContain("owner@example.com");
    const token = searchParams.get("token") ?? "";
    expect((await browser.post(pathname, { token })).headers.get("Location")).toBe("/password");
    expect((await browser.post("/password", { password })).status).toBe(303);
    expect((await openBrowser(urlOf("deno")).post(pathname, { token })).status).toBe(404);
  });
});

describe.each(runtimes)("on %s", (runtime) => {
  const other: Runtime = runtime === "node" ? "deno" : "node";

  it("signs in and out, and starts and ends a session in every process immediately", async () => {
    const browser = openBrowser(urlOf(runtime));
    const wrong = await browser.post("/sign-in", { email: "owner@example.com", password: "a guess" });
    expect(wrong.status).toBe(422);
    expect((await browser.post("/sign-in", { email: "owner@example.com", password })).status).toBe(303);
    const elsewhere = openBrowser(urlOf(other));
    elsewhere.cookies.set("session", browser.cookies.get("session") ?? "");
    expect(await (await elsewhere.get("/")).text()).toContain("owner@example.com");
    await elsewhere.post("/sign-out", {});
    expect((await browser.get("/password")).status).toBe(303);
  });

  it("serves every section of the dashboard, with all assets that its pages load", async () => {
    const browser = openBrowser(urlOf(runtime));
    await browser.post("/sign-in", { email: "owner@example.com", password });
    const loaded = new Set<string>();
    for (const path of [
      "/",
      "/keys",
      "/usage",
      "/plan",
      "/plan/change?plan=pro",
      "/apps",
      "/playground",
      "/profile",
    ]) {
      const page = await browser.get(path);
      const html = await page.text();
      expect([path, page.status, html.includes("<h1>")]).toEqual([path, 200, true]);
      for (const [, asset = ""] of html.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)) loaded.add(asset);
    }
    expect(loaded.size).toBeGreaterThan(5);
    for (const asset of loaded) expect([asset, (await browser.get(asset)).status]).toEqual([asset, 200]);
    const csv = await browser.get("/usage.csv");
    expect(csv.headers.get("Content-Type")).toBe("text/csv; charset=utf-8");
  });
});
