import { defaultPlans } from "@tools-api/core";
import { closeAccount, createAccount, setRole } from "@tools-api/core/accounts";
import {
  changePlan,
  creditAccount,
  getInvoice,
  getPlan,
  markInvoicePaid,
  recordFailedPayment,
  setBillingDetails,
} from "@tools-api/core/billing";
import { beforeEach, describe, expect, it } from "vitest";
import { answerOf, type ManagementServer, managementServer } from "../management-server.ts";
import { openOwnerPages, type OwnerPages, wordsOf } from "../account/dashboard/owner-pages.ts";

const now = Date.parse("2026-11-24T12:00:00Z");
const day = 86_400_000;
let server: ManagementServer;
let operator: OwnerPages;

beforeEach(async () => {
  server = managementServer({ now: () => now });
  operator = await openOwnerPages(server, { now });
  await setRole(server, operator.account, "operator", now);
});

const billing = () => ({ documents: server.documents, usage: server.usage, plans: defaultPlans });

/** Opens an account that orders a plan at an instant. */
async function customer(email: string, plan = "pro", at = now): Promise<string> {
  const { id } = await createAccount(server.documents, { email }, { at });
  await changePlan(billing(), id, { plan }, { now: at });
  return id;
}

const pageOf = async (path: string) => wordsOf(await (await operator.get(path)).text());
const invoicePath = (account: string, id = "00000001") => `/operator/console/${account}/invoices/${id}`;
const stored = (account: string, id = "00000001") => getInvoice(server.documents, { account, id });

describe("the billing page of the console", () => {
  it("lists open balances with their age, their failures and the state of the account", async () => {
    const late = await customer("late@example.com", "pro", now - 20 * day);
    const failure = { status: "declined", reason: "Insufficient funds." } as const;
    await recordFailedPayment(
      billing(),
      { account: late, id: "00000001" },
      { attempt: 0, failure },
      now - 19 * day,
    );
    const paid = await customer("paid@example.com");
    await markInvoicePaid(billing(), { account: paid, id: "00000001" }, now);
    const closed = await customer("closed@example.com");
    await creditAccount(billing(), closed, { amount: 5000, reason: "Outage." }, now);
    await closeAccount(server, closed, now);
    const words = await pageOf("/operator/billing");
    expect(words).toContain("late@example.com active $29.00");
    expect(words).toContain("20 days old");
    expect(words).toContain("declined: Insufficient funds.");
    expect(words).toContain("Past due since Nov 5, 2026");
    expect(words).toContain(`${closed} closed $0.00 $21.00`);
    expect(words).not.toContain("paid@example.com");
  });

  it("returns every invoice as CSV in the order of the numbers, and disarms formulas", async () => {
    const first = await customer("one@example.com");
    const second = (await createAccount(server.documents, { email: "two@example.com" }, { at: now })).id;
    await setBillingDetails(server, second, { name: '=cmd|"x", Ltd' }, now);
    await changePlan(billing(), second, { plan: "enterprise" }, { now });
    const response = await operator.get("/operator/billing/invoices.csv");
    expect(response.headers.get("Content-Type")).toBe("text/csv; charset=utf-8");
    const lines = (await response.text()).trimEnd().split("\r\n");
    expect(lines[0]).toMatch(/^number,account,invoice,created_at,due_at,/);
    expect(lines.slice(1).map((line) => line.split(",").slice(0, 3))).toEqual([
      ["INV-000001", first, "00000001"],
      ["INV-000002", second, "00000001"],
    ]);
    expect(lines[2]).toContain(`"'=cmd|""x"", Ltd"`);
  });
});

describe("the page of an invoice in the console", () => {
  it("voids or writes off an open invoice with a reason", async () => {
    const account = await customer("one@example.com");
    const refused = await operator.post(invoicePath(account), [
      ["action", "void"],
      ["reason", ""],
    ]);
    expect(refused.status).toBe(422);
    expect(wordsOf(await refused.text())).toContain("Enter a reason of 1 to 200 characters.");
    const done = await operator.post(invoicePath(account), [
      ["action", "void"],
      ["reason", "Ordered <twice>."],
    ]);
    expect([done.status, done.headers.get("Location")]).toEqual([303, `${invoicePath(account)}?notice=done`]);
    expect(await stored(account)).toMatchObject({ status: "void", amountDue: 0 });
    const shown = await operator.ask(`GET /operator/accounts/${account}/invoices/00000001`);
    expect(shown).toMatchObject({ amount_adjusted: { amount: 2900 }, status: "void" });
    const other = await customer("two@example.com");
    await operator.post(invoicePath(other), [
      ["action", "write-off"],
      ["reason", "Insolvent."],
    ]);
    expect((await stored(other)).status).toBe("written_off");
  });

  it("records a refund once for each reference", async () => {
    const account = await customer("one@example.com");
    await markInvoicePaid(billing(), { account, id: "00000001" }, now);
    const fields: [string, string][] = [
      ["action", "refund"],
      ["amount", "9.00"],
      ["currency", "usd"],
      ["reference", "transfer-1"],
    ];
    for (let repeat = 0; repeat < 2; repeat++)
      expect((await operator.post(invoicePath(account), fields)).status).toBe(303);
    expect(await stored(account)).toMatchObject({ amountRefunded: 900, amountDue: 0 });
    expect(await pageOf(invoicePath(account))).toContain("Refunded $9.00");
    const refused = await operator.post(invoicePath(account), [
      ["action", "refund"],
      ["amount", "900"],
      ["currency", "usd"],
      ["reference", "transfer-2"],
    ]);
    expect(refused.status).toBe(409);
  });
});

