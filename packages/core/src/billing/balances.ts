import type { Account } from "../identity/account.ts";
import type { Page } from "../store/collection.ts";
import { getAccount } from "../identity/accounts.ts";
import type { DocumentStore, WriteOperation } from "../store/storage.ts";
import { type Invoice, owingAccounts, type Subscription, subscriptions } from "./documents.ts";
import { getInvoice } from "./invoices.ts";
import { numberedId, sums } from "./ledger.ts";

// Bounds the cost of a page. The oldest invoices of an account decide what happens to it.
const invoicesShown = 10;

/** An account with open invoices, credit, or an upgrade that waits. Amounts are in minor units. */
export interface OpenBalance {
  account: Account;
  currency: string;
  due: number;
  credit: number;
  /** The instant since which the account is past due, in epoch milliseconds; `null` if it is not. */
  pastDueSince: number | null;
  /** The upgrade that waits for its payment or for an operator; `null` if none does. */
  requested: NonNullable<Subscription["requested"]> | null;
  /** The oldest open invoices, at most ten. */
  invoices: Invoice[];
}

/** Returns the writes that keep an account in the list of open balances, or out of it. */
export function balanceWrites(before: Subscription | null, after: Subscription): WriteOperation[] {
  const entry = (subscription: Subscription) => {
    const { due: amount, credit } = sums(subscription);
    const isRequested = subscription.requested !== undefined;
    return {
      amount,
      currency: subscription.currency,
      ...(credit > 0 && { credit }),
      ...(isRequested && { isRequested }),
    };
  };
  const ids = { account: after.account };
  const value = entry(after);
  if (before && JSON.stringify(entry(before)) === JSON.stringify(value)) return [];
  const isOpen = value.amount > 0 || value.credit !== undefined || value.isRequested !== undefined;
  if (isOpen) return [owingAccounts.put(ids, value)];
  return before ? [owingAccounts.drop(ids)] : [];
}

/**
 * Returns a page of the accounts with open invoices, credit, or an upgrade that waits, in the order of their ids. Closed
 * accounts are included.
 *
 * @param page `after` is the id of the last account of the previous page.
 *
 * @example
 * ```ts
 * import { memoryDocuments, memoryUsage } from "@tools-api/adapters/storage/memory";
 * import { defaultPlans } from "@tools-api/core";
 * import { createAccount } from "@tools-api/core/accounts";
 * import { changePlan, listOpenBalances } from "@tools-api/core/billing";
 *
 * const billing = { documents: memoryDocuments(), usage: memoryUsage(), plans: defaultPlans };
 * const { id } = await createAccount(billing.documents, { email: "ada@example.com" }, { at: Date.now() });
 * await changePlan(billing, id, { plan: "pro" }, { now: Date.now() });
 * const balances = await listOpenBalances(billing.documents, { limit: 10 });
 * console.log(balances.map(({ invoices }) => invoices.length)); // [ 1 ]
 * ```
 */
export async function listOpenBalances(documents: DocumentStore, page: Page): Promise<OpenBalance[]> {
  const found = await owingAccounts.list(documents, {}, page);
  const read = found.map(async ({ ids }): Promise<OpenBalance[]> => {
    const [account, subscription] = await Promise.all([
      getAccount(documents, ids.account),
      subscriptions.get(documents, ids),
    ]);
    if (!account || !subscription) return [];
    const { open, currency, pastDueSince, requested = null } = subscription.value;
    const invoices = await Promise.all(
      open
        .slice(0, invoicesShown)
        .map(({ number }) => getInvoice(documents, { account: ids.account, id: numberedId(number) })),
    );
    return [
      { account: account.value, currency, ...sums(subscription.value), pastDueSince, requested, invoices },
    ];
  });
  return (await Promise.all(read)).flat();
}
