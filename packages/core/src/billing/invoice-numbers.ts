import { z } from "zod";
import { collection } from "../store/collection.ts";
import type { DocumentStore, WriteOperation } from "../store/storage.ts";
import { type Party, invoices, type Invoice } from "./documents.ts";
import type { LedgerTransaction } from "./ledger.ts";

/** The seller on invoices, and the series of their numbers. */
export interface Invoicing {
  seller?: Party | undefined;
  /** The start of every number. A series has its own count. Default: `INV-`. */
  series?: string | undefined;
  /** The tax that prices include. Default: none is shown. */
  tax?: { name: string; percent: number } | undefined;
}

const defaultSeries = "INV-";
const digits = 6;

/** The last number of each series. */
const lastNumbers = collection("invoice-series/{series}", z.object({ last: z.int().min(0) }));

/** The invoices of each series by number. */
const numberedInvoices = collection(
  "invoice-numbers/{series}/{number}",
  z.object({ account: z.string(), invoice: z.string() }),
);

function idOf(number: number): string {
  return String(number).padStart(10, "0");
}

/** Returns the tax that a total includes, in minor units. */
function includedTax(total: number, percent: number): number {
  const sign = Math.sign(total);
  return total - sign * Math.round((Math.abs(total) * 100) / (100 + percent));
}

/**
 * Returns a transaction whose invoice has the next number of the series, and the writes that take the number. The number
 * is taken in the commit of the invoice, so no series has a gap, whichever process ends when.
 */
export async function numbered(
  { documents, invoicing = {} }: { documents: DocumentStore; invoicing?: Invoicing | undefined },
  transaction: LedgerTransaction,
): Promise<{ transaction: LedgerTransaction; writes: WriteOperation[] }> {
  const { account, invoice } = transaction;
  if (!invoice) return { transaction, writes: [] };
  const { series = defaultSeries, seller, tax } = invoicing;
  const found = await lastNumbers.get(documents, { series });
  const last = (found?.value.last ?? 0) + 1;
  const ids = { series, number: idOf(last) };
  const named: Invoice = {
    ...invoice,
    serial: series + String(last).padStart(digits, "0"),
    ...(seller && { seller }),
    ...(account.billingDetails && { buyer: account.billingDetails }),
    ...(tax && { taxes: [{ ...tax, amount: includedTax(invoice.total, tax.percent) }] }),
  };
  return {
    transaction: { ...transaction, invoice: named },
    writes: [
      lastNumbers.save(found, { series }, { last }),
      numberedInvoices.create(ids, { account: account.id, invoice: invoice.id }),
    ],
  };
}

/**
 * Reads the invoices of a series, in the order of their numbers.
 *
 * @param page The series (default: `INV-`), and the number of the last invoice that was read (default: 0).
 *
 * @example
 * ```ts
 * import { memoryDocuments, memoryUsage } from "@tools-api/adapters/storage/memory";
 * import { defaultPlans } from "@tools-api/core";
 * import { createAccount } from "@tools-api/core/accounts";
 * import { changePlan, listNumberedInvoices } from "@tools-api/core/billing";
 *
 * const billing = { documents: memoryDocuments(), usage: memoryUsage(), plans: defaultPlans };
 * const { id } = await createAccount(billing.documents, { email: "ada@example.com" }, { at: Date.now() });
 * await changePlan(billing, id, { plan: "pro" }, { now: Date.now() });
 * const [first] = await listNumberedInvoices(billing.documents, { limit: 10 });
 * console.log(first?.invoice.serial); // INV-000001
 * ```
 */
export async function listNumberedInvoices(
  documents: DocumentStore,
  {
    series = defaultSeries,
    after = 0,
    limit,
  }: { series?: string | undefined; after?: number; limit: number },
): Promise<{ number: number; invoice: Invoice }[]> {
  const page = { limit, ...(after > 0 && { after: idOf(after) }) };
  const found = await numberedInvoices.list(documents, { series }, page);
  const read = found.map(async ({ ids, value }) => {
    const stored = await invoices.get(documents, { account: value.account, id: value.invoice });
    if (!stored)
      throw new Error(`The series ${series} has the invoice ${value.invoice}, which does not exist.`);
    return { number: Number(ids.number), invoice: { ...stored.value, id: value.invoice } };
  });
  return Promise.all(read);
}
