import type { PlanName } from "../account-terms.ts";
import type { Account } from "../account.ts";
import { ToolsError } from "../errors.ts";
import { dayMs } from "../time.ts";
import { currentCycle } from "./cycle.ts";
import type { NewLine, Subscription } from "./documents.ts";
import {
  type BilledAccount,
  type LedgerTransaction,
  numberedId,
  postLines,
  type SubscriptionState,
} from "./ledger.ts";
import { dailyLimitAt, type Plans } from "./plans.ts";
import { prorateChange } from "./proration.ts";

/** The time for which a past-due account keeps its plan. Then it moves to the free plan. */
const graceMs = 14 * dayMs;

const maxChanges = 100;

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

/** The transaction of a plan change. */
export interface PlanTransaction extends LedgerTransaction {
  change: PlanChange;
}

/** Returns the price of a cycle on a plan. A suspended account is not charged for the time. */
function cycleRate({ suspension }: Account, price: number): number {
  return suspension === undefined ? price : 0;
}

/** Returns the last segment of the cycle, which has the current plan and its price. */
export function lastSegment({ pieces }: Pick<Subscription, "pieces">): Subscription["pieces"][number] {
  const last = pieces.at(-1);
  if (!last) throw new Error("A subscription has at least one segment.");
  return last;
}

/**
 * Returns whether a plan costs more than the current plan, or allows more calls for the same price. Upgrades take
 * effect immediately.
 */
function isUpgrade({ account, subscription }: BilledAccount, plan: PlanName, plans: Plans): boolean {
  const before = lastSegment(subscription).price;
  const after = plans[plan].price.amount;
  if (after !== before) return after > before;
  return plans[plan].dailyLimit > dailyLimitAt(account, plans, subscription.cycle.start);
}

function requireOpen({ id, status }: Account): void {
  if (status === "closed") throw new ToolsError("conflict", `The account ${id} is closed.`);
}

/** Returns the transaction that ends the charges of an account from an instant on. The plan stays. */
export function suspensionTransaction(
  { account, subscription }: BilledAccount,
  reason: string,
  now: number,
): LedgerTransaction {
  if (account.suspension) {
    const suspension = { ...account.suspension, reason };
    return postLines({ account: { ...account, suspension }, subscription }, [], now);
  }
  const { plan, price, from } = lastSegment(subscription);
  const at = Math.max(now, from);
  const resumes = { plan, price, until: subscription.cycle.end };
  const suspended: Account = { ...account, status: "suspended", suspension: { reason, at, resumes } };
  return priceTransaction({ account: suspended, subscription }, 0, at);
}

/**
 * Returns the transaction that charges a suspended account again: the interrupted segment at its price, or the current
 * price if the cycle or the plan is another since.
 */
export function reactivationTransaction(
  { account, subscription }: BilledAccount,
  plans: Plans,
  now: number,
): LedgerTransaction {
  const { suspension, ...rest } = account;
  const active: Account = { ...rest, status: "active" };
  // The account was suspended without billing.
  if (!suspension) return postLines({ account: active, subscription }, [], now);
  const at = Math.max(now, lastSegment(subscription).from);
  const { resumes } = suspension;
  const continues = resumes?.plan === account.plan && resumes.until === subscription.cycle.end;
  const price = continues ? resumes.price : plans[account.plan].price.amount;
  return priceTransaction({ account: active, subscription }, price, at);
}

/** Returns the transaction that continues the plan at another price. A price that stays is not a segment of its own. */
function priceTransaction(
  { account, subscription }: BilledAccount,
  price: number,
  at: number,
): LedgerTransaction {
  if (lastSegment(subscription).price === price) return postLines({ account, subscription }, [], at);
  const { pieces, lines } = prorateChange(subscription, { plan: account.plan, price }, at);
  return postLines({ account, subscription: { ...subscription, pieces } }, lines, at);
}

/**
 * Returns the transaction of a plan change. It cancels any other scheduled change.
 *
 * @param now The instant of the change. The transaction is never before the start of the current plan, because the
 *   clocks of processes differ.
 */
export function changeTransaction(state: BilledAccount, change: PlanChange, now: number): PlanTransaction {
  const { plan, dailyLimit, effective } = change;
  const { scheduled: _, ...account } = state.account;
  const { subscription } = state;
  const at = Math.max(now, lastSegment(subscription).from);
  if (effective === "cycle_end") {
    const scheduled = { plan, dailyLimit, at: subscription.cycle.end };
    return { change, ...postLines({ account: { ...account, scheduled }, subscription }, [], at) };
  }
  const { pieces, lines } = prorateChange(
    subscription,
    { plan, price: cycleRate(account, change.price) },
    at,
  );
  const changed = { ...subscription, pieces, changes: subscription.changes + 1 };
  return {
    change,
    ...postLines({ account: { ...account, plan, dailyLimit }, subscription: changed }, lines, at),
  };
}

/**
 * Returns the transaction of a change that the owner requests, at the current price. Upgrades take effect immediately,
 * other changes at the end of the billing cycle, unless `effective` is given.
 *
 * @throws ToolsError `account_suspended`; `conflict` if the account is closed or already on the plan, after too many changes in the cycle,
 *   and for an upgrade while an invoice is past due.
 */
