import { memoryDocuments, memoryUsage } from "@tools-api/adapters/storage/memory";
import { defaultPlans } from "@tools-api/core";
import { closeAccount, createAccount } from "@tools-api/core/accounts";
import { listAuditEntries } from "@tools-api/core/audit";
import {
  approvePlanChange,
  cancelPlanChange,
  changePlan,
  collectPayments,
  getPlan,
  listInvoices,
  markInvoicePaid,
  type PaymentOutcome,
  type QuotedBilling,
  recordPayment,
  recordRefund,
  sweepBilling,
  voidInvoice,
} from "@tools-api/core/billing";
import { beforeEach, describe, expect, it } from "vitest";
import { faultsOf, readBooks } from "./books.ts";
import { hmacQuotes } from "./hmac-quotes.ts";

const opened = Date.parse("2027-04-01T00:00:00Z");
const day = 86_400_000;
const hour = 3_600_000;
let billing: QuotedBilling;
let id: string;

beforeEach(async () => {
  const stores = { documents: memoryDocuments(), usage: memoryUsage({ clock: { now: () => opened } }) };
  billing = { ...stores, plans: defaultPlans, quotes: hmacQuotes() };
  id = (await createAccount(stores.documents, { email: "ada@example.com" }, opened)).id;
});

const statuses = async () =>
  (await listInvoices(billing.documents, id, { limit: 100 })).map(({ status, amountDue }) => [
    status,
    amountDue,
  ]);

async function expectGoodBooks() {
  expect(faultsOf(await readBooks(billing, id))).toEqual([]);
}

describe("upgrades that are paid first", () => {
  beforeEach(() => {
    billing = { ...billing, upgrades: "paid" };
  });

  it("take effect when the invoice is paid, and cost the rest of the cycle from then on", async () => {
    const ordered = await changePlan(billing, id, { plan: "pro" }, opened);
    expect(ordered).toMatchObject({
      effective: "on_payment",
      takesEffectAt: null,
      amountDue: { amount: 2900 },
      invoice: "00000001",
    });
    expect(await getPlan(billing, id, opened + day)).toMatchObject({
      plan: "free",
      requested: { plan: "pro", invoice: "00000001" },
    });
    await markInvoicePaid(billing, id, "00000001", opened + 3 * day);
    expect(await getPlan(billing, id, opened + 3 * day)).toMatchObject({
      plan: "pro",
      requested: null,
      amountDue: { amount: 0 },
      // Three of the 30 days.
      credit: { amount: 290 },
    });
    await expectGoodBooks();
  });

  it("are collected by a provider, and are withdrawn without a debt when the payment fails", async () => {
    let outcome: PaymentOutcome = { status: "declined", reason: "Insufficient funds." };
    billing = { ...billing, payments: { collect: () => Promise.resolve(outcome) } };
    await changePlan(billing, id, { plan: "pro" }, opened);
    await collectPayments(billing, opened);
    expect(await getPlan(billing, id, opened)).toMatchObject({
      plan: "free",
      status: "active",
      requested: null,
      amountDue: { amount: 0 },
    });
    expect(await statuses()).toEqual([["void", 0]]);
    outcome = { status: "paid", amount: 2900, reference: "pi_1" };
    await changePlan(billing, id, { plan: "pro" }, opened);
    await collectPayments(billing, opened);
    expect(await getPlan(billing, id, opened)).toMatchObject({ plan: "pro", credit: { amount: 0 } });
    await expectGoodBooks();
  });

  it("are withdrawn by the owner, by a void invoice, on the due date, and at the end of the cycle", async () => {
    const order = (now: number) => changePlan(billing, id, { plan: "pro" }, now);
    await order(opened);
    await expect(order(opened)).rejects.toThrow("An upgrade to pro is already requested. Cancel it first.");
    await cancelPlanChange(billing, id, opened + hour);
    await order(opened + day);
    await voidInvoice(billing, id, "00000002", "Ordered twice.", opened + day + hour);
    expect(await getPlan(billing, id, opened + day + hour)).toMatchObject({ requested: null });
    billing = { ...billing, paymentTermsMs: 7 * day };
    await order(opened + 2 * day);
    await sweepBilling(billing, opened + 9 * day);
    billing = { ...billing, paymentTermsMs: null };
    await order(opened + 10 * day);
    expect(await getPlan(billing, id, opened + 31 * day)).toMatchObject({
      plan: "free",
      status: "active",
      requested: null,
    });
    expect(await statuses()).toEqual(Array.from({ length: 4 }, () => ["void", 0]));
    await expectGoodBooks();
  });

  it("return a part payment as credit when they are withdrawn, which a refund then takes", async () => {
    await changePlan(billing, id, { plan: "pro" }, opened);
    await recordPayment(billing, id, "00000001", { amount: 1000, reference: "pi_1" }, opened + hour);
    expect(await getPlan(billing, id, opened + 31 * day)).toMatchObject({
      requested: null,
      credit: { amount: 1000 },
    });
    await expectGoodBooks();
    const refund = { amount: 1000, reference: "re_1", kind: "refund", payment: "pi_1" } as const;
    await recordRefund(billing, id, "00000001", refund, opened + 31 * day);
    expect(await getPlan(billing, id, opened + 31 * day)).toMatchObject({ credit: { amount: 0 } });
    await expectGoodBooks();
  });

  it("are not collected from an account that was closed", async () => {
    let requests = 0;
    const collect = () => Promise.resolve({ status: "pending", request: (requests += 1) } as const);
    billing = { ...billing, payments: { collect } };
    await changePlan(billing, id, { plan: "pro" }, opened);
    await closeAccount(billing, id, opened + hour);
    await collectPayments(billing, opened + hour);
    expect([requests, await statuses()]).toEqual([0, [["void", 0]]]);
  });
});

