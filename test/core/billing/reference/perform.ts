import assert from "node:assert/strict";
import { ToolsError } from "@tools-api/core";
import { closeAccount } from "@tools-api/core/accounts";
import {
  approvePlanChange,
  cancelPlanChange,
  changePlan,
  creditAccount,
  markInvoicePaid,
  payOutCredit,
  previewPlanChange,
  type QuotedBilling,
  reactivateAccount,
  recordFailedPayment,
  recordPayment,
  recordRefund,
  retryPayments,
  suspendAccount,
  voidInvoice,
  writeOffInvoice,
  sweepBilling,
} from "@tools-api/core/billing";
import type { Event, Pick } from "./histories.ts";
import type { ModelInvoice } from "./ledger.ts";
import type { BillingModel, Refusal } from "./model.ts";
import type { MemoryProvider } from "./provider.ts";
import { plansAt, tariffOf } from "./tariff.ts";

const reason = "A test.";

/** An account in billing and in the model, at an instant. */
export interface Run {
  now: number;
  id: string;
  billing: QuotedBilling;
  provider: MemoryProvider;
  model: BillingModel;
  /** The number of references of payments and refunds so far. */
  references: number;
}

/** Resolves with the answer, or with the code of the refusal. */
async function outcomeOf<Answer>(work: Promise<Answer>): Promise<Answer | string> {
  return work.catch((error: unknown) => {
    if (error instanceof ToolsError && error.code !== "internal_error") return error.code;
    throw error;
  });
}

/** Resolves if billing refuses the work exactly if the model does. */
async function expectSame(work: Promise<unknown>, refusal: Refusal | null): Promise<void> {
  const outcome = await outcomeOf(work.then(() => null));
  assert.equal(outcome, refusal);
}

function chosen({ ledger }: BillingModel, { position, isOpen }: Pick): ModelInvoice | undefined {
  const among = isOpen && ledger.open.length > 0 ? ledger.open : ledger.invoices;
  return among[position % Math.max(1, among.length)];
}

function idOf(number: number): string {
  return String(number).padStart(8, "0");
}

function shareOf(amount: bigint, percent: number): number {
  return Math.max(1, Math.ceil((Number(amount) * percent) / 100));
}

/** Sends an event to billing and to the model. Rejects if one refuses it and the other does not. */
export async function perform(run: Run, event: Event): Promise<void> {
  const { billing, id, model, now } = run;
  switch (event.kind) {
    case "change": {
      const { plan, effective } = event;
      const quote = model.quote(plan, effective, now);
      const answer = await outcomeOf(changePlan(billing, id, { plan, effective }, { now }));
      if (typeof quote === "string") return assert.equal(answer, quote);
      if (typeof answer === "string") throw new Error(`A change was refused: ${answer}`);
      assert.equal(model.confirm(quote, now), null);
      assert.equal(answer.plan, plan);
      return;
    }
    case "quote":
      return confirmQuote(run, event);
    case "cancel":
      return model.isClosed
        ? undefined
        : expectSame(cancelPlanChange(billing, id, { now }), model.cancel(now));
    case "approve":
      return expectSame(approvePlanChange(billing, id, now), model.approve(now));
    case "assign": {
      const { plan, limit } = event;
      const order = { plan, dailyLimit: limit };
      return expectSame(
        changePlan(billing, id, order, { now, by: "operator" }),
        model.assign(plan, limit, now),
      );
    }
    case "suspend":
      return expectSame(suspendAccount(billing, id, { reason }, now), model.suspend(now));
    case "reactivate":
      return expectSame(reactivateAccount(billing, id, now), model.reactivate(now));
    case "close":
      model.close();
      return closeAccount(billing, id, now);
    case "report":
      return report(run);
    case "calls": {
      if (event.units === 0) return;
      model.call(event.units, now);
      return call(run, event.units);
    }
    case "credit":
      model.adjust(BigInt(event.amount), now);
      return expectSame(creditAccount(billing, id, { amount: event.amount, reason }, now), null);
    case "pay out": {
      const amount = shareOf(model.ledger.credit, event.percent);
      return expectSame(
        payOutCredit(billing, id, { amount, reason }, now),
        model.payOut(BigInt(amount), now),
      );
    }
    case "retry": {
      const { method } = event;
      // A silent attempt that is made due has two entries in the index, each with its own pauses.
      if (model.ledger.open.some(({ undecided }) => undecided?.isSilent)) return;
      const options = method === null ? {} : { newMethod: method };
      const answer = await outcomeOf(retryPayments(billing, id, now, options));
      const expected = model.retry(now, method);
      return assert.deepEqual(answer, typeof expected === "string" ? expected : expected.map(idOf));
    }
    case "prices": {
      const { pro, enterprise } = event;
      run.billing = { ...billing, plans: plansAt({ free: 0, pro, enterprise }) };
      model.tariff = tariffOf(run.billing.plans);
      // The server that starts with the prices sweeps first, so they apply from now on.
      await sweepBilling(run.billing, now);
      return;
    }
    case "mark paid":
    case "pay":
    case "fail":
    case "void":
    case "write off":
    case "refund":
      return performOnInvoice(run, event);
  }
}

type InvoiceEvent = Extract<Event, { pick: Pick }>;

