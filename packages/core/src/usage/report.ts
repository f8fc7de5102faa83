import type { z } from "zod";
import type { Account } from "../identity/account.ts";
import { type Plans, termsAt } from "../billing/plans.ts";
import { type Camelized, camelCase } from "../schema/casing.ts";
import {
  addCounts,
  foldingHorizon,
  noCounts,
  type UsageBucket,
  type UsageCounts,
  type UsageStore,
} from "../store/storage.ts";
import { dayMs, nextTurn } from "../time.ts";
import { validateOptions } from "../schema/validate.ts";
import {
  listBoundaries,
  formatDay,
  dayRange,
  type Period,
  listPeriods,
  type UsageQueryParameters,
} from "./period.ts";
import { readFairly } from "./read-fairly.ts";
import { UsageRequest, type UsageReportRecord } from "./schema.ts";
import { readSeries } from "./series.ts";
import { sumsByCredential, sumsByEndpoint } from "./usage-counts.ts";
import { dailyWindow, toQuota } from "./windows.ts";

/** The parameters of a report. See {@link getUsage}. */
export type UsageOptions = Camelized<z.input<typeof UsageRequest>>;

/** The usage of an account over a range of days. See {@link getUsage}. */
export type UsageReport = Camelized<z.infer<typeof UsageReportRecord>>;

/** The account of a report, the store and plans to read it from, and the current instant (epoch milliseconds). */
export interface UsageReportSource {
  usage: UsageStore;
  account: Account;
  plans: Plans;
  now: number;
  /** The endpoints that a report lists even without calls, in this order. Default: none. */
  endpoints?: readonly string[];
}

// Bounds the records of a response.
const maxKeys = 100;

function sumCounts(parts: Iterable<UsageCounts>): UsageCounts {
  const sum = noCounts();
  for (const part of parts) addCounts(sum, part);
  return sum;
}

/** Replaces the total duration by the mean over ended calls, in milliseconds with one decimal. */
export function withAverage<Counts extends UsageCounts>({ durationUs, ...counts }: Counts) {
  const ended = counts.succeeded + counts.failed;
  return { ...counts, averageDurationMs: ended === 0 ? 0 : Math.round(durationUs / ended / 100) / 10 };
}

/**
 * Returns the instant from which every period counts exactly the calls that it contains. Stores keep older usage as sums
 * of UTC days, which count in the period that contains the midnight of their day. Returns `null` if all periods are
 * exact: the range is recent, or every period begins and ends at a UTC midnight.
 */
function exactFrom(periods: readonly Period[], horizon: number): number | null {
  const isInexact = listBoundaries(periods).some((instant) => instant < horizon && instant % dayMs !== 0);
  return isInexact ? horizon : null;
}

/** Merges the sums of a store, one per endpoint and period, into one per period. Both are ordered by time. */
function sumsByPeriod(periods: Period[], buckets: UsageBucket[]) {
  let next = 0;
  return periods.map(({ start, end }) => {
    const sum = noCounts();
    for (let bucket = buckets[next]; bucket && bucket.start < end; bucket = buckets[++next])
      addCounts(sum, bucket);
    return { start, end, ...sum };
  });
}

/**
 * Reports usage as {@link getUsage} does, for a query that `UsageRequest` has validated. Errors name parameters as HTTP
 * does (`start_date`, `end_date`).
 */
