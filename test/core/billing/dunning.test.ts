import { memoryDocuments, memoryUsage } from "@tools-api/adapters/storage/memory";
import { defaultPlans } from "@tools-api/core";
import { createAccount } from "@tools-api/core/accounts";
import {
  type Billing,
  changePlan,
  collectPayments,
  getPlan,
  type Invoice,
  type PaymentOutcome,
  type PaymentRequest,
  recordPayment,
  retryPayments,
  sweepBilling,
} from "@tools-api/core/billing";
import { beforeEach, describe, expect, it } from "vitest";
import { faultsOf, readBooks } from "./books.ts";

const opened = Date.parse("2027-04-01T00:00:00Z");
const hour = 3_600_000;
const day = 24 * hour;

const declined = { status: "declined", reason: "Your card has insufficient funds." } as const;

let billing: Billing;
let id: string;
/** The answer of the provider to a new attempt. It keeps the outcomes of attempts that it has decided. */
let answer: (request: PaymentRequest) => PaymentOutcome;
let decided: Map<string, PaymentOutcome>;
/** The instants of new attempts in days after the purchase, and their amounts. */
let attempts: [day: number, amount: number][];
let now: number;

beforeEach(async () => {
  answer = () => declined;
  decided = new Map();
  attempts = [];
  now = opened;
  const collect = (request: PaymentRequest): Promise<PaymentOutcome> => {
    const { idempotencyKey: key, amount } = request;
    const before = decided.get(key);
    if (before) return Promise.resolve(before);
    attempts.push([(now - opened) / day, amount]);
    const outcome = answer(request);
    if (outcome.status !== "pending") decided.set(key, outcome);
    return Promise.resolve(outcome);
  };
  const stores = { documents: memoryDocuments(), usage: memoryUsage() };
  const payments = { collect, minimumAmount: () => 50 };
  billing = { ...stores, plans: defaultPlans, payments };
  id = (await createAccount(stores.documents, { email: "ada@example.com" }, { at: opened })).id;
  await changePlan(billing, id, { plan: "pro" }, { now: opened });
});

/** Runs the periodic collection as a server does, here every `step`. Returns the number of reported failures. */
async function collectUntil(from: number, until: number, step = hour): Promise<number> {
  let failures = 0;
  for (now = from; now <= until; now += step) await collectPayments(billing, now, () => (failures += 1));
  return failures;
}

async function invoices() {
  const books = await readBooks(billing, id);
  expect(faultsOf(books)).toEqual([]);
  return books.invoices;
}

const days = () => attempts.map(([at]) => at);

describe("attempts at a payment", () => {
  it("are made 1, 3, 5 and 7 days after the first failure, also if it comes 10 days after the invoice", async () => {
    await collectUntil(opened + 10 * day, opened + 30 * day);
    expect(days()).toEqual([10, 11, 13, 15, 17]);
    expect(await invoices()).toMatchObject([{ status: "uncollectible", failedAttempts: 5 }]);
  });

  it("are made on the configured days", async () => {
    billing = { ...billing, retryDays: [2, 4] };
    await collectUntil(opened, opened + 20 * day);
    expect(days()).toEqual([0, 2, 4]);
    expect(await invoices()).toMatchObject([{ status: "uncollectible", failedAttempts: 3 }]);
  });

  it("continue for an invoice of an earlier release, which has no instants of failures", async () => {
    await collectUntil(opened, opened);
    const key = `invoices/${id}/00000001`;
    const stored = await billing.documents.get(key);
    // Values in the store are objects.
    const { firstFailedAt: _, lastFailure: __, ...value } = (stored ?? { value: {} }).value as Invoice;
    await billing.documents.commit([{ key, value }]);
    await collectUntil(opened + hour, opened + 20 * day);
    expect(days()).toEqual([0, 1, 3, 5, 7]);
  });
});

