import { stripePayments, stripeWebhook } from "@tools-api/adapters/payments/stripe";
import { memoryDocuments, memoryUsage } from "@tools-api/adapters/storage/memory";
import { defaultPlans } from "@tools-api/core";
import { closeAccount, createAccount, getAccount } from "@tools-api/core/accounts";
import {
  changePlan,
  collectPayments,
  type BillingFailure,
  getPlan,
  type QuotedBilling,
  sweepBilling,
} from "@tools-api/core/billing";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { faultsOf, readBooks } from "../../core/billing/books.ts";
import { hmacQuotes } from "../../core/billing/hmac-quotes.ts";
import { StripeStandIn } from "../../engines/stripe-stand-in.ts";

const opened = Date.parse("2027-04-01T00:00:00Z");
const hour = 3_600_000;
const day = 24 * hour;

let now: number;
let stripe: StripeStandIn;
let billing: QuotedBilling;
let payments: ReturnType<typeof stripePayments>;
let webhook: ReturnType<typeof stripeWebhook>;
let id: string;

beforeEach(async () => {
  now = opened;
  stripe = new StripeStandIn();
  stripe.now = () => now;
  await stripe.start();
  const client = stripe.client();
  const clock = { now: () => now };
  const stores = { documents: memoryDocuments({ clock }), usage: memoryUsage() };
  payments = stripePayments({ stripe: client, documents: stores.documents });
  billing = { ...stores, plans: defaultPlans, quotes: hmacQuotes(), payments };
  webhook = stripeWebhook({ stripe: client, billing, secret: stripe.secret, clock });
  id = (await createAccount(stores.documents, { email: "ada@example.com", name: "Ada" }, { at: opened })).id;
});

afterEach(() => stripe.stop());

/** Buys the pro plan for 2900 as a customer with a card. */
async function buyPro(): Promise<void> {
  stripe.addCustomer(id);
  await changePlan(billing, id, { plan: "pro" }, { now });
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
  return (await webhook(new Request("https://tools.example/stripe/webhook", event))).status;
}

async function account() {
  const found = await getAccount(billing.documents, id);
  if (!found) throw new Error("There is no account.");
  return found.value;
}

const returnUrl = "https://tools.example/plan";

/** Adds a card as the owner does: Checkout completes, and Stripe reports it. Returns the session and its setup. */
async function addCard(method: string) {
  await payments.setupUrl({ account: await account(), currency: "usd", returnUrl });
  const session = stripe.sessions.at(-1);
  if (!session) throw new Error("There is no session.");
  return { session, setup: stripe.complete(session, method) };
}

