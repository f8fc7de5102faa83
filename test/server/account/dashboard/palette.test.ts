import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  type Dashboard,
  hasChromium,
  runAxe,
  startDashboard,
  type Visitor,
} from "../../../engines/chromium.ts";

describe.skipIf(!hasChromium())("the search of the dashboard", () => {
  let dashboard: Dashboard;
  let visitor: Visitor;

  beforeAll(async () => {
    dashboard = await startDashboard();
    visitor = await dashboard.visit();
    await visitor.signUp();
    const headers = {
      Cookie: await visitor.cookie(),
      Origin: dashboard.url,
      "Content-Type": "application/json",
    };
    const body = JSON.stringify({ name: "Live site" });
    await fetch(`${dashboard.url}/account/keys`, { method: "POST", headers, body });
  });
  afterAll(() => dashboard.close());

  /** Opens the search on a page by keyboard, and types words. */
  async function search(path: string, words: string) {
    const { page } = visitor;
    await visitor.goTo(path);
    await page.waitForLoadState("networkidle");
    await page.keyboard.press("Control+k");
    await page.getByRole("dialog", { name: "Search" }).waitFor();
    await page.keyboard.type(words);
    return page;
  }

  it.each([
    ["a page", "invoices", /\/plan\/invoices$/],
    ["a key by its name", "live", /\/keys\/key_\w+$/],
    ["a section of the documentation", "quota_exceeded", /\/docs\/errors#quota_exceeded$/],
  ])("opens %s by keyboard only", async (_, words, target) => {
    const page = await search("/usage", words);
    await page.getByRole("dialog").getByRole("listitem").first().waitFor();
    await page.waitForFunction(
      (word) => document.querySelector("dialog li")?.textContent.toLowerCase().includes(word),
      words,
    );
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await page.waitForURL(target);
    expect(page.url()).toMatch(target);
    visitor.expectQuiet();
  });

  it("changes the color scheme, and has no violation of axe", async () => {
    const page = await search("/usage", "dark");
    await page.getByRole("dialog").getByRole("button", { name: "Dark" }).waitFor();
    expect(await runAxe(page)).toEqual([]);
    await Promise.all([page.waitForEvent("load"), page.keyboard.press("Enter")]);
    expect(await page.locator("html").getAttribute("data-theme")).toBe("dark");
    visitor.expectQuiet();
  });

  it("opens with its button, closes with Escape, and offers no button to a browser without scripts", async () => {
    const { page } = visitor;
    await visitor.goTo("/usage");
    await page.waitForLoadState("networkidle");
    await page.getByRole("button", { name: "Search" }).click();
    await page.getByRole("dialog", { name: "Search" }).waitFor();
    await page.keyboard.press("Escape");
    await page.getByRole("dialog", { name: "Search" }).waitFor({ state: "hidden" });
    const plain = await dashboard.visit({ javaScriptEnabled: false });
    await plain.context.addCookies(await visitor.context.cookies());
    await plain.goTo("/usage");
    expect(await plain.page.getByRole("button", { name: "Search" }).isVisible()).toBe(false);
  });
});
