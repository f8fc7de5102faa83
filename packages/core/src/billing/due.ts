import type { Account } from "../identity/account.ts";
import { currentCycle } from "./cycle.ts";
import type { Invoice, NewLine, Subscription } from "./documents.ts";
import { type BilledAccount, type LedgerTransaction, postLines, type SubscriptionState } from "./ledger.ts";
import { defaultPlan, isOnDefault, latestVersion, type Plans, priceOf } from "./plans.ts";
import type { PriceAt } from "./price-history.ts";
import {
  approvalTransaction,
  changeTransaction,
  cycleRate,
  graceMs,
  lastSegment,
  pastDueTransaction,
  type PlanChange,
  withdrawTransaction,
  withPlan,
} from "./rules.ts";

/**
 * Returns the account with the plan of an instant applied. A closed account is put on the default plan, so it is no longer
 * billed.
 */
function accountAt(account: Account, plans: Plans, now: number): Account {
  const { scheduled } = account;
  if (account.status === "closed") {
    const closed = { ...latestVersion(plans, defaultPlan(plans).name), dailyLimit: null };
    const isSet =
      account.plan === closed.plan && scheduled === undefined && account.agreedPrice === undefined;
    return isSet ? account : withPlan(account, closed);
  }
  if (scheduled === undefined || scheduled.at > now) return account;
  return withPlan(account, scheduled);
}

/** Returns the transaction that opens the cycle of an instant and charges the price of the plan for the whole cycle. */
function openCycle(state: BilledAccount, plans: Plans, priceAt: PriceAt, now: number): LedgerTransaction {
  const cycle = currentCycle(state.account.cycleAnchor, now);
  const { start, end } = cycle;
  const account = accountAt(state.account, plans, start);
  const { plan } = account;
  const price = cycleRate(account, priceAt(account, start));
  const subscription = { ...state.subscription, cycle, pieces: [{ plan, price, from: start }], changes: 0 };
  const line: NewLine = { kind: "charge", plan, from: start, to: end, price, amount: price };
  return postLines({ account, subscription }, price > 0 ? [line] : [], start);
}

/** Returns when the grace period of a past-due account ends; `null` if it is not past due or has no plan to lose. */
export function graceEnd(
  { account, subscription: { pastDueSince } }: BilledAccount,
  plans: Plans,
): number | null {
  return pastDueSince === null || isOnDefault(plans, account) ? null : pastDueSince + graceMs;
}

/** Returns whether the next billing cycle of an account is opened, even if the current one costs nothing. */
function renews({ account, subscription }: BilledAccount, plans: Plans): boolean {
  if (lastSegment(subscription).price > 0 || account.scheduled !== undefined) return true;
  // Another plan can get a price.
  return account.status === "active" && !isOnDefault(plans, account);
}

/** Returns the open invoice that becomes past due next; `null` if none does. */
function nextOverdue({ open }: Subscription): { number: number; at: number } | null {
  let next: { number: number; at: number } | null = null;
  for (const { number, dueAt, pastDueAt } of open)
    if (dueAt !== undefined && pastDueAt === undefined && dueAt < (next?.at ?? Infinity))
      next = { number, at: dueAt };
  return next;
}

/** Returns when billing work is due for an account; `null` if none is due until the account changes. */
export function dueAt(state: BilledAccount, plans: Plans): number | null {
  const { subscription } = state;
  const { requested } = subscription;
  const dates = [
    renews(state, plans) || requested !== undefined ? subscription.cycle.end : null,
    graceEnd(state, plans),
    nextOverdue(subscription)?.at ?? null,
    requested?.paidAt ?? null,
  ].filter((date) => date !== null);
  return dates.length === 0 ? null : Math.min(...dates);
}

/** The next step that the passage of time requires. */
type DueStep =
  | { step: "approve"; at: number; number: number }
  | { step: "withdraw"; at: number; number: number | null }
  | { step: "past due"; at: number; number: number }
  | { step: "lose plan"; at: number };

/** Returns the step before the end of the cycle that is due first, if it is due; `null` if none is. */
function dueStep(state: BilledAccount, plans: Plans, now: number): DueStep | null {
  const { subscription } = state;
  const { requested, cycle } = subscription;
  const steps: DueStep[] = [];
  if (requested?.paidAt !== undefined && requested.invoice !== null)
    steps.push({ step: "approve", at: requested.paidAt, number: requested.invoice });
  else if (requested) {
    const at = state.account.status === "closed" ? Math.min(now, cycle.end) : cycle.end;
    steps.push({ step: "withdraw", at, number: requested.invoice });
  }
  const overdue = nextOverdue(subscription);
  if (overdue) {
    const step = overdue.number === requested?.invoice ? "withdraw" : "past due";
    steps.push({ step, ...overdue });
  }
  const grace = graceEnd(state, plans);
  if (grace !== null) steps.push({ step: "lose plan", at: grace });
  const [first] = steps
    .filter(({ at }) => at <= now && at <= cycle.end)
    .toSorted((one, other) => one.at - other.at);
  return first ?? null;
}

/**
 * Returns the transaction that the passage of time requires: the next billing cycle has begun, an invoice is past due,
 * the grace period after it has ended, or the payment of a requested upgrade has arrived. If there is none, returns the
 * current state. Cycles on the default plan that cost nothing are computed, not stored.
 *
 * @param requestedInvoice The invoice of a requested upgrade; `null` for none.
 */
export function dueTransaction(
  state: SubscriptionState,
  plans: Plans,
  now: number,
  { priceAt, requestedInvoice }: { priceAt: PriceAt; requestedInvoice: Invoice | null },
): { transaction: LedgerTransaction } | { current: SubscriptionState } {
  const { account, subscription } = state;
  const isNew = state.subscriptionRevision === null;
  const due = dueStep(state, plans, now);
  if (due?.step === "approve")
    return { transaction: approvalTransaction(state, requestedInvoice?.total ?? 0, due.at) };
  if (due?.step === "withdraw") return { transaction: withdrawTransaction(state, requestedInvoice, due.at) };
  if (due?.step === "past due") return { transaction: pastDueTransaction(state, due.number, plans, due.at) };
  if (due?.step === "lose plan") {
    const selected = { ...latestVersion(plans, defaultPlan(plans).name), dailyLimit: null };
    const change: PlanChange = { ...selected, price: priceOf(plans, selected), effective: "now" };
    return { transaction: changeTransaction(state, change, due.at) };
  }
  if (!isNew && subscription.cycle.end > now) return { current: state };
  const last = lastSegment(subscription);
  // A host that bills through another system may have put the account on its plan without billing, after a cycle that
  // cost nothing. So the cycles in between are not charged.
  const isPlanOfHost = last.price === 0 && last.plan !== account.plan && account.scheduled === undefined;
  let next = openCycle(state, plans, priceAt, isNew || isPlanOfHost ? now : subscription.cycle.end);
  // Cycles that cost nothing are skipped.
  if (next.lines.length === 0) next = openCycle(state, plans, priceAt, now);
  // Otherwise a plan that costs something again would charge the cycles in between.
  const wasCharged = last.price > 0;
  if (next.lines.length > 0 || next.account !== account || wasCharged || renews(next, plans))
    return { transaction: next };
  const current = { ...state, subscription: next.subscription };
  // An invoice of an earlier cycle can become past due in a cycle that costs nothing.
  return dueStep(current, plans, now)
    ? dueTransaction(current, plans, now, { priceAt, requestedInvoice })
    : { current };
}
