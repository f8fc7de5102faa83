import type { Collection, Page, Stored } from "../store/collection.ts";
import { ToolsError } from "../errors.ts";
import type { DocumentStore } from "../store/storage.ts";
import { describeValue, invalidParameters } from "../schema/validate.ts";
import { type Invoice, invoices, type LedgerLine, ledgerLines, subscriptions } from "./documents.ts";
import { numberedId } from "./ledger.ts";

/** The orders of a list: oldest first, or newest first. */
export const listOrders = ["asc", "desc"] as const;

/** A request for a page of invoices or ledger lines. `after` is the id of the last item of the previous page. */
export interface NumberedPage extends Page {
  /** Default: `asc`. */
  order?: (typeof listOrders)[number] | undefined;
}

function withId<Value>({ value, ids }: Stored<Value, "id">): Value & { id: string } {
  return { ...value, id: ids.id };
}

function numberIn(id: string): number {
  if (/^\d{8}$/.test(id)) return Number(id);
  throw invalidParameters([
    { name: "after", detail: `expected an id of this list, eight digits, received ${describeValue(id)}` },
  ]);
}

/**
 * Returns a page of an account's documents, which are numbered from 1 without gaps. Stores list in ascending order
 * only. A descending page therefore starts `limit` numbers lower, which is exact because no number is missing.
 */
async function listNumbered<Value>(
  documents: DocumentStore,
  numbered: Collection<Value, "account" | "id">,
  { account, count }: { account: string; count: "invoices" | "lines" },
  { after, limit, order = "asc" }: NumberedPage,
): Promise<(Value & { id: string })[]> {
  const ascending = async (page: Page) => (await numbered.list(documents, { account }, page)).map(withId);
  if (order === "asc") return ascending({ after, limit });
  const wanted = after === undefined ? Infinity : numberIn(after) - 1;
  const subscription = await subscriptions.get(documents, { account });
  const newest = Math.min(wanted, subscription?.value[count] ?? 0);
  const below = Math.max(0, newest - limit);
  if (newest <= below) return [];
  return (await ascending({ after: numberedId(below), limit: newest - below })).toReversed();
}

/**
 * Returns a page of an account's invoices, by default the oldest first.
 *
 * @throws ToolsError `invalid_parameter` if `order` is `desc` and `after` is not an id.
 *
 * @example
 * ```ts
 * import { memoryDocuments, memoryUsage } from "@tools-api/adapters/storage/memory";
 * import { defaultPlans } from "@tools-api/core";
 * import { createAccount } from "@tools-api/core/accounts";
 * import { changePlan, listInvoices } from "@tools-api/core/billing";
 *
 * const billing = { documents: memoryDocuments(), usage: memoryUsage(), plans: defaultPlans };
 * const { id } = await createAccount(billing.documents, { email: "ada@example.com" }, { at: Date.now() });
 * await changePlan(billing, id, { plan: "pro" }, { now: Date.now() });
 * const invoices = await listInvoices(billing.documents, id, { limit: 100, order: "desc" });
 * console.log(invoices.map((invoice) => invoice.id)); // [ "00000001" ]
 * ```
 */
export async function listInvoices(
  documents: DocumentStore,
  account: string,
  page: NumberedPage,
): Promise<Invoice[]> {
  return listNumbered(documents, invoices, { account, count: "invoices" }, page);
}

/**
 * Returns a page of an account's ledger, by default the oldest line first.
 *
 * @throws ToolsError `invalid_parameter` if `order` is `desc` and `after` is not an id.
 *
 * @example
 * ```ts
 * import { memoryDocuments, memoryUsage } from "@tools-api/adapters/storage/memory";
 * import { defaultPlans } from "@tools-api/core";
 * import { createAccount } from "@tools-api/core/accounts";
 * import { changePlan, listLedger } from "@tools-api/core/billing";
 *
 * const billing = { documents: memoryDocuments(), usage: memoryUsage(), plans: defaultPlans };
 * const { id } = await createAccount(billing.documents, { email: "ada@example.com" }, { at: Date.now() });
 * await changePlan(billing, id, { plan: "pro" }, { now: Date.now() });
 * const lines = await listLedger(billing.documents, id, { limit: 100 });
 * console.log(lines[0]?.kind); // charge
 * ```
 */
export async function listLedger(
  documents: DocumentStore,
  account: string,
  page: NumberedPage,
): Promise<LedgerLine[]> {
  return listNumbered(documents, ledgerLines, { account, count: "lines" }, page);
}

/** The account of an invoice, and the number of the invoice in eight digits. */
export interface InvoiceIds {
  account: string;
  id: string;
}

/**
 * Returns an invoice of an account by its id, which is its number in eight digits.
 *
 * @throws ToolsError `not_found`.
 *
 * @example
 * ```ts
 * import { memoryDocuments, memoryUsage } from "@tools-api/adapters/storage/memory";
 * import { defaultPlans } from "@tools-api/core";
 * import { createAccount } from "@tools-api/core/accounts";
 * import { changePlan, getInvoice } from "@tools-api/core/billing";
 *
 * const billing = { documents: memoryDocuments(), usage: memoryUsage(), plans: defaultPlans };
 * const { id } = await createAccount(billing.documents, { email: "ada@example.com" }, { at: Date.now() });
 * await changePlan(billing, id, { plan: "pro" }, { now: Date.now() });
 * const { number, status } = await getInvoice(billing.documents, { account: id, id: "00000001" });
 * console.log(number, status); // 1 open
 * ```
 */
export async function getInvoice(documents: DocumentStore, ids: InvoiceIds): Promise<Invoice> {
  const found = await invoices.get(documents, ids);
  if (!found) throw new ToolsError("not_found", `There is no invoice ${ids.id}.`);
  return withId(found);
}
