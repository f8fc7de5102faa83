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

/** The names of the plans in a history. */
export type PlanName = "free" | "pro" | "enterprise";

/** The prices and limits of the plans. */
export type Tariff = Readonly<Record<PlanName, { price: bigint; limit: bigint }>>;

type UpgradeMode = "immediate" | "paid" | "approved";

/** The settings of the operator. */
export interface Terms {
  upgrades: UpgradeMode;
  paymentTermsMs: number | null;
  hasProvider: boolean;
}

export interface Agreement {
  plan: PlanName;
  /** The limit that the operator agreed to; `null` for that of the plan. */
  limit: number | null;
}

interface Requested extends Agreement {
  price: bigint;
  /** `null`: waits for the operator. */
  invoice: ModelInvoice | null;
}

/**
 * The plan of an account over time: every event at its own instant, in order of time. The other events are in
 * `BillingModel`.
 */
export class PlanModel {
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
  /** The number of changes. A change ends the quotes before it. */
  version = 0;
  tariff: Tariff;
  /** The tariff at the beginning of the cycle. */
  protected cycleTariff: Tariff;
  readonly terms: Terms;
  private readonly anchor: number;
  private cycles = 0;
  /** The cost of the current cycle so far. */
  protected posted = 0n;
  protected readonly agreed = new Map<PlanName, number>();
  private readonly calls: { at: number; units: number }[] = [];

  constructor(anchor: number, tariff: Tariff, terms: Terms) {
    this.anchor = anchor;
    this.tariff = tariff;
    this.cycleTariff = tariff;
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
    this.cycleTariff = this.tariff;
    const price = this.isSuspended ? 0n : this.tariff[this.plan].price;
    this.segments = [{ plan: this.plan, price, from: start, least: 0n }];
    this.posted = price;
    this.issue(price > 0n ? [{ kind: "charge", plan: this.plan, amount: price }] : [], start);
  }

  protected issue(lines: readonly ModelLine[], at: number): ModelInvoice | null {
    this.version += 1;
    const { paymentTermsMs, hasProvider } = this.terms;
    return this.ledger.issue(lines, at, {
      terms: hasProvider ? null : paymentTermsMs,
      isCollected: hasProvider,
    });
  }

  /** Returns the lines of another price from an instant on. They bring what is posted to the cost of the cycle. */
  protected reprice(plan: PlanName, price: bigint, at: number, least = 0n) {
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
  protected enter(
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
    if (this.interrupted) this.interrupted = { plan, price, cycleEnd: this.cycle.end };
    this.issue([...earlier, ...lines], at);
    this.settle(at);
  }

  /** Makes the requested upgrade if its invoice has just been paid. */
  protected settle(at: number): void {
    this.version += 1;
    const { requested } = this;
    if (requested?.invoice?.due !== 0n) return;
    this.requested = null;
    const { plan, invoice } = requested;
    this.enter(requested, at, [{ kind: "prepayment", plan, amount: -invoice.total }]);
  }

  protected withdraw(at: number): void {
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
  protected becomeLate(): void {
    this.version += 1;
    if (this.scheduled && this.isUpgrade(this.scheduled.plan)) this.scheduled = null;
  }

  protected isUpgrade(plan: PlanName): boolean {
    const price = this.currentPrice(this.tariff);
    const { price: other, limit } = this.tariff[plan];
    const current = this.limit === null ? this.tariff[this.plan].limit : BigInt(this.limit);
    return other > price || (other === price && limit > current);
  }

  /** Returns what the current segment costs at least, if the owner leaves it for a plan now. */
  protected leastCost(plan: PlanName): bigint {
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

  /** Returns the price of the plan, also while a suspension stops the charges. */
  protected currentPrice(tariff: Tariff): bigint {
    const { interrupted } = this;
    if (!interrupted) return this.last.price;
    const continues = interrupted.plan === this.plan && interrupted.cycleEnd === this.cycle.end;
    return continues ? interrupted.price : tariff[this.plan].price;
  }
}

const freePlan: Agreement = { plan: "free", limit: null };
