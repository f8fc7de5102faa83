import { z } from "zod";
import { type PlanName, planNames } from "../account-terms.ts";
import type { Account } from "../account.ts";
import { ToolsError } from "../errors.ts";
import { accountKey } from "../identity/accounts.ts";
import { digestRequest, earlierAnswer, keepAnswer } from "../identity/idempotency.ts";
import { isoSeconds } from "../time.ts";
import { invalidParameters, parameter, validateOptions } from "../validate.ts";
import { postLines, type LedgerTransaction, type SubscriptionState } from "./book.ts";
import { bookChange, changeInstant, type Effective, isUpgrade, type PlanChange } from "./change.ts";
import { type Billing, commitTransaction } from "./commit-transaction.ts";
import { numberedId } from "./ledger.ts";
import { checkQuote, quoteFor, quoteMs, type QuoteSigner, readQuote } from "./quotes.ts";
import { type ChangedPlan, changedPlanOf, type PlanPreview, type PlanState, planStateOf } from "./records.ts";
import { PlanChangeRequest, PlanOrder } from "./schema.ts";
import { advance } from "./advance.ts";

/** Billing with the signer of quotes. */
export interface QuotedBilling extends Billing {
  quotes: QuoteSigner;
}

const mostChanges = 100;

const attempts = 20;

/**
 * Returns the requested change at the current price. Throws `conflict` if the account is closed or already on the plan,
 * or after too many changes in the cycle. Also throws it for an upgrade while an invoice is past due.
 */
function changeFor(
  { plans }: Billing,
  standing: SubscriptionState,
  { plan, effective }: { plan: PlanName; effective?: Effective | undefined },
): PlanChange {
  const { account, subscription } = standing;
  if (account.status === "closed") throw new ToolsError("conflict", `The account ${account.id} is closed.`);
  if (plan === account.plan)
    throw new ToolsError("conflict", `plan: the account is already on the ${plan} plan`);
  // Otherwise an account that lost its plan by not paying could take it again immediately, with another grace period.
  if (subscription.pastDueSince !== null && isUpgrade(standing, plan, plans))
    throw new ToolsError(
      "conflict",
      `The account is past due. Pay these invoices before you upgrade: ${subscription.open.map(({ number }) => numberedId(number)).join(", ")}.`,
    );
  // Every change writes ledger lines that are kept permanently.
  if (subscription.changes >= mostChanges)
    throw new ToolsError(
      "conflict",
      `The plan has changed ${mostChanges} times in this billing cycle, the maximum. Try again in the next cycle.`,
    );
  return {
    plan,
    price: plans[plan].price.amount,
    dailyLimit: subscription.agreedLimits[plan] ?? null,
    effective: effective ?? (isUpgrade(standing, plan, plans) ? "now" : "cycle_end"),
  };
}

/** A proposed change: its booking, and the answer to the caller. */
interface Proposal<Answer> {
  booking: LedgerTransaction;
  answer: Answer;
}

/**
 * Applies a change to the current state of an account. Retries if another process changed the account in between. With
 * an idempotency key, the answer is stored in the same commit and returned to repeated requests.
 */
async function change<Answer>(
  billing: Billing,
  id: string,
  now: number,
  propose: (standing: SubscriptionState) => Proposal<Answer> | Promise<Proposal<Answer>>,
  idempotency?: { key: string | undefined; request: unknown },
): Promise<Answer> {
  const { key, request } = idempotency ?? {};
  const digest = key === undefined ? null : await digestRequest({ account: id, key, request });
  for (let attempt = 0; attempt < attempts; attempt++) {
    const standing = await advance(billing, id, now);
    const earlier = digest && (await earlierAnswer(billing, digest, accountKey(id)));
    // It was stored as the answer to the same request.
    if (earlier) return earlier as Answer;
    const { booking, answer } = await propose(standing);
    const kept = digest ? [keepAnswer(digest, answer, now)] : [];
    if (await commitTransaction(billing, standing, booking, kept)) return answer;
  }
  const code = digest ? "idempotency_in_progress" : "conflict";
  throw new ToolsError(code, "Other requests are changing the account. Try again.", { retryAfter: 1 });
}

/**
 * Returns the plan of an account: price and limit, billing cycle, scheduled change, amount due and credit.
 *
 * @param now Epoch milliseconds.
 * @throws ToolsError `not_found`.
 */
export async function getPlan(billing: Billing, id: string, now: number): Promise<PlanState> {
  return planStateOf(await advance(billing, id, now), billing.plans, now);
}

/**
 * Returns the cost of a plan change line by line, with a quote that is valid for 15 minutes. While the quote is valid
 * and nothing else changes, {@link changePlan} with the quote charges exactly this amount. Upgrades take effect
 * immediately. Downgrades take effect at the end of the billing cycle, unless `effective` is `now`.
 *
 * @param now Epoch milliseconds.
 * @throws ToolsError `invalid_parameter`; `not_found`; `conflict` for the current plan, and for an upgrade while an
 *   invoice is past due.
 */
