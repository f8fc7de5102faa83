import { z } from "zod";
import type { Account } from "../accounts/account.ts";
import { planNames } from "../schemas/account.ts";
import type { DocumentStore } from "../storage.ts";
import { currentCycle } from "./cycle.ts";
import type { Plans } from "./plans.ts";

const instant = z.int();

/**
 * How an account is billed: its running cycle, and where its ledger and its invoices stand. It changes in one commit
 * with all that follows from the change. Instants are epoch milliseconds, amounts the currency's minor units.
 */
export const Subscription = z.object({
  account: z.string(),
  currency: z.string(),
  cycle: z.object({ start: instant, end: instant }),
  /** The plans of the cycle so far, each at the price that it had when it was entered. */
  pieces: z.array(z.object({ plan: z.enum(planNames), price: z.int().min(0), from: instant })).min(1),
  /** How often the plan was changed at once in this cycle. */
  changes: z.int().min(0),
  /** The sum of the ledger: what is owed; below zero it is in the account's favour. */
  balance: z.int(),
  /** Invoices that are not paid in full, oldest first. */
  open: z.array(z.object({ number: z.int().positive(), amountDue: z.int().positive() })),
  /** When a payment first failed that is still due; `null` where none has. */
  pastDueSince: instant.nullable(),
  /** Calls a day that the operator has agreed to, by plan. */
  agreedLimits: z.partialRecord(z.enum(planNames), z.int().positive()),
  /** How many lines the ledger has. */
  lines: z.int().min(0),
  /** How many invoices there are. */
  invoices: z.int().min(0),
});

export type Subscription = z.infer<typeof Subscription>;

/** The document under which it is kept. */
export function subscriptionKey(account: string): string {
  return `subscriptions/${account}`;
}

/** The subscription of an account as it is kept; `null` where it has none. */
export async function getSubscription(
  documents: DocumentStore,
  account: string,
): Promise<Subscription | null> {
  const document = await documents.get(subscriptionKey(account));
  return document && Subscription.parse(document.value);
}

/** The last of the pieces, which is the plan that stands. */
export function lastPiece({ pieces }: Pick<Subscription, "pieces">): Subscription["pieces"][number] {
  const last = pieces.at(-1);
  if (!last) throw new Error("A subscription has a piece at least.");
  return last;
}

/** What is to be paid of all open invoices. */
export function totalDue({ open }: Pick<Subscription, "open">): number {
  return open.reduce((sum, { amountDue }) => sum + amountDue, 0);
}

/** What an account has in its favour and can spend: credit that open invoices have not used up. */
export function creditOf({ open, balance }: Pick<Subscription, "open" | "balance">): number {
  return totalDue({ open }) - balance;
}

/** The subscription of an account that has none: on what costs nothing, in the cycle of an instant. */
export function newSubscription(account: Account, plans: Plans, now: number): Subscription {
  const cycle = currentCycle(account.cycleAnchor, now);
  return {
    account: account.id,
    currency: plans[account.plan].price.currency,
    cycle,
    pieces: [{ plan: account.plan, price: 0, from: cycle.start }],
    changes: 0,
    balance: 0,
    open: [],
    pastDueSince: null,
    agreedLimits: account.dailyLimit === null ? {} : { [account.plan]: account.dailyLimit },
    lines: 0,
    invoices: 0,
  };
}
