import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type AccountServer, startAccounts } from "../../account-server.ts";
import {
  hasChromium,
  startBrowser,
  type TestBrowser,
  type Visitor,
  type VisitOptions,
} from "../../../engines/chromium.ts";
import { visitLike } from "./playground-page.ts";
import { recordHistory } from "./usage-history.ts";

const credentials = { email: "ada@example.com", password: "correct horse battery" };
const range = "start_date=2026-03-01&end_date=2026-03-04&timezone=UTC";

describe.skipIf(!hasChromium())("the chart of the usage page", () => {
  let server: AccountServer;
  let browser: TestBrowser;
  let owner: Visitor;

  beforeAll(async () => {
    [server, browser] = await Promise.all([startAccounts(), startBrowser()]);
    const { id } = await server.account(credentials.email, credentials.password);
    await recordHistory(server.usage, id, [
      { at: "2026-03-01T12:00:00Z", succeeded: 30 },
      { at: "2026-03-03T12:00:00Z", succeeded: 60, failed: 30, rejected: 20 },
    ]);
    owner = await browser.visit(server.url);
    await owner.signIn(credentials);
  });
  afterAll(() => Promise.all([browser.close(), server.close()]));

  async function visitUsage(options?: VisitOptions) {
    const visitor = await visitLike(owner, (wanted) => browser.visit(server.url, wanted), options);
    expect(await visitor.goTo(`/usage?${range}`)).toBe(200);
    const { page } = visitor;
    const chart = page.locator("usage-chart").first();
    return {
      ...visitor,
      plot: chart.locator(".plot"),
      caption: chart.locator(".legend p"),
      numberOf: (field: string) => chart.locator(`.legend [data-field="${field}"] b`).textContent(),
      /** Returns the heights of the bars of an outcome from the left, in pixels. */
      barsOf: (field: string) =>
        chart.locator(`path.${field}`).evaluateAll((paths) =>
          paths.flatMap((path) => {
            const scale = (path.closest("svg")?.getBoundingClientRect().height ?? 0) / 1000;
            const bars = path.getAttribute("d")?.split("M").slice(1) ?? [];
            return bars.map((bar) => {
              const [, bottom, top] = /^\d+ (\d+)V(\d+)/.exec(bar) ?? [];
              return (Number(bottom) - Number(top)) * scale;
            });
          }),
        ),
    };
  }

  it("draws a bar for every day with calls, with a height by their number, and stacks the other outcomes", async () => {
    const visitor = await visitUsage();
    const [one = 0, two = 0, ...others] = await visitor.barsOf("succeeded");
    const [failed = 0] = await visitor.barsOf("failed");
    const [rejected = 0] = await visitor.barsOf("rejected");
    expect(others).toEqual([]);
    expect(one).toBeGreaterThan(20);
    // To a pixel at either end.
    expect(Math.abs(two - 2 * one)).toBeLessThanOrEqual(2);
    expect(Math.abs(failed - one)).toBeLessThanOrEqual(2);
    expect(Math.abs(rejected - (2 * one) / 3)).toBeLessThanOrEqual(2);
    expect(await visitor.barsOf("server_errors")).toEqual([]);
    expect(await visitor.plot.getAttribute("aria-label")).toContain(
      "120 calls: 90 succeeded and 30 failed. Not counted: ",
    );
    visitor.expectQuiet();
    await visitor.close();
  });

  it("shows the numbers of the day under the pointer, and of all days without a pointer", async () => {
    const visitor = await visitUsage();
    const { caption, numberOf, plot } = visitor;
    expect(await numberOf("succeeded")).toBe("90");
    const { width = 0 } = (await plot.boundingBox()) ?? {};
    await plot.hover({ position: { x: (width * 2.5) / 4, y: 100 } });
    await expect.poll(() => caption.textContent()).toBe("Tue, Mar 3, 2026");
    expect(await numberOf("succeeded")).toBe("60");
    expect(await numberOf("rejected")).toBe("20");
    await visitor.page.locator("h1").hover();
    await expect.poll(() => caption.textContent()).toBe("Mar 1 – 4, 2026");
    expect(await numberOf("succeeded")).toBe("90");
    await visitor.close();
  });

  it("says the values of the bar that the arrow keys choose, with a visible focus", async () => {
    const visitor = await visitUsage();
    const { page, plot, caption } = visitor;
    await plot.focus();
    await page.keyboard.press("Home");
    const spoken = () => plot.getAttribute("aria-valuetext");
    expect(await spoken()).toBe(
      "Sun, Mar 1, 2026: Succeeded (2xx) 30, Failed (4xx) 0, Rejected (429) 0, Server errors (5xx) 0",
    );
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("ArrowRight");
    expect(await spoken()).toContain(
      "Tue, Mar 3, 2026: Succeeded (2xx) 60, Failed (4xx) 30, Rejected (429) 20",
    );
    expect(await caption.textContent()).toBe("Tue, Mar 3, 2026");
    await page.keyboard.press("End");
    expect(await plot.getAttribute("aria-valuenow")).toBe("4");
    expect(await plot.evaluate((element) => getComputedStyle(element).outlineStyle)).toBe("solid");
    await page.keyboard.press("Tab");
    expect(await caption.textContent()).toBe("Mar 1 – 4, 2026");
    await visitor.close();
  });

  it("is drawn without scripts, and the table is a link away", async () => {
    const visitor = await visitUsage({ javaScriptEnabled: false });
    const { page } = visitor;
    expect(await visitor.barsOf("succeeded")).toHaveLength(2);
    await page.getByText("Show every day as a table").click();
    const row = page.locator('[aria-label="Calls by day"] tbody tr').nth(2);
    expect(await row.locator("data").allTextContents()).toEqual([
      "90",
      "60",
      "30",
      "20",
      "0",
      "111.1 kB",
      "5.1 MB",
    ]);
    await page.getByText("Dates and time zone").click();
    await page.fill("#timezone", "Mars/Olympus");
    await page.getByRole("button", { name: "Show usage" }).click();
    expect(await page.locator("#timezone-error").textContent()).toContain("Europe/Berlin");
    await visitor.close();
  });
});
