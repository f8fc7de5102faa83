import type { Account } from "../accounts/account.ts";
import type { Invoice } from "./invoices.ts";

/** A payment that is to be taken. */
export interface PaymentRequest {
  account: Account;
  /** Of which `amountDue` is to be paid. */
  invoice: Invoice;
  /** The same for every request that stands for one attempt: however often it comes, money is taken once. */
  idempotencyKey: string;
}

/**
 * How an attempt ended. `reference`: what the provider knows the payment by. `pending`: it is being decided; the provider
 * tells by `recordPayment` or `recordFailedPayment`, or answers otherwise when it is asked again.
 */
export type PaymentOutcome =
  { status: "paid"; amount: number; reference: string } | { status: "failed" } | { status: "pending" };

/** Takes the money that invoices ask for. */
export interface PaymentProvider {
  /**
   * Takes what is due of an invoice, or learns what became of an attempt before with the same key. Throws where the
   * provider does not answer: it is asked again with the same key.
   */
  collect(request: PaymentRequest): Promise<PaymentOutcome>;
}
