import { dueKey, enrolment } from "../due-index.ts";
import type { WriteOperation } from "../storage.ts";
import type { SubscriptionState } from "./book.ts";
import { graceEnd } from "./dunning.ts";
import { lastPiece } from "./subscription.ts";

/**
 * Returns when billing work is due for an account, in epoch milliseconds; `null` if none is due until the account
 * changes.
 */
function dueAt(standing: Pick<SubscriptionState, "account" | "subscription">): number | null {
  const { account, subscription } = standing;
  const { cycle } = subscription;
  const instants: number[] = [];
  if (lastPiece(subscription).price > 0 || account.scheduled) instants.push(cycle.end);
  const grace = graceEnd(standing);
  if (grace !== null) instants.push(grace);
  return instants.length === 0 ? null : Math.min(...instants);
}

/** Returns the key of the account's current entry in the index, or `null` if it has none. */
export function dueEntry(standing: SubscriptionState): string | null {
  const { account, subscriptionRevision } = standing;
  if (subscriptionRevision === null) return enrolment(account)[0]?.key ?? null;
  const at = dueAt(standing);
  return at === null ? null : dueKey(at, account.id);
}

/** Returns the writes that move an account's entry in the index after a change. */
export function moveDueEntry(
  before: SubscriptionState,
  after: Pick<SubscriptionState, "account" | "subscription">,
): WriteOperation[] {
  const from = dueEntry(before);
  const at = dueAt(after);
  const to = at === null ? null : dueKey(at, after.account.id);
  return [
    ...(from !== null && from !== to ? [{ key: from }] : []),
    ...(to !== null ? [{ key: to, value: {} }] : []),
  ];
}
