import { memoryDocuments, memoryUsage } from "@tools-api/adapters/storage/memory";
import { defaultPlans } from "@tools-api/core";
import { createAccount } from "@tools-api/core/accounts";
import { changePlan, type QuotedBilling } from "@tools-api/core/billing";
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
  id = (await createAccount(stores.documents, { email: "ada@example.com" }, { at: opened })).id;
});

async function expectGoodBooks() {
  expect(faultsOf(await readBooks(billing, id))).toEqual([]);
}

describe("an immediate downgrade", () => {
  /** Makes calls in a bucket, as the meter does. */
  async function use(units: number, at: number) {
    const window = { id: `day:${at}`, limit: 1e9, ends: at + day };
    const call = { account: id, endpoint: "profile by key_1", at, windows: [window], units, fences: [] };
    await billing.usage.consume({ id: crypto.randomUUID(), at, items: [call] });
  }

  const change = (plan: "free" | "pro" | "enterprise", now: number) =>
    changePlan(billing, id, { plan, effective: "now" }, { now });

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
