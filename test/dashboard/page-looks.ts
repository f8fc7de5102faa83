import type { Page } from "playwright-core";
import { runAxe, screens } from "./browser.ts";

/** Contrast hangs on the colours, the size of targets and what scrolls on the screen. */
const looks = Object.entries(screens).flatMap(([screen, { viewport }]) =>
  (["light", "dark"] as const).map((colorScheme) => ({ screen, viewport, colorScheme })),
);
const everyScreenAndScheme = looks.filter(
  ({ screen, colorScheme }) => (screen === "phone") === (colorScheme === "dark"),
);

/** Where a page still has to be read without scrolling to the side (WCAG 2.2, 1.4.10 Reflow). */
const narrowest = { width: 320, height: 640 };

/** What axe-core has against a page in some looks, and whether it is wider than the narrowest screen. */
async function faultsIn(page: Page, seen: typeof looks): Promise<string[]> {
  const faults: string[] = [];
  for (const { screen, viewport, colorScheme } of seen) {
    await page.setViewportSize(viewport);
    await page.emulateMedia({ colorScheme });
    const found = await runAxe(page);
    faults.push(...found.map((fault) => `${page.url()} on a ${screen} in the ${colorScheme}: ${fault}`));
  }
  await page.setViewportSize(narrowest);
  const scrollWidth = await page.evaluate(() => document.documentElement.scrollWidth);
  if (scrollWidth > narrowest.width) faults.push(`${page.url()} is ${scrollWidth} px wide`);
  return faults;
}

/** The faults of a page in light and dark, each on a desktop and on a phone. */
export function faultsInEveryLook(page: Page): Promise<string[]> {
  return faultsIn(page, looks);
}

/** The faults of a page on a desktop in the light, and on a phone in the dark. */
export function faultsInTwoLooks(page: Page): Promise<string[]> {
  return faultsIn(page, everyScreenAndScheme);
}
