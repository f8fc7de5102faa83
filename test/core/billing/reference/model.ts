import type { PlanName } from "@tools-api/core";
import {
  cycleCost,
  cycleNumber,
  type ModelCycle,
  type ModelSegment,
  secondOf,
  segmentCost,
  share,
} from "./cycles.ts";
import { type ModelInvoice, ModelLedger, type ModelLine } from "./ledger.ts";

const day = 86_400_000;
const bucket = 900_000;
export const graceTime = 14 * day;
const quoteTime = 900_000;
const retryDays = [1, 3, 5, 7];

/** The prices and limits of the plans. */
export type Tariff = Readonly<Record<PlanName, { price: bigint; limit: bigint }>>;

export type UpgradeMode = "immediate" | "paid" | "approved";

/** The settings of the operator. */
export interface Terms {
  upgrades: UpgradeMode;
  paymentTermsMs: number | null;
  hasProvider: boolean;
}

interface Agreement {
  plan: PlanName;
  /** The limit that the operator agreed to; `null` for that of the plan. */
  limit: number | null;
}

interface Requested extends Agreement {
  price: bigint;
  /** `null`: waits for the operator. */
  invoice: ModelInvoice | null;
}

export type Refusal = "conflict" | "account_suspended" | "quote_expired";

/** An order of a plan at an instant, with what its calls cost at least. */
export interface ModelQuote extends Agreement {
  at: number;
  isNow: boolean;
  price: bigint;
  least: bigint;
  version: number;
}

/**
 * The reference model of billing, written from the rules of `guides/billing.md`. It handles every event at its own
 * instant, in order of time, and counts money in integers of any size.
 */
export class BillingModel {
  readonly ledger = new ModelLedger();
  plan: PlanName = "free";
  limit: number | null = null;
  scheduled: Agreement | null = null;
  requested: Requested | null = null;
  /** The segment that a suspension has interrupted. */
  interrupted: { plan: PlanName; price: bigint; cycleEnd: number } | null = null;
  isSuspended = false;
  isClosed = false;
  cycle: ModelCycle;
  segments: ModelSegment[];
  /** Counts the changes, each of which ends the quotes before it. */
  version = 0;
  tariff: Tariff;
  readonly terms: Terms;
  private readonly anchor: number;
  private cycles = 0;
  /** What the current cycle has cost so far. */
  private posted = 0n;
  private readonly agreed = new Map<PlanName, number>();
  private readonly calls: { at: number; units: number }[] = [];
  private methodRetries = { from: -Infinity, count: 0, last: "" };

  constructor(anchor: number, tariff: Tariff, terms: Terms) {
    this.anchor = anchor;
    this.tariff = tariff;
    this.terms = terms;
    this.cycle = cycleNumber(anchor, 0);
    this.segments = [{ plan: this.plan, price: 0n, from: anchor, least: 0n }];
  }

  get last(): ModelSegment {
    const last = this.segments.at(-1);
    if (!last) throw new Error("The cycle has no segment.");
    return last;
  }

  get graceEnd(): number | null {
    const { lateSince } = this.ledger;
    return lateSince === null || this.plan === "free" ? null : lateSince + graceTime;
  }

  /** The invoice at the end of the cycle if nothing changes; `null` if it costs nothing. */
  get next(): { plan: PlanName; total: bigint; byCredit: bigint } | null {
    const { plan } = this.scheduled ?? this;
    const total = this.isClosed || this.isSuspended ? 0n : this.tariff[plan].price;
    const { credit } = this.ledger;
    return total === 0n ? null : { plan, total, byCredit: credit < total ? credit : total };
  }

  call(units: number, at: number): void {
    this.calls.push({ at, units });
  }

  /** Lets time pass: every event at its instant. Of events at one instant, the end of the cycle is the last. */
  elapse(now: number): void {
    for (;;) {
      const events: { at: number; happen: (at: number) => void }[] = [];
      const add = (at: number | null, happen: (at: number) => void) => {
        if (at !== null && at <= now) events.push({ at, happen });
      };
      if (this.requested) add(this.cycle.end, (at) => this.withdraw(at));
      for (const invoice of this.ledger.open)
        if (invoice.lateSince === null) add(invoice.dueAt, (at) => this.expire(invoice, at));
      // An account that enters a plan after its grace period loses it immediately.
      const { graceEnd } = this;
      add(graceEnd === null ? null : Math.max(graceEnd, this.last.from), (at) => this.enter(freePlan, at));
      add(this.cycle.end, () => this.renew());
      const first = events.toSorted((one, other) => one.at - other.at)[0];
      if (!first) return;
      first.happen(first.at);
    }
  }

