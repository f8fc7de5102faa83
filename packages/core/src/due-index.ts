import type { Account } from "./account.ts";
import type { WriteOperation } from "./storage.ts";

/** The prefix of the keys in the index of accounts with due work. */
export const duePrefix = "due/";

/**
 * Returns the key of an account in the index of due work. The keys sort by time, so the sweep reads only the entries
 * that are due, however many accounts there are.
 */
export function dueKey(at: number | string, account: string): string {
  return `${duePrefix}${new Date(at).toISOString()}/${account}`;
}

/** Returns the write that lets the sweep find an account put on a plan without a booking. Empty for the free plan. */
export function enrolment({ id, plan, createdAt }: Account): WriteOperation[] {
  return plan === "free" ? [] : [{ key: dueKey(createdAt, id), value: {} }];
}
