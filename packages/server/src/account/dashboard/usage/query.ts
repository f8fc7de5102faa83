import type { UsageReport } from "@tools-api/core";
import { UsageRequest } from "@tools-api/core/internal";
import type { ApiContext } from "../../../api/context.ts";
import { searchParams } from "../../../api/http/query.ts";

/** The range of a report, and the credential whose calls it has. */
export type UsageRange = Pick<UsageReport, "startDate" | "endDate" | "granularity" | "timezone"> & {
  credential?: string | undefined;
};

/**
 * Returns the report parameters in a page's query. Ignores empty fields, which browsers send, and unknown parameters,
 * which links from other sites may add.
 */
export function rangeFields(c: ApiContext): [name: string, value: string][] {
  const sent = [...searchParams(c)];
  return sent.filter(([name, value]) => Object.hasOwn(UsageRequest.shape, name) && value !== "");
}

/** Returns the range as a query of a page or of the API. */
export function rangeQuery({ startDate, endDate, granularity, timezone, credential }: UsageRange): string {
  const range = { start_date: startDate, end_date: endDate, granularity, timezone };
  return new URLSearchParams(credential === undefined ? range : { ...range, credential }).toString();
}

/** Returns the days of a range in words. */
export function rangeName({ startDate, endDate }: Pick<UsageRange, "startDate" | "endDate">): string {
  return startDate === endDate ? startDate : `${startDate} to ${endDate}`;
}

/** A common range. */
export interface RangePreset extends UsageRange {
  label: string;
}

function daysBefore(date: string, days: number): string {
  const instant = new Date(`${date}T00:00:00Z`);
  instant.setUTCDate(instant.getUTCDate() - days);
  return instant.toISOString().slice(0, 10);
}

/** Returns the first day of the last twelve months, including the current one. */
function firstOfTwelveMonths(date: string): string {
  const instant = new Date(`${date.slice(0, 7)}-01T00:00:00Z`);
  instant.setUTCMonth(instant.getUTCMonth() - 11);
  return instant.toISOString().slice(0, 10);
}

/** Returns the common ranges that end today, in the zone, with the calls of a credential or of all. */
export function rangePresets(today: string, timezone: string, credential: string | undefined): RangePreset[] {
  const ending = { endDate: today, timezone, credential };
  return [
    { label: "Today by hour", startDate: today, granularity: "hour", ...ending },
    { label: "7 days", startDate: daysBefore(today, 6), granularity: "day", ...ending },
    { label: "30 days", startDate: daysBefore(today, 29), granularity: "day", ...ending },
    { label: "12 months", startDate: firstOfTwelveMonths(today), granularity: "month", ...ending },
  ];
}
