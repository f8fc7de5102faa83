import { isMonthDay, isoDate, isoMonth, isYear } from "../calendar.ts";
import { mergeSpans } from "../../patterns/match.ts";
import type { Mention } from "../mention.ts";
import { gregorianYear, isPersianYear, persianDate } from "./calendars.ts";
import type { LanguageWords } from "./language-words.ts";
import type { Source } from "./source.ts";
import { isBoundary } from "./word-table.ts";

const maxContext = 28;
const specialSigns = /[.*+?^${}()|[\]\\]/g;

/** The patterns of the parts around a month's name. */
interface Joints {
  dayBefore: RegExp;
  yearBefore: RegExp;
  dayAfter: RegExp;
  yearAfter: RegExp;
  hasDayAfter: boolean;
}

const grammars = new WeakMap<LanguageWords, Joints>();

/** Returns the patterns of a language: its joints of CLDR, and those that people write. */
function findJoints(words: LanguageWords): Joints {
  const known = grammars.get(words);
  if (known) return known;
  const given = (key: string) =>
    (words.joints.get(key) ?? []).map((joint) => `${joint.replace(specialSigns, String.raw`\$&`)}|`).join("");
  const joints: Joints = {
    dayBefore: new RegExp(
      `(?<![\\d.,:/-])(?:(\\d{1,2})\\.? ?- ?)?(\\d{1,2})(?:${given("dm")}(?:\\.|er|re|º|ª|°|-?е|-?го|-?га)?[ -]?(?:de |d['’]|ngày )?)$`,
      "u",
    ),
    yearBefore: new RegExp(`(?<!\\d)(\\d{4})(?:${given("ym")}${given("yd")}[ ,]{1,2})$`, "u"),
    dayAfter: new RegExp(`^(?:${given("md")} )(\\d{1,2})(?![\\d:])(?:${given("d")})`, "u"),
    yearAfter: new RegExp(
      `^(?:${given("my")}${given("dy")}[.,]{0,2} (?:de |del |d['’]|do |năm |พ\\.ศ\\. ?|ค\\.ศ\\. ?|عام )?|-|/)(\\d{4})(?![\\d:])(?:${given("y")})`,
      "u",
    ),
    hasDayAfter: words.hasMonthFirst || words.joints.has("ym") || words.joints.has("md"),
  };
  grammars.set(words, joints);
  return joints;
}

interface Parts {
  start: number;
  end: number;
  year: number | null;
  days: readonly [from: number, to: number] | null;
}

/** Returns the day and the year around a month's name from `start` to `end`. */
function readParts(text: string, words: LanguageWords, start: number, end: number): Parts {
  const joints = findJoints(words);
  let parts: Parts = { start, end, year: null, days: null };
  const before = (to: number) => text.slice(Math.max(0, to - maxContext), to);
  const after = (from: number) => text.slice(from, from + maxContext);
  const day = joints.dayBefore.exec(before(start));
  if (day) {
    const to = Number(day[2]);
    parts = { ...parts, start: start - day[0].length, days: [Number(day[1] ?? to), to] };
  }
  const earlier = joints.yearBefore.exec(before(parts.start));
  if (earlier) parts = { ...parts, start: parts.start - earlier[0].length, year: Number(earlier[1]) };
  const stop = text.charAt(end) === "." ? end + 1 : end;
  const later = !day && (joints.hasDayAfter || earlier) ? joints.dayAfter.exec(after(stop)) : null;
  if (later) parts = { ...parts, end: stop + later[0].length, days: [Number(later[1]), Number(later[1])] };
  const from = later ? parts.end : end;
  const year = earlier ? null : (joints.yearAfter.exec(after(from)) ?? null);
  return year ? { ...parts, end: from + year[0].length, year: Number(year[1]) } : parts;
}

/** Returns the standard form of a date, or `null` if it has no year or if the calendar does not have the day. */
function normalize(
  language: string,
  { month, isPersian }: { month: number; isPersian: boolean },
  { year, days }: Parts,
): string | null {
  if (year === null) return null;
  if (isPersian) {
    const isDay = days && days[0] === days[1] && isPersianYear(language, year);
    return isDay ? persianDate(year, month, days[0]) : null;
  }
  const written = gregorianYear(language, year);
  if (!isYear(written)) return null;
  if (!days) return isoMonth(written, month);
  const [from, to] = days.map((day) => isoDate(written, month, day));
  if (from === null || to === null || from === undefined || to === undefined) return null;
  return from === to ? from : `${from}/${to}`;
}

/** Returns the dates with the name of their month: "5. Mai 1843", "5 de mayo de 1843", "2026. március 5." */
export function namedDates({ text, language, words }: Source): Mention[] {
  const mentions: Mention[] = [];
  let covered = 0;
  for (const match of words.monthPattern ? text.matchAll(words.monthPattern) : []) {
    const found = words.months.at(text, match.index);
    // In Hebrew, a letter before the month means "in".
    const isOpen = isBoundary(text, match.index) || words.joints.has("dm");
    if (!found || found.start < covered || !isOpen) continue;
    const parts = readParts(text, words, found.start, found.end);
    if (parts.start < covered || (parts.year === null && parts.days === null)) continue;
    if (!isBoundary(text, match.index) && parts.days === null) continue;
    if (!isBoundary(text, parts.end)) continue;
    const isDay = parts.days?.every((day) => found.is.isPersian || isMonthDay(found.is.month, day)) ?? true;
    if (!isDay && parts.year === null) continue;
    const { start, end } = parts;
    const normalized = normalize(language, found.is, parts);
    mentions.push({ type: "date", start, end, normalized, confidence: 0.95 });
    covered = end;
  }
  return mentions;
}

