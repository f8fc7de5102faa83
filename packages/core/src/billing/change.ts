import type { PlanName } from "../account-terms.ts";
import { postLines, type LedgerTransaction, type NewLine, type SubscriptionState } from "./book.ts";
import { dailyLimitOf, type Plans } from "./plans.ts";
import { cyclePrice, isSameSecond, priceBetween } from "./proration.ts";
import { lastPiece, type Subscription } from "./subscription.ts";

/** The times at which a plan change can take effect. */
export const effectives = ["now", "cycle_end"] as const;

export type Effective = (typeof effectives)[number];

/** A plan change with the values that determine its cost. */
export interface PlanChange {
  plan: PlanName;
  /** The price of a whole cycle, in minor units. */
  price: number;
  /** Calls per day agreed for the account; `null` for the limit of the plan. */
  dailyLimit: number | null;
  effective: Effective;
}

/**
 * Returns whether a plan costs more than the current plan, or allows more calls for the same price. Upgrades take
 * effect immediately.
 */
export function isUpgrade(
  { account, subscription }: SubscriptionState,
  plan: PlanName,
  plans: Plans,
): boolean {
  const before = lastPiece(subscription).price;
  const after = plans[plan].price.amount;
  if (after !== before) return after > before;
  return plans[plan].dailyLimit > dailyLimitOf(account, plans, subscription.cycle.start);
}

/**
 * Returns the instant of a change. It is never before the start of the current plan, because the clocks of processes
 * differ.
 */
export function changeInstant({ subscription }: SubscriptionState, now: number): number {
  return Math.max(now, lastPiece(subscription).from);
}

function changeLines(subscription: Subscription, { plan, price }: PlanChange, at: number) {
  const { cycle, pieces } = subscription;
  const left = lastPiece(subscription);
  // A plan that was active for less than a second costs nothing.
  const before = isSameSecond(left.from, at) ? pieces.slice(0, -1) : pieces;
  const after = [...before, { plan, price, from: at }];
  const span = { from: at, to: cycle.end };
  const lines: NewLine[] = [];
  if (left.price > 0)
    // Subtraction avoids a negative zero.
    lines.push({
      kind: "credit",
      plan: left.plan,
      ...span,
      price: left.price,
      amount: 0 - priceBetween(left.price, cycle, at),
    });
  if (price > 0) lines.push({ kind: "charge", plan, ...span, price, amount: priceBetween(price, cycle, at) });
  const booked = lines.reduce((sum, { amount }) => sum + amount, 0);
  const rounding = cyclePrice(after, cycle) - cyclePrice(pieces, cycle) - booked;
  if (rounding !== 0) lines.push({ kind: "rounding", plan, ...span, price: null, amount: rounding });
  return { pieces: after, lines };
}

/** Returns the booking of a plan change at an instant of the current cycle. It cancels any other scheduled change. */
export function bookChange(standing: SubscriptionState, change: PlanChange, at: number): LedgerTransaction {
  const { plan, dailyLimit, effective } = change;
  const { scheduled: _, ...account } = standing.account;
  const { subscription } = standing;
  if (effective === "cycle_end") {
    const scheduled = { plan, dailyLimit, at: new Date(subscription.cycle.end).toISOString() };
    return postLines({ account: { ...account, scheduled }, subscription }, [], at);
  }
  const { pieces, lines } = changeLines(subscription, change, at);
  const changed = { ...subscription, pieces, changes: subscription.changes + 1 };
  return postLines({ account: { ...account, plan, dailyLimit }, subscription: changed }, lines, at);
}
