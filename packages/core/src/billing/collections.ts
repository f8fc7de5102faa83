import type { WriteOperation } from "../storage.ts";
import type { Invoice } from "./invoices.ts";
import { numberedId } from "./ledger.ts";

/** The prefix of the keys in the index of invoices to collect. */
export const collectionsPrefix = "collections/";

/** Returns the write that schedules the collection of an invoice at an instant. The keys sort by time. */
export function collectionEntry(
  { account, number }: Pick<Invoice, "account" | "number">,
  at: number,
): WriteOperation {
  return {
    key: `${collectionsPrefix}${new Date(at).toISOString()}/${account}/${numberedId(number)}`,
    value: {},
  };
}
