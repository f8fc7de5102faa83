import { memoryDocuments, memoryUsage } from "@tools-api/adapters/storage/memory";
import { defaultPlans } from "@tools-api/core";
import { createAccount } from "@tools-api/core/accounts";
import {
  changePlan,
  collectPayments,
  type BillingFailure,
  getPlan,
  type QuotedBilling,
  sweepBilling,
} from "@tools-api/core/billing";
import { stripePayments, stripeWebhook } from "@tools-api/examples/stripe-payments.ts";
import type { Hono } from "hono";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { faultsOf, readBooks } from "./books.ts";
import { hmacQuotes } from "./hmac-quotes.ts";
import { StripeStandIn } from "../../engines/stripe-stand-in.ts";

const opened = Date.parse("2027-04-01T00:00:00Z");
const hour = 3_600_000;
const day = 24 * hour;

let now: number;
let stripe: StripeStandIn;
let billing: QuotedBilling;
let webhook: Hono;
let id: string;

beforeEach(async () => {
  now = opened;
  stripe = new StripeStandIn();
  stripe.now = () => now;
  await stripe.start();
  const client = stripe.client();
  const clock = { now: () => now };
  const stores = { documents: memoryDocuments({ clock }), usage: memoryUsage() };
  const payments = stripePayments({ stripe: client, clock });
  billing = { ...stores, plans: defaultPlans, quotes: hmacQuotes(), payments };
  webhook = stripeWebhook({ stripe: client, billing, secret: stripe.secret, clock });
  id = (await createAccount(stores.documents, { email: "ada@example.com" }, opened)).id;
});

afterEach(() => stripe.stop());

/** Buys the pro plan for 2900 as a customer with a card. */
async function buyPro(): Promise<void> {
  stripe.addCustomer(id);
  await changePlan(billing, id, { plan: "pro" }, now);
}

/**
 * Runs the server's periodic collection at an instant, and returns the number of payments that it could not
 * request.
 */
async function collectAt(instant: number, by = billing): Promise<number> {
  now = instant;
  const failures: BillingFailure[] = [];
  await sweepBilling(by, now);
  await collectPayments(by, now, (failed) => failures.push(failed));
  return failures.length;
}

async function books() {
  const found = await readBooks(billing, id);
  expect(faultsOf(found)).toEqual([]);
  return found;
}

async function firstInvoice() {
  const [invoice] = (await books()).invoices;
  return invoice;
}

async function lineKinds() {
  return (await books()).lines.map(({ kind }) => kind);
}

function onlyIntent() {
  const [intent, ...others] = stripe.intents;
  expect(others).toEqual([]);
  if (!intent) throw new Error("No payment was asked for.");
  return intent;
}

async function tell(event: RequestInit): Promise<number> {
  return (await webhook.request("/stripe/webhook", event)).status;
}

describe("payments by Stripe", () => {
  it("charges the customer's card off session, in the invoice's currency and minor units", async () => {
    await buyPro();
    expect(await collectAt(opened)).toBe(0);
    expect(onlyIntent()).toMatchObject({
      customer: "cus_1",
      amount: 2900,
      currency: "usd",
      metadata: { account: id, invoice: "00000001", attempt: "0" },
    });
    expect(await firstInvoice()).toMatchObject({ status: "paid", amountPaid: 2900 });
  });

  it("charges a customer once when many servers collect in parallel", async () => {
    await buyPro();
    await Promise.all([1, 2, 3, 4].map(() => collectAt(opened)));
    await collectAt(opened + hour);
    expect([stripe.taken, await lineKinds()]).toEqual([2900, ["charge", "payment"]]);
  });

  it("charges a customer once if the answer is lost, even if Stripe has forgotten the key", async () => {
    await buyPro();
    stripe.answers = "are lost";
    expect(await collectAt(opened)).toBe(1);
    expect([stripe.taken, (await firstInvoice())?.status]).toEqual([2900, "open"]);
    stripe.answers = "arrive";
    stripe.forgetKeys();
    await collectAt(opened + 2 * day);
    expect([stripe.taken, await lineKinds()]).toEqual([2900, ["charge", "payment"]]);
  });

  it("charges a customer once if the process crashes before the booking, even if the amount due changes in between", async () => {
    stripe.addCustomer(id);
    await changePlan(billing, id, { plan: "enterprise" }, opened);
    const dead = { ...billing.documents, commit: () => Promise.reject(new Error("The process has died.")) };
    await collectPayments({ ...billing, documents: dead }, opened, () => {});
    now = opened + 10 * day;
    await changePlan(billing, id, { plan: "free", effective: "now" }, now);
    expect((await firstInvoice())?.amountDue).toBeLessThan(stripe.taken);
    expect(await collectAt(now)).toBe(0);
    expect(stripe.taken).toBe(29900);
    expect(await getPlan(billing, id, now)).toMatchObject({
      amountDue: { amount: 0 },
      credit: { amount: 19934 },
    });
    expect((await books()).lines.filter(({ kind }) => kind === "payment")).toMatchObject([
      { amount: -29900 },
    ]);
  });

  it("creates one customer per account while the search does not find it, and fails without a card until there is one", async () => {
    await changePlan(billing, id, { plan: "pro" }, opened);
    stripe.searches = false;
    await Promise.all([collectAt(opened), collectAt(opened)]);
    expect([stripe.customers.length, stripe.intents.length]).toEqual([1, 0]);
    expect(await firstInvoice()).toMatchObject({ status: "payment_failed", failedAttempts: 1 });
    stripe.searches = true;
    for (const customer of stripe.customers) customer.invoice_settings.default_payment_method = "pm_card";
    await collectAt(opened + day);
    expect(await firstInvoice()).toMatchObject({ status: "paid" });
    expect(await getPlan(billing, id, now)).toMatchObject({ status: "active", plan: "pro" });
  });

  it("retries a declined card on days 1, 3, 5 and 7, and keeps the plan for 14 days", async () => {
    stripe.card = "is declined";
    await buyPro();
    for (let hours = 0; hours < 14 * 24; hours += 6) await collectAt(opened + hours * hour);
    expect(stripe.intents.map(({ created }) => (created * 1000 - opened) / day)).toEqual([0, 1, 3, 5, 7]);
    expect(await firstInvoice()).toMatchObject({ status: "uncollectible", failedAttempts: 5 });
    expect(await getPlan(billing, id, now)).toMatchObject({ plan: "pro", status: "past_due" });
    await collectAt(opened + 14 * day);
    expect(await getPlan(billing, id, now)).toMatchObject({ plan: "free", status: "past_due" });
    expect(stripe.taken).toBe(0);
  });

  it("waits for a processing payment without a new request, and ends it by the webhook", async () => {
    stripe.card = "processes";
    await buyPro();
    for (let hours = 0; hours < 72; hours += 6) await collectAt(opened + hours * hour);
    const intent = onlyIntent();
    expect(await firstInvoice()).toMatchObject({ status: "open", failedAttempts: 0 });
    stripe.decide(intent, "succeeded");
    expect(await tell(stripe.event("payment_intent.succeeded", intent))).toBe(204);
    expect(await firstInvoice()).toMatchObject({ status: "paid", amountPaid: 2900 });
  });

  it("counts a payment as failed that its owner has not confirmed within a day", async () => {
    stripe.card = "asks its owner";
    await buyPro();
    await collectAt(opened);
    await collectAt(opened + 23 * hour);
    expect([onlyIntent().status, (await firstInvoice())?.status]).toEqual(["requires_action", "open"]);
    await collectAt(opened + 24 * hour);
    expect(onlyIntent().status).toBe("canceled");
    expect(await firstInvoice()).toMatchObject({ status: "payment_failed", failedAttempts: 1 });
  });
});

