import type { z } from "zod";
import type { PlanName } from "../identity/account-terms.ts";
import type { Camelized } from "../schema/casing.ts";
import { ToolsError } from "../errors.ts";
import { accountKey } from "../identity/accounts.ts";
import { digestRequest, earlierAnswer, keepAnswer } from "../store/idempotency.ts";
import { bucketMs } from "../store/storage.ts";
import { dayMs } from "../time.ts";
import { invalidParameters, validateOptions } from "../schema/validate.ts";
import { fromStored, toStored } from "../schema/wire.ts";
import { latestVersion, type Plans, planTerms, priceOf } from "./plans.ts";
import { type LedgerTransaction, numberedId, postLines, type SubscriptionState } from "./ledger.ts";
import { callsSincePreview, quoteFor, quoteMs, type QuoteSigner, readQuote } from "./quotes.ts";
import { type ChangedPlan, changedPlan, type PlanPreview, type PlanState, planState } from "./records.ts";
import {
  agreedFor,
  approvalTransaction,
  changeTransaction,
  type Effective,
  isUpgrade,
  lastSegment,
  operatorTransaction,
  ownerTransaction,
  type PlanTransaction,
  priceOfUse,
  requestTransaction,
  withdrawTransaction,
} from "./rules.ts";
import { agreedPlan, PlanChangeRecord, planChangeRequest, planOrder, PlanStateRecord } from "./schema.ts";
import { advance, type Billing, commitChange, requestedInvoice } from "./store.ts";

/** Billing with the signer of quotes. */
export interface QuotedBilling extends Billing {
  quotes: QuoteSigner;
}

/**
 * Returns the plan of an account: price and limit, billing cycle, scheduled change, amount due and credit.
 *
 * @param now Epoch milliseconds.
 * @throws ToolsError `not_found`.
 *
 * @example
 * ```ts
 * import { memoryDocuments, memoryUsage } from "@tools-api/adapters/storage/memory";
 * import { defaultPlans } from "@tools-api/core";
 * import { createAccount } from "@tools-api/core/accounts";
 * import { getPlan } from "@tools-api/core/billing";
 *
 * const billing = { documents: memoryDocuments(), usage: memoryUsage(), plans: defaultPlans };
 * const { id } = await createAccount(billing.documents, { email: "ada@example.com" }, { at: Date.now() });
 * const { plan, dailyLimit } = await getPlan(billing, id, Date.now());
 * console.log(plan, dailyLimit); // free 1000
 * ```
 */
export async function getPlan(billing: Billing, id: string, now: number): Promise<PlanState> {
  return planState(await advance(billing, id, now), billing.plans, now);
}

/**
 * Returns the cost of a plan change line by line, with a quote that is valid for 15 minutes. While the quote is valid
 * and nothing else changes, {@link changePlan} with the quote charges exactly this amount. Upgrades take effect
 * immediately. Downgrades take effect at the end of the billing cycle, unless `effective` is `now`.
 *
 * @param now Epoch milliseconds.
 * @throws ToolsError `invalid_parameter`; `not_found`; `conflict` for the current plan, and for an upgrade while an
 *   invoice is past due.
 *
 * @example
 * ```ts
 * import { memoryDocuments, memoryUsage } from "@tools-api/adapters/storage/memory";
 * import { defaultPlans } from "@tools-api/core";
 * import { createAccount } from "@tools-api/core/accounts";
 * import { changePlan, previewPlanChange, type QuoteSigner } from "@tools-api/core/billing";
 * import { jwtVerify, SignJWT } from "jose";
 *
 * const secret = new TextEncoder().encode("a secret of at least 32 characters");
 * const quotes: QuoteSigner = {
 *   sign: (payload) => new SignJWT(payload).setProtectedHeader({ alg: "HS256" }).sign(secret),
 *   verify: async (quote) => (await jwtVerify(quote, secret)).payload,
 * };
 * const billing = { documents: memoryDocuments(), usage: memoryUsage(), plans: defaultPlans, quotes };
 * const { id } = await createAccount(billing.documents, { email: "ada@example.com" }, { at: Date.now() });
 * const { quote } = await previewPlanChange(billing, id, { plan: "pro" }, Date.now());
 * const { plan } = await changePlan(billing, id, { quote }, { now: Date.now() });
 * console.log(plan); // pro
 * ```
 */
