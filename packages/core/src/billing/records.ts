import type { z } from "zod";
import type { Camelized } from "../schema/casing.ts";
import type { Invoice, LedgerLine, NewLine } from "./documents.ts";
import { graceEnd } from "./due.ts";
import { type BilledAccount, numberedId, sums } from "./ledger.ts";
import { offeredPlans, type Plans, planTerms, planTitle, priceOf, termsAt } from "./plans.ts";
import { lastSegment, type PlanTransaction } from "./rules.ts";
import type {
  InvoiceRecord,
  LedgerLineRecord,
  PlanChangeRecord,
  PlanPreviewRecord,
  PlanStateRecord,
} from "./schema.ts";

/** The current plan of an account, with its billing cycle and the available plans. */
export type PlanState = Camelized<z.infer<typeof PlanStateRecord>>;

/** The effect and cost of a plan change, made or previewed. */
export type ChangedPlan = Camelized<z.infer<typeof PlanChangeRecord>>;

/** The cost of a plan change, with the quote that guarantees it. */
export type PlanPreview = Camelized<z.infer<typeof PlanPreviewRecord>>;

/** An invoice as the API shows it to its owner. */
export type OwnInvoice = Camelized<z.infer<typeof InvoiceRecord>>;

/** Returns the function that makes a sum of money from an amount. */
function moneyIn(currency: string) {
  return (amount: number) => ({ amount, currency });
}

function lineRecord({ kind, plan, from, to, price, amount, description }: NewLine, currency: string) {
  const money = moneyIn(currency);
  return {
    kind,
    plan,
    from,
    to,
    price: price === null ? null : money(price),
    amount: money(amount),
    description: description ?? null,
  };
}

/** Returns the fields that the state of a plan and a change have in common. `due` is the sum of all open invoices. */
function cycleRecord({ account, subscription }: BilledAccount, plans: Plans) {
  const { currency, cycle } = subscription;
  const money = moneyIn(currency);
  const { due, credit } = sums(subscription);
  const selected = account.scheduled ?? account;
  // A closed account is no longer billed, and a suspended one is not charged for the time.
  const isCharged = account.status !== "closed" && !account.suspension;
  const price = isCharged ? priceOf(plans, selected) : 0;
  const creditApplied = Math.min(price, credit);
  const nextInvoice = {
    at: cycle.end,
    plan: selected.plan,
    total: money(price),
    creditApplied: money(creditApplied),
    amountDue: money(price - creditApplied),
  };
  return {
    due: money(due),
    currentPeriodStart: cycle.start,
    currentPeriodEnd: cycle.end,
    credit: money(credit),
    nextInvoice: price === 0 ? null : nextInvoice,
  };
}

/** Returns the state of an account's plan at an instant in the cycle of its subscription. */
export function planState(state: BilledAccount, plans: Plans, now: number): PlanState {
  const { account, subscription } = state;
  const { scheduled } = account;
  const { plan, version, dailyLimit } = termsAt(account, plans, now);
  const { due, ...cycle } = cycleRecord(state, plans);
  return {
    plan,
    title: planTitle(plans, plan),
    version,
    dailyLimit,
    status: subscription.pastDueSince === null ? "active" : "past_due",
    graceEndsAt: graceEnd(state, plans),
    price: { amount: lastSegment(subscription).price, currency: subscription.currency },
    ...cycle,
    scheduled: scheduled
      ? {
          plan: scheduled.plan,
          dailyLimit: scheduled.dailyLimit ?? planTerms(plans, scheduled).dailyLimit,
          at: scheduled.at,
        }
      : null,
    requested: subscription.requested
      ? {
          plan: subscription.requested.plan,
          at: subscription.requested.at,
          invoice:
            subscription.requested.invoice === null ? null : numberedId(subscription.requested.invoice),
        }
      : null,
    amountDue: due,
    plans: offeredPlans(plans).map((offer) => ({
      name: offer.name,
      title: planTitle(plans, offer.name),
      description: offer.description ?? null,
      dailyLimit: offer.dailyLimit,
      perMinute: offer.perMinute,
      perSecond: offer.perSecond,
      price: { ...offer.price },
    })),
  };
}