  /** Begins the next cycle. */
  private renew(): void {
    this.cycles += 1;
    this.cycle = cycleNumber(this.anchor, this.cycles);
    const { start } = this.cycle;
    const next = this.isClosed ? freePlan : (this.scheduled ?? this);
    [this.plan, this.limit, this.scheduled] = [next.plan, next.limit, null];
    const price = this.isSuspended ? 0n : this.tariff[this.plan].price;
    this.segments = [{ plan: this.plan, price, from: start, least: 0n }];
    this.posted = price;
    this.issue(price > 0n ? [{ kind: "charge", plan: this.plan, amount: price }] : [], start);
  }

  private issue(lines: readonly ModelLine[], at: number): ModelInvoice | null {
    this.version += 1;
    const { paymentTermsMs, hasProvider } = this.terms;
    return this.ledger.issue(lines, at, {
      terms: hasProvider ? null : paymentTermsMs,
      isCollected: hasProvider,
    });
  }

  /** Returns the lines of another price from an instant on. They bring what is posted to the cost of the cycle. */
  private reprice(plan: PlanName, price: bigint, at: number, least = 0n) {
    const { last, cycle } = this;
    const rest = (full: bigint) => full - share(full, cycle, at);
    const lines: ModelLine[] = [];
    if (last.price > 0n) lines.push({ kind: "credit", plan: last.plan, amount: -rest(last.price) });
    const left = secondOf(last.from) === secondOf(at) ? last : { ...last, least };
    const elapsed = share(last.price, cycle, at) - share(last.price, cycle, last.from);
    const byCalls = segmentCost(left, cycle, at) - elapsed;
    if (byCalls > 0n) lines.push({ kind: "use", plan: last.plan, amount: byCalls });
    if (price > 0n) lines.push({ kind: "charge", plan, amount: rest(price) });
    const segments = [...this.segments.slice(0, -1), left, { plan, price, from: at, least: 0n }];
    const cost = cycleCost(segments, cycle);
    const rounding = cost - this.posted - lines.reduce((sum, { amount }) => sum + amount, 0n);
    if (rounding !== 0n) lines.push({ kind: "rounding", plan, amount: rounding });
    return { segments, cost, lines };
  }

  /** Enters a plan now. */
  private enter(
    {
      plan,
      limit,
      price = this.tariff[plan].price,
      least = 0n,
    }: Agreement & { price?: bigint; least?: bigint },
    at: number,
    earlier: readonly ModelLine[] = [],
  ): void {
    const { segments, cost, lines } = this.reprice(plan, this.isSuspended ? 0n : price, at, least);
    [this.plan, this.limit, this.scheduled] = [plan, limit, null];
    [this.segments, this.posted] = [segments, cost];
    this.issue([...earlier, ...lines], at);
    this.settle(at);
  }

  /** Makes the requested upgrade if its invoice has just been paid. */
  private settle(at: number): void {
    this.version += 1;
    const { requested } = this;
    if (requested?.invoice?.due !== 0n) return;
    this.requested = null;
    const { plan, invoice } = requested;
    this.enter(requested, at, [{ kind: "prepayment", plan, amount: -invoice.total }]);
  }

  private withdraw(at: number): void {
    const { requested } = this;
    this.requested = null;
    if (requested?.invoice) this.ledger.void(requested.invoice, at);
    this.version += 1;
  }

  /** An invoice is not paid in time. */
  private expire(invoice: ModelInvoice, at: number): void {
    if (this.requested?.invoice === invoice) return this.withdraw(at);
    invoice.lateSince = at;
    this.becomeLate();
  }

  /** Cancels a scheduled upgrade of an account that owes money. */
  private becomeLate(): void {
    this.version += 1;
    if (this.scheduled && this.isUpgrade(this.scheduled.plan)) this.scheduled = null;
  }

  private isUpgrade(plan: PlanName): boolean {
    const price = this.currentPrice();
    const { price: other, limit } = this.tariff[plan];
    const current = this.limit === null ? this.tariff[this.plan].limit : BigInt(this.limit);
    return other > price || (other === price && limit > current);
  }

