import { readFileSync, statSync } from "node:fs";
import { ToolsError } from "@tools-api/core/errors";
import { defaultPlans, readPlans } from "@tools-api/core/billing/light";
import { invalidParameters, parameter } from "@tools-api/core/internal/schema";
import type { Plan, PlanName, Plans } from "@tools-api/core";
import { z } from "zod";
import { parseJson, wholeNumber } from "./values.ts";

/** Returns the setting of a number of calls. */
export function limitSetting(purpose: string) {
  return parameter("an integer from 1 to 1000000000000", wholeNumber(1, 1e12).optional(), { purpose });
}

function priceSetting(purpose: string) {
  return parameter("an integer from 0 to 100000000, in cents", wholeNumber(0, 1e8).optional(), { purpose });
}

/** The settings of numbers of calls, with their periods. */
const limitPeriods = { DAILY_LIMIT: "UTC day", PER_MINUTE: "minute", PER_SECOND: "second" } as const;

function planVariable(plan: PlanName, setting: string): string {
  return `PLAN_${plan.toUpperCase()}_${setting}`;
}

/** The settings of each standard plan, such as `PLAN_PRO_PER_MINUTE`. The plan that costs nothing has no price. */
export const planFields = Object.fromEntries(
  Object.values(defaultPlans).flatMap(({ name, price, dailyLimit }) => [
    ...Object.entries(limitPeriods).map(
      ([setting, period]) =>
        [
          planVariable(name, setting),
          limitSetting(
            `The calls that an account on the plan ${name} may make in a ${period}.` +
              (setting === "DAILY_LIMIT" ? ` Default: ${dailyLimit}.` : ""),
          ),
        ] as const,
    ),
    ...(price.amount > 0
      ? [
          [
            planVariable(name, "PRICE"),
            priceSetting(`The price of a month on the plan ${name}, in cents. Default: ${price.amount}.`),
          ] as const,
        ]
      : []),
  ]),
);

const maxPlanFileBytes = 1_000_000;

/** Returns the plans of a file. The errors name the path in it. */
function readPlanFile(path: string): Plans {
  const found = statSync(path, { throwIfNoEntry: false });
  if (!found?.isFile()) {
    const received = found ? "that of a folder" : "a path where there is none";
    throw new ToolsError("invalid_parameter", `expected the path of a JSON file, received ${received}`);
  }
  if (found.size > maxPlanFileBytes)
    throw new ToolsError(
      "invalid_parameter",
      `expected a file of at most ${maxPlanFileBytes} bytes, received a larger one`,
    );
  return readPlans(parseJson(readFileSync(path, "utf8")));
}

/** Reads the file of plans at a path. */
export const planFile = z.string().transform((path, context): Plans => {
  try {
    return readPlanFile(path);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    context.addIssue({ code: "custom", message: `${path}: ${reason}` });
    return z.NEVER;
  }
});

/** Returns a standard plan with the settings of its variables. */
function readPlan(standard: Plan, settings: Readonly<Record<string, unknown>>): Plan {
  const { name } = standard;
  const set = <Standard>(setting: string, otherwise: Standard) => {
    const value = settings[planVariable(name, setting)];
    return typeof value === "number" ? value : otherwise;
  };
  return {
    ...standard,
    dailyLimit: set("DAILY_LIMIT", standard.dailyLimit),
    perMinute: set("PER_MINUTE", standard.perMinute),
    perSecond: set("PER_SECOND", standard.perSecond),
    price: { ...standard.price, amount: set("PRICE", standard.price.amount) },
  };
}

/**
 * Returns the plans of the file, or the standard plans with the settings of their variables. The limit of unverified
 * accounts applies to every plan that costs nothing and has no such limit of its own.
 */
export function configuredPlans(settings: {
  PLANS?: Plans | undefined;
  UNVERIFIED_DAILY_LIMIT?: number | undefined;
}): Plans {
  const { PLANS: ofFile, UNVERIFIED_DAILY_LIMIT: unverifiedDailyLimit } = settings;
  const variables = Object.keys(planFields).filter((name) => Reflect.get(settings, name) !== undefined);
  if (ofFile && variables.length > 0)
    throw invalidParameters(
      variables.map((name) => ({
        name,
        detail: "expected nothing, because PLANS is set. Set it in the file",
      })),
    );
  const plans =
    ofFile ??
    Object.fromEntries(
      Object.values(defaultPlans).map((plan) => [plan.name, readPlan(plan, { ...settings })]),
    );
  if (unverifiedDailyLimit === undefined) return plans;
  return Object.fromEntries(
    Object.entries(plans).map(([name, plan]) => {
      const limit = plan.unverifiedDailyLimit ?? unverifiedDailyLimit;
      return [name, plan.price.amount === 0 ? { ...plan, unverifiedDailyLimit: limit } : plan];
    }),
  );
}
