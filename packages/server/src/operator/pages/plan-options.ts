import type { Plans } from "@tools-api/core";
import { planTitle } from "@tools-api/core/billing";

/** Returns the options of a field in which operators choose a plan, with those that owners are not offered. */
export function planOptions(plans: Plans): (readonly [string, string])[] {
  return Object.keys(plans).map((name) => [name, planTitle(plans, name)] as const);
}
