import type { PlanName } from "../account-terms.ts";
import type { Account } from "../account.ts";

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
 * const end = "2026-12-01T00:00:00.000Z";
 * const account = {
 *   plan: "pro" as const,
 *   dailyLimit: null,
 *   scheduled: { plan: "free" as const, dailyLimit: null, at: end },
 * };
 * console.log(planAt(account, Date.parse(end) - 1).plan, planAt(account, Date.parse(end)).plan); // pro free
 * ```
 */
export function planAt(
  account: Pick<Account, "plan" | "dailyLimit" | "scheduled">,
  now: number,
): AccountPlan {
  const { scheduled } = account;
  return scheduled && Date.parse(scheduled.at) <= now ? scheduled : account;
}
