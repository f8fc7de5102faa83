import { dayMs } from "../time.ts";

// Callers choose the name, and one formatter holds tens of kilobytes outside the heap.
const maxFormats = 64;
const formats = new Map<string, Intl.DateTimeFormat>();

function dateFormat(timezone: string): Intl.DateTimeFormat {
  const known = formats.get(timezone);
  if (known) return known;
  const format = new Intl.DateTimeFormat("en-US", { timeZone: timezone, timeZoneName: "longOffset" });
  const [oldest] = formats.keys();
  if (oldest !== undefined && formats.size >= maxFormats) formats.delete(oldest);
  formats.set(timezone, format);
  return format;
}

const zoneName = /^[A-Za-z][A-Za-z0-9_+/-]{1,63}$/;
const abbreviation = /^[A-Za-z]{3}$/;
const ianaAbbreviations = new Set("CET EET EST GMT HST MET MST PRC ROC ROK UCT UTC WET".split(" "));

/**
 * Returns whether a name is in the IANA time zone database. Runtimes accept more: offsets such as `+01:00`, which have
 * no daylight saving time, and abbreviations of ICU, where `BST` means Bangladesh rather than Britain.
 *
 * @example
 * ```ts
 * import { isTimeZone } from "@tools-api/core/usage";
 *
 * console.log(isTimeZone("Europe/Berlin"), isTimeZone("+01:00")); // true false
 * ```
 */
export function isTimeZone(name: string): boolean {
  if (name === "UTC") return true;
  if (!zoneName.test(name)) return false;
  if (abbreviation.test(name) && !ianaAbbreviations.has(name.toUpperCase())) return false;
  try {
    dateFormat(name);
    return true;
  } catch {
    return false;
  }
}

const offsetAtEnd = /GMT(?:([+-])(\d\d):(\d\d)(?::(\d\d))?)?$/;

function offsetAt(format: Intl.DateTimeFormat, instant: number): number {
  const [, sign, hours = "0", minutes = "0", seconds = "0"] = offsetAtEnd.exec(format.format(instant)) ?? [];
  const magnitude = ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1000;
  return sign === "-" ? -magnitude : magnitude;
}

/** Returns the local day of a zone at an instant, in days since 1970-01-01. */
export function localDay(timezone: string, instant: number): number {
  const offset = timezone === "UTC" ? 0 : offsetAt(dateFormat(timezone), instant);
  return Math.floor((instant + offset) / dayMs);
}

/** A range of time, `to` exclusive, in which a zone's offset from UTC does not change; in milliseconds. */
interface OffsetSpan {
  from: number;
  to: number;
  offset: number;
}

/** Returns the first whole second in `(before, after]` at which the offset differs from that at `before`. */
function changeBetween(format: Intl.DateTimeFormat, before: number, after: number): number {
  const offset = offsetAt(format, before);
  let [same, other] = [before / 1000, after / 1000];
  while (other - same > 1) {
    const middle = Math.floor((same + other) / 2);
    if (offsetAt(format, middle * 1000) === offset) same = middle;
    else other = middle;
  }
  return other * 1000;
}

// A check takes 30 µs in a new process. The shortest time between two changes of a zone was 7 days less an hour (Boa Vista, 2000).
const checkEveryMs = 6 * dayMs;

/** Returns the offsets between two UTC midnights. */
function offsetSpans(timezone: string, from: number, to: number): OffsetSpan[] {
  // The default zone needs no formatter. The first one of a process takes 27 ms.
  if (timezone === "UTC") return [{ from, to: Infinity, offset: 0 }];
  const format = dateFormat(timezone);
  const spans: OffsetSpan[] = [];
  let current = { from, offset: offsetAt(format, from) };
  for (let checked = from; checked < to;) {
    const next = Math.min(checked + checkEveryMs, to);
    const offset = offsetAt(format, next);
    if (offset !== current.offset) {
      const change = changeBetween(format, checked, next);
      spans.push({ ...current, to: change });
      current = { from: change, offset };
    }
    checked = next;
  }
  return [...spans, { ...current, to: Infinity }];
}

/**
 * Returns the first instants of `count` consecutive local days. `firstDay` is in days since 1970-01-01. If midnight is
 * skipped, the day starts when the clocks have been put forward. If midnight occurs twice, the day starts at the first.
 * A day that the zone skipped (2011-12-30 in Pacific/Apia) starts with the next day.
 */
export function dayStarts(timezone: string, firstDay: number, count: number): number[] {
  const starts: number[] = [];
  const end = firstDay + count;
  let day = firstDay;
  for (const { from, to, offset } of offsetSpans(timezone, (firstDay - 1) * dayMs, (end + 1) * dayMs))
    for (; day < end && day * dayMs - offset < to; day++) starts.push(Math.max(from, day * dayMs - offset));
  return starts;
}