describe("payments by Stripe", () => {
  it("charges the customer's card off session, in the invoice's currency and minor units", async () => {
    await buyPro();
    expect(await collectAt(opened)).toBe(0);
    expect(onlyIntent()).toMatchObject({
      customer: "cus_1",
      amount: 2900,
      currency: "usd",
      receipt_email: "ada@example.com",
      metadata: { account: id, invoice: "00000001", attempt: "0" },
    });
    expect(await firstInvoice()).toMatchObject({ status: "paid", amountPaid: 2900 });
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
    await changePlan(billing, id, { plan: "enterprise" }, { now: opened });
    const { documents } = billing;
    const commit: typeof documents.commit = (operations) =>
      stripe.taken > 0 ? Promise.reject(new Error("The process has died.")) : documents.commit(operations);
    await collectPayments({ ...billing, documents: { ...documents, commit } }, opened, () => {});
    now = opened + 10 * day;
    await changePlan(billing, id, { plan: "free", effective: "now" }, { now });
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

  it("creates one customer per account with its address and name, also where Stripe has no search", async () => {
    await changePlan(billing, id, { plan: "pro" }, { now: opened });
    stripe.searches = "are unsupported";
    await Promise.all([collectAt(opened), collectAt(opened)]);
    stripe.forgetKeys();
    await collectAt(opened + day);
    await payments.portalUrl({ account: await account(), currency: "usd", returnUrl });
    expect(stripe.customers).toMatchObject([
      { email: "ada@example.com", name: "Ada", metadata: { account: id } },
    ]);
    expect(stripe.requests.filter((request) => request.endsWith("/search"))).toHaveLength(1);
  });

  it("charges the customer that an earlier release created", async () => {
    stripe.addCustomer("acct_other");
    await buyPro();
    await collectAt(opened);
    expect(onlyIntent().customer).toBe("cus_2");
    stripe.searches = false;
    await collectAt(opened + 31 * day);
    expect(stripe.intents.map(({ customer }) => customer)).toEqual(["cus_2", "cus_2"]);
  });

  it("fails permanently without a payment method, with a deleted customer and with a revoked key", async () => {
    await changePlan(billing, id, { plan: "pro" }, { now: opened });
    await collectAt(opened);
    expect(await firstInvoice()).toMatchObject({
      status: "payment_failed",
      lastFailure: { kind: "permanent", reason: "The customer has no default payment method." },
    });
    for (const customer of stripe.customers) customer.deleted = true;
    await collectAt(opened + day);
    expect((await firstInvoice())?.lastFailure?.reason).toBe("The customer cus_1 was deleted in Stripe.");
    stripe.fails = 401;
    await collectAt(opened + 3 * day);
    expect(await firstInvoice()).toMatchObject({
      failedAttempts: 3,
      lastFailure: { kind: "permanent", reason: "api_key_expired" },
    });
    expect(await getPlan(billing, id, now)).toMatchObject({ status: "past_due" });
  });

  it("tries again later while Stripe does not respond", async () => {
    await buyPro();
    stripe.fails = 503;
    expect(await collectAt(opened)).toBe(1);
    expect(await firstInvoice()).toMatchObject({ status: "open", failedAttempts: 0 });
    stripe.fails = null;
    await collectAt(opened + hour);
    expect(await firstInvoice()).toMatchObject({ status: "paid" });
  });

  it("sends no receipt for a closed account", async () => {
    await buyPro();
    await closeAccount(billing, id, opened);
    await collectAt(opened);
    for (const intent of stripe.intents) expect(intent.receipt_email).toBeNull();
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

  it("fails with the page of the bank if the owner has to confirm, and cancels that attempt before the next one", async () => {
    stripe.card = "asks its owner";
    await buyPro();
    await collectAt(opened);
    expect(await firstInvoice()).toMatchObject({
      status: "payment_failed",
      failedAttempts: 1,
      lastFailure: { kind: "action_required", url: "https://hooks.stripe.com/3d_secure" },
    });
    stripe.card = "pays";
    await collectAt(opened + day);
    expect(stripe.intents.map(({ status }) => status)).toEqual(["canceled", "succeeded"]);
    expect([stripe.taken, (await firstInvoice())?.status]).toEqual([2900, "paid"]);
  });

  it("books an earlier attempt that its owner has confirmed instead of charging again", async () => {
    stripe.card = "asks its owner";
    await buyPro();
    await collectAt(opened);
    stripe.decide(onlyIntent(), "succeeded");
    await collectAt(opened + day);
    expect([onlyIntent().status, (await firstInvoice())?.status]).toEqual(["succeeded", "paid"]);
  });

  it("reports that the bank wants a confirmation, or the words of the bank for the customer", async () => {
    stripe.card = "needs authentication";
    await buyPro();
    await collectAt(opened);
    expect((await firstInvoice())?.lastFailure).toMatchObject({ kind: "action_required" });
    stripe.card = "is declined";
    await collectAt(opened + day);
    expect((await firstInvoice())?.lastFailure).toMatchObject({
      kind: "declined",
      reason: "Your card was declined.",
    });
  });
});

describe("a payment method", () => {
  beforeEach(async () => {
    await changePlan(billing, id, { plan: "pro" }, { now: opened });
    await collectAt(opened);
    now = opened + hour;
  });

  it("that the owner adds in Checkout becomes the default, and pays the failed invoice", async () => {
    const { setup } = await addCard("pm_1");
    expect(stripe.customers[0]?.invoice_settings.default_payment_method).toBeNull();
    expect(await tell(stripe.event("setup_intent.succeeded", setup))).toBe(204);
    await collectAt(now);
    expect(stripe.customers[0]?.invoice_settings.default_payment_method).toBe("pm_1");
    expect(await firstInvoice()).toMatchObject({ status: "paid" });
    expect(await getPlan(billing, id, now)).toMatchObject({ status: "active" });
  });

  it("causes one attempt, however many events report it", async () => {
    stripe.card = "is declined";
    const { session, setup } = await addCard("pm_1");
    const customer = stripe.customers[0];
    if (!customer) throw new Error("There is no customer.");
    const previous = { invoice_settings: { default_payment_method: null } };
    for (const [type, object, before] of [
      ["checkout.session.completed", session, undefined],
      ["setup_intent.succeeded", setup, undefined],
      ["customer.updated", customer, previous],
      ["setup_intent.succeeded", setup, undefined],
    ] as const) {
      expect(await tell(stripe.event(type, object, now, stripe.secret, before))).toBe(204);
      await collectAt(now);
    }
    expect(stripe.intents).toHaveLength(1);
    expect(await firstInvoice()).toMatchObject({ failedAttempts: 2 });
  });

  it("stays the default if an older event arrives later, or one about a method that was removed", async () => {
    const first = await addCard("pm_1");
    now += hour;
    const second = await addCard("pm_2");
    expect(await tell(stripe.event("setup_intent.succeeded", second.setup))).toBe(204);
    expect(await tell(stripe.event("setup_intent.succeeded", first.setup))).toBe(204);
    expect(stripe.customers[0]?.invoice_settings.default_payment_method).toBe("pm_2");
    now += hour;
    const third = await addCard("pm_3");
    stripe.customers[0]?.methods.pop();
    expect(await tell(stripe.event("setup_intent.succeeded", third.setup))).toBe(204);
    expect(stripe.customers[0]?.invoice_settings.default_payment_method).toBe("pm_2");
  });

  it("that the owner makes the default in the portal pays the failed invoice", async () => {
    const customer = stripe.customers[0];
    if (!customer) throw new Error("There is no customer.");
    customer.methods.push("pm_9");
    customer.invoice_settings.default_payment_method = "pm_9";
    const previous = { invoice_settings: { default_payment_method: null } };
    const event = stripe.event("customer.updated", customer, now, stripe.secret, previous);
    expect(await tell(event)).toBe(204);
    await collectAt(now);
    expect(await firstInvoice()).toMatchObject({ status: "paid" });
  });

  it("is added by a new customer if the operator has deleted the customer in Stripe", async () => {
    for (const customer of stripe.customers) customer.deleted = true;
    const urls = await Promise.all(
      [1, 2].map(async () => payments.setupUrl({ account: await account(), currency: "usd", returnUrl })),
    );
    expect(urls).toEqual(["https://checkout.stripe.com/c/1", "https://checkout.stripe.com/c/2"]);
    expect(stripe.customers.map(({ deleted }) => deleted)).toEqual([true, undefined]);
    const portal = await payments.portalUrl({ account: await account(), currency: "usd", returnUrl });
    expect(portal).toBe("https://billing.stripe.com/p/cus_2");
  });
});

describe("money that goes back", () => {
  beforeEach(async () => {
    await buyPro();
    await collectAt(opened);
  });

  it("by a refund in Stripe is booked once, and the customer does not owe it", async () => {
    const refund = stripe.refund(onlyIntent(), 900);
    const pending = stripe.refund(onlyIntent(), 500, "pending");
    const charge = { id: "ch_1", object: "charge", payment_intent: onlyIntent().id };
    for (const [type, object] of [
      ["charge.refunded", charge],
      ["refund.created", refund],
      ["refund.created", pending],
      ["charge.refunded", charge],
    ] as const)
      expect(await tell(stripe.event(type, object))).toBe(204);
    expect(await lineKinds()).toEqual(["charge", "payment", "refund", "credit_note"]);
    pending.status = "succeeded";
    expect(await tell(stripe.event("refund.updated", pending))).toBe(204);
    expect(await firstInvoice()).toMatchObject({ status: "paid", amountRefunded: 1400, amountDue: 0 });
  });

  it("by a dispute is due again without another charge, until the operator wins the dispute", async () => {
    const dispute = { id: "du_1", object: "dispute", amount: 2900, payment_intent: onlyIntent().id };
    for (let round = 0; round < 2; round++)
      expect(await tell(stripe.event("charge.dispute.funds_withdrawn", dispute))).toBe(204);
    expect(await firstInvoice()).toMatchObject({ status: "uncollectible", amountDue: 2900 });
    expect(await getPlan(billing, id, now)).toMatchObject({ status: "past_due" });
    await collectAt(opened + 2 * day);
    expect(stripe.intents).toHaveLength(1);
    expect(await tell(stripe.event("charge.dispute.funds_reinstated", dispute))).toBe(204);
    expect(await firstInvoice()).toMatchObject({ status: "paid", amountDue: 0 });
    expect(await getPlan(billing, id, now)).toMatchObject({ status: "active" });
  });

  it("after a dispute is charged again only when the owner adds a payment method", async () => {
    const dispute = { id: "du_1", object: "dispute", amount: 2900, payment_intent: onlyIntent().id };
    await tell(stripe.event("charge.dispute.funds_withdrawn", dispute));
    const { setup } = await addCard("pm_2");
    await tell(stripe.event("setup_intent.succeeded", setup));
    await collectAt(now);
    expect(stripe.intents.map(({ status }) => status)).toEqual(["succeeded", "succeeded"]);
    expect(await firstInvoice()).toMatchObject({ status: "paid", amountPaid: 2900 });
  });
});

it("books a refund whose payment was not booked yet", async () => {
  stripe.card = "processes";
  await buyPro();
  await collectAt(opened);
  stripe.decide(onlyIntent(), "succeeded");
  expect(await tell(stripe.event("refund.created", stripe.refund(onlyIntent(), 2900)))).toBe(204);
  await tell(stripe.event("payment_intent.succeeded", onlyIntent()));
  expect(await lineKinds()).toEqual(["charge", "payment", "refund", "credit_note"]);
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
    const intent = onlyIntent();
    Object.assign(intent, { status: "succeeded", amount_received: 1000, currency: "jpy" });
    expect(await tell(stripe.event(type, intent))).toBe(422);
    expect(await lineKinds()).toEqual(["charge"]);
    intent.currency = "usd";
    expect(await tell(stripe.event(type, intent))).toBe(204);
    expect(await firstInvoice()).toMatchObject({ status: "open", amountPaid: 1000, amountDue: 1900 });
  });

  it("ignores an event that contradicts the current state of its payment", async () => {
    const failed = { ...onlyIntent(), status: "requires_payment_method" };
    expect(await tell(stripe.event("payment_intent.payment_failed", failed))).toBe(204);
    expect(await firstInvoice()).toMatchObject({ status: "open", failedAttempts: 0 });
  });

  it("ignores payments of other software and of other installations on the same Stripe account", async () => {
    stripe.decide(onlyIntent(), "succeeded");
    const { metadata } = onlyIntent();
    onlyIntent().metadata = {};
    expect(await tell(stripe.event("payment_intent.succeeded", onlyIntent()))).toBe(204);
    expect(await tell(stripe.event("charge.refunded", { payment_intent: onlyIntent().id }))).toBe(204);
    onlyIntent().metadata = { ...metadata, account: "acct_other" };
    expect(await tell(stripe.event("payment_intent.succeeded", onlyIntent()))).toBe(204);
    expect(await tell(stripe.event("invoice.created", {}))).toBe(204);
    expect(await lineKinds()).toEqual(["charge"]);
  });

  it("reads at most 1 MiB of a request", async () => {
    expect(await tell({ method: "POST", body: "x".repeat(1024 * 1024 + 1) })).toBe(413);
    expect(await tell({ method: "POST" })).toBe(400);
  });
});
