import type { Account } from "../account.ts";
import { postLines, type LedgerTransaction, type NewLine, type SubscriptionState } from "./book.ts";
import { bookChange, changeInstant } from "./change.ts";
import { currentCycle } from "./cycle.ts";
import { dunning, graceEnd } from "./dunning.ts";
import type { Invoice } from "./invoices.ts";
import type { Plans } from "./plans.ts";
import { lastPiece } from "./subscription.ts";

/**
 * Returns the account with the plan of an instant applied. A closed account is put on the free plan, so it is no longer
 * billed.
 */
function accountAt(account: Account, now: number): Account {
  const { scheduled, ...rest } = account;
  if (account.status === "closed") {
    const isFree = account.plan === "free" && scheduled === undefined;
    return isFree ? account : { ...rest, plan: "free", dailyLimit: null };
  }
  if (scheduled === undefined || Date.parse(scheduled.at) > now) return account;
  return { ...rest, plan: scheduled.plan, dailyLimit: scheduled.dailyLimit };
}

/** Returns the booking that opens the cycle of an instant and charges the price of the plan for the whole cycle. */
function openCycle(
  standing: Pick<SubscriptionState, "account" | "subscription">,
  plans: Plans,
  instant: number,
): LedgerTransaction {
  const cycle = currentCycle(standing.account.cycleAnchor, instant);
  const account = accountAt(standing.account, cycle.start);
  const { plan } = account;
  const price = plans[plan].price.amount;
  const pieces = [{ plan, price, from: cycle.start }];
  const subscription = { ...standing.subscription, cycle, pieces, changes: 0 };
  const line: NewLine = { kind: "charge", plan, from: cycle.start, to: cycle.end, price, amount: price };
  return postLines({ account, subscription }, price > 0 ? [line] : [], cycle.start);
}

/** Returns the invoice that will open the account's next billing cycle; `null` if that cycle costs nothing. */
export function nextInvoice(
  standing: Pick<SubscriptionState, "account" | "subscription">,
  plans: Plans,
): Invoice | null {
  return openCycle(standing, plans, standing.subscription.cycle.end).invoice;
}

/** Returns the booking that puts an account on the free plan at the end of its grace period. */
function endGrace(standing: SubscriptionState, plans: Plans, end: number): LedgerTransaction {
  const { fallback: plan } = dunning;
  const price = plans[plan].price.amount;
  const at = changeInstant(standing, end);
  return bookChange(standing, { plan, price, dailyLimit: null, effective: "now" }, at);
}

/** The result of {@link dueBooking}: a booking to commit, or the current state if there is nothing to commit. */
export type DueBooking = { booking: LedgerTransaction } | { standing: SubscriptionState };

/**
 * Returns the booking that the passage of time requires: the next billing cycle has begun, or the grace period after a
 * failed payment has ended. Cycles that cost nothing are computed, not booked.
 *
 * @param now Epoch milliseconds.
 */
export function dueBooking(standing: SubscriptionState, plans: Plans, now: number): DueBooking {
  const { account, subscription, subscriptionRevision } = standing;
  const isNew = subscriptionRevision === null;
  const grace = graceEnd(standing);
  if (grace !== null && grace <= now && grace <= subscription.cycle.end)
    return { booking: endGrace(standing, plans, grace) };
  if (!isNew && subscription.cycle.end > now) return { standing };
  const next = openCycle(standing, plans, isNew ? now : subscription.cycle.end);
  if (next.lines.length > 0) {
    // The account paid nothing in its last booked cycle. A host that bills through another system may have put it on
    // the plan without a booking, so the cycles in between are not charged.
    const wasFree = !isNew && lastPiece(subscription).price === 0 && account.scheduled === undefined;
    return { booking: wasFree ? openCycle(standing, plans, now) : next };
  }
  const booking = openCycle(standing, plans, now);
  if (booking.lines.length > 0 || booking.account !== account) return { booking };
  return { standing: { ...standing, subscription: booking.subscription } };
}
