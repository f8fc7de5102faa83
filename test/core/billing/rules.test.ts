import { memoryDocuments, memoryUsage } from "@tools-api/adapters/storage/memory";
import { defaultPlans, type PlanName } from "@tools-api/core";
import { closeAccount, createAccount, getAccount, setPlan } from "@tools-api/core/accounts";
import {
  cancelPlanChange,
  changePlan,
  dailyLimitAt,
  getPlan,
  markInvoicePaid,
  planAt,
  previewPlanChange,
  type QuotedBilling,
  sweepBilling,
} from "@tools-api/core/billing";
import { beforeEach, describe, expect, it } from "vitest";
import { faultsOf, readBooks } from "./books.ts";
import { hmacQuotes } from "./hmac-quotes.ts";

const opened = Date.parse("2027-04-01T00:00:00Z");
const day = 86_400_000;

let billing: QuotedBilling;
let id: string;

async function open(plan: PlanName): Promise<string> {
  const fields = { email: `${crypto.randomUUID()}@example.com`, plan };
  return (await createAccount(billing.documents, fields, opened)).id;
}

beforeEach(async () => {
  const stores = { documents: memoryDocuments(), usage: memoryUsage() };
  billing = { ...stores, plans: defaultPlans, quotes: hmacQuotes() };
  id = await open("free");
});

async function limitAt(now: number): Promise<number> {
  const found = await getAccount(billing.documents, id);
  if (!found) throw new Error("The account is gone.");
  return dailyLimitAt(found.value, billing.plans, now);
}

