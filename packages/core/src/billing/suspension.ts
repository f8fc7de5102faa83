import { z } from "zod";
import type { Account } from "../identity/account.ts";
import { auditEntry, type NewAuditEntry } from "../audit/entries.ts";
import { ToolsError } from "../errors.ts";
import { nameExpected, nameSchema } from "../schema/name.ts";
import { operatorWrites } from "../identity/operators.ts";
import { parameter, validateOptions } from "../schema/validate.ts";
import type { BilledAccount, LedgerTransaction } from "./ledger.ts";
import { pricesOf } from "./price-history.ts";
import { reactivationTransaction, suspensionTransaction } from "./rules.ts";
import { type Billing, type BillingChange, commitChange } from "./store.ts";

const maxReasonLength = 500;

/** The fields of a suspension. */
export const Suspension = z.strictObject({
  reason: parameter(nameExpected(1, maxReasonLength), nameSchema(maxReasonLength), {
    purpose: "Why the account is suspended. The owner reads it at the sign-in.",
  }),
});

/** Returns the change of a status, with the entry of the audit log and the writes that keep the list of operators. */
async function statusChange(
  { documents }: Billing,
  { account }: BilledAccount,
  transaction: LedgerTransaction,
  entry: NewAuditEntry,
): Promise<BillingChange<Account>> {
  const otherWrites = [
    ...(await operatorWrites(documents, account, transaction.account)),
    ...auditEntry(entry),
  ];
  return { answer: transaction.account, transaction, otherWrites };
}

/**
 * Suspends an account. Every credential of it gets `account_suspended` from the next request on, in every process. Its
 * owner reads the reason at the sign-in. The account is not charged for the time: it is credited for the rest of the billing cycle to the second, and no cycle is charged until it is
 * reactivated. Suspending twice changes only the reason.
 *
 * @param now Epoch milliseconds.
 * @throws ToolsError `invalid_parameter`; `not_found`; `conflict` if the account is closed or the last active operator.
 *
 * @example
 * ```ts
 * import { memoryDocuments, memoryUsage } from "@tools-api/adapters/storage/memory";
 * import { defaultPlans } from "@tools-api/core";
 * import { createAccount } from "@tools-api/core/accounts";
 * import { suspendAccount } from "@tools-api/core/billing";
 *
 * const billing = { documents: memoryDocuments(), usage: memoryUsage(), plans: defaultPlans };
 * const { id } = await createAccount(billing.documents, { email: "ada@example.com" }, { at: Date.now() });
 * const { status } = await suspendAccount(billing, id, { reason: "The key was leaked." }, Date.now());
 * console.log(status); // suspended
 * ```
 */
export async function suspendAccount(
  billing: Billing,
  id: string,
  suspension: { reason: string },
  now: number,
): Promise<Account> {
  const { reason } = validateOptions(Suspension, suspension);
  return commitChange(billing, { id, now }, async (before) => {
    requireOpen(before.account);
    const transaction = suspensionTransaction(before, reason, now);
    const entry = { account: id, action: "account.suspended", details: { reason }, ...billing.by } as const;
    return statusChange(billing, before, transaction, { ...entry, at: now });
  });
}

/**
 * Reactivates a suspended account. Its credentials work again from the next request on. It is charged for the rest of
 * the billing cycle to the second. Reactivating an active account changes nothing.
 *
 * @param now Epoch milliseconds.
 * @throws ToolsError `not_found`; `conflict` if the account is closed.
 *
 * @example
 * ```ts
 * import { memoryDocuments, memoryUsage } from "@tools-api/adapters/storage/memory";
 * import { defaultPlans } from "@tools-api/core";
 * import { createAccount } from "@tools-api/core/accounts";
 * import { reactivateAccount, suspendAccount } from "@tools-api/core/billing";
 *
 * const billing = { documents: memoryDocuments(), usage: memoryUsage(), plans: defaultPlans };
 * const { id } = await createAccount(billing.documents, { email: "ada@example.com" }, { at: Date.now() });
 * await suspendAccount(billing, id, { reason: "The key was leaked." }, Date.now());
 * const { status } = await reactivateAccount(billing, id, Date.now());
 * console.log(status); // active
 * ```
 */
export function reactivateAccount(billing: Billing, id: string, now: number): Promise<Account> {
  return commitChange(billing, { id, now }, async (before) => {
    requireOpen(before.account);
    if (before.account.status === "active") return { answer: before.account };
    const transaction = reactivationTransaction(before, await pricesOf(billing, now), now);
    const entry = { account: id, action: "account.reactivated", ...billing.by } as const;
    return statusChange(billing, before, transaction, { ...entry, at: now });
  });
}

function requireOpen({ id, status }: Account): void {
  if (status === "closed") throw new ToolsError("conflict", `The account ${id} is closed.`);
}