describe("the page of an account in the console", () => {
  it("credits the account, pays credit out, and names the field of an error", async () => {
    const account = await customer("one@example.com");
    const page = `/operator/console/${account}`;
    const act = (action: string, amount: string, reason = "Outage.") =>
      operator.post(page, [
        ["action", action],
        ["amount", amount],
        ["currency", "usd"],
        ["credit_reason", reason],
      ]);
    const refused = await act("credit", "many", "");
    expect(refused.status).toBe(422);
    const words = wordsOf(await refused.text());
    expect(words).toContain("Enter an amount such as 29.00.");
    expect(words).toContain("Enter a purpose of 1 to 200 characters.");
    expect((await act("credit", "30")).headers.get("Location")).toBe(`${page}?notice=credit`);
    expect(await pageOf(page)).toContain("The account has a credit of $1.00.");
    expect((await act("payout", "1.01")).status).toBe(409);
    expect((await act("payout", "1,00")).status).toBe(303);
    expect((await getPlan(billing(), account, now)).credit.amount).toBe(0);
  });

  it("approves an upgrade that the owner requested", async () => {
    const { id } = await createAccount(server.documents, { email: "one@example.com" }, { at: now });
    await changePlan({ ...billing(), upgrades: "approved" }, id, { plan: "pro" }, { now });
    const page = `/operator/console/${id}`;
    expect(await pageOf(page)).toContain("The owner requested the pro plan");
    expect(await pageOf("/operator/billing")).toContain("for your approval");
    const done = await operator.post(page, [["action", "approve"]]);
    expect(done.headers.get("Location")).toBe(`${page}?notice=approve`);
    expect((await getPlan(billing(), id, now)).plan).toBe("pro");
  });
});

describe("the owner's pages", () => {
  it("save billing details, which later invoices show, and name each invalid field", async () => {
    const ada = await openOwnerPages(server, { now });
    const refused = await ada.post("/plan/buyer", [
      ["name", ""],
      ["address", Array.from({ length: 7 }, () => "Line").join("\n")],
      ["tax_id", "x".repeat(51)],
    ]);
    expect(refused.status).toBe(422);
    const words = wordsOf(await refused.text());
    for (const sentence of [
      "Enter a name of 1 to 200 characters.",
      "Enter at most six lines of up to 200 characters.",
      "Enter at most 50 characters.",
    ])
      expect(words).toContain(sentence);
    await ada.post("/plan/buyer", [
      ["name", "Analytical <Engines> Ltd"],
      ["address", "1 Road\r\nLondon"],
      ["tax_id", "GB1"],
    ]);
    await changePlan(billing(), ada.account, { plan: "pro" }, { now });
    const invoice = await (await ada.get("/account/invoices/00000001", { accept: "text/html" })).text();
    expect(wordsOf(invoice)).toContain("Billed to Analytical <Engines> Ltd 1 Road London Tax number GB1");
    await ada.post("/plan/buyer", [["remove", "true"]]);
    expect((await stored(ada.account)).buyer?.name).toBe("Analytical <Engines> Ltd");
    const account = await answerOf<{ billing_details: unknown }>(await ada.get("/account"));
    expect(account.billing_details).toBeNull();
  });

  it("show the credit and the amount due before an account is closed", async () => {
    const ada = await openOwnerPages(server, { now });
    await changePlan(billing(), ada.account, { plan: "pro" }, { now });
    expect(wordsOf(await (await ada.get("/profile/close")).text())).toContain("You still owe $29.00.");
    await creditAccount(billing(), ada.account, { amount: 5000, reason: "Outage." }, now);
    const words = wordsOf(await (await ada.get("/profile/close")).text());
    expect(words).toContain("Your account has a credit of $21.00. Closing the account does not pay it out.");
  });
});