export function ownerTransaction(
  state: BilledAccount,
  { plan, effective }: { plan: PlanName; effective?: Effective | undefined },
  plans: Plans,
  now: number,
): PlanTransaction {
  const { account, subscription } = state;
  requireOpen(account);
  if (account.status === "suspended")
    throw new ToolsError("account_suspended", `The account ${account.id} is suspended.`);
  if (plan === account.plan)
    throw new ToolsError("conflict", `plan: the account is already on the ${plan} plan`);
  const upgrades = isUpgrade(state, plan, plans);
  // Otherwise an account that lost its plan by not paying could take it again immediately, with another grace period.
  if (subscription.pastDueSince !== null && upgrades)
    throw new ToolsError(
      "conflict",
      `The account is past due. Pay these invoices before you upgrade: ${subscription.open.map(({ number }) => numberedId(number)).join(", ")}.`,
    );
  // Every change writes ledger lines that are kept permanently.
  if (subscription.changes >= maxChanges)
    throw new ToolsError(
      "conflict",
      `The plan has changed ${maxChanges} times in this billing cycle, the maximum. Try again in the next cycle.`,
    );
  const change: PlanChange = {
    plan,
    price: plans[plan].price.amount,
    dailyLimit: subscription.agreedLimits[plan] ?? null,
    effective: effective ?? (upgrades ? "now" : "cycle_end"),
  };
  return changeTransaction(state, change, now);
}

/**
 * Returns the transaction that puts an account on a plan for the operator. The agreed limit is kept in case the account
 * leaves the plan and returns.
 *
 * @throws ToolsError `conflict` if the account is closed.
 */
export function operatorTransaction(
  { account, subscription }: BilledAccount,
  { plan, dailyLimit }: Pick<PlanChange, "plan" | "dailyLimit">,
  plans: Plans,
  now: number,
): PlanTransaction {
  requireOpen(account);
  const change: PlanChange = { plan, price: plans[plan].price.amount, dailyLimit, effective: "now" };
  const { [plan]: _, ...others } = subscription.agreedLimits;
  const agreedLimits = dailyLimit === null ? others : { ...others, [plan]: dailyLimit };
  // By changing the plan, the operator grants the account time to pay.
  const agreed = { ...subscription, agreedLimits, pastDueSince: null };
  if (plan !== account.plan) return changeTransaction({ account, subscription: agreed }, change, now);
  const { scheduled: __, ...kept } = account;
  return { change, ...postLines({ account: { ...kept, dailyLimit }, subscription: agreed }, [], now) };
}

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
  if (scheduled === undefined || scheduled.at > now) return account;
  return { ...rest, plan: scheduled.plan, dailyLimit: scheduled.dailyLimit };
}

/** Returns the transaction that opens the cycle of an instant and charges the price of the plan for the whole cycle. */
function openCycle(state: BilledAccount, plans: Plans, now: number): LedgerTransaction {
  const cycle = currentCycle(state.account.cycleAnchor, now);
  const { start, end } = cycle;
  const account = accountAt(state.account, start);
  const { plan } = account;
  const price = cycleRate(account, plans[plan].price.amount);
  const subscription = { ...state.subscription, cycle, pieces: [{ plan, price, from: start }], changes: 0 };
  const line: NewLine = { kind: "charge", plan, from: start, to: end, price, amount: price };
  return postLines({ account, subscription }, price > 0 ? [line] : [], start);
}

/** Returns when the grace period of a past-due account ends; `null` if it is not past due or has no plan to lose. */
export function graceEnd({ account, subscription: { pastDueSince } }: BilledAccount): number | null {
  return pastDueSince === null || account.plan === "free" ? null : pastDueSince + graceMs;
}

/** Returns when billing work is due for an account; `null` if none is due until the account changes. */
export function dueAt(state: BilledAccount): number | null {
  const { account, subscription } = state;
  const renews = lastSegment(subscription).price > 0 || account.scheduled !== undefined;
  const dates = [renews ? subscription.cycle.end : null, graceEnd(state)].filter((date) => date !== null);
  return dates.length === 0 ? null : Math.min(...dates);
}

/**
 * Returns the transaction that the passage of time requires: the next billing cycle has begun, or the grace period
 * after a failed payment has ended. If there is none, returns the current state. Cycles that cost nothing are computed,
 * not stored.
 */
export function dueTransaction(
  state: SubscriptionState,
  plans: Plans,
  now: number,
): { transaction: LedgerTransaction } | { current: SubscriptionState } {
  const { account, subscription } = state;
  const isNew = state.subscriptionRevision === null;
  const grace = graceEnd(state);
  if (grace !== null && grace <= now && grace <= subscription.cycle.end) {
    const price = plans.free.price.amount;
    const change: PlanChange = { plan: "free", price, dailyLimit: null, effective: "now" };
    return { transaction: changeTransaction(state, change, grace) };
  }
  if (!isNew && subscription.cycle.end > now) return { current: state };
  // The account paid nothing in its last stored cycle. A host that bills through another system may have put it on the
  // plan without billing, so the cycles in between are not charged.
  const wasFree = lastSegment(subscription).price === 0 && account.scheduled === undefined;
  let next = openCycle(state, plans, isNew || wasFree ? now : subscription.cycle.end);
  // Cycles that cost nothing are skipped.
  if (next.lines.length === 0) next = openCycle(state, plans, now);
  const changes = next.lines.length > 0 || next.account !== account;
  return changes ? { transaction: next } : { current: { ...state, subscription: next.subscription } };
}
