import type { PlanName } from "../account-terms.ts";
import type { Account, AccountPlan } from "../account.ts";
import { ToolsError } from "../errors.ts";
import { dayMs } from "../time.ts";
import { invalidParameters } from "../validate.ts";
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
import {
  dailyLimitAt,
  defaultPlan,
  findPlan,
  isOnDefault,
  latestVersion,
  listedPlan,
  type Plans,
  planTerms,
  priceOf,
  versionOf,
} from "./plans.ts";
import type { PriceAt } from "./price-history.ts";
import { prorateChange } from "./proration.ts";

/** The time for which a past-due account keeps its plan. Then it moves to the default plan. */
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
export interface PlanChange extends AccountPlan {
  /** The price of a whole cycle, in minor units: the agreed one, or the price of the plan. */
  price: number;
  effective: Effective;
}

/** The transaction of a plan change. `effective` differs from that of the change if it waits. */
export interface PlanTransaction extends LedgerTransaction {
  change: PlanChange;
  /** The event that makes a requested upgrade take effect. Absent if it takes effect immediately. */
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
 * segment at its price, or another price if the cycle or the plan is another since.
 */
function currentPrice({ account, subscription }: BilledAccount, otherwise: number): number {
  const { suspension, plan } = account;
  if (!suspension) return lastSegment(subscription).price;
  const { resumes } = suspension;
  const continues = resumes?.plan === plan && resumes.until === subscription.cycle.end;
  return continues ? resumes.price : otherwise;
}

/**
 * Returns whether a plan costs more than the current plan, or allows more calls for the same price. Upgrades take
 * effect immediately.
 */
export function isUpgrade(state: BilledAccount, selected: AccountPlan, plans: Plans): boolean {
  const { account, subscription } = state;
  const before = currentPrice(state, priceOf(plans, account));
  const after = priceOf(plans, selected);
  if (after !== before) return after > before;
  return planTerms(plans, selected).dailyLimit > dailyLimitAt(account, plans, subscription.cycle.start);
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
export function reactivationTransaction(
  state: BilledAccount,
  priceAt: PriceAt,
  now: number,
): LedgerTransaction {
  const { account, subscription } = state;
  const { suspension, ...rest } = account;
  const active: Account = { ...rest, status: "active" };
  // The account was suspended without billing.
  if (!suspension) return postLines({ account: active, subscription }, [], now);
  const at = Math.max(now, lastSegment(subscription).from);
  const price = currentPrice(state, priceAt(account, subscription.cycle.start));
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

/** Returns the fields of an account with a plan. */
function planFields({ plan, planVersion, dailyLimit, agreedPrice }: AccountPlan): AccountPlan {
  return {
    plan,
    dailyLimit,
    ...(planVersion !== undefined && { planVersion }),
    ...(agreedPrice !== undefined && { agreedPrice }),
  };
}

/** Returns the account on another plan, without a scheduled change. */
function withPlan(account: Account, selected: AccountPlan): Account {
  const { scheduled: _, planVersion: __, agreedPrice: ___, ...kept } = account;
  return { ...kept, ...planFields(selected) };
}

/** Returns an account that continues on another plan if it is reactivated in the cycle that ends at `until`. */
function resumingAt(account: Account, { plan, price }: PlanChange, until: number): Account {
  const { suspension } = account;
  return suspension?.resumes
    ? { ...account, suspension: { ...suspension, resumes: { plan, price, until } } }
    : account;
}

/** Returns what the operator agreed with an account for a plan. */
export function agreedFor({ agreedLimits, agreedPrices = {} }: Subscription, plan: PlanName) {
  // `constructor` is a valid name.
  const own = (values: Readonly<Record<string, number>>) =>
    Object.hasOwn(values, plan) ? values[plan] : undefined;
  const agreedPrice = own(agreedPrices);
  return { dailyLimit: own(agreedLimits) ?? null, ...(agreedPrice !== undefined && { agreedPrice }) };
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
  const { price, effective } = change;
  const { subscription } = state;
  const at = Math.max(now, lastSegment(subscription).from);
  if (effective === "cycle_end") {
    const scheduled = { ...planFields(change), at: subscription.cycle.end };
    return { change, ...postLines({ account: { ...state.account, scheduled }, subscription }, [], at) };
  }
  const { plan } = change;
  const account = resumingAt(withPlan(state.account, change), change, subscription.cycle.end);
  const next = { plan, price: cycleRate(account, price), minimum };
  const { pieces, lines } = prorateChange(subscription, next, at);
  const changed = { ...subscription, pieces, changes: subscription.changes + 1 };
  return { change, ...postLines({ account, subscription: changed }, [...earlier, ...lines], at) };
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
  if (plan === listedPlan(plans, account.plan).name)
    throw new ToolsError("conflict", `plan: the account is already on the ${plan} plan`);
  const selected = { ...latestVersion(plans, plan), ...agreedFor(subscription, plan) };
  const upgrades = isUpgrade(state, selected, plans);
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
    ...selected,
    price: priceOf(plans, selected),
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
  const { plan, price } = change;
  const { subscription } = state;
  const { scheduled: _, ...account } = state.account;
  const requested = { ...planFields(change), price, at: immediate.at, invoice: null };
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
  const { plan, price } = requested;
  const change: PlanChange = { ...planFields(requested), price, effective: "now" };
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
  return scheduled && isUpgrade(state, scheduled, plans) ? account : state.account;
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

/** The plan that an operator sets for an account. */
export interface OperatorOrder {
  plan: PlanName;
  dailyLimit: number | null;
  /** The agreed price of a cycle in minor units; `null` for the price of the plan. Absent: as agreed before. */
  price?: number | null | undefined;
  /** Absent: the version that the account has, or the latest one of another plan. */
  version?: number | undefined;
}

/** Returns a record without an entry, or with another value for it. */
function withEntry(record: Readonly<Record<string, number>>, name: string, value: number | null | undefined) {
  const { [name]: _, ...others } = record;
  return value === null || value === undefined ? others : { ...others, [name]: value };
}

/** Returns the version of an operator's order. */
function orderedVersion(account: Account, { plan, version }: OperatorOrder, plans: Plans) {
  if (version === undefined) return plan === account.plan ? account : latestVersion(plans, plan);
  const found = findPlan(plans, plan);
  const versions = found ? [...(found.previous ?? []), found].map(versionOf) : [];
  if (versions.includes(version)) return { plan, ...(version > 1 && { planVersion: version }) };
  throw invalidParameters([
    { name: "version", detail: `expected ${versions.join(", ")}, received ${version}` },
  ]);
}

/**
 * Returns the transaction that puts an account on a plan for the operator. The agreed limit and the agreed price are
 * kept in case the account leaves the plan and returns.
 *
 * @throws ToolsError `conflict` if the account is closed; `invalid_parameter` for an unknown version.
 */
export function operatorTransaction(
  { account, subscription }: BilledAccount,
  order: OperatorOrder,
  plans: Plans,
  now: number,
): PlanTransaction {
  requireOpen(account);
  const { plan, dailyLimit, price } = order;
  const agreedPrice = price === undefined ? agreedFor(subscription, plan).agreedPrice : (price ?? undefined);
  const { planVersion } = orderedVersion(account, order, plans);
  const selected: AccountPlan = { plan, planVersion, dailyLimit, agreedPrice };
  const change: PlanChange = { ...selected, price: priceOf(plans, selected), effective: "now" };
  const { agreedLimits, agreedPrices = {} } = subscription;
  // By changing the plan, the operator grants the account time to pay.
  const open = subscription.open.map(({ number, amountDue, dueAt }) => ({
    number,
    amountDue,
    ...(dueAt !== undefined && { dueAt: Math.max(dueAt, now + graceMs) }),
  }));
  const agreed: Subscription = {
    ...subscription,
    agreedLimits: withEntry(agreedLimits, plan, dailyLimit),
    agreedPrices: withEntry(agreedPrices, plan, agreedPrice),
    open,
    pastDueSince: null,
  };
  const isSamePrice = planVersion === account.planVersion && agreedPrice === account.agreedPrice;
  const transaction: PlanTransaction =
    plan === account.plan && isSamePrice
      ? { change, ...postLines({ account: withPlan(account, selected), subscription: agreed }, [], now) }
      : changeTransaction({ account, subscription: agreed }, change, now);
  return { ...transaction, reductions: withDueDates(transaction.reductions, subscription.open, open) };
}

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
