import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Dashboard, hasChromium, startDashboard, type VisitOptions } from "../engines/chromium.ts";
import { hasCurl, runCurl } from "./curl.ts";
import { keyboardHands, mouseHands, touchHands } from "./hands.ts";
import { freeLimit, travel } from "./owner-journey.ts";
import { type HeldRoad, heldRoad } from "./held-road.ts";
import { isWhole } from "../whole.ts";

const ways: Record<string, VisitOptions & { hands: typeof mouseHands }> = {
  // The last way has a mouse, and the other one has scripts.
  ...(isWhole && {
    "a mouse on a desktop in the light": { hands: mouseHands },
    "a finger on a phone in the dark": { hands: touchHands, screen: "phone", colorScheme: "dark" },
  }),
  "a keyboard alone, the focus seen at every stop": { hands: keyboardHands },
  "JavaScript off": { hands: mouseHands, javaScriptEnabled: false },
};

/** Presses a button, and presses it again while the response is pending. */
async function pressTwice(page: Page, road: HeldRoad, name: string): Promise<void> {
  road.hold();
  const { x = 0, y = 0 } = (await page.getByRole("button", { name }).boundingBox()) ?? {};
  await page.mouse.click(x + 5, y + 5);
  await expect.poll(road.held).toBe(1);
  await page.mouse.click(x + 5, y + 5);
  road.release();
}

describe.skipIf(!hasChromium() || !hasCurl())(
  "the journey of an owner from sign-up to upgrade and sign-out",
  () => {
    let dashboard: Dashboard;
    beforeAll(async () => {
      dashboard = await startDashboard({ PLAN_FREE_DAILY_LIMIT: String(freeLimit) });
    });
    afterAll(() => dashboard.close());

    it.each(Object.entries(ways))(
      "succeeds with %s, and every number agrees with the API",
      async (way, { hands, ...options }) => {
        const visitor = await dashboard.visit(options);
        await visitor.context.grantPermissions(["clipboard-read", "clipboard-write"]);
        const hasScripts = options.javaScriptEnabled ?? true;
        const email = `${way.replaceAll(/\W+/g, "-")}@example.com`;
        await travel({ dashboard, visitor, hands: hands(visitor.page), email, hasScripts });
        expect([...visitor.origins]).toEqual([dashboard.url]);
        await visitor.close();
      },
    );

    it("creates one account and one key if every button is pressed twice, and shows the secret", async () => {
      const road = await heldRoad(dashboard.url);
      const visitor = await dashboard.visit();
      const { page } = visitor;
      await page.goto(`${road.url}/sign-up`);
      await page.getByLabel("Email address").fill("impatient@example.com");
      await page.getByLabel("Password").fill("correct horse battery");
      await pressTwice(page, road, "Create account");
      await pressTwice(page, road, "Create your first API key");
      await page.getByRole("heading", { name: "Your new API key" }).waitFor();
      expect(await page.locator("main").textContent()).toMatch(/tk_live_\w{38}/);
      const headers = { Cookie: await visitor.cookie() };
      const keys = await (await fetch(`${dashboard.url}/account/keys`, { headers })).json();
      expect(keys).toMatchObject({ items: [{ name: "default" }], next: null });
      expect(visitor.complaints).toEqual([]);
      await visitor.close();
      road.close();
    });

    it("notices the first call on the overview by itself, and then shows it", async () => {
      const visitor = await dashboard.visit();
      const { page } = visitor;
      await visitor.signUp();
      await page.getByRole("button", { name: "Create your first API key" }).click();
      const line = (await page.locator("#call").textContent()) ?? "";
      await visitor.goTo("/");
      await page.getByText("Waiting for your first call…").waitFor();
      expect((await runCurl(line)).status).toBe(200);
      await page.getByText("Waiting for your first call…").waitFor({ state: "detached" });
      expect(await page.locator(".tile", { hasText: "Calls today" }).textContent()).toContain("1 of 3");
      visitor.expectQuiet();
      await visitor.close();
    });
  },
);
