import type { UsageReport } from "@tools-api/core";
import { slices } from "@tools-api/core/time";
import { rangeName } from "./query.ts";

/** An instant in the local time of a zone. */
export interface LocalTime {
  /** YYYY-MM-DD. */
  date: string;
  /** HH:MM. */
  time: string;
  /** The offset of the zone from UTC, such as `UTC+02:00`. */
  offset: string;
}

/**
 * Returns a function that converts instants to the local time of a zone. Use one for a whole table: creating the
 * formatter costs far more than using it.
 */
export function localClock(timezone: string): (instant: number) => LocalTime {
  const format = new Intl.DateTimeFormat("en", {
    timeZone: timezone,
    hourCycle: "h23",
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
    hour: "2-digit",
    minute: "2-digit",
    timeZoneName: "longOffset",
  });
  return (instant) => {
    const parts = new Map(format.formatToParts(instant).map(({ type, value }) => [type, value]));
    return {
      date: `${parts.get("year")}-${parts.get("month")}-${parts.get("day")}`,
      time: `${parts.get("hour")}:${parts.get("minute")}`,
      offset: (parts.get("timeZoneName") ?? "").replace("GMT", "UTC"),
    };
  };
}

/** The instants of a period. */
type Period = Pick<UsageReport["series"][number], "start" | "end">;

/** The names of a period. */
export interface PeriodName {
  name: string;
  /** A short name for the axis of a chart; empty if the axis should name only the periods around it. */
  tick: string;
}

const tickFormat = new Intl.DateTimeFormat("en-US", { month: "short", day: "numeric", timeZone: "UTC" });
const monthFormat = new Intl.DateTimeFormat("en-US", { month: "short", year: "2-digit", timeZone: "UTC" });
const dayFormat = new Intl.DateTimeFormat("en-US", {
  weekday: "short",
  month: "short",
  day: "numeric",
  year: "numeric",
  timeZone: "UTC",
});

function shortDay(date: string): string {
  return tickFormat.format(Date.parse(date));
}

/** The first and the last instant of a period, and the first of the previous period, in local time. */
interface LocalPeriod {
  first: LocalTime;
  last: LocalTime;
  before: LocalTime | undefined;
  /** True if the report covers a single day. */
  isOneDay: boolean;
}

function days({ first, last }: LocalPeriod): string {
  return rangeName({ startDate: first.date, endDate: last.date });
}

const names: Record<UsageReport["granularity"], (period: LocalPeriod) => PeriodName> = {
  hour: ({ first: { date, time, offset }, before, isOneDay }) => ({
    // When clocks are set back, an hour occurs twice. Only the offset distinguishes the two.
    name: `${dayFormat.format(Date.parse(date))}, ${time} ${offset}`,
    tick: isOneDay ? time : date === before?.date ? "" : shortDay(date),
  }),
  day: ({ first }) => ({ name: dayFormat.format(Date.parse(first.date)), tick: shortDay(first.date) }),
  week: (period) => ({ name: days(period), tick: shortDay(period.first.date) }),
  month: (period) => ({
    name: days(period),
    tick: monthFormat.format(Date.parse(period.first.date)),
  }),
};

/**
 * Returns the names of a report's periods, in the zone of the report. A month by the hour has 744 periods, so the
 * function lets other requests run in between.
 */
export async function periodNames(
  report: Pick<UsageReport, "startDate" | "endDate" | "granularity" | "timezone"> & {
    series: readonly Period[];
  },
): Promise<PeriodName[]> {
  const clock = localClock(report.timezone);
  const isOneDay = report.startDate === report.endDate;
  const pause = slices();
  const found: PeriodName[] = [];
  let before: LocalTime | undefined;
  for (const { start, end } of report.series) {
    const first = clock(start);
    found.push(names[report.granularity]({ first, last: clock(end - 1), before, isOneDay }));
    before = first;
    await pause();
  }
  return found;
}
