import { formatNumber, parseNumber } from "./number-words.ts";

const months = "jan feb mar apr may jun jul aug sep oct nov dec".split(" ");

/** ISO 8601 designators; `T` stands before those of a time of day. */
const durations: readonly { unit: RegExp; prefix: string; designator: string }[] = [
  { unit: /^sec(?:ond)?s?$/, prefix: "PT", designator: "S" },
  { unit: /^min(?:ute)?s?$/, prefix: "PT", designator: "M" },
  { unit: /^(?:hour|hr)s?$/, prefix: "PT", designator: "H" },
  { unit: /^days?$/, prefix: "P", designator: "D" },
  { unit: /^weeks?$/, prefix: "P", designator: "W" },
  { unit: /^months?$/, prefix: "P", designator: "M" },
  { unit: /^(?:year|yr)s?$/, prefix: "P", designator: "Y" },
];

/** A bare dollar sign is read as US dollars and a yen sign as yen: what they mean in English text by default. */
const currencies: readonly { sign: RegExp; code: string; decimals: number }[] = [
  { sign: /^C\$|^cad\b|\bcad$/i, code: "CAD", decimals: 2 },
  { sign: /^A\$|^aud\b|\baud$/i, code: "AUD", decimals: 2 },
  { sign: /^(?:US\s?)?\$|^usd\b|\busd$|\bdollars?$/i, code: "USD", decimals: 2 },
  { sign: /^€|€$|^eur\b|\beur$|\beuros?$/i, code: "EUR", decimals: 2 },
  { sign: /^£|^gbp\b|\bgbp$/i, code: "GBP", decimals: 2 },
  { sign: /^¥|^jpy\b|\bjpy$|\byen$/i, code: "JPY", decimals: 0 },
  { sign: /^₹|^inr\b|\binr$|\brupees?$/i, code: "INR", decimals: 2 },
];

function isoDate(year: number, month: number, day: number): string | null {
  const date = new Date(Date.UTC(year, month - 1, day));
  const exists = date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
  return exists ? date.toISOString().slice(0, 10) : null;
}

function monthNumber(name: string): number {
  return months.indexOf(name.slice(0, 3).toLowerCase()) + 1;
}

function normalizeDate(text: string): string | null {
  if (/^(?:1\d|20)\d\d$/.test(text)) return text;
  const numeric = /^(\d{1,4})[-/.](\d{1,2})[-/.](\d{1,4})$/.exec(text);
  if (numeric) {
    const [first = 0, second = 0, third = 0] = numeric.slice(1).map(Number);
    if (numeric[1]?.length === 4) return isoDate(first, second, third);
    if (numeric[3]?.length !== 4) return null;
    // 05/06/2020 is May 6 or June 5, depending on who writes.
    if (first <= 12 && second <= 12 && first !== second) return null;
    return first > 12 ? isoDate(third, second, first) : isoDate(third, first, second);
  }
  const words = text.split(/[\s,]+(?:of\s)?/).filter((word) => word !== "");
  const month = words.map(monthNumber).find((number) => number > 0);
  const numbers = words
    .filter((word) => /^\d{1,4}(?:st|nd|rd|th)?$/.test(word))
    .map((word) => Number.parseInt(word, 10));
  const year = numbers.find((number) => number >= 1000);
  const day = numbers.find((number) => number <= 31);
  if (!month || !year || words.length > 3 || words.length !== numbers.length + 1) return null;
  if (day === undefined) return `${year}-${String(month).padStart(2, "0")}`;
  return isoDate(year, month, day);
}

function normalizeTime(text: string): string | null {
  if (/^noon$/i.test(text)) return "12:00";
  if (/^midnight$/i.test(text)) return "00:00";
  const clock = /^(\d{1,2})(?::?(\d\d))?(?::(\d\d))?\s?(?:([ap])\.?m\.?)?$/i.exec(text);
  if (!clock) return null;
  const [, hours = "", minutes, seconds, half] = clock;
  if (!half && minutes === undefined) return null;
  const hour = Number(hours);
  if (half ? hour < 1 || hour > 12 : hour > 23) return null;
  const full = half ? (hour % 12) + (half.toLowerCase() === "p" ? 12 : 0) : hour;
  return [String(full).padStart(2, "0"), minutes ?? "00", seconds]
    .filter((part) => part !== undefined)
    .join(":");
}

function normalizeDuration(text: string): string | null {
  const split = /^(.+?)\s?([a-z]+)$/i.exec(text);
  const unit = durations.find(({ unit }) => unit.test(split?.[2]?.toLowerCase() ?? ""));
  const value = parseNumber(split?.[1] ?? "");
  const number = value === null ? null : formatNumber(value);
  return unit && number !== null ? `${unit.prefix}${number}${unit.designator}` : null;
}

function normalizeMoney(text: string): string | null {
  const currency = currencies.find(({ sign }) => sign.test(text));
  const value = currency && parseNumber(text.replace(currency.sign, "").trim());
  if (!currency || value === undefined || value === null || value >= 1e15) return null;
  return `${currency.code} ${value.toFixed(currency.decimals)}`;
}

function normalizeNumber(text: string): string | null {
  const value = parseNumber(text);
  return value === null ? null : formatNumber(value);
}

/** The standard form of an entity of a type, or `null` where the text does not determine one. */
export const normalizers = {
  /** ISO 8601, as far as the text goes: `1843-05-05`, `1843-05`, `1843`. */
  date: normalizeDate,
  /** ISO 8601 on the 24-hour clock: `17:00`. */
  time: normalizeTime,
  /** ISO 8601: `PT2H`. */
  duration: normalizeDuration,
  /** ISO 4217 code and amount: `USD 1200.00`. */
  money: normalizeMoney,
  percent: (text: string) => normalizeNumber(text.replace(/\s?(?:%|per\s?cent)$/i, "")),
  number: normalizeNumber,
  ordinal: normalizeNumber,
} as const satisfies Record<string, (text: string) => string | null>;

/** The types that are normalised here; patterns bring their own standard form. */
export type NormalizedType = keyof typeof normalizers;
