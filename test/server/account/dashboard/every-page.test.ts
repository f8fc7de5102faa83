import { jwtAccessTokens } from "@tools-api/adapters/auth/access-token";
import { apiKeyAuthenticator } from "@tools-api/adapters/auth/api-key";
import { scryptHasher } from "@tools-api/adapters/auth/scrypt";
import { memoryDocuments, memoryUsage } from "@tools-api/adapters/storage/memory";
import { createAccountApp, createApi, createAuthorizationServer } from "@tools-api/server";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { isSameForAll, pageRoutes, pathsOfOwner, pathsOfStranger } from "./all-pages.ts";
import { hasChromium, type Visitor } from "../../../engines/chromium.ts";
import { type BusyDashboard, startBusyDashboard } from "./busy-dashboard.ts";
import { faultsOf, looks } from "./page-looks.ts";
import { inEveryState } from "./page-states.ts";

/** Routes served by GET that are not pages. */
const noPage =
  /^\/((account|v1|assets|\.well-known|healthz|readyz|metrics|operator\/(accounts|balances|invitations|invoices|overview|webhooks|billing\/invoices\.csv)|oauth\/jwks|usage\.csv|llms\.txt)\b|.*\.(json|md)$)/;
const invoicePage = "/account/invoices/:id";

it("covers every route of the server that is a page", () => {
  const documents = memoryDocuments();
  const authenticator = apiKeyAuthenticator({ documents });
  const publicUrl = "http://127.0.0.1";
  const parts = { documents, usage: memoryUsage(), authenticator, publicUrl, passwords: scryptHasher() };
  const accessTokens = jwtAccessTokens({ documents, issuer: publicUrl, secret: async () => "" });
  const apps = [
    createApi({ ...parts, served: ["management", "oauth"] }),
    createAccountApp(parts),
    createAuthorizationServer({ ...parts, accessTokens }),
  ];
  const served = apps.flatMap((app) => app.routes).filter(({ method }) => method === "GET");
  const pages = served.map(({ path }) => path).filter((path) => path === invoicePage || !noPage.test(path));
  expect(pages.length).toBeGreaterThan(20);
  expect(pages.filter((path) => !pageRoutes.includes(path))).toEqual([]);
});

describe.skipIf(!hasChromium())("every page", () => {
  let dashboard: BusyDashboard;
  beforeAll(async () => {
    dashboard = await startBusyDashboard(20);
  });
  afterAll(() => dashboard.close());

  async function faultsOfPaths(
    visitor: Visitor,
    paths: readonly string[],
    seen: Parameters<typeof faultsOf>[1],
  ): Promise<string[]> {
    const found: string[] = [];
    for (const path of paths) {
      await visitor.goTo(path);
      found.push(...(await faultsOf(visitor.page, seen)));
    }
    visitor.expectQuiet(/status of 4\d\d/);
    return found;
  }

  it("passes axe-core and fits its screen with the maximum amount of content", async () => {
    const visitor = await dashboard.visit();
    await visitor.signIn(dashboard.owner);
    const paths = await pathsOfOwner(dashboard, visitor);
    expect(await faultsOfPaths(visitor, paths, looks.desktopFirst)).toEqual([]);
    await visitor.close();
  });

  it("passes axe-core and fits its screen for a new account and for a signed-out visitor", async () => {
    const visitor = await dashboard.visit();
    const { email } = await visitor.signUp();
    const paths = await pathsOfOwner(dashboard, visitor);
    const differing = paths.filter((path) => !isSameForAll(path));
    expect(differing.length).toBeGreaterThan(10);
    expect(await faultsOfPaths(visitor, differing, looks.phoneFirst)).toEqual([]);
    await visitor.context.clearCookies();
    const strangers = await pathsOfStranger(dashboard, email);
    expect(await faultsOfPaths(visitor, strangers, looks.phoneFirst)).toEqual([]);
    await visitor.close();
  });

  it("passes axe-core and fits its screen with created items, errors and content drawn by scripts", async () => {
    const visitor = await dashboard.visit();
    const found: string[] = [];
    await inEveryState(visitor, async () => {
      found.push(...(await faultsOf(visitor.page, looks.phoneFirst)));
    });
    expect(found).toEqual([]);
    visitor.expectQuiet(/status of 4\d\d/);
    await visitor.close();
  });

  it("hides its session from scripts, and has a policy that allows only its own script files", async () => {
    const visitor = await dashboard.visit();
    const { email } = await visitor.signUp();
    expect(await visitor.page.evaluate(() => document.cookie)).toBe("");
    for (const cookie of await visitor.context.cookies())
      expect(cookie).toMatchObject({ httpOnly: true, sameSite: "Lax" });
    const headers = { Cookie: await visitor.cookie(), Accept: "text/html" };
    const paths = [...(await pathsOfOwner(dashboard, visitor)), ...(await pathsOfStranger(dashboard, email))];
    for (const path of paths) {
      const response = await fetch(dashboard.url + path, { headers });
      const policy = response.headers.get("Content-Security-Policy") ?? "";
      expect(policy, path).toMatch(/^default-src 'none'; .*style-src 'self'/);
      expect(policy, path).not.toMatch(/unsafe|\*|https?:|script-src (?!'self'(;|$))/);
    }
    await visitor.close();
  });

  it("has a skip link to the content as its first stop", async () => {
    const visitor = await dashboard.visit();
    await visitor.signIn(dashboard.owner);
    const { page } = visitor;
    await visitor.goTo("/keys");
    await page.keyboard.press("Tab");
    expect(await page.locator(":focus").textContent()).toBe("Skip to content");
    await page.keyboard.press("Enter");
    await page.keyboard.press("Tab");
    expect(await page.locator("main :focus").textContent()).toBe("Create key");
    await visitor.close();
  });

  it("works without JavaScript: it has its heading and no control without an effect", async () => {
    const visitor = await dashboard.visit({ javaScriptEnabled: false });
    await visitor.signIn(dashboard.owner);
    const paths = await pathsOfOwner(dashboard, visitor);
    const strangers = await pathsOfStranger(dashboard, dashboard.owner.email);
    for (const path of [...paths, ...strangers]) {
      if (path === strangers[0]) await visitor.context.clearCookies();
      await visitor.goTo(path);
      expect(await visitor.page.locator("h1:visible").count(), path).toBe(1);
      const idle = visitor.page.locator(
        ":is(button, input, select, textarea):visible:not(form[action] *), :is(button[type=button], copy-button):visible",
      );
      expect(await idle.evaluateAll((controls) => controls.map(({ outerHTML }) => outerHTML)), path).toEqual(
        [],
      );
    }
    visitor.expectQuiet(/status of 4\d\d/);
    await visitor.close();
  });
});
