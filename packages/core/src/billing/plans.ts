import type { PlanName } from "../account-terms.ts";
import type { Account } from "../account.ts";
import { planAt } from "./plan-at.ts";

/** A plan with its limits and its price. */
export interface Plan {
  name: PlanName;
  /** Calls per UTC day. */
  dailyLimit: number;
  /** Calls per UTC minute; `null` for no such limit. */
  perMinute: number | null;
  /** Calls per UTC second; `null` for no such limit. */
  perSecond: number | null;
  /** The monthly price, in the currency's minor unit. */
  price: { amount: number; currency: string };
}

/** The available plans by name. */
export type Plans = Readonly<Record<PlanName, Plan>>;

/** The plans that apply unless the operator configures others. */
export const defaultPlans: Plans = {
  free: {
    name: "free",
    dailyLimit: 1_000,
    perMinute: null,
    perSecond: null,
    price: { amount: 0, currency: "usd" },
  },
  pro: {
    name: "pro",
    dailyLimit: 10_000,
    perMinute: null,
    perSecond: null,
    price: { amount: 2_900, currency: "usd" },
  },
  enterprise: {
    name: "enterprise",
    dailyLimit: 100_000,
    perMinute: null,
    perSecond: null,
    price: { amount: 29_900, currency: "usd" },
  },
};

/** Returns the calls per day of an account at an instant: its own agreement, or the limit of its plan. */
export function dailyLimitOf(account: Account, plans: Plans, now: number): number {
  const { plan, dailyLimit } = planAt(account, now);
  return dailyLimit ?? plans[plan].dailyLimit;
}