describe("the webhook of Stripe", () => {
  beforeEach(async () => {
    stripe.card = "processes";
    await buyPro();
    await collectAt(opened);
  });

  it("books a payment once, however many events report it and even if the server also learns of it", async () => {
    stripe.decide(onlyIntent(), "succeeded");
    now = opened + hour;
    const event = stripe.event("payment_intent.succeeded", onlyIntent());
    const told = await Promise.all([tell(event), tell(event), collectAt(now)]);
    expect([...told, await tell(event)]).toEqual([204, 204, 0, 204]);
    await tell(stripe.event("payment_intent.succeeded", onlyIntent()));
    expect(await lineKinds()).toEqual(["charge", "payment"]);
  });

  it("counts a failure once, and returns the account to active after a later payment, in either order", async () => {
    const failed = stripe.event("payment_intent.payment_failed", onlyIntent());
    expect([await tell(failed), await tell(failed)]).toEqual([204, 204]);
    expect(await firstInvoice()).toMatchObject({ status: "payment_failed", failedAttempts: 1 });
    stripe.decide(onlyIntent(), "succeeded");
    await tell(stripe.event("payment_intent.succeeded", onlyIntent()));
    await tell(failed);
    expect(await firstInvoice()).toMatchObject({ status: "paid", failedAttempts: 1 });
    expect(await getPlan(billing, id, now)).toMatchObject({ status: "active" });
  });

  it("rejects events with another signature, changed content, no signature, or older than 300 seconds", async () => {
    const intent = onlyIntent();
    stripe.decide(intent, "succeeded");
    const type = "payment_intent.succeeded";
    const good = stripe.event(type, intent);
    const refused: RequestInit[] = [
      stripe.event(type, intent, now, "whsec_another"),
      { ...good, body: good.body.replace("2900", "1") },
      { method: "POST", body: good.body },
      stripe.event(type, intent, now - 301_000),
    ];
    for (const event of refused) expect(await tell(event)).toBe(400);
    expect(await lineKinds()).toEqual(["charge"]);
    expect(await tell(stripe.event(type, intent, now - 300_000))).toBe(204);
    expect(await lineKinds()).toEqual(["charge", "payment"]);
  });

  it("rejects a payment in another currency, and books the received amount of a payment with another amount", async () => {
    const type = "payment_intent.succeeded";
    const intent = { ...onlyIntent(), status: "succeeded", amount_received: 1000 };
    expect(await tell(stripe.event(type, { ...intent, currency: "jpy" }))).toBe(422);
    expect(await lineKinds()).toEqual(["charge"]);
    expect(await tell(stripe.event(type, intent))).toBe(204);
    expect(await firstInvoice()).toMatchObject({ status: "open", amountPaid: 1000, amountDue: 1900 });
  });

  it("ignores payments of other software on the same Stripe account", async () => {
    const other = { ...onlyIntent(), status: "succeeded", amount_received: 2900, metadata: {} };
    expect(await tell(stripe.event("payment_intent.succeeded", other))).toBe(204);
    expect(await tell(stripe.event("charge.refunded", onlyIntent()))).toBe(204);
    expect(await lineKinds()).toEqual(["charge"]);
  });
});