export async function previewPlanChange(
  billing: QuotedBilling,
  id: string,
  request: { plan: PlanName; effective?: Effective | undefined },
  now: number,
): Promise<PlanPreview> {
  const wanted = validateOptions(planChangeRequest(billing.plans), request);
  const state = await advance(billing, id, now);
  const minimum = await minimumOf(billing, state, wanted, now);
  const transaction = withMode(
    billing,
    state,
    ownerTransaction(state, { ...wanted, minimum }, billing.plans, now),
    now,
  );
  const { invoice: _, ...record } = changedPlan(transaction, billing.plans);
  const quote = await billing.quotes.sign(quoteFor(state, transaction, minimum));
  return { ...record, quote, quoteExpiresAt: transaction.at + quoteMs };
}

/**
 * Returns the least cost of the current segment for a change that leaves its plan for a cheaper one: the calls above the
 * allowance of the cheaper plan. Attack: an account that upgrades for ten minutes of every day would otherwise use the
 * allowance of the expensive plan for a hundredth of its price.
 */
async function minimumOf(
  { usage, plans }: Billing,
  state: SubscriptionState,
  { plan, effective }: { plan: PlanName; effective?: Effective | undefined },
  now: number,
): Promise<number> {
  const { account, subscription } = state;
  const { price, from } = lastSegment(subscription);
  const selected = { ...latestVersion(plans, plan), ...agreedFor(subscription, plan) };
  if (effective !== "now" || priceOf(plans, selected) >= price) return 0;
  // A bucket that began before the segment counts as well: brief segments must not escape.
  const start = Math.floor(from / bucketMs) * bucketMs;
  const firstMidnight = Math.floor(start / dayMs) * dayMs + dayMs;
  const days = Math.max(1, Math.ceil((now - firstMidnight) / dayMs) + 1);
  const boundaries = [start, ...Array.from({ length: days }, (_, day) => firstMidnight + day * dayMs)];
  const { buckets } = await usage.read({ account: account.id, boundaries, windows: [] });
  const units = new Map<number, number>();
  for (const bucket of buckets) units.set(bucket.start, (units.get(bucket.start) ?? 0) + bucket.units);
  const allowance = selected.dailyLimit ?? planTerms(plans, selected).dailyLimit;
  const extra = [...units.values()].reduce((sum, used) => sum + Math.max(0, used - allowance), 0);
  return priceOfUse(state, plans, extra, now);
}

/** Returns the transaction of an owner's change, which waits if it is an upgrade and upgrades have to be paid or approved. */
function withMode(
  { upgrades = "immediate", plans }: Billing,
  state: SubscriptionState,
  transaction: PlanTransaction,
  now: number,
): PlanTransaction {
  const { change } = transaction;
  const isImmediate = upgrades === "immediate" || change.effective !== "now";
  if (isImmediate || !isUpgrade(state, change, plans)) return transaction;
  return requestTransaction(state, change, upgrades, now);
}

/**
 * Commits a change to the current state of an account. With an idempotency key, the answer is stored in the same commit
 * and returned to repeated requests.
 */
async function change<Transaction extends LedgerTransaction, Record extends z.ZodType>(
  billing: Billing,
  { id, request }: { id: string; request: unknown },
  {
    transactionFor,
    answerTo,
    record,
  }: {
    transactionFor: (state: SubscriptionState) => Transaction | Promise<Transaction>;
    answerTo: (transaction: Transaction) => Camelized<z.output<Record>>;
    record: Record;
  },
  { now, idempotencyKey: key, onRepeat }: CancelPlanChangeOptions,
): Promise<Camelized<z.output<Record>>> {
  const digest = key === undefined ? null : await digestRequest({ account: id, key, request });
  const contention = digest ? "idempotency_in_progress" : "conflict";
  return commitChange(billing, { id, now, contention }, async (state) => {
    const earlier = digest && (await earlierAnswer(billing, digest, accountKey(id)));
    if (earlier) {
      onRepeat?.();
      return { answer: fromStored(record, earlier) };
    }
    const transaction = await transactionFor(state);
    const answer = answerTo(transaction);
    return {
      answer,
      transaction,
      otherWrites: digest ? [keepAnswer(digest, toStored(record, answer), now)] : [],
    };
  });
}