export async function previewPlanChange(
  billing: QuotedBilling,
  id: string,
  request: { plan: PlanName; effective?: Effective | undefined },
  now: number,
): Promise<PlanPreview> {
  const wanted = validateOptions(PlanChangeRequest, request);
  const standing = await advance(billing, id, now);
  const planned = changeFor(billing, standing, wanted);
  const at = changeInstant(standing, now);
  const { invoice: _, ...record } = changedPlanOf(planned, bookChange(standing, planned, at), billing.plans);
  const quote = await billing.quotes.sign(quoteFor(standing, planned, at));
  return { ...record, quote, quoteExpiresAt: isoSeconds(at + quoteMs) };
}

type Order = { plan: PlanName; effective: Effective | undefined } | { quote: string };

function readOrder(order: object): Order {
  const { plan, effective, quote } = validateOptions(PlanOrder, order);
  if (plan !== undefined && quote === undefined) return { plan, effective };
  if (plan === undefined && quote !== undefined && effective === undefined) return { quote };
  throw invalidParameters([
    { name: "plan", detail: "expected either plan or quote, and effective only with plan" },
  ]);
}

/** Returns the change that an order requests, and the instant from which it is charged. */
async function planOrder(billing: QuotedBilling, standing: SubscriptionState, order: Order, now: number) {
  if (!("quote" in order))
    return { planned: changeFor(billing, standing, order), at: changeInstant(standing, now) };
  const quote = await readQuote(billing.quotes, order.quote, standing.account.id, now);
  checkQuote(quote, standing);
  return { planned: quote, at: quote.at };
}

/**
 * Changes the plan of an account. A `plan` takes effect as described at {@link previewPlanChange}. A `quote` is charged
 * from the instant of the quote. Account, ledger and invoice change in one commit. The new limit applies to the next
 * request in every process. With an idempotency key, a repeated request changes nothing and returns the first answer
 * for a day.
 *
 * @param now Epoch milliseconds.
 * @throws ToolsError `invalid_parameter`; `not_found`; `conflict`; `quote_expired`; `idempotency_mismatch`,
 *   `idempotency_in_progress`.
 */
export async function changePlan(
  billing: QuotedBilling,
  id: string,
  order: { plan?: PlanName | undefined; effective?: Effective | undefined; quote?: string | undefined },
  now: number,
  idempotencyKey?: string,
): Promise<ChangedPlan> {
  const wanted = readOrder(order);
  return change(
    billing,
    id,
    now,
    async (standing) => {
      const { planned, at } = await planOrder(billing, standing, wanted, now);
      const booking = bookChange(standing, planned, at);
      return { booking, answer: changedPlanOf(planned, booking, billing.plans) };
    },
    { key: idempotencyKey, request: ["change", wanted] },
  );
}

/**
 * Cancels a scheduled plan change. An idempotency key works as in {@link changePlan}.
 *
 * @throws ToolsError `not_found`; `conflict` if nothing is scheduled.
 */
export async function cancelPlanChange(
  billing: Billing,
  id: string,
  now: number,
  idempotencyKey?: string,
): Promise<PlanState> {
  return change(
    billing,
    id,
    now,
    (standing) => {
      const { scheduled, ...account } = standing.account;
      if (!scheduled) throw new ToolsError("conflict", "No plan change is scheduled.");
      const booking = postLines({ account, subscription: standing.subscription }, [], now);
      return { booking, answer: planStateOf({ ...standing, account }, billing.plans, now) };
    },
    { key: idempotencyKey, request: ["cancel"] },
  );
}

const AgreedPlan = z.strictObject({
  plan: parameter(planNames.join(", "), z.enum(planNames)),
  daily_limit: parameter(
    "a positive integer, or null for the limit of the plan",
    z.int().positive().nullable(),
  ),
});

/**
 * Puts an account on a plan immediately, on behalf of the operator. `dailyLimit` is the number of calls per day agreed
 * for the account, or `null` for the limit of the plan. The agreement is kept in case the account leaves the plan and
 * returns. A scheduled change is canceled. The rest of the cycle is prorated as in {@link changePlan}.
 *
 * @param now Epoch milliseconds.
 * @throws ToolsError `invalid_parameter`; `not_found`; `conflict` if the account is closed.
 */
export async function assignPlan(
  billing: Billing,
  id: string,
  agreed: { plan: PlanName; dailyLimit: number | null },
  now: number,
): Promise<Account> {
  const { plan, daily_limit: dailyLimit } = validateOptions(AgreedPlan, agreed);
  return change(billing, id, now, (standing) => {
    const { scheduled: _, ...account } = standing.account;
    if (account.status === "closed") throw new ToolsError("conflict", `The account ${id} is closed.`);
    const { [plan]: __, ...others } = standing.subscription.agreedLimits;
    const agreedLimits = dailyLimit === null ? others : { ...others, [plan]: dailyLimit };
    // By changing the plan, the operator grants the account time to pay.
    const subscription = { ...standing.subscription, agreedLimits, pastDueSince: null };
    const price = billing.plans[plan].price.amount;
    const booking =
      plan === account.plan
        ? postLines({ account: { ...account, dailyLimit }, subscription }, [], now)
        : bookChange(
            { ...standing, subscription },
            { plan, price, dailyLimit, effective: "now" },
            changeInstant(standing, now),
          );
    return { booking, answer: booking.account };
  });
}
