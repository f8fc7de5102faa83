import { memoryDocuments, memoryUsage } from "@tools-api/adapters/storage/memory";
import { defaultPlans, type PlanName } from "@tools-api/core";
import { createAccount, setPlan } from "@tools-api/core/accounts";
import { changePlan, getPlan, previewPlanChange, type QuotedBilling } from "@tools-api/core/billing";
import { beforeEach, describe, expect, it } from "vitest";
import { faultsOf, readBooks } from "./books.ts";
import { hmacQuotes } from "./hmac-quotes.ts";

const opened = Date.parse("2027-04-01T00:00:00Z");
const day = 86_400_000;

let billing: QuotedBilling;
let id: string;

async function open(plan: PlanName): Promise<string> {
  const fields = { email: `${crypto.randomUUID()}@example.com`, plan };
  return (await createAccount(billing.documents, fields, { at: opened })).id;
}

beforeEach(async () => {
  const stores = { documents: memoryDocuments(), usage: memoryUsage() };
  billing = { ...stores, plans: defaultPlans, quotes: hmacQuotes() };
  id = await open("free");
});

describe("plan changes", () => {
  it("stores an answer with instants as text, as earlier releases do, and returns them as numbers", async () => {
    const order = () => changePlan(billing, id, { plan: "pro" }, { now: opened, idempotencyKey: "click" });
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

  it("rejects a plan change after a hundred in one cycle, and keeps all of their lines", async () => {
    for (let change = 0; change < 100; change++) {
      const plan = change % 2 === 0 ? "pro" : "free";
      await changePlan(billing, id, { plan, effective: "now" }, { now: opened + change * 60_000 });
    }
    await expect(changePlan(billing, id, { plan: "pro" }, { now: opened + day })).rejects.toThrow(
      "100 times",
    );
    expect(faultsOf(await readBooks(billing, id))).toEqual([]);
    expect(await changePlan(billing, id, { plan: "pro" }, { now: opened + 31 * day })).toMatchObject({
      effective: "now",
    });
  });

  it("rejects a plan change with both or neither of a quote and a plan, or with a daily limit by the owner", async () => {
    const { quote } = await previewPlanChange(billing, id, { plan: "pro" }, opened);
    for (const order of [{}, { plan: "pro" as const, quote }, { quote, effective: "now" as const }])
      await expect(changePlan(billing, id, order, { now: opened })).rejects.toThrow(
        "expected either plan or quote, and effective only with plan",
      );
    const generous = { plan: "pro" as const, dailyLimit: 1_000_000 };
    await expect(changePlan(billing, id, generous, { now: opened })).rejects.toThrow("dailyLimit");
  });
});

describe("charges of billing cycles", () => {
  it("charges no past cycles when the host changed the plan without billing", async () => {
    await changePlan(billing, id, { plan: "pro" }, { now: opened });
    await changePlan(billing, id, { plan: "free", effective: "now" }, { now: opened });
    await setPlan(billing, id, { plan: "pro" });
    await getPlan(billing, id, opened + 100 * day);
    expect((await readBooks(billing, id)).invoices.map(({ total }) => total)).toEqual([2900, -2900, 2900]);
  });
});

describe("the ledger", () => {
  it("rejects a plan in another currency than the ledger", async () => {
    await changePlan(billing, id, { plan: "pro" }, { now: opened });
    const pro = { ...defaultPlans.pro, price: { amount: 2900, currency: "eur" } };
    const mixed = { ...billing, plans: { ...defaultPlans, pro } };
    await expect(getPlan(mixed, id, opened)).rejects.toThrow("The pro plan is priced in eur");
  });
});
