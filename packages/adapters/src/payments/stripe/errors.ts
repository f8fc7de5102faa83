import type { PaymentFailure } from "@tools-api/core/billing";
import type { Stripe } from "stripe";

/**
 * Returns the type of an error of Stripe's client, such as `StripeCardError`; `null` for other errors. The package is
 * not imported, so its classes are not compared.
 */
export function stripeErrorType(error: unknown): string | null {
  if (!(error instanceof Error) || !("type" in error) || typeof error.type !== "string") return null;
  return error.type.startsWith("Stripe") ? error.type : null;
}

/** Errors that repeat for the same request. The operator or the owner has to change something. */
const permanentTypes: ReadonlySet<string | null> = new Set([
  "StripeInvalidRequestError",
  "StripeAuthenticationError",
  "StripePermissionError",
]);

// Stripe answers 409 and 429 with these types too if other requests use the object.
const temporaryStatuses: readonly unknown[] = [409, 429];

/** The fields of a payment error that a failure consists of. */
type PaymentError = Pick<Stripe.PaymentIntent.LastPaymentError, "code" | "message">;

/** Returns the failure that the bank reported. Stripe's message is written for the customer. */
export function bankFailure(error: PaymentError | null): PaymentFailure {
  if (error?.code === "authentication_required")
    return { status: "action_required", reason: "Your bank asks you to confirm the payment." };
  return { status: "declined", reason: error?.message ?? "The payment failed." };
}

/** Returns the failure of an attempt that an error reports; `null` if another request can succeed. */
export function failureOf(error: unknown): PaymentFailure | null {
  const type = stripeErrorType(error);
  if (!(error instanceof Error) || type === null) return null;
  const { code, statusCode } = error as { code?: string; statusCode?: unknown };
  if (type === "StripeCardError") return bankFailure({ code, message: error.message });
  if (!permanentTypes.has(type) || temporaryStatuses.includes(statusCode)) return null;
  return { status: "permanent", reason: error.message };
}
