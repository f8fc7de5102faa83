/** Pads a whole number with zeros. The fields of ISO 8601 have a fixed width. */
export function padded(value: number, width: number): string {
  return String(value).padStart(width, "0");
}

const monthDays = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

function isLeap(year: number): boolean {
  return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
}

/** Returns whether the month has that day in some year. */
export function isMonthDay(month: number, day: number): boolean {
  return day >= 1 && day <= (monthDays[month - 1] ?? 0);
}

/** Returns whether a four-digit number is probably a year. */
export function isYear(value: number): boolean {
  return value >= 1000 && value <= 2199;
}

/** Returns a day in the form of ISO 8601, `1843-05-05`, or `null` if the calendar does not have it. */
export function isoDate(year: number, month: number, day: number): string | null {
  if (!isMonthDay(month, day) || (month === 2 && day === 29 && !isLeap(year))) return null;
  return `${padded(year, 4)}-${padded(month, 2)}-${padded(day, 2)}`;
}

/** Returns a month in the form of ISO 8601, `1843-05`. */
export function isoMonth(year: number, month: number): string {
  return `${padded(year, 4)}-${padded(month, 2)}`;
}

/** Returns a time of day in the form of ISO 8601, `17:00`, or `null` if no clock shows it. Allows for leap seconds. */
export function isoTime(hour: number, minute: number, second: string | null): string | null {
  if (hour > 23 || minute > 59 || Number(second ?? 0) >= 61) return null;
  return `${padded(hour, 2)}:${padded(minute, 2)}${second === null ? "" : `:${second}`}`;
}
