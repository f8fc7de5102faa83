import { z } from "zod";
import { BillingDetails, PlanName } from "../identity/account-terms.ts";
import { collection } from "../store/collection.ts";

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
  pieces: z
    .array(
      z.object({
        plan,
        price,
        from: instant,
        /** The least cost of the segment, by the calls that were made in it. Absent for none. */
        minimum: price.optional(),
      }),
    )
    .min(1),
  /** Number of immediate plan changes in this cycle. */
  changes: count,
  /** The sum of the ledger: the amount owed, or below zero the credit of the account. */
  balance: z.int(),
  /** Invoices that are not paid in full, oldest first. */
  open: z.array(
    z.object({
      number: z.int().positive(),
      amountDue: z.int().positive(),
      /** The instant at which an unpaid invoice becomes past due. Absent if a provider collects it. */
      dueAt: instant.optional(),
      /** The instant at which the invoice became past due. Absent until then. */
      pastDueAt: instant.optional(),
    }),
  ),
  /** The instant at which the first open invoice became past due; `null` if none is. */
  pastDueSince: instant.nullable(),
  /** The upgrade that waits for an operator, or for the payment of its invoice. Absent if there is none. */
  requested: z
    .object({
      plan,
      planVersion: z.int().positive().optional(),
      agreedPrice: price.optional(),
      dailyLimit: z.int().positive().nullable(),
      /** The price of a cycle. */
      price,
      at: instant,
      /** The number of the invoice to pay first; `null` if the upgrade waits for an operator. */
      invoice: z.int().positive().nullable(),
      /** The instant of that payment. Absent until then. */
      paidAt: instant.optional(),
    })
    .optional(),
  /** Calls per day that the operator agreed to, by plan. */
  agreedLimits: z.record(plan, z.int().positive()),
  /** Prices of a cycle that the operator agreed to, by plan. Absent until the first. */
  agreedPrices: z.record(plan, price).optional(),
  /** Number of ledger lines. */
  lines: count,
  /** Number of invoices. */
  invoices: count,
  /** The retries that new payment methods caused in the day from `from`, and the last such method. */
  methodRetries: z.object({ from: instant, count, method: z.string() }).optional(),
});

/**
 * The billing state of an account: its current cycle, its balance, and the counts of its ledger lines and invoices. A
 * change is committed together with the lines and invoices that it causes.
 */
export type Subscription = z.infer<typeof StoredSubscription>;

/** The kinds of ledger lines. */
export const lineKinds = [
  "charge",
  "credit",
  "rounding",
  "payment",
  "use",
  "prepayment",
  "void",
  "write_off",
  "adjustment",
  "payout",
  "refund",
  "credit_note",
] as const;

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
  /** The operator's reason. Absent if there is none. */
  description: z.string().optional(),
  /** The instant at which the line was written. */
  at: instant,
});

/** A line of an account's ledger. The id is in the document's key. */
export type LedgerLine = z.infer<typeof StoredLine> & { id: string };

/** A ledger line before it gets its number and balance. */
export type NewLine = Pick<LedgerLine, "kind" | "plan" | "from" | "to" | "price" | "amount" | "description">;

/** The reasons why an attempt at a payment failed. `temporary`: the provider did not respond for three days. */
export const failureKinds = ["declined", "action_required", "permanent", "temporary", "dispute"] as const;

const StoredFailure = z.object({
  at: instant,
  kind: z.enum(failureKinds),
  reason: z.string(),
  /** The page on which the owner confirms the payment. */
  url: z.string().optional(),
});

/** The states of an invoice. `credit` is in the account's favor, with nothing to pay. */
export const invoiceStatuses = [
  "open",
  "paid",
  "payment_failed",
  "uncollectible",
  "credit",
  "void",
  "written_off",
] as const;

/** The name, address and tax number of a seller or buyer. */
export type Party = z.infer<typeof BillingDetails>;