describe("plan changes", () => {
  it("applies an upgrade immediately, and a downgrade at the end of the cycle", async () => {
    expect(await changePlan(billing, id, { plan: "enterprise" }, opened)).toMatchObject({ effective: "now" });
    expect(await changePlan(billing, id, { plan: "pro" }, opened + day)).toMatchObject({
      effective: "cycle_end",
      takesEffectAt: Date.parse("2027-05-01T00:00:00Z"),
      dailyLimit: 10_000,
    });
  });

  it("stores an answer with instants as text, as earlier releases do, and returns them as numbers", async () => {
    const order = () => changePlan(billing, id, { plan: "pro" }, opened, { idempotencyKey: "click" });
    const first = await order();
    const [kept] = await billing.documents.list("idempotency/", { limit: 1 });
    expect(kept?.value).toMatchObject({
      answer: {
        dailyLimit: 10_000,
        takesEffectAt: "2027-04-01T00:00:00Z",
        nextInvoice: { at: "2027-05-01T00:00:00Z" },
      },
    });
    expect(await order()).toEqual(first);
    expect(first).toMatchObject({ takesEffectAt: opened, nextInvoice: { at: opened + 30 * day } });
  });

  it("cancels a scheduled downgrade when the account upgrades", async () => {
    await changePlan(billing, id, { plan: "pro" }, opened);
    await changePlan(billing, id, { plan: "free" }, opened + day);
    await changePlan(billing, id, { plan: "enterprise" }, opened + 2 * day);
    expect(await getPlan(billing, id, opened + 2 * day)).toMatchObject({
      plan: "enterprise",
      scheduled: null,
    });
    expect(await getPlan(billing, id, opened + 40 * day)).toMatchObject({ plan: "enterprise" });
  });

  it("charges nothing in total for a plan change that is reverted within a second", async () => {
    await changePlan(billing, id, { plan: "enterprise" }, opened + 1_000_000_100);
    await changePlan(billing, id, { plan: "free", effective: "now" }, opened + 1_000_000_900);
    const books = await readBooks(billing, id);
    expect(books.subscription).toMatchObject({ balance: 0, open: [] });
    expect(books.lines.map(({ kind }) => kind)).toEqual(["charge", "credit"]);
    expect(books.invoices.map(({ status, amountDue }) => [status, amountDue])).toEqual([
      ["paid", 0],
      ["credit", 0],
    ]);
  });

  it("charges and credits 0 in the second in which the cycle ends", async () => {
    const fields = { email: "late@example.com" };
    const late = (await createAccount(billing.documents, fields, opened + 630)).id;
    const end = Date.parse("2027-05-01T00:00:00.630Z");
    const amounts = [];
    for (const plan of ["pro", "enterprise", "free"] as const) {
      const order = { plan, effective: "now" as const };
      const { lines } = await changePlan(billing, late, order, end - 600 + amounts.length);
      amounts.push(...lines.map(({ amount }) => amount.amount));
    }
    expect(amounts).toEqual([0, 0, 0, 0]);
  });

  it("keeps the books consistent when a process has a slow clock", async () => {
    await changePlan(billing, id, { plan: "pro" }, opened + 1000);
    await changePlan(billing, id, { plan: "enterprise" }, opened + 400);
    expect(faultsOf(await readBooks(billing, id))).toEqual([]);
  });

  it("rejects a plan change after a hundred in one cycle, and keeps all of their lines", async () => {
    for (let change = 0; change < 100; change++) {
      const plan = change % 2 === 0 ? "pro" : "free";
      await changePlan(billing, id, { plan, effective: "now" }, opened + change * 60_000);
    }
    await expect(changePlan(billing, id, { plan: "pro" }, opened + day)).rejects.toThrow("100 times");
    expect(faultsOf(await readBooks(billing, id))).toEqual([]);
    expect(await changePlan(billing, id, { plan: "pro" }, opened + 31 * day)).toMatchObject({
      effective: "now",
    });
  });

  it("rejects a plan change with both or neither of a quote and a plan, or with a daily limit by the owner", async () => {
    const { quote } = await previewPlanChange(billing, id, { plan: "pro" }, opened);
    for (const order of [{}, { plan: "pro" as const, quote }, { quote, effective: "now" as const }])
      await expect(changePlan(billing, id, order, opened)).rejects.toThrow(
        "expected either plan or quote, and effective only with plan",
      );
    const generous = { plan: "pro" as const, dailyLimit: 1_000_000 };
    await expect(changePlan(billing, id, generous, opened)).rejects.toThrow("dailyLimit");
  });

  it("expires a quote when a payment changes the amount due", async () => {
    await changePlan(billing, id, { plan: "pro" }, opened);
    const { quote } = await previewPlanChange(billing, id, { plan: "enterprise" }, opened + day);
    await markInvoicePaid(billing, id, "00000001", opened + day);
    await expect(changePlan(billing, id, { quote }, opened + day)).rejects.toMatchObject({
      code: "quote_expired",
    });
  });

  it("charges the quoted price if the operator changes the price within its 15 minutes", async () => {
    const shown = await previewPlanChange(billing, id, { plan: "pro" }, opened);
    const pro = { ...defaultPlans.pro, price: { amount: 9900, currency: "usd" } };
    const dearer = { ...billing, plans: { ...defaultPlans, pro } };
    const { total } = await changePlan(dearer, id, { quote: shown.quote }, opened + 60_000);
    expect(total).toEqual(shown.total);
  });
});

describe("operator limits", () => {
  it("applies an operator's limit immediately, and again when the account returns to the plan", async () => {
    await changePlan(billing, id, { plan: "enterprise", dailyLimit: 250_000 }, opened, { by: "operator" });
    expect(await limitAt(opened)).toBe(250_000);
    await changePlan(billing, id, { plan: "pro", effective: "now" }, opened + day);
    expect(await limitAt(opened + day)).toBe(10_000);
    await changePlan(billing, id, { plan: "enterprise" }, opened + 2 * day);
    expect(await limitAt(opened + 2 * day)).toBe(250_000);
  });

  it("changes an operator's limit without a ledger line, and removes it for the plan's own limit", async () => {
    await changePlan(billing, id, { plan: "enterprise", dailyLimit: 250_000 }, opened, { by: "operator" });
    await changePlan(billing, id, { plan: "enterprise", dailyLimit: 400_000 }, opened + day, {
      by: "operator",
    });
    expect(await limitAt(opened + day)).toBe(400_000);
    await changePlan(billing, id, { plan: "enterprise", dailyLimit: null }, opened + day, { by: "operator" });
    expect(await limitAt(opened + day)).toBe(100_000);
    expect((await readBooks(billing, id)).invoices).toHaveLength(1);
  });
});

