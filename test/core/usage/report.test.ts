import { memoryUsage } from "@tools-api/adapters/storage/memory";
import { defaultPlans } from "@tools-api/core";
import { toWire, UsageReportRecord } from "@tools-api/core/internal";
import type { UsageQuery } from "@tools-api/core/storage";
import { getUsage, type UsageOptions } from "@tools-api/core/usage";
import { describe, expect, it } from "vitest";
import { endpoints } from "../../endpoints.ts";
import { withEachStore } from "./local-stores.ts";
import { account, call, recordCalls, type RecordedCall } from "./recorded-calls.ts";

const now = Date.parse("2026-11-21T12:00:00Z");

async function reportOf(calls: RecordedCall[], options: UsageOptions = {}) {
  const usage = memoryUsage();
  await recordCalls(usage, calls);
  return getUsage({ usage, account, plans: defaultPlans, now, endpoints }, options);
}

describe("usage reports", () => {
  it("counts every kind of outcome in its own field", async () => {
    const { totals } = await reportOf([
      call("2026-11-20T10:00:00Z", { bytesIn: 1, bytesOut: 20, durationMs: 3 }),
      call("2026-11-20T10:01:00Z", { end: "failed", bytesIn: 300, bytesOut: 4000, durationMs: 4.5 }),
      call("2026-11-20T10:02:00Z", { end: "none", units: 5 }),
      call("2026-11-20T10:03:00Z", { end: "given back", units: 4 }),
      call("2026-11-20T10:04:00Z", { end: "rejected", units: 3 }),
    ]);
    expect(totals).toEqual({
      calls: 3,
      units: 7,
      succeeded: 1,
      failed: 1,
      serverErrors: 1,
      rejected: 1,
      bytesIn: 301,
      bytesOut: 4020,
      averageDurationMs: 3.8,
    });
  });

  it("averages only over ended calls, to a tenth of a millisecond, and returns 0 if none has ended", async () => {
    const inFlight = await reportOf([call("2026-11-20T10:00:00Z", { end: "none" })]);
    expect(inFlight.totals).toMatchObject({ calls: 1, averageDurationMs: 0 });
    const ended = await reportOf([
      call("2026-11-20T10:00:00Z", { durationMs: 0.1 }),
      call("2026-11-20T10:00:00Z", { durationMs: 0.12 }),
      call("2026-11-20T10:00:00Z", { durationMs: 0.5, end: "failed" }),
      call("2026-11-20T10:00:00Z", { end: "none" }),
    ]);
    expect(ended.totals.averageDurationMs).toBe(0.2);
  });

  it("lists each endpoint of the source in order, even without calls", async () => {
    const { byEndpoint } = await reportOf([
      call("2026-11-20T10:00:00Z", { endpoint: "profile", durationMs: 2 }),
      call("2026-11-21T10:00:00Z", { endpoint: "image-converter", durationMs: 90 }),
    ]);
    expect(
      byEndpoint.map(({ endpoint, calls, averageDurationMs }) => [endpoint, calls, averageDurationMs]),
    ).toEqual([
      ["text-analyzer", 0, 0],
      ["image-converter", 1, 90],
      ["usage", 0, 0],
      ["profile", 1, 2],
    ]);
  });

  it("lists other names after the endpoints of the source, and counts their calls in every view", async () => {
    const { byEndpoint, totals, series, quota } = await reportOf([
      call("2026-11-21T10:00:00Z", { endpoint: "translator", durationMs: 8 }),
      call("2026-11-21T10:00:00Z", { endpoint: "usage" }),
      call("2026-11-21T11:00:00Z", { endpoint: "myOcr_2", end: "failed" }),
      call("2026-11-21T11:00:00Z", { endpoint: "translator", end: "none" }),
    ]);
    expect(byEndpoint.map(({ endpoint, calls }) => [endpoint, calls])).toEqual([
      ["text-analyzer", 0],
      ["image-converter", 0],
      ["usage", 1],
      ["profile", 0],
      ["myOcr_2", 1],
      ["translator", 2],
    ]);
    expect([totals.calls, series.at(-1)?.calls, quota.used]).toEqual([4, 4, 4]);
  });

  it("lists only names with calls if the source has no endpoints", async () => {
    const usage = memoryUsage();
    await recordCalls(usage, [call("2026-11-21T10:00:00Z", { endpoint: "translator" })]);
    const { byEndpoint } = await getUsage({ usage, account, plans: defaultPlans, now });
    expect(byEndpoint.map(({ endpoint, calls }) => [endpoint, calls])).toEqual([["translator", 1]]);
  });

  it("returns the instant from which periods are exact if folded days may not fit them, and null otherwise", async () => {
    const exactFrom = async (options: UsageOptions) => (await reportOf([], options)).exactFrom;
    const horizon = Date.parse("2025-10-17T00:00:00Z");
    const old = { startDate: "2025-10-01", endDate: "2025-10-31" };
    expect(await exactFrom({ ...old, timezone: "Asia/Kathmandu" })).toBe(horizon);
    expect(await exactFrom({ ...old, granularity: "hour" })).toBe(horizon);
    expect(await exactFrom(old)).toBeNull();
    expect(await exactFrom({ ...old, granularity: "week" })).toBeNull();
    expect(await exactFrom({ startDate: "2025-12-01", timezone: "Asia/Kathmandu" })).toBeNull();
    expect(
      await exactFrom({ startDate: "2020-01-01", endDate: "2020-01-02", timezone: "Asia/Kathmandu" }),
    ).toBe(horizon);
  });

  it("counts a call in its local day from the period that exactFrom names, on every store", async () => {
    // The store folds days that are more than 400 days old.
    const clock = { now: () => now };
    await withEachStore(clock, async (usage, name) => {
      // 01:00 and 23:00 of a day in Kathmandu, a call each, on 30 days across the horizon.
      const calls = Array.from({ length: 30 }, (_, day) =>
        [19.25, 17.25].map((hours) =>
          call(
            new Date(Date.parse("2025-10-01T00:00:00Z") + day * 86_400_000 + hours * 3_600_000).toISOString(),
          ),
        ),
      ).flat();
      for (let repeat = 0; repeat < 5; repeat++) await recordCalls(usage, calls);
      const options = { startDate: "2025-10-03", endDate: "2025-10-28", timezone: "Asia/Kathmandu" };
      const report = await getUsage({ usage, account, plans: defaultPlans, now, endpoints }, options);
      const from = report.exactFrom ?? Number.NaN;
      expect(from, name).toBe(Date.parse("2025-10-17T00:00:00Z"));
      const exact = report.series.filter(({ start }) => start >= from);
      expect(exact.length, name).toBe(11);
      expect(
        exact.map((period) => period.calls),
        name,
      ).toEqual(exact.map(() => 10));
    });
  });

  it("shows an account only its own calls", async () => {
    const usage = memoryUsage();
    await recordCalls(usage, [call("2026-11-21T10:00:00Z")], { ...account, id: "acct_2" });
    const report = await getUsage({ usage, account, plans: defaultPlans, now });
    expect(report.totals.calls).toBe(0);
    expect(report.quota.used).toBe(0);
  });

  it("counts a call only on the day of its admission, to the millisecond", async () => {
    const { series } = await reportOf(
      [call("2026-11-19T23:59:59.999Z"), call("2026-11-20T00:00:00.000Z"), call("2026-11-20T23:59:59.999Z")],
      { startDate: "2026-11-19", endDate: "2026-11-21" },
    );
    expect(series.map(({ calls }) => calls)).toEqual([1, 2, 0]);
  });

  it("omits calls before and after the range", async () => {
    const { totals, series } = await reportOf(
      [call("2026-11-18T23:59:59.999Z"), call("2026-11-19T00:00:00Z"), call("2026-11-20T00:00:00Z")],
      { startDate: "2026-11-19", endDate: "2026-11-19" },
    );
    expect(totals.calls).toBe(1);
    expect(series).toHaveLength(1);
  });

  it("shows the calls of the current UTC day as used, whatever the range", async () => {
    const calls = [
      call("2026-11-20T23:59:00Z"),
      call("2026-11-21T00:00:00Z"),
      call("2026-11-21T11:59:00Z", { end: "none" }),
      call("2026-11-21T11:59:00Z", { end: "given back" }),
      call("2026-11-21T11:59:00Z", { end: "rejected" }),
    ];
    const today = await reportOf(calls, { startDate: "2026-11-21" });
    expect(today.totals.calls).toBe(2);
    expect(today.quota).toEqual({
      policy: "daily",
      limit: 100_000,
      used: 2,
      remaining: 99_998,
      resetsAt: Date.parse("2026-11-22T00:00:00Z"),
    });
    const past = await reportOf(calls, { startDate: "2026-01-01", endDate: "2026-01-01" });
    expect(past.quota).toEqual(today.quota);
  });

  it("reads buckets and allowance in a single query of whole buckets", async () => {
    const usage = memoryUsage();
    const queries: UsageQuery[] = [];
    const read: typeof usage.read = (query) => {
      queries.push(query);
      return usage.read(query);
    };
    await getUsage(
      { usage: { ...usage, read }, account, plans: defaultPlans, now },
      { startDate: "2026-11-21", timezone: "Asia/Kathmandu" },
    );
    expect(queries).toEqual([
      {
        account: account.id,
        boundaries: [Date.parse("2026-11-20T18:15:00Z"), Date.parse("2026-11-21T18:15:00Z")],
        windows: ["day:2026-11-21"],
      },
    ]);
  });

  it("prefers the account's agreed limit over the plan's allowance", async () => {
    const report = await getUsage({
      usage: memoryUsage(),
      account: { ...account, dailyLimit: 250_000 },
      plans: defaultPlans,
      now,
    });
    expect(report.quota.limit).toBe(250_000);
  });

  it("returns the record of the HTTP API, except for camelCase names", async () => {
    const report = await reportOf([
      call("2026-11-20T10:00:00Z"),
      call("2026-11-21T10:00:00Z", { end: "failed", units: 2 }),
    ]);
    const record = toWire(UsageReportRecord, report);
    expect(() => UsageReportRecord.strict().parse(record)).not.toThrow();
    expect(record).toMatchObject({
      account_id: "acct_1",
      plan: "enterprise",
      start_date: "2026-10-23",
      end_date: "2026-11-21",
      granularity: "day",
      timezone: "UTC",
      totals: { calls: 2, units: 3, server_errors: 0, bytes_in: 20, average_duration_ms: 4 },
      quota: { used: 2, resets_at: "2026-11-22T00:00:00Z" },
    });
    expect(record.by_endpoint.map(({ endpoint }) => endpoint)).toEqual([...endpoints]);
    expect(record.series.at(-1)).toEqual({
      start: "2026-11-21T00:00:00Z",
      end: "2026-11-22T00:00:00Z",
      calls: 1,
      units: 2,
      succeeded: 0,
      failed: 1,
      server_errors: 0,
      rejected: 0,
      bytes_in: 10,
      bytes_out: 100,
      average_duration_ms: 4,
    });
  });
});
