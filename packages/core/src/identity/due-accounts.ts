import { z } from "zod";
import { standardPlan } from "./account-terms.ts";
import type { Account } from "./account.ts";
import { collection } from "../store/collection.ts";
import type { WriteOperation } from "../store/storage.ts";
import { isoInstant } from "../time.ts";

/**
 * The index of accounts with due billing work, by its instant (RFC 3339). Its keys sort by time, so the sweep reads
 * only the entries that are due, however many accounts there are.
 */
export const dueAccounts = collection("due/{at}/{account}", z.object({}));

/** Returns the write that lets the sweep find an account put on a plan without billing. Empty for the standard plan, which costs nothing. */
export function enrolment({ id, plan, createdAt }: Account): WriteOperation[] {
  if (plan === standardPlan) return [];
  return [dueAccounts.put({ at: isoInstant(createdAt), account: id }, {})];
}
