import type { DocumentStore } from "../store/storage.ts";
import { isoInstant } from "../time.ts";
import { monthlyPayments, owingAccounts } from "./documents.ts";

/** The amounts of one currency in its minor unit. */
export interface Revenue {
  currency: string;
  /** The sum of all open invoices. */
  due: number;
  /** The sum of the payments of the UTC month, less its refunds and disputes. */
  paid: number;
}

/** The amounts of {@link getRevenue}. */
export interface RevenueReport {
  currencies: Revenue[];
  /** False if more accounts owe an amount, or more payments were made, than a report reads. */
  isComplete: boolean;
}

// Bounds the cost of a report.
const maxDocuments = 1_000;

/** Returns the UTC month of an instant: `2026-11`. */
export function monthOf(at: number): string {
  return isoInstant(at).slice(0, 7);
}

/**
 * Returns the amounts due, and the amounts paid in the current UTC month. Reads at most 1,000 accounts and 1,000 payments.
 *
 * @param now Epoch milliseconds.
 *
 * @example
 * ```ts
 * import { memoryDocuments, memoryUsage } from "@tools-api/adapters/storage/memory";
 * import { defaultPlans } from "@tools-api/core";
 * import { createAccount } from "@tools-api/core/accounts";
 * import { changePlan, getRevenue, markInvoicePaid } from "@tools-api/core/billing";
 *
 * const billing = { documents: memoryDocuments(), usage: memoryUsage(), plans: defaultPlans };
 * const { id } = await createAccount(billing.documents, { email: "ada@example.com" }, { at: Date.now() });
 * await changePlan(billing, id, { plan: "pro" }, { now: Date.now() });
 * await markInvoicePaid(billing, { account: id, id: "00000001" }, Date.now());
 * const { currencies } = await getRevenue(billing.documents, Date.now());
 * console.log(currencies); // [ { currency: "usd", due: 0, paid: 2900 } ]
 * ```
 */
export async function getRevenue(documents: DocumentStore, now: number): Promise<RevenueReport> {
  const page = { limit: maxDocuments };
  const [owing, payments] = await Promise.all([
    owingAccounts.list(documents, {}, page),
    monthlyPayments.list(documents, { month: monthOf(now) }, page),
  ]);
  const byCurrency = new Map<string, Revenue>();
  const add = (key: "due" | "paid", { amount, currency }: { amount: number; currency: string }) => {
    const sum = byCurrency.get(currency) ?? { currency, due: 0, paid: 0 };
    byCurrency.set(currency, { ...sum, [key]: sum[key] + amount });
  };
  for (const { value } of owing) if (value.amount > 0) add("due", value);
  for (const { value } of payments) add("paid", value);
  const isComplete = owing.length < maxDocuments && payments.length < maxDocuments;
  return { currencies: [...byCurrency.values()], isComplete };
}
