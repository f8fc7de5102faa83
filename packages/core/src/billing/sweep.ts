import type { Stored } from "../collection.ts";
import { dueAccounts } from "../due-index.ts";
import { ToolsError } from "../errors.ts";
import { getAccount } from "../identity/accounts.ts";
import { hourMs, isoInstant } from "../time.ts";
import { duePayments } from "./documents.ts";
import { getInvoice } from "./invoices.ts";
import { pricesOf } from "./price-history.ts";
import { nextAttempt, recordFailedPayment, recordPayment } from "./payments.ts";
import { advance, type Billing, dueEntry } from "./store.ts";

/** An account whose billing failed. */
export interface BillingFailure {
  account: string;
  error: unknown;
}

type OnFailure = (failure: BillingFailure) => void;

/** The time until the next request to a provider that has not decided yet or does not respond. */
const askAgainMs = hourMs;

/**
 * Handles the entries of an index by time that are due, and returns their number. An entry that fails does not delay
 * others.
 */
async function sweep<Entry extends Stored<unknown, "at" | "account">>(
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

type DuePayment = Stored<unknown, "at" | "account" | "invoice">;

/** Attempts to collect a payment. Returns the instant of the next attempt; `null` if there is none. */
async function attempt(billing: Billing, { ids }: DuePayment, now: number): Promise<number | null> {
  const { documents, payments } = billing;
  const { account, invoice: id } = ids;
  const invoice = await getInvoice(documents, account, id);
  const { amountDue, failedAttempts, status } = invoice;
  const found = await getAccount(documents, account);
  if (!payments || !found || amountDue === 0 || status === "uncollectible") return null;
  // The process of the last attempt may have ended before it recorded when the next one is due.
  const due = failedAttempts === 0 ? now : nextAttempt(invoice.at, failedAttempts);
  if (due === null || due > now) return due;
  const idempotencyKey = `${account}/${id}/${failedAttempts}`;
  const outcome = await payments.collect({ account: found.value, invoice, idempotencyKey });
  if (outcome.status === "pending") return now + askAgainMs;
  if (outcome.status === "failed") return recordFailedPayment(billing, account, id, failedAttempts, now);
  await recordPayment(billing, account, id, outcome, now);
  return null;
}

/**
 * Collects the payments that are due through `billing.payments`, and records the outcomes. Does nothing without a
 * provider. Several processes can run this concurrently: the provider collects the money once per attempt.
 *
 * @param now Epoch milliseconds.
 *
 * @example
 * ```ts
 * import { memoryDocuments, memoryUsage } from "@tools-api/adapters/storage/memory";
 * import { defaultPlans } from "@tools-api/core";
 * import { collectPayments } from "@tools-api/core/billing";
 *
 * const billing = { documents: memoryDocuments(), usage: memoryUsage(), plans: defaultPlans };
 * await collectPayments(billing, Date.now(), console.error);
 * ```
 */
export async function collectPayments(
  billing: Billing,
  now: number,
  onFailure: OnFailure = () => {},
): Promise<void> {
  const { documents, payments } = billing;
  if (!payments) return;
  const collect = async (entry: DuePayment) => {
    const moveTo = async (at: number | null) => {
      // An attempt whose instant has passed is made in the next round.
      const next = at === null ? null : isoInstant(Math.max(at, now + 1));
      await documents.commit([
        { key: entry.key, ifVersion: entry.version },
        ...(next === null ? [] : [duePayments.put({ ...entry.ids, at: next }, {})]),
      ]);
    };
    try {
      await moveTo(await attempt(billing, entry, now));
    } catch (error) {
      await moveTo(now + askAgainMs);
      throw error;
    }
  };
  await sweep(duePayments.each(documents, {}), now, collect, onFailure);
}
