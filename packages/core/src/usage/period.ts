import type { z } from "zod";
import { bucketMs } from "../store/storage.ts";
import { dayMs, hourMs } from "../time.ts";
import { describeValue, invalidParameters } from "../schema/validate.ts";
import type { granularities, UsageRequest } from "./schema.ts";
import { dayStarts, localDay } from "./time-zone.ts";

type Granularity = (typeof granularities)[number];

/** A validated usage request, with the defaults that do not depend on the time. */
export type UsageQueryParameters = z.output<typeof UsageRequest>;

const defaultDays = 30;

// A report has a record for every period and reads every bucket. This limit bounds the cost of one call.
const maxDays: Record<Granularity, number> = { hour: 31, day: 366, week: 366, month: 366 };

/** A range of days since 1970-01-01. The first and the last day are included. */
interface DayRange {
  firstDay: number;
  lastDay: number;
}

/** Returns a day as YYYY-MM-DD. */
export function formatDay(day: number): string {
  return new Date(day * dayMs).toISOString().slice(0, 10);
}

function parseDay(date: string): number {
  return Date.parse(`${date}T00:00:00Z`) / dayMs;
}

/**
 * Returns the days that a request asks for.
 *
 * @param parameterName Returns the name of the parameter in the caller's interface, such as `startDate` for
 *   `start_date`.
 * @throws ToolsError `invalid_parameter`: for `end_date` if it is before `start_date`, for `start_date` if the range
 *   exceeds 366 days (31 with granularity `hour`).
 */
export function dayRange(
  { start_date, end_date, granularity, timezone }: UsageQueryParameters,
  now: number,
  parameterName: (name: "start_date" | "end_date") => string,
): DayRange {
  const lastDay = end_date === undefined ? localDay(timezone, now) : parseDay(end_date);
  const firstDay = start_date === undefined ? lastDay - defaultDays + 1 : parseDay(start_date);
  if (lastDay < firstDay) {
    const received =
      end_date === undefined ? `nothing, which defaults to ${formatDay(lastDay)}` : describeValue(end_date);
    const detail = `expected ${formatDay(firstDay)} (the start) or later, received ${received}`;
    throw invalidParameters([{ name: parameterName("end_date"), detail }]);
  }
  const maximum = maxDays[granularity];
  if (lastDay - firstDay >= maximum) {
    const earliest = formatDay(lastDay - maximum + 1);
    const detail = `expected ${earliest} or later (at most ${maximum} days with granularity ${granularity}, until ${formatDay(lastDay)}), received ${describeValue(start_date)}`;
    throw invalidParameters([{ name: parameterName("start_date"), detail }]);
  }
  return { firstDay, lastDay };
}

/** A range of time in epoch milliseconds, `end` exclusive. Both are multiples of `bucketMs`. */
export interface Period {
  start: number;
  end: number;
}

const beginsPeriod: Record<Granularity, (date: Date) => boolean> = {
  hour: () => true,
  day: () => true,
  week: (date) => date.getUTCDay() === 1,
  month: (date) => date.getUTCDate() === 1,
};

function between(boundaries: number[]): Period[] {
  return boundaries
    .map((start, index) => ({ start, end: boundaries[index + 1] ?? start }))
    .filter(({ start, end }) => start < end);
}

function splitHours({ start, end }: Period): Period[] {
  const count = Math.ceil((end - start) / hourMs);
  const starts = Array.from({ length: count }, (_, hour) => start + hour * hourMs);
  return between([...starts, end]);
}

/** Returns the boundaries of consecutive periods, without duplicates. */
export function listBoundaries(periods: readonly Period[]): number[] {
  const [first] = periods;
  return first ? [first.start, ...periods.map(({ end }) => end)] : [];
}

/**
 * Returns the consecutive periods of a range. The first and the last are clipped to the range. A day that the time zone
 * skipped has no period. The last hour of a day is shorter if the day is not a whole number of hours.
 */
export function listPeriods(
  { firstDay, lastDay }: DayRange,
  { granularity, timezone }: Pick<UsageQueryParameters, "granularity" | "timezone">,
): Period[] {
  const starts = dayStarts(timezone, firstDay, lastDay - firstDay + 2)
    // The offsets of Monrovia (until 1972) and Kiritimati (until 1979) were not multiples of a quarter hour.
    .map((start) => Math.floor(start / bucketMs) * bucketMs);
  const boundaries = starts.filter((_, index) => {
    const day = firstDay + index;
    return day === firstDay || day > lastDay || beginsPeriod[granularity](new Date(day * dayMs));
  });
  const periods = between(boundaries);
  return granularity === "hour" ? periods.flatMap(splitHours) : periods;
}
