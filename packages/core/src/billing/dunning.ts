import type { SubscriptionState } from "./book.ts";

const dayMs = 86_400_000;

/** The schedule that applies after a failed payment. */
export const dunning = {
  /** Days from the invoice to each retry. The first attempt is immediate. */
  retryDays: [1, 3, 5, 7],
  /** Days for which a past-due account keeps its plan. Then it is put on `fallback`. */
  graceDays: 14,
  fallback: "free",
} as const;

/**
 * Returns when the grace period of a past-due account ends, in epoch milliseconds; `null` if it is not past due or has
 * no plan to lose.
 */
export function graceEnd({
  account,
  subscription,
}: Pick<SubscriptionState, "account" | "subscription">): number | null {
  const { pastDueSince } = subscription;
  if (pastDueSince === null || account.plan === dunning.fallback) return null;
  return pastDueSince + dunning.graceDays * dayMs;
}

/** Returns when the next attempt is due after `failedAttempts` failures; `null` if the invoice is uncollectible. */
export function nextAttempt(invoicedAt: number, failedAttempts: number): number | null {
  const days = dunning.retryDays[failedAttempts - 1];
  return days === undefined ? null : invoicedAt + days * dayMs;
}
