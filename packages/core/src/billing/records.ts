import type { z } from "zod";
import type { Camelized } from "../casing.ts";
import { isoSeconds, isoSecondsOrNull } from "../time.ts";
import type { LedgerTransaction, NewLine, SubscriptionState } from "./book.ts";
import type { PlanChange } from "./change.ts";
import { nextInvoice } from "./due-booking.ts";
import { graceEnd } from "./dunning.ts";
import type { Invoice } from "./invoices.ts";
import { type LedgerLine, numberedId } from "./ledger.ts";
import { planAt } from "./plan-at.ts";
import { dailyLimitOf, type Plans } from "./plans.ts";
import type {
  InvoiceRecord,
  LedgerLineRecord,
  PlanChangeRecord,
  PlanPreviewRecord,
  PlanStateRecord,
} from "./schema.ts";
import { creditOf, lastPiece, totalDue } from "./subscription.ts";

/** The current plan of an account. See {@link planStateOf}. */
export type PlanState = Camelized<z.infer<typeof PlanStateRecord>>;

/** The effect and cost of a plan change, made or previewed. */
export type ChangedPlan = Camelized<z.infer<typeof PlanChangeRecord>>;

/** The cost of a plan change, with the quote that guarantees it. */
export type PlanPreview = Camelized<z.infer<typeof PlanPreviewRecord>>;

/** An invoice as the API shows it to its owner. */
export type OwnInvoice = Camelized<z.infer<typeof InvoiceRecord>>;

function lineRecord({ kind, plan, from, to, price, amount }: NewLine, currency: string) {
  return {
    kind,
    plan,
    from: isoSecondsOrNull(from),
    to: isoSecondsOrNull(to),
    price: price === null ? null : { amount: price, currency },
    amount: { amount, currency },
  };
}

function nextInvoiceRecord(standing: Pick<SubscriptionState, "account" | "subscription">, plans: Plans) {
  const invoice = nextInvoice(standing, plans);
  if (invoice === null) return null;
  const { currency, lines, at, total, creditApplied, amountDue } = invoice;
  const money = (amount: number) => ({ amount, currency });
  return {
    at: isoSeconds(at),
    plan: lines[0]?.plan ?? standing.account.plan,
    total: money(total),
    creditApplied: money(creditApplied),
    amountDue: money(amountDue),
  };
}

/** Returns the plan of an account at an instant in the cycle of its subscription. */
export function planStateOf(
  { account, subscription }: SubscriptionState,
  plans: Plans,
  now: number,
): PlanState {
  const { currency, cycle, pastDueSince } = subscription;
  const { scheduled } = account;
  const grace = graceEnd({ account, subscription });
  return {
    plan: planAt(account, now).plan,
    dailyLimit: dailyLimitOf(account, plans, now),
    status: pastDueSince === null ? "active" : "past_due",
    graceEndsAt: isoSecondsOrNull(grace),
    price: { amount: lastPiece(subscription).price, currency },
    currentPeriodStart: isoSeconds(cycle.start),
    currentPeriodEnd: isoSeconds(cycle.end),
    scheduled: scheduled
      ? {
          plan: scheduled.plan,
          dailyLimit: scheduled.dailyLimit ?? plans[scheduled.plan].dailyLimit,
          at: isoSeconds(Date.parse(scheduled.at)),
        }
      : null,
    amountDue: { amount: totalDue(subscription), currency },
    credit: { amount: creditOf(subscription), currency },
    nextInvoice: nextInvoiceRecord({ account, subscription }, plans),
    plans: Object.values(plans).map(({ name, dailyLimit, price }) => ({
      name,
      dailyLimit,
      price: { ...price },
    })),
  };
}

/** Returns the effect and cost of a plan change from its booking. */
export function changedPlanOf(change: PlanChange, booking: LedgerTransaction, plans: Plans): ChangedPlan {
  const { subscription, invoice, at } = booking;
  const { currency, cycle } = subscription;
  const money = (amount: number) => ({ amount, currency });
  return {
    plan: change.plan,
    effective: change.effective,
    takesEffectAt: isoSeconds(change.effective === "now" ? at : cycle.end),
    dailyLimit: change.dailyLimit ?? plans[change.plan].dailyLimit,
    currentPeriodStart: isoSeconds(cycle.start),
    currentPeriodEnd: isoSeconds(cycle.end),
    lines: booking.lines.map((line) => lineRecord(line, currency)),
    total: money(invoice?.total ?? 0),
    creditApplied: money(invoice?.creditApplied ?? 0),
    amountDue: money(invoice?.amountDue ?? 0),
    totalDue: money(totalDue(subscription)),
    credit: money(creditOf(subscription)),
    nextInvoice: nextInvoiceRecord(booking, plans),
    invoice: invoice && numberedId(invoice.number),
  };
}

/** Returns a ledger line as the API shows it to its owner, with instants in RFC 3339. */
export function ledgerRecordOf(line: LedgerLine): Camelized<z.infer<typeof LedgerLineRecord>> {
  const { number, invoice, at, currency } = line;
  return {
    id: numberedId(number),
    ...lineRecord(line, currency),
    balance: { amount: line.balance, currency },
    invoice: numberedId(invoice),
    createdAt: isoSeconds(at),
  };
}

/** Returns an invoice as the API shows it to its owner, with instants in RFC 3339. */
export function invoiceRecordOf(invoice: Invoice): OwnInvoice {
  const { status, at, cycle, lines, currency } = invoice;
  const money = (amount: number) => ({ amount, currency });
  return {
    id: numberedId(invoice.number),
    status,
    createdAt: isoSeconds(at),
    periodStart: isoSeconds(cycle.start),
    periodEnd: isoSeconds(cycle.end),
    lines: lines.map((line) => lineRecord(line, currency)),
    total: money(invoice.total),
    creditApplied: money(invoice.creditApplied),
    amountPaid: money(invoice.amountPaid),
    amountDue: money(invoice.amountDue),
    paidAt: isoSecondsOrNull(invoice.paidAt),
  };
}
