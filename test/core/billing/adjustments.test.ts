import { memoryDocuments, memoryUsage } from "@tools-api/adapters/storage/memory";
import { defaultPlans } from "@tools-api/core";
import { closeAccount, createAccount, getAccount } from "@tools-api/core/accounts";
import {
  type Billing,
  changePlan,
  creditAccount,
  getInvoice,
  getPlan,
  getRevenue,
  listInvoices,
  listLedger,
  listNumberedInvoices,
  markInvoicePaid,
  payOutCredit,
  reactivateAccount,
  recordPayment,
  recordRefund,
  type Refund,
  suspendAccount,
  sweepBilling,
  voidInvoice,
  writeOffInvoice,
} from "@tools-api/core/billing";
import { beforeEach, describe, expect, it } from "vitest";
import { faultsOf, readBooks } from "./books.ts";
import { subscriptions } from "@tools-api/core/internal";

const opened = Date.parse("2027-04-01T00:00:00Z");
const day = 86_400_000;
let billing: Billing;
let id: string;

async function newAccount(): Promise<string> {
  const email = `${crypto.randomUUID()}@example.com`;
  return (await createAccount(billing.documents, { email }, { at: opened })).id;
}

beforeEach(async () => {
  billing = { documents: memoryDocuments(), usage: memoryUsage(), plans: defaultPlans };
  id = await newAccount();
});

const pay = (amount: number, reference = "pi_1", invoice = "00000001") =>
  recordPayment(billing, { account: id, id: invoice }, { amount, reference }, opened);

const give = (amount: number, more: Partial<Refund> = {}, invoice = "00000001") =>
  recordRefund(
    billing,
    { account: id, id: invoice },
    { amount, reference: "re_1", kind: "refund", payment: "pi_1", ...more },
    opened + day,
  );

const books = async () => {
  const found = await readBooks(billing, id);
  expect(faultsOf(found)).toEqual([]);
  return found;
};

describe("a void invoice", () => {
  it("is refused if it is paid, also in part, and without a reason", async () => {
    await changePlan(billing, id, { plan: "pro" }, { now: opened });
    await expect(voidInvoice(billing, { account: id, id: "00000001" }, " ", opened)).rejects.toMatchObject({
      code: "invalid_parameter",
    });
    await expect(
      voidInvoice(billing, { account: id, id: "00000009" }, "None.", opened),
    ).rejects.toMatchObject({
      code: "not_found",
    });
    const voidIt = () => voidInvoice(billing, { account: id, id: "00000001" }, "Late.", opened);
    await recordPayment(
      billing,
      { account: id, id: "00000001" },
      { amount: 1000, reference: "pi_1" },
      opened,
    );
    await expect(voidIt()).rejects.toMatchObject({ code: "conflict" });
    await markInvoicePaid(billing, { account: id, id: "00000001" }, opened);
    await expect(voidIt()).rejects.toMatchObject({
      code: "conflict",
      message: "The invoice 00000001 has nothing due. Its status is paid.",
    });
  });
});

describe("a credit by the operator", () => {
  it("of a closed account is visible and paid out, and its invoices are listed and settled", async () => {
    await changePlan(billing, id, { plan: "enterprise" }, { now: opened });
    await closeAccount(billing, id, opened + day);
    expect(await listInvoices(billing.documents, id, { limit: 10 })).toHaveLength(1);
    await writeOffInvoice(billing, { account: id, id: "00000001" }, "Closed.", opened + day);
    await creditAccount(billing, id, { amount: 500, reason: "A rest." }, opened + day);
    await payOutCredit(billing, id, { amount: 500, reason: "By transfer." }, opened + day);
    expect((await listLedger(billing.documents, id, { limit: 10 })).at(-1)?.balance).toBe(0);
    await books();
  });

  it("takes whole amounts up to the limit, and names the parameter otherwise", async () => {
    for (const amount of [0, -1, 1.5, 100_000_001])
      await expect(creditAccount(billing, id, { amount, reason: "A test." }, opened)).rejects.toThrow(
        "amount: expected an integer from 1 to 100000000",
      );
  });
});

