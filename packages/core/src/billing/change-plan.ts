import { z } from "zod";
import type { Account } from "../accounts/account.ts";
import { accountKey } from "../accounts/accounts.ts";
import { ToolsError } from "../errors.ts";
import { type PlanName, planNames } from "../schemas/account.ts";
import { PlanChangeRequest, PlanOrder } from "../schemas/billing.ts";
import { invalidParameters, parameter, validateOptions } from "../schemas/validate.ts";
import { isoSeconds } from "../usage/windows.ts";
import { bookLines, type Booking, type Standing } from "./book.ts";
import { bookChange, changeInstant, type Effective, isUpgrade, type PlanChange } from "./change.ts";
import { type Billing, commitBooking } from "./commit-booking.ts";
import { numberedId } from "./ledger.ts";
import { digestRequest, earlierAnswer, keepAnswer } from "../idempotency.ts";
import { checkQuote, quoteFor, quoteMs, type QuoteSigner, readQuote } from "./quotes.ts";
import { type ChangedPlan, changedPlanOf, type PlanPreview, type PlanState, planStateOf } from "./records.ts";
import { settle } from "./settle.ts";

/** Billing with what signs quotes. */
export interface QuotedBilling extends Billing {
  quotes: QuoteSigner;
}

const mostChanges = 100;

const attempts = 20;

/** The change that is asked for, at today's price; throws `conflict` where there is nothing to change. */
function changeFor(
  { plans }: Billing,
  standing: Standing,
  { plan, effective }: { plan: PlanName; effective?: Effective | undefined },
): PlanChange {
  const { account, subscription } = standing;
  if (account.status === "closed") throw new ToolsError("conflict", `The account ${account.id} is closed.`);
  if (plan === account.plan)
    throw new ToolsError("conflict", `plan: the account is on the ${plan} plan already`);
  // Or whoever lost a plan by not paying could take it again at once, with another grace.
  if (subscription.pastDueSince !== null && isUpgrade(standing, plan, plans))
    throw new ToolsError(
      "conflict",
      `An invoice is past due; a dearer plan has to wait until it is paid: ${subscription.open.map(({ number }) => numberedId(number)).join(", ")}.`,
    );
  // Every one writes lines that are kept for good.
  if (subscription.changes >= mostChanges)
    throw new ToolsError("conflict", `The plan was changed ${mostChanges} times in this billing cycle.`);
  return {
    plan,
    price: plans[plan].price.amount,
    dailyLimit: subscription.agreedLimits[plan] ?? null,
    effective: effective ?? (isUpgrade(standing, plan, plans) ? "now" : "cycle_end"),
  };
}

/** What a change is made of: the booking, and the answer that its caller gets. */
interface Proposal<Answer> {
  booking: Booking;
  answer: Answer;
}

/**
 * Makes a change on the settled state of an account until nobody else has changed it in between. With an idempotency
 * key its answer is kept in the same commit, and given again to who repeats the request.
 */
async function change<Answer>(
  billing: Billing,
  id: string,
  now: number,
  propose: (standing: Standing) => Proposal<Answer> | Promise<Proposal<Answer>>,
  idempotency?: { key: string | undefined; request: unknown },
): Promise<Answer> {
  const { key, request } = idempotency ?? {};
  const digest = key === undefined ? null : await digestRequest({ account: id, key, request });
  for (let attempt = 0; attempt < attempts; attempt++) {
    const standing = await settle(billing, id, now);
    const earlier = digest && (await earlierAnswer(billing, digest, accountKey(id)));
    // It was kept as the answer to this very request.
    if (earlier) return earlier as Answer;
    const { booking, answer } = await propose(standing);
    const kept = digest ? [keepAnswer(digest, answer, now)] : [];
    if (await commitBooking(billing, standing, booking, kept)) return answer;
  }
  const code = digest ? "idempotency_in_progress" : "conflict";
  throw new ToolsError(code, "The account is being changed by others; try again.", { retryAfter: 1 });
}

