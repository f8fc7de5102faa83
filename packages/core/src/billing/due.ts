import type { Account } from "../accounts/account.ts";
import type { WriteOperation } from "../storage.ts";
import type { Standing } from "./book.ts";
import { graceEnd } from "./dunning.ts";
import { lastPiece } from "./subscription.ts";

/** The first part of the keys of the index of what is due. */
export const duePrefix = "due/";

/**
 * The entry of an account in the index of those for which something is due, whose order is that of time: the sweep
 * reads its beginning, and nobody else's account, however many there are.
 */
function dueKey(at: number | string, account: string): string {
  return `${duePrefix}${new Date(at).toISOString()}/${account}`;
}

/** The entry by which the sweep finds an account that was put on a plan without a booking; for none, nothing. */
export function enrolment({ id, plan, createdAt }: Account): WriteOperation[] {
  return plan === "free" ? [] : [{ key: dueKey(createdAt, id), value: {} }];
}

/** When something is to be done for an account, in epoch milliseconds; `null` for nothing until it changes. */
function dueAt(standing: Pick<Standing, "account" | "subscription">): number | null {
  const { account, subscription } = standing;
  const { cycle } = subscription;
  const instants: number[] = [];
  if (lastPiece(subscription).price > 0 || account.scheduled) instants.push(cycle.end);
  const grace = graceEnd(standing);
  if (grace !== null) instants.push(grace);
  return instants.length === 0 ? null : Math.min(...instants);
}

/** The key of the entry of an account as it stands, or `null`. */
export function dueEntry(standing: Standing): string | null {
  const { account, subscriptionRevision } = standing;
  if (subscriptionRevision === null) return enrolment(account)[0]?.key ?? null;
  const at = dueAt(standing);
  return at === null ? null : dueKey(at, account.id);
}

/** The writes that take the entry of an account to where it belongs after a change. */
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
