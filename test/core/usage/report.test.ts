import { memoryUsage } from "@tools-api/adapters/storage/memory";
import { defaultPlans, endpoints, toSnakeCase, type UsageQuery, UsageReportRecord } from "@tools-api/core";
import { getUsage, type UsageOptions } from "@tools-api/core/usage";
import { describe, expect, it } from "vitest";
import { account, call, recordCalls, type RecordedCall } from "./recorded-calls.ts";

const now = Date.parse("2026-11-21T12:00:00Z");

async function reportOf(calls: RecordedCall[], options: UsageOptions = {}) {
  const usage = memoryUsage();
  await recordCalls(usage, calls);
  return getUsage({ usage, account, plans: defaultPlans, now }, options);
}

describe("a usage report", () => {
  it("counts every kind of end in its own field", async () => {
    const { totals } = await reportOf([
      call("2026-11-20T10:00:00Z", { bytesIn: 1, bytesOut: 20, durationMs: 3 }),
      call("2026-11-20T10:01:00Z", { end: "failed", bytesIn: 300, bytesOut: 4000, durationMs: 4.5 }),
      call("2026-11-20T10:02:00Z", { end: "none" }),
      call("2026-11-20T10:03:00Z", { end: "given back" }),
      call("2026-11-20T10:04:00Z", { end: "rejected" }),
    ]);
    expect(totals).toEqual({
      calls: 3,
      succeeded: 1,
      failed: 1,
      serverErrors: 1,
      rejected: 1,
      bytesIn: 301,
      bytesOut: 4020,
      averageDurationMs: 3.8,
    });
  });

  it("averages over ended calls only, to a tenth of a millisecond, and says 0 where none has ended", async () => {
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

  it("has a record for each of the four endpoints in their order, also without a call", async () => {
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

  it("leaves calls to anything but the four endpoints out of every view", async () => {
    const usage = memoryUsage();
    await usage.consume({
      id: crypto.randomUUID(),
      at: now,
      items: [{ account: account.id, endpoint: "elsewhere", at: now, windows: [], fences: [] }],
    });
    const report = await getUsage({ usage, account, plans: defaultPlans, now });
    expect(report.totals.calls).toBe(0);
    expect(report.series.every(({ calls }) => calls === 0)).toBe(true);
  });

  it("shows one account nothing of another", async () => {
    const usage = memoryUsage();
    await recordCalls(usage, [call("2026-11-21T10:00:00Z")], { ...account, id: "acct_2" });
    const report = await getUsage({ usage, account, plans: defaultPlans, now });
    expect(report.totals.calls).toBe(0);
    expect(report.quota.used).toBe(0);
  });

  it("counts a call on the day of its admission and on no other, to the millisecond", async () => {
    const { series } = await reportOf(
      [call("2026-11-19T23:59:59.999Z"), call("2026-11-20T00:00:00.000Z"), call("2026-11-20T23:59:59.999Z")],
      { startDate: "2026-11-19", endDate: "2026-11-21" },
    );
    expect(series.map(({ calls }) => calls)).toEqual([1, 2, 0]);
  });

  it("leaves out what lies before and behind the range", async () => {
    const { totals, series } = await reportOf(
      [call("2026-11-18T23:59:59.999Z"), call("2026-11-19T00:00:00Z"), call("2026-11-20T00:00:00Z")],
      { startDate: "2026-11-19", endDate: "2026-11-19" },
    );
    expect(totals.calls).toBe(1);
    expect(series).toHaveLength(1);
  });

  it("shows the calls of the present UTC day as used, whatever range was asked for", async () => {
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
      resetsAt: "2026-11-22T00:00:00Z",
    });
    const past = await reportOf(calls, { startDate: "2026-01-01", endDate: "2026-01-01" });
    expect(past.quota).toEqual(today.quota);
  });

  it("takes buckets and allowance from a single read of whole buckets", async () => {
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

  it("takes the account's own agreement before the plan's allowance", async () => {
    const report = await getUsage({
      usage: memoryUsage(),
      account: { ...account, dailyLimit: 250_000 },
      plans: defaultPlans,
      now,
    });
    expect(report.quota.limit).toBe(250_000);
  });

  it("is the record that HTTP answers with once its names are in snake_case", async () => {
    const report = await reportOf([
      call("2026-11-20T10:00:00Z"),
      call("2026-11-21T10:00:00Z", { end: "failed" }),
    ]);
    const record = UsageReportRecord.strict().parse(toSnakeCase(report));
    expect(record).toMatchObject({
      account_id: "acct_1",
      plan: "enterprise",
      start_date: "2026-10-23",
      end_date: "2026-11-21",
      granularity: "day",
      timezone: "UTC",
      totals: { calls: 2, server_errors: 0, bytes_in: 20, average_duration_ms: 4 },
      quota: { used: 1, resets_at: "2026-11-22T00:00:00Z" },
    });
    expect(record.by_endpoint.map(({ endpoint }) => endpoint)).toEqual([...endpoints]);
    expect(record.series.at(-1)).toEqual({
      start: "2026-11-21T00:00:00Z",
      end: "2026-11-22T00:00:00Z",
      calls: 1,
      succeeded: 0,
      failed: 1,
      server_errors: 0,
      rejected: 0,
      bytes_in: 10,
      bytes_out: 100,
    });
  });
});
