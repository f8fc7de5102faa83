import type { UsageCall } from "@tools-api/core/storage";
import { pairKey, type UsageState } from "../lib/usage-changes.ts";
import { jsonList } from "./database.ts";
import type { UsageStatements } from "./usage-statements.ts";

/** Returns the state that decides batches. It reads each value when it is requested. */
export function stateFrom(statements: UsageStatements): UsageState {
  return {
    revision: (fence) => statements.fence({ id: fence })?.revision,
    window: (account, id) => statements.window({ account, id }),
    bucketCalls: (account, start, endpoint) =>
      statements.bucketCalls({ account, start, endpoint })?.calls ?? 0,
  };
}

// Measured: up to this many accounts, single reads cost no more than one statement for all.
const accountsInTurn = 8;

function isOfFewAccounts(calls: readonly UsageCall[]): boolean {
  if (calls.length <= accountsInTurn) return true;
  const accounts = new Set<string>();
  return calls.every(({ account }) => accounts.add(account).size <= accountsInTurn);
}

/**
 * Returns the state that decides calls. Reads the state of many accounts in one statement: a call of the driver costs
 * more than finding a row.
 */
export function stateFor(calls: readonly UsageCall[], statements: UsageStatements): UsageState {
  if (isOfFewAccounts(calls)) return stateFrom(statements);
  const fences = new Set<string>();
  const windows = new Map<string, [account: string, id: string]>();
  for (const call of calls) {
    for (const { id } of call.fences) fences.add(id);
    for (const { id } of call.windows) windows.set(pairKey(call.account, id), [call.account, id]);
  }
  const { revisions, counts } = statements.standing({
    fences: jsonList([...fences]),
    windows: jsonList([...windows.values()]),
  }) ?? { revisions: "{}", counts: "{}" };
  // The statement creates both: whole numbers by the position of a row.
  const revisionAt = JSON.parse(revisions) as Partial<Record<number, number>>;
  const countAt = JSON.parse(counts) as Partial<Record<number, [used: number, ends: number, ttlMs: number]>>;

  const revisionById = new Map([...fences].map((id, place) => [id, revisionAt[place]]));
  const countByKey = new Map([...windows.keys()].map((key, place) => [key, countAt[place]]));
  return {
    ...stateFrom(statements),
    revision: (fence) => revisionById.get(fence),
    window(account, id) {
      const count = countByKey.get(pairKey(account, id));
      if (!count) return undefined;
      const [used, ends, ttlMs] = count;
      return { used, ends, ttlMs };
    },
  };
}
