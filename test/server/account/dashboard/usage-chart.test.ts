import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type AccountServer, startAccounts } from "../../account-server.ts";
import {
  hasChromium,
  runAxe,
  startBrowser,
  type TestBrowser,
  type VisitOptions,
} from "../../../engines/chromium.ts";
import { recordHistory } from "./usage-history.ts";

const credentials = { email: "ada@example.com", password: "correct horse battery" };
const range = "start_date=2026-03-01&end_date=2026-03-04";

describe.skipIf(!hasChromium())("the chart of the usage page", () => {
  let server: AccountServer;
  let browser: TestBrowser;

  beforeAll(async () => {
    [server, browser] = await Promise.all([startAccounts(), startBrowser()]);
    const { id } = await server.account(credentials.email, credentials.password);
    await recordHistory(server.usage, id, [
      { at: "2026-03-01T12:00:00Z", succeeded: 30 },
      { at: "2026-03-03T12:00:00Z", succeeded: 60, failed: 30, rejected: 20 },
    ]);
  });
  afterAll(() => Promise.all([browser.close(), server.close()]));

  async function visitUsage(options?: VisitOptions) {
    const visitor = await browser.visit(server.url, options);
    await visitor.signIn(credentials);
    expect(await visitor.goTo(`/usage?${range}`)).toBe(200);
    const { page } = visitor;
    return {
      ...visitor,
      plot: page.locator(".plot"),
      swatchOf: (field: string) => page.locator(`[data-field="${field}"] .swatch`),
      numberOf: (field: string) => page.locator(`.legend [data-field="${field}"] data`).textContent(),
      /** Returns the number of pixels in a swatch's color, for each column of the canvas. */
      columnsOf: (field: string) =>
        page.evaluate((name) => {
          const swatch = document.querySelector(`[data-field="${name}"] .swatch`);
          const canvas = document.querySelector<HTMLCanvasElement>(".plot canvas");
          const context = canvas?.getContext("2d");
          if (!swatch || !canvas || !context) return [];
          const wanted = (getComputedStyle(swatch).color.match(/\d+/g) ?? []).map(Number);
          const { data, width } = context.getImageData(0, 0, canvas.width, canvas.height);
          const columns = new Map<number, number>();
          for (let at = 0; at < data.length; at += 4)
            if (wanted.every((channel, index) => data[at + index] === channel)) {
              const column = (at / 4) % width;
              columns.set(column, (columns.get(column) ?? 0) + 1);
            }
          return [...columns].toSorted(([one], [other]) => one - other);
        }, field),
    };
  }

  /** Returns the heights of the bars from the left, from those of their columns. */
  function barsOf(columns: [column: number, height: number][]): number[] {
    return columns
      .filter(([column], index) => column !== (columns[index - 1]?.[0] ?? -2) + 1)
      .map(([first]) => columns.find(([column]) => column === first + 3)?.[1] ?? 0);
  }

  it("draws a bar for every day with calls, with a height by their number, and stacks the other outcomes", async () => {
    const visitor = await visitUsage();
    const succeeded = barsOf(await visitor.columnsOf("succeeded"));
    const failed = barsOf(await visitor.columnsOf("failed"));
    expect(succeeded).toHaveLength(2);
    expect(failed).toHaveLength(1);
    const [one = 0, two = 0] = succeeded;
    expect(one).toBeGreaterThan(20);
    // To a pixel at either end.
    expect(Math.abs(two - 2 * one)).toBeLessThanOrEqual(3);
    expect(Math.abs((failed[0] ?? 0) - one)).toBeLessThanOrEqual(3);
    // Two thirds as high and hatched, so no column has a single color.
    const rejected = await visitor.columnsOf("rejected");
    expect(rejected.length).toBeGreaterThan(20);
    for (const [, height] of rejected) expect(height).toBeLessThan(one / 2);
    expect(await visitor.columnsOf("serverErrors")).toEqual([]);
    expect(await visitor.plot.getAttribute("aria-label")).toContain(
      "120 calls: 90 succeeded and 30 failed. Not counted: ",
    );
    visitor.expectQuiet();
    await visitor.close();
  });

  it("shows the numbers of the day under the pointer, and of all days without a pointer", async () => {
    const visitor = await visitUsage();
    const caption = visitor.page.locator(".legend p");
    expect(await visitor.numberOf("succeeded")).toBe("90");
    const [bar = [0]] = (await visitor.columnsOf("failed")).slice(3);
    await visitor.plot.hover({ position: { x: bar[0], y: 150 } });
    await expect.poll(() => caption.textContent()).toBe("2026-03-03");
    expect(await visitor.numberOf("succeeded")).toBe("60");
    expect(await visitor.numberOf("rejected")).toBe("20");
    await visitor.page.locator("h1").hover();
    await expect.poll(() => caption.textContent()).toBe("2026-03-01 to 2026-03-04");
    expect(await visitor.numberOf("succeeded")).toBe("90");
    await visitor.close();
  });

  it("adapts to the width of the window and the color scheme", async () => {
    const visitor = await visitUsage();
    const { page } = visitor;
    const widths = () =>
      page.evaluate(() =>
        [".plot canvas", ".plot"].map((selector) => document.querySelector(selector)?.clientWidth),
      );
    const [, wide = 0] = await widths();
    await page.setViewportSize({ width: 390, height: 800 });
    await expect.poll(async () => new Set(await widths()).size).toBe(1);
    expect((await widths())[0]).toBeLessThan(wide);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
    expect(barsOf(await visitor.columnsOf("succeeded"))).toHaveLength(2);

    const swatch = visitor.swatchOf("succeeded");
    const colour = () => swatch.evaluate((element) => getComputedStyle(element).color);
    const light = await colour();
    await page.emulateMedia({ colorScheme: "dark" });
    expect(await colour()).not.toBe(light);
    await expect.poll(async () => barsOf(await visitor.columnsOf("succeeded"))).toHaveLength(2);
    await visitor.close();
  });

  it("distinguishes its segments and outlines the quota bar in forced colors mode", async () => {
    const visitor = await visitUsage();
    const { page } = visitor;
    await page.emulateMedia({ forcedColors: "active" });
    const colours = await page
      .locator("[data-field] .swatch")
      .evaluateAll((swatches) => swatches.map((swatch) => getComputedStyle(swatch).color));
    expect(new Set(colours).size).toBe(4);
    const border = await page
      .locator("progress")
      .evaluate((progress) => getComputedStyle(progress).borderTopStyle);
    expect(border).toBe("solid");
    await visitor.close();
  });

  it("passes axe-core on a phone in dark mode with the table open, and offers time zones", async () => {
    const visitor = await visitUsage({ screen: "phone", colorScheme: "dark" });
    await visitor.page.click("summary");
    expect(await runAxe(visitor.page)).toEqual([]);
    const zones = visitor.page.locator("#timezone-names option");
    expect(
      await zones.evaluateAll((options) => options.map((option) => option.getAttribute("value"))),
    ).toContain("Europe/Berlin");
    visitor.expectQuiet();
    await visitor.close();
  });

  it("is absent without scripts, and the table is present", async () => {
    const visitor = await visitUsage({ javaScriptEnabled: false });
    expect(await visitor.page.locator("usage-chart").isVisible()).toBe(false);
    await visitor.page.click("summary");
    const row = visitor.page.locator("#periods tbody tr").nth(2);
    expect(await row.locator("data").allTextContents()).toEqual([
      "90",
      "60",
      "30",
      "20",
      "0",
      "111.1 kB",
      "5.1 MB",
    ]);
    await visitor.page.fill("#timezone", "Mars/Olympus");
    await visitor.page.click("text=Show");
    expect(await visitor.page.locator("#timezone-error").textContent()).toContain("Europe/Berlin");
    await visitor.close();
  });
});
