import type { CDPSession, Page } from "playwright-core";

/** Gives a page the slow 4G of Lighthouse: a round trip of 150 ms, and 1.6 Mbit/s down. Resolves to its session. */
export async function emulateSlow4G(page: Page): Promise<CDPSession> {
  const session = await page.context().newCDPSession(page);
  await session.send("Network.enable");
  await session.send("Network.emulateNetworkConditions", {
    offline: false,
    latency: 150,
    downloadThroughput: 1_600_000 / 8,
    uploadThroughput: 750_000 / 8,
  });
  return session;
}

/** Returns the time of the largest contentful paint, in milliseconds after the navigation began. */
export function largestPaint(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        new PerformanceObserver((list) => resolve(list.getEntries().at(-1)?.startTime ?? 0)).observe({
          type: "largest-contentful-paint",
          buffered: true,
        });
      }),
  );
}
