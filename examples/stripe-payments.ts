// Payments for plans by Stripe: the port `PaymentProvider` over Stripe's API, and the webhook that tells what was decided
// later. Each account is a customer whose metadata names it, and money is taken from that customer's default payment
// method, as Stripe's customer portal or a Checkout in `setup` mode saves it. `stripe-server.ts` mounts both.
import {
  type Billing,
  type Clock,
  getInvoice,
  invoiceRecordOf,
  type PaymentOutcome,
  type PaymentProvider,
  type PaymentRequest,
  recordFailedPayment,
  recordPayment,
  systemClock,
} from "@tools-api/core";
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
 * Takes the money for invoices from the customers' default payment methods. A customer without one has failed to pay;
 * what an owner has to confirm fails when that was not done within a day.
 */
export function stripePayments({ stripe, clock = systemClock }: StripePaymentsOptions): PaymentProvider {
  async function customerOf(account: string): Promise<Stripe.Customer> {
    const found = await stripe.customers.search({ query: `metadata['account']:'${account}'` });
    // A search does not see what was created within the last minute; the key does.
    return (
      found.data[0] ??
      (await stripe.customers.create({ metadata: { account } }, { idempotencyKey: `customer/${account}` }))
    );
  }

  /**
   * The intent of an attempt. Stripe forgets an idempotency key after 24 hours, and refuses it where the amount due has
   * changed since: without this look, money that we did not hear of could be taken again.
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
    // Who never confirms would keep a plan for nothing.
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
      const { id } = invoiceRecordOf(invoice);
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
          invoice: id,
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

/** Records what became of an intent. `false`: it contradicts the invoice. Throws `not_found` where there is none. */
async function recordIntent(
  billing: Billing,
  type: Stripe.Event["type"],
  intent: Stripe.PaymentIntent,
  now: number,
): Promise<boolean> {
  const { account, invoice: id, attempt } = intent.metadata;
  // Other software may take payments with the same Stripe account.
  if (account === undefined || id === undefined || attempt === undefined) return true;
  const invoice = await getInvoice(billing.documents, account, id);
  if (intent.currency !== invoice.currency) return false;
  if (type === "payment_intent.succeeded") {
    // What was taken counts: less leaves the invoice open, more is credit.
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
 * `POST /stripe/webhook` for the events `payment_intent.succeeded`, `payment_intent.payment_failed` and
 * `payment_intent.canceled`. An event may come any number of times, and in any order. What is answered by an error, such
 * as when the store does not answer, Stripe sends again for three days.
 */
export function stripeWebhook({ stripe, billing, secret, clock = systemClock }: StripeWebhookOptions): Hono {
  const app = new Hono();
  app.post("/stripe/webhook", bodyLimit({ maxSize: maximumEventBytes }), async (c) => {
    // The signature is over the bytes as they came, and holds for five minutes: nobody can play an old event again.
    const signature = c.req.header("Stripe-Signature") ?? "";
    const event = await stripe.webhooks
      .constructEventAsync(await c.req.text(), signature, secret, undefined, undefined, clock.now())
      .catch((error: unknown) => {
        if (error instanceof Stripe.errors.StripeSignatureVerificationError) return null;
        throw error;
      });
    if (!event) return c.text("The event is not signed by Stripe, or was not sent within five minutes.", 400);
    const isDecided =
      event.type === "payment_intent.succeeded" ||
      event.type === "payment_intent.payment_failed" ||
      event.type === "payment_intent.canceled";
    if (isDecided && !(await recordIntent(billing, event.type, event.data.object, clock.now())))
      return c.text("The payment is in another currency than its invoice.", 422);
    return c.body(null, 204);
  });
  return app;
}
