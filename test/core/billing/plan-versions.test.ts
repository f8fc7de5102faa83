import { memoryDocuments, memoryUsage } from "@tools-api/adapters/storage/memory";
import { createMeter, defaultPlans, type Plans, systemClock } from "@tools-api/core";
import { type Account, closeAccount, createAccount, getAccount, type Stores } from "@tools-api/core/accounts";
import {
  type Billing,
  changePlan,
  dailyLimitAt,
  getPlan,
  listInvoices,
  openingPlan,
  previewPlanChange,
  reactivateAccount,
  readPlans,
  recordFailedPayment,
  suspendAccount,
  sweepBilling,
  termsAt,
} from "@tools-api/core/billing";
import { plansInUse } from "@tools-api/core/internal";
import { beforeEach, describe, expect, it } from "vitest";
import { faultsOf, readBooks } from "./books.ts";
import { hmacQuotes } from "./hmac-quotes.ts";

const day = 86_400_000;
// A cycle of thirty days begins, then one of 31.
const opened = Date.parse("2027-04-01T00:00:00Z");
const second = Date.parse("2027-05-01T00:00:00Z");
const third = Date.parse("2027-06-01T00:00:00Z");

const price = (amount: number) => ({ amount, currency: "eur" });
const hobby = { name: "hobby", price: price(0), daily_limit: 100 };
const first = { version: 1, price: price(3000), daily_limit: 1_000, per_minute: 60 };
const team = { name: "team", ...first };
const before = readPlans({ plans: [hobby, team] });
const after = readPlans({
  plans: [
    hobby,
    { ...team, version: 2, price: price(6000), daily_limit: 500, per_minute: 30, previous: [first] },
    { name: "gold", price: price(9000), daily_limit: 9_000, is_offered: false },
  ],
});

let stores: Stores;
beforeEach(() => {
  stores = { documents: memoryDocuments(), usage: memoryUsage() };
});

function billing(plans: Plans) {
  return { ...stores, plans, quotes: hmacQuotes() };
}

async function open(plans: Plans, plan?: string, at = opened): Promise<string> {
  const fields = { email: `${crypto.randomUUID()}@example.com`, ...openingPlan(plans, plan) };
  return (await createAccount(stores.documents, fields, { at })).id;
}

async function read(id: string): Promise<Account> {
  const found = await getAccount(stores.documents, id);
  if (!found) throw new Error("The account is gone.");
  return found.value;
}

/** Returns the totals of the invoices of an account, and requires that its books add up. */
async function totals(id: string): Promise<number[]> {
  expect(faultsOf(await readBooks(stores, id))).toEqual([]);
  return (await listInvoices(stores.documents, id, { limit: 100 })).map(({ total }) => total);
}

const by = { by: "operator" } as const;

