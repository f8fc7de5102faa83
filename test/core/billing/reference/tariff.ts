import { defaultPlans, type PlanName, type Plans } from "@tools-api/core";
import type { History } from "./histories.ts";
import type { Tariff } from "./plan-model.ts";

/** Returns the plans at some prices, as the operator configures them. */
export function plansAt(prices: History["prices"]): Plans {
  const at = (name: PlanName) => ({
    ...defaultPlans[name],
    price: { amount: prices[name], currency: "usd" },
  });
  return { free: at("free"), pro: at("pro"), enterprise: at("enterprise") };
}

/** Returns the prices and limits of plans for the model. */
export function tariffOf(plans: Plans): Tariff {
  const at = (name: PlanName) => ({
    price: BigInt(plans[name].price.amount),
    limit: BigInt(plans[name].dailyLimit),
  });
  return { free: at("free"), pro: at("pro"), enterprise: at("enterprise") };
}
