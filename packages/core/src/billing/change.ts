import type { PlanName } from "../schemas/account.ts";
import { bookLines, type Booking, type NewLine, type Standing } from "./book.ts";
import { dailyLimitOf, type Plans } from "./plans.ts";
import { cyclePrice, isSameSecond, priceBetween } from "./proration.ts";
import { lastPiece, type Subscription } from "./subscription.ts";

/** When a change of plan takes place. */
export const effectives = ["now", "cycle_end"] as const;

/** One of {@link effectives}. */
export type Effective = (typeof effectives)[number];

/** A change of plan with all that decides what it costs. */
export interface PlanChange {
  plan: PlanName;
  /** A whole cycle's, in minor units. */
  price: number;
  /** Calls a day that were agreed for the account alone; `null` for the plan's own. */
  dailyLimit: number | null;
  effective: Effective;
}

/** Whether a plan is dearer than the one that stands, or allows more for the same price: then it is entered at once. */
export function isUpgrade({ account, subscription }: Standing, plan: PlanName, plans: Plans): boolean {
  const before = lastPiece(subscription).price;
  const after = plans[plan].price.amount;
  if (after !== before) return after > before;
  return plans[plan].dailyLimit > dailyLimitOf(account, plans, subscription.cycle.start);
}

/** The instant of a change: clocks of processes differ, and no plan is left before it was entered. */
export function changeInstant({ subscription }: Standing, now: number): number {
  return Math.max(now, lastPiece(subscription).from);
}

function changeLines(subscription: Subscription, { plan, price }: PlanChange, at: number) {
  const { cycle, pieces } = subscription;
  const left = lastPiece(subscription);
  // What stood for no whole second costs nothing.
  const before = isSameSecond(left.from, at) ? pieces.slice(0, -1) : pieces;
  const after = [...before, { plan, price, from: at }];
  const span = { from: at, to: cycle.end };
  const lines: NewLine[] = [];
  if (left.price > 0)
    // By subtraction, since the negative of 0 is another number.
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

/** What a change of plan writes at an instant of the running cycle. Any other that was scheduled is called off. */
export function bookChange(standing: Standing, change: PlanChange, at: number): Booking {
  const { plan, dailyLimit, effective } = change;
  const { scheduled: _, ...account } = standing.account;
  const { subscription } = standing;
  if (effective === "cycle_end") {
    const scheduled = { plan, dailyLimit, at: new Date(subscription.cycle.end).toISOString() };
    return bookLines({ account: { ...account, scheduled }, subscription }, [], at);
  }
  const { pieces, lines } = changeLines(subscription, change, at);
  const changed = { ...subscription, pieces, changes: subscription.changes + 1 };
  return bookLines({ account: { ...account, plan, dailyLimit }, subscription: changed }, lines, at);
}
