import { join } from "node:path";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { runCurl } from "../../../journeys/curl.ts";
import { temporaryFolder } from "../../server-process.ts";
import {
  type Dashboard,
  hasChromium,
  startDashboard,
  type Visitor,
  type VisitOptions,
} from "../../../engines/chromium.ts";
import { emulateSlow4G, largestPaint } from "../../../engines/page-speed.ts";
import { pathsOfOwner, pathsOfStranger } from "./all-pages.ts";
import { seedCrowdedAccount } from "./crowded-account.ts";
import { wireBytes } from "./wire-bytes.ts";

/** The bytes of all bodies that a browser loads with a page: HTML, style sheets, scripts and the mark. */
const maxWireBytes = 20_480;
const maxShift = 0.02;
const maxPaintMs = 500;
const maxInteractionMs = 100;
const maxServerMs = 100;

/** Returns the best of several attempts, so that another process on the machine does not decide. */
async function best(attempts: number, limit: number, measure: () => Promise<number>): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let attempt = 0; attempt < attempts && least > limit; attempt++)
    least = Math.min(least, await measure());
  return least;
}

/** Returns the sum of the layout shifts since the page began to load, without those after an input. */
function layoutShift(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        let sum = 0;
        new PerformanceObserver((list) => {
          // The entries of this type have these members.
          for (const entry of list.getEntries() as unknown as { value: number; hadRecentInput: boolean }[])
            if (!entry.hadRecentInput) sum += entry.value;
        }).observe({ type: "layout-shift", buffered: true });
        setTimeout(() => resolve(sum), 100);
      }),
  );
}

describe.skipIf(!hasChromium())("the budgets of the pages", () => {
  let dashboard: Dashboard;
  let owner: Visitor;
  let paths: string[];

  beforeAll(async () => {
    dashboard = await startDashboard();
    owner = await dashboard.visit();
    const { email } = await owner.signUp();
    await owner.page.getByRole("button", { name: "Create your first API key" }).click();
    const call = (await owner.page.locator("#call").textContent()) ?? "";
    for (let count = 0; count < 3; count++) await runCurl(call);
    const own = await pathsOfOwner(dashboard, owner);
    paths = [...own, ...(await pathsOfStranger(dashboard, email))];
  });
  afterAll(() => dashboard.close());

  /** Opens a visitor with the session of the owner. */
  async function visitAsOwner(options?: VisitOptions): Promise<Visitor> {
    const visitor = await dashboard.visit(options);
    await visitor.context.addCookies(await owner.context.cookies());
    return visitor;
  }

  it("every page of a usual account takes at most 20 kB on the wire, with all that it loads", async () => {
    const reference = await (await fetch(`${dashboard.url}/docs`)).text();
    const documented = [...reference.matchAll(/href="(\/docs\/[\w/-]+)"/g)].map(([, path = ""]) => path);
    const cookie = await owner.cookie();
    const large: string[] = [];
    for (const path of new Set([...paths, ...documented]))
      for (const sent of [cookie, ""]) {
        const bytes = await wireBytes(dashboard.url + path, sent);
        if (bytes > maxWireBytes) large.push(`${path}: ${bytes}`);
      }
    expect(large).toEqual([]);
  });

  it.each([
    ["desktop", "light"],
    ["phone", "dark"],
  ] as const)("no page moves its content while it loads, on a %s in the %s", async (screen, colorScheme) => {
    const visitor = await visitAsOwner({ screen, colorScheme });
    const shifted: string[] = [];
    for (const path of paths) {
      await visitor.goTo(path);
      const shift = await layoutShift(visitor.page);
      if (shift > maxShift) shifted.push(`${path}: ${shift.toFixed(3)}`);
    }
    expect(shifted).toEqual([]);
    await visitor.close();
  });

  it.each([
    "/",
    "/keys",
    "/usage",
    "/playground?tool=image-converter",
    "/plan",
    "/docs",
    "/docs/reference/text-analyzer",
  ])("%s shows its largest content within half a second on slow 4G", async (path) => {
    const time = await best(6, maxPaintMs, async () => {
      const visitor = await visitAsOwner();
      await emulateSlow4G(visitor.page);
      await visitor.goTo(path);
      const paint = await largestPaint(visitor.page);
      await visitor.close();
      return paint;
    });
    expect(time).toBeLessThanOrEqual(maxPaintMs);
  });

  it("answers a press, a key and a drag within 100 ms", async () => {
    const visitor = await visitAsOwner();
    const { page } = visitor;
    const interact = async (path: string, act: () => Promise<void>) =>
      best(4, maxInteractionMs, async () => {
        await visitor.goTo(path);
        await page.waitForLoadState("networkidle");
        await page.evaluate(() => {
          Object.assign(globalThis, { longest: 0 });
          new PerformanceObserver((list) => {
            for (const { duration } of list.getEntries())
              Object.assign(globalThis, { longest: Math.max(Reflect.get(globalThis, "longest"), duration) });
          }).observe({ type: "event", durationThreshold: 16 } as PerformanceObserverInit);
        });
        await act();
        await page.waitForTimeout(100);
        return page.evaluate(() => Number(Reflect.get(globalThis, "longest")));
      });
    const times = {
      menu: await interact("/keys", () => page.locator(".more-actions").first().click()),
      chart: await interact("/usage", async () => {
        await page.locator(".plot").first().click();
        await page.keyboard.press("ArrowLeft");
      }),
      typing: await interact("/playground", async () => {
        await page.locator("#field-text").click();
        await page.keyboard.type("A text.");
      }),
      search: await interact("/docs", () => page.keyboard.press("/")),
      language: await interact("/docs/reference/api-keys", () =>
        page.getByText("Python", { exact: true }).first().click(),
      ),
    };
    const slow = Object.entries(times).filter(([, time]) => time > maxInteractionMs);
    expect(slow).toEqual([]);
    await visitor.close();
  });
});

describe("the pages of an account with 10,000 keys and 5,000 invoices", () => {
  it("each take the server at most 100 ms", async () => {
    const folder = temporaryFolder();
    const path = join(folder.path, "tools-api.db");
    const { email, password } = await seedCrowdedAccount(path, { keys: 10_000, invoices: 5000 });
    const dashboard = await startDashboard({ DATABASE_URL: `sqlite:${path}` });
    const headers = { Origin: dashboard.url, "Content-Type": "application/x-www-form-urlencoded" };
    const signedIn = await fetch(`${dashboard.url}/sign-in`, {
      method: "POST",
      headers,
      body: new URLSearchParams({ email, password }),
      redirect: "manual",
    });
    const [cookie = ""] = (signedIn.headers.get("Set-Cookie") ?? "").split(";");
    const slow: string[] = [];
    for (const shown of ["/", "/keys", "/ended-keys", "/usage", "/plan", "/plan/invoices", "/plan/ledger"]) {
      const time = await best(5, maxServerMs, async () => {
        const started = performance.now();
        const response = await fetch(dashboard.url + shown, { headers: { Cookie: cookie } });
        await response.text();
        expect(response.status, shown).toBe(200);
        return performance.now() - started;
      });
      if (time > maxServerMs) slow.push(`${shown}: ${Math.round(time)} ms`);
    }
    expect(slow).toEqual([]);
    await dashboard.close();
    folder.remove();
  });
});
