import type { ModelInvoice } from "./ledger.ts";
import { type Agreement, graceTime, PlanModel, type PlanName } from "./plan-model.ts";

const day = 86_400_000;
const quoteTime = 900_000;
const retryDays = [1, 3, 5, 7];

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
 * The reference model of billing, written from its rules and not from its code. It counts money in integers of any
 * size.
 */
export class BillingModel extends PlanModel {
  private methodRetries = { from: -Infinity, count: 0, last: "" };

  /** Returns the order of an owner, or why it is refused. */
  quote(plan: PlanName, effective: "now" | "cycle_end" | undefined, at: number): ModelQuote | Refusal {
    if (this.isClosed) return "conflict";
    if (this.isSuspended) return "account_suspended";
    if (plan === this.plan || this.requested) return "conflict";
    const isUp = this.isUpgrade(plan);
    if (isUp && this.ledger.lateSince !== null) return "conflict";
    const isNow = effective === undefined ? isUp : effective === "now";
    const least = effective === "now" ? this.leastCost(plan) : 0n;
    const limit = this.agreed.get(plan) ?? null;
    return { plan, limit, at, isNow, price: this.tariff[plan].price, least, version: this.version };
  }

  /** Confirms an order from its instant on. */
  confirm(quote: ModelQuote, now: number): Refusal | null {
    if (now >= quote.at + quoteTime || quote.version !== this.version || quote.at < this.cycle.start)
      return "quote_expired";
    if (quote.isNow && this.leastCost(quote.plan) > quote.least) return "quote_expired";
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
    const price = this.currentPrice(this.cycleTariff);
    this.isSuspended = false;
    this.interrupted = null;
    this.continueAt(price, at);
    return null;
  }

  private continueAt(price: bigint, at: number): void {
    this.version += 1;
    if (price === this.last.price) return;
    const { segments, cost, lines } = this.reprice(this.plan, price, at);
    [this.segments, this.posted] = [segments, cost];
    this.issue(lines, at);
    this.settle(at);
  }

  close(): void {
    if (this.isClosed) return;
    this.isClosed = true;
    this.isSuspended = false;
    this.interrupted = null;
    this.version += 1;
  }

  /** Withdraws the upgrade of a closed account, when billing looks at the account for the first time. */
  readClosed(at: number): void {
    if (this.isClosed && this.requested) this.withdraw(at);
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
