import type { Account } from "../accounts/account.ts";
import type { WriteOperation } from "../storage.ts";
import type { Standing } from "./book.ts";
import { graceEnd } from "./dunning.ts";
import { lastPiece } from "./subscription.ts";

/** The prefix of the keys in the index of accounts with due work. */
export const duePrefix = "due/";

/**
 * Returns the key of an account in the index of due work. The keys sort by time, so the sweep reads only the entries
 * that are due, however many accounts there are.
 */
function dueKey(at: number | string, account: string): string {
  return `${duePrefix}${new Date(at).toISOString()}/${account}`;
}

/** Returns the write that lets the sweep find an account put on a plan without a booking. Empty for the free plan. */
export function enrolment({ id, plan, createdAt }: Account): WriteOperation[] {
  return plan === "free" ? [] : [{ key: dueKey(createdAt, id), value: {} }];
}

/**
 * Returns when billing work is due for an account, in epoch milliseconds; `null` if none is due until the account
 * changes.
 */
function dueAt(standing: Pick<Standing, "account" | "subscription">): number | null {
  const { account, subscription } = standing;
  const { cycle } = subscription;
  const instants: number[] = [];
  if (lastPiece(subscription).price > 0 || account.scheduled) instants.push(cycle.end);
  const grace = graceEnd(standing);
  if (grace !== null) instants.push(grace);
  return instants.length === 0 ? null : Math.min(...instants);
}

/** Returns the key of the account's current entry in the index, or `null` if it has none. */
export function dueEntry(standing: Standing): string | null {
  const { account, subscriptionRevision } = standing;
  if (subscriptionRevision === null) return enrolment(account)[0]?.key ?? null;
  const at = dueAt(standing);
  return at === null ? null : dueKey(at, account.id);
}

/** Returns the writes that move an account's entry in the index after a change. */
export function moveDueEntry(
  before: Standing,
  after: Pick<Standing, "account" | "subscription">,
): WriteOperation[] {
  const from = dueEntry(before);
  const at = dueAt(after);
  const to = at === null ? null : dueKey(at, after.account.id);
  return [
    ...(from !== null && from !== to ? [{ key: from }] : []),
    ...(to !== null ? [{ key: to, value: {} }] : []),
  ];
}
