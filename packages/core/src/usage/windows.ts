import type { Account } from "../identity/account.ts";
import { dailyLimitAt, type Plans } from "../billing/plans.ts";
import type { UsageWindow } from "../store/storage.ts";
import { dayMs } from "../time.ts";

/** The state of an account's allowance. */
export interface Quota {
  policy: "daily";
  limit: number;
  used: number;
  remaining: number;
  /** Epoch milliseconds. */
  resetsAt: number;
}

/** A length of windows. */
export interface WindowSpan {
  ms: number;
  /** Returns the name of the window that starts at an instant: RFC 3339 in UTC, truncated to its unit. */
  nameOf(start: number): string;
}

/** @param example A name, which determines the length of all names. */
function windowSpan(ms: number, example: string): WindowSpan {
  // The next call is usually in the same window.
  let last = { start: Number.NaN, name: "" };
  return {
    ms,
    nameOf(start) {
      if (start !== last.start)
        last = { start, name: new Date(start).toISOString().slice(0, example.length) };
      return last.name;
    },
  };
}

/** The lengths of windows. */
export const windowSpans = {
  day: windowSpan(dayMs, "2026-11-21"),
  minute: windowSpan(60_000, "2026-11-21T10:05"),
  second: windowSpan(1000, "2026-11-21T10:05:30"),
};

/**
 * Returns the window of UTC time that contains an instant.
 *
 * @param prefix The beginning of its id, such as `day:`.
 */
export function utcWindow(
  prefix: string,
  { ms, nameOf }: WindowSpan,
  limit: number,
  now: number,
): UsageWindow {
  const start = Math.floor(now / ms) * ms;
  return { id: prefix + nameOf(start), limit, ends: start + ms };
}

/**
 * Returns the window of the UTC day for an account at an instant.
 *
 * @example
 * ```ts
 * import { memoryDocuments } from "@tools-api/adapters/storage/memory";
 * import { defaultPlans } from "@tools-api/core";
 * import { createAccount } from "@tools-api/core/accounts";
 * import { dailyWindow } from "@tools-api/core/usage";
 *
 * const account = await createAccount(memoryDocuments(), { email: "ada@example.com" }, { at: Date.now() });
 * console.log(dailyWindow(account, defaultPlans, Date.parse("2026-11-21T10:00:00Z")).id); // day:2026-11-21
 * ```
 */
export function dailyWindow(account: Account, plans: Plans, now: number): UsageWindow {
  return utcWindow("day:", windowSpans.day, dailyLimitAt(account, plans, now), now);
}

/**
 * Returns the state of a daily window with `used` units. `used` may exceed the limit after a downgrade.
 *
 * @example
 * ```ts
 * import { toQuota } from "@tools-api/core/usage";
 *
 * const window = { id: "day:2026-11-21", limit: 1000, ends: Date.parse("2026-11-22T00:00:00Z") };
 * console.log(toQuota(window, 1).remaining); // 999
 * ```
 */
export function toQuota(window: UsageWindow, used: number): Quota {
  return {
    policy: "daily",
    limit: window.limit,
    used,
    remaining: Math.max(0, window.limit - used),
    resetsAt: window.ends,
  };
}
