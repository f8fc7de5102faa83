import type { Account } from "../identity/account.ts";
import { auditEntry } from "../audit/entries.ts";
import type { Source } from "../store/source.ts";
import { type Stores, transact } from "../store/commit.ts";
import { dueAccounts, enrolment } from "../identity/due-accounts.ts";
import { type ErrorCode, ToolsError } from "../errors.ts";
import { accounts, getAccount, noSuchAccount } from "../identity/accounts.ts";
import { directoryWrites, groupWrite } from "../identity/directory-entries.ts";
import type { WriteOperation } from "../store/storage.ts";
import { isoInstant } from "../time.ts";
import { balanceWrites } from "./balances.ts";
import { currentCycle } from "./cycle.ts";
import {
  duePayments,
  type Invoice,
  invoices,
  ledgerLines,
  monthlyPayments,
  type Subscription,
  subscriptions,
} from "./documents.ts";
import { dueAt, dueTransaction } from "./due.ts";
import { type Invoicing, numbered } from "./invoice-numbers.ts";
import { getInvoice } from "./invoices.ts";
import {
  type BilledAccount,
  type LedgerTransaction,
  numberedId,
  reduceInvoice,
  type SubscriptionState,
} from "./ledger.ts";
import type { PaymentProvider } from "./payment-provider.ts";
import { isOnDefault, type Plans, planTerms } from "./plans.ts";
import { pricesOf } from "./price-history.ts";
import type { QuoteSigner } from "./quotes.ts";
import { monthOf } from "./revenue.ts";
import type { UpgradeMode } from "./rules.ts";

/** The terms of the operator for invoices, payments and upgrades. */
export type BillingTerms = Pick<Billing, "upgrades" | "paymentTermsMs" | "retryDays" | "invoicing">;

/** The stores that billing uses, the plans, the signer of quotes, and the payment provider. */
export interface Billing extends Stores {
  plans: Plans;
  /** Default: none; then there are no previews, and no quote is accepted. */
  quotes?: QuoteSigner | undefined;
  /**
   * The provider that collects payments. Default: none; invoices stay open until `markInvoicePaid` records a payment.
   */
  payments?: PaymentProvider | undefined;
  /** When the upgrades that owners order take effect. Default: immediately. */
  upgrades?: UpgradeMode | undefined;
  /** Milliseconds until an invoice that no provider collects is past due; `null` for never. Default: `null`. */
  paymentTermsMs?: number | null | undefined;
  /** The seller on invoices, and the series of their numbers. Default: no seller, and numbers such as `INV-000001`. */
  invoicing?: Invoicing | undefined;
  /** Days from the first failed attempt of a payment to each retry, ascending. Default: 1, 3, 5 and 7. */
  retryDays?: readonly number[] | undefined;
}

/** Returns the initial subscription of an account, at no cost, in the cycle of an instant. */
function newSubscription(account: Account, plans: Plans, now: number): Subscription {
  const cycle = currentCycle(account.cycleAnchor, now);
  return {
    account: account.id,
    currency: planTerms(plans, account).price.currency,
    cycle,
    pieces: [{ plan: account.plan, price: 0, from: cycle.start }],
    changes: 0,
    balance: 0,
    open: [],
    pastDueSince: null,
    agreedLimits: account.dailyLimit === null ? {} : { [account.plan]: account.dailyLimit },
    ...(account.agreedPrice !== undefined && { agreedPrices: { [account.plan]: account.agreedPrice } }),
    lines: 0,
    invoices: 0,
  };
}

/**
 * Returns an account and its subscription as stored.
 *
 * @param now The instant whose cycle an account without a subscription is in.
 * @throws ToolsError `not_found`; `conflict` if the currency of the plans differs from that of the account's ledger.
 */
export async function readState(
  { documents, plans }: Billing,
  id: string,
  now: number,
): Promise<SubscriptionState> {
  const found = await getAccount(documents, id);
  if (!found) throw noSuchAccount(id);
  const { value: account, version: accountRevision } = found;
  const stored = await subscriptions.get(documents, { account: id });
  const subscription = stored?.value ?? newSubscription(account, plans, now);
  const { currency } = subscription;
  const other = Object.values(plans).find(({ price }) => price.currency !== currency);
  if (other)
    throw new ToolsError(
      "conflict",
      `The ${other.name} plan is priced in ${other.price.currency}, but the ledger of the account is in ${currency}.`,
    );
  return {
    account,
    accountRevision,
    subscription: withPastDueInvoices(subscription),
    subscriptionRevision: stored && stored.version,
  };
}

/** Returns a subscription with the instants at which its invoices became past due. Earlier releases stored only the first. */
function withPastDueInvoices(subscription: Subscription): Subscription {
  const { open, pastDueSince } = subscription;
  if (pastDueSince === null || open.some(({ pastDueAt }) => pastDueAt !== undefined)) return subscription;
  return { ...subscription, open: open.map((entry) => ({ ...entry, pastDueAt: pastDueSince })) };
}

