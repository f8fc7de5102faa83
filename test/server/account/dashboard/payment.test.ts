import { defaultPlans } from "@tools-api/core";
import { type PaymentFailure, recordFailedPayment } from "@tools-api/core/billing";
import { beforeEach, describe, expect, it } from "vitest";
import { type ManagementServer, managementServer } from "../../management-server.ts";
import { failPayment, paymentPages } from "../../payment-pages.ts";
import { openOwnerPages, type OwnerPages, wordsOf } from "./owner-pages.ts";
import { asBrowser, change, pageOf } from "./owner-plan.ts";

const opened = Date.parse("2027-04-01T00:00:00Z");

let now: number;
let server: ManagementServer;
let owner: OwnerPages;

beforeEach(async () => {
  now = opened;
  server = managementServer({ now: () => now, payments: paymentPages });
  owner = await openOwnerPages(server, { now });
  await change(owner, "plan=pro");
});

const billing = () => ({ documents: server.documents, usage: server.usage, plans: defaultPlans });

async function invoicePage(): Promise<string> {
  const response = await owner.get("/account/invoices/00000001", asBrowser);
  return wordsOf(await response.text());
}

describe("the plan page of a server with a payment provider", () => {
  it("leads to the provider's pages without a redirect, which the policy of the form's page would block", async () => {
    const plan = await pageOf(owner, "/plan");
    for (const [action, label, target] of [
      ["/plan/payment-method", "Add a payment method", `https://pay.example/add/${owner.account}?back=`],
      ["/plan/portal", "Manage payment methods", `https://pay.example/manage/${owner.account}`],
    ] as const) {
      expect(plan).toContain(`action="${action}"`);
      expect(wordsOf(plan)).toContain(label);
      const response = await owner.post(action, []);
      expect(response.status).toBe(200);
      const html = await response.text();
      expect(html).toContain(`<meta http-equiv="refresh" content="0;url=${target}`);
      expect(wordsOf(html)).toContain("Continue to pay.example");
    }
  });

  it("retries a failed payment, and names the next instant if it was attempted today", async () => {
    expect(wordsOf(await pageOf(owner, "/plan"))).not.toContain("Retry payment");
    await failPayment(server, owner.account, now);
    expect(wordsOf(await pageOf(owner, "/plan"))).toContain("Retry payment");
    const response = await owner.post("/plan/retry-payments", []);
    expect([response.status, response.headers.get("Location")]).toEqual([303, "/plan?notice=retried"]);
    expect(wordsOf(await pageOf(owner, "/plan?notice=retried"))).toContain(
      "The server attempts the payment again within about a minute.",
    );
    await recordFailedPayment(billing(), { account: owner.account, id: "00000001" }, { attempt: 1 }, now);
    const refused = await owner.post("/plan/retry-payments", []);
    expect(refused.status).toBe(409);
    expect(wordsOf(await refused.text())).toContain("Try again after 2027-04-02T00:00:00.000Z");
  });

  it("opens at most 20 pages of the provider an hour", async () => {
    for (let opened = 0; opened < 20; opened++) await owner.ask("POST /account/plan/portal");
    expect((await owner.post("/plan/portal", [])).status).toBe(429);
    now += 3_600_000;
    expect((await owner.post("/plan/portal", [])).status).toBe(200);
  });
});

it("has no page for payment methods without a provider", async () => {
  const manual = managementServer({ now: () => now });
  const other = await openOwnerPages(manual, { now });
  expect(wordsOf(await pageOf(other, "/plan"))).not.toContain("payment method");
  expect((await other.post("/plan/payment-method", [])).status).toBe(409);
});

describe("the invoice page", () => {
  const fail = (failure: PaymentFailure) =>
    recordFailedPayment(billing(), { account: owner.account, id: "00000001" }, { attempt: 0, failure }, now);

  it("says in plain words why the payment failed and what to do, with the words of the bank", async () => {
    await fail({ status: "declined", reason: "Your card has expired." });
    expect(await invoicePage()).toContain(
      "Your bank declined the payment. Your card has expired. Check your payment method, or add another one.",
    );
  });

  it("has a link to the page on which the owner confirms the payment", async () => {
    const url = "https://hooks.stripe.com/3d_secure?a=1";
    await fail({ status: "action_required", reason: "Confirm.", url });
    const html = await (await owner.get("/account/invoices/00000001", asBrowser)).text();
    expect(html).toMatch(
      /<a class="no-print" href="https:\/\/hooks.stripe.com\/3d_secure\?a=1" rel="noreferrer">/,
    );
    expect(html).not.toContain("Manage payment");
  });

  it("does not show owners the words of a permanent failure, which operators read", async () => {
    await failPayment(server, owner.account, now);
    expect(await invoicePage()).toContain("The payment could not be made.");
    expect(JSON.stringify(await owner.ask("GET /account/invoices"))).not.toContain("sk_live");
    expect(await owner.ask("GET /account/invoices/00000001")).toMatchObject({
      payment_failure: { kind: "permanent", reason: null, url: null },
    });
    const operator = await server.operator();
    const listed = await server.call(`GET /operator/accounts/${owner.account}/invoices`, {
      bearer: operator.key,
    });
    expect(await listed.json()).toMatchObject({
      items: [{ payment_failure: { kind: "permanent", reason: "The key sk_live_… has expired." } }],
    });
    const page = await server.call(`GET /operator/console/${owner.account}`, { as: operator });
    const words = wordsOf(await page.text());
    expect(words).toContain("permanent: The key sk_live_… has expired.");
    expect(words).toContain("Retry payments");
  });
});
