import { dayMs } from "../time.ts";
import type { Invoice } from "./documents.ts";

/** Days from the first failed attempt of a payment to each retry, unless `billing.retryDays` has others. */
const defaultRetryDays: readonly number[] = [1, 3, 5, 7];

/**
 * Returns when the next attempt at the payment of an invoice is due; `null` if its schedule has ended. Attempts are at
 * least a day apart, also after a time in which no process ran.
 */
export function nextAttempt(
  invoice: Pick<Invoice, "at" | "failedAttempts" | "earlierAttempts" | "firstFailedAt" | "lastFailure">,
  retryDays: readonly number[] = defaultRetryDays,
): number | null {
  // Invoices of earlier releases have no instants of failures.
  const { at, failedAttempts, earlierAttempts = 0, firstFailedAt = at, lastFailure } = invoice;
  const failures = failedAttempts - earlierAttempts;
  if (failures === 0) return at;
  const days = retryDays[failures - 1];
  if (days === undefined) return null;
  return Math.max(firstFailedAt + days * dayMs, (lastFailure?.at ?? at) + dayMs);
}
