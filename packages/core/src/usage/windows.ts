import type { Account } from "../accounts/account.ts";
import { dailyLimitOf, type Plans } from "../billing/plans.ts";
import type { UsageWindow } from "../storage.ts";

/** The state of an account's allowance. Instants are RFC 3339 in UTC. */
export interface Quota {
  policy: "daily";
  limit: number;
  used: number;
  remaining: number;
  resetsAt: string;
}

/** How a stretch of UTC time is named: by the first characters of its start. */
export interface WindowSpan {
  ms: number;
  /** Of an instant as RFC 3339. */
  characters: number;
}

/** The lengths that a window can have. */
export const windowSpans = {
  day: { ms: 86_400_000, characters: "2026-11-21".length },
  minute: { ms: 60_000, characters: "2026-11-21T10:05".length },
  second: { ms: 1000, characters: "2026-11-21T10:05:00".length },
} as const satisfies Record<string, WindowSpan>;

/**
 * The stretch of UTC time that an instant lies in, as a window to be consumed from.
 *
 * @param prefix What its id begins with, for instance `day:`.
 */
export function utcWindow(prefix: string, { ms, characters }: WindowSpan, limit: number, now: number) {
  const start = Math.floor(now / ms) * ms;
  return { id: prefix + new Date(start).toISOString().slice(0, characters), limit, ends: start + ms };
}

/** The UTC day of an account at an instant. */
export function dailyWindow(account: Account, plans: Plans, now: number): UsageWindow {
  return utcWindow("day:", windowSpans.day, dailyLimitOf(account, plans), now);
}

/** The allowance of a daily window of which `used` units are taken; after a downgrade `used` may exceed it. */
export function quotaOf(window: UsageWindow, used: number): Quota {
  return {
    policy: "daily",
    limit: window.limit,
    used,
    remaining: Math.max(0, window.limit - used),
    resetsAt: isoSeconds(window.ends),
  };
}

/** An instant as RFC 3339 in UTC, without the fraction where it is zero. */
export function isoSeconds(instant: number): string {
  return new Date(instant).toISOString().replace(".000Z", "Z");
}
