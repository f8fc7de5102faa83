import { z } from "zod";
import { planNames } from "../schemas/account.ts";
import type { DocumentStore } from "../storage.ts";
import { listNumbered, type NumberedDocuments, type NumberedPage } from "./numbered-list.ts";
import { getSubscription } from "./subscription.ts";

/** What a line of the ledger can be. */
export const lineKinds = ["charge", "credit", "rounding", "payment"] as const;

/** What happened to an account's money. Instants are epoch milliseconds, amounts signed minor units. */
export const LedgerLine = z.object({
  account: z.string(),
  /** From 1, without a gap. */
  number: z.int().positive(),
  kind: z.enum(lineKinds),
  /** The plan that is charged or credited, over `from` to `to`; of a payment `null`. */
  plan: z.enum(planNames).nullable(),
  from: z.int().nullable(),
  to: z.int().nullable(),
  /** What a whole cycle of the plan costs, of which the amount is the part from `from` to `to`; else `null`. */
  price: z.int().min(0).nullable(),
  /** What it adds to what is owed. */
  amount: z.int(),
  /** What is owed after it; below zero it is in the account's favour. */
  balance: z.int(),
  currency: z.string(),
  /** The number of the invoice that shows it, or that was paid. */
  invoice: z.int().positive(),
  /** When it was written. */
  at: z.int(),
});

export type LedgerLine = z.infer<typeof LedgerLine>;

/** A number as ids and keys have it, so that their order is that of the numbers. */
export function numberedId(number: number): string {
  return String(number).padStart(8, "0");
}

/** The document of a line. Nobody ever writes it again. */
export function ledgerKey(account: string, number: number): string {
  return `ledger/${account}/${numberedId(number)}`;
}

/**
 * A page of an account's ledger, by default the oldest line first.
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