/** The eras of Japan and Taiwan, by the year before their first. */
const eras: Readonly<Record<string, number>> = {
  令和: 2018,
  平成: 1988,
  昭和: 1925,
  大正: 1911,
  明治: 1867,
  民國: 1911,
  民国: 1911,
};
const writtenYear = `(?:${Object.keys(eras).join("|")})(?:\\d{1,3}|元)`;

/** East Asian dates: "2026年3月5日", "3월 5일", "2026年3月", "令和6年3月5日", "平成元年". */
const ideographicDate = new RegExp(
  `(?:(${writtenYear}|\\d{4}) ?[年년] ?)?(?<!\\d)(\\d{1,2}) ?[月월] ?(\\d{1,2}) ?[日日号號일]|` +
    `(${writtenYear}|\\d{4}) ?[年년] ?(\\d{1,2}) ?[月월]|(${writtenYear}) ?年`,
  "g",
);

/** Returns the year of our calendar. */
function readYear(written: string): number {
  const first = eras[written.slice(0, 2)];
  if (first === undefined) return Number(written);
  const year = written.slice(2);
  return first + (year === "元" ? 1 : Number(year));
}

/** A day of the month without its month. 5日間 and 5日で are durations. */
const ideographicDay = /(?<![\d月.,])(\d{1,2})日(?=、|に(?!一)|付|夜|朝|夕|午前|午後|未明|までに)/g;

function ideographicDays({ text, language }: Source): Mention[] {
  if (language !== "ja") return [];
  return Array.from(text.matchAll(ideographicDay), ({ 0: all, 1: day, index }): Mention[] =>
    isMonthDay(1, Number(day))
      ? [{ type: "date", start: index, end: index + all.length, normalized: null, confidence: 0.8 }]
      : [],
  ).flat();
}

/** Returns the dates in figures with the ideographs or Hangul of year, month and day. */
export function ideographicDates(source: Source): Mention[] {
  const { text } = source;
  const dates = Array.from(text.matchAll(ideographicDate), (match): Mention => {
    const [all, year, month = "", day = "", onlyYear, onlyMonth, eraYear] = match;
    const normalized =
      eraYear !== undefined
        ? String(readYear(eraYear))
        : onlyYear !== undefined
          ? isMonthDay(Number(onlyMonth), 1)
            ? isoMonth(readYear(onlyYear), Number(onlyMonth))
            : null
          : year === undefined
            ? null
            : isoDate(readYear(year), Number(month), Number(day));
    return { type: "date", start: match.index, end: match.index + all.length, normalized, confidence: 0.97 };
  });
  return mergeSpans(dates, ideographicDays(source));
}

/** Weekdays that are more often other words: a market, a week, an ordinal number. */
const ambiguousWeekdays: ReadonlySet<string> = new Set([
  "pazar",
  "salı",
  "minggu",
  "τρίτη",
  "πέμπτη",
  "segunda",
]);
/** A number before 周, which is then a week: 一周三次 is "three times a week". */
const countedWeek = /[一二两兩三四五六七八九十几幾数數\d][周週]$/u;
const weekdayJoint = /^(?:[,،、.(]? ?(?:den |dem |the |ngày |ที่ |yom )?)$/u;
const maxJoint = 8;

/** Returns the dates with the weekday before or after each, and the weekdays that stand alone. */
export function withWeekdays({ text, words }: Source, dates: readonly Mention[]): Mention[] {
  if (!words.weekdayPattern) return [...dates];
  const merged: Mention[] = dates.map((date) => ({ ...date }));
  const alone: Mention[] = [];
  let next = 0;
  for (const match of text.matchAll(words.weekdayPattern)) {
    const [start, end] = [match.index, match.index + match[0].length];
    while ((merged[next]?.end ?? Infinity) <= start - maxJoint) next++;
    const isJoined = (from: number, to: number) =>
      to >= from && to - from <= maxJoint && weekdayJoint.test(text.slice(from, to));
    const date = merged
      .slice(next, next + 2)
      .find((found) => isJoined(end, found.start) || isJoined(found.end, start));
    if (date) {
      date.start = Math.min(date.start, start);
      date.end = Math.max(date.end, end);
      continue;
    }
    const isWhole = isBoundary(text, start) && isBoundary(text, end);
    const isCovered = merged.some((found) => found.start < end && start < found.end);
    if (countedWeek.test(text.slice(Math.max(0, start - 1), start + 1))) continue;
    if (isWhole && !isCovered && !ambiguousWeekdays.has(match[0].toLowerCase()))
      alone.push({ type: "date", start, end, normalized: null, confidence: 0.85 });
  }
  return [...merged, ...alone].toSorted((a, b) => a.start - b.start);
}
