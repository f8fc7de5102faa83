import type { Account } from "../identity/account.ts";
import type { Invoice, LedgerLine, NewLine, Subscription } from "./documents.ts";

/** An account with its subscription. */
export interface BilledAccount {
  account: Account;
  subscription: Subscription;
}

/**
 * An account with its subscription, and the revisions at which they were read. `subscriptionRevision` is `null` if
 * there is no subscription document.
 */
export interface SubscriptionState extends BilledAccount {
  accountRevision: number;
  subscriptionRevision: number | null;
}

/** A payment or credit that lowers the amount due of an open invoice, or a change of its due date. */
export interface Reduction {
  /** The id of the invoice. */
  id: string;
  paid?: number;
  credited?: number;
  /** The end of an invoice that is not paid. A void invoice returns the credit that it used. */
  ended?: "void" | "written_off";
  /** The new due date. */
  dueAt?: number;
}

/** The entries that one change posts, and the account and subscription after it. All are written in one commit. */
export interface LedgerTransaction extends BilledAccount {
  at: number;
  lines: LedgerLine[];
  invoice: Invoice | null;
  reductions: Reduction[];
}

type Open = Subscription["open"];

/**
 * Returns the id of an invoice or ledger line: its number with zeros in front, so that ids sort by number.
 *
 * @example
 * ```ts
 * import { numberedId } from "@tools-api/core/billing";
 *
 * console.log(numberedId(1)); // 00000001
 * ```
 */
export function numberedId(number: number): string {
  return String(number).padStart(8, "0");
}

/** Returns the amount due of all open invoices, and the credit that they have not used up. */
export function sums({ open, balance }: Pick<Subscription, "open" | "balance">) {
  const due = open.reduce((sum, { amountDue }) => sum + amountDue, 0);
  return { due, credit: due - balance };
}

/** Spends credit on open invoices, oldest first. */
function spendCredit(open: Open, credit: number): { open: Open; reductions: Reduction[] } {
  const left: Open = [];
  const reductions: Reduction[] = [];
  let rest = credit;
  for (const entry of open) {
    const credited = Math.min(rest, entry.amountDue);
    rest -= credited;
    if (credited > 0) reductions.push({ id: numberedId(entry.number), credited });
    if (entry.amountDue > credited) left.push({ ...entry, amountDue: entry.amountDue - credited });
  }
  return { open: left, reductions };
}

/** Returns when the first open invoice became past due; `null` if none is. */
export function pastDueSince(open: Open): number | null {
  const instants = open.flatMap(({ pastDueAt }) => pastDueAt ?? []);
  return instants.length === 0 ? null : Math.min(...instants);
}

/** Returns new lines with their numbers and balances, and the subscription after them. */
export function append(
  { open, ...subscription }: Subscription,
  newLines: readonly NewLine[],
  { invoice, at }: { invoice: number; at: number },
) {
  const { account, currency } = subscription;
  let { balance, lines: number } = subscription;
  const lines = newLines.map((line): LedgerLine => {
    balance += line.amount;
    number += 1;
    return { id: numberedId(number), account, number, ...line, balance, currency, invoice, at };
  });
  const { requested } = subscription;
  const isPaid =
    requested !== undefined &&
    requested.invoice !== null &&
    requested.paidAt === undefined &&
    open.every((entry) => entry.number !== requested.invoice);
  return {
    lines,
    subscription: {
      ...subscription,
      ...(isPaid && { requested: { ...requested, paidAt: at } }),
      open,
      pastDueSince: pastDueSince(open),
      balance,
      lines: number,
    },
  };
}

/**
 * Posts lines to the ledger and to a new invoice. Credit is spent first. A negative total first reduces open invoices,
 * and the rest is credit for later invoices. Without lines there is no invoice.
 *
 * @param changed The account and subscription as the change leaves them, with balance and open invoices from before the
 *   change.
 */
