import { memoryUsage } from "@tools-api/adapters/storage/memory";
import { defaultPlans, ToolsError } from "@tools-api/core";
import { UsageRequest, validate } from "@tools-api/core/internal";
import { getUsage, reportUsage, type UsageOptions } from "@tools-api/core/usage";
import { describe, expect, it } from "vitest";
import { account } from "./recorded-calls.ts";

const source = {
  usage: memoryUsage(),
  account,
  plans: defaultPlans,
  now: Date.parse("2026-11-21T23:30:00Z"),
};

async function errorsOf(report: Promise<unknown>) {
  const error: unknown = await report.then(
    () => null,
    (reason: unknown) => reason,
  );
  if (!(error instanceof ToolsError)) throw new Error("expected a ToolsError", { cause: error });
  expect(error.code).toBe("invalid_parameter");
  return error.errors ?? [];
}

const pointersOf = async (options: object) =>
  // Deliberately anything: it stands for what a caller without types hands in.
  (await errorsOf(getUsage(source, options as UsageOptions))).map(({ pointer }) => pointer);

describe("the range of a usage report", () => {
  it("ends today in the zone and starts 29 days before its end, where nothing is said", async () => {
    expect(await getUsage(source)).toMatchObject({ startDate: "2026-10-23", endDate: "2026-11-21" });
    expect(await getUsage(source, { timezone: "Europe/Berlin" })).toMatchObject({
      startDate: "2026-10-24",
      endDate: "2026-11-22",
    });
    expect(await getUsage(source, { endDate: "2026-03-01" })).toMatchObject({
      startDate: "2026-01-31",
      endDate: "2026-03-01",
    });
    expect(await getUsage(source, { startDate: "2026-11-20" })).toMatchObject({ endDate: "2026-11-21" });
  });

  it("takes 366 days and refuses 367, for every granularity but the hour", async () => {
    for (const granularity of ["day", "week", "month"] as const) {
      const options = { endDate: "2024-12-31", granularity };
      expect(await getUsage(source, { ...options, startDate: "2024-01-01" })).toMatchObject({ granularity });
      expect(await pointersOf({ ...options, startDate: "2023-12-31" })).toEqual(["#/startDate"]);
    }
  });

  it("takes 31 days by the hour and refuses 32", async () => {
    const options = { endDate: "2026-01-31", granularity: "hour" } as const;
    expect((await getUsage(source, { ...options, startDate: "2026-01-01" })).series).toHaveLength(31 * 24);
    expect(await pointersOf({ ...options, startDate: "2025-12-31" })).toEqual(["#/startDate"]);
    expect(await pointersOf({ startDate: "2026-10-21", granularity: "hour" })).toEqual(["#/startDate"]);
  });

  it("says what a start would have to be when the range is too long", async () => {
    const query = validate(UsageRequest, { start_date: "2024-11-21", end_date: "2026-11-21" });
    expect(await errorsOf(reportUsage(source, query))).toEqual([
      {
        pointer: "#/start_date",
        detail:
          'expected 2025-11-21 or later (at most 366 days by the day, up to 2026-11-21), received "2024-11-21"',
      },
    ]);
  });

  it("refuses reversed dates at the end", async () => {
    const query = validate(UsageRequest, { start_date: "2026-11-02", end_date: "2026-11-01" });
    expect(await errorsOf(reportUsage(source, query))).toEqual([
      { pointer: "#/end_date", detail: 'expected 2026-11-02 (the start) or later, received "2026-11-01"' },
    ]);
    expect(await errorsOf(getUsage(source, { startDate: "2026-11-23" }))).toEqual([
      {
        pointer: "#/endDate",
        detail: "expected 2026-11-23 (the start) or later, received nothing, which means 2026-11-21",
      },
    ]);
  });

  it("allows days to come, which are empty", async () => {
    const { series, totals } = await getUsage(source, { startDate: "2026-11-20", endDate: "2026-12-31" });
    expect(series).toHaveLength(42);
    expect(totals.calls).toBe(0);
  });

  it("takes the first and the last date that there is, in every corner of the world", async () => {
    for (const timezone of ["UTC", "Pacific/Kiritimati", "Pacific/Pago_Pago"])
      for (const date of ["1970-01-01", "9999-12-30"]) {
        const { series } = await getUsage(source, { startDate: date, endDate: date, timezone });
        expect(series).toHaveLength(1);
        expect(series[0]?.end).toMatch(/^\d{4}-/);
      }
    const { series } = await getUsage(source, { endDate: "1970-01-01", timezone: "Africa/Monrovia" });
    expect(series).toHaveLength(30);
  });

  it.each([
    ["2026-02-30"],
    ["2025-02-29"],
    ["2026-13-01"],
    ["2026-1-1"],
    ["20260101"],
    ["2026-01-01T00:00:00Z"],
    ["1969-12-31"],
    ["9999-12-31"],
    ["+010000-01-01"],
    ["٢٠٢٦-٠١-٠١"],
    [""],
    [" 2026-01-01"],
    [null],
    [20260101],
  ])("refuses %j as a date", async (date) => {
    expect(await pointersOf({ startDate: date })).toEqual(["#/startDate"]);
    expect(await pointersOf({ endDate: date })).toEqual(["#/endDate"]);
  });

  it.each([
    ["+01:00"],
    ["-0530"],
    ["GMT+1"],
    ["UTC+01:00"],
    ["Z"],
    ["BST"],
    ["PST"],
    ["Etc/Unknown"],
    ["Mars/Olympus"],
    ["../etc/passwd"],
    ["Europe/Berlin\u0000"],
    ["x".repeat(100_000)],
    [""],
    [null],
    [1],
  ])("refuses %j as a time zone", async (timezone) => {
    expect(await pointersOf({ timezone })).toEqual(["#/timezone"]);
  });

  it.each([
    ["UTC"],
    ["utc"],
    ["Etc/GMT+5"],
    ["EST5EDT"],
    ["CET"],
    ["America/Argentina/Buenos_Aires"],
    ["Asia/Kolkata"],
  ])("takes %j as a time zone and repeats it as it came", async (timezone) => {
    expect(await getUsage(source, { timezone })).toMatchObject({ timezone });
  });

  it("takes every zone that the runtime names", async () => {
    for (const timezone of Intl.supportedValuesOf("timeZone"))
      expect(validate(UsageRequest, { timezone })).toMatchObject({ timezone });
  });

  it("reports all bad parameters at once, as HTTP spells them for HTTP and as programs do for programs", async () => {
    expect(
      await pointersOf({
        startDate: "x",
        endDate: "y",
        granularity: "year",
        timezone: "z",
        startdate: "2026-01-01",
      }),
    ).toEqual(["#/startDate", "#/endDate", "#/granularity", "#/timezone", "#/startdate"]);
    const query = { start_date: "2026-02-30", granularity: "minute" };
    expect(() => validate(UsageRequest, query)).toThrow(
      'start_date: expected a date as YYYY-MM-DD from 1970-01-01 to 9999-12-30, received "2026-02-30"; ' +
        'granularity: expected "hour", "day", "week" or "month", received "minute"',
    );
  });
});