/** An order of a plan change. The owner orders a `plan` or a `quote`, the operator a `plan` with
 * its `dailyLimit`, `price` and `version`. */
export interface PlanChangeOrder {
  plan?: PlanName | undefined;
  effective?: Effective | undefined;
  quote?: string | undefined;
  /** Calls per day agreed for the account, or `null` for the limit of the plan. */
  dailyLimit?: number | null | undefined;
  /** The price of a cycle agreed for the account, in minor units; `null` for the price of the plan. Default: as agreed before. */
  price?: number | null | undefined;
  /** The version of the plan. Default: the current one of the account, or the latest of another plan. */
  version?: number | undefined;
}

/** The options of {@link cancelPlanChange}. */
interface CancelPlanChangeOptions {
  /** Epoch milliseconds. */
  now: number;
  /** A repeated request with the same key changes nothing and returns the first answer for a day. */
  idempotencyKey?: string | undefined;
  /** Called if the result is that of an earlier request. */
  onRepeat?: (() => void) | undefined;
}

/** The options of {@link changePlan}. */
export interface PlanChangeOptions extends CancelPlanChangeOptions {
  /**
   * `operator` changes the plan, its version, or only its daily limit or price, immediately, and gives a past-due account a new grace period.
   * `owner` is subject to the limits of the API. Default: `owner`.
   */
  by?: "owner" | "operator" | undefined;
}

function readOwnerOrder(
  order: object,
  plans: Plans,
): { plan: PlanName; effective: Effective | undefined } | { quote: string } {
  const { plan, effective, quote } = validateOptions(planOrder(plans), order);
  if (plan !== undefined && quote === undefined) return { plan, effective };
  if (plan === undefined && quote !== undefined && effective === undefined) return { quote };
  throw invalidParameters([
    { name: "plan", detail: "expected either plan or quote, and effective only with plan" },
  ]);
}

/**
 * Changes the plan of an account, and prorates the rest of the billing cycle. A `plan` takes effect as described at
 * {@link previewPlanChange}. A `quote` is charged from the instant of the quote. A daily limit and a price that were
 * agreed are kept in case the account leaves the plan and returns. A scheduled change is canceled. Account, ledger and invoice change in one commit.
 * The new limit applies to the next request in every process.
 *
 * @throws ToolsError `invalid_parameter`; `not_found`; `conflict`; `quote_expired`; `idempotency_mismatch`,
 *   `idempotency_in_progress`.
 *
 * @example
 * ```ts
 * import { memoryDocuments, memoryUsage } from "@tools-api/adapters/storage/memory";
 * import { defaultPlans } from "@tools-api/core";
 * import { createAccount } from "@tools-api/core/accounts";
 * import { changePlan } from "@tools-api/core/billing";
 *
 * const billing = { documents: memoryDocuments(), usage: memoryUsage(), plans: defaultPlans };
 * const { id } = await createAccount(billing.documents, { email: "ada@example.com" }, { at: Date.now() });
 * const changed = await changePlan(billing, id, { plan: "pro" }, { now: Date.now() });
 * console.log(changed.plan, changed.dailyLimit); // pro 10000
 * ```
 */
export async function changePlan(
  billing: Billing,
  id: string,
  order: PlanChangeOrder,
  { by = "owner", ...options }: PlanChangeOptions,
): Promise<ChangedPlan> {
  const { plans, quotes } = billing;
  const { now } = options;
  const answerTo = (transaction: PlanTransaction) => changedPlan(transaction, plans);
  if (by === "operator") {
    const { daily_limit: dailyLimit, ...others } = validateOptions(agreedPlan(plans), order);
    const agreed = { ...others, dailyLimit };
    const request = ["operator", agreed];
    const transactionFor = (state: SubscriptionState) => operatorTransaction(state, agreed, plans, now);
    return change(billing, { id, request }, { transactionFor, answerTo, record: PlanChangeRecord }, options);
  }
  const wanted = readOwnerOrder(order, plans);
  const transactionFor = async (state: SubscriptionState) => {
    if ("plan" in wanted) {
      const minimum = await minimumOf(billing, state, wanted, now);
      return withMode(billing, state, ownerTransaction(state, { ...wanted, minimum }, plans, now), now);
    }
    const quote = await readQuote(quotes, wanted.quote, state, now);
    // Calls after the preview must not be cheaper than those before it.
    if ((await minimumOf(billing, state, quote, now)) > quote.minimum) throw callsSincePreview();
    const transaction = changeTransaction(state, quote, quote.at, { minimum: quote.minimum });
    return withMode(billing, state, transaction, quote.at);
  };
  const request = ["change", wanted];
  return change(billing, { id, request }, { transactionFor, answerTo, record: PlanChangeRecord }, options);
}

