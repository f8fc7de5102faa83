import { defaultPlans, type Plan, type Plans } from "@tools-api/core";
import type { History } from "./histories.ts";
import type { PlanName, Tariff } from "./plan-model.ts";

function known(plans: Plans, name: PlanName): Plan {
  const plan = plans[name];
  if (!plan) throw new Error(`There is no plan ${name}.`);
  return plan;
}

/** Returns the plans at some prices, as the operator configures them. */
export function plansAt(prices: History["prices"]): Plans {
  const at = (name: PlanName) => ({
    ...known(defaultPlans, name),
    price: { amount: prices[name], currency: "usd" },
  });
  return { free: at("free"), pro: at("pro"), enterprise: at("enterprise") };
}

/** Returns the prices and limits of plans for the model. */
export function tariffOf(plans: Plans): Tariff {
  const at = (name: PlanName) => ({
    price: BigInt(known(plans, name).price.amount),
    limit: BigInt(known(plans, name).dailyLimit),
  });
  return { free: at("free"), pro: at("pro"), enterprise: at("enterprise") };
}
