import { accountKey, getAccount } from "../accounts/accounts.ts";
import { commitFenced, type Stores } from "../accounts/commit-fenced.ts";
import { ToolsError } from "../errors.ts";
import type { WriteOperation } from "../storage.ts";
import type { Booking, Standing } from "./book.ts";
import { collectionEntry } from "./collections.ts";
import { moveDueEntry } from "./due.ts";
import { getInvoice, invoiceKey, reduceInvoice } from "./invoices.ts";
import { ledgerKey, numberedId } from "./ledger.ts";
import type { PaymentProvider } from "./payment-provider.ts";
import type { Plans } from "./plans.ts";
import { newSubscription, Subscription, subscriptionKey } from "./subscription.ts";

/** What billing works on, and with which plans. */
export interface Billing extends Stores {
  plans: Plans;
  /** Who takes the money. Default: nobody; invoices stay open until `markInvoicePaid` says that they were paid. */
  payments?: PaymentProvider | undefined;
}

function checkCurrency(plans: Plans, currency: string): void {
  const other = Object.values(plans).find(({ price }) => price.currency !== currency);
  if (other)
    throw new ToolsError(
      "conflict",
      `The ${other.name} plan is priced in ${other.price.currency}, the account's ledger is kept in ${currency}.`,
    );
}

/**
 * The account and its subscription as they are kept.
 *
 * @throws ToolsError `not_found`; `conflict` for plans in another currency than the account's ledger.
 */
export async function readStanding(
  { documents, plans }: Billing,
  id: string,
  now: number,
): Promise<Standing> {
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

async function reductionWrites({ documents }: Billing, booking: Booking): Promise<WriteOperation[]> {
  const { account, reductions, at } = booking;
  return Promise.all(
    reductions.map(async (reduction) => {
      const invoice = await getInvoice(documents, account.id, numberedId(reduction.invoice));
      return { key: invoiceKey(account.id, invoice.number), value: reduceInvoice(invoice, reduction, at) };
    }),
  );
}

/** A condition on the revision of a document that may be absent. */
function atRevision(revision: number | null) {
  return revision === null ? { ifAbsent: true } : { ifVersion: revision };
}

/**
 * Writes a booking, all of it or nothing, if account and subscription stand as they were read. The account is written,
 * and its fence raised, only where it changes. Lines and invoices are new documents always: a number is never given
 * twice.
 *
 * @param besides Writes that belong to it.
 * @returns The state that it leads to; `null` when somebody else was first.
 */
export async function commitBooking(
  billing: Billing,
  before: Standing,
  booking: Booking,
  besides: WriteOperation[] = [],
): Promise<Standing | null> {
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
  // A number or a cycle that is taken while nobody has written the subscription: to go on would be to charge twice.
  throw new ToolsError("internal_error", `The books of ${account.id} have a ${result.conflict} already.`);
}
