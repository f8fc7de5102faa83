import { reportUsage } from "@tools-api/core/internal";
import { memoryUsage } from "@tools-api/adapters/storage/memory";
import { defaultPlans, ToolsError } from "@tools-api/core";
import { validate } from "@tools-api/core/internal/schema";
import { getUsage, type UsageOptions, UsageRequest } from "@tools-api/core/usage";
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
  // Any value, like one from a caller without types.
  (await errorsOf(getUsage(source, options as UsageOptions))).map(({ pointer }) => pointer);

describe("the range of a usage report", () => {
  it("defaults to the 30 days up to today in the zone", async () => {
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

  it("accepts 366 days and rejects 367, for every granularity except the hour", async () => {
    for (const granularity of ["day", "week", "month"] as const) {
      const options = { endDate: "2024-12-31", granularity };
      expect(await getUsage(source, { ...options, startDate: "2024-01-01" })).toMatchObject({ granularity });
      expect(await pointersOf({ ...options, startDate: "2023-12-31" })).toEqual(["#/startDate"]);
    }
  });

  it("accepts 31 days by the hour and rejects 32", async () => {
    const options = { endDate: "2026-01-31", granularity: "hour" } as const;
    expect((await getUsage(source, { ...options, startDate: "2026-01-01" })).series).toHaveLength(31 * 24);
    expect(await pointersOf({ ...options, startDate: "2025-12-31" })).toEqual(["#/startDate"]);
    expect(await pointersOf({ startDate: "2026-10-21", granularity: "hour" })).toEqual(["#/startDate"]);
  });

  it("names the earliest accepted start if the range is too long", async () => {
    const query = validate(UsageRequest, { start_date: "2024-11-21", end_date: "2026-11-21" });
    expect(await errorsOf(reportUsage(source, query))).toEqual([
      {
        pointer: "#/start_date",
        detail:
          'expected 2025-11-21 or later (at most 366 days with granularity day, until 2026-11-21), received "2024-11-21"',
      },
    ]);
  });

  it("rejects reversed dates at the end date", async () => {
    const query = validate(UsageRequest, { start_date: "2026-11-02", end_date: "2026-11-01" });
    expect(await errorsOf(reportUsage(source, query))).toEqual([
      { pointer: "#/end_date", detail: 'expected 2026-11-02 (the start) or later, received "2026-11-01"' },
    ]);
    expect(await errorsOf(getUsage(source, { startDate: "2026-11-23" }))).toEqual([
      {
        pointer: "#/endDate",
        detail: "expected 2026-11-23 (the start) or later, received nothing, which defaults to 2026-11-21",
      },
    ]);
  });

  it("accepts the first and the last supported date in extreme time zones", async () => {
    for (const timezone of ["UTC", "Pacific/Kiritimati", "Pacific/Pago_Pago"])
      for (const date of ["1970-01-01", "9999-12-30"]) {
        const { series } = await getUsage(source, { startDate: date, endDate: date, timezone });
        expect(series).toHaveLength(1);
        expect(new Date(series[0]?.end ?? Number.NaN).toISOString()).toMatch(/^\d{4}-/);
      }
    const { series } = await getUsage(source, { endDate: "1970-01-01", timezone: "Africa/Monrovia" });
    expect(series).toHaveLength(30);
  });

  it.each([
    ["2026-02-30"],
    ["2026-1-1"],
    ["2026-01-01T00:00:00Z"],
    ["1969-12-31"],
    ["9999-12-31"],
    ["٢٠٢٦-٠١-٠١"],
    [""],
    [null],
    [20260101],
  ])("rejects %j as a date", async (date) => {
    expect(await pointersOf({ startDate: date })).toEqual(["#/startDate"]);
    expect(await pointersOf({ endDate: date })).toEqual(["#/endDate"]);
  });

  it.each([
    ["+01:00"],
    ["UTC+01:00"],
    ["Z"],
    ["Etc/Unknown"],
    ["Europe/Berlin\u0000"],
    ["x".repeat(100_000)],
    [""],
    [null],
    [1],
  ])("rejects %j as a time zone", async (timezone) => {
    expect(await pointersOf({ timezone })).toEqual(["#/timezone"]);
  });

  it.each([["UTC"], ["Etc/GMT+5"], ["America/Argentina/Buenos_Aires"], ["Asia/Kolkata"]])(
    "accepts %j as a time zone and returns it unchanged",
    async (timezone) => {
      expect(await getUsage(source, { timezone })).toMatchObject({ timezone });
    },
  );

  it("reports all invalid parameters together, in snake_case for HTTP and in camelCase for programs", async () => {
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
