import type { PlanName } from "../account-terms.ts";
import type { Account } from "../account.ts";

/** A plan with its limits and its price. */
export interface Plan {
  name: PlanName;
  /** Calls per UTC day. */
  dailyLimit: number;
  /** Calls per UTC minute; `null` for no such limit. */
  perMinute: number | null;
  /** Calls per UTC second; `null` for no such limit. */
  perSecond: number | null;
  /**
   * Calls per UTC day of an account whose owner has not confirmed the email address. Does not apply if a limit was
   * agreed for the account. Default: those of the plan.
   */
  unverifiedDailyLimit?: number | undefined;
  /** The monthly price, in the currency's minor unit. */
  price: { amount: number; currency: string };
}

/** The available plans by name. */
export type Plans = Readonly<Record<PlanName, Plan>>;

function plan(name: PlanName, dailyLimit: number, amount: number): Plan {
  return { name, dailyLimit, perMinute: null, perSecond: null, price: { amount, currency: "usd" } };
}

/** The plans that apply unless the operator configures others. */
export const defaultPlans: Plans = {
  free: plan("free", 1_000, 0),
  pro: plan("pro", 10_000, 2_900),
  enterprise: plan("enterprise", 100_000, 29_900),
};

/**
 * The plan of an account. `dailyLimit` is the number of calls per day agreed for the account, or `null` for the limit
 * of the plan.
 */
export interface AccountPlan {
  plan: PlanName;
  dailyLimit: number | null;
}

/**
 * Returns the plan of an account at an instant. A scheduled change applies from its instant on, even before the billing
 * cycle is closed.
 *
 * @param now Epoch milliseconds.
 *
 * @example
 * ```ts
 * import { planAt } from "@tools-api/core/billing";
 *
 * const end = Date.parse("2026-12-01T00:00:00Z");
 * const account = {
 *   plan: "pro" as const,
 *   dailyLimit: null,
 *   scheduled: { plan: "free" as const, dailyLimit: null, at: end },
 * };
 * console.log(planAt(account, end - 1).plan, planAt(account, end).plan); // pro free
 * ```
 */
export function planAt(
  account: Pick<Account, "plan" | "dailyLimit" | "scheduled">,
  now: number,
): AccountPlan {
  const { scheduled } = account;
  return scheduled && scheduled.at <= now ? scheduled : account;
}

/**
 * Returns the calls per day of an account at an instant: its own agreement, or the limit of its plan, which can be
 * lower until its owner confirms the email address.
 *
 * @example
 * ```ts
 * import { memoryDocuments } from "@tools-api/adapters/storage/memory";
 * import { defaultPlans } from "@tools-api/core";
 * import { createAccount } from "@tools-api/core/accounts";
 * import { dailyLimitAt } from "@tools-api/core/billing";
 *
 * const account = await createAccount(memoryDocuments(), { email: "ada@example.com" }, Date.now());
 * console.log(dailyLimitAt(account, defaultPlans, Date.now())); // 1000
 * ```
 */
export function dailyLimitAt(account: Account, plans: Plans, now: number): number {
  const { plan, dailyLimit: agreed } = planAt(account, now);
  const { dailyLimit, unverifiedDailyLimit = dailyLimit } = plans[plan];
  if (agreed !== null) return agreed;
  return account.emailVerifiedAt === undefined ? Math.min(dailyLimit, unverifiedDailyLimit) : dailyLimit;
}
