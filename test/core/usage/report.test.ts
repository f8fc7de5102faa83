import { memoryUsage } from "@tools-api/adapters/storage/memory";
import { defaultPlans } from "@tools-api/core";
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
});
