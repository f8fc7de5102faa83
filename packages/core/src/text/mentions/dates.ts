import { counted, fromWeekday, holiday, period, quarter, relativeDay } from "./dates/named.ts";
import type { FoundDate } from "./mention.ts";
import { dayMonth, fromMonth, yearMonth } from "./dates/months.ts";
import { fromFigures } from "./dates/numeric.ts";
import { readStamp } from "./dates/stamps.ts";
import { bareYear, decade, era } from "./dates/years.ts";
import type { Mention } from "./mention.ts";
import type { Scan } from "./scan.ts";

function readCalendar(scan: Scan, index: number): FoundDate | null {
  const { text } = scan;
  const token = scan.tokens[index];
  if (token?.kind === "figure")
    return (
      (token.attached === "letter" ? null : readStamp(text, token.start)) ??
      dayMonth(scan, index) ??
      yearMonth(scan, index) ??
      fromFigures(text, token) ??
      decade(text, token) ??
      era(text, token) ??
      counted(scan, index) ??
      bareYear(text, token)
    );
  if (token?.kind !== "word") return null;
  const { is } = token;
  if (is.month) return readStamp(text, token.start) ?? fromMonth(scan, index, token);
  if (is.weekday) return fromWeekday(scan, index, token, readCalendar);
  if (is.day) return relativeDay(scan, index, token);
  if (is.quarter) return quarter(scan, index, token);
  if (is.holiday) return holiday(scan, index, token);
  if (is.ordinal !== undefined || (is.cardinal ?? 0) >= 20)
    return dayMonth(scan, index) ?? counted(scan, index);
  return is.period ? period(scan, index, token) : null;
}

/**
 * Returns the date that begins at a token, or `null`. `normalized` is ISO 8601 in the precision of the text:
 * `1843-05-05`, `1843-05`, `1843`, a timestamp, or an interval with a slash. It is `null` for a date relative to an
 * unknown day, and if day and month can be in either order.
 */
export function readDate(scan: Scan, index: number): Mention | null {
  const found = readCalendar(scan, index);
  return found && { type: "date", ...found };
}
