import type { PlanName } from "../identity/account-terms.ts";
import type { Account, AccountPlan } from "../identity/account.ts";
import { ToolsError } from "../errors.ts";
import { dayMs } from "../time.ts";
import { invalidParameters } from "../schema/validate.ts";
import type { Invoice, NewLine, Subscription } from "./documents.ts";
import {
  type BilledAccount,
  type LedgerTransaction,
  numberedId,
  pastDueSince,
  postEnd,
  postLines,
  type Reduction,
} from "./ledger.ts";
import {
  dailyLimitAt,
  findPlan,
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
export const graceMs = 14 * dayMs;

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
export function cycleRate({ suspension }: Account, price: number): number {
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
export function withPlan(account: Account, selected: AccountPlan): Account {
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
 * @param wanted.minimum The least cost of the current segment by its calls. Default: 0.
 * @throws ToolsError `account_suspended`; `conflict` if the account is closed or already on the plan, after too many changes in the cycle,
 *   and for an upgrade while an invoice is past due.
 */
export function ownerTransaction(
  state: BilledAccount,
  { plan, effective, minimum = 0 }: { plan: PlanName; effective?: Effective | undefined; minimum?: number },
  plans: Plans,
  now: number,
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
      `The account is past due. Pay its open invoices before you upgrade (${subscription.open.length}).`,
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