describe("a payment", () => {
  beforeEach(() => {
    answer = ({ amount, idempotencyKey }) => ({ status: "paid", amount, reference: idempotencyKey });
  });

  it("is collected and booked once, with parallel collectors and after a crash before the booking", async () => {
    const { documents } = billing;
    const commit: typeof documents.commit = (operations) =>
      decided.size > 0 ? Promise.reject(new Error("The process has died.")) : documents.commit(operations);
    await collectPayments({ ...billing, documents: { ...documents, commit } }, opened, () => {});
    expect(attempts).toEqual([[0, 2900]]);
    await Promise.all([1, 2, 3, 4].map(() => collectPayments(billing, opened)));
    const { lines } = await readBooks(billing, id);
    expect([attempts.length, lines.map(({ kind }) => kind)]).toEqual([1, ["charge", "payment"]]);
    expect(await invoices()).toMatchObject([{ status: "paid" }]);
  });

  it("is collected after a collection without a readable invoice, which is reported once an hour", async () => {
    const instant = new Date(opened).toISOString();
    await billing.documents.commit([
      { key: `collections/${instant}/acct_0/00000001`, value: {} },
      { key: `collections/${instant}/acct_0/00000002`, value: {} },
      { key: "invoices/acct_0/00000002", value: {} },
    ]);
    expect(await collectUntil(opened, opened)).toBe(2);
    expect(attempts).toEqual([[0, 2900]]);
    expect(await collectUntil(opened + 60_000, opened + 60_000)).toBe(0);
    expect(await collectUntil(opened + hour, opened + hour)).toBe(2);
  });
});

describe("a failed payment", () => {
  it("makes the account past due with a permanent error, and is attempted five times in all", async () => {
    answer = () => ({ status: "permanent", reason: "The customer was deleted." });
    await collectUntil(opened, opened + 10 * day);
    expect(days()).toEqual([0, 1, 3, 5, 7]);
    expect(await invoices()).toMatchObject([
      {
        status: "uncollectible",
        lastFailure: { kind: "permanent", reason: "The customer was deleted.", at: opened + 7 * day },
      },
    ]);
    expect(await getPlan(billing, id, now)).toMatchObject({ status: "past_due" });
  });

  it("keeps the page on which the owner confirms the payment only if it is https, and at most 500 characters of a reason in one line", async () => {
    const url = "https://bank.example/confirm";
    answer = () => ({ status: "action_required", reason: `Confirm\n${"x".repeat(2000)}`, url });
    await collectUntil(opened, opened);
    const [first] = await invoices();
    expect(first).toMatchObject({ status: "payment_failed", lastFailure: { kind: "action_required", url } });
    expect(first?.lastFailure?.reason).toBe(`Confirm ${"x".repeat(492)}`);
    answer = () => ({ status: "action_required", reason: "Confirm", url: "javascript:alert(1)" });
    await collectUntil(opened + day, opened + day);
    expect((await invoices())[0]?.lastFailure).toEqual({
      at: opened + day,
      kind: "action_required",
      reason: "Confirm",
    });
  });
});

describe("a provider that does not respond", () => {
  beforeEach(() => {
    answer = () => {
      throw new Error("connect ECONNREFUSED");
    };
  });

  it("is asked again with the same key after 1, 2, 4, 8 and then every 12 hours, and after 3 days the attempt counts as failed", async () => {
    const keys = new Set<string>();
    const fail = answer;
    answer = (request) => {
      keys.add(request.idempotencyKey);
      return fail(request);
    };
    const failures = await collectUntil(opened, opened + 4 * day - hour);
    expect(days().map((at) => at * 24)).toEqual([0, 1, 3, 7, 15, 27, 39, 51, 63, 75]);
    expect([failures, [...keys]]).toEqual([10, [`${id}/00000001/0`]]);
    expect(await invoices()).toMatchObject([
      {
        status: "payment_failed",
        failedAttempts: 1,
        lastFailure: { kind: "temporary", reason: "connect ECONNREFUSED" },
      },
    ]);
  });
});