/**
 * Cancels a scheduled plan change, or an upgrade that waits for its payment or for an operator. An idempotency key works as in {@link changePlan}.
 *
 * @throws ToolsError `not_found`; `conflict` if nothing is scheduled.
 *
 * @example
 * ```ts
 * import { memoryDocuments, memoryUsage } from "@tools-api/adapters/storage/memory";
 * import { defaultPlans } from "@tools-api/core";
 * import { createAccount } from "@tools-api/core/accounts";
 * import { cancelPlanChange, changePlan } from "@tools-api/core/billing";
 *
 * const billing = { documents: memoryDocuments(), usage: memoryUsage(), plans: defaultPlans };
 * const { id } = await createAccount(billing.documents, { email: "ada@example.com" }, { at: Date.now() });
 * await changePlan(billing, id, { plan: "pro" }, { now: Date.now() });
 * await changePlan(billing, id, { plan: "free" }, { now: Date.now() });
 * const { plan, scheduled } = await cancelPlanChange(billing, id, { now: Date.now() });
 * console.log(plan, scheduled); // pro null
 * ```
 */
export async function cancelPlanChange(
  billing: Billing,
  id: string,
  options: CancelPlanChangeOptions,
): Promise<PlanState> {
  const { now } = options;
  const transactionFor = async (state: SubscriptionState) => {
    const { scheduled, ...account } = state.account;
    const { subscription } = state;
    const { requested } = subscription;
    if (requested && requested.paidAt === undefined)
      return withdrawTransaction(state, await requestedInvoice(billing, state), now);
    if (!scheduled) throw new ToolsError("conflict", "No plan change is scheduled.");
    return postLines({ account, subscription }, [], now);
  };
  const answerTo = (transaction: LedgerTransaction) => planState(transaction, billing.plans, now);
  return change(
    billing,
    { id, request: ["cancel"] },
    { transactionFor, answerTo, record: PlanStateRecord },
    options,
  );
}

/**
 * Makes an upgrade that waits for an operator. The rest of the billing cycle is charged from now on.
 *
 * @param now Epoch milliseconds.
 * @throws ToolsError `not_found`; `conflict` if no upgrade waits for an operator.
 *
 * @example
 * ```ts
 * import { memoryDocuments, memoryUsage } from "@tools-api/adapters/storage/memory";
 * import { defaultPlans } from "@tools-api/core";
 * import { createAccount } from "@tools-api/core/accounts";
 * import { approvePlanChange, changePlan } from "@tools-api/core/billing";
 *
 * const stores = { documents: memoryDocuments(), usage: memoryUsage() };
 * const billing = { ...stores, plans: defaultPlans, upgrades: "approved" as const };
 * const { id } = await createAccount(billing.documents, { email: "ada@example.com" }, { at: Date.now() });
 * console.log((await changePlan(billing, id, { plan: "pro" }, { now: Date.now() })).effective); // on_approval
 * console.log((await approvePlanChange(billing, id, Date.now())).plan); // pro
 * ```
 */
export function approvePlanChange(billing: Billing, id: string, now: number): Promise<ChangedPlan> {
  return commitChange(billing, { id, now }, (state) => {
    const { requested } = state.subscription;
    if (requested && requested.invoice !== null)
      throw new ToolsError(
        "conflict",
        `The upgrade waits for the payment of the invoice ${numberedId(requested.invoice)}. Mark the invoice as paid.`,
      );
    const transaction = approvalTransaction(state, 0, now);
    return { answer: changedPlan(transaction, billing.plans), transaction };
  });
}
