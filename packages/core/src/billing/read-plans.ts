import { z } from "zod";
import { PlanName } from "../identity/account-terms.ts";
import { nameExpected, nameSchema } from "../schema/name.ts";
import { describeValue, parameter, validateOptions } from "../schema/validate.ts";
import type { Plan, Plans, PlanTerms } from "./plans.ts";

const maxPlans = 20;
const maxVersions = 100;

const currencies: ReadonlySet<string> = new Set(
  Intl.supportedValuesOf("currency").map((currency) => currency.toLowerCase()),
);

const line = (maxLength: number) => parameter(nameExpected(1, maxLength), nameSchema(maxLength).optional());
const yesOrNo = (otherwise: boolean) => parameter("true or false", z.boolean().default(otherwise));
const limit = parameter("an integer from 1 to 1000000000000", z.int().min(1).max(1e12));
const optionalLimit = parameter(
  "an integer from 1 to 1000000000000, or null for no such limit",
  z.int().min(1).max(1e12).nullable().default(null),
);

const Terms = z.strictObject({
  version: parameter("an integer from 1 to 1000000", z.int().min(1).max(1e6).default(1)),
  price: z.strictObject({
    amount: parameter(
      "an integer from 0 to 100000000, in the currency's minor unit",
      z.int().min(0).max(1e8),
    ),
    currency: parameter(
      "a currency of ISO 4217 in lower case, such as usd",
      z.string().refine((currency) => currencies.has(currency)),
    ),
  }),
  daily_limit: limit,
  per_minute: optionalLimit,
  per_second: optionalLimit,
});

const PlanEntry = Terms.extend({
  name: parameter("at most 32 of a-z, 0-9, _ and -, a letter first", PlanName),
  title: line(50),
  description: line(200),
  is_offered: yesOrNo(true),
  is_default: yesOrNo(false),
  unverified_daily_limit: parameter(
    "an integer from 1 to 1000000000000",
    z.int().min(1).max(1e12).optional(),
  ),
  previous: z.array(Terms).max(maxVersions).default([]),
});

type PlanEntry = z.output<typeof PlanEntry>;

/** A rule that the plans of a file break together. */
interface Fault {
  path: PropertyKey[];
  message: string;
}

/** Returns the faults of the versions of one plan. */
function versionFaults({ version, previous }: PlanEntry, index: number): Fault[] {
  return previous.flatMap((earlier, position) => {
    const isKnown = previous.findIndex((other) => other.version === earlier.version) < position;
    if (earlier.version < version && !isKnown) return [];
    const message = `expected a version before ${version} that is listed once, received ${earlier.version}`;
    return [{ path: [index, "previous", position, "version"], message }];
  });
}

/** Returns the faults of all plans together. */
function fileFaults(plans: readonly PlanEntry[]): Fault[] {
  const currency = plans[0]?.price.currency;
  const marked = plans.findIndex(({ is_default: isDefault }) => isDefault);
  const faults = plans.flatMap((plan, index) => {
    const found = versionFaults(plan, index);
    const expect = (isMet: boolean, path: PropertyKey[], expected: string, received: unknown) => {
      if (isMet) return;
      found.push({
        path: [index, ...path],
        message: `expected ${expected}, received ${describeValue(received)}`,
      });
    };
    const { name, price, previous, is_default: isDefault } = plan;
    const isFirst = plans.findIndex((other) => other.name === name) === index;
    expect(isFirst, ["name"], "a name that no other plan has", name);
    const oneCurrency = `${currency}, the currency of the first plan`;
    expect(price.currency === currency, ["price", "currency"], oneCurrency, price.currency);
    for (const [position, terms] of previous.entries())
      expect(
        terms.price.currency === currency,
        ["previous", position, "price", "currency"],
        oneCurrency,
        terms.price.currency,
      );
    expect(!isDefault || index === marked, ["is_default"], "one default plan", isDefault);
    expect(
      !isDefault || price.amount === 0,
      ["price", "amount"],
      "0, because the plan is the default",
      price.amount,
    );
    return found;
  });
  if (marked === -1 && plans.length > 0 && plans.every(({ price }) => price.amount > 0))
    faults.push({ path: [], message: "expected a plan with the price 0 for new accounts, received none" });
  return faults;
}

const PlanFile = z.strictObject({
  plans: z
    .array(PlanEntry)
    .min(1)
    .max(maxPlans)
    .superRefine((plans, context) => {
      for (const fault of fileFaults(plans)) context.addIssue({ code: "custom", ...fault });
    }),
});

function planTerms({
  version,
  price,
  daily_limit,
  per_minute,
  per_second,
}: z.output<typeof Terms>): PlanTerms {
  return { version, price, dailyLimit: daily_limit, perMinute: per_minute, perSecond: per_second };
}

/**
 * Returns the plans of a file as the operator writes it, with names in snake_case: `plans` lists 1 to 20 plans in one
 * currency. One of them costs nothing, for new accounts.
 *
 * @param value The parsed JSON.
 * @throws ToolsError `invalid_parameter` with an entry for each of the first 20 faults: its path, what was expected and
 *   what was received.
 *
 * @example
 * ```ts
 * import { readPlans } from "@tools-api/core/billing";
 *
 * const plans = readPlans({
 *   plans: [
 *     { name: "hobby", price: { amount: 0, currency: "eur" }, daily_limit: 100 },
 *     { name: "team", price: { amount: 4900, currency: "eur" }, daily_limit: 50_000, per_minute: 600 },
 *   ],
 * });
 * console.log(Object.keys(plans), plans["team"]?.perMinute); // [ "hobby", "team" ] 600
 * ```
 */
export function readPlans(value: unknown): Plans {
  const { plans } = validateOptions(PlanFile, value);
  const entries = plans.map((plan): [string, Plan] => {
    const { name, title, description, unverified_daily_limit: unverifiedDailyLimit, previous } = plan;
    const { is_offered: isOffered, is_default: isDefault } = plan;
    const labels = { title, description, isOffered, isDefault, unverifiedDailyLimit };
    return [name, { ...planTerms(plan), name, ...labels, previous: previous.map(planTerms) }];
  });
  return Object.fromEntries(entries);
}