  /** Returns what the current segment costs at least, if the owner leaves it for a plan at an instant. */
  private leastCost(plan: PlanName, at: number): bigint {
    const { price, from } = this.last;
    if (this.tariff[plan].price >= price) return 0n;
    const allowance = BigInt(this.agreed.get(plan) ?? this.tariff[plan].limit);
    const start = Math.floor(from / bucket) * bucket;
    const days = new Map<number, bigint>();
    for (const { at: made, units } of this.calls)
      if (made >= start) {
        const date = Math.floor(made / day);
        days.set(date, (days.get(date) ?? 0n) + BigInt(units));
      }
    let extra = 0n;
    for (const used of days.values()) if (used > allowance) extra += used - allowance;
    const daily = this.limit === null ? this.tariff[this.plan].limit : BigInt(this.limit);
    const length = BigInt((this.cycle.end - this.cycle.start) / day);
    const least = (price * extra) / (daily * length);
    return least > price ? price : least;
  }

  /** Returns the order of an owner, or why it is refused. */
  quote(plan: PlanName, effective: "now" | "cycle_end" | undefined, at: number): ModelQuote | Refusal {
    if (this.isClosed) return "conflict";
    if (this.isSuspended) return "account_suspended";
    if (plan === this.plan || this.requested) return "conflict";
    const isUp = this.isUpgrade(plan);
    if (isUp && this.ledger.lateSince !== null) return "conflict";
    const isNow = effective === undefined ? isUp : effective === "now";
    const least = effective === "now" ? this.leastCost(plan, at) : 0n;
    const limit = this.agreed.get(plan) ?? null;
    return { plan, limit, at, isNow, price: this.tariff[plan].price, least, version: this.version };
  }

  /** Confirms an order from its instant on. */
  confirm(quote: ModelQuote, now: number): Refusal | null {
    if (now >= quote.at + quoteTime || quote.version !== this.version || quote.at < this.cycle.start)
      return "quote_expired";
    if (quote.isNow && this.leastCost(quote.plan, now) > quote.least) return "quote_expired";
    const { plan, limit, price, at } = quote;
    const waits = quote.isNow && this.terms.upgrades !== "immediate" && this.isUpgrade(plan);
    this.version += 1;
    if (!quote.isNow) {
      this.scheduled = { plan, limit };
      return null;
    }
    if (waits && this.terms.upgrades === "approved") {
      this.scheduled = null;
      this.requested = { plan, limit, price, invoice: null };
      return null;
    }
    const total = this.reprice(plan, price, at).lines.reduce((sum, { amount }) => sum + amount, 0n);
    if (waits && total > this.ledger.credit) {
      this.scheduled = null;
      const invoice = this.issue([{ kind: "prepayment", plan, amount: total }], at);
      this.requested = { plan, limit, price, invoice };
    } else this.enter(quote, at);
    return null;
  }

  cancel(at: number): Refusal | null {
    if (!this.requested && !this.scheduled) return "conflict";
    if (this.requested) this.withdraw(at);
    else this.scheduled = null;
    this.version += 1;
    return null;
  }

  approve(at: number): Refusal | null {
    const { requested } = this;
    if (requested?.invoice !== null) return "conflict";
    this.requested = null;
    this.enter(requested, at);
    return null;
  }

  /** A plan change by the operator, who gives the account time to pay. */
  assign(plan: PlanName, limit: number | null, at: number): Refusal | null {
    if (this.isClosed) return "conflict";
    if (limit === null) this.agreed.delete(plan);
    else this.agreed.set(plan, limit);
    for (const invoice of this.ledger.open) {
      invoice.lateSince = null;
      if (invoice.dueAt !== null) invoice.dueAt = Math.max(invoice.dueAt, at + graceTime);
    }
    if (plan !== this.plan) this.enter({ plan, limit }, at);
    else [this.limit, this.scheduled] = [limit, null];
    this.version += 1;
    return null;
  }

  suspend(at: number): Refusal | null {
    if (this.isClosed) return "conflict";
    this.version += 1;
    if (this.isSuspended) return null;
    this.isSuspended = true;
    this.interrupted = { plan: this.plan, price: this.last.price, cycleEnd: this.cycle.end };
    this.continueAt(0n, at);
    return null;
  }

  reactivate(at: number): Refusal | null {
    if (this.isClosed) return "conflict";
    if (!this.isSuspended) return null;
    const price = this.currentPrice();
    this.isSuspended = false;
    this.interrupted = null;
    this.continueAt(price, at);
    return null;
  }

  /** Returns the price of the plan, of which a suspension only stops the charges. */
  private currentPrice(): bigint {
    const { interrupted } = this;
    if (!interrupted) return this.last.price;
    const continues = interrupted.plan === this.plan && interrupted.cycleEnd === this.cycle.end;
    return continues ? interrupted.price : this.tariff[this.plan].price;
  }

