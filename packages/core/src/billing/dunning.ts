import type { Standing } from "./book.ts";

const dayMs = 86_400_000;

/** What follows when a payment fails: data that the sweep goes by. */
export const dunning = {
  /** Days from an invoice to the attempts at its payment behind the first, which is at once. */
  retryDays: [1, 3, 5, 7],
  /** For so many days a past-due account keeps its plan; then it is put on `fallback`. */
  graceDays: 14,
  fallback: "free",
} as const;

/** When the grace of an account that is past due ends, in epoch milliseconds; `null` where it has no plan to lose. */
export function graceEnd({
  account,
  subscription,
}: Pick<Standing, "account" | "subscription">): number | null {
  const { pastDueSince } = subscription;
  if (pastDueSince === null || account.plan === dunning.fallback) return null;
  return pastDueSince + dunning.graceDays * dayMs;
}

/** When the next attempt at an invoice is due after so many that failed; `null`: it is uncollectible. */
export function nextAttempt(invoicedAt: number, failedAttempts: number): number | null {
  const days = dunning.retryDays[failedAttempts - 1];
  return days === undefined ? null : invoicedAt + days * dayMs;
}
