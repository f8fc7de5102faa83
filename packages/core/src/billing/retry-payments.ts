import { auditEntry } from "../audit/entries.ts";
import { ToolsError } from "../errors.ts";
import { dayMs, isoInstant } from "../time.ts";
import { duePayments, type Invoice, invoices, type Subscription } from "./documents.ts";
import { getInvoice } from "./invoices.ts";
import { numberedId, postLines } from "./ledger.ts";
import { type Billing, commitChange } from "./store.ts";

/** The number of new payment methods in a day that cause a retry. */
const maxMethodRetries = 5;

/** Counts a new payment method. Returns `null` for the last one, and for more than the maximum in a day. */
function countMethod({ methodRetries }: Subscription, method: string, now: number) {
  if (methodRetries?.method === method) return null;
  const isSameDay = methodRetries !== undefined && now - methodRetries.from < dayMs;
  const { from, count } = isSameDay ? methodRetries : { from: now, count: 0 };
  return count >= maxMethodRetries ? null : { from, count: count + 1, method };
}

/** Returns the ids of the invoices that can be attempted, or throws the reason why there are none. */
function attemptable(failed: readonly Invoice[], now: number): Invoice[] {
  if (failed.length === 0)
    throw new ToolsError("conflict", "The account has no invoice whose payment failed.");
  const earliest = (invoice: Invoice) => (invoice.lastFailure?.at ?? 0) + dayMs;
  const ready = failed.filter((invoice) => earliest(invoice) <= now);
  if (ready.length > 0) return ready;
  const next = isoInstant(Math.min(...failed.map(earliest)));
  throw new ToolsError(
    "conflict",
    `A payment is attempted at most once a day. Try again after ${next}, or add another payment method.`,
  );
}

/** Returns an invoice whose retry schedule begins with its next failure. */
function scheduleAgain(failed: Invoice): Invoice {
  const { firstFailedAt: _, ...invoice } = failed;
  return { ...invoice, status: "payment_failed", earlierAttempts: invoice.failedAttempts };
}

/**
 * Makes the failed payments of an account due now, uncollectible ones too, and begins their retry schedules again.
 * `collectPayments` then attempts them. A payment is attempted at most once a day.
 *
 * @param now Epoch milliseconds.
 * @param options `newMethod` is the provider's id of a payment method that the owner has added: it allows an attempt on
 *   the same day, once per method and five times a day.
 * @returns The ids of the invoices. Empty if nothing failed, or too often, and `newMethod` is given.
 * @throws ToolsError `not_found`; `conflict` without a provider and, unless `newMethod` is given, if no payment can be
 *   attempted now.
 *
 * @example
 * ```ts
 * import { memoryDocuments, memoryUsage } from "@tools-api/adapters/storage/memory";
 * import { defaultPlans } from "@tools-api/core";
 * import { createAccount } from "@tools-api/core/accounts";
 * import { changePlan, recordFailedPayment, retryPayments } from "@tools-api/core/billing";
 *
 * const payments = { collect: () => Promise.resolve({ status: "pending" } as const) };
 * const billing = { documents: memoryDocuments(), usage: memoryUsage(), plans: defaultPlans, payments };
 * const { id } = await createAccount(billing.documents, { email: "ada@example.com" }, { at: Date.now() });
 * await changePlan(billing, id, { plan: "pro" }, { now: Date.now() });
 * await recordFailedPayment(billing, { account: id, id: "00000001" }, { attempt: 0 }, Date.now());
 * console.log(await retryPayments(billing, id, Date.now(), { newMethod: "pm_2" })); // [ "00000001" ]
 * ```
 */
export async function retryPayments(
  billing: Billing,
  account: string,
  now: number,
  { newMethod }: { newMethod?: string | undefined } = {},
): Promise<string[]> {
  if (!billing.payments)
    throw new ToolsError("conflict", "This server has no payment provider that could collect a payment.");
  return commitChange<string[]>(billing, { id: account, now }, async (before) => {
    const { subscription } = before;
    const open = await Promise.all(
      subscription.open.map(({ number }) =>
        getInvoice(billing.documents, { account, id: numberedId(number) }),
      ),
    );
    const failed = open.filter(({ status }) => status === "payment_failed" || status === "uncollectible");
    const methodRetries = newMethod === undefined ? null : countMethod(subscription, newMethod, now);
    if (newMethod !== undefined && (failed.length === 0 || methodRetries === null)) return { answer: [] };
    const counted = { ...subscription, ...(methodRetries && { methodRetries }) };
    const due = newMethod === undefined ? attemptable(failed, now) : failed;
    return {
      answer: due.map(({ id }) => id),
      transaction: postLines({ ...before, subscription: counted }, [], now),
      otherWrites: due.flatMap((invoice) => [
        invoices.put({ account, id: invoice.id }, scheduleAgain(invoice)),
        duePayments.put({ at: isoInstant(now), account, invoice: invoice.id }, {}),
        ...auditEntry({ account, action: "payment.retried", target: invoice.id, ...billing.by, at: now }),
      ]),
    };
  });
}
