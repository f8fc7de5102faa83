import type { UsageReport } from "@tools-api/core";

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

const dateFormat = new Intl.DateTimeFormat("en-US", { dateStyle: "medium", timeZone: "UTC" });

/** Returns the days of a range in words, such as Oct 29 – Nov 27, 2026. */
export function rangeName({ startDate, endDate }: Pick<UsageReport, "startDate" | "endDate">): string {
  const [start, end] = [Date.parse(startDate), Date.parse(endDate)];
  // The format has narrow spaces, which some fonts lack.
  return dateFormat.formatRange(start, end).replaceAll(/[\u2009\u202f]/g, " ");
}

/** The instants of a period. */
export type Period = Pick<UsageReport["series"][number], "start" | "end">;

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

/** Creates a function that returns the names of a report's periods, in their order, in the zone of the report. */
export function periodNamer({
  startDate,
  endDate,
  granularity,
  timezone,
}: Pick<UsageReport, "startDate" | "endDate" | "granularity" | "timezone">): (period: Period) => PeriodName {
  const clock = localClock(timezone);
  const isOneDay = startDate === endDate;
  let before: LocalTime | undefined;
  return ({ start, end }) => {
    const first = clock(start);
    const name = names[granularity]({ first, last: clock(end - 1), before, isOneDay });
    before = first;
    return name;
  };
}
