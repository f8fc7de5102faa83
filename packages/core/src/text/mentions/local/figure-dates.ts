import { isMonthDay, isoDate, isYear } from "../calendar.ts";
import { readStamp } from "../dates/stamps.ts";
import { isWordAt } from "../letters.ts";
import type { Mention } from "../mention.ts";
import type { FigureToken } from "../scan.ts";
import { gregorianYear, isPersianYear, persianDate } from "./calendars.ts";
import { matchAt, type Source, wordBefore } from "./source.ts";
import { isBoundary } from "./word-table.ts";

/** A date whose points are followed by blanks: "2026. 03. 05.", "5. 3. 2026". */
const spacedDate = /(\d{1,4})\. (\d{1,2})\. (\d{1,4})(?![\d:])\.?/y;
/** A day and its month: "28.02.". Another digit or letter would make it a version or a price. */
const shortDate = /(\d{1,2})\.(\d{2})\.(?![\d\p{L}])/uy;

/** Returns the standard form of a date in figures, or `undefined` if it is none. */
function normalize({ language, words }: Source, fields: readonly string[]): string | null | undefined {
  const [a = "", b = "", c = ""] = fields;
  const [x, y, z] = [Number(a), Number(b), Number(c)];
  if (a.length === 4 && c.length <= 2) {
    if (isPersianYear(language, x)) return persianDate(x, y, z) ?? undefined;
    const year = gregorianYear(language, x);
    return isYear(year) ? (isoDate(year, y, z) ?? undefined) : undefined;
  }
  // Two digits do not determine the century.
  if (words.hasYearFirst && a.length === 2 && c.length <= 2) return isMonthDay(y, z) ? null : undefined;
  const [day, month] = words.hasMonthFirst && isMonthDay(x, y) ? [y, x] : isMonthDay(y, x) ? [x, y] : [y, x];
  if (a.length > 2 || b.length > 2 || !isMonthDay(month, day)) return undefined;
  if (c.length === 4) {
    const year = gregorianYear(language, z);
    return isYear(year) ? (isoDate(year, month, day) ?? undefined) : undefined;
  }
  return c.length === 2 ? null : undefined;
}

/** Returns a date in figures in the order of the language: "05.03.2026", "5/3/2026", "2026. 03. 05.", or `null`. */
export function readFigureDate(source: Source, token: FigureToken): Mention | null {
  const { text, words } = source;
  const stamp = readStamp(text, token.start);
  if (stamp) return { type: "date", ...stamp };
  const { start, groups, separators } = token;
  const isPlain = groups.length === 3 && ["..", "//", "--"].includes(separators);
  const spaced = separators === "" ? matchAt(spacedDate, text, start) : null;
  const end = spaced ? start + spaced[0].length : token.end;
  if ((isPlain || spaced) && !isWordAt(text, end)) {
    const fields = spaced ? spaced.slice(1) : groups;
    const normalized = normalize(source, fields);
    const isSure = normalized !== null || fields[1]?.length === 2 || separators === "//" || spaced !== null;
    if (normalized !== undefined && isSure)
      return { type: "date", start, end, normalized, confidence: normalized === null ? 0.75 : 0.95 };
    // "31.02.2026" is a day that no calendar has, and no number.
    return null;
  }
  const short = separators === "." && words.decimalSign === "," ? matchAt(shortDate, text, start) : null;
  return short && isMonthDay(Number(short[2]), Number(short[1]))
    ? { type: "date", start, end: start + short[0].length, normalized: null, confidence: 0.85 }
    : null;
}

const yearLabel = /(?:\p{Lu}{2,4}|[Nn][ro]\.?|№|#)[ -]?$/u;

/** Returns the year that the figure can be, or `null`: four digits without a label such as "ISO" or "Nr." */
function plainYear({ text, language }: Source, { start, groups, separators }: FigureToken): number | null {
  const [digits = ""] = groups;
  const year = gregorianYear(language, Number(digits));
  if (separators !== "" || digits.length !== 4 || !isYear(year)) return null;
  return yearLabel.test(text.slice(Math.max(0, start - 6), start)) ? null : year;
}

/** The first year and the last one that a word for a year after the figure names. "1200年" may be a duration. */
const namedYears = [1500, 2199] as const;

/** Returns a year with the word for one after it, or `null`: "2019 году", "2026年", "2019-ben". */
export function readNamedYear(source: Source, token: FigureToken): Mention | null {
  const { text, words } = source;
  const { start, end } = token;
  const year = plainYear(source, token);
  const word = year === null ? null : words.afterYear.at(text, end);
  if (year === null || !word || year < namedYears[0] || year > namedYears[1]) return null;
  // An apostrophe or a hyphen joins the ending of a case, which is no part of the year.
  const isEnding = "'’-".includes(text.charAt(end));
  return { type: "date", start, end: isEnding ? end : word.end, normalized: String(year), confidence: 0.9 };
}

/** Returns a year with a word before it that makes it one, or `null`: "seit 1998", "Ende 2025". */
export function readCuedYear(source: Source, token: FigureToken): Mention | null {
  const { text, words } = source;
  const { start, end } = token;
  const year = plainYear(source, token);
  if (year === null || !wordBefore(words.years, text, start) || !isBoundary(text, end)) return null;
  // "In 2000 Fällen" counts, "in 2019" does not.
  const isRecent = year >= 1700 && year <= 2059 && year % 100 !== 0;
  if (!isRecent && /^ \p{L}{4}/u.test(text.slice(end, end + 6))) return null;
  return { type: "date", start, end, normalized: String(year), confidence: 0.85 };
}
