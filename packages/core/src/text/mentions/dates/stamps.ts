import { isMonthDay, isoDate, isoTime, isYear } from "../calendar.ts";
import { isWordAt } from "../letters.ts";
import type { FoundDate } from "../mention.ts";
import { readZone } from "../zones.ts";

const months = "jan feb mar apr may jun jul aug sep oct nov dec".split(" ");
const clock = String.raw`(?<hour>\d{1,2}):(?<minute>\d{2})(?::(?<second>\d{2}(?:[.,]\d{1,9})?))?`;

/** The time stamps of logs, mail headers and programs. Each is one instant. */
const stamps: readonly RegExp[] = [
  // ISO 8601 with a blank or a T, and the form of RFC 3339.
  `(?<year>\\d{4})(?<sign>[-/.])(?<month>\\d{2})\\k<sign>(?<day>\\d{2})(?:T| |  |, )${clock}`,
  String.raw`(?<year>\d{4})(?<month>\d{2})(?<day>\d{2})T(?<hour>\d{2})(?<minute>\d{2})(?<second>\d{2})?`,
  // The Common Log Format of web servers.
  `(?<day>\\d{1,2})/(?<name>[A-Z][a-z]{2})/(?<year>\\d{4}):${clock}`,
  // RFC 5322 §3.3.
  `(?<day>\\d{1,2})[ -](?<name>[A-Z][a-z]{2})[ -](?<year>\\d{4}),? ${clock}`,
  `(?<first>\\d{1,2})/(?<other>\\d{1,2})/(?<year>\\d{4})(?:-|,? )${clock}(?: ?(?<half>[ap])\\.?m\\b)?`,
  // The form of asctime: "Oct 26 11:00:09 EDT 2023".
  `(?<name>[A-Z][a-z]{2}) {1,2}(?<day>\\d{1,2}) ${clock}(?: (?<zone>[A-Z]{3,4}))? (?<year>\\d{4})`,
].map((source) => new RegExp(`${source}(?![\\d:])`, source.includes("half") ? "iy" : "y"));

type Fields = Readonly<Record<string, string | undefined>>;

/** Returns the day of a stamp, or `null` if the calendar does not have it or if day and month can be in either order. */
function dayOf({ year, month, name, day, first, other }: Fields): string | null {
  if (first !== undefined) {
    const [x, y] = [Number(first), Number(other)];
    if (isMonthDay(x, y) && isMonthDay(y, x) && x !== y) return null;
    return isMonthDay(x, y) ? isoDate(Number(year), x, y) : isoDate(Number(year), y, x);
  }
  const number = name === undefined ? Number(month) : months.indexOf(name.toLowerCase()) + 1;
  return isoDate(Number(year), number, Number(day));
}

function timeOf({ hour, minute, second, half }: Fields): string | null {
  const isTwelve = half !== undefined;
  if (isTwelve && (Number(hour) < 1 || Number(hour) > 12)) return null;
  const full = isTwelve ? (Number(hour) % 12) + (half.toLowerCase() === "p" ? 12 : 0) : Number(hour);
  return isoTime(full, Number(minute), second?.replace(",", ".") ?? null);
}

/** Returns the time stamp that begins at the index, or `null`: "2024-03-05 08:41:12", "05/Mar/2024:08:41:13 +0000". */
export function readStamp(text: string, start: number): FoundDate | null {
  for (const stamp of stamps) {
    stamp.lastIndex = start;
    const match = stamp.exec(text);
    const fields: Fields = match?.groups ?? {};
    if (!match || !isYear(Number(fields["year"]))) continue;
    if (fields["name"] !== undefined && !months.includes(fields["name"].toLowerCase())) continue;
    const end = start + match[0].length;
    // The zone of asctime precedes the year.
    const zone = readZone(
      fields["zone"] === undefined ? text : ` ${fields["zone"]}`,
      fields["zone"] === undefined ? end : 0,
    );
    const stop = fields["zone"] === undefined ? (zone?.end ?? end) : end;
    if (isWordAt(text, stop)) continue;
    const [day, time] = [dayOf(fields), timeOf(fields)];
    if (time === null) continue;
    const normalized = day === null ? null : `${day}T${time}${zone?.iso ?? ""}`;
    return { start, end: stop, normalized, confidence: 0.97 };
  }
  return null;
}
