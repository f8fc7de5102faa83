import type { Principal } from "../auth.ts";
import { planAt } from "../billing/plan-at.ts";
import { dailyLimitOf, type Plans } from "../billing/plans.ts";
import type { UsageWindow } from "../storage.ts";
import { isoSeconds, utcWindow, type WindowSpan, windowSpans } from "./windows.ts";

/** The name of a limit on calls, as the rate limit headers and the errors show it. */
export type PolicyName = "daily" | "per_minute" | "per_second" | "key_daily";

/** What a caller has left of one policy. */
export interface Allowance {
  policy: PolicyName;
  /** Calls in a window. */
  limit: number;
  /** After a downgrade it may exceed the limit. */
  used: number;
  remaining: number;
  windowSeconds: number;
  /** Epoch milliseconds. */
  resetsAt: number;
}

interface Policy {
  span: WindowSpan;
  /** `null` where the policy does not apply to the caller. */
  limitOf(principal: Principal, plans: Plans, now: number): number | null;
  /** What the ids of its windows begin with. */
  prefixOf(principal: Principal): string;
  keptMs?: number;
  /** What was used up, behind "60 of 60 ". */
  describe(principal: Principal, now: number): string;
}

/**
 * How long the counters of short windows are kept. Nobody counts by a window of the past but a process whose clock
 * is behind, and a refund that comes later than this finds the bucket and the day, and no counter that could still
 * refuse a call; so an hour is ample, and an account has at most 3,600 counters of seconds.
 */
const shortWindowKeptMs = 3_600_000;

/** In the order in which the headers list them; adding one is adding a row. */
const policies: Readonly<Record<PolicyName, Policy>> = {
  daily: {
    span: windowSpans.day,
    limitOf: ({ account }, plans, now) => dailyLimitOf(account, plans, now),
    prefixOf: () => "day:",
    describe: ({ account }, now) => `calls used on the ${planAt(account, now).plan} plan`,
  },
  per_minute: {
    span: windowSpans.minute,
    limitOf: ({ account }, plans, now) => plans[planAt(account, now).plan].perMinute,
    prefixOf: () => "minute:",
    keptMs: shortWindowKeptMs,
    describe: ({ account }, now) => `calls a minute used on the ${planAt(account, now).plan} plan`,
  },
  per_second: {
    span: windowSpans.second,
    limitOf: ({ account }, plans, now) => plans[planAt(account, now).plan].perSecond,
    prefixOf: () => "second:",
    keptMs: shortWindowKeptMs,
    describe: ({ account }, now) => `calls a second used on the ${planAt(account, now).plan} plan`,
  },
  key_daily: {
    span: windowSpans.day,
    limitOf: ({ credential }) => credential.dailyLimit ?? null,
    prefixOf: ({ credential }) => `key:${credential.id}:day:`,
    describe: ({ credential }) => `calls used with the key ${credential.id}`,
  },
};

// The names of the table, whose type says that it has no others.
const policyNames = Object.keys(policies) as PolicyName[];

/** The window of a policy that a call is counted in. */
export interface PolicyWindow {
  policy: PolicyName;
  window: UsageWindow;
}

/** The windows that a call of a caller at an instant is counted in: that of the day first, and as a rule alone. */
export function policyWindows(principal: Principal, plans: Plans, now: number): PolicyWindow[] {
  const found: PolicyWindow[] = [];
  for (const policy of policyNames) {
    const { span, limitOf, prefixOf, keptMs } = policies[policy];
    const limit = limitOf(principal, plans, now);
    if (limit === null) continue;
    const window = utcWindow(prefixOf(principal), span, limit, now);
    found.push({ policy, window: keptMs === undefined ? window : { ...window, keptMs } });
  }
  return found;
}

/** What is left of each window, of which `used` has the counters in their order. */
export function allowancesOf(windows: readonly PolicyWindow[], used: readonly number[]): Allowance[] {
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

/** Says which limit was reached, how many calls it allows, and when it does so again. */
export function describeExceeded(
  principal: Principal,
  { policy, used, limit, resetsAt }: Allowance,
  now: number,
): string {
  return `${used} of ${limit} ${policies[policy].describe(principal, now)}; the allowance resets at ${isoSeconds(resetsAt)}.`;
}