async function performOnInvoice(run: Run, event: InvoiceEvent): Promise<void> {
  const { billing, id, model, now } = run;
  const invoice = chosen(model, event.pick);
  if (!invoice) {
    const outcome = await outcomeOf(markInvoicePaid(billing, { account: id, id: idOf(1) }, now));
    return assert.equal(outcome, "not_found");
  }
  const number = idOf(invoice.number);
  switch (event.kind) {
    case "mark paid": {
      await markInvoicePaid(billing, { account: id, id: number }, now);
      if (invoice.due > 0n) model.pay(invoice, invoice.due, now);
      return;
    }
    case "pay": {
      const known = event.isRepeated ? [...model.ledger.payments.keys()].at(-1) : undefined;
      run.references += 1;
      const reference = known ?? `transfer ${run.references}`;
      const amount = shareOf(invoice.due, event.percent);
      await recordPayment(billing, { account: id, id: number }, { amount, reference }, now);
      return model.pay(invoice, BigInt(amount), now, reference);
    }
    case "fail": {
      const { failures } = invoice;
      await recordFailedPayment(billing, { account: id, id: number }, { attempt: failures }, now);
      // A second report of the same attempt changes nothing.
      await recordFailedPayment(billing, { account: id, id: number }, { attempt: failures }, now);
      return model.fail(invoice, failures, now);
    }
    case "void":
      return expectSame(
        voidInvoice(billing, { account: id, id: number }, reason, now),
        model.void(invoice, now),
      );
    case "write off":
      return expectSame(
        writeOffInvoice(billing, { account: id, id: number }, reason, now),
        model.writeOff(invoice, now),
      );
    case "refund":
      return refund(run, event, invoice);
  }
}

/** Refunds a payment, or wins a dispute. A provider never returns more than the payment. */
async function refund(
  run: Run,
  { percent, as: kind, isOfPayment }: Extract<Event, { kind: "refund" }>,
  invoice: ModelInvoice,
): Promise<void> {
  const { billing, id, model, now } = run;
  const { ledger } = model;
  const of = [...ledger.payments].find(([, { invoice: number }]) => number === invoice.number);
  const payment = isOfPayment ? of?.[0] : undefined;
  run.references += 1;
  const give = (amount: number) =>
    recordRefund(
      billing,
      { account: id, id: idOf(invoice.number) },
      { amount, reference: `refund ${run.references}`, kind, ...(payment !== undefined && { payment }) },
      now,
    );
  if (kind === "dispute_won") {
    const lost = ledger.disputed.get(invoice.number) ?? 0n;
    if (lost === 0n) return;
    ledger.disputed.delete(invoice.number);
    model.pay(invoice, lost, now);
    return give(Number(lost));
  }
  const known = payment === undefined ? undefined : ledger.payments.get(payment);
  const rest = known ? known.amount - known.returned : invoice.paid;
  const amount = shareOf(rest, percent);
  if (known && BigInt(amount) > rest && BigInt(amount) <= known.amount) return;
  const refusal = model[kind](invoice, BigInt(amount), now, payment);
  // It can be any payment of the invoice.
  for (const other of ledger.payments.values())
    if (!known && other.invoice === invoice.number) other.returned += BigInt(amount);
  return expectSame(give(amount), refusal);
}

/** The provider reports an attempt that it has decided, as by a webhook. */
async function report({ billing, id, model, provider, now }: Run): Promise<void> {
  const found = provider.report();
  if (!found) return;
  const { attempt, outcome } = found;
  const invoice = model.ledger.invoices[attempt.invoice - 1];
  if (!invoice) throw new Error("The provider has an attempt for an invoice that the model lacks.");
  const number = idOf(attempt.invoice);
  if (outcome.status === "paid") {
    const { amount, reference } = outcome;
    await recordPayment(billing, { account: id, id: number }, { amount, reference }, now);
    model.pay(invoice, BigInt(amount), now, reference);
  } else if (outcome.status !== "pending") {
    await recordFailedPayment(
      billing,
      { account: id, id: number },
      { attempt: attempt.failures, failure: outcome },
      now,
    );
    model.fail(invoice, attempt.failures, now);
  }
}

async function call({ billing, id, now }: Run, units: number): Promise<void> {
  const windows = [{ id: `at ${now}`, limit: 1e9, ends: now + 86_400_000 }];
  const item = { account: id, endpoint: "profile by key_1", at: now, windows, units, fences: [] };
  await billing.usage.consume({ id: crypto.randomUUID(), at: now, items: [item] });
}

async function confirmQuote(
  run: Run,
  { plan, effective, delay, units, isCredited }: Extract<Event, { kind: "quote" }>,
): Promise<void> {
  const { billing, id, model } = run;
  const quote = model.quote(plan, effective, run.now);
  const shown = await outcomeOf(previewPlanChange(billing, id, { plan, effective }, run.now));
  if (typeof quote === "string") return assert.equal(shown, quote);
  if (typeof shown === "string") throw new Error(`A preview was refused: ${shown}`);
  if (units > 0) {
    model.call(units, run.now);
    await call(run, units);
  }
  if (isCredited) await perform(run, { kind: "credit", amount: 1 });
  run.now += delay;
  model.elapse(run.now);
  const answer = await outcomeOf(changePlan(billing, id, { quote: shown.quote }, { now: run.now }));
  const refusal = model.confirm(quote, run.now);
  if (typeof answer === "string" || refusal !== null) return assert.equal(answer, refusal);
  const { quote: _, quoteExpiresAt: __, ...expected } = shown;
  assert.deepEqual({ ...answer, invoice: null }, { ...expected, invoice: null });
}
