import { ToolsError } from "@tools-api/core";
import {
  type Billing,
  getInvoice,
  type Invoice,
  recordFailedPayment,
  recordPayment,
  recordRefund,
  retryPayments,
} from "@tools-api/core/billing";
import { paymentCustomers } from "@tools-api/core/internal";
import type { Stripe } from "stripe";
import { customerIds } from "./customers.ts";
import { stripeErrorType } from "./errors.ts";
import { intentOutcome } from "./provider.ts";

interface EventContext {
  stripe: Stripe;
  billing: Billing;
  now: number;
}

type Expandable = string | { id: string } | null | undefined;

function idOf(object: Expandable): string | null {
  return typeof object === "string" ? object : (object?.id ?? null);
}

/** A payment of an invoice of ours. */
interface OwnPayment {
  intent: Stripe.PaymentIntent;
  account: string;
  invoice: Invoice;
  attempt: number;
}

/**
 * Returns the current state of a payment, which may be later than that of an event; `null` for a payment of other
 * software.
 *
 * @throws ToolsError `not_found` for an unknown invoice; `conflict` if the currencies differ.
 */
async function readPayment({ stripe, billing }: EventContext, id: string | null): Promise<OwnPayment | null> {
  if (id === null) return null;
  const intent = await stripe.paymentIntents.retrieve(id);
  const { account, invoice: invoiceId, attempt } = intent.metadata;
  if (account === undefined || invoiceId === undefined || attempt === undefined) return null;
  const invoice = await getInvoice(billing.documents, { account, id: invoiceId });
  if (intent.currency !== invoice.currency)
    throw new ToolsError("conflict", "The payment and its invoice have different currencies.");
  return { intent, account, invoice, attempt: Number(attempt) };
}

/** Records the outcome of a payment. Less than the amount due leaves the invoice open, and more becomes credit. */
async function recordIntent({ billing, now }: EventContext, payment: OwnPayment): Promise<void> {
  const { intent, account, invoice, attempt } = payment;
  const outcome = intentOutcome(intent);
  if (outcome.status === "pending") return;
  if (outcome.status === "paid") await recordPayment(billing, { account, id: invoice.id }, outcome, now);
  else await recordFailedPayment(billing, { account, id: invoice.id }, { attempt, failure: outcome }, now);
}

/** Makes the payment method of a completed setup the default, and attempts failed payments again. */
async function useMethod({ stripe, billing, now }: EventContext, setupId: string | null): Promise<void> {
  if (setupId === null) return;
  const setup = await stripe.setupIntents.retrieve(setupId);
  const account = setup.metadata?.["account"];
  const customer = idOf(setup.customer);
  const method = idOf(setup.payment_method);
  if (setup.status !== "succeeded" || !account || !customer || !method) return;
  const { documents } = billing;
  const stored = await paymentCustomers.get(documents, customerIds(account));
  const methodAt = setup.created * 1000;
  // An event that Stripe repeats late must not replace a newer payment method.
  if (stored?.value.customer !== customer || (stored.value.methodAt ?? 0) > methodAt) return;
  try {
    await stripe.customers.update(customer, { invoice_settings: { default_payment_method: method } });
  } catch (error) {
    // The owner has removed the payment method since, or the operator the customer.
    if (stripeErrorType(error) === "StripeInvalidRequestError") return;
    throw error;
  }
  await documents.commit([paymentCustomers.replace(stored, { customer, methodAt })]);
  await retryPayments(billing, account, now, { newMethod: method });
}

/** Attempts failed payments again after the default payment method was changed in the customer portal. */
async function useChangedDefault(
  { stripe, billing, now }: EventContext,
  { object, previous_attributes: before }: Stripe.CustomerUpdatedEvent.Data,
): Promise<void> {
  const account = object.metadata["account"];
  if (before?.invoice_settings?.default_payment_method === undefined || account === undefined) return;
  const stored = await paymentCustomers.get(billing.documents, customerIds(account));
  if (stored?.value.customer !== object.id) return;
  const customer = await stripe.customers.retrieve(object.id);
  const method = customer.deleted ? null : idOf(customer.invoice_settings.default_payment_method);
  if (method !== null) await retryPayments(billing, account, now, { newMethod: method });
}

/** Records the refunds of a payment that have reached the customer. */
async function recordRefunds(context: EventContext, intentId: string | null): Promise<void> {
  const payment = await readPayment(context, intentId);
  if (!payment) return;
  const { intent, account, invoice } = payment;
  const { stripe, billing, now } = context;
  // A refund may arrive before its payment.
  await recordIntent(context, payment);
  for await (const { id, amount, status } of stripe.refunds.list({ payment_intent: intent.id, limit: 100 })) {
    const refund = { amount, reference: id, kind: "refund", payment: intent.id } as const;
    if (status === "succeeded") await recordRefund(billing, { account, id: invoice.id }, refund, now);
  }
}

/** Records that a dispute has taken the money of a payment, or has returned it. */
async function recordDispute(
  context: EventContext,
  { id, amount, payment_intent: intentId }: Stripe.Dispute,
  kind: "dispute" | "dispute_won",
): Promise<void> {
  const payment = await readPayment(context, idOf(intentId));
  if (!payment) return;
  await recordIntent(context, payment);
  const dispute = { amount, reference: `${id}/${kind}`, kind, payment: payment.intent.id };
  await recordRefund(
    context.billing,
    { account: payment.account, id: payment.invoice.id },
    dispute,
    context.now,
  );
}

/**
 * Records what an event reports. Events can be repeated, late and in any order, so the current objects are read.
 *
 * @throws ToolsError `not_found` for objects of another installation; `conflict` if the books contradict the event.
 */
export async function handleEvent(context: EventContext, event: Stripe.Event): Promise<void> {
  const { type, data } = event;
  if (
    type === "payment_intent.succeeded" ||
    type === "payment_intent.payment_failed" ||
    type === "payment_intent.canceled"
  ) {
    const payment = await readPayment(context, data.object.id);
    if (payment) await recordIntent(context, payment);
  } else if (type === "checkout.session.completed") {
    await useMethod(context, idOf(data.object.setup_intent));
  } else if (type === "setup_intent.succeeded") {
    await useMethod(context, data.object.id);
  } else if (type === "customer.updated") {
    await useChangedDefault(context, data);
  } else if (type === "charge.refunded" || type === "refund.created" || type === "refund.updated") {
    await recordRefunds(context, idOf(data.object.payment_intent));
  } else if (type === "charge.dispute.funds_withdrawn") {
    await recordDispute(context, data.object, "dispute");
  } else if (type === "charge.dispute.funds_reinstated") {
    await recordDispute(context, data.object, "dispute_won");
  }
}
