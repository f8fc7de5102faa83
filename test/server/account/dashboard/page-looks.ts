import type { Page } from "playwright-core";
import { runAxe, screens } from "../../../engines/chromium.ts";
import { isWhole } from "../../../whole.ts";

/** The rules whose result depends on colors, sizes and scrolling. The other rules check only the markup. */
const visualRules = ["color-contrast", "link-in-text-block", "target-size", "scrollable-region-focusable"];

interface Look {
  screen: keyof typeof screens;
  colorScheme: "light" | "dark";
  /** All rules unless given. */
  rules?: readonly string[];
}

/**
 * Pairs of screen and color scheme. Contrast depends only on the scheme, and target size and scrolling depend only on
 * the screen. Most pages are checked twice with different content, in the first pair of each row. `npm run test:whole`
 * takes all pairs.
 */
export const looks = {
  desktopFirst: [
    { screen: "desktop", colorScheme: "light" },
    { screen: "phone", colorScheme: "dark", rules: visualRules },
  ],
  phoneFirst: [
    { screen: "phone", colorScheme: "dark" },
    { screen: "desktop", colorScheme: "light", rules: visualRules },
  ],
} as const satisfies Record<string, readonly Look[]>;

/** All items of a list after the twentieth. They have the markup of the first ones, and axe-core checks each element. */
const repeated = "main :is(tr, li, article, option):nth-child(n + 21)";

/** The screen on which a page must be readable without horizontal scrolling (WCAG 2.2, 1.4.10 Reflow). */
const narrowest = { width: 320, height: 640 };

/**
 * Returns the violations that axe-core finds on a page in the first look, or in all of them with `npm run test:whole`,
 * and a line if the page is wider than the narrowest screen.
 */
export async function faultsOf(page: Page, seen: readonly Look[]): Promise<string[]> {
  const faults: string[] = [];
  await page.setViewportSize(narrowest);
  const scrollWidth = await page.evaluate(() => document.documentElement.scrollWidth);
  if (scrollWidth > narrowest.width) faults.push(`${page.url()} is ${scrollWidth} px wide`);
  if (!isWhole) await page.locator(repeated).evaluateAll((items) => items.forEach((item) => item.remove()));
  for (const { screen, colorScheme, rules } of isWhole ? seen : seen.slice(0, 1)) {
    await page.setViewportSize(screens[screen].viewport);
    await page.emulateMedia({ colorScheme });
    const found = await runAxe(page, rules);
    faults.push(...found.map((fault) => `${page.url()} on a ${screen} in the ${colorScheme}: ${fault}`));
  }
  return faults;
}
