// Collects payments for plans with Stripe: implements the port `PaymentProvider`, and the webhook for later results.
// Each account is a customer whose metadata names it. Payments use the customer's default payment method, which
// Stripe's customer portal or a Checkout in `setup` mode saves. `stripe-server.ts` mounts both.
import { type Clock, systemClock } from "@tools-api/core";
import {
  type Billing,
  getInvoice,
  type PaymentOutcome,
  type PaymentProvider,
  type PaymentRequest,
  recordFailedPayment,
  recordPayment,
} from "@tools-api/core/billing";
import { Hono } from "hono";
import { bodyLimit } from "hono/body-limit";
import { Stripe } from "stripe";

const dayMs = 86_400_000;
const maximumEventBytes = 1024 * 1024;

interface StripePaymentsOptions {
  stripe: Stripe;
  clock?: Clock;
}

/**
 * Creates a provider that charges the customers' default payment methods. For a customer without one, the payment
 * fails. A payment that needs the owner's confirmation fails if it is not confirmed within a day.
 */
export function stripePayments({ stripe, clock = systemClock }: StripePaymentsOptions): PaymentProvider {
  async function customerOf(account: string): Promise<Stripe.Customer> {
    const found = await stripe.customers.search({ query: `metadata['account']:'${account}'` });
    // A search may miss a customer that was created within the last minute. The idempotency key prevents a second one.
    return (
      found.data[0] ??
      (await stripe.customers.create({ metadata: { account } }, { idempotencyKey: `customer/${account}` }))
    );
  }

  /**
   * Returns the payment intent of an attempt; `null` if there is none. Stripe forgets an idempotency key after 24
   * hours, and rejects it if the amount due has changed. Without this lookup, an unreported payment could be taken
   * twice.
   */
  async function intentOf({ invoice, idempotencyKey }: PaymentRequest, customer: string) {
    const created = { gte: Math.floor((invoice.at - dayMs) / 1000) };
    for await (const intent of stripe.paymentIntents.list({ customer, created, limit: 100 }))
      if (intent.metadata["idempotency_key"] === idempotencyKey) return intent;
    return null;
  }

  async function outcomeOf(intent: Stripe.PaymentIntent): Promise<PaymentOutcome> {
    const { id, status, created } = intent;
    if (status === "succeeded") return { status: "paid", amount: intent.amount_received, reference: id };
    if (status === "canceled" || status === "requires_payment_method") return { status: "failed" };
    // An owner who never confirms would otherwise keep the plan without paying.
    if (status === "requires_action" && clock.now() - created * 1000 >= dayMs)
      return outcomeOf(await stripe.paymentIntents.cancel(id));
    return { status: "pending" };
  }

  return {
    async collect(request) {
      const { account, invoice, idempotencyKey } = request;
      const { id: customer, invoice_settings: settings } = await customerOf(account.id);
      const before = await intentOf(request, customer);
      if (before) return outcomeOf(before);
      const method = settings.default_payment_method;
      if (method === null) return { status: "failed" };
      const payment: Stripe.PaymentIntentCreateParams = {
        amount: invoice.amountDue,
        currency: invoice.currency,
        customer,
        payment_method: typeof method === "string" ? method : method.id,
        confirm: true,
        off_session: true,
        automatic_payment_methods: { enabled: true, allow_redirects: "never" },
        metadata: {
          account: account.id,
          invoice: invoice.id,
          attempt: invoice.failedAttempts,
          idempotency_key: idempotencyKey,
        },
      };
      try {
        return await outcomeOf(await stripe.paymentIntents.create(payment, { idempotencyKey }));
      } catch (error) {
        if (error instanceof Stripe.errors.StripeCardError) return { status: "failed" };
        throw error;
      }
    },
  };
}

/**
 * Records the result of an intent. Returns `false` if it contradicts the invoice. Throws `not_found` if there is no
 * such invoice.
 */
async function recordIntent(
  billing: Billing,
  type: Stripe.Event["type"],
  intent: Stripe.PaymentIntent,
  now: number,
): Promise<boolean> {
  const { account, invoice: id, attempt } = intent.metadata;
  // Other software may use the same Stripe account.
  if (account === undefined || id === undefined || attempt === undefined) return true;
  const invoice = await getInvoice(billing.documents, account, id);
  if (intent.currency !== invoice.currency) return false;
  if (type === "payment_intent.succeeded") {
    // Records the amount received: less leaves the invoice open, and more becomes credit.
    await recordPayment(billing, account, id, { amount: intent.amount_received, reference: intent.id }, now);
  } else {
    await recordFailedPayment(billing, account, id, Number(attempt), now);
  }
  return true;
}

interface StripeWebhookOptions extends StripePaymentsOptions {
  billing: Billing;
  /** The endpoint's signing secret, `whsec_…`. */
  secret: string;
}

/**
 * Creates the app with `POST /stripe/webhook` for the events `payment_intent.succeeded`,
 * `payment_intent.payment_failed` and `payment_intent.canceled`. Stripe may send an event several times and in any
 * order. It repeats an event that got an error response for three days, for instance while the store does not respond.
 */
export function stripeWebhook({ stripe, billing, secret, clock = systemClock }: StripeWebhookOptions): Hono {
  const app = new Hono();
  app.post("/stripe/webhook", bodyLimit({ maxSize: maximumEventBytes }), async (c) => {
    // The signature covers the received bytes and is valid for five minutes. Attack: without the time limit, an old
    // event could be replayed.
    const signature = c.req.header("Stripe-Signature") ?? "";
    const event = await stripe.webhooks
      .constructEventAsync(await c.req.text(), signature, secret, undefined, undefined, clock.now())
      .catch((error: unknown) => {
        if (error instanceof Stripe.errors.StripeSignatureVerificationError) return null;
        throw error;
      });
    if (!event)
      return c.text("The signature is not from Stripe, or the event is older than five minutes.", 400);
    const isDecided =
      event.type === "payment_intent.succeeded" ||
      event.type === "payment_intent.payment_failed" ||
      event.type === "payment_intent.canceled";
    if (isDecided && !(await recordIntent(billing, event.type, event.data.object, clock.now())))
      return c.text("The payment and its invoice have different currencies.", 422);
    return c.body(null, 204);
  });
  return app;
}
