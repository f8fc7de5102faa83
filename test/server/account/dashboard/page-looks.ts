import type { Page } from "playwright-core";
import { runAxe, screens, type VisitOptions } from "../../../engines/chromium.ts";
import { isWhole } from "../../../whole.ts";

/** The rules whose result depends on colors, sizes and scrolling. The other rules check only the markup. */
export const visualRules = [
  "color-contrast",
  "link-in-text-block",
  "target-size",
  "scrollable-region-focusable",
];

/** A pair of screen and color scheme. */
type Look = Required<Pick<VisitOptions, "screen" | "colorScheme">>;

/**
 * The looks of a page. Contrast depends only on the scheme, and target size and scrolling depend only on the screen. The
 * routes have one of the looks in turn.
 */
export const looks = {
  desktop: { screen: "desktop", colorScheme: "light" },
  phone: { screen: "phone", colorScheme: "dark" },
} as const satisfies Record<string, Look>;

/** All items of a list after the fifth. They have the markup of the first ones, and axe-core checks each element. */
const repeated = "main :is(tr, li, article, option):nth-child(n + 6)";

/** The screen on which a page must be readable without horizontal scrolling (WCAG 2.2, 1.4.10 Reflow). */
const narrowest = { width: 320, height: 640 };

/** Returns the sum of the layout shifts since the page began to load, without those after an input. */
export function layoutShift(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        let sum = 0;
        const add = (entries: PerformanceEntryList) => {
          // The entries of this type have these members.
          for (const entry of entries as unknown as { value: number; hadRecentInput: boolean }[])
            if (!entry.hadRecentInput) sum += entry.value;
        };
        const observer = new PerformanceObserver((list) => add(list.getEntries()));
        observer.observe({ type: "layout-shift", buffered: true });
        // The first frame after the load reports its shifts to the second one.
        requestAnimationFrame(() =>
          requestAnimationFrame(() => {
            add(observer.takeRecords());
            resolve(sum);
          }),
        );
      }),
  );
}

/**
 * Returns the faults of a page: more width than the narrowest screen, and the violations that axe-core finds with
 * everything open. `npm run test:whole` also looks at it in the other look.
 */
export async function faultsOf(page: Page, look: Look): Promise<string[]> {
  const faults: string[] = [];
  await page.setViewportSize(narrowest);
  const scrollWidth = await page.evaluate(() => {
    for (const details of document.querySelectorAll("main details")) details.setAttribute("open", "");
    return document.documentElement.scrollWidth;
  });
  if (scrollWidth > narrowest.width) faults.push(`${page.url()} is ${scrollWidth} px wide`);
  if (!isWhole) await page.locator(repeated).evaluateAll((items) => items.forEach((item) => item.remove()));
  const other = look === looks.desktop ? looks.phone : looks.desktop;
  for (const { screen, colorScheme } of isWhole ? [other, look] : [look]) {
    await page.setViewportSize(screens[screen].viewport);
    await page.emulateMedia({ colorScheme });
    const found = await runAxe(page, screen === look.screen ? undefined : visualRules);
    faults.push(...found.map((fault) => `${page.url()} on a ${screen} in the ${colorScheme}: ${fault}`));
  }
  return faults;
}
