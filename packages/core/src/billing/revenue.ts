import type { DocumentStore } from "../store/storage.ts";
import { isoInstant } from "../time.ts";
import { ledgerLines, monthlyPayments, owingAccounts } from "./documents.ts";

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
  /** The accounts with an upgrade that waits for its payment or for an operator. */
  requested: number;
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
  const requested = owing.filter(({ value }) => value.isRequested).length;
  return { currencies: [...byCurrency.values()], requested, isComplete };
}

/** The payments of a range of time. */
export interface PaymentReport {
  /** The payments less refunds and disputes, in the currency's minor unit. */
  currencies: Pick<Revenue, "currency" | "paid">[];
  /** False if more payments were made in a month than a report reads. */
  isComplete: boolean;
}

/** Returns the UTC months from one instant to another. */
function monthsBetween(since: number, until: number): string[] {
  const months: string[] = [];
  const first = new Date(since);
  for (let step = 0; ; step++) {
    const at = Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + step);
    if (at > until) return months;
    months.push(monthOf(at));
  }
}

/**
 * Returns what was paid from one instant to another, by the ledgers of all accounts. Reads at most 1,000 payments of each
 * UTC month.
 *
 * @example
 * ```ts
 * import { memoryDocuments } from "@tools-api/adapters/storage/memory";
 * import { sumPayments } from "@tools-api/core/billing";
 *
 * const range = { since: Date.parse("2026-11-01T00:00:00Z"), until: Date.parse("2026-12-01T00:00:00Z") };
 * console.log(await sumPayments(memoryDocuments(), range)); // { currencies: [], isComplete: true }
 * ```
 */
export async function sumPayments(
  documents: DocumentStore,
  { since, until }: { since: number; until: number },
): Promise<PaymentReport> {
  const sums = new Map<string, number>();
  let isComplete = true;
  for (const month of monthsBetween(since, until)) {
    const payments = await monthlyPayments.list(documents, { month }, { limit: maxDocuments });
    if (payments.length === maxDocuments) isComplete = false;
    const lines = await Promise.all(payments.map(({ ids }) => ledgerLines.get(documents, ids)));
    for (const [index, { value }] of payments.entries()) {
      const at = lines[index]?.value.at ?? Infinity;
      if (at >= since && at < until) sums.set(value.currency, (sums.get(value.currency) ?? 0) + value.amount);
    }
  }
  return { currencies: Array.from(sums, ([currency, paid]) => ({ currency, paid })), isComplete };
}
