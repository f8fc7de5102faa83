import { memoryUsage } from "@tools-api/adapters/storage/memory";
import { defaultPlans } from "@tools-api/core";
import { getUsage, type UsageOptions } from "@tools-api/core/usage";
import { describe, expect, it } from "vitest";
import { account } from "./recorded-calls.ts";

const source = {
  usage: memoryUsage(),
  account,
  plans: defaultPlans,
  now: Date.parse("2026-11-21T12:00:00Z"),
};

async function listPeriods(options: UsageOptions) {
  const { series } = await getUsage(source, options);
  return series.map(({ start, end }) => `${utc(start)}/${utc(end)}`);
}

const utc = (instant: number) => new Date(instant).toISOString().replace(".000Z", "Z");

/** Returns the start of a local day, and its length in hours. */
async function dayOf(timezone: string, date: string) {
  const { series } = await getUsage(source, { startDate: date, endDate: date, timezone });
  return series.map(({ start, end }) => [utc(start), (end - start) / 3_600_000]);
}

describe("periods of a usage report", () => {
  it.each([
    ["half an hour put forward", "Australia/Lord_Howe", "2025-10-05", "2025-10-04T13:30:00Z", 23.5],
    ["half an hour put back", "Australia/Lord_Howe", "2025-04-06", "2025-04-05T13:00:00Z", 24.5],
    ["daylight saving at a quarter to", "Pacific/Chatham", "2025-09-28", "2025-09-27T11:15:00Z", 23],
    ["a midnight that is skipped", "America/Santiago", "2025-09-07", "2025-09-07T04:00:00Z", 23],
    ["a midnight that comes twice", "America/Havana", "2025-11-02", "2025-11-02T04:00:00Z", 25],
    ["clocks put back across midnight", "America/St_Johns", "2010-11-07", "2010-11-07T02:30:00Z", 25],
    ["the day before a day that was left out", "Pacific/Apia", "2011-12-29", "2011-12-29T10:00:00Z", 24],
    ["the day after a day that was left out", "Pacific/Apia", "2011-12-31", "2011-12-30T10:00:00Z", 24],
    [
      "a day after which the zone moved by 24 hours",
      "Pacific/Kwajalein",
      "1993-08-20",
      "1993-08-20T12:00:00Z",
      24,
    ],
  ])("handles %s (%s, %s)", async (_, timezone, date, start, hours) => {
    expect(await dayOf(timezone, date)).toEqual([[start, hours]]);
  });

  it("omits a day that the zone skipped, without a gap", async () => {
    expect(await dayOf("Pacific/Apia", "2011-12-30")).toEqual([]);
    const range = { startDate: "2011-12-29", endDate: "2011-12-31", timezone: "Pacific/Apia" };
    expect(await listPeriods(range)).toEqual([
      "2011-12-29T10:00:00Z/2011-12-30T10:00:00Z",
      "2011-12-30T10:00:00Z/2011-12-31T10:00:00Z",
    ]);
    expect(await listPeriods({ ...range, granularity: "hour" })).toHaveLength(48);
  });

  it("rounds back to the quarter hour for a past zone with another offset", async () => {
    const range = { startDate: "1971-01-01", endDate: "1971-01-01", timezone: "Africa/Monrovia" };
    expect(await listPeriods(range)).toEqual(["1971-01-01T00:30:00Z/1971-01-02T00:30:00Z"]);
  });
});