describe("invoice numbers", () => {
  it("have no gap within a series, across accounts and concurrent changes", async () => {
    billing = {
      ...billing,
      invoicing: {
        series: "ACME-",
        seller: { name: "ACME Ltd", address: ["1 Road", "London"], taxId: "GB1" },
        tax: { name: "VAT", percent: 20 },
      },
    };
    const accounts = await Promise.all(Array.from({ length: 30 }, newAccount));
    await Promise.all(
      accounts.map((account) => changePlan(billing, account, { plan: "pro" }, { now: opened })),
    );
    const found = await listNumberedInvoices(billing.documents, { series: "ACME-", limit: 100 });
    expect(found.map(({ number }) => number)).toEqual(Array.from({ length: 30 }, (_, index) => index + 1));
    expect(new Set(found.map(({ invoice }) => invoice.account)).size).toBe(30);
    expect(found[6]?.invoice).toMatchObject({
      serial: "ACME-000007",
      seller: { name: "ACME Ltd", taxId: "GB1" },
      taxes: [{ name: "VAT", percent: 20, amount: 483 }],
    });
    const rest = await listNumberedInvoices(billing.documents, { series: "ACME-", after: 28, limit: 10 });
    expect(rest.map(({ number }) => number)).toEqual([29, 30]);
  });

  it("count each series from 1", async () => {
    await changePlan(billing, id, { plan: "pro" }, { now: opened });
    const other = await newAccount();
    await changePlan({ ...billing, invoicing: { series: "2028-" } }, other, { plan: "pro" }, { now: opened });
    expect((await getInvoice(billing.documents, { account: id, id: "00000001" })).serial).toBe("INV-000001");
    expect((await getInvoice(billing.documents, { account: other, id: "00000001" })).serial).toBe(
      "2028-000001",
    );
  });
});

const planAfter = async (now: number) => {
  await sweepBilling(billing, now);
  return getPlan(billing, id, now);
};

describe("a past-due account", () => {
  it("of an earlier release keeps its grace period until all its invoices are paid", async () => {
    await changePlan(billing, id, { plan: "pro" }, { now: opened });
    const stored = await subscriptions.get(billing.documents, { account: id });
    if (!stored) throw new Error("There is no subscription.");
    const before = { ...stored.value, pastDueSince: opened + day };
    await billing.documents.commit([subscriptions.put({ account: id }, before)]);
    expect(await getPlan(billing, id, opened + 2 * day)).toMatchObject({
      status: "past_due",
      graceEndsAt: opened + 15 * day,
    });
    await markInvoicePaid(billing, { account: id, id: "00000001" }, opened + 3 * day);
    expect(await getPlan(billing, id, opened + 3 * day)).toMatchObject({ status: "active" });
  });
});

describe("payment terms", () => {
  beforeEach(() => {
    billing = { ...billing, paymentTermsMs: 14 * day };
  });

  it("make an unpaid invoice past due on its due date, and take the plan after the grace period", async () => {
    await changePlan(billing, id, { plan: "pro" }, { now: opened });
    const [invoice] = await listInvoices(billing.documents, id, { limit: 1 });
    expect(invoice?.dueAt).toBe(opened + 14 * day);
    expect(await planAfter(opened + 13 * day)).toMatchObject({ status: "active" });
    expect(await planAfter(opened + 14 * day)).toMatchObject({
      status: "past_due",
      graceEndsAt: opened + 28 * day,
    });
    expect(await planAfter(opened + 28 * day)).toMatchObject({ plan: "free" });
    await books();
  });
});

describe("a refund by the operator", () => {
  beforeEach(async () => void (await changePlan(billing, id, { plan: "pro" }, { now: opened })));

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
      id = await newAccount();
      await changePlan(billing, id, { plan: "pro" }, { now: opened });
      await pay(2900);
      for (const kind of order) await give(2900, { kind, reference: kind });
      await books();
      expect(await getPlan(billing, id, opened + day)).toMatchObject({
        status: "active",
        amountDue: { amount: 0 },
        credit: { amount: 0 },
      });
    }
  });
});

describe("a suspension", () => {
  beforeEach(async () => void (await changePlan(billing, id, { plan: "pro" }, { now: opened })));

  it("keeps the reason until the account is reactivated, and refuses the owner's plan changes", async () => {
    await suspendAccount(billing, id, { reason: "The key was leaked." }, opened + day);
    await suspendAccount(billing, id, { reason: "Another." }, opened + 2 * day);
    const suspended = await getAccount(billing.documents, id);
    expect(suspended?.value).toMatchObject({
      status: "suspended",
      suspension: { reason: "Another.", at: opened + day },
    });
    await expect(changePlan(billing, id, { plan: "free" }, { now: opened + 3 * day })).rejects.toMatchObject({
      code: "account_suspended",
    });
    await reactivateAccount(billing, id, opened + 3 * day);
    await reactivateAccount(billing, id, opened + 3 * day);
    const active = await getAccount(billing.documents, id);
    expect(active?.value.suspension).toBeUndefined();
    expect(await listLedger(billing.documents, id, { limit: 100 })).toHaveLength(3);
  });

  it.each(["", " ", "x".repeat(501), "a\u202eb"])("rejects the reason %j", async (text) => {
    await expect(suspendAccount(billing, id, { reason: text }, opened)).rejects.toMatchObject({
      code: "invalid_parameter",
    });
  });
});
