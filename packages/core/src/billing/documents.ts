import { z } from "zod";
import { PlanName } from "../account-terms.ts";
import { collection } from "../collection.ts";

// Instants in billing documents are epoch milliseconds, and amounts are signed minor units of the currency.
const instant = z.int();
const count = z.int().min(0);
const price = z.int().min(0);
const plan = PlanName;
const cycle = z.object({ start: instant, end: instant });

const StoredSubscription = z.object({
  account: z.string(),
  currency: z.string(),
  cycle,
  /** The segments of the cycle so far: the plans, each at its price when the segment began. */
  pieces: z.array(z.object({ plan, price, from: instant })).min(1),
  /** Number of immediate plan changes in this cycle. */
  changes: count,
  /** The sum of the ledger: the amount owed, or below zero the credit of the account. */
  balance: z.int(),
  /** Invoices that are not paid in full, oldest first. */
  open: z.array(z.object({ number: z.int().positive(), amountDue: z.int().positive() })),
  /** The instant of the first failed payment while an amount is still due; `null` if there was none. */
  pastDueSince: instant.nullable(),
  /** Calls per day that the operator agreed to, by plan. */
  agreedLimits: z.record(plan, z.int().positive()),
  /** Prices of a cycle that the operator agreed to, by plan. Absent until the first. */
  agreedPrices: z.record(plan, price).optional(),
  /** Number of ledger lines. */
  lines: count,
  /** Number of invoices. */
  invoices: count,
});

/**
 * The billing state of an account: its current cycle, its balance, and the counts of its ledger lines and invoices. A
 * change is committed together with the lines and invoices that it causes.
 */
export type Subscription = z.infer<typeof StoredSubscription>;

/** The kinds of ledger lines. */
export const lineKinds = ["charge", "credit", "rounding", "payment"] as const;

const StoredLine = z.object({
  account: z.string(),
  /** Counts from 1, without gaps. */
  number: z.int().positive(),
  kind: z.enum(lineKinds),
  /** The plan that is charged or credited over `from` to `to`; `null` for a payment. */
  plan: plan.nullable(),
  from: instant.nullable(),
  to: instant.nullable(),
  /** The price of a whole cycle of the plan. `amount` is its share for `from` to `to`. `null` if no plan is priced. */
  price: price.nullable(),
  /** The change of the balance. */
  amount: z.int(),
  /** The balance after the line: the amount owed, or below zero the credit of the account. */
  balance: z.int(),
  currency: z.string(),
  /** The number of the invoice that shows the line, or that was paid. */
  invoice: z.int().positive(),
  /** The instant at which the line was written. */
  at: instant,
});

/** A line of an account's ledger. The id is in the document's key. */
export type LedgerLine = z.infer<typeof StoredLine> & { id: string };

/** A ledger line before it gets its number and balance. */
export type NewLine = Pick<LedgerLine, "kind" | "plan" | "from" | "to" | "price" | "amount">;

/** The states of an invoice. `credit` is in the account's favor, with nothing to pay. */
export const invoiceStatuses = ["open", "paid", "payment_failed", "uncollectible", "credit"] as const;

const StoredInvoice = z.object({
  account: z.string(),
  /** Counts from 1, without gaps. */
  number: z.int().positive(),
  at: instant,
  cycle,
  currency: z.string(),
  lines: z.array(StoredLine),
  total: z.int(),
  creditApplied: price,
  amountPaid: price,
  amountDue: price,
  status: z.enum(invoiceStatuses),
  /** The instant at which the amount due became zero. */
  paidAt: instant.nullable(),
  /** Number of failed payment attempts. */
  failedAttempts: count,
});

/**
 * An invoice: the lines that one change charged, and their payment. If `total` is above zero, it is the sum of
 * `creditApplied`, `amountPaid` and `amountDue`. The id is in the document's key.
 */
export type Invoice = z.infer<typeof StoredInvoice> & { id: string };

export const subscriptions = collection("subscriptions/{account}", StoredSubscription);
export const invoices = collection("invoices/{account}/{id}", StoredInvoice);

/** The lines of ledgers, which are never rewritten. */
export const ledgerLines = collection("ledger/{account}/{id}", StoredLine);

/** The payments that providers have reported, by the digest of the provider's reference. */
export const reportedPayments = collection(
  "payments/{account}/{digest}",
  z.object({ invoice: z.int().positive(), amount: z.int(), reference: z.string() }),
);

const Amount = z.object({ amount: z.int(), currency: z.string() });

/** The amount due of the accounts that owe one. */
export const owingAccounts = collection("owing/{account}", Amount);

/** The payments of each UTC month (`2026-11`), which revenue reports add up. */
export const monthlyPayments = collection("paid/{month}/{account}/{id}", Amount);

/** The index of invoices to collect, by the instant of the next attempt (RFC 3339). */
export const duePayments = collection("collections/{at}/{account}/{invoice}", z.object({}));
