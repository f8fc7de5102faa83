import { memoryDocuments, memoryUsage } from "@tools-api/adapters/storage/memory";
import { defaultPlans } from "@tools-api/core";
import { createAccount } from "@tools-api/core/accounts";
import {
  type Billing,
  changePlan,
  getPlan,
  listInvoices,
  markInvoicePaid,
  sweepBilling,
} from "@tools-api/core/billing";
import { subscriptions } from "@tools-api/core/internal";
import { beforeEach, describe, expect, it } from "vitest";
import { faultsOf, readBooks } from "./books.ts";

const opened = Date.parse("2027-04-01T00:00:00Z");
const day = 86_400_000;
let billing: Billing;
let id: string;

beforeEach(async () => {
  const stores = { documents: memoryDocuments(), usage: memoryUsage() };
  billing = { ...stores, plans: defaultPlans };
  id = (await createAccount(stores.documents, { email: "ada@example.com" }, opened)).id;
});

const planAfter = async (now: number) => {
  await sweepBilling(billing, now);
  return getPlan(billing, id, now);
};

describe("a past-due account", () => {
  it("of an earlier release keeps its grace period until all its invoices are paid", async () => {
    await changePlan(billing, id, { plan: "pro" }, opened);
    const stored = await subscriptions.get(billing.documents, { account: id });
    if (!stored) throw new Error("There is no subscription.");
    const before = { ...stored.value, pastDueSince: opened + day };
    await billing.documents.commit([subscriptions.put({ account: id }, before)]);
    expect(await getPlan(billing, id, opened + 2 * day)).toMatchObject({
      status: "past_due",
      graceEndsAt: opened + 15 * day,
    });
    await markInvoicePaid(billing, id, "00000001", opened + 3 * day);
    expect(await getPlan(billing, id, opened + 3 * day)).toMatchObject({ status: "active" });
  });
});

describe("payment terms", () => {
  beforeEach(() => {
    billing = { ...billing, paymentTermsMs: 14 * day };
  });

  it("make an unpaid invoice past due on its due date, and take the plan after the grace period", async () => {
    await changePlan(billing, id, { plan: "pro" }, opened);
    const [invoice] = await listInvoices(billing.documents, id, { limit: 1 });
    expect(invoice?.dueAt).toBe(opened + 14 * day);
    expect(await planAfter(opened + 13 * day)).toMatchObject({ status: "active" });
    expect(await planAfter(opened + 14 * day)).toMatchObject({
      status: "past_due",
      graceEndsAt: opened + 28 * day,
    });
    expect(await planAfter(opened + 28 * day)).toMatchObject({ plan: "free" });
    expect(faultsOf(await readBooks(billing, id))).toEqual([]);
  });
});
