import type { OwnInvoice } from "@tools-api/core/billing";
import { isoInstant, isoSeconds } from "@tools-api/core/internal/time";
import { LRUCache } from "lru-cache";
import { relativeTime } from "../../dist/islands/relative-time.js";
import { currentView } from "./view.ts";

interface Money {
  amount: number;
  currency: string;
}

const moneyFormats = new Map<string, Intl.NumberFormat>();
const digitsBelowMinorUnit = 2;
const numberFormat = new Intl.NumberFormat("en");

function moneyFormat(currency: string): { format: Intl.NumberFormat; digits: number } {
  const format =
    moneyFormats.get(currency) ??
    new Intl.NumberFormat("en", { style: "currency", currency, currencyDisplay: "narrowSymbol" });
  moneyFormats.set(currency, format);
  const { maximumFractionDigits = 2 } = format.resolvedOptions();
  return { format, digits: maximumFractionDigits };
}

/** Returns an amount in its currency, such as $29.00. */
export function money({ amount, currency }: Money): string {
  const { format, digits } = moneyFormat(currency);
  return format.format(amount / 10 ** digits);
}

/** Returns an amount as an operator types it, such as 29.00. */
export function typedMoney({ amount, currency }: Money): string {
  const { digits } = moneyFormat(currency);
  return (amount / 10 ** digits).toFixed(digits);
}

/**
 * Reads an amount that an operator typed, such as 29 or 29.50, in the minor unit of a currency. Returns `null` for an
 * empty text, and a text that is no amount of the currency unchanged, which the call then refuses.
 */
export function moneyFrom(typed: string, currency: string): number | string | null {
  const text = typed.trim();
  if (text === "") return null;
  if (!/^[a-z]{3}$/.test(currency)) return text;
  const { digits } = moneyFormat(currency);
  const [, whole = "", fraction = ""] = /^(\d{1,12})(?:[.,](\d+))?$/.exec(text) ?? [];
  if (whole === "" || fraction.length > digits) return text;
  return Number(whole + fraction.padEnd(digits, "0"));
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

/** Returns the change of a figure against an earlier one, such as +12%. Returns `new` if there was nothing before. */
export function change(value: number, before: number): string {
  if (value === before) return "no change";
  if (before === 0) return "new";
  const share = Math.round(((value - before) / before) * 100);
  return `${share > 0 ? "+" : share < 0 ? "\u2212" : "\u00b1"}${number(Math.abs(share))}%`;
}

const byteUnits = ["bytes", "kB", "MB", "GB", "TB"] as const;

/** Returns a size in decimal units, such as 1.2 MB. */
export function size(bytes: number): string {
  if (bytes < 1000) return count(bytes, "byte");
  const power = Math.min(Math.floor(Math.log10(bytes) / 3), byteUnits.length - 1);
  return `${(bytes / 1000 ** power).toFixed(1)} ${byteUnits[power]}`;
}

/** Returns an instant (epoch milliseconds) as text, to the second in UTC. */
export function instant(at: number): string {
  const text = isoInstant(at);
  return `${text.slice(0, 10)} ${text.slice(11, 19)} UTC`;
}

/** Formats by time zone. Visitors choose the zone, and a format holds tens of kilobytes. */
const formats = new LRUCache<string, { day: Intl.DateTimeFormat; minute: Intl.DateTimeFormat }>({ max: 64 });

function formatsOf(timeZone: string) {
  const known = formats.get(timeZone);
  if (known) return known;
  const day = { timeZone, year: "numeric", month: "short", day: "numeric" } as const;
  const time = { hour: "2-digit", minute: "2-digit", hourCycle: "h23", timeZoneName: "short" } as const;
  const made = {
    day: new Intl.DateTimeFormat("en-US", day),
    minute: new Intl.DateTimeFormat("en-US", { ...day, ...time }),
  };
  formats.set(timeZone, made);
  return made;
}

/** Returns an instant (epoch milliseconds) to the minute in the visitor's zone, such as Nov 27, 2026, 10:33 UTC. */
function localInstant(at: number): string {
  return formatsOf(currentView().timeZone ?? "UTC").minute.format(at);
}

/** Renders an instant (epoch milliseconds) to the minute, in the visitor's zone. */
export function Instant({ at }: { at: number }) {
  return <time datetime={isoSeconds(at)}>{localInstant(at)}</time>;
}

/** Renders the day of an instant (epoch milliseconds) in the visitor's zone. */
export function Day({ at }: { at: number }) {
  return <time datetime={isoSeconds(at)}>{formatsOf(currentView().timeZone ?? "UTC").day.format(at)}</time>;
}

/**
 * Renders an instant (epoch milliseconds) as a distance from now, such as 3 hours ago, in places of their own like
 * table cells. The pointer shows the instant, and so does the focus on the table.
 */
export function Relative({ at }: { at: number }) {
  return (
    <time class="relative" datetime={isoSeconds(at)} title={localInstant(at)}>
      {relativeTime(at, currentView().now)}
    </time>
  );
}

/** Renders an instant (epoch milliseconds) with its distance from now, for facts. */
export function InstantAndDistance({ at }: { at: number }) {
  return (
    <>
      <Instant at={at} />{" "}
      <span class="muted">
        (<time datetime={isoSeconds(at)}>{relativeTime(at, currentView().now)}</time>)
      </span>
    </>
  );
}

/** Returns the number that people read on an invoice: the legal number, or the id if there is none. */
export function invoiceNumber(invoice: Pick<OwnInvoice, "number" | "id">): string {
  return invoice.number ?? invoice.id;
}