/**
 * How an account stands with its plan: price and limit, billing cycle, what is scheduled, what is due, credit.
 *
 * @param now Epoch milliseconds.
 * @throws ToolsError `not_found`.
 */
export async function getPlan(billing: Billing, id: string, now: number): Promise<PlanState> {
  return planStateOf(await settle(billing, id, now), billing.plans, now);
}

/**
 * What a change of plan would cost at an instant, line by line, with a quote that is good for 15 minutes: while it is,
 * and nothing else changes, {@link changePlan} with the quote charges exactly this. An upgrade takes place at once, a
 * downgrade at the end of the billing cycle unless `effective` says `now`.
 *
 * @param now Epoch milliseconds.
 * @throws ToolsError `invalid_parameter`; `not_found`; `conflict` for the plan that stands, and for a dearer one while
 * an invoice is past due.
 */
export async function previewPlanChange(
  billing: QuotedBilling,
  id: string,
  request: { plan: PlanName; effective?: Effective | undefined },
  now: number,
): Promise<PlanPreview> {
  const wanted = validateOptions(PlanChangeRequest, request);
  const standing = await settle(billing, id, now);
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
    { name: "plan", detail: "expected a plan or a quote, one of the two, and effective with a plan alone" },
  ]);
}

/** The change that an order means, and the instant that it is charged from. */
async function planOrder(billing: QuotedBilling, standing: Standing, order: Order, now: number) {
  if (!("quote" in order))
    return { planned: changeFor(billing, standing, order), at: changeInstant(standing, now) };
  const quote = await readQuote(billing.quotes, order.quote, standing.account.id, now);
  checkQuote(quote, standing);
  return { planned: quote, at: quote.at };
}

/**
 * Changes the plan of an account: to `plan`, at once or at the end of the cycle as {@link previewPlanChange} says, or
 * as a `quote` has it, charged from the quote's instant. Account, ledger and invoice change together or not at all, and
 * the next request in every process has the new limit. With an idempotency key a repeated request changes nothing, and
 * has the answer of the first for a day.
 *
 * @param now Epoch milliseconds.
 * @throws ToolsError `invalid_parameter`; `not_found`; `conflict`; `quote_expired`; `idempotency_mismatch`,
 * `idempotency_in_progress`.
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
 * Calls a scheduled change of plan off. An idempotency key works as in {@link changePlan}.
 *
 * @throws ToolsError `not_found`; `conflict` when nothing is scheduled.
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
      if (!scheduled) throw new ToolsError("conflict", "No change of plan is scheduled.");
      const booking = bookLines({ account, subscription: standing.subscription }, [], now);
      return { booking, answer: planStateOf({ ...standing, account }, billing.plans, now) };
    },
    { key: idempotencyKey, request: ["cancel"] },
  );
}

const AgreedPlan = z.strictObject({
  plan: parameter(planNames.join(", "), z.enum(planNames)),
  daily_limit: parameter("a positive integer, or null for the plan's own", z.int().positive().nullable()),
});

/**
 * Puts an account on a plan at once, as its operator: with the calls a day that were agreed for it, or `null` for the
 * plan's own. The agreement is kept for when the account leaves the plan and comes back. What is scheduled is called
 * off; the rest of the cycle is charged and credited as in {@link changePlan}.
 *
 * @param now Epoch milliseconds.
 * @throws ToolsError `invalid_parameter`; `not_found`; `conflict` for an account that is closed.
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
    // An operator who puts an account on a plan grants it the time to pay.
    const subscription = { ...standing.subscription, agreedLimits, pastDueSince: null };
    const price = billing.plans[plan].price.amount;
    const booking =
      plan === account.plan
        ? bookLines({ account: { ...account, dailyLimit }, subscription }, [], now)
        : bookChange(
            { ...standing, subscription },
            { plan, price, dailyLimit, effective: "now" },
            changeInstant(standing, now),
          );
    return { booking, answer: booking.account };
  });
}
