// The part of `/billing` that settings and commands need: the plans, without invoices and payments.
export { defaultPlans, openingPlan } from "./plans.ts";
export { readPlans } from "./read-plans.ts";
export { upgradeModes } from "./rules.ts";