describe("versions of a plan", () => {
  it("keep the price and the limits of accounts that bought them, and new accounts get the new ones", async () => {
    const old = await open(before);
    await changePlan(billing(before), old, { plan: "team" }, { now: opened });
    const recent = await open(after);
    await changePlan(billing(after), recent, { plan: "team" }, { now: opened });
    const limits = async (id: string) => termsAt(await read(id), after, second);
    expect(await limits(old)).toMatchObject({
      version: 1,
      dailyLimit: 1_000,
      perMinute: 60,
      price: price(3000),
    });
    expect(await limits(recent)).toMatchObject({
      version: 2,
      dailyLimit: 500,
      perMinute: 30,
      price: price(6000),
    });
    for (const id of [old, recent]) await getPlan(billing(after), id, second);
    expect(await totals(old)).toEqual([3000, 3000]);
    expect(await totals(recent)).toEqual([6000, 6000]);
    expect(await getPlan(billing(after), old, second)).toMatchObject({
      plan: "team",
      version: 1,
      nextInvoice: { total: price(3000) },
      plans: [{ name: "hobby" }, { name: "team", price: price(6000) }],
    });
  });

  it("let an account return only to the latest one", async () => {
    const id = await open(before);
    await changePlan(billing(before), id, { plan: "team" }, { now: opened });
    await changePlan(billing(after), id, { plan: "hobby", effective: "now" }, { now: opened + day });
    await changePlan(billing(after), id, { plan: "team" }, { now: opened + 2 * day });
    expect(termsAt(await read(id), after, opened + 2 * day).version).toBe(2);
  });

  it("stay with a scheduled change and a quote, whatever the file lists when they take effect", async () => {
    const free = await open(before);
    const { quote } = await previewPlanChange(billing(before), free, { plan: "team" }, opened);
    await changePlan(billing(after), free, { quote }, { now: opened + 1000 });
    expect(termsAt(await read(free), after, opened + 1000)).toMatchObject({ version: 1, price: price(3000) });
    const paying = await open(after, "gold");
    await getPlan(billing(after), paying, opened);
    await changePlan(billing(after), paying, { plan: "team" }, { now: opened + day });
    const plans = readPlans({
      plans: [
        hobby,
        {
          ...team,
          version: 3,
          previous: [first, { ...first, version: 2, price: price(6000), daily_limit: 500 }],
        },
        { name: "gold", price: price(9000), daily_limit: 9_000 },
      ],
    });
    expect(dailyLimitAt(await read(paying), plans, second)).toBe(500);
    expect(await getPlan(billing(plans), paying, second)).toMatchObject({ version: 2, price: price(6000) });
    expect(await totals(paying)).toEqual([9000, 6000]);
  });

  it("fall back to the latest one if the file no longer lists them, and are found at the start", async () => {
    const id = await open(after, "team");
    await open(after, "gold");
    expect(await plansInUse(stores.documents)).toEqual([{ plan: "gold" }, { plan: "team", planVersion: 2 }]);
    const plans = readPlans({ plans: [hobby, { ...team, version: 4, daily_limit: 7 }] });
    expect(termsAt(await read(id), plans, opened)).toMatchObject({ version: 4, dailyLimit: 7 });
  });

  it("are chosen by an operator, prorated", async () => {
    const id = await open(before, "team");
    await getPlan(billing(before), id, opened);
    const order = { plan: "team", dailyLimit: null, version: 2 };
    const changed = await changePlan(billing(after), id, order, { now: opened + 15 * day, ...by });
    expect(changed.lines.map(({ kind, amount }) => [kind, amount.amount])).toEqual([
      ["credit", -1500],
      ["charge", 3000],
    ]);
    await expect(
      changePlan(billing(after), id, { ...order, version: 5 }, { now: opened, ...by }),
    ).rejects.toThrow("version: expected 1, 2, received 5");
  });

  it("apply their limits to the next call in another process", async () => {
    const id = await open(before);
    const usage = memoryUsage();
    const shared = { documents: stores.documents, usage };
    const meter = createMeter({ usage, plans: after, clock: systemClock });
    const principal = async () => {
      const found = await getAccount(shared.documents, id);
      if (!found) throw new Error("The account is gone.");
      const credential = { method: "api_key" as const, id: "key_a", name: "", scopes: null, expiresAt: null };
      return { account: found.value, credential, fences: [{ id: found.key, revision: found.version }] };
    };
    // The other process keeps the account as it read it first.
    const cached = await principal();
    const limit = async () => (await meter.admit(cached, "profile", principal)).allowances[0]?.limit;
    expect(await limit()).toBe(100);
    await changePlan({ ...shared, plans: before }, id, { plan: "team" }, { now: Date.now() });
    expect(await limit()).toBe(1_000);
    const order = { plan: "team", version: 2, dailyLimit: null };
    await changePlan({ ...shared, plans: after }, id, order, { now: Date.now(), ...by });
    expect(await limit()).toBe(500);
  });
});

describe("a price that changes without a version", () => {
  const costless = { ...defaultPlans, pro: { ...defaultPlans.pro, price: { amount: 0, currency: "usd" } } };

  it("charges an account in a cycle that cost nothing from its next cycle on, and no read charges for the running one", async () => {
    const id = await open(costless);
    await changePlan(billing(costless), id, { plan: "pro", effective: "now" }, { now: opened });
    // Ten days after the second cycle began, the plan gets a price.
    const read = () => getPlan(billing(defaultPlans), id, second + 10 * day);
    expect((await read()).price.amount).toBe(0);
    expect((await read()).nextInvoice?.total.amount).toBe(2900);
    expect(await totals(id)).toEqual([]);
    expect((await getPlan(billing(defaultPlans), id, third)).price.amount).toBe(2900);
    expect(await totals(id)).toEqual([2900]);
  });

  it("charges every cycle that began after it, also those that began while no server ran", async () => {
    const id = await open(costless);
    await changePlan(billing(costless), id, { plan: "pro", effective: "now" }, { now: opened });
    await sweepBilling(billing(defaultPlans), opened + 10 * day);
    await sweepBilling(billing(defaultPlans), third);
    expect(await totals(id)).toEqual([2900, 2900]);
  });

  it("is not charged for the rest of a running cycle at a reactivation", async () => {
    const id = await open(costless, "pro");
    await getPlan(billing(costless), id, opened);
    await suspendAccount(billing(costless), id, { reason: "Leaked." }, opened + day);
    await getPlan(billing(defaultPlans), id, opened + 2 * day);
    await reactivateAccount(billing(defaultPlans), id, opened + 3 * day);
    expect(await totals(id)).toEqual([]);
    await getPlan(billing(defaultPlans), id, second);
    expect(await totals(id)).toEqual([2900]);
  });

  it("charges an account that opens after it for its first cycle, and a higher price from the next cycle", async () => {
    const id = await open(before, "team");
    await getPlan(billing(before), id, opened);
    const higher = readPlans({ plans: [hobby, { ...team, price: price(4000) }] });
    await getPlan(billing(higher), id, opened + day);
    const recent = await open(higher, "team", opened + 2 * day);
    await getPlan(billing(higher), recent, opened + 2 * day);
    await getPlan(billing(higher), id, second);
    expect(await totals(id)).toEqual([3000, 4000]);
    expect(await totals(recent)).toEqual([4000]);
  });
});

