import { auditEntry } from "../audit/entries.ts";
import { ToolsError } from "../errors.ts";
import { tokenDigest } from "../store/token.ts";
import type { WriteOperation } from "../store/storage.ts";
import {
  type Invoice,
  invoices,
  type NewLine,
  type refundKinds,
  reportedPayments,
  reportedRefunds,
} from "./documents.ts";
import { getInvoice, type InvoiceIds, listInvoices } from "./invoices.ts";
import { append, type LedgerTransaction, postPayment, type SubscriptionState, sums } from "./ledger.ts";
import { withoutUpgrade } from "./rules.ts";
import { type Billing, commitChange } from "./store.ts";

/** Money that a provider has refunded, or received again. */
export interface Refund {
  /** In minor units, above zero. */
  amount: number;
  /** The provider's id of the refund, or of the outcome of the dispute. It is recorded once. */
  reference: string;
  /**
   * - `refund`: the operator refunded the payment. The account does not owe the amount again.
   * - `dispute`: the owner's bank reversed the payment. The account owes the amount again.
   * - `dispute_won`: the operator received the money of a dispute again.
   */
  kind: (typeof refundKinds)[number];
  /** The provider's id of the payment. Its rest that is still credit is refunded first. Default: a payment of the invoice. */
  payment?: string | undefined;
}

/** A refund as it changes the books: the ledger transaction, and the invoices after it. */
interface Posting {
  transaction: LedgerTransaction;
  changed: Invoice[];
}

type RefundOf = { invoice: Invoice; amount: number; credited: number; now: number };

function line(kind: "refund" | "credit_note", amount: number): NewLine {
  return { kind, plan: null, from: null, to: null, price: null, amount };
}

function posting(
  { account, subscription }: SubscriptionState,
  lines: readonly NewLine[],
  { invoice, now }: RefundOf,
  changed: Invoice[],
): Posting {
  const after = append(subscription, lines, { invoice: invoice.number, at: now });
  return { transaction: { at: now, account, ...after, invoice: null, reductions: [] }, changed };
}

/** Posts a refund by the operator. A credit note pays the invoice instead, except for the share that was credit. */
function postRefund(before: SubscriptionState, refund: RefundOf): Posting {
  const { invoice, amount, credited } = refund;
  const fromCredit = Math.min(amount, credited, sums(before.subscription).credit);
  const note = amount - fromCredit;
  const paid = Math.min(note, invoice.amountPaid);
  const changed: Invoice = {
    ...invoice,
    amountPaid: invoice.amountPaid - paid,
    creditApplied: invoice.creditApplied + paid,
    amountRefunded: (invoice.amountRefunded ?? 0) + amount,
  };
  const lines = [line("refund", amount), ...(note > 0 ? [line("credit_note", -note)] : [])];
  return posting(before, lines, refund, [changed]);
}

/** Returns an invoice that owes an amount again. It is not collected automatically: the bank would return it again. */
function reopen(invoice: Invoice, due: number, now: number): Invoice {
  const failedAttempts = invoice.failedAttempts + 1;
  const lastFailure = { at: now, kind: "dispute", reason: "The payment was disputed at your bank." } as const;
  const failed = { status: "uncollectible", paidAt: null, failedAttempts, lastFailure } as const;
  return { ...invoice, amountDue: invoice.amountDue + due, ...(due > 0 && failed) };
}

/**
 * Posts a dispute. Credit is spent first. The rest is due again on the invoice of the payment, and then on the latest
 * invoices that credit has paid.
 */
async function postDispute(
  { documents, plans }: Billing,
  before: SubscriptionState,
  refund: RefundOf,
): Promise<Posting> {
  const { invoice, amount, credited, now } = refund;
  const { subscription } = before;
  let { credit } = sums(subscription);
  const fromCredit = Math.min(amount, credited, credit);
  credit -= fromCredit;
  const unpaid = Math.min(amount - fromCredit, invoice.amountPaid);
  const paidByCredit = Math.min(unpaid, credit);
  credit -= paidByCredit;
  const reversed = {
    ...invoice,
    amountPaid: invoice.amountPaid - unpaid,
    creditApplied: invoice.creditApplied + paidByCredit,
  };
  const changed = [reopen(reversed, unpaid - paidByCredit, now)];
  let rest = Math.max(0, amount - fromCredit - unpaid - credit);
  for (let after: string | undefined; rest > 0;) {
    const page = await listInvoices(documents, invoice.account, { order: "desc", limit: 100, after });
    for (const other of page) {
      const taken = other.id === invoice.id ? 0 : Math.min(rest, other.creditApplied);
      rest -= taken;
      if (taken > 0)
        changed.push(reopen({ ...other, creditApplied: other.creditApplied - taken }, taken, now));
    }
    after = page.at(-1)?.id;
    if (page.length === 0)
      throw new ToolsError("conflict", "The amount is above the sum of what the account has paid.");
  }
  const others = subscription.open.filter(({ number }) => !changed.some((other) => other.number === number));
  const reopened = changed.flatMap(({ number, amountDue, status, dueAt }) => {
    const known = subscription.open.find((entry) => entry.number === number);
    const pastDueAt = known?.pastDueAt ?? (status === "uncollectible" ? now : undefined);
    return amountDue > 0
      ? [
          {
            ...(dueAt !== undefined && { dueAt }),
            ...known,
            number,
            amountDue,
            ...(pastDueAt !== undefined && { pastDueAt }),
          },
        ]
      : [];
  });
  const open = [...others, ...reopened].toSorted((one, other) => one.number - other.number);
  const isPastDue = open.some(({ pastDueAt }) => pastDueAt !== undefined);
  const account = isPastDue ? withoutUpgrade(before, plans) : before.account;
  const after = { ...before, account, subscription: { ...subscription, open } };
  return posting(after, [line("refund", amount)], refund, changed);
}

