import { memoryDocuments, memoryUsage } from "@tools-api/adapters/storage/memory";
import { defaultPlans } from "@tools-api/core";
import { createAccount } from "@tools-api/core/accounts";
import {
  type Billing,
  changePlan,
  collectPayments,
  getPlan,
  getRevenue,
  recordPayment,
  recordRefund,
  type Refund,
  sweepBilling,
} from "@tools-api/core/billing";
import { beforeEach, describe, expect, it } from "vitest";
import { faultsOf, readBooks } from "./books.ts";

const opened = Date.parse("2027-04-01T00:00:00Z");
const day = 86_400_000;

let billing: Billing;
let id: string;

async function open(): Promise<void> {
  const stores = { documents: memoryDocuments(), usage: memoryUsage() };
  billing = { ...stores, plans: defaultPlans };
  id = (await createAccount(stores.documents, { email: "ada@example.com" }, opened)).id;
  await changePlan(billing, id, { plan: "pro" }, opened);
}

beforeEach(open);

const pay = (amount: number, reference = "pi_1", invoice = "00000001") =>
  recordPayment(billing, id, invoice, { amount, reference }, opened);

const give = (amount: number, more: Partial<Refund> = {}, invoice = "00000001") =>
  recordRefund(
    billing,
    id,
    invoice,
    { amount, reference: "re_1", kind: "refund", payment: "pi_1", ...more },
    opened + day,
  );

async function books() {
  const found = await readBooks(billing, id);
  expect(faultsOf(found)).toEqual([]);
  return found;
}

const plan = () => getPlan(billing, id, opened + day);

describe("a refund by the operator", () => {
  it("returns a payment to the customer, and a credit note pays the invoice, so it is not due again", async () => {
    await pay(2900);
    await give(900);
    const { lines, invoices } = await books();
    expect(lines.slice(2)).toMatchObject([
      { kind: "refund", amount: 900, balance: 900, invoice: 1 },
      { kind: "credit_note", amount: -900, balance: 0, invoice: 1 },
    ]);
    expect(invoices).toMatchObject([
      { status: "paid", amountPaid: 2000, creditApplied: 900, amountDue: 0, amountRefunded: 900 },
    ]);
    expect(await plan()).toMatchObject({ status: "active", amountDue: { amount: 0 }, credit: { amount: 0 } });
  });

  it("of a second payment of the same invoice takes back the credit that it became", async () => {
    await pay(2900);
    await pay(2900, "pi_2");
    await give(2900, { payment: "pi_2" });
    expect((await books()).lines.map(({ kind }) => kind)).toEqual(["charge", "payment", "payment", "refund"]);
    expect(await plan()).toMatchObject({ amountDue: { amount: 0 }, credit: { amount: 0 } });
  });

  it("is recorded once per reference, and lowers the revenue of the month", async () => {
    await pay(2900);
    await Promise.all([give(900), give(900), give(900)]);
    expect((await books()).invoices).toMatchObject([{ amountRefunded: 900 }]);
    const { currencies } = await getRevenue(billing.documents, opened + day);
    expect(currencies).toEqual([{ currency: "usd", due: 0, paid: 2000 }]);
  });

  it("is refused above the amount paid, and unless its amount is a positive integer", async () => {
    await pay(1000);
    await expect(give(1001, { payment: undefined })).rejects.toMatchObject({ code: "conflict" });
    await expect(give(1001)).rejects.toMatchObject({ code: "conflict" });
    for (const amount of [0, -1, 1.5, Number.NaN])
      await expect(give(amount)).rejects.toMatchObject({ code: "invalid_parameter" });
    await expect(give(1, {}, "00000009")).rejects.toMatchObject({ code: "not_found" });
  });
});

describe("a dispute", () => {
  it("makes the amount due again and the account past due, without another attempt at the payment", async () => {
    let attempts = 0;
    const collect = () => Promise.resolve({ status: "pending", attempt: (attempts += 1) } as const);
    await pay(2900);
    await give(2900, { kind: "dispute" });
    expect((await books()).invoices).toMatchObject([
      {
        status: "uncollectible",
        amountPaid: 0,
        amountDue: 2900,
        paidAt: null,
        lastFailure: { kind: "dispute" },
      },
    ]);
    expect(await plan()).toMatchObject({ status: "past_due", amountDue: { amount: 2900 } });
    for (let at = opened; at < opened + 20 * day; at += day)
      await collectPayments({ ...billing, payments: { collect } }, at);
    expect(attempts).toBe(0);
  });

  it("leaves a due date, which the operator moves by a change of the plan", async () => {
    billing = { ...billing, paymentTermsMs: 7 * day };
    await changePlan(billing, id, { plan: "enterprise" }, opened);
    await pay(27_000, "pi_2", "00000002");
    await give(27_000, { kind: "dispute", payment: "pi_2" }, "00000002");
    await changePlan(billing, id, { plan: "pro", dailyLimit: null }, opened + 2 * day, { by: "operator" });
    expect(await getPlan(billing, id, opened + 15 * day)).toMatchObject({ status: "active" });
    expect(await getPlan(billing, id, opened + 16 * day)).toMatchObject({ status: "past_due" });
  });

  it("that the operator wins is a payment, in either order of the two reports", async () => {
    for (const order of [
      ["dispute", "dispute_won"],
      ["dispute_won", "dispute"],
    ] as const) {
      await open();
      await pay(2900);
      for (const kind of order) await give(2900, { kind, reference: kind });
      await books();
      expect(await plan()).toMatchObject({
        status: "active",
        amountDue: { amount: 0 },
        credit: { amount: 0 },
      });
    }
  });

  it("of a payment whose credit has paid a later invoice makes that invoice due again", async () => {
    await pay(5800);
    await sweepBilling(billing, opened + 31 * day);
    expect((await books()).invoices).toMatchObject([{ amountPaid: 2900 }, { creditApplied: 2900 }]);
    await recordRefund(
      billing,
      id,
      "00000001",
      { amount: 5800, reference: "dp_1", kind: "dispute", payment: "pi_1" },
      opened + 32 * day,
    );
    expect((await books()).invoices.map(({ amountDue }) => amountDue)).toEqual([2900, 2900]);
  });
});