describe("an agreed price", () => {
  it("is prorated from now, charged at each cycle, and found again when the account returns", async () => {
    const id = await open(before, "team");
    await getPlan(billing(before), id, opened);
    const order = { plan: "team", dailyLimit: 5_000, price: 1500 };
    const agreed = await changePlan(billing(before), id, order, { now: opened + 10 * day, ...by });
    expect(agreed.lines.map(({ kind, amount }) => [kind, amount.amount])).toEqual([
      ["credit", -2000],
      ["charge", 1000],
    ]);
    expect(agreed.nextInvoice?.total).toEqual(price(1500));
    await changePlan(billing(before), id, { plan: "hobby", effective: "now" }, { now: second });
    expect(termsAt(await read(id), before, second)).toMatchObject({ price: price(0), dailyLimit: 100 });
    const { total } = await changePlan(billing(before), id, { plan: "team" }, { now: second });
    expect(total).toEqual(price(1500));
    expect(termsAt(await read(id), before, second)).toMatchObject({ price: price(1500), dailyLimit: 5_000 });
  });

  it("stays if an operator changes only the limit, and ends with null", async () => {
    const id = await open(before, "team");
    const set = (order: object, at: number) =>
      changePlan(billing(before), id, { plan: "team", dailyLimit: null, ...order }, { now: at, ...by });
    await set({ price: 0 }, opened);
    await set({ dailyLimit: 7 }, opened + day);
    expect(termsAt(await read(id), before, opened + day)).toMatchObject({ price: price(0), dailyLimit: 7 });
    await set({ price: null }, opened + 15 * day);
    expect((await totals(id)).at(-1)).toBe(1500);
    await getPlan(billing(before), id, second);
    expect((await totals(id)).at(-1)).toBe(3000);
  });

  it("decides whether a change is an upgrade", async () => {
    const id = await open(after, "team");
    await getPlan(billing(after), id, opened);
    await changePlan(
      billing(after),
      id,
      { plan: "gold", dailyLimit: null, price: 100 },
      { now: opened, ...by },
    );
    expect(await changePlan(billing(after), id, { plan: "team" }, { now: opened + day })).toMatchObject({
      effective: "now",
    });
  });

  it.each([
    [{ price: -1 }, "price: expected an integer from 0 to 100000000"],
    [{ price: 0.5 }, "price: expected an integer from 0 to 100000000"],
    [{ price: Number.NaN }, "price: expected an integer from 0 to 100000000"],
    [{ plan: "Gold" }, 'plan: expected hobby, team, gold, received "Gold"'],
    [{ plan: "constructor" }, 'plan: expected hobby, team, gold, received "constructor"'],
  ])("rejects %j", async (fields, message) => {
    const id = await open(after);
    const order = { plan: "team", dailyLimit: null, ...fields };
    await expect(changePlan(billing(after), id, order, { now: opened, ...by })).rejects.toThrow(message);
  });
});

describe("a default plan of another name", () => {
  async function pastDue(plans: Plans): Promise<{ id: string; billing: Billing }> {
    const id = await open(plans);
    await changePlan(billing(plans), id, { plan: "team" }, { now: opened });
    await recordFailedPayment(billing(plans), { account: id, id: "00000001" }, { attempt: 0 }, opened + day);
    return { id, billing: billing(plans) };
  }

  it("is the plan after the grace period", async () => {
    const { id, billing } = await pastDue(before);
    expect(await getPlan(billing, id, opened + 15 * day - 1)).toMatchObject({ plan: "team" });
    expect(await getPlan(billing, id, opened + 15 * day)).toMatchObject({
      plan: "hobby",
      dailyLimit: 100,
      graceEndsAt: null,
    });
  });

  it("is the plan of a closed account from its next cycle, which is not charged", async () => {
    const id = await open(before, "team");
    await getPlan(billing(before), id, opened);
    await closeAccount(stores, id, opened + day);
    await getPlan(billing(before), id, second);
    expect(await read(id)).toMatchObject({ plan: "hobby" });
    expect(await totals(id)).toEqual([3000]);
  });

  it("costs a closed account nothing, also if a price was agreed for it", async () => {
    const id = await open(before);
    await changePlan(
      billing(before),
      id,
      { plan: "hobby", dailyLimit: null, price: 500 },
      { now: opened, ...by },
    );
    await closeAccount(stores, id, opened + day);
    await getPlan(billing(before), id, second);
    expect(await totals(id)).toEqual([500]);
  });

  it("is the plan of an account on a plan that is not listed, at no charge, until it is listed again", async () => {
    const id = await open(after, "gold");
    await getPlan(billing(after), id, opened);
    expect(await getPlan(billing(before), id, second)).toMatchObject({ plan: "hobby", dailyLimit: 100 });
    expect(await totals(id)).toEqual([9000]);
    expect(await getPlan(billing(after), id, third)).toMatchObject({ plan: "gold", dailyLimit: 9_000 });
    expect(await totals(id)).toEqual([9000, 9000]);
  });
});