describe("upgrades that an operator approves", () => {
  beforeEach(() => {
    billing = { ...billing, upgrades: "approved" };
  });

  it("cost nothing until then, and then the rest of the cycle", async () => {
    expect(await changePlan(billing, id, { plan: "pro" }, opened)).toMatchObject({
      effective: "on_approval",
      invoice: null,
      total: { amount: 0 },
    });
    await expect(approvePlanChange({ ...billing }, "acct_unknown", opened)).rejects.toMatchObject({
      code: "not_found",
    });
    expect(await approvePlanChange(billing, id, opened + 15 * day)).toMatchObject({
      plan: "pro",
      effective: "now",
      total: { amount: 1450 },
    });
    await expect(approvePlanChange(billing, id, opened + 15 * day)).rejects.toMatchObject({
      code: "conflict",
    });
    const actions = (await listAuditEntries(billing.documents, id, { limit: 10 })).map(
      ({ action }) => action,
    );
    expect(actions).toEqual(expect.arrayContaining(["plan.change_requested", "plan.changed"]));
    await expectGoodBooks();
  });
});

describe("an immediate downgrade", () => {
  /** Makes calls in a bucket, as the meter does. */
  async function use(units: number, at: number) {
    const window = { id: `day:${at}`, limit: 1e9, ends: at + day };
    const call = { account: id, endpoint: "profile by key_1", at, windows: [window], units, fences: [] };
    await billing.usage.consume({ id: crypto.randomUUID(), at, items: [call] });
  }

  const change = (plan: "free" | "pro" | "enterprise", now: number) =>
    changePlan(billing, id, { plan, effective: "now" }, now);

  it("credits the rest of the cycle in full if the calls fit the allowance of the lower plan", async () => {
    await change("enterprise", opened);
    await use(1000, opened);
    const { lines } = await change("free", opened + hour / 6);
    expect(lines.map(({ kind }) => kind)).toEqual(["credit"]);
    await expectGoodBooks();
  });

  it("costs the calls above the allowance of the lower plan, which the elapsed time does not pay", async () => {
    await change("enterprise", opened);
    await use(31_000, opened);
    const { lines } = await change("free", opened + hour / 6);
    // 30,000 of the 3,000,000 calls that the plan allows in the cycle.
    const elapsed = Math.floor((29_900 * 600) / (30 * 86_400));
    expect(lines.map(({ kind, amount }) => [kind, amount.amount])).toEqual([
      ["credit", elapsed - 29_900],
      ["use", 299 - elapsed],
    ]);
    await expectGoodBooks();
  });

  it("credits what an owner who stays within the elapsed time expects", async () => {
    await change("enterprise", opened);
    for (let at = opened; at < opened + 15 * day; at += day) await use(50_000, at);
    const { lines } = await change("free", opened + 15 * day);
    expect(lines.map(({ kind, amount }) => [kind, amount.amount])).toEqual([["credit", -14_950]]);
  });

  it("makes ten minutes of the highest plan on each day of a month cost its price", async () => {
    for (let at = opened; at < opened + 30 * day; at += day) {
      await change("enterprise", at);
      await use(100_000, at);
      await change("free", at + hour / 6);
    }
    const { lines, invoices } = await readBooks(billing, id);
    const total = lines.reduce((sum, { amount }) => sum + amount, 0);
    expect(total).toBeGreaterThanOrEqual(29_000);
    expect(total).toBeLessThanOrEqual(29_900);
    expect(invoices.length).toBe(60);
    await expectGoodBooks();
  });
});
