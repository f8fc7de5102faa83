import { z } from "zod";
import { planNames } from "../account-terms.ts";
import type { Account } from "../account.ts";
import type { DocumentStore } from "../storage.ts";
import { currentCycle } from "./cycle.ts";
import type { Plans } from "./plans.ts";

const instant = z.int();

/**
 * The billing state of an account: its current cycle, its balance, and the counts of its ledger lines and invoices. A
 * change is committed together with the lines and invoices that it causes. Instants are epoch milliseconds, amounts the
 * currency's minor units.
 */
export const Subscription = z.object({
  account: z.string(),
  currency: z.string(),
  cycle: z.object({ start: instant, end: instant }),
  /** The plans of the cycle so far, each at its price when the segment began. */
  pieces: z.array(z.object({ plan: z.enum(planNames), price: z.int().min(0), from: instant })).min(1),
  /** Number of immediate plan changes in this cycle. */
  changes: z.int().min(0),
  /** The sum of the ledger: the amount owed, or below zero the credit of the account. */
  balance: z.int(),
  /** Invoices that are not paid in full, oldest first. */
  open: z.array(z.object({ number: z.int().positive(), amountDue: z.int().positive() })),
  /** The instant of the first failed payment while an amount is still due; `null` if there was none. */
  pastDueSince: instant.nullable(),
  /** Calls per day that the operator agreed to, by plan. */
  agreedLimits: z.partialRecord(z.enum(planNames), z.int().positive()),
  /** Number of ledger lines. */
  lines: z.int().min(0),
  /** Number of invoices. */
  invoices: z.int().min(0),
});

export type Subscription = z.infer<typeof Subscription>;

/** Returns the key of a subscription's document. */
export function subscriptionKey(account: string): string {
  return `subscriptions/${account}`;
}

/** Returns the stored subscription of an account; `null` if it has none. */
export async function getSubscription(
  documents: DocumentStore,
  account: string,
): Promise<Subscription | null> {
  const document = await documents.get(subscriptionKey(account));
  return document && Subscription.parse(document.value);
}

/** Returns the last segment of the cycle, which has the current plan. */
export function lastPiece({ pieces }: Pick<Subscription, "pieces">): Subscription["pieces"][number] {
  const last = pieces.at(-1);
  if (!last) throw new Error("A subscription has at least one segment.");
  return last;
}

/** Returns the amount due of all open invoices. */
export function totalDue({ open }: Pick<Subscription, "open">): number {
  return open.reduce((sum, { amountDue }) => sum + amountDue, 0);
}

/** Returns the credit that an account can spend, which open invoices have not used up. */
export function creditOf({ open, balance }: Pick<Subscription, "open" | "balance">): number {
  return totalDue({ open }) - balance;
}

/** Returns the initial subscription of an account, at no cost, in the cycle of an instant. */
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
