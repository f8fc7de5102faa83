import type { Account } from "../accounts/account.ts";
import { dailyLimitOf, type Plans } from "../billing/plans.ts";
import type { UsageWindow } from "../storage.ts";

const dayMs = 86_400_000;

/** The state of an account's allowance. Instants are RFC 3339 in UTC. */
export interface Quota {
  policy: "daily";
  limit: number;
  used: number;
  remaining: number;
  resetsAt: string;
}

/** The UTC day of an account at an instant, as a window to be consumed from. */
export function dailyWindow(account: Account, plans: Plans, now: number): UsageWindow {
  const start = Math.floor(now / dayMs) * dayMs;
  return {
    id: `day:${new Date(start).toISOString().slice(0, 10)}`,
    limit: dailyLimitOf(account, plans),
    ends: start + dayMs,
  };
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
