import type { Account } from "../identity/account.ts";
import type { Invoice } from "./documents.ts";

/** A payment to collect. */
export interface PaymentRequest {
  account: Account;
  /** The invoice to be paid. */
  invoice: Invoice;
  /**
   * The amount to collect in minor units: the amount due of the invoice, and that of earlier invoices below the minimum
   * amount of the provider.
   */
  amount: number;
  /** The same for every request of one attempt, so the provider collects the money once. */
  idempotencyKey: string;
  /**
   * Returns whether the ledger has a payment with this reference. A payment of the invoice that the ledger lacks is the
   * outcome of the request, whichever attempt made it.
   */
  isRecorded(reference: string): Promise<boolean>;
}

/**
 * A failed attempt.
 *
 * - `declined`: the bank declined the payment.
 * - `action_required`: the owner has to confirm the payment, at `url` if there is one.
 * - `permanent`: no attempt can succeed until the owner or the operator changes something, such as a payment method that
 *   is missing, a deleted customer or a configuration error.
 *
 * The owner reads the `reason` of the first two, so it is a sentence for them. Only operators read that of the last.
 */
export type PaymentFailure =
  | { status: "declined" | "permanent"; reason: string }
  | { status: "action_required"; reason: string; url?: string | undefined };

/**
 * The outcome of an attempt. `reference` is the provider's id of the payment. `pending` means that the provider has not
 * decided yet. The host then calls `recordPayment` or `recordFailedPayment`, or the provider is asked again later.
 */
export type PaymentOutcome =
  { status: "paid"; amount: number; reference: string } | { status: "pending" } | PaymentFailure;

/** An owner who goes to a page of the provider. */
export interface PaymentPageRequest {
  account: Account;
  /** The currency of the payments. */
  currency: string;
  /** The page of this server that the provider leads back to. */
  returnUrl: string;
}

/** A provider that collects the amounts due of invoices. */
export interface PaymentProvider {
  /**
   * Collects a payment, or returns the outcome of an earlier attempt with the same key. Throws if the provider does not
   * respond. The request is then repeated with the same key, for up to three days.
   */
  collect(request: PaymentRequest): Promise<PaymentOutcome>;
  /** Returns the minimum amount of a payment in minor units. Default: 1. */
  minimumAmount?(currency: string): number;
  /** Returns the URL of a page on which the owner adds a payment method. Default: there is no such page. */
  setupUrl?(request: PaymentPageRequest): Promise<string>;
  /** Returns the URL of a page on which the owner manages payment methods. Default: there is no such page. */
  portalUrl?(request: PaymentPageRequest): Promise<string>;
}
