import { z } from "zod";
import { ToolsError } from "../errors.ts";
import type { DocumentStore } from "../storage.ts";
import { LedgerLine, numberedId } from "./ledger.ts";
import { listNumbered, type NumberedDocuments, type NumberedPage } from "./numbered-list.ts";
import { getSubscription } from "./subscription.ts";

/** The states of an invoice. `credit` is in the account's favor, with nothing to pay. */
export const invoiceStatuses = ["open", "paid", "payment_failed", "uncollectible", "credit"] as const;

/**
 * An invoice: the lines that one change charged, and their payment. If `total` is above zero, it is the sum of
 * `creditApplied`, `amountPaid` and `amountDue`. Instants are epoch milliseconds, amounts minor units.
 */
export const Invoice = z.object({
  account: z.string(),
  /** Counts from 1, without gaps. */
  number: z.int().positive(),
  at: z.int(),
  cycle: z.object({ start: z.int(), end: z.int() }),
  currency: z.string(),
  lines: z.array(LedgerLine),
  total: z.int(),
  creditApplied: z.int().min(0),
  amountPaid: z.int().min(0),
  amountDue: z.int().min(0),
  status: z.enum(invoiceStatuses),
  /** The instant at which the amount due became zero. */
  paidAt: z.int().nullable(),
  /** Number of failed payment attempts. */
  failedAttempts: z.int().min(0),
});

export type Invoice = z.infer<typeof Invoice>;

/** Returns the key of an invoice's document. */
export function invoiceKey(account: string, number: number): string {
  return `invoices/${account}/${numberedId(number)}`;
}

/**
 * Returns an invoice of an account by its id, which is its number in eight digits.
 *
 * @throws ToolsError `not_found`.
 */
export async function getInvoice(documents: DocumentStore, account: string, id: string): Promise<Invoice> {
  // An id of another shape, such as one with a slash, could name another document.
  const document = /^\d{8}$/.test(id) ? await documents.get(`invoices/${account}/${id}`) : null;
  if (!document) throw new ToolsError("not_found", `There is no invoice ${id}.`);
  return Invoice.parse(document.value);
}

/**
 * Returns a page of an account's invoices, by default the oldest first.
 *
 * @throws ToolsError `invalid_parameter`.
 */
export async function listInvoices(
  documents: DocumentStore,
  account: string,
  page: NumberedPage,
): Promise<Invoice[]> {
  const invoices: NumberedDocuments = {
    prefix: `invoices/${account}/`,
    keyOf: (number) => invoiceKey(account, number),
    count: async () => (await getSubscription(documents, account))?.invoices ?? 0,
  };
  return (await listNumbered(documents, invoices, page)).map(({ value }) => Invoice.parse(value));
}

/** Returns an invoice after a payment or credit toward it. */
export function reduceInvoice(
  invoice: Invoice,
  { paid = 0, credited = 0 }: { paid?: number | undefined; credited?: number | undefined },
  at: number,
): Invoice {
  const amountDue = invoice.amountDue - paid - credited;
  return {
    ...invoice,
    amountPaid: invoice.amountPaid + paid,
    creditApplied: invoice.creditApplied + credited,
    amountDue,
    ...(amountDue === 0 && { status: "paid", paidAt: at }),
  };
}
