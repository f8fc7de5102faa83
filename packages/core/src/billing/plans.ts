import type { PlanName } from "../identity/account-terms.ts";
import type { Account, AccountPlan, PlanVersion } from "../identity/account.ts";
import { ToolsError } from "../errors.ts";
import { describeValue, invalidParameters } from "../schema/validate.ts";

export type { AccountPlan } from "../identity/account.ts";

/** The terms that accounts of one version of a plan have. */
export interface PlanTerms {
  /** Counts the changes of the terms. Accounts keep the version that they bought. Default: 1. */
  version?: number | undefined;
  /** Calls per UTC day. */
  dailyLimit: number;
  /** Calls per UTC minute; `null` for no such limit. */
  perMinute: number | null;
  /** Calls per UTC second; `null` for no such limit. */
  perSecond: number | null;
  /** The monthly price, in the currency's minor unit. */
  price: { amount: number; currency: string };
}

/** A plan with its limits and its price. */
export interface Plan extends PlanTerms {
  name: PlanName;
  /** Default: the name with a capital letter. */
  title?: string | undefined;
  /** A line that customers read where they choose a plan. */
  description?: string | undefined;
  /** Whether owners can choose the plan. Otherwise only operators assign it. Default: true. */
  isOffered?: boolean | undefined;
  /**
   * Whether new accounts start on the plan, and unpaid and closed accounts return to it. It costs nothing. Default: the
   * first plan with the price 0.
   */
  isDefault?: boolean | undefined;
  /**
   * Calls per UTC day of an account whose owner has not confirmed the email address. Does not apply if a limit was
   * agreed for the account. Default: those of the plan.
   */
  unverifiedDailyLimit?: number | undefined;
  /** The versions before this one, for the accounts that bought them. */
  previous?: readonly PlanTerms[] | undefined;
}

/** The available plans by name, in the order in which customers see them. */
export type Plans = Readonly<Record<PlanName, Plan>>;

function plan(name: PlanName, dailyLimit: number, amount: number): Plan {
  return { name, dailyLimit, perMinute: null, perSecond: null, price: { amount, currency: "usd" } };
}

/** The plans that apply unless the operator configures others. */
export const defaultPlans: Plans & Readonly<Record<"free" | "pro" | "enterprise", Plan>> = {
  free: plan("free", 1_000, 0),
  pro: plan("pro", 10_000, 2_900),
  enterprise: plan("enterprise", 100_000, 29_900),
};

/**
 * Returns the plan with a name, or `undefined`.
 *
 * @example
 * ```ts
 * import { defaultPlans } from "@tools-api/core";
 * import { findPlan } from "@tools-api/core/billing";
 *
 * console.log(findPlan(defaultPlans, "pro")?.dailyLimit, findPlan(defaultPlans, "gold")); // 10000 undefined
 * ```
 */
export function findPlan(plans: Plans, name: PlanName): Plan | undefined {
  // The name comes from requests, and `constructor` is a valid one.
  return Object.hasOwn(plans, name) ? plans[name] : undefined;
}

/**
 * Returns the plans that owners can choose, in the order of `plans`.
 *
 * @example
 * ```ts
 * import { defaultPlans } from "@tools-api/core";
 * import { offeredPlans } from "@tools-api/core/billing";
 *
 * const enterprise = { ...defaultPlans.enterprise, isOffered: false };
 * console.log(offeredPlans({ ...defaultPlans, enterprise }).map(({ name }) => name)); // [ "free", "pro" ]
 * ```
 */
export function offeredPlans(plans: Plans): Plan[] {
  return Object.values(plans).filter(({ isOffered = true }) => isOffered);
}

/**
 * Returns the plan of new, unpaid and closed accounts: the one that is marked, or the first with the price 0.
 *
 * @throws ToolsError `invalid_parameter` if no plan costs nothing.
 *
 * @example
 * ```ts
 * import { defaultPlans } from "@tools-api/core";
 * import { defaultPlan } from "@tools-api/core/billing";
 *
 * console.log(defaultPlan(defaultPlans).name); // free
 * ```
 */
export function defaultPlan(plans: Plans): Plan {
  const all = Object.values(plans);
  const found = all.find(({ isDefault }) => isDefault) ?? all.find(({ price }) => price.amount === 0);
  if (found) return found;
  throw new ToolsError("invalid_parameter", "plans: expected a plan with the price 0, received none");
}

/**
 * Returns the plan with a name from a request.
 *
 * @throws ToolsError `invalid_parameter` if there is none.
 *
 * @example
 * ```ts
 * import { defaultPlans } from "@tools-api/core";
 * import { requirePlan } from "@tools-api/core/billing";
 *
 * console.log(requirePlan(defaultPlans, "pro").dailyLimit); // 10000
 * ```
 */
export function requirePlan(plans: Plans, name: PlanName): Plan {
  const found = findPlan(plans, name);
  if (found) return found;
  const detail = `expected ${Object.keys(plans).join(", ")}, received ${describeValue(name)}`;
  throw invalidParameters([{ name: "plan", detail }]);
}

/**
 * Returns the title of a plan: its own, or its name with a capital letter.
 *
 * @example
 * ```ts
 * import { defaultPlans } from "@tools-api/core";
 * import { planTitle } from "@tools-api/core/billing";
 *
 * console.log(planTitle(defaultPlans, "pro")); // Pro
 * ```
 */
export function planTitle(plans: Plans, name: PlanName): string {
  return findPlan(plans, name)?.title ?? name.charAt(0).toUpperCase() + name.slice(1);
}

/** Returns the plan with a name, or the default plan if it is not listed. */
export function listedPlan(plans: Plans, name: PlanName): Plan {
  return findPlan(plans, name) ?? defaultPlan(plans);
}

