import { beforeAll, describe, expect, it, vi } from "vitest";
import { type ManagementServer, managementServer, type Owner } from "../../management-server.ts";
import { turnsDuring } from "../../../event-loop.ts";
import { textOf, wordsOf } from "./owner-pages.ts";
import { recordHistory } from "./usage-history.ts";

// In Berlin it is 00:30 of the next day.
const now = Date.parse("2026-11-22T23:30:00Z");
const fields = [
  "calls",
  "succeeded",
  "failed",
  "rejected",
  "server_errors",
  "bytes_in",
  "bytes_out",
] as const;

type Counts = Record<(typeof fields)[number], number>;

interface Report {
  start_date: string;
  end_date: string;
  totals: Counts & { average_duration_ms: number };
  by_endpoint: (Counts & { endpoint: string; average_duration_ms: number })[];
  series: (Counts & { start: string; end: string })[];
  quota: { used: number; limit: number };
}

let server: ManagementServer;
let owner: Owner;

beforeAll(async () => {
  server = managementServer({ now: () => now });
  owner = await server.owner();
  await recordHistory(server.usage, owner.account.id, [
    { at: "2026-10-24T21:59:00Z", succeeded: 3 },
    { at: "2026-10-24T22:00:00Z", succeeded: 1, endpoint: "image-converter" },
    // Both are at 02:15 in Berlin, before and after the clocks are set back.
    { at: "2026-10-25T00:15:00Z", succeeded: 1200, failed: 2 },
    { at: "2026-10-25T01:15:00Z", failed: 5, rejected: 7, endpoint: "profile" },
    { at: "2026-10-25T22:59:59Z", succeeded: 4, serverErrors: 3 },
    { at: "2026-10-25T23:00:00Z", succeeded: 6, endpoint: "usage" },
    { at: "2026-11-20T12:00:00Z", succeeded: 2 },
    { at: "2026-11-20T12:00:00Z", succeeded: 9, endpoint: "our-<translator>" },
  ]);
});

const see = (path: string, as = owner) => server.call(`GET ${path}`, { as });

/** Returns the page with the table of all periods. */
async function pageAt(query: string, as = owner): Promise<string> {
  const answer = await see(`/usage?table=on&${query}`, as);
  const html = await answer.text();
  expect(answer.status, html).toBe(200);
  return html;
}

async function reportAt(query: string): Promise<Report> {
  // The tests compare the shape.
  return (await (await see(`/account/usage?${query}`)).json()) as Report;
}

const numbersIn = (html: string) =>
  [...html.matchAll(/<data value="([^"]*)">/g)].map(([, value]) => Number(value));

/** Returns the rows of a table: the label of each row, then its numbers. */
function rowsOf(html: string, label: string): unknown[][] {
  const [, table = ""] =
    new RegExp(`aria-label="${label}"[\\s\\S]*?<tbody>([\\s\\S]*?)</tbody>`).exec(html) ?? [];
  return [...table.matchAll(/<tr[^>]*>([\s\S]*?)<\/tr>/g)].map(([, row = ""]) => [
    /datetime="([^"]*)"/.exec(row)?.[1] ?? wordsOf(/<th[^>]*>([\s\S]*?)<\/th>/.exec(row)?.[1] ?? ""),
    ...numbersIn(row),
  ]);
}

/** Returns the labels of the periods in order. */
const namesIn = (html: string) =>
  [...html.matchAll(/<th scope="row"><time[^>]*>([^<]*)/g)].map(([, name]) => name);

const countsOf = (counts: Counts) => fields.map((field) => counts[field]);

