import { UsageRequest, type UsageReportRecord } from "@tools-api/core";
import type { z } from "zod";
import type { ApiContext } from "../../context.ts";
import { searchParams } from "../../http/query.ts";

/** The answer of `GET /account/usage`. */
export type UsageReport = z.output<typeof UsageReportRecord>;

/** What a report is of. */
export type UsageRange = Pick<UsageReport, "start_date" | "end_date" | "granularity" | "timezone">;

/**
 * The parameters of the report in the address of a page. Browsers send fields that were left empty, and links from
 * elsewhere carry parameters of their own: neither says anything of the range.
 */
export function rangeFields(c: ApiContext): [name: string, value: string][] {
  const sent = [...searchParams(c)];
  return sent.filter(([name, value]) => Object.hasOwn(UsageRequest.shape, name) && value !== "");
}

/** The range as the query of a page or of the API. */
export function rangeQuery({ start_date, end_date, granularity, timezone }: UsageRange): string {
  return new URLSearchParams({ start_date, end_date, granularity, timezone }).toString();
}

/** The days of a range. */
export function rangeName({ start_date, end_date }: Pick<UsageRange, "start_date" | "end_date">): string {
  return start_date === end_date ? start_date : `${start_date} to ${end_date}`;
}

/** A range that is asked for often. */
export interface RangePreset extends UsageRange {
  label: string;
}

function daysBefore(date: string, days: number): string {
  const instant = new Date(`${date}T00:00:00Z`);
  instant.setUTCDate(instant.getUTCDate() - days);
  return instant.toISOString().slice(0, 10);
}

/** The first day of the month that makes the present one the twelfth. */
function firstOfTwelveMonths(date: string): string {
  const instant = new Date(`${date.slice(0, 7)}-01T00:00:00Z`);
  instant.setUTCMonth(instant.getUTCMonth() - 11);
  return instant.toISOString().slice(0, 10);
}

/** The ranges that end today, which is a date of the zone. */
export function rangePresets(today: string, timezone: string): RangePreset[] {
  const ending = { end_date: today, timezone };
  return [
    { label: "Today by hour", start_date: today, granularity: "hour", ...ending },
    { label: "7 days", start_date: daysBefore(today, 6), granularity: "day", ...ending },
    { label: "30 days", start_date: daysBefore(today, 29), granularity: "day", ...ending },
    { label: "12 months", start_date: firstOfTwelveMonths(today), granularity: "month", ...ending },
  ];
}
