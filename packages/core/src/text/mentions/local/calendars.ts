import { isoDate } from "../calendar.ts";

/** The year of the Buddhist era that is the year 0 of ours. */
const buddhistEra = 543;
const persianEpoch = 1948320;
const unixEpoch = 2440588;
const dayMs = 86_400_000;

/** Returns a year of the Thai calendar, 2569, as one of the Gregorian calendar, and any other year as it is. */
export function gregorianYear(language: string, year: number): number {
  return language === "th" && year >= 2300 && year < 2800 ? year - buddhistEra : year;
}

/** Returns whether the year is one of the Persian calendar of our time. */
export function isPersianYear(language: string, year: number): boolean {
  return language === "fa" && year >= 1200 && year < 1600;
}

/** Returns a day of the Persian calendar in the form of ISO 8601, or `null` if the calendar does not have it. */
export function persianDate(year: number, month: number, day: number): string | null {
  if (month < 1 || month > 12 || day < 1 || day > (month <= 6 ? 31 : 30)) return null;
  const monthStart = month <= 7 ? 31 * (month - 1) : 30 * (month - 1) + 6;
  const julianDay = persianEpoch - 1 + 365 * (year - 1) + Math.floor((8 * year + 21) / 33) + monthStart + day;
  const date = new Date((julianDay - unixEpoch) * dayMs);
  return isoDate(date.getUTCFullYear(), date.getUTCMonth() + 1, date.getUTCDate());
}