/** Returns whether an account is on the default plan. An account on a plan that is not listed counts as on it. */
export function isOnDefault(plans: Plans, { plan }: PlanVersion): boolean {
  return listedPlan(plans, plan).name === defaultPlan(plans).name;
}

/** Returns the number of a version. */
export function versionOf({ version = 1 }: Pick<PlanTerms, "version">): number {
  return version;
}

/**
 * Returns the terms of a version of a plan. If the version is not listed, those of the latest one. If the plan is not
 * listed, those of the default plan.
 */
export function planTerms(plans: Plans, { plan, planVersion = 1 }: PlanVersion): PlanTerms {
  const found = listedPlan(plans, plan);
  if (found.name !== plan || versionOf(found) === planVersion) return found;
  return found.previous?.find((terms) => versionOf(terms) === planVersion) ?? found;
}

/** Returns the price of a billing cycle for an account, in minor units: the agreed one, or the price of its version. */
export function priceOf(plans: Plans, selected: Omit<AccountPlan, "dailyLimit">): number {
  return selected.agreedPrice ?? planTerms(plans, selected).price.amount;
}

/** Returns the fields of an account that puts it on the latest version of a plan. */
export function latestVersion(plans: Plans, name: PlanName): PlanVersion {
  const found = findPlan(plans, name);
  const version = found ? versionOf(found) : 1;
  return { plan: name, ...(version > 1 && { planVersion: version }) };
}

/**
 * Returns the version of a plan that a new account gets: the latest one of the plan, or of the default plan if none is
 * named or the plan is not listed any more. It has the names of the fields of `createAccount`.
 *
 * @example
 * ```ts
 * import { defaultPlans } from "@tools-api/core";
 * import { openingPlan } from "@tools-api/core/billing";
 *
 * console.log(openingPlan(defaultPlans)); // { plan: "free" }
 * ```
 */
export function openingPlan(plans: Plans, name?: PlanName): PlanVersion {
  return latestVersion(plans, (name === undefined ? defaultPlan(plans) : listedPlan(plans, name)).name);
}

/**
 * Returns the plan of an account at an instant. A scheduled change applies from its instant on, even before the billing
 * cycle is closed.
 *
 * @param now Epoch milliseconds.
 *
 * @example
 * ```ts
 * import { planAt } from "@tools-api/core/billing";
 *
 * const end = Date.parse("2026-12-01T00:00:00Z");
 * const account = {
 *   plan: "pro" as const,
 *   dailyLimit: null,
 *   scheduled: { plan: "free" as const, dailyLimit: null, at: end },
 * };
 * console.log(planAt(account, end - 1).plan, planAt(account, end).plan); // pro free
 * ```
 */
export function planAt(account: AccountPlan & Pick<Account, "scheduled">, now: number): AccountPlan {
  const { scheduled } = account;
  return scheduled && scheduled.at <= now ? scheduled : account;
}

/** The terms of an account at an instant. */
export interface AccountTerms {
  plan: PlanName;
  version: number;
  /** Calls per UTC day: as agreed, or of the plan. */
  dailyLimit: number;
  perMinute: number | null;
  perSecond: number | null;
  /** The monthly price: as agreed, or of the version that the account bought. */
  price: { amount: number; currency: string };
}

/**
 * Returns the terms of an account at an instant: those of the version of the plan that it bought, or those that were
 * agreed for it. The calls per day can be lower until its owner confirms the email address. An account on a version that
 * `plans` does not list has the latest one. An account on a plan that it does not list counts as on the default plan.
 *
 * @param now Epoch milliseconds.
 *
 * @example
 * ```ts
 * import { memoryDocuments } from "@tools-api/adapters/storage/memory";
 * import { createAccount } from "@tools-api/core/accounts";
 * import { readPlans, termsAt } from "@tools-api/core/billing";
 *
 * const price = { amount: 0, currency: "usd" };
 * const first = { version: 1, price, daily_limit: 500 };
 * const plans = readPlans({ plans: [{ name: "free", version: 2, price, daily_limit: 100, previous: [first] }] });
 * const account = await createAccount(memoryDocuments(), { email: "ada@example.com" }, { at: Date.now() });
 * console.log(termsAt(account, plans, Date.now()).dailyLimit); // 500
 * ```
 */
export function termsAt(account: Account, plans: Plans, now: number): AccountTerms {
  const selected = planAt(account, now);
  const terms = planTerms(plans, selected);
  const { dailyLimit, perMinute, perSecond, price } = terms;
  const { name, unverifiedDailyLimit = dailyLimit } = listedPlan(plans, selected.plan);
  const ofPlan =
    account.emailVerifiedAt === undefined ? Math.min(dailyLimit, unverifiedDailyLimit) : dailyLimit;
  return {
    plan: name,
    version: versionOf(terms),
    dailyLimit: selected.dailyLimit ?? ofPlan,
    perMinute,
    perSecond,
    price: { amount: selected.agreedPrice ?? price.amount, currency: price.currency },
  };
}

/**
 * Returns the calls per day of an account at an instant: its own agreement, or the limit of its plan, which can be
 * lower until its owner confirms the email address.
 *
 * @example
 * ```ts
 * import { memoryDocuments } from "@tools-api/adapters/storage/memory";
 * import { defaultPlans } from "@tools-api/core";
 * import { createAccount } from "@tools-api/core/accounts";
 * import { dailyLimitAt } from "@tools-api/core/billing";
 *
 * const account = await createAccount(memoryDocuments(), { email: "ada@example.com" }, { at: Date.now() });
 * console.log(dailyLimitAt(account, defaultPlans, Date.now())); // 1000
 * ```
 */
export function dailyLimitAt(account: Account, plans: Plans, now: number): number {
  return termsAt(account, plans, now).dailyLimit;
}
