import type { Account } from "../account.ts";
import type { Invoice } from "./invoices.ts";
import type { LedgerLine } from "./ledger.ts";
import { creditOf, type Subscription } from "./subscription.ts";

/**
 * An account with its subscription, and the revisions at which they were read. `subscriptionRevision` is `null` if
 * there is no subscription document.
 */
export interface SubscriptionState {
  account: Account;
  accountRevision: number;
  subscription: Subscription;
  subscriptionRevision: number | null;
}

/** A ledger line before it gets its number and balance. */
export type NewLine = Pick<LedgerLine, "kind" | "plan" | "from" | "to" | "price" | "amount">;

/** A payment or credit that lowers the amount due of an open invoice. */
interface Reduction {
  invoice: number;
  paid?: number;
  credited?: number;
}

/** The documents that one change writes in one commit. */
export interface LedgerTransaction {
  at: number;
  account: Account;
  subscription: Subscription;
  lines: LedgerLine[];
  invoice: Invoice | null;
  reductions: Reduction[];
}

type Open = Subscription["open"];

/** Spends credit on open invoices, oldest first. */
function spendCredit(open: Open, credit: number): { open: Open; reductions: Reduction[] } {
  const left: Open = [];
  const reductions: Reduction[] = [];
  let rest = credit;
  for (const entry of open) {
    const credited = Math.min(rest, entry.amountDue);
    rest -= credited;
    if (credited > 0) reductions.push({ invoice: entry.number, credited });
    if (entry.amountDue > credited) left.push({ ...entry, amountDue: entry.amountDue - credited });
  }
  return { open: left, reductions };
}

/** Returns the open invoices of a subscription and its past-due date, which is `null` if nothing is owed. */
function withOpen({ pastDueSince }: Subscription, open: Open) {
  return { open, pastDueSince: open.length === 0 ? null : pastDueSince };
}

function sumOf(lines: readonly NewLine[]): number {
  return lines.reduce((sum, { amount }) => sum + amount, 0);
}

function numbered(subscription: Subscription, lines: readonly NewLine[], invoice: number, at: number) {
  const { account, currency } = subscription;
  let { balance } = subscription;
  return lines.map((line, index) => {
    balance += line.amount;
    return { account, number: subscription.lines + index + 1, ...line, balance, currency, invoice, at };
  });
}

/** Returns the part of a total that credit covers, and the amount that is left to pay. */
function splitTotal(subscription: Subscription, total: number) {
  const creditApplied = Math.max(0, Math.min(total, creditOf(subscription)));
  return { creditApplied, amountDue: Math.max(0, total - creditApplied) };
}

/**
 * Returns the booking that posts lines to the ledger and to a new invoice. Credit is spent first. A negative total
 * first reduces open invoices, and the rest is credit for later invoices.
 *
 * @param subscription The subscription as the change leaves it, with balance and open invoices from before the change.
 */
export function postLines(
  { account, subscription }: Pick<SubscriptionState, "account" | "subscription">,
  newLines: readonly NewLine[],
  at: number,
): LedgerTransaction {
  if (newLines.length === 0) return { at, account, subscription, lines: [], invoice: null, reductions: [] };
  const number = subscription.invoices + 1;
  const lines = numbered(subscription, newLines, number, at);
  const total = sumOf(newLines);
  const { creditApplied, amountDue } = splitTotal(subscription, total);
  const invoice: Invoice = {
    account: account.id,
    number,
    at,
    cycle: subscription.cycle,
    currency: subscription.currency,
    lines,
    total,
    creditApplied,
    amountPaid: 0,
    amountDue,
    status: total < 0 ? "credit" : amountDue === 0 ? "paid" : "open",
    paidAt: total >= 0 && amountDue === 0 ? at : null,
    failedAttempts: 0,
  };
  const { open, reductions } = spendCredit(subscription.open, Math.max(0, -total));
  return {
    at,
    account,
    subscription: {
      ...subscription,
      balance: subscription.balance + total,
      ...withOpen(subscription, amountDue > 0 ? [...open, { number, amountDue }] : open),
      lines: subscription.lines + lines.length,
      invoices: number,
    },
    lines,
    invoice,
    reductions,
  };
}

/** Returns the booking of a payment for an invoice. Any excess over the amount due is credit. */
export function bookPayment(
  { account, subscription }: Pick<SubscriptionState, "account" | "subscription">,
  { number, amount }: { number: number; amount: number },
  at: number,
): LedgerTransaction {
  const line = { kind: "payment", plan: null, from: null, to: null, price: null, amount: -amount } as const;
  const due = subscription.open.find((entry) => entry.number === number)?.amountDue ?? 0;
  const paid = Math.min(due, amount);
  const others = subscription.open.flatMap((entry) => {
    if (entry.number !== number) return [entry];
    return due > paid ? [{ ...entry, amountDue: due - paid }] : [];
  });
  const { open, reductions } = spendCredit(others, amount - paid);
  return {
    at,
    account,
    subscription: {
      ...subscription,
      ...withOpen(subscription, open),
      balance: subscription.balance - amount,
      lines: subscription.lines + 1,
    },
    lines: numbered(subscription, [line], number, at),
    invoice: null,
    reductions: [...(paid > 0 ? [{ invoice: number, paid }] : []), ...reductions],
  };
}
