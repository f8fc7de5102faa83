import type { PlanName } from "../account-terms.ts";
import type { Account } from "../account.ts";
import { ToolsError } from "../errors.ts";
import { dayMs } from "../time.ts";
import { currentCycle } from "./cycle.ts";
import type { Invoice, NewLine, Subscription } from "./documents.ts";
import {
  type BilledAccount,
  type LedgerTransaction,
  numberedId,
  pastDueSince,
  postEnd,
  postLines,
  type Reduction,
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

/**
 * When the upgrades that owners order take effect: immediately, when their cost is paid, or when an operator approves
 * them.
 */
export const upgradeModes = ["immediate", "paid", "approved"] as const;

export type UpgradeMode = (typeof upgradeModes)[number];

/** A plan change with the values that determine its cost. */
export interface PlanChange {
  plan: PlanName;
  /** The price of a whole cycle, in minor units. */
  price: number;
  /** Calls per day agreed for the account; `null` for the limit of the plan. */
  dailyLimit: number | null;
  effective: Effective;
}

/** The transaction of a plan change. `effective` differs from that of the change if it waits. */
export interface PlanTransaction extends LedgerTransaction {
  change: PlanChange;
  /** What an upgrade waits for. Absent if it waits for nothing. */
  awaits?: "payment" | "approval" | undefined;
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
 * Returns the price of the current plan. For a suspended account it is that of its reactivation now: the interrupted
 * segment at its price, or the current price if the cycle or the plan is another since.
 */
function currentPrice({ account, subscription }: BilledAccount, plans: Plans): number {
  const { suspension, plan } = account;
  if (!suspension) return lastSegment(subscription).price;
  const { resumes } = suspension;
  const continues = resumes?.plan === plan && resumes.until === subscription.cycle.end;
  return continues ? resumes.price : plans[plan].price.amount;
}

/**
 * Returns whether a plan costs more than the current plan, or allows more calls for the same price. Upgrades take
 * effect immediately.
 */
export function isUpgrade(state: BilledAccount, plan: PlanName, plans: Plans): boolean {
  const before = currentPrice(state, plans);
  const after = plans[plan].price.amount;
  if (after !== before) return after > before;
  return plans[plan].dailyLimit > dailyLimitAt(state.account, plans, state.subscription.cycle.start);
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

/** Returns the transaction that charges a suspended account again. */
export function reactivationTransaction(state: BilledAccount, plans: Plans, now: number): LedgerTransaction {
  const { account, subscription } = state;
  const { suspension, ...rest } = account;
  const active: Account = { ...rest, status: "active" };
  // The account was suspended without billing.
  if (!suspension) return postLines({ account: active, subscription }, [], now);
  const at = Math.max(now, lastSegment(subscription).from);
  return priceTransaction({ account: active, subscription }, currentPrice(state, plans), at);
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
 * @param more The least cost of the current segment by its calls, and lines before those of the change. Default: none.
 */
export function changeTransaction(
  state: BilledAccount,
  change: PlanChange,
  now: number,
  { minimum, earlier = [] }: { minimum?: number | undefined; earlier?: readonly NewLine[] } = {},
): PlanTransaction {
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
    { plan, price: cycleRate(account, change.price), minimum },
    at,
  );
  const changed = { ...subscription, pieces, changes: subscription.changes + 1 };
  return {
    change,
    ...postLines(
      { account: { ...account, plan, dailyLimit }, subscription: changed },
      [...earlier, ...lines],
      at,
    ),
  };
}

/** Returns the least cost of a segment by its calls: those above the allowance of the next plan, at the price of the old one. */
export function priceOfUse(
  { account, subscription }: BilledAccount,
  plans: Plans,
  extraUnits: number,
  now: number,
): number {
  const { price } = lastSegment(subscription);
  const { start, end } = subscription.cycle;
  const days = Math.round((end - start) / dayMs);
  return Math.min(price, Math.floor((price * extraUnits) / (dailyLimitAt(account, plans, now) * days)));
}

/**
 * Returns the transaction of a change that the owner requests, at the current price. Upgrades take effect immediately,
 * other changes at the end of the billing cycle, unless `effective` is given.
 *
 * @param minimum The least cost of the current segment by its calls.
 * @throws ToolsError `account_suspended`; `conflict` if the account is closed or already on the plan, after too many changes in the cycle,
 *   and for an upgrade while an invoice is past due.
 */
export function ownerTransaction(
  state: BilledAccount,
  { plan, effective }: { plan: PlanName; effective?: Effective | undefined },
  plans: Plans,
  now: number,
  minimum = 0,
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
  if (subscription.requested)
    throw new ToolsError(
      "conflict",
      `An upgrade to ${subscription.requested.plan} is already requested. Cancel it first.`,
    );
  const change: PlanChange = {
    plan,
    price: plans[plan].price.amount,
    dailyLimit: subscription.agreedLimits[plan] ?? null,
    effective: effective ?? (upgrades ? "now" : "cycle_end"),
  };
  return changeTransaction(state, change, now, { minimum });
}

/**
 * Returns the transaction of an upgrade that waits. With `paid`, an invoice for its cost is issued. Its payment is spent
 * when the upgrade takes effect. An upgrade that costs nothing takes effect immediately.
 */
export function requestTransaction(
  state: BilledAccount,
  change: PlanChange,
  mode: Exclude<UpgradeMode, "immediate">,
  now: number,
): PlanTransaction {
  const immediate = changeTransaction(state, change, now);
  const { plan, price, dailyLimit } = change;
  const { subscription } = state;
  const { scheduled: _, ...account } = state.account;
  const requested = { plan, price, dailyLimit, at: immediate.at, invoice: null };
  if (mode === "approved") {
    const waiting = { ...subscription, requested };
    return {
      change,
      awaits: "approval",
      ...postLines({ account, subscription: waiting }, [], immediate.at),
    };
  }
  const { invoice } = immediate;
  if (!invoice || invoice.amountDue === 0) return immediate;
  const line: NewLine = {
    kind: "prepayment",
    plan,
    from: null,
    to: null,
    price: null,
    amount: invoice.total,
  };
  const waiting = { ...subscription, requested: { ...requested, invoice: subscription.invoices + 1 } };
  return {
    change,
    awaits: "payment",
    ...postLines({ account, subscription: waiting }, [line], immediate.at),
  };
}

/**
 * Returns the transaction that makes a requested upgrade, at an instant: its prepayment is spent, and the rest is credit.
 *
 * @param prepaid The total of the invoice that was paid for it; 0 for none.
 */
export function approvalTransaction(state: BilledAccount, prepaid: number, now: number): PlanTransaction {
  const { requested, ...subscription } = state.subscription;
  if (!requested) throw new ToolsError("conflict", "No upgrade is requested.");
  const { plan, price, dailyLimit } = requested;
  const change: PlanChange = { plan, price, dailyLimit, effective: "now" };
  const spent = { kind: "prepayment", plan, from: null, to: null, price: null, amount: -prepaid } as const;
  const earlier: NewLine[] = prepaid > 0 ? [spent] : [];
  return changeTransaction({ account: state.account, subscription }, change, now, { earlier });
}

/** Returns the transaction that ends the request for an upgrade, and voids its invoice. */
export function withdrawTransaction(
  { account, subscription }: BilledAccount,
  invoice: Invoice | null,
  now: number,
): LedgerTransaction {
  const { requested: _, ...rest } = subscription;
  if (!invoice) return postLines({ account, subscription: rest }, [], now);
  return postEnd({ account, subscription: rest }, invoice, { ended: "void" }, now);
}

/**
 * Returns an account that is past due, without a scheduled upgrade: it could otherwise enter a more expensive plan
 * without paying.
 */
export function withoutUpgrade(state: BilledAccount, plans: Plans): Account {
  const { scheduled, ...account } = state.account;
  return scheduled && isUpgrade(state, scheduled.plan, plans) ? account : state.account;
}

/** Returns the transaction that makes an open invoice past due. It cancels a scheduled upgrade. */
export function pastDueTransaction(
  state: BilledAccount,
  number: number,
  plans: Plans,
  now: number,
): LedgerTransaction {
  const open = state.subscription.open.map((entry) =>
    entry.number === number && entry.pastDueAt === undefined ? { ...entry, pastDueAt: now } : entry,
  );
  const subscription = { ...state.subscription, open, pastDueSince: pastDueSince(open) };
  return postLines({ account: withoutUpgrade(state, plans), subscription }, [], now);
}

/** Returns reductions with the due dates of invoices that have another one than before. */
function withDueDates(
  reductions: readonly Reduction[],
  before: Subscription["open"],
  after: Subscription["open"],
): Reduction[] {
  const moved = after.filter(
    ({ number, dueAt }) => dueAt !== before.find((entry) => entry.number === number)?.dueAt,
  );
  const byId = new Map(reductions.map((reduction) => [reduction.id, reduction]));
  for (const { number, dueAt } of moved) {
    const id = numberedId(number);
    byId.set(id, { ...byId.get(id), id, ...(dueAt !== undefined && { dueAt }) });
  }
  return [...byId.values()];
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
  const open = subscription.open.map(({ number, amountDue, dueAt }) => ({
    number,
    amountDue,
    ...(dueAt !== undefined && { dueAt: Math.max(dueAt, now + graceMs) }),
  }));
  const agreed = { ...subscription, agreedLimits, open, pastDueSince: null };
  const { scheduled: __, ...kept } = account;
  const transaction: PlanTransaction =
    plan === account.plan
      ? { change, ...postLines({ account: { ...kept, dailyLimit }, subscription: agreed }, [], now) }
      : changeTransaction({ account, subscription: agreed }, change, now);
  return { ...transaction, reductions: withDueDates(transaction.reductions, subscription.open, open) };
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

/** Returns the open invoice that becomes past due next; `null` if none does. */
function nextOverdue({ open }: Subscription): { number: number; at: number } | null {
  let next: { number: number; at: number } | null = null;
  for (const { number, dueAt, pastDueAt } of open)
    if (dueAt !== undefined && pastDueAt === undefined && dueAt < (next?.at ?? Infinity))
      next = { number, at: dueAt };
  return next;
}

/** Returns when billing work is due for an account; `null` if none is due until the account changes. */
export function dueAt(state: BilledAccount): number | null {
  const { account, subscription } = state;
  const { requested } = subscription;
  const renews =
    lastSegment(subscription).price > 0 || account.scheduled !== undefined || requested !== undefined;
  const dates = [
    renews ? subscription.cycle.end : null,
    graceEnd(state),
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
export function dueStep(state: BilledAccount, now: number): DueStep | null {
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
  const grace = graceEnd(state);
  if (grace !== null) steps.push({ step: "lose plan", at: grace });
  const [first] = steps
    .filter(({ at }) => at <= now && at <= cycle.end)
    .toSorted((one, other) => one.at - other.at);
  return first ?? null;
}

/**
 * Returns the transaction that the passage of time requires: the next billing cycle has begun, an invoice is past due,
 * the grace period after it has ended, or the payment of a requested upgrade has arrived. If there is none, returns the
 * current state. Cycles that cost nothing are computed, not stored.
 *
 * @param requestedInvoice The invoice of a requested upgrade; `null` for none.
 */
export function dueTransaction(
  state: SubscriptionState,
  plans: Plans,
  now: number,
  requestedInvoice: Invoice | null,
): { transaction: LedgerTransaction } | { current: SubscriptionState } {
  const { account, subscription } = state;
  const isNew = state.subscriptionRevision === null;
  const due = dueStep(state, now);
  if (due?.step === "approve")
    return { transaction: approvalTransaction(state, requestedInvoice?.total ?? 0, due.at) };
  if (due?.step === "withdraw") return { transaction: withdrawTransaction(state, requestedInvoice, due.at) };
  if (due?.step === "past due") return { transaction: pastDueTransaction(state, due.number, plans, due.at) };
  if (due?.step === "lose plan") {
    const price = plans.free.price.amount;
    const change: PlanChange = { plan: "free", price, dailyLimit: null, effective: "now" };
    return { transaction: changeTransaction(state, change, due.at) };
  }
  if (!isNew && subscription.cycle.end > now) return { current: state };
  // The account paid nothing in its last stored cycle. A host that bills through another system may have put it on the
  // plan without billing, so the cycles in between are not charged.
  const wasFree = lastSegment(subscription).price === 0 && account.scheduled === undefined;
  let next = openCycle(state, plans, isNew || wasFree ? now : subscription.cycle.end);
  // Cycles that cost nothing are skipped.
  if (next.lines.length === 0) next = openCycle(state, plans, now);
  if (next.lines.length > 0 || next.account !== account) return { transaction: next };
  const current = { ...state, subscription: next.subscription };
  // An invoice of an earlier cycle can become past due in a cycle that costs nothing.
  return dueStep(current, now) ? dueTransaction(current, plans, now, requestedInvoice) : { current };
}