describe("an amount below the minimum of the provider", () => {
  beforeEach(async () => {
    answer = ({ amount, idempotencyKey }) => ({ status: "paid", amount, reference: idempotencyKey });
    await collectUntil(opened, opened);
    // Two changes in the last minutes of the cycle cost a few cents each.
    const end = Date.parse("2027-05-01T00:00:00Z");
    for (const minutes of [3, 2]) {
      const at = end - minutes * 60_000;
      await changePlan(billing, id, { plan: "enterprise" }, { now: at });
      await changePlan(billing, id, { plan: "pro", effective: "now" }, { now: at + 59_000 });
    }
    now = end - 30_000;
    attempts = [];
  });

  it("stays open without an attempt, is not past due, and is collected with the next invoice", async () => {
    await collectUntil(now, now + 20_000, 10_000);
    const small = (await invoices()).filter(({ amountDue }) => amountDue > 0);
    expect(small.length).toBeGreaterThan(0);
    for (const { amountDue } of small) expect(amountDue).toBeLessThan(50);
    expect(small.map(({ status, failedAttempts }) => [status, failedAttempts])).toEqual(
      small.map(() => ["open", 0]),
    );
    expect(attempts).toEqual([]);
    expect(await getPlan(billing, id, now)).toMatchObject({ status: "active" });
    const owed = small.reduce((sum, { amountDue }) => sum + amountDue, 0);
    now = Date.parse("2027-05-01T00:01:00Z");
    await sweepBilling(billing, now);
    await collectUntil(now, now + 3 * hour);
    expect(attempts).toEqual([[expect.any(Number), 2900 + owed]]);
    expect((await invoices()).filter(({ amountDue }) => amountDue > 0)).toEqual([]);
  });

  it("is collected once although two later invoices are due at the same time", async () => {
    const owed = (await getPlan(billing, id, now)).amountDue.amount;
    const second = Date.parse("2027-06-01T00:01:00Z");
    answer = () => ({ status: "pending" });
    await sweepBilling(billing, second);
    await collectUntil(second, second);
    expect(attempts.map(([, amount]) => amount)).toEqual([2900 + owed, 2900]);
  });

  it("ends the past due state if credit reduces a failed invoice below the minimum", async () => {
    const bought = Date.parse("2027-05-10T00:00:00Z");
    answer = () => declined;
    await sweepBilling(billing, bought);
    await collectUntil(bought, bought);
    expect(await getPlan(billing, id, bought)).toMatchObject({ status: "past_due" });
    const due = (await invoices()).at(-1);
    await recordPayment(
      billing,
      { account: id, id: due?.id ?? "" },
      { amount: 2880, reference: "transfer" },
      bought,
    );
    attempts = [];
    await collectUntil(bought + day, bought + 10 * day);
    expect(attempts).toEqual([]);
    expect(await getPlan(billing, id, now)).toMatchObject({ status: "active", plan: "pro" });
  });
});

describe("a retry before the next attempt", () => {
  it("is possible once a day without a new payment method, and names the next instant", async () => {
    await collectUntil(opened, opened);
    await expect(retryPayments(billing, id, opened + hour)).rejects.toMatchObject({
      code: "conflict",
      message: expect.stringContaining("2027-04-02T00:00:00.000Z"),
    });
    expect(await retryPayments(billing, id, opened + day)).toEqual(["00000001"]);
  });

  it("is refused if nothing failed, and without a provider", async () => {
    await expect(retryPayments(billing, id, opened)).rejects.toMatchObject({ code: "conflict" });
    const { payments: _, ...manual } = billing;
    await expect(retryPayments(manual, id, opened)).rejects.toMatchObject({ code: "conflict" });
    expect(await retryPayments(billing, id, opened, { newMethod: "pm_1" })).toEqual([]);
  });
});
