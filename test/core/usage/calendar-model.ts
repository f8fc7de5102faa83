import { bucketMs } from "@tools-api/core/storage";

const dayMs = 24 * 60 * 60 * 1000;

/** A range of dates in the form of a report's options. */
export interface CalendarRange {
  startDate: string;
  endDate: string;
  granularity: "hour" | "day" | "week" | "month";
  timezone: string;
}

function mondayOf(date: string): string {
  const day = Date.parse(date);
  const sinceMonday = (new Date(day).getUTCDay() + 6) % 7;
  return new Date(day - sinceMonday * dayMs).toISOString().slice(0, 10);
}

/**
 * Returns the periods of a range by reading a wall calendar at every quarter hour. If clocks are put back
 * over midnight, the calendar keeps the later date.
 */
export function calendarPeriods({ startDate, endDate, granularity, timezone }: CalendarRange) {
  const calendar = new Intl.DateTimeFormat("sv-SE", { timeZone: timezone });
  const periods: { name: string; start: number; end: number }[] = [];
  let [date, dayStart] = ["", 0];
  for (let at = Date.parse(startDate) - dayMs; at < Date.parse(endDate) + 2 * dayMs; at += bucketMs) {
    const shown = calendar.format(at);
    if (shown > date) [date, dayStart] = [shown, at];
    if (date < startDate || date > endDate) continue;
    const name = {
      hour: `${date} ${Math.floor((at - dayStart) / 3_600_000)}`,
      day: date,
      week: mondayOf(date),
      month: date.slice(0, 7),
    }[granularity];
    const last = periods.at(-1);
    if (last?.name === name) last.end = at + bucketMs;
    else periods.push({ name, start: at, end: at + bucketMs });
  }
  return periods.map(({ start, end }) => ({ start, end }));
}
