import type { Stored } from "../store/collection.ts";
import { ToolsError } from "../errors.ts";
import { getAccount } from "../identity/accounts.ts";
import { tokenDigest } from "../store/token.ts";
import { dayMs, hourMs, isoInstant, withTimeout } from "../time.ts";
import { duePayments, type Invoice, reportedPayments } from "./documents.ts";
import { getInvoice } from "./invoices.ts";
import { type FailedAttempt, recordFailedPayment, recordPayment } from "./payments.ts";
import type { PaymentProvider } from "./payment-provider.ts";
import type { ChangedPlan } from "./records.ts";
import { nextAttempt } from "./retry-schedule.ts";
import { amountToCollect } from "./small-invoices.ts";
import { advance, type Billing } from "./store.ts";
import { type OnFailure, sweep } from "./sweep.ts";

/** The time until the next request to a provider that has not decided yet. */
const askAgainMs = hourMs;

const maxPauseMs = 12 * hourMs;

/** The time for which an order waits for its payment. */
const paymentMs = 10_000;

/** The time after which an attempt counts as failed although the provider never responded. */
const unansweredMs = 3 * dayMs;

type Progress = Parameters<typeof duePayments.put>[1];
type DuePayment = Stored<Progress, "at" | "account" | "invoice">;

/** The next attempt; `null` if there is none. `error` is that of a provider which did not respond. */
interface Attempted {
  next: { at: number; progress?: Progress } | null;
  error?: unknown;
}

function at(instant: number | null): Attempted {
  return { next: instant === null ? null : { at: instant } };
}

/** Requests a payment from the provider, and records the outcome. */
async function request(
  billing: Billing & { payments: PaymentProvider },
  payment: Omit<Parameters<PaymentProvider["collect"]>[0], "isRecorded">,
  progress: Progress,
  now: number,
): Promise<Attempted> {
  const { account, invoice } = payment;
  const isRecorded = async (reference: string) => {
    const ids = { account: account.id, digest: await tokenDigest(reference) };
    return (await reportedPayments.get(billing.documents, ids)) !== null;
  };
  const fail = async (failure: FailedAttempt["failure"]) =>
    at(
      await recordFailedPayment(
        billing,
        { account: account.id, id: invoice.id },
        { attempt: invoice.failedAttempts, failure },
        now,
      ),
    );
  let outcome: Awaited<ReturnType<PaymentProvider["collect"]>>;
  try {
    outcome = await billing.payments.collect({ ...payment, isRecorded });
  } catch (error) {
    const { failingSince = now, failures = 0 } = progress;
    if (now - failingSince < unansweredMs) {
      const pause = Math.min(askAgainMs * 2 ** failures, maxPauseMs);
      const failing = { attempt: invoice.failedAttempts, failingSince, failures: failures + 1 };
      return { next: { at: now + pause, progress: failing }, error };
    }
    const reason = error instanceof Error ? error.message : "The payment provider does not respond.";
    return { ...(await fail({ status: "temporary", reason })), error };
  }
  const pending = { attempt: invoice.failedAttempts, isPending: true };
  if (outcome.status === "pending") return { next: { at: now + askAgainMs, progress: pending } };
  if (outcome.status !== "paid") return fail(outcome);
  await recordPayment(billing, { account: account.id, id: invoice.id }, outcome, now);
  return at(null);
}

/**
 * Attempts to collect a payment that is due. Returns `null` if another process does so at the same time.
 *
 * @param entry The entry of the index. It is marked, and changes, before the first request.
 */
async function attempt(billing: Billing, entry: DuePayment, now: number): Promise<Attempted | null> {
  const { documents, payments, retryDays } = billing;
  const { account: accountId, invoice: id } = entry.ids;
  // A closed account has withdrawn an upgrade that waits for this payment.
  await advance(billing, accountId, now);
  const invoice: Invoice = await getInvoice(documents, { account: accountId, id });
  const found = await getAccount(documents, accountId);
  if (!payments || !found || invoice.amountDue === 0 || invoice.status === "uncollectible") return at(null);
  // The process of the last attempt may have ended before it recorded when the next one is due.
  const due = nextAttempt(invoice, retryDays);
  if (due === null || due > now) return at(due);
  // The host may have recorded the failure of the attempt that the entry is about.
  const { attempt: started = invoice.failedAttempts } = entry.value;
  const progress = started === invoice.failedAttempts ? entry.value : {};
  const isStarted = progress.isPending === true || progress.failingSince !== undefined;
  const minimum = payments.minimumAmount?.(invoice.currency) ?? 1;
  const amount = await amountToCollect(billing, invoice, { minimum, isStarted, now });
  if (amount === null) return at(null);
  const idempotencyKey = `${accountId}/${id}/${invoice.failedAttempts}`;
  const payment = { account: found.value, invoice, amount, idempotencyKey };
  if (!isStarted) {
    // Written before the request: if the process ends after it, the next one asks for the outcome, whatever the amount
    // due is then.
    const value: Progress = { attempt: invoice.failedAttempts, isPending: true };
    const marked = await documents.commit([duePayments.replace(entry, value)]);
    if (!marked.committed) return null;
    Object.assign(entry, { value, version: marked.version });
  }
  return request({ ...billing, payments }, payment, progress, now);
}

