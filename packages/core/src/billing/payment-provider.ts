import type { Account } from "../account.ts";
import type { Invoice } from "./documents.ts";

/** A payment to collect. */
export interface PaymentRequest {
  account: Account;
  /** The invoice whose `amountDue` is to be paid. */
  invoice: Invoice;
  /** The same for every request of one attempt, so the provider collects the money once. */
  idempotencyKey: string;
}

/**
 * The outcome of an attempt. `reference` is the provider's id of the payment. `pending` means that the provider has not
 * decided yet. The host then calls `recordPayment` or `recordFailedPayment`, or the provider is asked again later.
 */
export type PaymentOutcome =
  { status: "paid"; amount: number; reference: string } | { status: "failed" } | { status: "pending" };

/** A provider that collects the amounts due of invoices. */
export interface PaymentProvider {
  /**
   * Collects the amount due of an invoice, or returns the outcome of an earlier attempt with the same key. Throws if
   * the provider does not respond; the request is then repeated with the same key.
   */
  collect(request: PaymentRequest): Promise<PaymentOutcome>;
}
