import { isoInstant, isoSeconds } from "@tools-api/core/internal";

interface Money {
  amount: number;
  currency: string;
}

const moneyFormats = new Map<string, Intl.NumberFormat>();
const digitsBelowMinorUnit = 2;
const numberFormat = new Intl.NumberFormat("en");

/** Returns an amount in its currency, such as $29.00. */
export function money({ amount, currency }: Money): string {
  const format =
    moneyFormats.get(currency) ??
    new Intl.NumberFormat("en", { style: "currency", currency, currencyDisplay: "narrowSymbol" });
  moneyFormats.set(currency, format);
  const { maximumFractionDigits = 2 } = format.resolvedOptions();
  return format.format(amount / 10 ** maximumFractionDigits);
}

/** Returns a fraction of minor units, truncated to two digits below them, such as $19.3333. */
export function partialMoney({ amount, currency }: Money): string {
  const options = { style: "currency", currency, currencyDisplay: "narrowSymbol" } as const;
  const { maximumFractionDigits = 2 } = new Intl.NumberFormat("en", options).resolvedOptions();
  const digits = maximumFractionDigits + digitsBelowMinorUnit;
  const format = new Intl.NumberFormat("en", {
    ...options,
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
    roundingMode: "trunc",
  });
  return format.format(amount / 10 ** maximumFractionDigits);
}

/** Returns a number with thousands separators, such as 12,345. */
export function number(value: number): string {
  return numberFormat.format(value);
}

/** Returns a number of things in words, such as 1 call or 12,345 calls. */
export function count(value: number, thing: string): string {
  return `${number(value)} ${thing}${value === 1 ? "" : "s"}`;
}

/** Returns the share of ended calls that succeeded, to a tenth of a percent. */
export function successRate({ succeeded, failed }: { succeeded: number; failed: number }): string {
  const ended = succeeded + failed;
  return ended === 0 ? "–" : `${Math.round((succeeded / ended) * 1000) / 10}%`;
}

const byteUnits = ["bytes", "kB", "MB", "GB", "TB"] as const;

/** Returns a size in decimal units, such as 1.2 MB. */
export function size(bytes: number): string {
  if (bytes < 1000) return count(bytes, "byte");
  const power = Math.min(Math.floor(Math.log10(bytes) / 3), byteUnits.length - 1);
  return `${(bytes / 1000 ** power).toFixed(1)} ${byteUnits[power]}`;
}

/** Returns an instant (epoch milliseconds) in words, to the second. */
export function instant(at: number): string {
  const text = isoInstant(at);
  return `${text.slice(0, 10)} ${text.slice(11, 19)} UTC`;
}

/** Renders an instant (epoch milliseconds) to the minute. */
export function Instant({ at }: { at: number }) {
  const text = isoSeconds(at);
  return <time datetime={text}>{`${text.slice(0, 10)} ${text.slice(11, 16)} UTC`}</time>;
}

/** Renders the UTC day of an instant (epoch milliseconds). */
export function Day({ at }: { at: number }) {
  const text = isoSeconds(at);
  return <time datetime={text}>{text.slice(0, 10)}</time>;
}
