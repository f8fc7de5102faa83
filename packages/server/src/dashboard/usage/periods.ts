import { nextTurn } from "../../http/slices.ts";
import { rangeName, type UsageReport } from "./query.ts";

/** An instant as the clocks of a zone show it. */
export interface LocalTime {
  /** YYYY-MM-DD. */
  date: string;
  /** HH:MM. */
  time: string;
  /** How far the clocks are from UTC, such as `UTC+02:00`. */
  offset: string;
}

/** Reads the clocks of a zone. One formatter for a whole table: making it costs far more than its use. */
export function clockOf(timezone: string): (instant: number) => LocalTime {
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

/** What a period is called. */
export interface PeriodName {
  name: string;
  /** As short as the axis of a chart has room for; empty where the axis does better to name the periods around it. */
  tick: string;
}

const months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

function monthOf(date: string): string {
  return months[Number(date.slice(5, 7)) - 1] ?? "";
}

function shortDay(date: string): string {
  return `${Number(date.slice(8))} ${monthOf(date)}`;
}

/** The first and the last instant of a period, and the first of the one before, in local time. */
interface LocalPeriod {
  first: LocalTime;
  last: LocalTime;
  before: LocalTime | undefined;
  /** Whether the report is of a single day. */
  isOneDay: boolean;
}

function days({ first, last }: LocalPeriod): string {
  return rangeName({ start_date: first.date, end_date: last.date });
}

const names: Record<UsageReport["granularity"], (period: LocalPeriod) => PeriodName> = {
  hour: ({ first: { date, time, offset }, before, isOneDay }) => ({
    // The clocks show an hour twice when they are put back, and only the offset tells the two apart.
    name: `${date} ${time} ${offset}`,
    tick: isOneDay ? time : date === before?.date ? "" : shortDay(date),
  }),
  day: ({ first }) => ({ name: first.date, tick: shortDay(first.date) }),
  week: (period) => ({ name: days(period), tick: shortDay(period.first.date) }),
  month: (period) => ({
    name: days(period),
    tick: `${monthOf(period.first.date)}\n${period.first.date.slice(0, 4)}`,
  }),
};

// To name and to draw that many takes some milliseconds.
export const periodsAtOnce = 64;

/**
 * Returns the names of the periods of a report, in the zone of the report. A month by the hour has 744, between which
 * other requests have their turn.
 */
export async function periodNames(report: UsageReport): Promise<PeriodName[]> {
  const clock = clockOf(report.timezone);
  const isOneDay = report.start_date === report.end_date;
  const found: PeriodName[] = [];
  let before: LocalTime | undefined;
  for (const { start, end } of report.series) {
    const first = clock(Date.parse(start));
    found.push(names[report.granularity]({ first, last: clock(Date.parse(end) - 1), before, isOneDay }));
    before = first;
    if (found.length % periodsAtOnce === 0) await nextTurn();
  }
  return found;
}