/** Returns a transaction whose invoice has a due date, if no provider collects it. */
function withTerms(
  { payments, paymentTermsMs = null }: Billing,
  transaction: LedgerTransaction,
): LedgerTransaction {
  const { invoice, subscription } = transaction;
  if (payments || paymentTermsMs === null || !invoice || invoice.amountDue === 0) return transaction;
  const dueAt = invoice.at + paymentTermsMs;
  const open = subscription.open.map((entry) =>
    entry.number === invoice.number ? { ...entry, dueAt } : entry,
  );
  return { ...transaction, invoice: { ...invoice, dueAt }, subscription: { ...subscription, open } };
}

/**
 * Returns the writes of the subscription and of the account, if it changes. They fail if either was changed meanwhile.
 */
function guardWrites(before: SubscriptionState, { account, subscription }: BilledAccount): WriteOperation[] {
  const { accountRevision, subscriptionRevision } = before;
  const unchanged = subscriptionRevision === null ? { ifAbsent: true } : { ifVersion: subscriptionRevision };
  const guards = [{ ...subscriptions.put({ account: account.id }, subscription), ...unchanged }];
  if (account === before.account) return guards;
  const found = { key: accounts.key(account), version: accountRevision };
  return [...guards, accounts.replace(found, account), ...directoryWrites(before.account, account)];
}

/** Returns the writes that lower the amounts due of invoices. */
async function reductionWrites(
  { documents }: Billing,
  { account, reductions, at }: LedgerTransaction,
): Promise<WriteOperation[]> {
  return Promise.all(
    reductions.map(async (reduction) => {
      const invoice = await getInvoice(documents, { account: account.id, id: reduction.id });
      return invoices.put({ account: account.id, id: invoice.id }, reduceInvoice(invoice, reduction, at));
    }),
  );
}

/** Returns the write of the account's entry in the index of due work. Empty if nothing is due until it changes. */
export function dueEntry(
  state: BilledAccount & { subscriptionRevision?: number | null },
  plans: Plans,
): WriteOperation[] {
  const { account, subscriptionRevision } = state;
  if (subscriptionRevision === null) return isOnDefault(plans, account) ? [] : enrolment(account);
  const at = dueAt(state, plans);
  return at === null ? [] : [dueAccounts.put({ at: isoInstant(at), account: account.id }, {})];
}

/** Returns the writes that move the account's entry in the index of due work. */
function dueWrites(before: SubscriptionState, after: LedgerTransaction, plans: Plans): WriteOperation[] {
  const added = dueEntry(after, plans);
  const obsolete = dueEntry(before, plans).filter(({ key }) => key !== added[0]?.key);
  return [...obsolete.map(({ key }) => ({ key })), ...added];
}

/** Returns the write that keeps the operators' list of past-due accounts. Empty if nothing changes. */
function pastDueWrites(
  before: SubscriptionState,
  { account, subscription }: LedgerTransaction,
): WriteOperation[] {
  const isMember = subscription.pastDueSince !== null;
  if (isMember === (before.subscription.pastDueSince !== null)) return [];
  return [groupWrite("past-due", account.id, { isMember })];
}

/** Returns the audit entry of a plan change. Empty if neither the plan nor the scheduled change is another. */
function planEntry(
  { account: before, subscription }: SubscriptionState,
  { account, at, ...after }: LedgerTransaction,
  by: Source | undefined,
): WriteOperation[] {
  const { plan, planVersion: version, dailyLimit, agreedPrice: price, scheduled } = account;
  const entry = { account: account.id, ...by, at };
  const isSameVersion = plan === before.plan && version === before.planVersion;
  if (!isSameVersion || dailyLimit !== before.dailyLimit || price !== before.agreedPrice) {
    const details = { from: before.plan, to: plan, version, daily_limit: dailyLimit, price };
    return auditEntry({ ...entry, action: "plan.changed", details });
  }
  const { requested } = after.subscription;
  if (requested && !subscription.requested) {
    const details = { from: plan, to: requested.plan };
    return auditEntry({ ...entry, action: "plan.change_requested", details });
  }
  if (!requested && subscription.requested) return auditEntry({ ...entry, action: "plan.change_canceled" });
  if (scheduled?.plan === before.scheduled?.plan && scheduled?.at === before.scheduled?.at) return [];
  if (!scheduled) return auditEntry({ ...entry, action: "plan.change_canceled" });
  const details = { from: plan, to: scheduled.plan, effective_at: isoInstant(scheduled.at) };
  return auditEntry({ ...entry, action: "plan.change_scheduled", details });
}

/** Returns the writes that keep the amounts of {@link getRevenue}. */
function revenueWrites(before: SubscriptionState, after: LedgerTransaction): WriteOperation[] {
  const { subscription, lines } = after;
  const ids = { account: subscription.account };
  const { currency } = subscription;
  const paid = lines.filter(({ kind }) => kind === "payment" || kind === "refund");
  return [
    ...balanceWrites(before.subscription, subscription),
    ...paid.map(({ id, at, ...line }) =>
      monthlyPayments.create({ ...ids, month: monthOf(at), id }, { amount: -line.amount, currency }),
    ),
  ];
}

