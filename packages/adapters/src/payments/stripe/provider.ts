import type { PaymentOutcome, PaymentProvider, PaymentRequest } from "@tools-api/core/billing";
import { dayMs } from "@tools-api/core/internal/time";
import type { Stripe } from "stripe";
import { customerOf, existingCustomerOf, type StripePaymentsOptions } from "./customers.ts";
import { bankFailure, failureOf } from "./errors.ts";
import { minimumAmount } from "./minimum-amounts.ts";

/** Returns the page on which the customer confirms a payment, if Stripe has one. */
function actionUrl({ next_action: action }: Stripe.PaymentIntent): string | undefined {
  return (
    action?.redirect_to_url?.url ??
    action?.verify_with_microdeposits?.hosted_verification_url ??
    action?.display_bank_transfer_instructions?.hosted_instructions_url ??
    undefined
  );
}

/** Returns the outcome of an attempt from its intent. */
export function intentOutcome(intent: Stripe.PaymentIntent): PaymentOutcome {
  switch (intent.status) {
    case "succeeded":
      return { status: "paid", amount: intent.amount_received, reference: intent.id };
    case "processing":
    case "requires_capture":
      return { status: "pending" };
    case "requires_action": {
      const reason = "Your bank asks you to confirm the payment.";
      return { status: "action_required", reason, url: actionUrl(intent) };
    }
    case "canceled":
      return { status: "declined", reason: "The payment was canceled." };
    case "requires_payment_method":
    case "requires_confirmation":
    default:
      return bankFailure(intent.last_payment_error);
  }
}

/**
 * Returns the outcome of an earlier request; `null` if there was none, and a new payment is safe. Stripe forgets an
 * idempotency key after 24 hours, and rejects it if the amount has changed. Without this lookup, a payment that was
 * not reported could be taken twice.
 */
async function earlierOutcome(
  stripe: Stripe,
  customer: string,
  { account, invoice, idempotencyKey, isRecorded }: PaymentRequest,
): Promise<PaymentOutcome | null> {
  let own: Stripe.PaymentIntent | null = null;
  const others: Stripe.PaymentIntent[] = [];
  const created = { gte: Math.floor((invoice.at - dayMs) / 1000) };
  for await (const intent of stripe.paymentIntents.list({ customer, created, limit: 100 })) {
    const { metadata } = intent;
    if (metadata["account"] !== account.id || metadata["invoice"] !== invoice.id) continue;
    if (intent.status === "succeeded" && !(await isRecorded(intent.id))) return intentOutcome(intent);
    if (metadata["idempotency_key"] === idempotencyKey) own = intent;
    else others.push(intent);
  }
  if (own && own.status !== "succeeded") return intentOutcome(own);
  if (others.some(({ status }) => status === "processing")) return { status: "pending" };
  // The owner could still confirm an earlier attempt, and pay twice.
  const confirmable = others.filter(({ status }) => status === "requires_action");
  await Promise.all(confirmable.map(({ id }) => stripe.paymentIntents.cancel(id)));
  return null;
}

function createIntent(
  stripe: Stripe,
  { account, invoice, amount, idempotencyKey }: PaymentRequest,
  from: { customer: string; payment_method: string },
): Promise<Stripe.PaymentIntent> {
  const payment: Stripe.PaymentIntentCreateParams = {
    ...from,
    amount,
    currency: invoice.currency,
    confirm: true,
    off_session: true,
    automatic_payment_methods: { enabled: true, allow_redirects: "never" },
    description: `Invoice ${invoice.id}`,
    // A closed account has no address.
    ...(account.email !== "" && { receipt_email: account.email }),
    metadata: {
      account: account.id,
      invoice: invoice.id,
      attempt: invoice.failedAttempts,
      idempotency_key: idempotencyKey,
    },
  };
  return stripe.paymentIntents.create(payment, { idempotencyKey });
}

async function collect(stores: StripePaymentsOptions, request: PaymentRequest): Promise<PaymentOutcome> {
  const { stripe } = stores;
  const customer = await customerOf(stores, request.account);
  const earlier = await earlierOutcome(stripe, customer, request);
  if (earlier) return earlier;
  const found = await stripe.customers.retrieve(customer);
  if (found.deleted)
    return { status: "permanent", reason: `The customer ${customer} was deleted in Stripe.` };
  const method = found.invoice_settings.default_payment_method;
  if (!method) return { status: "permanent", reason: "The customer has no default payment method." };
  const from = { customer, payment_method: typeof method === "string" ? method : method.id };
  return intentOutcome(await createIntent(stripe, request, from));
}

/**
 * Creates a provider that charges the default payment methods of Stripe's customers. Each account is a customer with
 * its email address and name. The owner adds a payment method in Stripe Checkout, and manages payment methods in the
 * customer portal. {@link stripeWebhook} makes the added method the default, and records later outcomes.
 *
 * @example
 * ```ts
 * import { stripePayments } from "@tools-api/adapters/payments/stripe";
 * import { memoryDocuments } from "@tools-api/adapters/storage/memory";
 * import { Stripe } from "stripe";
 *
 * const payments = stripePayments({ stripe: new Stripe("sk_test_…"), documents: memoryDocuments() });
 * console.log(payments.minimumAmount("usd")); // 50
 * ```
 */
export function stripePayments(options: StripePaymentsOptions): Required<PaymentProvider> {
  const { stripe } = options;
  return {
    async collect(request) {
      try {
        return await collect(options, request);
      } catch (error) {
        const failure = failureOf(error);
        if (failure) return failure;
        throw error;
      }
    },

    minimumAmount,

    async setupUrl({ account, currency, returnUrl }) {
      const metadata = { account: account.id };
      const { url } = await stripe.checkout.sessions.create({
        mode: "setup",
        currency,
        customer: await existingCustomerOf(options, account),
        success_url: returnUrl,
        cancel_url: returnUrl,
        client_reference_id: account.id,
        metadata,
        setup_intent_data: { metadata },
      });
      if (url === null) throw new Error("Stripe created a Checkout session without a URL.");
      return url;
    },

    async portalUrl({ account, returnUrl }) {
      const customer = await existingCustomerOf(options, account);
      const { url } = await stripe.billingPortal.sessions.create({ customer, return_url: returnUrl });
      return url;
    },
  };
}
