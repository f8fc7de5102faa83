import { readFile } from "node:fs/promises";
import { memoryDocuments, memoryUsage } from "@tools-api/adapters/storage/memory";
import { defaultPlans, type PlanName } from "@tools-api/core";
import { createAccount } from "@tools-api/core/accounts";
import { changePlan, getPlan, markInvoicePaid, type QuotedBilling } from "@tools-api/core/billing";
import { describe, expect, it } from "vitest";
import { readBooks } from "./books.ts";
import { hmacQuotes } from "./hmac-quotes.ts";

const at = (date: string) => Date.parse(`${date}T00:00:00Z`);

function dollars(cents: number): string {
  return `${cents < 0 ? "−" : ""}$${(Math.abs(cents) / 100).toFixed(2)}`;
}

describe("the example of the billing guide", () => {
  it("shows the actual cost of an upgrade on day 10 of 30, a downgrade and another upgrade", async () => {
    const stores = { documents: memoryDocuments(), usage: memoryUsage() };
    const billing: QuotedBilling = { ...stores, plans: defaultPlans, quotes: hmacQuotes() };
    const fields = { email: "ada@example.com", plan: "pro" as const };
    const { id } = await createAccount(stores.documents, fields, { at: at("2027-04-01") });
    const pay = (invoice: string, date: string) =>
      markInvoicePaid(billing, { account: id, id: invoice }, at(date));
    const change = (plan: PlanName, date: string) =>
      changePlan(billing, id, { plan, effective: "now" }, { now: at(date) });

    await getPlan(billing, id, at("2027-04-01"));
    await pay("00000001", "2027-04-01");
    await change("enterprise", "2027-04-11");
    await pay("00000002", "2027-04-11");
    await change("pro", "2027-04-21");
    await change("enterprise", "2027-04-26");
    const { credit } = await getPlan(billing, id, at("2027-05-01"));
    expect(credit.amount).toBe(0);

    const { invoices } = await readBooks(stores, id);
    const rows = invoices.map(({ at: instant, lines, total, creditApplied, amountPaid, amountDue }) => {
      const what = lines.map(({ kind, plan, amount }) => `${kind} ${plan} ${dollars(amount)}`).join(", ");
      const toPay = dollars(amountPaid + amountDue);
      const day = new Date(instant).toISOString().slice(0, 10);
      return `| ${day} | ${what} | ${dollars(total)} | ${dollars(creditApplied)} | ${toPay} |`;
    });
    expect(rows).toHaveLength(5);
    const path = "../../../packages/server/guides/billing.md";
    const guide = await readFile(new URL(path, import.meta.url), "utf8");
    expect(guide.replaceAll(/ +/g, " ")).toContain(rows.join("\n"));
  });
});
