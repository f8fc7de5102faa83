import assert from "node:assert/strict";
import {
  defaultPlans,
  type DocumentStore,
  type PlanName,
  type Plans,
  ToolsError,
  type UsageStore,
} from "@tools-api/core";
import { type Account, createAccount, getAccount } from "@tools-api/core/accounts";
import {
  cancelPlanChange,
  type ChangedPlan,
  changePlan,
  currentCycle,
  getPlan,
  markInvoicePaid,
  planAt,
  previewPlanChange,
  type QuotedBilling,
  reactivateAccount,
  suspendAccount,
  sweepBilling,
} from "@tools-api/core/billing";
import * as fc from "fast-check";
import { accrued, type CyclePieces, expectedPrice, faultsOf, readBooks } from "./books.ts";
import { hmacQuotes } from "./hmac-quotes.ts";

type Effective = "now" | "cycle_end" | undefined;

/**
 * An event of an account, and the time that passes before it. With `toEnd` it happens in the last minutes of
 * the current cycle.
 */
type Step = { wait: number; toEnd: boolean } & (
  | { kind: "change"; plan: PlanName; effective: Effective }
  /** `delay` passes between preview and confirmation. */
  | { kind: "quote"; plan: PlanName; effective: Effective; delay: number }
  | { kind: "cancel" | "sweep" | "look" }
  | { kind: "assign"; plan: PlanName }
  | { kind: "suspend" | "reactivate" }
  | { kind: "pay"; invoice: number }
);

/** The events of an account from its creation, and the prices of the plans. */
export interface History {
  anchor: number;
  prices: { pro: number; enterprise: number };
  steps: Step[];
}

const second = 1000;
const day = 86_400 * second;

const plan = fc.constantFrom<PlanName>("free", "pro", "enterprise");
const effective = fc.constantFrom<Effective>(undefined, "now", "now", "cycle_end");
const wait = fc.oneof(
  fc.constant(0),
  fc.integer({ min: 0, max: 2 * second }),
  fc.integer({ min: 0, max: 20 * 60 * second }),
  fc.integer({ min: 0, max: 5 * day }),
  fc.integer({ min: 0, max: 70 * day }),
);
// Otherwise most cycles would end between two steps, and never between a preview and its confirmation.
const when = { wait, toEnd: fc.integer({ min: 0, max: 9 }).map((number) => number === 0) };
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant("change" as const), ...when, plan, effective }) },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant("quote" as const),
      ...when,
      plan,
      effective,
      delay: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 16 * 60 * second })),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constantFrom("cancel", "sweep", "look"), ...when }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("assign" as const), ...when, plan }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constantFrom("suspend", "reactivate"), ...when }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant("pay" as const),
      ...when,
      invoice: fc.integer({ min: 1, max: 12 }),
    }),
  },
);

/** Histories with many anchors at month ends and leap days, and with prices that do not divide evenly. */
export const histories: fc.Arbitrary<History> = fc.record({
  anchor: fc.oneof(
    fc.integer({ min: Date.parse("2020-01-01"), max: Date.parse("2040-01-01") }),
    fc.constantFrom(
      ...[
        "2024-01-31T23:59:59.999Z",
        "2024-02-29T12:00:00Z",
        "2023-12-30T00:00:00Z",
        "2027-08-31T06:30:00.5Z",
      ].map((instant) => Date.parse(instant)),
    ),
  ),
  // With small, close prices, roundings can add up to more than the highest price.
  prices: fc.oneof(
    fc.record({ pro: fc.integer({ min: 1, max: 12 }), enterprise: fc.integer({ min: 1, max: 12 }) }),
    fc.record({ pro: fc.integer({ min: 1, max: 9999 }), enterprise: fc.integer({ min: 1, max: 99_999 }) }),
  ),
  steps: fc.array(step, { minLength: 1, maxLength: 14 }),
});

function plansAt({ pro, enterprise }: History["prices"]): Plans {
  const priced = (name: "pro" | "enterprise", amount: number) => ({
    ...defaultPlans[name],
    price: { amount, currency: "usd" },
  });
  return { free: defaultPlans.free, pro: priced("pro", pro), enterprise: priced("enterprise", enterprise) };
}

