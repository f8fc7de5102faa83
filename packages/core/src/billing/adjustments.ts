import { z } from "zod";
import { auditEntry } from "../audit/entries.ts";
import { ToolsError } from "../errors.ts";
import { nameExpected, nameSchema } from "../schema/name.ts";
import { nameSchemas } from "../schema/schema-names.ts";
import { parameter, validateOptions } from "../schema/validate.ts";
import type { Invoice, NewLine } from "./documents.ts";
import { getInvoice, type InvoiceIds } from "./invoices.ts";
import { type LedgerTransaction, postEnd, postLines, reduceInvoice, sums } from "./ledger.ts";
import { withdrawTransaction } from "./rules.ts";
import { type Billing, commitChange } from "./store.ts";

const maxReasonLength = 200;
// The largest price of a plan. Sums stay exact in a double.
const maxAmount = 100_000_000;

const reason = parameter(nameExpected(1, maxReasonLength), nameSchema(maxReasonLength), {
  purpose:
    "Why the books change. The owner reads it on the invoice or in the ledger. Example: `Outage on 3 May`.",
});

/** The reason of an operator for a change of the books. */
export const AdjustmentReason = z.strictObject({ reason });

/** An amount that an operator credits or pays out, with the reason. */
export const Adjustment = z.strictObject({
  amount: parameter(
    `an integer from 1 to ${maxAmount}, in the minor unit of the currency`,
    z.int().min(1).max(maxAmount),
    { purpose: "The amount in the currency's minor unit: `2900` is 29.00." },
  ),
  reason,
});

nameSchemas({ AdjustmentReason, Adjustment });

/** Ends an open invoice that is not paid. */
async function endInvoice(
  billing: Billing,
  { account, id, ended, reason: given }: InvoiceIds & { ended: "void" | "written_off"; reason: string },
  now: number,
): Promise<Invoice> {
  const { reason: description } = validateOptions(AdjustmentReason, { reason: given });
  return commitChange(billing, { id: account, now }, async (before) => {
    const invoice = await getInvoice(billing.documents, { account, id });
    if (invoice.status === ended) return { answer: invoice };
    if (invoice.amountDue === 0)
      throw new ToolsError("conflict", `The invoice ${id} has nothing due. Its status is ${invoice.status}.`);
    if (ended === "void" && invoice.amountPaid > 0)
      throw new ToolsError("conflict", `The invoice ${id} is paid in part. Write off the rest instead.`);
    const isRequested = before.subscription.requested?.invoice === invoice.number;
    const transaction: LedgerTransaction = isRequested
      ? withdrawTransaction(before, invoice, now)
      : postEnd(before, invoice, { ended, description }, now);
    const details = { amount: invoice.amountDue, currency: invoice.currency, reason: description };
    const action = ended === "void" ? "invoice.voided" : "invoice.written_off";
    return {
      answer: reduceInvoice(invoice, { ended: isRequested ? "void" : ended }, now),
      transaction,
      otherWrites: auditEntry({ account, action, target: id, details, ...billing.by, at: now }),
    };
  });
}

/**
 * Voids an open invoice: it was never owed. The credit that it used pays other open invoices, and the rest is credit
 * again. A second call changes nothing. Voiding the invoice of an upgrade that waits for its payment withdraws the upgrade.
 *
 * @param ids The account, and the number of the invoice in eight digits.
 * @param reason At most 200 characters, which the ledger shows.
 * @param now Epoch milliseconds.
 * @throws ToolsError `invalid_parameter`; `not_found`; `conflict` if nothing is due, or a part is paid.
 *
 * @example
 * ```ts
 * import { memoryDocuments, memoryUsage } from "@tools-api/adapters/storage/memory";
 * import { defaultPlans } from "@tools-api/core";
 * import { createAccount } from "@tools-api/core/accounts";
 * import { changePlan, voidInvoice } from "@tools-api/core/billing";
 *
 * const billing = { documents: memoryDocuments(), usage: memoryUsage(), plans: defaultPlans };
 * const { id } = await createAccount(billing.documents, { email: "ada@example.com" }, { at: Date.now() });
 * await changePlan(billing, id, { plan: "pro" }, { now: Date.now() });
 * const { status } = await voidInvoice(billing, { account: id, id: "00000001" }, "Ordered by mistake.", Date.now());
 * console.log(status); // void
 * ```
 */
export function voidInvoice(
  billing: Billing,
  ids: InvoiceIds,
  reason: string,
  now: number,
): Promise<Invoice> {
  return endInvoice(billing, { ...ids, ended: "void", reason }, now);
}

