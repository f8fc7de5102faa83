import { ToolsError } from "@tools-api/core";
import { defaultPlan, offeredPlans, openingPlan, readPlans } from "@tools-api/core/billing";
import { describe, expect, it } from "vitest";

const price = (amount: number, currency = "eur") => ({ amount, currency });
const hobby = { name: "hobby", price: price(0), daily_limit: 100 };
const team = { name: "team", price: price(4900), daily_limit: 50_000, version: 3 };
const earlier = (version: number, amount = 3900) => ({ version, price: price(amount), daily_limit: 40_000 });

/** Returns the errors of a file: their pointers and details. */
function faultsOf(value: unknown): string[] {
  try {
    readPlans(value);
  } catch (error) {
    if (error instanceof ToolsError && error.code === "invalid_parameter")
      return (error.errors ?? []).map(({ pointer, detail }) => `${pointer}: ${detail}`);
    throw error;
  }
  return [];
}

describe("readPlans", () => {
  it("keeps the order, and reads every field of a plan", () => {
    const labels = { title: "For teams", description: "Up to 20 people.", is_offered: false };
    const limits = { per_minute: 600, per_second: 20, unverified_daily_limit: 10 };
    const plans = readPlans({
      plans: [hobby, { ...team, ...labels, ...limits, previous: [earlier(1), earlier(2)] }],
    });
    expect(Object.keys(plans)).toEqual(["hobby", "team"]);
    expect(plans["team"]).toEqual({
      name: "team",
      version: 3,
      title: "For teams",
      description: "Up to 20 people.",
      isOffered: false,
      isDefault: false,
      unverifiedDailyLimit: 10,
      price: price(4900),
      dailyLimit: 50_000,
      perMinute: 600,
      perSecond: 20,
      previous: [1, 2].map((version) => ({
        version,
        price: price(3900),
        dailyLimit: 40_000,
        perMinute: null,
        perSecond: null,
      })),
    });
    expect(offeredPlans(plans).map(({ name }) => name)).toEqual(["hobby"]);
  });

  it("opens accounts on the plan that is marked, otherwise on the first that costs nothing", () => {
    const trial = { ...hobby, name: "trial" };
    expect(defaultPlan(readPlans({ plans: [team, hobby, trial] })).name).toBe("hobby");
    const marked = readPlans({ plans: [team, hobby, { ...trial, is_default: true, version: 2 }] });
    expect(openingPlan(marked)).toEqual({ plan: "trial", planVersion: 2 });
    expect(openingPlan(marked, "team")).toEqual({ plan: "team", planVersion: 3 });
    expect(openingPlan(marked, "gone")).toEqual({ plan: "trial", planVersion: 2 });
  });

  it("accepts a plan named constructor, and no plan of the same name in an object that lacks it", () => {
    expect(openingPlan(readPlans({ plans: [hobby] }), "constructor")).toEqual({ plan: "hobby" });
    expect(
      openingPlan(readPlans({ plans: [hobby, { ...hobby, name: "constructor" }] }), "constructor"),
    ).toEqual({
      plan: "constructor",
    });
  });

  it.each([
    [null, "#/options: expected an object, received null"],
    [{}, "#/plans: expected an array, received nothing"],
    [
      { plans: Array.from({ length: 21 }, (_, index) => ({ ...hobby, name: `p${index}` })) },
      "#/plans: expected at most 20 items, received an array",
    ],
    [
      { plans: [{ ...hobby, name: "Hobby" }] },
      '#/plans/0/name: expected at most 32 of a-z, 0-9, _ and -, a letter first, received "Hobby"',
    ],
    [{ plans: [hobby, hobby] }, '#/plans/1/name: expected a name that no other plan has, received "hobby"'],
    [
      { plans: [{ ...hobby, price: price(-1) }] },
      "#/plans/0/price/amount: expected an integer from 0 to 100000000, in the currency's minor unit, received -1",
    ],
    [
      { plans: [{ ...hobby, price: price(0, "EUR") }] },
      '#/plans/0/price/currency: expected a currency of ISO 4217 in lower case, such as usd, received "EUR"',
    ],
    [
      { plans: [hobby, { ...team, price: price(4900, "usd") }] },
      '#/plans/1/price/currency: expected eur, the currency of the first plan, received "usd"',
    ],
    [
      { plans: [{ ...hobby, daily_limit: "100" }] },
      '#/plans/0/daily_limit: expected an integer from 1 to 1000000000000, received "100"',
    ],
    [
      { plans: [{ ...hobby, per_minute: 0 }] },
      "#/plans/0/per_minute: expected an integer from 1 to 1000000000000, or null for no such limit, received 0",
    ],
    [
      { plans: [{ ...hobby, description: "x".repeat(201) }] },
      `#/plans/0/description: expected a string of 1 to 200 characters, without control or bidirectional characters, received "${"x".repeat(40)}"… (201 characters)`,
    ],
    [
      { plans: [{ ...hobby, description: "two\nlines" }] },
      '#/plans/0/description: expected a string of 1 to 200 characters, without control or bidirectional characters, received "two\\nlines"',
    ],
    [{ plans: [{ ...hobby, dailylimit: 5 }] }, "#/plans/0/dailylimit: expected no such member"],
    [{ plans: [team] }, "#/plans: expected a plan with the price 0 for new accounts, received none"],
    [
      { plans: [hobby, { ...team, is_default: true }] },
      "#/plans/1/price/amount: expected 0, because the plan is the default, received 4900",
    ],
    [
      {
        plans: [
          { ...hobby, is_default: true },
          { ...hobby, name: "b", is_default: true },
        ],
      },
      "#/plans/1/is_default: expected one default plan, received true",
    ],
    [
      { plans: [hobby, { ...team, previous: [earlier(1), earlier(1)] }] },
      "#/plans/1/previous/1/version: expected a version before 3 that is listed once, received 1",
    ],
  ])("names the path, what it expects and what it received: %j", (value, fault) => {
    expect(faultsOf(value)).toContain(fault);
  });
});
