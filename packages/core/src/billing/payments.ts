import { auditEntry } from "../audit/entries.ts";
import { tokenDigest } from "../store/token.ts";
import { type Invoice, invoices, reportedPayments } from "./documents.ts";
import { getInvoice, type InvoiceIds } from "./invoices.ts";
import { postPayment, reduceInvoice } from "./ledger.ts";
import type { PaymentFailure } from "./payment-provider.ts";
import { nextAttempt } from "./retry-schedule.ts";
import { pastDueTransaction, withdrawTransaction } from "./rules.ts";
import { advance, type Billing, commitChange, invoiceReport } from "./store.ts";

const maxReasonLength = 500;

const maxUrlLength = 2_048;

/** Returns a failure for the invoice: the text of a provider in one line, and only https links. */
function storedFailure(
  failure: PaymentFailure | { status: "temporary"; reason: string },
  at: number,
): NonNullable<Invoice["lastFailure"]> {
  const { status: kind, reason } = failure;
  const url = "url" in failure ? failure.url : undefined;
  // Attack: a link of another scheme, such as `javascript:`, would run in the page of the invoice.
  const isLink = url !== undefined && url.length <= maxUrlLength && url.startsWith("https://");
  // oxlint-disable-next-line no-control-regex
  const controls = /[\u0000-\u001f\u007f-\u009f\u2028\u2029\s]+/g;
  const line = reason.slice(0, 4 * maxReasonLength).replaceAll(controls, " ");
  return { at, kind, reason: line.trim().slice(0, maxReasonLength), ...(isLink && { url }) };
}

/**
 * Records that the amount due of an invoice was paid, on behalf of the operator. A second call changes nothing.
 *
 * @param ids The account, and the number of the invoice in eight digits.
 * @param now Epoch milliseconds.
 * @returns The updated invoice.
 * @throws ToolsError `not_found`.
 *
 * @example
 * ```ts
 * import { memoryDocuments, memoryUsage } from "@tools-api/adapters/storage/memory";
 * import { defaultPlans } from "@tools-api/core";
 * import { createAccount } from "@tools-api/core/accounts";
 * import { changePlan, markInvoicePaid } from "@tools-api/core/billing";
 *
 * const billing = { documents: memoryDocuments(), usage: memoryUsage(), plans: defaultPlans };
 * const { id } = await createAccount(billing.documents, { email: "ada@example.com" }, { at: Date.now() });
 * await changePlan(billing, id, { plan: "pro" }, { now: Date.now() });
 * const { status } = await markInvoicePaid(billing, { account: id, id: "00000001" }, Date.now());
 * console.log(status); // paid
 * ```
 */
export async function markInvoicePaid(
  billing: Billing,
  { account, id }: InvoiceIds,
  now: number,
): Promise<Invoice> {
  const paid = await commitChange(billing, { id: account, now }, async (before) => {
    const invoice = await getInvoice(billing.documents, { account, id });
    const { number, amountDue } = invoice;
    if (amountDue === 0) return { answer: invoice };
    const transaction = postPayment(before, { number, amount: amountDue }, now);
    const details = { amount: amountDue, currency: invoice.currency };
    const entry = { account, action: "invoice.paid", target: id, details, ...billing.by } as const;
    return {
      answer: reduceInvoice(invoice, { paid: amountDue }, now),
      transaction,
      otherWrites: auditEntry({ ...entry, at: now }),
    };
  });
  // The payment of a requested upgrade makes it.
  await advance(billing, account, now);
  return paid;
}

/**
 * Records a payment that a provider has collected for an invoice, once per reference. Any excess over the amount due
 * first pays other open invoices. The rest is credit.
 *
 * @param payment The amount in minor units, and the provider's id of the payment.
 * @param now Epoch milliseconds.
 * @throws ToolsError `not_found`.
 *
 * @example
 * ```ts
 * import { memoryDocuments, memoryUsage } from "@tools-api/adapters/storage/memory";
 * import { defaultPlans } from "@tools-api/core";
 * import { createAccount } from "@tools-api/core/accounts";
 * import { changePlan, getInvoice, recordPayment } from "@tools-api/core/billing";
 *
 * const billing = { documents: memoryDocuments(), usage: memoryUsage(), plans: defaultPlans };
 * const { id } = await createAccount(billing.documents, { email: "ada@example.com" }, { at: Date.now() });
 * await changePlan(billing, id, { plan: "pro" }, { now: Date.now() });
 * await recordPayment(billing, { account: id, id: "00000001" }, { amount: 2900, reference: "pi_1" }, Date.now());
 * const { status } = await getInvoice(billing.documents, { account: id, id: "00000001" });
 * console.log(status); // paid
 * ```
 */