/**
 * Writes off the amount due of an invoice that will not be paid. The account is not past due for it any more. A second
 * call changes nothing.
 *
 * @param ids The account, and the number of the invoice in eight digits.
 * @param reason At most 200 characters, which the ledger shows.
 * @param now Epoch milliseconds.
 * @throws ToolsError `invalid_parameter`; `not_found`; `conflict` if nothing is due.
 *
 * @example
 * ```ts
 * import { memoryDocuments, memoryUsage } from "@tools-api/adapters/storage/memory";
 * import { defaultPlans } from "@tools-api/core";
 * import { createAccount } from "@tools-api/core/accounts";
 * import { changePlan, writeOffInvoice } from "@tools-api/core/billing";
 *
 * const billing = { documents: memoryDocuments(), usage: memoryUsage(), plans: defaultPlans };
 * const { id } = await createAccount(billing.documents, { email: "ada@example.com" }, { at: Date.now() });
 * await changePlan(billing, id, { plan: "pro" }, { now: Date.now() });
 * const { status } = await writeOffInvoice(billing, { account: id, id: "00000001" }, "Insolvent.", Date.now());
 * console.log(status); // written_off
 * ```
 */
export function writeOffInvoice(
  billing: Billing,
  ids: InvoiceIds,
  reason: string,
  now: number,
): Promise<Invoice> {
  return endInvoice(billing, { ...ids, ended: "written_off", reason }, now);
}

/** Posts a line of the operator on an invoice of its own. */
async function adjust(
  billing: Billing,
  account: string,
  { kind, adjustment }: { kind: "adjustment" | "payout"; adjustment: z.input<typeof Adjustment> },
  now: number,
): Promise<Invoice> {
  const { amount, reason: description } = validateOptions(Adjustment, adjustment);
  return commitChange(billing, { id: account, now }, (before) => {
    const { currency } = before.subscription;
    const { credit } = sums(before.subscription);
    if (kind === "payout" && amount > credit)
      throw new ToolsError(
        "conflict",
        `The account has a credit of ${credit}, less than ${amount} (${currency}).`,
      );
    const signed = kind === "payout" ? amount : -amount;
    const line: NewLine = {
      kind,
      plan: null,
      from: null,
      to: null,
      price: null,
      amount: signed,
      description,
    };
    const transaction = postLines(before, [line], now);
    const { invoice } = transaction;
    if (!invoice) throw new Error("A line has an invoice.");
    const action = kind === "payout" ? "credit.paid_out" : "credit.granted";
    const details = { amount, currency, reason: description };
    return {
      answer: invoice,
      transaction,
      otherWrites: auditEntry({ account, action, target: invoice.id, details, ...billing.by, at: now }),
    };
  });
}

/**
 * Credits an account with an amount. The credit first reduces open invoices, then later invoices.
 *
 * @param adjustment The amount in minor units, and the reason of at most 200 characters, which the invoice shows.
 * @param now Epoch milliseconds.
 * @returns The invoice of the credit.
 * @throws ToolsError `invalid_parameter`; `not_found`.
 *
 * @example
 * ```ts
 * import { memoryDocuments, memoryUsage } from "@tools-api/adapters/storage/memory";
 * import { defaultPlans } from "@tools-api/core";
 * import { createAccount } from "@tools-api/core/accounts";
 * import { creditAccount } from "@tools-api/core/billing";
 *
 * const billing = { documents: memoryDocuments(), usage: memoryUsage(), plans: defaultPlans };
 * const { id } = await createAccount(billing.documents, { email: "ada@example.com" }, { at: Date.now() });
 * const { total } = await creditAccount(billing, id, { amount: 500, reason: "Outage." }, Date.now());
 * console.log(total); // -500
 * ```
 */
export function creditAccount(
  billing: Billing,
  account: string,
  adjustment: z.input<typeof Adjustment>,
  now: number,
): Promise<Invoice> {
  return adjust(billing, account, { kind: "adjustment", adjustment }, now);
}

/**
 * Records that the operator has paid credit of an account out, for instance after the account was closed.
 *
 * @param adjustment The amount in minor units, and the reason of at most 200 characters, which the invoice shows.
 * @param now Epoch milliseconds.
 * @returns The invoice of the payout.
 * @throws ToolsError `invalid_parameter`; `not_found`; `conflict` if the account has less credit.
 *
 * @example
 * ```ts
 * import { memoryDocuments, memoryUsage } from "@tools-api/adapters/storage/memory";
 * import { defaultPlans } from "@tools-api/core";
 * import { createAccount } from "@tools-api/core/accounts";
 * import { creditAccount, payOutCredit } from "@tools-api/core/billing";
 *
 * const billing = { documents: memoryDocuments(), usage: memoryUsage(), plans: defaultPlans };
 * const { id } = await createAccount(billing.documents, { email: "ada@example.com" }, { at: Date.now() });
 * await creditAccount(billing, id, { amount: 500, reason: "Outage." }, Date.now());
 * const { status } = await payOutCredit(billing, id, { amount: 500, reason: "By transfer." }, Date.now());
 * console.log(status); // paid
 * ```
 */
export function payOutCredit(
  billing: Billing,
  account: string,
  adjustment: z.input<typeof Adjustment>,
  now: number,
): Promise<Invoice> {
  return adjust(billing, account, { kind: "payout", adjustment }, now);
}
