import type { z } from "zod";
import type { PlanName } from "../account-terms.ts";
import type { Camelized } from "../casing.ts";
import { ToolsError } from "../errors.ts";
import { accountKey } from "../identity/accounts.ts";
import { digestRequest, earlierAnswer, keepAnswer } from "../identity/idempotency.ts";
import { invalidParameters, validateOptions } from "../validate.ts";
import { fromStored, toStored } from "../wire.ts";
import type { Plans } from "./plans.ts";
import { type LedgerTransaction, postLines, type SubscriptionState } from "./ledger.ts";
import { quoteFor, quoteMs, type QuoteSigner, readQuote } from "./quotes.ts";
import { type ChangedPlan, changedPlan, type PlanPreview, type PlanState, planState } from "./records.ts";
import {
  changeTransaction,
  type Effective,
  operatorTransaction,
  ownerTransaction,
  type PlanTransaction,
} from "./rules.ts";
import { agreedPlan, PlanChangeRecord, planChangeRequest, planOrder, PlanStateRecord } from "./schema.ts";
import { advance, type Billing, commitChange } from "./store.ts";

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
 * const { id } = await createAccount(billing.documents, { email: "ada@example.com" }, Date.now());
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
 * const { id } = await createAccount(billing.documents, { email: "ada@example.com" }, Date.now());
 * const { quote } = await previewPlanChange(billing, id, { plan: "pro" }, Date.now());
 * const { plan } = await changePlan(billing, id, { quote }, Date.now());
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
  const transaction = ownerTransaction(state, wanted, billing.plans, now);
  const { invoice: _, ...record } = changedPlan(transaction, billing.plans);
  const quote = await billing.quotes.sign(quoteFor(state, transaction));
  return { ...record, quote, quoteExpiresAt: transaction.at + quoteMs };
}

/**
 * Commits a change to the current state of an account. With an idempotency key, the answer is stored in the same commit
 * and returned to repeated requests.
 */
async function change<Transaction extends LedgerTransaction, Record extends z.ZodType>(
  billing: Billing,
  {
    id,
    now,
    key,
    onRepeat,
    request,
  }: {
    id: string;
    now: number;
    key: string | undefined;
    onRepeat: (() => void) | undefined;
    request: unknown;
  },
  transactionFor: (state: SubscriptionState) => Transaction | Promise<Transaction>,
  record: Record,
  answerTo: (transaction: Transaction) => Camelized<z.output<Record>>,
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

/** The options of {@link changePlan}. */
export interface PlanChangeOptions {
  /**
   * `operator` changes the plan, its version, or only its daily limit or price, immediately, and gives a past-due account a new grace period.
   * `owner` is subject to the limits of the API. Default: `owner`.
   */
  by?: "owner" | "operator" | undefined;
  /** A repeated request with the same key changes nothing and returns the first answer for a day. */
  idempotencyKey?: string | undefined;
  /** Called if the result is that of an earlier request. */
  onRepeat?: (() => void) | undefined;
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
 * @param now Epoch milliseconds.
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
 * const { id } = await createAccount(billing.documents, { email: "ada@example.com" }, Date.now());
 * const changed = await changePlan(billing, id, { plan: "pro" }, Date.now());
 * console.log(changed.plan, changed.dailyLimit); // pro 10000
 * ```
 */
export async function changePlan(
  billing: Billing,
  id: string,
  order: PlanChangeOrder,
  now: number,
  { by = "owner", idempotencyKey: key, onRepeat }: PlanChangeOptions = {},
): Promise<ChangedPlan> {
  const { plans, quotes } = billing;
  const answerTo = (transaction: PlanTransaction) => changedPlan(transaction, plans);
  if (by === "operator") {
    const { daily_limit: dailyLimit, ...others } = validateOptions(agreedPlan(plans), order);
    const agreed = { ...others, dailyLimit };
    const request = ["operator", agreed];
    const transactionFor = (state: SubscriptionState) => operatorTransaction(state, agreed, plans, now);
    return change(billing, { id, now, key, onRepeat, request }, transactionFor, PlanChangeRecord, answerTo);
  }
  const wanted = readOwnerOrder(order, plans);
  const transactionFor = async (state: SubscriptionState) => {
    if ("plan" in wanted) return ownerTransaction(state, wanted, plans, now);
    const quote = await readQuote(quotes, wanted.quote, state, now);
    return changeTransaction(state, quote, quote.at);
  };
  return change(
    billing,
    { id, now, key, onRepeat, request: ["change", wanted] },
    transactionFor,
    PlanChangeRecord,
    answerTo,
  );
}

/**
 * Cancels a scheduled plan change. An idempotency key works as in {@link changePlan}.
 *
 * @param now Epoch milliseconds.
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
 * const { id } = await createAccount(billing.documents, { email: "ada@example.com" }, Date.now());
 * await changePlan(billing, id, { plan: "pro" }, Date.now());
 * await changePlan(billing, id, { plan: "free" }, Date.now());
 * const { plan, scheduled } = await cancelPlanChange(billing, id, Date.now());
 * console.log(plan, scheduled); // pro null
 * ```
 */
export async function cancelPlanChange(
  billing: Billing,
  id: string,
  now: number,
  { idempotencyKey: key, onRepeat }: Pick<PlanChangeOptions, "idempotencyKey" | "onRepeat"> = {},
): Promise<PlanState> {
  return change(
    billing,
    { id, now, key, onRepeat, request: ["cancel"] },
    ({ account: { scheduled, ...account }, subscription }) => {
      if (!scheduled) throw new ToolsError("conflict", "No plan change is scheduled.");
      return postLines({ account, subscription }, [], now);
    },
    PlanStateRecord,
    (transaction) => planState(transaction, billing.plans, now),
  );
}