describe("the usage page", () => {
  it.each([
    ["UTC", "start_date=2026-10-20&end_date=2026-11-02"],
    [
      "Berlin by the hour",
      "start_date=2026-10-24&end_date=2026-10-26&granularity=hour&timezone=Europe/Berlin",
    ],
    ["Berlin by the day", "start_date=2026-10-24&end_date=2026-10-26&timezone=Europe/Berlin"],
    [
      "Kathmandu by the week",
      "start_date=2026-10-01&end_date=2026-11-20&granularity=week&timezone=Asia/Kathmandu",
    ],
    ["UTC by the month", "start_date=2026-01-01&end_date=2026-11-20&granularity=month"],
  ])("shows and downloads the numbers of the API: %s", async (_, query) => {
    const metered = await server.call(`GET /v1/analytics/usage?${query}`, { bearer: owner.key });
    const report = await reportAt(query);
    expect(await metered.json()).toEqual(report);
    expect(report.totals.calls).toBeGreaterThan(1200);

    const html = await pageAt(query);
    const { average_duration_ms: average, ...totals } = report.totals;
    const [, stats = ""] = /<dl class="stats of-range">([\s\S]*?)<\/dl>/.exec(html) ?? [];
    const {
      calls,
      failed,
      rejected,
      server_errors: serverErrors,
      bytes_in: sent,
      bytes_out: received,
    } = totals;
    expect(numbersIn(stats)).toEqual([calls, failed, rejected, serverErrors, sent, received, average]);
    const [, granularity = "day"] = /granularity=(\w+)/.exec(query) ?? [];
    expect(rowsOf(html, `Calls by ${granularity}`)).toEqual(
      report.series.map((period) => [period.start, ...countsOf(period)]),
    );
    expect(rowsOf(html, "Calls by endpoint")).toEqual(
      report.by_endpoint.map((record) => [record.endpoint, ...countsOf(record), record.average_duration_ms]),
    );
    const { used } = report.quota;
    expect(wordsOf(html)).toContain(`${used} of 1,000 calls used, ${1000 - used} left.`);

    const [, download = ""] = /href="([^"]*)"[^>]*>\s*Download CSV/.exec(html) ?? [];
    const csv = await see(textOf(download));
    expect(csv.status).toBe(200);
    expect(csv.headers.get("Content-Type")).toBe("text/csv; charset=utf-8");
    expect(csv.headers.get("Content-Disposition")).toBe(
      `attachment; filename="usage-${report.start_date}-${report.end_date}.csv"`,
    );
    const lines = (await csv.text()).split("\r\n");
    expect(lines.pop()).toBe("");
    const [heads = [], ...rows] = lines.map((line) => line.split(","));
    expect(
      rows.map((cells) =>
        Object.fromEntries(
          heads.map((head, column) => [head, column < 2 ? cells[column] : Number(cells[column])]),
        ),
      ),
    ).toEqual(report.series);
  });

  it("renders the 744 hours of a month in chunks, between which other requests run", async () => {
    const month = "start_date=2026-10-01&end_date=2026-10-31&granularity=hour";
    // Rows take no time on this clock but 1 ms for each look at it, so the number of slices does not depend on the
    // machine.
    let time = 0;
    const clock = vi.spyOn(performance, "now").mockImplementation(() => time++);
    const turns = await turnsDuring(async () => {
      expect(namesIn(await pageAt(month))).toHaveLength(744);
    });
    clock.mockRestore();
    expect(turns).toBeGreaterThanOrEqual(16);
  });

  it.each([
    ["start_date", "start_date=2026-13-01"],
    ["end_date", "start_date=2026-11-02&end_date=2026-11-01"],
    ["start_date", "start_date=2026-01-01&end_date=2026-03-01&granularity=hour"],
    ["granularity", "granularity=fortnight"],
    ["timezone", "timezone=Mars/Olympus"],
    ["end_date", "end_date=2026-11-01&end_date=2026-11-02"],
  ])("shows the error at the field: %s of %s", async (field, query) => {
    const answer = await see(`/usage?${query}`);
    const html = await answer.text();
    expect(answer.status).toBe(422);
    expect([...html.matchAll(/id="(\w+)-error"/g)].map(([, name]) => name)).toEqual([field]);
    expect(html).toMatch(
      new RegExp(`id="${field}"[^>]*aria-invalid="true"[^>]*aria-describedby="${field}-error"`),
    );

    const csv = await see(`/usage.csv?${query}`);
    expect(csv.status).toBe(422);
    expect(csv.headers.get("Content-Type")).toBe("text/html; charset=utf-8");
    expect(csv.headers.has("Content-Disposition")).toBe(false);
  });

  it("shows the next step in a range without calls, and no success rate if all calls were rejected", async () => {
    const other = await server.owner();
    const html = await pageAt("", other);
    expect(html).toContain("No calls in this range");
    expect(html).toMatch(/href="\/playground"[\s\S]*href="\/keys"/);
    expect(html).not.toMatch(/<usage-chart|Download CSV/);

    await recordHistory(server.usage, other.account.id, [{ at: "2026-11-20T12:00:00Z", rejected: 1 }]);
    const refused = await pageAt("", other);
    expect(refused).not.toContain("No calls in this range");
    expect(refused).toMatch(/success rate<\/dt><dd>–/);
  });

  it("draws the daily limit over bars of UTC days, and names it above bars that do not come near it", async () => {
    const around = "start_date=2026-10-24&end_date=2026-10-26";
    const line = 'class="line limit"';
    expect(await pageAt(around)).toContain(line);
    expect(await pageAt(`${around}&timezone=Europe/Berlin`)).not.toMatch(/Daily limit/);
    expect(await pageAt(`${around}&granularity=week`)).not.toMatch(/Daily limit/);
    const low = await pageAt("start_date=2026-11-19&end_date=2026-11-21");
    expect(low).not.toContain(line);
    expect(wordsOf(low)).toContain("Daily limit 1,000 , above the chart");
  });

  it("filters by endpoint and outcome, keeps both in its links, and leads to the same requests", async () => {
    const range = "start_date=2026-10-24&end_date=2026-10-26";
    const html = await pageAt(`${range}&endpoint=profile&outcome=rejected`);
    const report = await reportAt(`${range}&endpoint=profile`);
    expect(report.totals).toMatchObject({ calls: 5, failed: 5, rejected: 7 });
    expect(report.by_endpoint.map(({ endpoint }) => endpoint)).toEqual(["profile"]);
    expect(rowsOf(html, "Calls by day")).toEqual(
      report.series.map((period) => [period.start, ...countsOf(period)]),
    );
    const [, values = ""] = /<usage-chart names="[^"]*" values="([^"]*)"/.exec(html) ?? [];
    expect(JSON.parse(values)).toEqual([[0, 7, 0]]);
    expect(wordsOf(html)).toContain("Only calls to profile . Show all calls");
    const links = [...html.matchAll(/href="(\/(?:usage|requests)[^"]*)"/g)].map(([, href = ""]) =>
      textOf(href),
    );
    expect(links).toContain(`/usage?${range}&granularity=day&timezone=UTC&endpoint=profile&outcome=rejected`);
    expect(links).toContain("/requests?endpoint=GET+%2Fv1%2Fuser%2Fprofile&status=429");
    for (const link of links) expect((await see(link)).status, link).toBe(200);
  });

  it("has the data of an hourly month in 12 kB, without its table", async () => {
    const month = "start_date=2026-10-01&end_date=2026-10-31&granularity=hour";
    const headers = { "Accept-Encoding": "gzip, deflate, br" };
    const answer = await server.call(`GET /usage?${month}`, { as: owner, headers });
    expect(answer.status).toBe(200);
    expect((await answer.arrayBuffer()).byteLength).toBeLessThan(12_000);
  });

  it("is in the time zone that the browser has sent, unless a link names another", async () => {
    const sent = await server.call("POST /preferences", {
      as: owner,
      headers: { "Content-Type": "application/x-www-form-urlencoded" },
      body: "time_zone=Asia%2FKathmandu",
    });
    expect(sent.status).toBe(204);
    const [cookie = ""] = (sent.headers.get("Set-Cookie") ?? "").split(";");
    expect(cookie).toBe("time_zone=Asia%2FKathmandu");
    const zoned = async (query: string) =>
      (
        await server.call(`GET /usage?${query}`, {
          headers: { Cookie: `session=${owner.session}; ${cookie}` },
        })
      ).text();
    expect(wordsOf(await zoned(""))).toContain("Nov 23, 2026, Asia/Kathmandu");
    expect(wordsOf(await zoned("timezone=UTC"))).toContain("Nov 22, 2026, UTC");
  });

  it("counts no call for a page view or a download", async () => {
    const before = await reportAt("");
    await pageAt("");
    await see("/usage.csv");
    await server.call("HEAD /usage.csv", { as: owner });
    expect(await reportAt("")).toEqual(before);
  });
});
