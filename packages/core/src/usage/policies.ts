import type { Principal } from "../identity/auth.ts";
import { planAt, type Plans, termsAt } from "../billing/plans.ts";
import type { UsageWindow } from "../store/storage.ts";
import { isoSeconds, hourMs } from "../time.ts";
import { utcWindow, type WindowSpan, windowSpans } from "./windows.ts";

/** The name of a limit on calls, as it appears in the rate limit headers and in errors. */
export type PolicyName = "daily" | "per_minute" | "per_second" | "key_daily";

/** The remaining allowance of a caller under one policy. */
export interface Allowance {
  policy: PolicyName;
  /** Units per window. Most calls take one. */
  limit: number;
  /** May exceed the limit after a downgrade. */
  used: number;
  remaining: number;
  windowSeconds: number;
  /** Epoch milliseconds. */
  resetsAt: number;
}

interface Policy {
  span: WindowSpan;
  /** Returns `null` if the policy does not apply to the caller. */
  limitOf(principal: Principal, plans: Plans, now: number): number | null;
  /** Returns the prefix of the ids of its windows. */
  prefixOf(principal: Principal): string;
  ttlMs?: number;
  /** Returns the text that follows "60 of 60 " in the error. */
  describe(principal: Principal, now: number): string;
}

/**
 * Milliseconds until the counters of short windows expire. Only a process with a slow clock still counts in a past
 * window. A later refund still reaches the bucket and the day, and the expired counter could no longer refuse a call.
 * An hour is therefore ample, and an account has at most 3,600 per-second counters.
 */
const shortWindowTtlMs = hourMs;

/** The policies in the order of the headers. To add a policy, add a row. */
const policies: Readonly<Record<PolicyName, Policy>> = {
  daily: {
    span: windowSpans.day,
    limitOf: ({ account }, plans, now) => termsAt(account, plans, now).dailyLimit,
    prefixOf: () => "day:",
    describe: ({ account }, now) => `calls used on the ${planAt(account, now).plan} plan`,
  },
  per_minute: {
    span: windowSpans.minute,
    limitOf: ({ account }, plans, now) => termsAt(account, plans, now).perMinute,
    prefixOf: () => "minute:",
    ttlMs: shortWindowTtlMs,
    describe: ({ account }, now) => `calls per minute used on the ${planAt(account, now).plan} plan`,
  },
  per_second: {
    span: windowSpans.second,
    limitOf: ({ account }, plans, now) => termsAt(account, plans, now).perSecond,
    prefixOf: () => "second:",
    ttlMs: shortWindowTtlMs,
    describe: ({ account }, now) => `calls per second used on the ${planAt(account, now).plan} plan`,
  },
  key_daily: {
    span: windowSpans.day,
    limitOf: ({ credential }) => credential.dailyLimit ?? null,
    prefixOf: ({ credential }) => `key:${credential.id}:day:`,
    describe: ({ credential }) => `calls used with the key ${credential.id}`,
  },
};

// The type of the table guarantees that it has no other names.
const policyNames = Object.keys(policies) as PolicyName[];

/** The window of a policy in which a call is counted. */
export interface PolicyWindow {
  policy: PolicyName;
  window: UsageWindow;
}

/**
 * Returns the windows in which a call at an instant is counted. The daily window comes first, and is usually the only
 * one.
 */
function policyWindows(principal: Principal, plans: Plans, now: number): PolicyWindow[] {
  const found: PolicyWindow[] = [];
  for (const policy of policyNames) {
    const { span, limitOf, prefixOf, ttlMs } = policies[policy];
    const limit = limitOf(principal, plans, now);
    if (limit === null) continue;
    const window = utcWindow(prefixOf(principal), span, limit, now);
    found.push({ policy, window: ttlMs === undefined ? window : { ...window, ttlMs } });
  }
  return found;
}

/** The windows of a caller, which stay the same until the first of them ends. */
export interface CurrentWindows {
  policies: readonly PolicyWindow[];
  windows: UsageWindow[];
}

/** Returns a function that finds the windows of a principal at an instant, and remembers them while they are current. */
export function currentWindows(plans: Plans): (principal: Principal, now: number) => CurrentWindows {
  // Principals are cached, so the next call of a caller usually has the same object.
  const known = new WeakMap<Principal, CurrentWindows & { from: number; until: number }>();
  return (principal, now) => {
    const last = known.get(principal);
    if (last && last.from <= now && now < last.until) return last;
    const policies = policyWindows(principal, plans, now);
    const windows = policies.map(({ window }) => window);
    const { scheduled } = principal.account;
    const changes = scheduled && scheduled.at > now ? [scheduled.at] : [];
    const until = Math.min(...windows.map(({ ends }) => ends), ...changes);
    const found = { policies, windows, from: now, until };
    known.set(principal, found);
    return found;
  };
}

/** Returns the remaining allowance of each window. `used` has their counters in the same order. */
export function toAllowances(windows: readonly PolicyWindow[], used: readonly number[]): Allowance[] {
  return windows.map(({ policy, window: { limit, ends } }, index) => {
    const taken = used[index] ?? 0;
    return {
      policy,
      limit,
      used: taken,
      remaining: Math.max(0, limit - taken),
      windowSeconds: policies[policy].span.ms / 1000,
      resetsAt: ends,
    };
  });
}

/** Describes which limit a call of some units exceeds, how many calls it allows, and when it resets. */
export function describeExceeded(
  principal: Principal,
  { policy, used, limit, resetsAt }: Allowance,
  now: number,
  units: number,
): string {
  const counted = units === 1 ? "" : `, and this call counts as ${units}`;
  return `${used} of ${limit} ${policies[policy].describe(principal, now)}${counted}; the allowance resets at ${isoSeconds(resetsAt)}.`;
}