/**
 * Records a refund or a dispute of a payment, once per reference.
 *
 * A line `refund` takes back the payment. For a refund by the operator, a line `credit_note` of the same amount pays the
 * invoice instead. After a dispute the amount is due again, the invoice is uncollectible, and the account is past due.
 * A dispute that the operator has won is a payment.
 *
 * @param ids The account, and the number of the invoice in eight digits.
 * @param now Epoch milliseconds.
 * @throws ToolsError `not_found`; `invalid_parameter` for an amount that is not a positive integer; `conflict` if the
 *   amount is above what was paid.
 *
 * @example
 * ```ts
 * import { memoryDocuments, memoryUsage } from "@tools-api/adapters/storage/memory";
 * import { defaultPlans } from "@tools-api/core";
 * import { createAccount } from "@tools-api/core/accounts";
 * import { changePlan, listLedger, recordPayment, recordRefund } from "@tools-api/core/billing";
 *
 * const billing = { documents: memoryDocuments(), usage: memoryUsage(), plans: defaultPlans };
 * const { id } = await createAccount(billing.documents, { email: "ada@example.com" }, { at: Date.now() });
 * await changePlan(billing, id, { plan: "pro" }, { now: Date.now() });
 * await recordPayment(billing, { account: id, id: "00000001" }, { amount: 2900, reference: "pi_1" }, Date.now());
 * const refund = { amount: 900, reference: "re_1", kind: "refund", payment: "pi_1" } as const;
 * await recordRefund(billing, { account: id, id: "00000001" }, refund, Date.now());
 * const lines = await listLedger(billing.documents, id, { limit: 10 });
 * console.log(lines.map(({ kind }) => kind)); // [ "charge", "payment", "refund", "credit_note" ]
 * ```
 */
export async function recordRefund(
  billing: Billing,
  { account, id }: InvoiceIds,
  { amount, reference, kind, payment }: Refund,
  now: number,
): Promise<void> {
  if (!Number.isSafeInteger(amount) || amount <= 0)
    throw new ToolsError("invalid_parameter", `amount: expected a positive integer, received ${amount}`);
  const { documents } = billing;
  const ids = { account, digest: await tokenDigest(reference) };
  const paymentIds = payment === undefined ? null : { account, digest: await tokenDigest(payment) };
  return commitChange(billing, { id: account, now }, async (before) => {
    const invoice = await getInvoice(documents, { account, id });
    const { number } = invoice;
    if (await reportedRefunds.get(documents, ids)) return { answer: undefined };
    const entry = { account, target: id, details: { amount, currency: invoice.currency }, ...billing.by };
    const report = reportedRefunds.create(ids, { invoice: number, amount, reference, kind });
    if (kind === "dispute_won")
      return {
        answer: undefined,
        transaction: postPayment(before, { number, amount }, now),
        otherWrites: [report, ...auditEntry({ ...entry, action: "invoice.paid", at: now })],
      };
    const paid = paymentIds && (await reportedPayments.get(documents, paymentIds));
    const most = paid ? paid.value.amount : invoice.amountPaid;
    if (amount > most) throw new ToolsError("conflict", `The amount is above the ${most} that were paid.`);
    const { credited = 0 } = paid?.value ?? {};
    // Payments of a void invoice are credit.
    const refund = { invoice, amount, credited: invoice.status === "void" ? amount : credited, now };
    const { transaction, changed } =
      kind === "refund" ? postRefund(before, refund) : await postDispute(billing, before, refund);
    const action = kind === "refund" ? "invoice.refunded" : "invoice.disputed";
    const writes: WriteOperation[] = changed.map((other) => invoices.put({ account, id: other.id }, other));
    if (paid && credited > 0)
      writes.push(
        reportedPayments.replace(paid, { ...paid.value, credited: Math.max(0, credited - amount) }),
      );
    return {
      answer: undefined,
      transaction,
      otherWrites: [report, ...writes, ...auditEntry({ ...entry, action, at: now })],
    };
  });
}
