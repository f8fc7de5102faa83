import { memoryDocuments, memoryUsage } from "@tools-api/adapters/storage/memory";
import { defaultPlans } from "@tools-api/core";
import { createAccount } from "@tools-api/core/accounts";
import {
  type Billing,
  changePlan,
  getPlan,
  getRevenue,
  recordPayment,
  recordRefund,
  type Refund,
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
});