export function postLines(
  { account, subscription }: BilledAccount,
  newLines: readonly NewLine[],
  at: number,
): LedgerTransaction {
  if (newLines.length === 0) return { at, account, subscription, lines: [], invoice: null, reductions: [] };
  const { cycle, currency } = subscription;
  const number = subscription.invoices + 1;
  const total = newLines.reduce((sum, { amount }) => sum + amount, 0);
  const creditApplied = Math.max(0, Math.min(total, sums(subscription).credit));
  const amountDue = Math.max(0, total - creditApplied);
  const { open, reductions } = spendCredit(subscription.open, Math.max(0, -total));
  if (amountDue > 0) open.push({ number, amountDue });
  const after = append({ ...subscription, open }, newLines, { invoice: number, at });
  const invoice: Invoice = {
    id: numberedId(number),
    account: account.id,
    number,
    at,
    cycle,
    currency,
    lines: after.lines,
    total,
    creditApplied,
    amountPaid: 0,
    amountDue,
    status: total < 0 ? "credit" : amountDue === 0 ? "paid" : "open",
    paidAt: total >= 0 && amountDue === 0 ? at : null,
    failedAttempts: 0,
  };
  return {
    at,
    account,
    subscription: { ...after.subscription, invoices: number },
    lines: after.lines,
    invoice,
    reductions,
  };
}

/** Posts a payment of an invoice. Any excess over the amount due is credit. */
export function postPayment(
  { account, subscription }: BilledAccount,
  { number, amount }: { number: number; amount: number },
  at: number,
): LedgerTransaction {
  const due = subscription.open.find((entry) => entry.number === number)?.amountDue ?? 0;
  const paid = Math.min(due, amount);
  const others = subscription.open.flatMap((entry) => {
    if (entry.number !== number) return [entry];
    return due > paid ? [{ ...entry, amountDue: due - paid }] : [];
  });
  const { open, reductions } = spendCredit(others, amount - paid);
  const line = { kind: "payment", plan: null, from: null, to: null, price: null, amount: -amount } as const;
  return {
    at,
    account,
    ...append({ ...subscription, open }, [line], { invoice: number, at }),
    invoice: null,
    reductions: [...(paid > 0 ? [{ id: numberedId(number), paid }] : []), ...reductions],
  };
}

/**
 * Posts the end of an open invoice that is not paid. A void invoice was never owed: the credit that it used, and what was
 * paid of it, pays other open invoices, and the rest is credit again. A write-off ends only the amount due.
 */
export function postEnd(
  { account, subscription }: BilledAccount,
  { number, id, amountDue, creditApplied, amountPaid }: Invoice,
  { ended, description }: { ended: "void" | "written_off"; description?: string | undefined },
  at: number,
): LedgerTransaction {
  const others = subscription.open.filter((entry) => entry.number !== number);
  const returned = ended === "void" ? creditApplied + amountPaid : 0;
  const { open, reductions } = spendCredit(others, returned);
  const line: NewLine = {
    kind: ended === "void" ? "void" : "write_off",
    plan: null,
    from: null,
    to: null,
    price: null,
    amount: -(amountDue + returned),
    ...(description !== undefined && { description }),
  };
  return {
    at,
    account,
    ...append({ ...subscription, open }, [line], { invoice: number, at }),
    invoice: null,
    reductions: [{ id, ended }, ...reductions],
  };
}

/** Returns an invoice after a payment or credit toward it, after its end, or with another due date. */
export function reduceInvoice(
  invoice: Invoice,
  { paid = 0, credited = 0, ended, dueAt }: Omit<Reduction, "id">,
  at: number,
): Invoice {
  if (ended) {
    const { creditApplied, amountPaid, amountDue, amountAdjusted = 0 } = invoice;
    const ending = { ...invoice, amountDue: 0, status: ended };
    if (ended === "written_off") return { ...ending, amountAdjusted: amountAdjusted + amountDue };
    const adjusted = amountAdjusted + amountDue + creditApplied + amountPaid;
    return { ...ending, creditApplied: 0, amountPaid: 0, amountAdjusted: adjusted };
  }
  const amountDue = invoice.amountDue - paid - credited;
  return {
    ...invoice,
    amountPaid: invoice.amountPaid + paid,
    creditApplied: invoice.creditApplied + credited,
    amountDue,
    ...(dueAt !== undefined && { dueAt }),
    ...(amountDue === 0 && { status: "paid", paidAt: at }),
  };
}
