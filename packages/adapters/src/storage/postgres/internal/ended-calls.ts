import type { UsageCall } from "@tools-api/core/storage";
import type { LastUse } from "../../lib/change-set.ts";
import { byCodeUnits, pairKey } from "../../lib/row-order.ts";
import { anyCount, settledRanges, sumEnded } from "../../lib/usage-changes.ts";
import type { DecidedRows } from "./call-runs.ts";

/** The arguments of {@link settleFunction} for a batch. */
export interface EndedCalls extends DecidedRows {
  texts: readonly string[];
  numbers: readonly number[];
  /** The last uses that are written if the outcomes are recorded. */
  lastUses: readonly LastUse[];
}

/** Returns the revision that the calls claim of each fence, or `null` if they disagree. */
function claimedRevisions(calls: readonly UsageCall[]): Map<string, number> | null {
  const claimed = new Map<string, number>();
  for (const { fences } of calls)
    for (const { id, revision } of fences) {
      if ((claimed.get(id) ?? revision) !== revision) return null;
      claimed.set(id, revision);
    }
  return claimed;
}

/** Returns the lowest limit of each window, as a number of whole units that PostgreSQL can store. */
function lowestLimits(calls: readonly UsageCall[]): Map<string, number> {
  const limits = new Map<string, number>();
  for (const { account, windows } of calls)
    for (const { id, limit } of windows) {
      const key = pairKey(account, id);
      limits.set(key, Math.min(Math.ceil(limit), limits.get(key) ?? Number.MAX_SAFE_INTEGER));
    }
  return limits;
}

/**
 * Sums up calls that can all be admitted and recorded in one step. Returns `null` if a call has not ended, or if two
 * calls claim different revisions of a fence. Rows are sorted so that all processes lock them in one order.
 *
 * @param isNewUse Returns whether a last use must be written.
 */
export function arrangeEnded(
  calls: readonly UsageCall[],
  isNewUse: (use: LastUse) => boolean,
  at: number,
): EndedCalls | null {
  const ranges = settledRanges(calls);
  const claimed = ranges && claimedRevisions(calls);
  if (!claimed) return null;
  const limits = lowestLimits(calls);
  const { windows, buckets, lifetimes, lastUses: uses } = sumEnded(calls);
  const fences = [...claimed]
    .map(([id, revision]) => ({ id, revision }))
    .toSorted((a, b) => byCodeUnits(a.id, b.id));
  const lastUses = uses.filter(isNewUse);
  const texts: string[] = [];
  const numbers = [at, windows.length, fences.length, buckets.length, lifetimes.length, lastUses.length];
  for (const { account, id, used, ends, ttlMs } of windows) {
    const key = pairKey(account, id);
    const { min, max } = ranges.get(key) ?? anyCount;
    texts.push(account, id);
    numbers.push(used, ends, ttlMs, limits.get(key) ?? 0, min, max);
  }
  for (const { id, revision } of fences) {
    texts.push(id);
    numbers.push(revision);
  }
  for (const { account, endpoint, start, calls: admitted, units, ...sums } of buckets) {
    const { succeeded, failed, bytesIn, bytesOut, durationUs } = sums;
    texts.push(account, endpoint);
    numbers.push(start, admitted, units - admitted, succeeded, failed, bytesIn, bytesOut, durationUs);
  }
  for (const { account, calls: admitted, firstCallAt, lastCallAt } of lifetimes) {
    texts.push(account);
    numbers.push(admitted, firstCallAt, lastCallAt);
  }
  for (const { credential, at: usedAt } of lastUses) {
    texts.push(credential);
    numbers.push(usedAt);
  }
  return {
    texts,
    numbers,
    lastUses,
    windows: windows.map(({ account, id, used }) => ({ account, id, demand: used })),
    fences,
  };
}
