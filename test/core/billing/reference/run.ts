import assert from "node:assert/strict";
import { memoryDocuments, memoryUsage } from "@tools-api/adapters/storage/memory";
import { createAccount } from "@tools-api/core/accounts";
import {
  type BillingFailure,
  collectPayments,
  type QuotedBilling,
  sweepBilling,
} from "@tools-api/core/billing";
import * as fc from "fast-check";
import { hmacQuotes } from "../hmac-quotes.ts";
import { compare } from "./compare.ts";
import { type History, histories, type Step } from "./histories.ts";
import { BillingModel } from "./model.ts";
import { type Asked, MemoryProvider } from "./provider.ts";
import { perform, type Run } from "./perform.ts";
import { plansAt, tariffOf } from "./tariff.ts";

const hour = 3_600_000;
const day = 24 * hour;

/** Checks a request to the provider, and applies its outcome to the model. */
function applyAsked({ model }: Run, { attempt, amount, outcome }: Asked, now: number): void {
  const invoice = model.ledger.invoices[attempt.invoice - 1];
  if (!invoice) throw new Error(`The provider was asked for invoice ${attempt.invoice}, which there is not.`);
  // An invoice can have two entries in the index, with pauses of their own. The model counts the silence of the first one
  // in a sweep, and billing that of the older one.
  const isCounted = attempt.failures < invoice.failures && invoice.lastFailedAt === now;
  if (isCounted && outcome === null) return;
  const isDue = invoice.askAt !== null && invoice.askAt <= now && invoice.status !== "uncollectible";
  // After a retry an attempt has two entries in the index. A second request of an attempt changes nothing.
  assert.ok(isDue || invoice.undecided, `invoice ${invoice.number} is not due at the provider`);
  assert.deepEqual(
    { amount, failures: attempt.failures },
    { amount: Number(invoice.due), failures: invoice.failures },
  );
  if (outcome?.status === "paid") {
    invoice.askAt = null;
    invoice.undecided = null;
    model.pay(invoice, BigInt(outcome.amount), now, outcome.reference);
  } else if (outcome?.status === "pending") {
    invoice.undecided = { since: now, silences: 0, isSilent: false };
    invoice.askAt = now + hour;
  } else if (outcome) {
    invoice.askAt = null;
    model.fail(invoice, invoice.failures, now);
  } else {
    const { since, silences } = invoice.undecided ?? { since: now, silences: 0 };
    invoice.undecided = { since, silences: silences + 1, isSilent: true };
    invoice.askAt = now + Math.min(2 ** silences, 12) * hour;
    if (now - since >= 3 * day) model.fail(invoice, invoice.failures, now);
  }
}

/** Sweeps as a server does, and lets the model check every request to the provider. */
async function sweep(run: Run, now: number): Promise<void> {
  const { billing, model, provider } = run;
  const failures: BillingFailure[] = [];
  const onFailure = (failure: BillingFailure) => failures.push(failure);
  provider.now = now;
  model.elapse(now);
  await sweepBilling(billing, now, onFailure);
  await collectPayments(billing, now, onFailure);
  const isSilence = ({ error }: BillingFailure) => String(error).includes("does not respond");
  assert.deepEqual(
    failures.filter((failure) => !isSilence(failure)),
    [],
  );
  for (const asked of provider.asked.splice(0)) {
    applyAsked(run, asked, now);
    model.elapse(now);
  }
  const forgotten = model.ledger.open.filter(
    ({ at, askAt, status }) => askAt !== null && askAt <= now && at < now && status !== "uncollectible",
  );
  assert.deepEqual(
    forgotten.map(({ number, askAt }) => ({ number, askAt })),
    [],
  );
}

/** Lets the time of a step pass, with its sweeps at equal intervals. */
async function pass(run: Run, { event, wait, sweeps, isAtEnd }: Step): Promise<void> {
  const from = run.now;
  for (let index = 1; index <= sweeps; index++) await sweep(run, from + Math.floor((wait * index) / sweeps));
  run.now = from + wait;
  run.model.elapse(run.now);
  if (isAtEnd) run.now = Math.max(run.now, run.model.cycle.end - 1000);
  run.model.elapse(run.now);
  run.provider.now = run.now;
  // Prices have no instant. Cycles that began while the server was down have the prices at its start.
  // The server that closes an account sweeps every minute.
  if (event.kind === "prices" || event.kind === "close") await sweep(run, run.now);
}

/** Sweeps an hour after the account was closed, when an attempt at a payment that was pending is due again. */
async function sweepClosed(run: Run): Promise<void> {
  run.now += hour;
  run.model.elapse(run.now);
  run.model.readClosed(run.now);
  await sweep(run, run.now);
  await compare(run);
}

/** Runs a history, and compares the books with those of the model. Rejects with the first difference. */
async function checkHistory(history: History): Promise<void> {
  const { anchor, terms, prices } = history;
  const provider = new MemoryProvider(history.provider);
  const plans = plansAt(prices);
  const run: Run = {
    now: anchor,
    id: "",
    provider,
    billing: {
      documents: memoryDocuments({ clock: { now: () => run.now } }),
      usage: memoryUsage({ clock: { now: () => run.now } }),
      quotes: hmacQuotes(),
      plans,
      upgrades: terms.upgrades,
      paymentTermsMs: terms.paymentTermsMs,
      ...(terms.hasProvider && { payments: provider }),
    } satisfies QuotedBilling,
    model: new BillingModel(anchor, tariffOf(plans), terms),
    references: 0,
  };
  run.id = (await createAccount(run.billing.documents, { email: "ada@example.com" }, { at: anchor })).id;
  for (const [index, step] of history.steps.entries()) {
    try {
      await pass(run, step);
      await perform(run, step.event);
      if (step.event.kind === "close") await sweepClosed(run);
      if (step.isRead || index === history.steps.length - 1) await compare(run);
    } catch (error) {
      throw new Error(`step ${index + 1} (${step.event.kind}): ${String(error)}`, { cause: error });
    }
  }
}

/** Checks random histories. Rejects with the smallest history that differs from the model. */
export async function checkHistories(parameters: fc.Parameters<[History]>): Promise<void> {
  await fc.assert(fc.asyncProperty(histories, checkHistory), parameters);
}
