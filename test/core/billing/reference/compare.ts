import assert from "node:assert/strict";
import { getPlan } from "@tools-api/core/billing";
import { faultsOf, readBooks } from "../books.ts";
import type { Run } from "./perform.ts";

function idOf(number: number): string {
  return String(number).padStart(8, "0");
}

/** Compares the plan, the ledger and every invoice of an account with the model. Throws on a difference. */
export async function compare({ billing, id, model, now }: Run): Promise<void> {
  model.elapse(now);
  const { ledger } = model;
  const state = await getPlan(billing, id, now);
  const books = await readBooks(billing, id);
  assert.deepEqual(faultsOf(books), []);
  assert.deepEqual(
    books.lines.map(({ kind, plan, amount, invoice, at }) => ({ kind, plan, amount, invoice, at })),
    ledger.lines.map(({ kind, plan, amount, invoice, at }) => ({
      kind,
      plan,
      amount: Number(amount),
      invoice,
      at,
    })),
  );
  assert.deepEqual(
    books.invoices.map((invoice) => ({
      number: invoice.number,
      serial: invoice.serial,
      at: invoice.at,
      total: invoice.total,
      creditApplied: invoice.creditApplied,
      amountPaid: invoice.amountPaid,
      amountDue: invoice.amountDue,
      amountAdjusted: invoice.amountAdjusted ?? 0,
      amountRefunded: invoice.amountRefunded ?? 0,
      status: invoice.status,
      paidAt: invoice.paidAt,
      failedAttempts: invoice.failedAttempts,
      dueAt: invoice.amountDue > 0 ? (invoice.dueAt ?? null) : null,
    })),
    ledger.invoices.map((invoice) => ({
      number: invoice.number,
      serial: `INV-${String(invoice.number).padStart(6, "0")}`,
      at: invoice.at,
      total: Number(invoice.total),
      creditApplied: Number(invoice.byCredit),
      amountPaid: Number(invoice.paid),
      amountDue: Number(invoice.due),
      amountAdjusted: Number(invoice.adjusted),
      amountRefunded: Number(invoice.refunded),
      status: invoice.status,
      paidAt: invoice.paidAt,
      failedAttempts: invoice.failures,
      dueAt: invoice.due > 0n ? invoice.dueAt : null,
    })),
  );
  assert.deepEqual(
    (books.subscription?.open ?? []).map(({ number, dueAt = null, pastDueAt = null }) => ({
      number,
      pastDueAt,
      dueAt,
    })),
    ledger.open.map(({ number, dueAt, lateSince }) => ({
      number,
      pastDueAt: lateSince,
      dueAt,
    })),
  );
  const { next, scheduled, requested, cycle, graceEnd } = model;
  // The plan of a closed account that costs nothing has no effect.
  const hasPlan = !model.isClosed || model.last.price > 0n;
  const limitOf = ({ plan, limit }: { plan: keyof typeof model.tariff; limit: number | null }) =>
    limit ?? Number(model.tariff[plan].limit);
  assert.deepEqual(
    {
      plan: hasPlan && state.plan,
      dailyLimit: hasPlan && state.dailyLimit,
      status: state.status,
      graceEndsAt: hasPlan && state.graceEndsAt,
      price: state.price.amount,
      cycle: { start: state.currentPeriodStart, end: state.currentPeriodEnd },
      scheduled: state.scheduled,
      requested: state.requested && { plan: state.requested.plan, invoice: state.requested.invoice },
      amountDue: state.amountDue.amount,
      credit: state.credit.amount,
      nextInvoice: state.nextInvoice && {
        at: state.nextInvoice.at,
        plan: state.nextInvoice.plan,
        total: state.nextInvoice.total.amount,
        creditApplied: state.nextInvoice.creditApplied.amount,
      },
    },
    {
      plan: hasPlan && model.plan,
      dailyLimit: hasPlan && limitOf(model),
      status: ledger.lateSince === null ? "active" : "past_due",
      graceEndsAt: hasPlan && graceEnd,
      price: Number(model.last.price),
      cycle,
      scheduled: scheduled && { plan: scheduled.plan, dailyLimit: limitOf(scheduled), at: cycle.end },
      requested: requested && {
        plan: requested.plan,
        invoice: requested.invoice && idOf(requested.invoice.number),
      },
      amountDue: Number(ledger.due),
      credit: Number(ledger.credit),
      nextInvoice: next && {
        at: cycle.end,
        plan: next.plan,
        total: Number(next.total),
        creditApplied: Number(next.byCredit),
      },
    },
  );
}