  private continueAt(price: bigint, at: number): void {
    this.version += 1;
    if (price === this.last.price) return;
    const { segments, cost, lines } = this.reprice(this.plan, price, at);
    [this.segments, this.posted] = [segments, cost];
    this.issue(lines, at);
    this.settle(at);
  }

  close(at: number): void {
    if (this.isClosed) return;
    this.isClosed = true;
    this.isSuspended = false;
    this.interrupted = null;
    if (this.requested) this.withdraw(at);
    this.version += 1;
  }

  pay(invoice: ModelInvoice, amount: bigint, at: number, reference?: string): void {
    this.ledger.pay(invoice, amount, at, reference);
    this.settle(at);
  }

  /** Records that an attempt at a payment failed. */
  fail(invoice: ModelInvoice, failures: number, at: number): void {
    if (invoice.due === 0n || invoice.failures !== failures) return;
    invoice.undecided = null;
    if (this.requested?.invoice === invoice) return this.withdraw(at);
    invoice.failures += 1;
    invoice.firstFailedAt ??= at;
    invoice.lastFailedAt = at;
    const days = retryDays[invoice.failures - invoice.earlierFailures - 1];
    const isOver = days === undefined || invoice.status === "uncollectible";
    invoice.status = isOver ? "uncollectible" : "payment_failed";
    invoice.askAt =
      isOver || !this.terms.hasProvider ? null : Math.max(invoice.firstFailedAt + days * day, at + day);
    invoice.lateSince ??= at;
    this.becomeLate();
  }

  void(invoice: ModelInvoice, at: number): Refusal | null {
    if (invoice.status === "void") return null;
    if (invoice.due === 0n || invoice.paid > 0n) return "conflict";
    if (this.requested?.invoice === invoice) this.withdraw(at);
    else this.ledger.void(invoice, at);
    this.settle(at);
    return null;
  }

  writeOff(invoice: ModelInvoice, at: number): Refusal | null {
    if (invoice.status === "written_off") return null;
    if (invoice.due === 0n) return "conflict";
    if (this.requested?.invoice === invoice) this.withdraw(at);
    else this.ledger.writeOff(invoice, at);
    this.settle(at);
    return null;
  }

  adjust(amount: bigint, at: number): void {
    this.issue([{ kind: "adjustment", plan: null, amount: -amount }], at);
    this.settle(at);
  }

  payOut(amount: bigint, at: number): Refusal | null {
    if (amount > this.ledger.credit) return "conflict";
    this.issue([{ kind: "payout", plan: null, amount }], at);
    return null;
  }

  refund(invoice: ModelInvoice, amount: bigint, at: number, payment?: string): Refusal | null {
    if (amount > this.refundable(invoice, payment)) return "conflict";
    this.ledger.refund(invoice, amount, at, payment);
    this.version += 1;
    return null;
  }

  dispute(invoice: ModelInvoice, amount: bigint, at: number, payment?: string): Refusal | null {
    if (amount > this.refundable(invoice, payment)) return "conflict";
    this.ledger.dispute(invoice, amount, at, payment);
    if (this.ledger.lateSince !== null) this.becomeLate();
    this.version += 1;
    return null;
  }

  private refundable(invoice: ModelInvoice, payment: string | undefined): bigint {
    const known = payment === undefined ? undefined : this.ledger.payments.get(payment);
    return known ? known.amount : invoice.paid;
  }

  /** Makes failed payments due again. Returns the numbers of their invoices, or why none is. */
  retry(at: number, method: string | null): number[] | Refusal {
    const failed = this.ledger.open.filter(
      ({ status }) => status === "payment_failed" || status === "uncollectible",
    );
    if (!this.terms.hasProvider) return "conflict";
    let ready = failed;
    if (method === null) {
      ready = failed.filter(({ lastFailedAt }) => (lastFailedAt ?? 0) + day <= at);
      if (ready.length === 0) return "conflict";
    } else {
      const { from, count, last } = this.methodRetries;
      const isSameDay = at - from < day;
      if (failed.length === 0 || method === last || (isSameDay && count >= 5)) return [];
      this.methodRetries = { from: isSameDay ? from : at, count: isSameDay ? count + 1 : 1, last: method };
    }
    for (const invoice of ready)
      Object.assign(invoice, {
        status: "payment_failed",
        earlierFailures: invoice.failures,
        firstFailedAt: null,
        askAt: at,
      });
    this.version += 1;
    return ready.map(({ number }) => number);
  }
}

const freePlan: Agreement = { plan: "free", limit: null };