export async function recordPayment(
  billing: Billing,
  { account, id }: InvoiceIds,
  { amount, reference }: { amount: number; reference: string },
  now: number,
): Promise<void> {
  const payment = { account, digest: await tokenDigest(reference) };
  await commitChange(billing, { id: account, now }, async (before) => {
    const { number } = await getInvoice(billing.documents, { account, id });
    if (await reportedPayments.get(billing.documents, payment)) return { answer: undefined };
    const transaction = postPayment(before, { number, amount }, now);
    const credited = transaction.reductions.reduce(
      (rest, reduction) => rest - (reduction.paid ?? 0) - (reduction.credited ?? 0),
      amount,
    );
    return {
      answer: undefined,
      transaction,
      otherWrites: [
        reportedPayments.create(payment, { invoice: number, amount, reference, credited }),
        ...auditEntry({
          account,
          action: "invoice.paid",
          target: id,
          details: { amount, currency: before.subscription.currency },
          ...billing.by,
          at: now,
        }),
      ],
    };
  });
  await advance(billing, account, now);
}

/** A payment attempt that failed. */
export interface FailedAttempt {
  /** The number of failed attempts before this one. */
  attempt: number;
  /** The reason, which the invoice shows. Default: declined. */
  failure?: PaymentFailure | { status: "temporary"; reason: string } | undefined;
}

/**
 * Records a failed payment attempt for an invoice, once per attempt. The first failure makes the account past due: it
 * keeps its plan for 14 days. The payment is attempted again 1, 3, 5 and 7 days after the first failure, or on the days
 * in `billing.retryDays`, with at least a day between two attempts. Then the invoice is uncollectible.
 *
 * @param now Epoch milliseconds.
 * @returns When the next attempt is due; `null` if there is none.
 * @throws ToolsError `not_found`.
 *
 * @example
 * ```ts
 * import { memoryDocuments, memoryUsage } from "@tools-api/adapters/storage/memory";
 * import { defaultPlans } from "@tools-api/core";
 * import { createAccount } from "@tools-api/core/accounts";
 * import { changePlan, recordFailedPayment } from "@tools-api/core/billing";
 *
 * const billing = { documents: memoryDocuments(), usage: memoryUsage(), plans: defaultPlans };
 * const { id } = await createAccount(billing.documents, { email: "ada@example.com" }, { at: Date.now() });
 * await changePlan(billing, id, { plan: "pro" }, { now: Date.now() });
 * const next = await recordFailedPayment(billing, { account: id, id: "00000001" }, { attempt: 0 }, Date.now());
 * console.log(next !== null && next > Date.now()); // true
 * ```
 */
export async function recordFailedPayment(
  billing: Billing,
  { account, id }: InvoiceIds,
  { attempt, failure = { status: "declined", reason: "The payment failed." } }: FailedAttempt,
  now: number,
): Promise<number | null> {
  return commitChange(billing, { id: account, now }, async (before) => {
    const invoice = await getInvoice(billing.documents, { account, id });
    const { retryDays, plans } = billing;
    if (invoice.amountDue === 0 || invoice.failedAttempts !== attempt)
      return { answer: nextAttempt(invoice, retryDays) };
    const lastFailure = storedFailure(failure, now);
    const isFirst = attempt === (invoice.earlierAttempts ?? 0);
    // Invoices of earlier releases have no instant of the first failure.
    const firstFailedAt = invoice.firstFailedAt ?? (isFirst ? now : invoice.at);
    const failed: Invoice = { ...invoice, failedAttempts: attempt + 1, firstFailedAt, lastFailure };
    const report = (nextAttemptAt: number | null) =>
      invoiceReport(billing.by, failed, {
        action: "payment.failed",
        details: { next_attempt_at: nextAttemptAt, kind: lastFailure.kind },
        at: now,
      });
    // Without the payment there is no upgrade, so nothing is owed.
    if (before.subscription.requested?.invoice === invoice.number)
      return {
        answer: null,
        transaction: withdrawTransaction(before, invoice, now),
        otherWrites: report(null),
      };
    // A disputed invoice is not collected again, although its schedule has attempts left.
    const answer = invoice.status === "uncollectible" ? null : nextAttempt(failed, retryDays);
    const status = answer === null ? "uncollectible" : "payment_failed";
    return {
      answer,
      transaction: pastDueTransaction(before, invoice.number, plans, now),
      otherWrites: [invoices.put({ account, id }, { ...failed, status }), ...report(answer)],
    };
  });
}
