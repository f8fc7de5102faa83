import type { Page } from "playwright-core";
import { runAxe, screens } from "./browser.ts";

/**
 * Both schemes and both screens in two looks: contrast hangs on the colours, the size of targets and what scrolls on
 * the screen. What is seen once in the one pair and once in the other was seen in all four.
 */
export const looks = {
  lightDesktop: [
    { screen: "desktop", colorScheme: "light" },
    { screen: "phone", colorScheme: "dark" },
  ],
  darkDesktop: [
    { screen: "desktop", colorScheme: "dark" },
    { screen: "phone", colorScheme: "light" },
  ],
} as const;

/** Where a page still has to be read without scrolling to the side (WCAG 2.2, 1.4.10 Reflow). */
const narrowest = { width: 320, height: 640 };

/** What axe-core has against a page in two looks, and whether it is wider than the narrowest screen. */
export async function faultsOf(page: Page, seen: (typeof looks)[keyof typeof looks]): Promise<string[]> {
  const faults: string[] = [];
  for (const { screen, colorScheme } of seen) {
    await page.setViewportSize(screens[screen].viewport);
    await page.emulateMedia({ colorScheme });
    const found = await runAxe(page);
    faults.push(...found.map((fault) => `${page.url()} on a ${screen} in the ${colorScheme}: ${fault}`));
  }
  await page.setViewportSize(narrowest);
  const scrollWidth = await page.evaluate(() => document.documentElement.scrollWidth);
  if (scrollWidth > narrowest.width) faults.push(`${page.url()} is ${scrollWidth} px wide`);
  return faults;
}