/** Returns the writes that report an invoice to its owner. */
export function invoiceReport(
  by: Source | undefined,
  { account, id, total, amountDue, currency }: Invoice,
  {
    action,
    details: more,
    at,
  }: {
    action: "invoice.issued" | "payment.failed";
    details?: Readonly<Record<string, unknown>>;
    at: number;
  },
): WriteOperation[] {
  const details = { id, total, amount_due: amountDue, currency, ...more };
  return by?.report?.({ account, action, target: id, address: null, details, at }) ?? [];
}

/**
 * A change of an account's billing, with further writes of the same commit. Without a transaction, nothing is written.
 */
export interface BillingChange<Answer> {
  answer: Answer;
  transaction?: LedgerTransaction | undefined;
  otherWrites?: WriteOperation[] | undefined;
}

interface BillingChangeOptions {
  id: string;
  now: number;
  read?: typeof readState;
  contention?: ErrorCode;
}

const attempts = 20;
const maxNumberConflicts = 500;

/**
 * Reads the billing of an account and commits a change. If another process changed the account or its subscription in
 * between, reads again and makes the change from the new state. The account is written, and its fence raised, only if
 * it changes. Lines and invoices are always new documents, so no number is used twice.
 *
 * @param read Reads the state. Default: {@link advance}, which first brings it up to date.
 * @param contention The error code after 20 attempts.
 */
export async function commitChange<Answer>(
  billing: Billing,
  { id, now, read = advance, contention = "conflict" }: BillingChangeOptions,
  change: (before: SubscriptionState) => BillingChange<Answer> | Promise<BillingChange<Answer>>,
): Promise<Answer> {
  let attempt = 0;
  let numberConflicts = 0;
  return transact(billing, async () => {
    const before = await read(billing, id, now);
    const { answer, transaction: posted, otherWrites = [] } = await change(before);
    if (!posted) return { operations: [], result: answer };
    const { transaction, writes: numberWrites } = await numbered(billing, withTerms(billing, posted));
    const guards = guardWrites(before, transaction);
    const { account, lines, invoice, at } = transaction;
    const ids = { account: account.id };
    const created = [
      ...lines.map(({ id, ...line }) => ledgerLines.create({ ...ids, id }, line)),
      ...(invoice ? [invoices.create({ ...ids, id: invoice.id }, invoice)] : []),
    ];
    const operations = [
      ...guards,
      ...otherWrites,
      ...created,
      ...numberWrites,
      ...(await reductionWrites(billing, transaction)),
      ...dueWrites(before, transaction, billing.plans),
      ...pastDueWrites(before, transaction),
      ...revenueWrites(before, transaction),
      ...planEntry(before, transaction, billing.by),
    ];
    if (invoice) operations.push(...invoiceReport(billing.by, invoice, { action: "invoice.issued", at }));
    if (billing.payments && invoice && invoice.amountDue > 0)
      operations.push(duePayments.put({ ...ids, at: isoInstant(at), invoice: invoice.id }, {}));
    const onConflict = (key: string) => {
      // A line or invoice exists already although the subscription is unchanged. Continuing would charge twice.
      if (created.some((line) => line.key === key))
        throw new ToolsError("internal_error", `The ledger of ${account.id} already has ${key}.`);
      // Other accounts take numbers of the series as well, which is no change of this account.
      if (numberWrites.some((write) => write.key === key)) numberConflicts += 1;
      else attempt += 1;
      if (attempt < attempts && numberConflicts < maxNumberConflicts) return;
      throw new ToolsError(contention, "Other requests are changing the account. Try again.", {
        retryAfter: 1,
      });
    };
    return { operations, result: answer, onConflict };
  });
}

/** Returns the invoice of an upgrade that waits for its payment; `null` if there is none. */
export async function requestedInvoice(
  { documents }: Billing,
  { account, subscription }: BilledAccount,
): Promise<Invoice | null> {
  const number = subscription.requested?.invoice ?? null;
  return number === null ? null : getInvoice(documents, { account: account.id, id: numberedId(number) });
}

/**
 * Brings billing up to date: closes every billing cycle that has ended and opens the current one, each in a separate
 * commit. Scheduled changes take effect, and the price of each cycle is charged. Several processes can do this
 * concurrently, and it can be interrupted between any two steps.
 *
 * @param now Epoch milliseconds.
 * @returns The current account and subscription.
 * @throws ToolsError `not_found`.
 */
export async function advance(billing: Billing, id: string, now: number): Promise<SubscriptionState> {
  // The passage of time is the system's change, whatever request reads the account first.
  const { by } = billing;
  const system: Billing = { ...billing, by: by && { ...by, actor: { kind: "system" }, address: undefined } };
  const priceAt = await pricesOf(billing, now);
  const current = await commitChange(system, { id, now, read: readState }, async (before) => {
    const sources = { priceAt, requestedInvoice: await requestedInvoice(billing, before) };
    const due = dueTransaction(before, billing.plans, now, sources);
    return "current" in due ? { answer: due.current } : { ...due, answer: null };
  });
  return current ?? advance(billing, id, now);
}
