import type { PlanName } from "../account-terms.ts";
import type { Account, AccountPlan } from "../account.ts";
import { ToolsError } from "../errors.ts";
import { dayMs } from "../time.ts";
import { invalidParameters } from "../validate.ts";
import { currentCycle } from "./cycle.ts";
import type { NewLine, Subscription } from "./documents.ts";
import {
  type BilledAccount,
  type LedgerTransaction,
  numberedId,
  postLines,
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

/** A plan change with the values that determine its cost. */
export interface PlanChange extends AccountPlan {
  /** The price of a whole cycle, in minor units: the agreed one, or the price of the plan. */
  price: number;
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
function isUpgrade({ account, subscription }: BilledAccount, selected: AccountPlan, plans: Plans): boolean {
  const before = lastSegment(subscription).price;
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

/**
 * Returns the transaction that charges a suspended account again: the interrupted segment at its price, or the current
 * price if the cycle or the plan is another since.
 */
export function reactivationTransaction(
  { account, subscription }: BilledAccount,
  priceAt: PriceAt,
  now: number,
): LedgerTransaction {
  const { suspension, ...rest } = account;
  const active: Account = { ...rest, status: "active" };
  // The account was suspended without billing.
  if (!suspension) return postLines({ account: active, subscription }, [], now);
  const at = Math.max(now, lastSegment(subscription).from);
  const { resumes } = suspension;
  const continues = resumes?.plan === account.plan && resumes.until === subscription.cycle.end;
  const price = continues ? resumes.price : priceAt(account, subscription.cycle.start);
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

/** Returns what the operator agreed with an account for a plan. */
function agreedFor({ agreedLimits, agreedPrices = {} }: Subscription, plan: PlanName) {
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
 */
export function changeTransaction(state: BilledAccount, change: PlanChange, now: number): PlanTransaction {
  const { price, effective } = change;
  const account = withPlan(state.account, change);
  const { subscription } = state;
  const at = Math.max(now, lastSegment(subscription).from);
  if (effective === "cycle_end") {
    const scheduled = { ...planFields(change), at: subscription.cycle.end };
    return { change, ...postLines({ account: { ...state.account, scheduled }, subscription }, [], at) };
  }
  const { plan } = account;
  const { pieces, lines } = prorateChange(subscription, { plan, price: cycleRate(account, price) }, at);
  const changed = { ...subscription, pieces, changes: subscription.changes + 1 };
  return { change, ...postLines({ account, subscription: changed }, lines, at) };
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
  const change: PlanChange = {
    ...selected,
    price: priceOf(plans, selected),
    effective: effective ?? (upgrades ? "now" : "cycle_end"),
  };
  return changeTransaction(state, change, now);
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
  const agreed: Subscription = {
    ...subscription,
    agreedLimits: withEntry(agreedLimits, plan, dailyLimit),
    agreedPrices: withEntry(agreedPrices, plan, agreedPrice),
    // By changing the plan, the operator grants the account time to pay.
    pastDueSince: null,
  };
  const isSamePrice = planVersion === account.planVersion && agreedPrice === account.agreedPrice;
  if (plan === account.plan && isSamePrice)
    return { change, ...postLines({ account: withPlan(account, selected), subscription: agreed }, [], now) };
  return changeTransaction({ account: resumingAt(account, change), subscription: agreed }, change, now);
}

/** Returns an account that continues an interrupted segment of a plan at another price. */
function resumingAt(account: Account, { plan, price }: PlanChange): Account {
  const { suspension } = account;
  if (suspension?.resumes?.plan !== plan) return account;
  return { ...account, suspension: { ...suspension, resumes: { ...suspension.resumes, price } } };
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

/** Returns when billing work is due for an account; `null` if none is due until the account changes. */
export function dueAt(state: BilledAccount, plans: Plans): number | null {
  const cycleEnd = renews(state, plans) ? state.subscription.cycle.end : null;
  const dates = [cycleEnd, graceEnd(state, plans)].filter((date) => date !== null);
  return dates.length === 0 ? null : Math.min(...dates);
}

/**
 * Returns the transaction that the passage of time requires: the next billing cycle has begun, or the grace period
 * after a failed payment has ended. If there is none, returns the current state. Cycles on the default plan that cost
 * nothing are computed, not stored.
 */
export function dueTransaction(
  state: SubscriptionState,
  plans: Plans,
  now: number,
  priceAt: PriceAt,
): { transaction: LedgerTransaction } | { current: SubscriptionState } {
  const { account, subscription } = state;
  const isNew = state.subscriptionRevision === null;
  const grace = graceEnd(state, plans);
  if (grace !== null && grace <= now && grace <= subscription.cycle.end) {
    const selected = { ...latestVersion(plans, defaultPlan(plans).name), dailyLimit: null };
    const change: PlanChange = { ...selected, price: priceOf(plans, selected), effective: "now" };
    return { transaction: changeTransaction(state, change, grace) };
  }
  if (!isNew && subscription.cycle.end > now) return { current: state };
  // The account paid nothing in its last stored cycle. A host that bills through another system may have put it on the
  // plan without billing, so the cycles in between are not charged.
  const wasFree = lastSegment(subscription).price === 0 && account.scheduled === undefined;
  let next = openCycle(state, plans, priceAt, isNew || wasFree ? now : subscription.cycle.end);
  // Cycles that cost nothing are skipped.
  if (next.lines.length === 0) next = openCycle(state, plans, priceAt, now);
  // Otherwise a plan that costs something again would charge the cycles in between.
  const wasCharged = lastSegment(subscription).price > 0;
  const changes = next.lines.length > 0 || next.account !== account || wasCharged || renews(next, plans);
  return changes ? { transaction: next } : { current: { ...state, subscription: next.subscription } };
}
