import { memoryDocuments, memoryUsage } from "@tools-api/adapters/storage/memory";
import { defaultPlans } from "@tools-api/core";
import { closeAccount, createAccount } from "@tools-api/core/accounts";
import {
  type Billing,
  changePlan,
  creditAccount,
  getInvoice,
  listInvoices,
  listLedger,
  listNumberedInvoices,
  markInvoicePaid,
  payOutCredit,
  recordPayment,
  voidInvoice,
  writeOffInvoice,
} from "@tools-api/core/billing";
import { beforeEach, describe, expect, it } from "vitest";
import { faultsOf, readBooks } from "./books.ts";

const opened = Date.parse("2027-04-01T00:00:00Z");
const day = 86_400_000;
let billing: Billing;
let id: string;

async function newAccount(): Promise<string> {
  const email = `${crypto.randomUUID()}@example.com`;
  return (await createAccount(billing.documents, { email }, opened)).id;
}

beforeEach(async () => {
  billing = { documents: memoryDocuments(), usage: memoryUsage(), plans: defaultPlans };
  id = await newAccount();
});

const books = async () => {
  const found = await readBooks(billing, id);
  expect(faultsOf(found)).toEqual([]);
  return found;
};

describe("a void invoice", () => {
  it("is refused if it is paid, also in part, and without a reason", async () => {
    await changePlan(billing, id, { plan: "pro" }, opened);
    await expect(voidInvoice(billing, id, "00000001", " ", opened)).rejects.toMatchObject({
      code: "invalid_parameter",
    });
    await expect(voidInvoice(billing, id, "00000009", "None.", opened)).rejects.toMatchObject({
      code: "not_found",
    });
    const voidIt = () => voidInvoice(billing, id, "00000001", "Late.", opened);
    await recordPayment(billing, id, "00000001", { amount: 1000, reference: "pi_1" }, opened);
    await expect(voidIt()).rejects.toMatchObject({ code: "conflict" });
    await markInvoicePaid(billing, id, "00000001", opened);
    await expect(voidIt()).rejects.toMatchObject({
      code: "conflict",
      message: "The invoice 00000001 has nothing due. Its status is paid.",
    });
  });
});

describe("a credit by the operator", () => {
  it("of a closed account is visible and paid out, and its invoices are listed and settled", async () => {
    await changePlan(billing, id, { plan: "enterprise" }, opened);
    await closeAccount(billing, id, opened + day);
    expect(await listInvoices(billing.documents, id, { limit: 10 })).toHaveLength(1);
    await writeOffInvoice(billing, id, "00000001", "Closed.", opened + day);
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
    await Promise.all(accounts.map((account) => changePlan(billing, account, { plan: "pro" }, opened)));
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
    await changePlan(billing, id, { plan: "pro" }, opened);
    const other = await newAccount();
    await changePlan({ ...billing, invoicing: { series: "2028-" } }, other, { plan: "pro" }, opened);
    expect((await getInvoice(billing.documents, id, "00000001")).serial).toBe("INV-000001");
    expect((await getInvoice(billing.documents, other, "00000001")).serial).toBe("2028-000001");
  });
});
