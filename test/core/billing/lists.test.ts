import { memoryDocuments, memoryUsage } from "@tools-api/adapters/storage/memory";
import { defaultPlans } from "@tools-api/core";
import { createAccount } from "@tools-api/core/accounts";
import {
  changePlan,
  listInvoices,
  listLedger,
  type NumberedPage,
  type QuotedBilling,
} from "@tools-api/core/billing";
import { beforeAll, describe, expect, it } from "vitest";
import { readBooks } from "./books.ts";
import { hmacQuotes } from "./hmac-quotes.ts";

const opened = Date.parse("2027-04-01T00:00:00Z");
const stores = { documents: memoryDocuments(), usage: memoryUsage() };
const billing: QuotedBilling = { ...stores, plans: defaultPlans, quotes: hmacQuotes() };
let id: string;

beforeAll(async () => {
  id = (await createAccount(stores.documents, { email: "ada@example.com" }, { at: opened })).id;
  // A second account, whose keys sort after the first one's.
  const other = await createAccount(stores.documents, { email: "bob@example.com" }, { at: opened });
  for (const account of [id, other.id])
    for (let day = 0; day < 7; day++) {
      const plan = day % 2 === 0 ? "enterprise" : "pro";
      await changePlan(billing, account, { plan, effective: "now" }, { now: opened + day * 86_400_000 });
    }
});

async function pagesOf(
  list: (page: NumberedPage) => Promise<{ id: string; number: number }[]>,
  limit: number,
): Promise<number[]> {
  const numbers: number[] = [];
  for (let after: string | undefined; ;) {
    const page = await list({ order: "desc", limit, after });
    numbers.push(...page.map(({ number }) => number));
    after = page.at(-1)?.id;
    if (after === undefined) return numbers;
  }
}

describe("invoices and ledger, newest first", () => {
  it("lists every invoice and ledger number once and no others, whatever the page size", async () => {
    const { invoices, lines } = await readBooks(billing, id);
    expect([invoices.length, lines.length]).toEqual([7, 13]);
    for (let limit = 1; limit <= 14; limit++) {
      const found = await pagesOf((page) => listInvoices(stores.documents, id, page), limit);
      expect(found).toEqual([7, 6, 5, 4, 3, 2, 1]);
      const ledger = await pagesOf((page) => listLedger(stores.documents, id, page), limit);
      expect(ledger).toEqual(lines.map(({ number }) => number).toReversed());
    }
  });
});
