import type { UsageReport } from "@tools-api/core";
import { UsageRequest } from "@tools-api/core/usage";
import { dayMs } from "@tools-api/core/internal/time";
import type { ApiContext } from "../../http/context.ts";
import { searchParams } from "../../http/query.ts";
import { type OutcomeName, outcomes } from "../../../dist/islands/calls-chart.js";

/** The range of a report, and the credential and the endpoint whose calls it has. */
export type UsageRange = Pick<UsageReport, "startDate" | "endDate" | "granularity" | "timezone"> & {
  credential?: string | undefined;
  endpoint?: string | undefined;
};

/** The choices of the page in addition to the parameters of a report. */
export interface UsageOptions {
  /** The only outcome in the chart. */
  outcome?: OutcomeName | undefined;
  /** Whether the chart has a line of the period before. */
  compares: boolean;
  /** Whether the page has a table with every period. */
  hasTable: boolean;
}

/**
 * Returns the report parameters in a page's query. Ignores empty fields, which browsers send, and unknown parameters,
 * which links from other sites may add.
 */
export function rangeFields(c: ApiContext): [name: string, value: string][] {
  const sent = [...searchParams(c)];
  return sent.filter(([name, value]) => Object.hasOwn(UsageRequest.shape, name) && value !== "");
}

/** Returns the choices in a page's query. */
export function usageOptions(c: ApiContext): UsageOptions {
  const wanted = c.req.query("outcome");
  return {
    outcome: outcomes.find(({ name }) => name === wanted)?.name,
    compares: c.req.query("compare") === "on",
    hasTable: c.req.query("table") === "on",
  };
}

/** Returns the range as a query of a page or of the API. */
export function rangeQuery(
  { startDate, endDate, granularity, timezone, credential, endpoint }: UsageRange,
  options?: Partial<UsageOptions>,
): string {
  const query = new URLSearchParams({ start_date: startDate, end_date: endDate, granularity, timezone });
  if (credential !== undefined) query.set("credential", credential);
  if (endpoint !== undefined) query.set("endpoint", endpoint);
  if (options?.outcome) query.set("outcome", options.outcome);
  if (options?.compares) query.set("compare", "on");
  if (options?.hasTable) query.set("table", "on");
  return query.toString();
}

/** A common range. */
export interface RangePreset extends UsageRange {
  label: string;
}

/** Returns the date a number of days before another. */
export function daysBefore(date: string, days: number): string {
  const instant = new Date(`${date}T00:00:00Z`);
  instant.setUTCDate(instant.getUTCDate() - days);
  return instant.toISOString().slice(0, 10);
}

/** Returns the range of the same number of days before another. */
export function rangeBefore({ startDate, endDate }: Pick<UsageRange, "startDate" | "endDate">) {
  const days = Math.round((Date.parse(endDate) - Date.parse(startDate)) / dayMs) + 1;
  return { start_date: daysBefore(startDate, days), end_date: daysBefore(startDate, 1) };
}

/** Returns the first day of the last twelve months, including the current one. */
function firstOfTwelveMonths(date: string): string {
  const instant = new Date(`${date.slice(0, 7)}-01T00:00:00Z`);
  instant.setUTCMonth(instant.getUTCMonth() - 11);
  return instant.toISOString().slice(0, 10);
}

/** Returns the common ranges that end today, in the zone, with the conditions of the current one. */
export function rangePresets(
  today: string,
  conditions: Pick<UsageRange, "timezone" | "credential" | "endpoint">,
): RangePreset[] {
  const ending = { endDate: today, ...conditions };
  return [
    { label: "Today by hour", startDate: today, granularity: "hour", ...ending },
    { label: "7 days", startDate: daysBefore(today, 6), granularity: "day", ...ending },
    { label: "30 days", startDate: daysBefore(today, 29), granularity: "day", ...ending },
    { label: "12 months", startDate: firstOfTwelveMonths(today), granularity: "month", ...ending },
  ];
}