export async function reportUsage(
  source: UsageReportSource,
  query: UsageQueryParameters,
  parameterName: (name: "start_date" | "end_date") => string = (name) => name,
): Promise<UsageReport> {
  const { usage, account, plans, now } = source;
  const { granularity, timezone, group_by: grouping, credential, endpoint } = query;
  const range = dayRange(query, now, parameterName);
  const periods = listPeriods(range, query);
  const window = dailyWindow(account, plans, now);
  const reading = await readFairly(usage, {
    account: account.id,
    boundaries: listBoundaries(periods),
    windows: [window.id],
  });
  const all = readSeries(reading.buckets);
  const buckets = all.filter(
    (bucket) =>
      (credential === undefined || bucket.credential === credential) &&
      (endpoint === undefined || bucket.endpoint === endpoint),
  );
  // Each of these steps takes up to 5 ms in code that was just loaded.
  await nextTurn();
  const sums = sumsByEndpoint(buckets, endpoint === undefined ? source.endpoints : [endpoint]);
  await nextTurn();
  const byKey = grouping === "key" ? sumsByCredential(buckets, maxKeys) : undefined;
  return {
    accountId: account.id,
    plan: termsAt(account, plans, now).plan,
    startDate: formatDay(range.firstDay),
    endDate: formatDay(range.lastDay),
    granularity,
    timezone,
    exactFrom: exactFrom(periods, foldingHorizon(now, usage.quarterDays)),
    totals: withAverage(sumCounts(sums.values())),
    byEndpoint: Array.from(sums, ([endpoint, sum]) => ({ endpoint, ...withAverage(sum) })),
    ...(byKey && { byKey: Array.from(byKey, ([id, sum]) => ({ credential: id, ...withAverage(sum) })) }),
    series: sumsByPeriod(periods, buckets).map(withAverage),
    quota: toQuota(window, reading.used[0] ?? 0),
  };
}

/**
 * Reports the usage of an account from `startDate` to `endDate`: in total, by endpoint, and by period.
 *
 * Dates are YYYY-MM-DD, both inclusive, in `timezone` (an IANA name, default `UTC`). The default range is the last 30
 * days including today. `startDate` defaults to 29 days before `endDate`. `granularity` is `hour`, `day` (default),
 * `week` (from Monday) or `month`. The maximum is 366 days, or 31 days by the hour. Future days are allowed and empty.
 *
 * `series` has every period, including empty ones. The first and the last are clipped to the range. A day starts at the
 * first instant of its date and may last 23 or 25 hours. An hour is 60 minutes elapsed since the start of the day, and
 * the last one ends with the day. `averageDurationMs` covers the calls that have ended (`succeeded` and `failed`),
 * rounded to 0.1; it is 0 if none has. The counts and `quota` come from one read, so the units of the current UTC day
 * equal `quota.used`. `byEndpoint` has the `endpoints` of the source, then every other name under which calls of the
 * range were metered. With `groupBy: "key"`, `byKey` has the credentials with the most calls. With `credential` or
 * `endpoint`, the report has only the calls of that credential or endpoint, except for `quota`. `exactFrom` is not `null` if the range has calls older than the quarter hours of the store (400 days by default) and its periods do not begin at UTC
 * midnights. Periods before that instant count whole UTC days. Instants are epoch milliseconds.
 *
 * @throws ToolsError `invalid_parameter`, for `endDate` if the dates are reversed and for `startDate` if the range is
 *   too long; `storage_unavailable`.
 *
 * @example
 * ```ts
 * import { defaultPlans } from "@tools-api/core";
 * import { getUsage } from "@tools-api/core/usage";
 * import { memoryUsage } from "@tools-api/adapters/storage/memory";
 *
 * const account = {
 *   id: "acct_1",
 *   email: "ada@example.com",
 *   name: "Ada",
 *   status: "active" as const,
 *   plan: "free" as const,
 *   dailyLimit: null,
 *   createdAt: Date.parse("2026-01-31T00:00:00Z"),
 *   cycleAnchor: Date.parse("2026-01-31T00:00:00Z"),
 * };
 * const report = await getUsage(
 *   { usage: memoryUsage(), account, plans: defaultPlans, now: Date.now() },
 *   { granularity: "week", timezone: "Asia/Kathmandu" },
 * );
 * console.log(report.totals.calls, report.series);
 * ```
 */
export async function getUsage(source: UsageReportSource, options: UsageOptions = {}): Promise<UsageReport> {
  return reportUsage(source, validateOptions(UsageRequest, options), camelCase);
}
