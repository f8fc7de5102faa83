import { memoryUsage } from "@tools-api/adapters/storage/memory";
import { defaultPlans } from "@tools-api/core";
import { getUsage } from "@tools-api/core/usage";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { endpoints } from "../../endpoints.ts";
import { isWhole } from "../../whole.ts";
import { type CalendarRange, calendarPeriods } from "./calendar-model.ts";
import { withEachStore } from "./local-stores.ts";
import { account, recordCalls, type RecordedCall } from "./recorded-calls.ts";

const dayMs = 24 * 60 * 60 * 1000;
const granularities = ["hour", "day", "week", "month"] as const;
const allZones = [...Intl.supportedValuesOf("timeZone"), "UTC"];
const oddZones = [
  "Asia/Kathmandu",
  "Australia/Lord_Howe",
  "Pacific/Chatham",
  "Pacific/Apia",
  "Africa/Casablanca",
  "Africa/Cairo",
  "America/Santiago",
  "America/Havana",
  "America/St_Johns",
  "Asia/Gaza",
  "Asia/Tehran",
  "Antarctica/Troll",
];

const formatDay = (day: number) => new Date(day * dayMs).toISOString().slice(0, 10);
const dayOf = (date: string) => Date.parse(date) / dayMs;

const rangesOf = (maximumDays: number, granularity: fc.Arbitrary<CalendarRange["granularity"]>) =>
  fc
    .record({
      firstDay: fc.integer({ min: dayOf("1980-01-01"), max: dayOf("2045-12-31") }),
      days: fc.integer({ min: 1, max: maximumDays }),
      granularity,
      timezone: fc.oneof(fc.constantFrom(...allZones), fc.constantFrom(...oddZones)),
    })
    .map(({ firstDay, days, ...rest }) => ({
      startDate: formatDay(firstDay),
      endDate: formatDay(firstDay + days - 1),
      ...rest,
    }));

const ranges: fc.Arbitrary<CalendarRange> = fc.oneof(
  { weight: 9, arbitrary: rangesOf(31, fc.constantFrom(...granularities)) },
  { weight: 1, arbitrary: rangesOf(366, fc.constantFrom("day", "week", "month")) },
);

type Periods = ReturnType<typeof calendarPeriods>;

/** Calls anywhere around a range, half of them at the first or the last millisecond of a period. */
const callsAround = (range: CalendarRange, periods: Periods): fc.Arbitrary<RecordedCall[]> => {
  const starts = periods.flatMap(({ start, end }) => [start, end]);
  const anywhere = fc.integer({
    min: Date.parse(range.startDate) - dayMs,
    max: Date.parse(range.endDate) + 2 * dayMs,
  });
  const atBounds = fc.tuple(fc.constantFrom(...starts), fc.constantFrom(-1, 0)).map(([at, by]) => at + by);
  return fc.array(
    fc.record({
      endpoint: fc.constantFrom(...endpoints),
      at: starts.length === 0 ? anywhere : fc.oneof(anywhere, atBounds),
      units: fc.integer({ min: 1, max: 4 }),
      end: fc.constantFrom("succeeded", "failed", "none", "given back", "rejected"),
      bytesIn: fc.nat(1e6),
      bytesOut: fc.nat(1e6),
      durationMs: fc.nat(1e4),
    }),
    { maxLength: 60 },
  );
};

/** Returns the sums of calls, counted one by one. */
function countsOf(calls: RecordedCall[]) {
  const number = (...ends: RecordedCall["end"][]) => calls.filter(({ end }) => ends.includes(end)).length;
  const ended = calls.filter(({ end }) => end === "succeeded" || end === "failed");
  const counted = calls.filter(({ end }) => end !== "given back" && end !== "rejected");
  return {
    calls: counted.length,
    units: counted.reduce((sum, { units = 1 }) => sum + units, 0),
    succeeded: number("succeeded"),
    failed: number("failed"),
    serverErrors: number("given back"),
    rejected: number("rejected"),
    bytesIn: ended.reduce((sum, { bytesIn }) => sum + bytesIn, 0),
    bytesOut: ended.reduce((sum, { bytesOut }) => sum + bytesOut, 0),
  };
}

function averageOf(calls: RecordedCall[]) {
  const ended = calls.filter(({ end }) => end === "succeeded" || end === "failed");
  const sum = ended.reduce((total, { durationMs }) => total + durationMs, 0);
  return ended.length === 0 ? 0 : sum / ended.length;
}

describe("usage reports in any zone", () => {
  it("agrees with a wall calendar read every quarter of an hour and with calls counted one by one", async () => {
    await fc.assert(
      fc.asyncProperty(
        ranges.chain((range) => {
          const periods = calendarPeriods(range);
          return fc.tuple(fc.constant(range), fc.constant(periods), callsAround(range, periods));
        }),
        async ([range, periods, calls]) => {
          const during = (start: number, end: number) => calls.filter(({ at }) => at >= start && at < end);
          const inRange = during(periods[0]?.start ?? 0, periods.at(-1)?.end ?? 0);
          const clock = { now: () => 0 };
          await withEachStore(clock, async (usage, store) => {
            await recordCalls(usage, calls);
            await recordCalls(usage, calls, { ...account, id: "acct_2" });
            const report = await getUsage({ usage, account, plans: defaultPlans, now: 0 }, range);
            expect(report.series, store).toHaveLength(periods.length);
            for (const [index, { start, end }] of periods.entries()) {
              const { averageDurationMs: average, ...period } = report.series[index] ?? {};
              expect(period, store).toEqual({ start, end, ...countsOf(during(start, end)) });
              expect(Math.abs((average ?? Number.NaN) - averageOf(during(start, end))), store).toBeLessThan(
                0.051,
              );
            }
            const { averageDurationMs, ...totals } = report.totals;
            expect(totals, store).toEqual(countsOf(inRange));
            expect(Math.abs(averageDurationMs - averageOf(inRange)), store).toBeLessThan(0.051);
            for (const { endpoint, averageDurationMs: average, ...counts } of report.byEndpoint) {
              const own = inRange.filter((each) => each.endpoint === endpoint);
              expect(counts, store).toEqual(countsOf(own));
              expect(Math.abs(average - averageOf(own)), store).toBeLessThan(0.051);
            }
          });
        },
      ),
      { numRuns: isWhole ? 30 : 10 },
    );
  });

  it("returns the days and hours of a wall calendar around every change of clocks in every zone", async () => {
    const source = { usage: memoryUsage(), account, plans: defaultPlans, now: 0 };
    const [first, last] = [dayOf("2026-01-01"), dayOf("2027-01-01")];
    let changes = 0;
    for (const timezone of allZones) {
      const clock = new Intl.DateTimeFormat("sv-SE", { timeZone: timezone, timeStyle: "short" });
      for (let day = first; day < last; day++) {
        if (clock.format(day * dayMs) === clock.format((day + 1) * dayMs)) continue;
        changes++;
        const range = { startDate: formatDay(day - 1), endDate: formatDay(day + 2), timezone };
        for (const granularity of ["hour", "day"] as const) {
          const { series } = await getUsage(source, { ...range, granularity });
          expect(series.map(({ start, end }) => ({ start, end }))).toEqual(
            calendarPeriods({ ...range, granularity }),
          );
        }
      }
    }
    expect(changes).toBeGreaterThan(100);
  });
});
