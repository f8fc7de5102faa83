import type { Stored } from "../store/collection.ts";
import { dueAccounts } from "../identity/due-accounts.ts";
import { ToolsError } from "../errors.ts";
import { pricesOf } from "./price-history.ts";
import { advance, type Billing, dueEntry } from "./store.ts";

/** An account whose billing failed. */
export interface BillingFailure {
  account: string;
  error: unknown;
}

/** Receives the accounts whose billing failed. */
export type OnFailure = (failure: BillingFailure) => void;

/**
 * Handles the entries of an index by time that are due, and returns their number. An entry that fails does not delay
 * others.
 */
export async function sweep<Entry extends Stored<unknown, "at" | "account">>(
  entries: AsyncIterable<Entry>,
  now: number,
  handle: (entry: Entry) => Promise<void>,
  onFailure: OnFailure,
): Promise<number> {
  let due = 0;
  for await (const entry of entries) {
    const { at, account } = entry.ids;
    if (Date.parse(at) > now) break;
    due += 1;
    await handle(entry).catch((error: unknown) => onFailure({ account, error }));
  }
  return due;
}

/**
 * Brings billing up to date for the accounts that the index lists as due. Several processes can do so concurrently. An
 * account that fails stays in the index and does not delay others.
 *
 * @param now Epoch milliseconds.
 * @returns The number of due entries.
 *
 * @example
 * ```ts
 * import { memoryDocuments, memoryUsage } from "@tools-api/adapters/storage/memory";
 * import { defaultPlans } from "@tools-api/core";
 * import { sweepBilling } from "@tools-api/core/billing";
 *
 * const billing = { documents: memoryDocuments(), usage: memoryUsage(), plans: defaultPlans };
 * console.log(await sweepBilling(billing, Date.now(), console.error)); // 0
 * ```
 */
export async function sweepBilling(
  billing: Billing,
  now: number,
  onFailure: OnFailure = () => {},
): Promise<number> {
  const { documents } = billing;
  // A new price applies from now on, also if no account is due.
  await pricesOf(billing, now);
  const advanceEntry = async (entry: Stored<unknown, "at" | "account">) => {
    try {
      const state = await advance(billing, entry.ids.account, now);
      if (dueEntry(state, billing.plans)[0]?.key === entry.key) return;
    } catch (error) {
      if (!(error instanceof ToolsError) || error.code !== "not_found") throw error;
    }
    // Advancing the account moves its entry. A remaining entry is obsolete.
    await documents.commit([{ key: entry.key, ifVersion: entry.version }]);
  };
  return sweep(dueAccounts.each(documents, {}), now, advanceEntry, onFailure);
}
