import { memoryDocuments, memoryUsage } from "@tools-api/adapters/storage/memory";
import { defaultPlans } from "@tools-api/core";
import { createAccount } from "@tools-api/core/accounts";
import {
  type Billing,
  changePlan,
  collectPayments,
  getPlan,
  markInvoicePaid,
  type PaymentOutcome,
  type PaymentProvider,
  type QuotedBilling,
  recordFailedPayment,
  recordPayment,
  sweepBilling,
} from "@tools-api/core/billing";
import { beforeEach, describe, expect, it } from "vitest";
import { faultsOf, readBooks } from "./books.ts";
import { hmacQuotes } from "./hmac-quotes.ts";

const opened = Date.parse("2027-04-01T00:00:00Z");
const day = 86_400_000;

/** A card that pays or declines, once per key, like a payment provider. */
interface Card extends PaymentProvider {
  pays: boolean;
  taken: number;
  attempts: Map<string, PaymentOutcome>;
}

function newCard(): Card {
  return {
    pays: true,
    taken: 0,
    attempts: new Map(),
    async collect({ amount, idempotencyKey }) {
      const before = this.attempts.get(idempotencyKey);
      if (before) return before;
      const reference = `payment ${idempotencyKey}`;
      const outcome: PaymentOutcome = this.pays
        ? { status: "paid", amount, reference }
        : { status: "declined", reason: "Your card was declined." };
      if (this.pays) this.taken += amount;
      this.attempts.set(idempotencyKey, outcome);
      return outcome;
    },
  };
}

let card: Card;
let billing: QuotedBilling & Billing;
let id: string;

beforeEach(async () => {
  card = newCard();
  const stores = { documents: memoryDocuments(), usage: memoryUsage() };
  billing = { ...stores, plans: defaultPlans, quotes: hmacQuotes(), payments: card };
  id = (await createAccount(stores.documents, { email: "ada@example.com" }, opened)).id;
});

/** Runs the jobs that a server runs every minute, here every six hours. */
async function sweepUntil(from: number, until: number): Promise<void> {
  for (let now = from; now <= until; now += day / 4) {
    await sweepBilling(billing, now);
    await collectPayments(billing, now);
  }
}

describe("payments by a provider", () => {
  it("keeps the plan for 14 days after the first failed payment, and then moves the account to free", async () => {
    card.pays = false;
    await changePlan(billing, id, { plan: "pro" }, opened);
    await sweepUntil(opened, opened + 13.75 * day);
    expect(await getPlan(billing, id, opened + 13.75 * day)).toMatchObject({
      plan: "pro",
      status: "past_due",
    });
    await sweepUntil(opened + 14 * day, opened + 60 * day);
    expect(await getPlan(billing, id, opened + 60 * day)).toMatchObject({
      plan: "free",
      status: "past_due",
      // Fourteen of thirty days were used.
      amountDue: { amount: 1353 },
    });
    expect(faultsOf(await readBooks(billing, id))).toEqual([]);
  });

  it("rejects an upgrade until the account has paid its open invoice", async () => {
    card.pays = false;
    await changePlan(billing, id, { plan: "pro" }, opened);
    await sweepUntil(opened, opened + 60 * day);
    const later = opened + 60 * day;
    const upgrade = () => changePlan(billing, id, { plan: "enterprise" }, later);
    await expect(upgrade()).rejects.toMatchObject({
      code: "conflict",
      message: expect.stringContaining("00000001"),
    });
    await markInvoicePaid(billing, id, "00000001", later);
    expect(await upgrade()).toMatchObject({ plan: "enterprise" });
    expect(faultsOf(await readBooks(billing, id))).toEqual([]);
  });

  it("collects and books a payment once, with parallel collectors and after a crash before the booking", async () => {
    await changePlan(billing, id, { plan: "pro" }, opened);
    const { documents } = billing;
    const commit: typeof documents.commit = (operations) =>
      card.taken > 0 ? Promise.reject(new Error("The process has died.")) : documents.commit(operations);
    const dying = { ...documents, commit };
    await collectPayments({ ...billing, documents: dying }, opened, () => {});
    expect(card.taken).toBe(2900);
    await Promise.all([1, 2, 3, 4].map(() => collectPayments(billing, opened)));
    const books = await readBooks(billing, id);
    expect(books.lines.map(({ kind }) => kind)).toEqual(["charge", "payment"]);
    expect([card.taken, faultsOf(books)]).toEqual([2900, []]);
  });

  it("collects payments after a collection without a readable invoice, and reports that collection once an hour", async () => {
    const instant = new Date(opened).toISOString();
    await billing.documents.commit([
      { key: `collections/${instant}/acct_0/00000001`, value: {} },
      { key: `collections/${instant}/acct_0/00000002`, value: {} },
      { key: "invoices/acct_0/00000002", value: {} },
    ]);
    await changePlan(billing, id, { plan: "pro" }, opened);
    const reported: string[] = [];
    const collect = (now: number) => collectPayments(billing, now, ({ account }) => reported.push(account));
    await collect(opened);
    expect(card.taken).toBe(2900);
    expect(reported).toEqual(["acct_0", "acct_0"]);
    await collect(opened + 60_000);
    expect(reported).toHaveLength(2);
    await collect(opened + 3_600_000);
    expect(reported).toHaveLength(4);
  });

  it("books a payment once that the provider reports twice, and credits a second payment", async () => {
    await changePlan(billing, id, { plan: "pro" }, opened);
    const tell = (reference: string) =>
      recordPayment(billing, id, "00000001", { amount: 2900, reference }, opened + day);
    await Promise.all([tell("a"), tell("a"), tell("a")]);
    await tell("b");
    const books = await readBooks(billing, id);
    expect(books.lines.filter(({ kind }) => kind === "payment")).toHaveLength(2);
    expect(faultsOf(books)).toEqual([]);
    expect(await getPlan(billing, id, opened + day)).toMatchObject({ credit: { amount: 2900 } });
  });

  it("counts a failed payment once per attempt, and never once the invoice is paid", async () => {
    await changePlan(billing, id, { plan: "pro" }, opened);
    await Promise.all([1, 2, 3].map(() => recordFailedPayment(billing, id, "00000001", 0, opened)));
    expect((await readBooks(billing, id)).invoices).toMatchObject([
      { failedAttempts: 1, status: "payment_failed" },
    ]);
    await recordFailedPayment(billing, id, "00000001", 1, opened + day);
    await recordFailedPayment(billing, id, "00000001", 0, opened + day);
    expect((await readBooks(billing, id)).invoices).toMatchObject([{ failedAttempts: 2 }]);
    await collectPayments(billing, opened + 3 * day);
    await recordFailedPayment(billing, id, "00000001", 2, opened + 3 * day);
    expect((await readBooks(billing, id)).invoices).toMatchObject([{ failedAttempts: 2, status: "paid" }]);
  });
});