/** A separate model of the cost of each cycle, computed only from the changes. */
class Model {
  readonly cycles = new Map<number, CyclePieces>();
  plan: PlanName = "free";
  scheduled: PlanName | null = null;
  isSuspended = false;
  readonly anchor: number;
  readonly plans: Plans;
  now: number;

  constructor(anchor: number, plans: Plans) {
    this.anchor = anchor;
    this.plans = plans;
    this.now = anchor;
    this.open(anchor);
  }

  private open(at: number): void {
    const { start, end } = currentCycle(this.anchor, at);
    this.cycles.set(start, {
      start,
      end,
      pieces: [{ price: this.price, from: start }],
    });
  }

  /** A suspended account costs nothing. */
  get price(): number {
    return this.isSuspended ? 0 : this.priceOf(this.plan);
  }

  private priceOf(name: PlanName): number {
    const plan = this.plans[name];
    assert.ok(plan);
    return plan.price.amount;
  }

  get cycle(): CyclePieces {
    const cycle = this.cycles.get(currentCycle(this.anchor, this.now).start);
    if (!cycle) throw new Error("The model has not come to this cycle.");
    return cycle;
  }

  moveTo(now: number): void {
    for (;;) {
      const { end } = this.cycle;
      if (now < end) break;
      this.now = end;
      this.plan = this.scheduled ?? this.plan;
      this.scheduled = null;
      this.open(end);
    }
    this.now = now;
  }

  /**
   * Returns the credit of the previous plan, the charge of the new plan, and the line that removes a price
   * excess.
   */
  linesOf(to: PlanName, at: number): [string, PlanName, number][] {
    const { start, end, pieces } = this.cycle;
    const left = pieces.at(-1)?.price ?? 0;
    const entered = this.priceOf(to);
    const rest = (price: number) => price - Number(accrued(price, start, end, at));
    const after = { start, end, pieces: [...pieces, { price: entered, from: at }] };
    const difference = expectedPrice(after) - expectedPrice(this.cycle);
    const rounding = difference - (rest(entered) - rest(left));
    return [
      ...(left > 0 ? [["credit", this.plan, 0 - rest(left)] as [string, PlanName, number]] : []),
      ...(entered > 0 ? [["charge", to, rest(entered)] as [string, PlanName, number]] : []),
      ...(rounding !== 0 ? [["rounding", to, rounding] as [string, PlanName, number]] : []),
    ];
  }

  change(to: PlanName, at: number, isNow: boolean): void {
    this.scheduled = isNow ? null : to;
    if (!isNow) return;
    this.plan = to;
    this.cycle.pieces.push({ price: this.price, from: at });
  }

  suspend(isSuspended: boolean, at: number): void {
    this.isSuspended = isSuspended;
    this.cycle.pieces.push({ price: this.price, from: at });
  }
}

/** Resolves with the answer of a change, or with the code of its refusal. */
async function outcomeOf<Answer>(work: Promise<Answer>): Promise<Answer | string> {
  return work.catch((error: unknown) => {
    if (error instanceof ToolsError) return error.code;
    throw error;
  });
}

/**
 * Runs a history on a store, and compares the books with the model after every step. Each cycle costs the sum
 * of its segments and at most its highest plan price. A confirmed quote is charged as shown. The next invoice
 * matches its forecast. The sum of the ledger is the balance, and the account has the plan of the instant.
 */
