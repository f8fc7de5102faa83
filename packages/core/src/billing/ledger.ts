import { z } from "zod";
import { planNames } from "../account-terms.ts";
import type { DocumentStore } from "../storage.ts";
import { listNumbered, type NumberedDocuments, type NumberedPage } from "./numbered-list.ts";
import { getSubscription } from "./subscription.ts";

/** The kinds of ledger lines. */
export const lineKinds = ["charge", "credit", "rounding", "payment"] as const;

/** A line of an account's ledger. Instants are epoch milliseconds, amounts signed minor units. */
export const LedgerLine = z.object({
  account: z.string(),
  /** Counts from 1, without gaps. */
  number: z.int().positive(),
  kind: z.enum(lineKinds),
  /** The plan that is charged or credited over `from` to `to`; `null` for a payment. */
  plan: z.enum(planNames).nullable(),
  from: z.int().nullable(),
  to: z.int().nullable(),
  /** The price of a whole cycle of the plan. `amount` is its share for `from` to `to`. `null` if no plan is priced. */
  price: z.int().min(0).nullable(),
  /** The change of the balance. */
  amount: z.int(),
  /** The balance after the line: the amount owed, or below zero the credit of the account. */
  balance: z.int(),
  currency: z.string(),
  /** The number of the invoice that shows the line, or that was paid. */
  invoice: z.int().positive(),
  /** The instant at which the line was written. */
  at: z.int(),
});

export type LedgerLine = z.infer<typeof LedgerLine>;

/** Returns a number as used in ids and keys, padded with zeros so that keys sort by number. */
export function numberedId(number: number): string {
  return String(number).padStart(8, "0");
}

/** Returns the key of a line's document, which is never rewritten. */
export function ledgerKey(account: string, number: number): string {
  return `ledger/${account}/${numberedId(number)}`;
}

/**
 * Returns a page of an account's ledger, by default the oldest line first.
 *
 * @throws ToolsError `invalid_parameter`.
 */
export async function listLedger(
  documents: DocumentStore,
  account: string,
  page: NumberedPage,
): Promise<LedgerLine[]> {
  const lines: NumberedDocuments = {
    prefix: `ledger/${account}/`,
    keyOf: (number) => ledgerKey(account, number),
    count: async () => (await getSubscription(documents, account))?.lines ?? 0,
  };
  return (await listNumbered(documents, lines, page)).map(({ value }) => LedgerLine.parse(value));
}
