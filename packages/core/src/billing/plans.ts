import type { Account } from "../accounts/account.ts";
import type { PlanName } from "../schemas/account.ts";
import { planAt } from "./plan-at.ts";

/** What a plan allows and costs. */
export interface Plan {
  name: PlanName;
  /** Calls a UTC day. */
  dailyLimit: number;
  /** Calls a minute of UTC; `null` for no such limit. */
  perMinute: number | null;
  /** Calls a second of UTC; `null` for no such limit. */
  perSecond: number | null;
  /** A month, in the currency's minor unit. */
  price: { amount: number; currency: string };
}

/** The plans on offer, by name. */
export type Plans = Readonly<Record<PlanName, Plan>>;

/** The plans where the operator sets nothing else. */
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

/** The calls a day of an account at an instant: its own agreement, else its plan's. */
export function dailyLimitOf(account: Account, plans: Plans, now: number): number {
  const { plan, dailyLimit } = planAt(account, now);
  return dailyLimit ?? plans[plan].dailyLimit;
}