/** Returns the effect and cost of a plan change. */
export function changedPlan(transaction: PlanTransaction, plans: Plans): ChangedPlan {
  const { change, awaits, subscription, lines, invoice, at } = transaction;
  const { currency } = subscription;
  const money = moneyIn(currency);
  const { due, ...cycle } = cycleRecord(transaction, plans);
  return {
    plan: change.plan,
    effective: awaits ? (awaits === "payment" ? "on_payment" : "on_approval") : change.effective,
    takesEffectAt: awaits ? null : change.effective === "now" ? at : cycle.currentPeriodEnd,
    dailyLimit: change.dailyLimit ?? planTerms(plans, change).dailyLimit,
    ...cycle,
    lines: lines.map((line) => lineRecord(line, currency)),
    total: money(invoice?.total ?? 0),
    creditApplied: money(invoice?.creditApplied ?? 0),
    amountDue: money(invoice?.amountDue ?? 0),
    totalDue: due,
    invoice: invoice && invoice.id,
  };
}

/**
 * Returns a ledger line as the API shows it to its owner.
 *
 * @example
 * ```ts
 * import { memoryDocuments, memoryUsage } from "@tools-api/adapters/storage/memory";
 * import { defaultPlans } from "@tools-api/core";
 * import { createAccount } from "@tools-api/core/accounts";
 * import { changePlan, ledgerRecord, listLedger } from "@tools-api/core/billing";
 *
 * const billing = { documents: memoryDocuments(), usage: memoryUsage(), plans: defaultPlans };
 * const { id } = await createAccount(billing.documents, { email: "ada@example.com" }, { at: Date.now() });
 * await changePlan(billing, id, { plan: "pro" }, { now: Date.now() });
 * const lines = await listLedger(billing.documents, id, { limit: 10 });
 * console.log(lines.map((line) => ledgerRecord(line).invoice)); // [ "00000001" ]
 * ```
 */
export function ledgerRecord(line: LedgerLine): Camelized<z.infer<typeof LedgerLineRecord>> {
  const { id, invoice, balance, at, currency } = line;
  return {
    id,
    ...lineRecord(line, currency),
    balance: { amount: balance, currency },
    invoice: numberedId(invoice),
    createdAt: at,
  };
}

/** Returns the last failure of a payment. Attack: an error of configuration could tell the owner about the server. */
function failureRecord(
  { amountDue, lastFailure }: Invoice,
  isOperator: boolean,
): OwnInvoice["paymentFailure"] {
  if (!lastFailure || amountDue === 0) return null;
  const { at, kind, reason, url = null } = lastFailure;
  const isForOwner = kind !== "permanent" && kind !== "temporary";
  return { at, kind, reason: isForOwner || isOperator ? reason : null, url };
}

/**
 * Returns an invoice as the API shows it to its owner, or to an operator.
 *
 * @example
 * ```ts
 * import { memoryDocuments, memoryUsage } from "@tools-api/adapters/storage/memory";
 * import { defaultPlans } from "@tools-api/core";
 * import { createAccount } from "@tools-api/core/accounts";
 * import { changePlan, getInvoice, invoiceRecord } from "@tools-api/core/billing";
 *
 * const billing = { documents: memoryDocuments(), usage: memoryUsage(), plans: defaultPlans };
 * const { id } = await createAccount(billing.documents, { email: "ada@example.com" }, { at: Date.now() });
 * await changePlan(billing, id, { plan: "pro" }, { now: Date.now() });
 * const invoice = await getInvoice(billing.documents, { account: id, id: "00000001" });
 * console.log(invoiceRecord(invoice).status); // open
 * ```
 */
export function invoiceRecord(invoice: Invoice, { isOperator = false } = {}): OwnInvoice {
  const { id, status, at, cycle, lines, currency, seller = null, buyer = null, taxes = [] } = invoice;
  const money = moneyIn(currency);
  return {
    id,
    status,
    createdAt: at,
    periodStart: cycle.start,
    periodEnd: cycle.end,
    lines: lines.map((line) => lineRecord(line, currency)),
    total: money(invoice.total),
    creditApplied: money(invoice.creditApplied),
    amountPaid: money(invoice.amountPaid),
    amountDue: money(invoice.amountDue),
    amountAdjusted: money(invoice.amountAdjusted ?? 0),
    dueAt: invoice.dueAt ?? null,
    number: invoice.serial ?? null,
    seller,
    buyer,
    taxes: taxes.map(({ name, percent, amount }) => ({ name, percent, amount: money(amount) })),
    amountRefunded: money(invoice.amountRefunded ?? 0),
    paidAt: invoice.paidAt,
    paymentFailure: failureRecord(invoice, isOperator),
  };
}
