import type { z } from "zod";
import type { Principal } from "../identity/auth.ts";
import { currentCycle } from "../billing/cycle.ts";
import { type Plans, termsAt } from "../billing/plans.ts";
import type { Camelized } from "../schema/casing.ts";
import type { UsageBucket, UsageReading, UsageStore } from "../store/storage.ts";
import { dayMs } from "../time.ts";
import { readFairly } from "../usage/read-fairly.ts";
import { readSeries } from "../usage/series.ts";
import { sumsByEndpoint } from "../usage/usage-counts.ts";
import { dailyWindow, toQuota } from "../usage/windows.ts";
import { validateOptions } from "../schema/validate.ts";
import { ProfileRequest, type ProfileRecord } from "./schema.ts";

type ListedProfile = Camelized<z.infer<typeof ProfileRecord>>;

/**
 * An account as the API shows it to its owner, with the scopes of the credential as in `Principal`. See
 * {@link getProfile}.
 */
export type Profile = Omit<ListedProfile, "credential"> & {
  credential: Omit<ListedProfile["credential"], "scopes"> & Pick<Principal["credential"], "scopes">;
};

type Stats = NonNullable<Profile["stats"]>;

/** The caller of a profile, the store and plans to read it from, and the current instant (epoch milliseconds). */
export interface ProfileSource {
  usage: UsageStore;
  principal: Principal;
  plans: Plans;
  now: number;
  /** The endpoints that the statistics list even without calls, in this order. Default: none. */
  endpoints?: readonly string[];
}

function total(buckets: UsageBucket[], count: "calls" | "succeeded" | "failed"): number {
  return buckets.reduce((sum, bucket) => sum + bucket[count], 0);
}

/**
 * Computes statistics from sums of the thirty UTC days up to `end`, the end of today. Boundaries separate the last 7
 * days and today.
 */
function toStats(
  { buckets, lifetime }: UsageReading,
  end: number,
  endpoints: readonly string[] | undefined,
): Stats {
  const lastDays = (days: number) => buckets.filter(({ start }) => start >= end - days * dayMs);
  const sums = sumsByEndpoint(readSeries(buckets), endpoints);
  const succeeded = total(buckets, "succeeded");
  const ended = succeeded + total(buckets, "failed");
  return {
    callsToday: total(lastDays(1), "calls"),
    callsLast7Days: total(lastDays(7), "calls"),
    callsLast30Days: total(buckets, "calls"),
    callsTotal: lifetime.calls,
    successRateLast30Days: ended === 0 ? null : Math.round((succeeded / ended) * 1000) / 1000,
    byEndpointLast30Days: Object.fromEntries(Array.from(sums, ([endpoint, { calls }]) => [endpoint, calls])),
    firstCallAt: lifetime.firstCallAt,
    lastCallAt: lifetime.lastCallAt,
  };
}

/**
 * Returns the profile of a caller without statistics. See {@link getProfile}. Reads nothing, because the admission of
 * the call has returned the used part of the day's allowance.
 *
 * @param used Calls of the current UTC day.
 *
 * @example
 * ```ts
 * import { createMeter, defaultPlans, type Principal, systemClock } from "@tools-api/core";
 * import { basicProfile } from "@tools-api/core/profile";
 * import { memoryUsage } from "@tools-api/adapters/storage/memory";
 *
 * const principal: Principal = {
 *   account: {
 *     id: "acct_1",
 *     email: "ada@example.com",
 *     name: "Ada",
 *     status: "active",
 *     plan: "free",
 *     dailyLimit: null,
 *     createdAt: Date.parse("2026-01-31T00:00:00Z"),
 *     cycleAnchor: Date.parse("2026-01-31T00:00:00Z"),
 *   },
 *   credential: { method: "api_key", id: "key_1", name: "default", scopes: null, expiresAt: null },
 *   fences: [],
 * };
 * const meter = createMeter({ usage: memoryUsage(), plans: defaultPlans, clock: systemClock });
 * const { allowances, at } = await meter.admit(principal, "profile", async () => principal);
 * console.log(basicProfile({ principal, plans: defaultPlans, now: at }, allowances[0]?.used ?? 0).quota.used); // 1
 * ```
 */
export function basicProfile(
  { principal, plans, now }: Omit<ProfileSource, "usage">,
  used: number,
): Omit<Profile, "stats"> {
  const { account, credential } = principal;
  const cycle = currentCycle(account.cycleAnchor, now);
  const { plan, dailyLimit, price } = termsAt(account, plans, now);
  return {
    id: account.id,
    email: account.email,
    name: account.name,
    createdAt: account.createdAt,
    status: account.status,
    plan: {
      name: plan,
      dailyLimit,
      price,
      currentPeriodStart: cycle.start,
      currentPeriodEnd: cycle.end,
    },
    quota: toQuota(dailyWindow(account, plans, now), used),
    credential: {
      method: credential.method,
      id: credential.id,
      name: credential.name,
      scopes: credential.scopes,
      expiresAt: credential.expiresAt,
    },
  };
}

/**
 * Returns the account of a caller with its plan and billing cycle, the day's allowance, the credential in use and,
 * optionally, statistics.
 *
 * Instants are epoch milliseconds. `stats` is present only with `includeStats` and counts UTC days up to and including
 * today. `callsTotal`, `firstCallAt` and `lastCallAt` cover the life of the account. `successRateLast30Days` is
 * `succeeded / (succeeded + failed)` to three decimals, or `null` if no call has ended. The allowance and the
 * statistics come from one read, so `callsToday` equals `quota.used` if every call takes one unit.
 *
 * @throws ToolsError `invalid_parameter`; `storage_unavailable`.
 *
 * @example
 * ```ts
 * import { defaultPlans, type Principal } from "@tools-api/core";
 * import { getProfile } from "@tools-api/core/profile";
 * import { memoryUsage } from "@tools-api/adapters/storage/memory";
 *
 * const principal: Principal = {
 *   account: {
 *     id: "acct_1",
 *     email: "ada@example.com",
 *     name: "Ada",
 *     status: "active",
 *     plan: "free",
 *     dailyLimit: null,
 *     createdAt: Date.parse("2026-01-31T00:00:00Z"),
 *     cycleAnchor: Date.parse("2026-01-31T00:00:00Z"),
 *   },
 *   credential: { method: "api_key", id: "key_1", name: "default", scopes: null, expiresAt: null },
 *   fences: [],
 * };
 * const profile = await getProfile(
 *   { usage: memoryUsage(), principal, plans: defaultPlans, now: Date.now() },
 *   { includeStats: true },
 * );
 * console.log(profile.quota.remaining, profile.stats?.callsLast30Days);
 * ```
 */
export async function getProfile(
  { usage, ...source }: ProfileSource,
  options: { includeStats?: boolean } = {},
): Promise<Profile> {
  const { include_stats: includeStats } = validateOptions(ProfileRequest, options);
  const { account } = source.principal;
  const window = dailyWindow(account, source.plans, source.now);
  const reading = await readFairly(usage, {
    account: account.id,
    boundaries: includeStats ? [30, 7, 1, 0].map((days) => window.ends - days * dayMs) : [],
    windows: [window.id],
  });
  return {
    ...basicProfile(source, reading.used[0] ?? 0),
    ...(includeStats && { stats: toStats(reading, window.ends, source.endpoints) }),
  };
}