export async function checkHistory(
  stores: { documents: DocumentStore; usage: UsageStore },
  { anchor, prices, steps }: History,
): Promise<void> {
  const plans = plansAt(prices);
  const billing: QuotedBilling = { ...stores, plans, quotes: hmacQuotes() };
  const opened = await createAccount(
    stores.documents,
    { email: `${crypto.randomUUID()}@example.com` },
    anchor,
  );
  const { id } = opened;
  const model = new Model(anchor, plans);
  let now = anchor;

  const record = (answer: ChangedPlan | string, at: number) => {
    if (typeof answer === "string") return;
    assert.deepEqual(
      answer.lines.map(({ kind, plan, amount }) => [kind, plan, amount.amount]),
      answer.effective === "now" ? model.linesOf(answer.plan, at) : [],
    );
    model.change(answer.plan, at, answer.effective === "now");
  };
  for (const step of steps) {
    now += step.wait;
    if (step.toEnd) now = Math.max(now, currentCycle(anchor, now).end - 10 * 60 * second);
    model.moveTo(now);
    switch (step.kind) {
      case "change": {
        const answer = await outcomeOf(
          changePlan(billing, id, { plan: step.plan, effective: step.effective }, now),
        );
        if (model.isSuspended) assert.equal(answer, "account_suspended");
        else if (step.plan === model.plan) assert.equal(answer, "conflict");
        else assert.equal(typeof answer === "string" ? answer : answer.plan, step.plan);
        record(answer, now);
        break;
      }
      case "quote": {
        const at = now;
        const shown = await outcomeOf(
          previewPlanChange(billing, id, { plan: step.plan, effective: step.effective }, at),
        );
        if (typeof shown === "string") {
          if (model.isSuspended) assert.equal(shown, "account_suspended");
          else assert.deepEqual([shown, step.plan], ["conflict", model.plan]);
          break;
        }
        const { start } = model.cycle;
        now += step.delay;
        model.moveTo(now);
        const answer = await outcomeOf(changePlan(billing, id, { quote: shown.quote }, now));
        const isGood = step.delay < 15 * 60 * second && model.cycle.start === start;
        if (isGood) {
          if (typeof answer === "string") throw new Error(`A good quote was refused: ${answer}`);
          const { quote, quoteExpiresAt } = shown;
          assert.deepEqual({ ...answer, quote, quoteExpiresAt }, { ...shown, invoice: answer.invoice });
        } else assert.equal(answer, "quote_expired");
        record(answer, at);
        break;
      }
      case "assign":
        await changePlan(billing, id, { plan: step.plan, dailyLimit: null }, now, { by: "operator" });
        if (step.plan !== model.plan) model.change(step.plan, now, true);
        else model.scheduled = null;
        break;
      case "cancel": {
        const answer = await outcomeOf(cancelPlanChange(billing, id, now));
        assert.equal(answer === "conflict", model.scheduled === null);
        model.scheduled = null;
        break;
      }
      case "suspend":
        await suspendAccount(billing, id, { reason: "A test." }, now);
        if (!model.isSuspended) model.suspend(true, now);
        break;
      case "reactivate":
        await reactivateAccount(billing, id, now);
        if (model.isSuspended) model.suspend(false, now);
        break;
      case "sweep":
        await sweepBilling(billing, now);
        break;
      case "look":
        await getPlan(billing, id, now);
        break;
      case "pay":
        await outcomeOf(markInvoicePaid(billing, id, String(step.invoice).padStart(8, "0"), now));
    }
    const account = await accountOf(billing, id);
    assert.equal(planAt(account, now).plan, model.plan);
  }
  const { nextInvoice, currentPeriodEnd } = await getPlan(billing, id, now);
  const books = await readBooks(billing, id);
  assert.deepEqual(faultsOf(books), []);
  const charged = new Map<number, number>();
  for (const { kind, to, amount } of books.lines)
    if (kind !== "payment" && to !== null) charged.set(to, (charged.get(to) ?? 0) + amount);
  for (const cycle of model.cycles.values())
    assert.deepEqual([cycle.start, charged.get(cycle.end) ?? 0], [cycle.start, expectedPrice(cycle)]);

  await getPlan(billing, id, currentPeriodEnd);
  const { invoices } = await readBooks(billing, id);
  const opening = invoices.slice(books.invoices.length).map((invoice) => ({
    at: invoice.at,
    plan: invoice.lines[0]?.plan,
    amounts: [invoice.total, invoice.creditApplied, invoice.amountDue],
  }));
  const foretold = (nextInvoice ? [nextInvoice] : []).map(
    ({ at, plan, total, creditApplied, amountDue }) => ({
      at,
      plan,
      amounts: [total, creditApplied, amountDue].map(({ amount }) => amount),
    }),
  );
  assert.deepEqual(opening, foretold);
}

async function accountOf({ documents }: QuotedBilling, id: string): Promise<Account> {
  const found = await getAccount(documents, id);
  if (!found) throw new Error(`There is no account ${id}.`);
  return found.value;
}

/** Checks a number of random histories, each on new stores. Rejects with the smallest history that fails. */
export async function checkHistories(
  count: number,
  newStores: () => { documents: DocumentStore; usage: UsageStore },
): Promise<void> {
  const property = fc.asyncProperty(histories, (history) => checkHistory(newStores(), history));
  await fc.assert(property, { numRuns: count });
}
