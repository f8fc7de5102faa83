import type { Account } from "../accounts/account.ts";
import type { Invoice } from "./invoices.ts";
import type { LedgerLine } from "./ledger.ts";
import { creditOf, type Subscription } from "./subscription.ts";

/** An account with its subscription, and the revisions that they were read at; `null` where there is no document. */
export interface Standing {
  account: Account;
  accountRevision: number;
  subscription: Subscription;
  subscriptionRevision: number | null;
}

/** A line before it has its place in the ledger. */
export type NewLine = Pick<LedgerLine, "kind" | "plan" | "from" | "to" | "price" | "amount">;

/** What is taken off an invoice that was open. */
interface Reduction {
  invoice: number;
  paid?: number;
  credited?: number;
}

/** All that one change writes: together or not at all. */
export interface Booking {
  at: number;
  account: Account;
  subscription: Subscription;
  lines: LedgerLine[];
  invoice: Invoice | null;
  reductions: Reduction[];
}

type Open = Subscription["open"];

/** Uses credit up on what is open, the oldest first. */
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

/** Who owes nothing is not past due. */
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

/** What of a sum is paid by credit, and what is left to pay. */
function splitTotal(subscription: Subscription, total: number) {
  const creditApplied = Math.max(0, Math.min(total, creditOf(subscription)));
  return { creditApplied, amountDue: Math.max(0, total - creditApplied) };
}

/**
 * Writes lines into the ledger and onto an invoice of their own. Credit is used up first; lines in the account's favour
 * are first set against what it owes, and the rest is credit for later invoices.
 *
 * @param subscription What the change makes of it, the books as they stood.
 */
export function bookLines(
  { account, subscription }: Pick<Standing, "account" | "subscription">,
  newLines: readonly NewLine[],
  at: number,
): Booking {
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

/** Books a payment for an invoice. What is above what is due of it is credit. */
export function bookPayment(
  { account, subscription }: Pick<Standing, "account" | "subscription">,
  { number, amount }: { number: number; amount: number },
  at: number,
): Booking {
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