describe("charges of billing cycles", () => {
  it("charges the first cycle of an account that was created on a paid plan, in a sweep", async () => {
    const paying = await open("pro");
    expect(await sweepBilling(billing, opened + 60_000)).toBe(1);
    expect((await readBooks(billing, paying)).invoices).toMatchObject([{ total: 2900, status: "open" }]);
    expect(await sweepBilling(billing, opened + 60_000)).toBe(0);
  });

  it("uses up the credit of a downgrade before an amount is due", async () => {
    await changePlan(billing, id, { plan: "enterprise" }, opened);
    await markInvoicePaid(billing, id, "00000001", opened);
    await changePlan(billing, id, { plan: "pro", effective: "now" }, opened + 15 * day);
    const { credit } = await getPlan(billing, id, opened + 15 * day);
    expect(credit.amount).toBe(14_950 - 1450);
    await getPlan(billing, id, opened + 31 * day);
    const books = await readBooks(billing, id);
    expect(books.invoices.at(-1)).toMatchObject({
      total: 2900,
      creditApplied: 2900,
      amountDue: 0,
      status: "paid",
    });
  });

  it("gives no credit for an invoice that was never paid", async () => {
    await changePlan(billing, id, { plan: "enterprise" }, opened);
    await changePlan(billing, id, { plan: "free", effective: "now" }, opened + 3_600_000);
    await changePlan(billing, id, { plan: "pro" }, opened + 7_200_000);
    const [first, , last] = (await readBooks(billing, id)).invoices;
    expect(first).toMatchObject({ status: "open", amountDue: 41 });
    expect(last).toMatchObject({ creditApplied: 0, amountDue: 2892 });
  });

  it("stops charging an account once it is closed", async () => {
    await changePlan(billing, id, { plan: "pro" }, opened);
    await closeAccount(billing, id, opened + day);
    await sweepBilling(billing, opened + 100 * day);
    expect((await readBooks(billing, id)).invoices).toHaveLength(1);
    expect(await sweepBilling(billing, opened + 200 * day)).toBe(0);
    await expect(changePlan(billing, id, { plan: "enterprise" }, opened + day)).rejects.toMatchObject({
      code: "conflict",
    });
  });

  it("charges no past cycles when the host changed the plan without billing", async () => {
    await changePlan(billing, id, { plan: "pro" }, opened);
    await changePlan(billing, id, { plan: "free", effective: "now" }, opened);
    await setPlan(billing, id, "pro");
    await getPlan(billing, id, opened + 100 * day);
    expect((await readBooks(billing, id)).invoices.map(({ total }) => total)).toEqual([2900, -2900, 2900]);
  });

  it("changes to the scheduled plan at the end of the cycle, in every process, before a sweep closes the cycle", async () => {
    await changePlan(billing, id, { plan: "pro" }, opened);
    await changePlan(billing, id, { plan: "free" }, opened + day);
    const found = await getAccount(billing.documents, id);
    const end = Date.parse("2027-05-01T00:00:00Z");
    expect([end - 1, end].map((at) => found && planAt(found.value, at).plan)).toEqual(["pro", "free"]);
    await expect(cancelPlanChange(billing, id, end)).rejects.toMatchObject({ code: "conflict" });
  });
});

describe("the ledger", () => {
  it("books a payment once, however often it is recorded", async () => {
    await changePlan(billing, id, { plan: "pro" }, opened);
    const pay = () => markInvoicePaid(billing, id, "00000001", opened + day);
    const paid = await Promise.all([pay(), pay(), pay()]);
    expect(paid.map(({ status, amountPaid }) => [status, amountPaid])).toEqual(
      paid.map(() => ["paid", 2900]),
    );
    const books = await readBooks(billing, id);
    expect(books.lines.map(({ kind, amount }) => [kind, amount])).toEqual([
      ["charge", 2900],
      ["payment", -2900],
    ]);
    expect(faultsOf(books)).toEqual([]);
  });

  it("rejects a plan in another currency than the ledger", async () => {
    await changePlan(billing, id, { plan: "pro" }, opened);
    const pro = { ...defaultPlans.pro, price: { amount: 2900, currency: "eur" } };
    const mixed = { ...billing, plans: { ...defaultPlans, pro } };
    await expect(getPlan(mixed, id, opened)).rejects.toThrow("The pro plan is priced in eur");
  });
});
