import type { WriteOperation } from "../storage.ts";
import type { Invoice } from "./invoices.ts";
import { numberedId } from "./ledger.ts";

/** The first part of the keys of the index of invoices whose payment is to be taken. */
export const collectionsPrefix = "collections/";

/** The write that has the payment of an invoice taken from an instant on. The order of the keys is that of time. */
export function collectionEntry({ account, number }: Invoice, at: number): WriteOperation {
  return {
    key: `${collectionsPrefix}${new Date(at).toISOString()}/${account}/${numberedId(number)}`,
    value: {},
  };
}
