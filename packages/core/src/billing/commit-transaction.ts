import { ToolsError } from "../errors.ts";
import { accountKey, getAccount } from "../identity/accounts.ts";
import { commitFenced, type Stores } from "../identity/commit-fenced.ts";
import type { WriteOperation } from "../storage.ts";
import type { LedgerTransaction, SubscriptionState } from "./book.ts";
import { collectionEntry } from "./collections.ts";
import { moveDueEntry } from "./due.ts";
import { getInvoice, invoiceKey, reduceInvoice } from "./invoices.ts";
import { ledgerKey, numberedId } from "./ledger.ts";
import type { PaymentProvider } from "./payment-provider.ts";
import type { Plans } from "./plans.ts";
import { newSubscription, Subscription, subscriptionKey } from "./subscription.ts";

/** The stores that billing uses, the plans, and the payment provider. */
export interface Billing extends Stores {
  plans: Plans;
  /**
   * The provider that collects payments. Default: none; invoices stay open until `markInvoicePaid` records a payment.
   */
  payments?: PaymentProvider | undefined;
}

function checkCurrency(plans: Plans, currency: string): void {
  const other = Object.values(plans).find(({ price }) => price.currency !== currency);
  if (other)
    throw new ToolsError(
      "conflict",
      `The ${other.name} plan is priced in ${other.price.currency}, but the ledger of the account is in ${currency}.`,
    );
}

/**
 * Returns an account and its subscription from the store.
 *
 * @throws ToolsError `not_found`; `conflict` if the currency of the plans differs from that of the account's ledger.
 */
export async function readStanding(
  { documents, plans }: Billing,
  id: string,
  now: number,
): Promise<SubscriptionState> {
  const found = await getAccount(documents, id);
  if (!found) throw new ToolsError("not_found", `There is no account ${id}.`);
  const document = await documents.get(subscriptionKey(id));
  const subscription = document
    ? Subscription.parse(document.value)
    : newSubscription(found.account, plans, now);
  checkCurrency(plans, subscription.currency);
  return {
    account: found.account,
    accountRevision: found.revision,
    subscription,
    subscriptionRevision: document && document.version,
  };
}

async function reductionWrites(
  { documents }: Billing,
  booking: LedgerTransaction,
): Promise<WriteOperation[]> {
  const { account, reductions, at } = booking;
  return Promise.all(
    reductions.map(async (reduction) => {
      const invoice = await getInvoice(documents, account.id, numberedId(reduction.invoice));
      return { key: invoiceKey(account.id, invoice.number), value: reduceInvoice(invoice, reduction, at) };
    }),
  );
}

/** Returns a condition on the revision of a document that may be absent. */
function atRevision(revision: number | null) {
  return revision === null ? { ifAbsent: true } : { ifVersion: revision };
}

/**
 * Writes a booking in one commit, if the account and its subscription are unchanged since they were read. The account
 * is written, and its fence raised, only if it changes. Lines and invoices are always new documents, so no number is
 * used twice.
 *
 * @param besides Additional writes for the same commit.
 * @returns The new state; `null` if another process changed the account or subscription first.
 */
export async function commitTransaction(
  billing: Billing,
  before: SubscriptionState,
  booking: LedgerTransaction,
  besides: WriteOperation[] = [],
): Promise<SubscriptionState | null> {
  const { account, subscription, lines, invoice } = booking;
  const changesAccount = account !== before.account;
  const guards: WriteOperation[] = [
    { key: subscriptionKey(account.id), value: subscription, ...atRevision(before.subscriptionRevision) },
  ];
  if (changesAccount)
    guards.push({
      key: accountKey(account.id),
      value: account,
      ifVersion: before.accountRevision,
      fence: true,
    });
  const result = await commitFenced(billing, [
    ...guards,
    ...besides,
    ...lines.map((line) => ({ key: ledgerKey(account.id, line.number), value: line, ifAbsent: true })),
    ...(invoice ? [{ key: invoiceKey(account.id, invoice.number), value: invoice, ifAbsent: true }] : []),
    ...(await reductionWrites(billing, booking)),
    ...moveDueEntry(before, booking),
    ...(billing.payments && invoice && invoice.amountDue > 0 ? [collectionEntry(invoice, booking.at)] : []),
  ]);
  if (result.committed)
    return {
      account,
      accountRevision: changesAccount ? result.version : before.accountRevision,
      subscription,
      subscriptionRevision: result.version,
    };
  if (guards.some(({ key }) => key === result.conflict)) return null;
  // A line, invoice or cycle exists already although the subscription is unchanged. Continuing would charge twice.
  throw new ToolsError("internal_error", `The ledger of ${account.id} already has ${result.conflict}.`);
}
