import { tokenDigest } from "../identity/token.ts";
import type { WriteOperation } from "../storage.ts";
import { postLines, bookPayment } from "./book.ts";
import { type Billing, commitTransaction, readStanding } from "./commit-transaction.ts";
import { nextAttempt } from "./dunning.ts";
import { getInvoice, type Invoice, invoiceKey, reduceInvoice } from "./invoices.ts";

/**
 * Records that the amount due of an invoice was paid, on behalf of the operator. A second call changes nothing.
 *
 * @param id The number of the invoice in eight digits.
 * @param now Epoch milliseconds.
 * @returns The updated invoice.
 * @throws ToolsError `not_found`.
 */
export async function markInvoicePaid(
  billing: Billing,
  account: string,
  id: string,
  now: number,
): Promise<Invoice> {
  for (;;) {
    const standing = await readStanding(billing, account, now);
    const invoice = await getInvoice(billing.documents, account, id);
    const { number, amountDue } = invoice;
    if (amountDue === 0) return invoice;
    const booking = bookPayment(standing, { number, amount: amountDue }, now);
    if (await commitTransaction(billing, standing, booking))
      return reduceInvoice(invoice, { paid: amountDue }, now);
  }
}

/**
 * Records a payment that a provider has collected for an invoice, once per reference. Any excess over the amount due
 * first pays other open invoices. The rest is credit.
 *
 * @param payment The amount in minor units, and the provider's id of the payment.
 * @param now Epoch milliseconds.
 * @throws ToolsError `not_found`.
 */
export async function recordPayment(
  billing: Billing,
  account: string,
  id: string,
  { amount, reference }: { amount: number; reference: string },
  now: number,
): Promise<void> {
  const key = `payments/${account}/${await tokenDigest(reference)}`;
  for (;;) {
    const standing = await readStanding(billing, account, now);
    const { number } = await getInvoice(billing.documents, account, id);
    if (await billing.documents.get(key)) return;
    const booking = bookPayment(standing, { number, amount }, now);
    const taken = { key, value: { invoice: number, amount, reference }, ifAbsent: true };
    if (await commitTransaction(billing, standing, booking, [taken])) return;
  }
}

/**
 * Records a failed payment attempt for an invoice, once per attempt. The first failure makes the account past due: it
 * keeps its plan for 14 days. The payment is attempted again 1, 3, 5 and 7 days after the invoice. Then the invoice is
 * uncollectible.
 *
 * @param attempt The number of failed attempts before this one.
 * @param now Epoch milliseconds.
 * @returns When the next attempt is due; `null` if there is none.
 * @throws ToolsError `not_found`.
 */
export async function recordFailedPayment(
  billing: Billing,
  account: string,
  id: string,
  attempt: number,
  now: number,
): Promise<number | null> {
  for (;;) {
    const standing = await readStanding(billing, account, now);
    const invoice = await getInvoice(billing.documents, account, id);
    const failedAttempts = attempt + 1;
    const next = nextAttempt(invoice.at, failedAttempts);
    if (invoice.amountDue === 0 || invoice.failedAttempts !== attempt) return next;
    const status: Invoice["status"] = next === null ? "uncollectible" : "payment_failed";
    const value = { ...invoice, status, failedAttempts };
    const failed: WriteOperation = { key: invoiceKey(account, invoice.number), value };
    const { subscription } = standing;
    const pastDue = { ...subscription, pastDueSince: subscription.pastDueSince ?? now };
    const booking = postLines({ account: standing.account, subscription: pastDue }, [], now);
    if (await commitTransaction(billing, standing, booking, [failed])) return next;
  }
}