const StoredInvoice = z.object({
  account: z.string(),
  /** Counts the invoices of the account from 1, without gaps. */
  number: z.int().positive(),
  /** The number in the series of the issuer, such as `INV-000001`. Absent on invoices of earlier releases. */
  serial: z.string().optional(),
  seller: BillingDetails.optional(),
  buyer: BillingDetails.optional(),
  /** The taxes that the total includes. */
  taxes: z.array(z.object({ name: z.string(), percent: z.number(), amount: z.int() })).optional(),
  at: instant,
  cycle,
  currency: z.string(),
  lines: z.array(StoredLine),
  total: z.int(),
  creditApplied: price,
  amountPaid: price,
  amountDue: price,
  /** The amount that is not due any more because the invoice was voided or written off. Absent for none. */
  amountAdjusted: price.optional(),
  /** The due date. Absent if a provider collects the payment. */
  dueAt: instant.optional(),
  status: z.enum(invoiceStatuses),
  /** The instant at which the amount due became zero. */
  paidAt: instant.nullable(),
  /** Number of failed payment attempts. */
  failedAttempts: count,
  /** The failed attempts before the current retry schedule. Absent for the first schedule. */
  earlierAttempts: count.optional(),
  /** The instant of the first failure in the current retry schedule. */
  firstFailedAt: instant.optional(),
  lastFailure: StoredFailure.optional(),
  /** The number of the later invoice whose payment includes this amount, which is below the provider's minimum. */
  collectedWith: z.int().positive().optional(),
  /** The sum of the refunds of its payments, without disputes. */
  amountRefunded: price.optional(),
});

/**
 * An invoice: the lines that one change charged, and their payment. If `total` is above zero, it is the sum of
 * `creditApplied`, `amountPaid`, `amountDue` and `amountAdjusted`. The id is in the document's key.
 */
export type Invoice = z.infer<typeof StoredInvoice> & { id: string };

export const subscriptions = collection("subscriptions/{account}", StoredSubscription);
export const invoices = collection("invoices/{account}/{id}", StoredInvoice);

/** The lines of ledgers, which are never rewritten. */
export const ledgerLines = collection("ledger/{account}/{id}", StoredLine);

/** The payments that providers have reported, by the digest of the provider's reference. */
export const reportedPayments = collection(
  "payments/{account}/{digest}",
  z.object({
    invoice: z.int().positive(),
    amount: z.int(),
    reference: z.string(),
    /** The rest of the payment that became credit when it was recorded, and was not refunded since. */
    credited: count.optional(),
  }),
);

/** The kinds of refunds: by the operator, by a bank for a dispute, and the end of a dispute in the operator's favor. */
export const refundKinds = ["refund", "dispute", "dispute_won"] as const;

/** The refunds and disputes that providers have reported, by the digest of the provider's reference. */
export const reportedRefunds = collection(
  "refunds/{account}/{digest}",
  z.object({
    invoice: z.int().positive(),
    amount: z.int(),
    reference: z.string(),
    kind: z.enum(refundKinds),
  }),
);

/** The customers of accounts at payment providers. */
export const paymentCustomers = collection(
  "payment-customers/{provider}/{account}",
  z.object({
    /** The provider's id of the customer. */
    customer: z.string(),
    /** The instant at which the owner began to add the default payment method, as the provider reports it. */
    methodAt: instant.optional(),
  }),
);

const Amount = z.object({ amount: z.int(), currency: z.string() });

/** The amount due and the credit of the accounts that have one, or an upgrade that waits. */
export const owingAccounts = collection(
  "owing/{account}",
  Amount.extend({ credit: count.optional(), isRequested: z.boolean().optional() }),
);

/** The payments and, below zero, the refunds of each UTC month (`2026-11`), which revenue reports add up. */
export const monthlyPayments = collection("paid/{month}/{account}/{id}", Amount);

/** The index of invoices to collect, by the instant of the next attempt (RFC 3339). */
export const duePayments = collection(
  "collections/{at}/{account}/{invoice}",
  z.object({
    /** The attempt that the other fields are about: the number of failed attempts before it. */
    attempt: count.optional(),
    /** True if the provider has not decided about the attempt. */
    isPending: z.boolean().optional(),
    /** The instant since when the provider does not respond, and the number of its failures since. */
    failingSince: instant.optional(),
    failures: count.optional(),
  }),
);
