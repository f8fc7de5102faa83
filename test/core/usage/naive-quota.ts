import { type AdmittedCall, defaultPlans, type Principal } from "@tools-api/core";
import type { Allowance } from "@tools-api/core/usage";
import { account } from "./recorded-calls.ts";

/** Small enough for a test to reach every limit. */
export const plans = {
  ...defaultPlans,
  free: { ...defaultPlans.free, dailyLimit: 9, perMinute: 6, perSecond: 3 },
  pro: { ...defaultPlans.pro, dailyLimit: 25, perMinute: null, perSecond: 5 },
};

export const keys = ["key_a", "key_b"] as const;

/** A key of the account. */
export type Key = (typeof keys)[number];

interface Policy {
  policy: Allowance["policy"];
  window: string;
  limit: number;
}

/**
 * The expected state: an account, its keys' caps, and the calls that were admitted and not refunded, with their units in
 * each window.
 */
export class NaiveQuota {
  readonly used = new Map<string, number>();
  calls = 0;
  readonly revisions = new Map<string, number>();
  readonly caps = new Map<Key, number | null>();
  plan: "free" | "pro" = "free";
  dailyLimit: number | null = null;

  /** Returns the policies for a call with a key at an instant. */
  policies(key: Key, at: number): Policy[] {
    const instant = new Date(at).toISOString();
    const day = instant.slice(0, 10);
    const { dailyLimit, perMinute, perSecond } = plans[this.plan];
    const all = [
      { policy: "daily" as const, window: `day:${day}`, limit: this.dailyLimit ?? dailyLimit },
      { policy: "per_minute" as const, window: `minute:${instant.slice(0, 16)}`, limit: perMinute },
      { policy: "per_second" as const, window: `second:${instant.slice(0, 19)}`, limit: perSecond },
      { policy: "key_daily" as const, window: `key:${key}:day:${day}`, limit: this.caps.get(key) ?? null },
    ];
    return all.flatMap(({ limit, ...policy }) => (limit === null ? [] : [{ ...policy, limit }]));
  }

  count(window: string): number {
    return this.used.get(window) ?? 0;
  }

  add({ windows, units }: Pick<AdmittedCall, "windows" | "units">): void {
    this.calls++;
    for (const { id } of windows) this.used.set(id, this.count(id) + units);
  }

  remove({ windows, units }: Pick<AdmittedCall, "windows" | "units">): void {
    this.calls--;
    for (const { id } of windows) this.used.set(id, this.count(id) - units);
  }

  /** Returns the remaining units for a call with a key. */
  left(key: Key, at: number): number {
    const rest = this.policies(key, at).map(({ window, limit }) => limit - this.count(window));
    return Math.max(0, Math.min(...rest));
  }

  principal(key: Key): Principal {
    const revisionOf = (id: string) => ({ id, revision: this.revisions.get(id) ?? 1 });
    return {
      account: { ...account, plan: this.plan, dailyLimit: this.dailyLimit },
      credential: {
        method: "api_key",
        id: key,
        name: key,
        scopes: [],
        expiresAt: null,
        dailyLimit: this.caps.get(key) ?? null,
      },
      fences: [revisionOf("accounts/acct_1"), revisionOf(`keys/acct_1/${key}`)],
    };
  }
}
