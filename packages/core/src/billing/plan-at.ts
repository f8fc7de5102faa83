import type { Account } from "../accounts/account.ts";
import type { PlanName } from "../schemas/account.ts";

/** The plan of an account, with the calls a day that were agreed for it alone, `null` for the plan's own. */
export interface AccountPlan {
  plan: PlanName;
  dailyLimit: number | null;
}

/**
 * The plan that an account is on at an instant. A change that was scheduled holds from its instant on, whether or not
 * somebody has closed the billing cycle since.
 *
 * @param now Epoch milliseconds.
 *
 * @example
 * ```ts
 * import { planAt } from "@tools-api/core";
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