/** Attempts a payment that is due, and moves its entry of the index to the next attempt. */
async function collect(billing: Billing, found: DuePayment, now: number): Promise<void> {
  const entry = { ...found };
  const moveTo = async (next: Attempted["next"]) => {
    // An attempt whose instant has passed is made in the next round.
    const instant = next && isoInstant(Math.max(next.at, now + 1));
    const later =
      instant === null ? [] : [duePayments.put({ ...entry.ids, at: instant }, next?.progress ?? {})];
    await billing.documents.commit([{ key: entry.key, ifVersion: entry.version }, ...later]);
  };
  let attempted: Attempted | null;
  try {
    attempted = await attempt(billing, entry, now);
  } catch (error) {
    await moveTo({ at: now + askAgainMs, progress: entry.value });
    throw error;
  }
  if (!attempted) return;
  await moveTo(attempted.next);
  if (attempted.error !== undefined) throw attempted.error;
}

/**
 * Collects the payments that are due through `billing.payments`, and records the outcomes. Does nothing without a
 * provider. Several processes can run this concurrently: the provider collects the money once per attempt.
 *
 * A provider that does not respond is asked again with the same key, after pauses of 1 to 12 hours. After three days
 * the attempt counts as failed. An invoice below the minimum amount of the provider is collected together with the next
 * invoice.
 *
 * @param now Epoch milliseconds.
 *
 * @example
 * ```ts
 * import { memoryDocuments, memoryUsage } from "@tools-api/adapters/storage/memory";
 * import { defaultPlans } from "@tools-api/core";
 * import { collectPayments } from "@tools-api/core/billing";
 *
 * const billing = { documents: memoryDocuments(), usage: memoryUsage(), plans: defaultPlans };
 * await collectPayments(billing, Date.now(), console.error);
 * ```
 */
export async function collectPayments(
  billing: Billing,
  now: number,
  onFailure: OnFailure = () => {},
): Promise<void> {
  const { documents, payments } = billing;
  if (!payments) return;
  const collectOne = (found: DuePayment) => collect(billing, found, now);
  await sweep(duePayments.each(documents, {}), now, collectOne, onFailure);
}

/**
 * Attempts the payment that an ordered upgrade waits for, and returns the change with its outcome. A provider that does not
 * respond in time is asked again by `collectPayments`.
 *
 * @throws ToolsError `conflict` if the payment failed or the upgrade was withdrawn: the plan is unchanged, and nothing is owed.
 */
export async function payUpgrade(
  billing: Billing,
  account: string,
  ordered: ChangedPlan,
  now: number,
): Promise<ChangedPlan> {
  const { documents, payments } = billing;
  const { effective, invoice: id } = ordered;
  if (!payments || effective !== "on_payment" || id === null) return ordered;
  const { at: due } = await getInvoice(documents, { account, id });
  const entry = await duePayments.get(documents, { at: isoInstant(due), account, invoice: id });
  if (entry) {
    const late = new Error("The payment provider does not respond.");
    await withTimeout(paymentMs, collect(billing, entry, now), () => late).catch(() => {});
  }
  const { status, paidAt } = await getInvoice(documents, { account, id });
  // A repeated order may find that the owner has withdrawn the first one meanwhile.
  if (status === "void")
    throw new ToolsError(
      "conflict",
      "The payment failed, or the upgrade was withdrawn. The plan is unchanged. Check your payment method, and order again.",
    );
  return status === "paid" ? { ...ordered, effective: "now", takesEffectAt: paidAt } : ordered;
}
