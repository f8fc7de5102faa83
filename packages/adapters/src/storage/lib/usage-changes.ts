import type { Admission, EndedCall, UsageCall, UsageOutcome, UsageRefund } from "@tools-api/core/storage";
import { changeSet, type UsageChanges, type UsageState } from "./change-set.ts";
import { decideCalls } from "./decide-calls.ts";
import { bucketStart, pairKey } from "./row-order.ts";

/** Decides calls in order, as specified by `UsageStore.consume`, and sums up the changes. */
export function admitCalls(
  calls: readonly UsageCall[],
  state: UsageState,
): { admissions: Admission[]; changes: UsageChanges } {
  const changes = changeSet(state.window);
  const revisions = new Map<string, number | undefined>();
  const revisionAt = (fence: string) => {
    const known = revisions.get(fence);
    if (known !== undefined || revisions.has(fence)) return known;
    const revision = state.revision(fence);
    revisions.set(fence, revision);
    return revision;
  };
  const admissions = decideCalls(calls, revisionAt, changes.window, (call, counts) => {
    const bucket = changes.bucket(call);
    if (!counts) {
      bucket.rejected++;
      return false;
    }
    changes.addAdmission(bucket, call, counts);
    const { ended } = call;
    if (!ended || !holds(ended, counts[0]?.used)) return false;
    changes.addOutcome(bucket, ended, call.at);
    return true;
  });
  return { admissions, changes: changes.sorted() };
}

/** Returns whether the outcome of an ended call holds for the count of its first window. */
function holds({ used: range }: EndedCall, used: number | undefined): boolean {
  return !range || (used !== undefined && range[0] <= used && used <= range[1]);
}

/** The counts of a window after a batch for which the outcomes of all its ended calls hold. */
export interface CountRange {
  min: number;
  max: number;
}

/** The range of a window whose count no outcome depends on. */
export const anyCount: CountRange = { min: 0, max: Number.MAX_SAFE_INTEGER };

/**
 * Returns the range of each window, by {@link pairKey} of account and id, if all calls of a batch have ended. Otherwise
 * returns `null`: the outcomes are then recorded later.
 */
export function settledRanges(calls: readonly UsageCall[]): Map<string, CountRange> | null {
  const ranges = new Map<string, CountRange>();
  // From the last call to the first: a call before others of `later` units counts that much less than the window in the
  // end.
  const later = new Map<string, number>();
  for (const { account, windows, units = 1, ended } of calls.toReversed()) {
    if (!ended) return null;
    for (const id of new Set(windows.map((window) => window.id))) {
      const key = pairKey(account, id);
      const after = later.get(key) ?? 0;
      later.set(key, after + units);
      if (!ended.used || id !== windows[0]?.id) continue;
      const { min, max } = ranges.get(key) ?? anyCount;
      ranges.set(key, {
        min: Math.max(min, ended.used[0] + after),
        max: Math.min(max, ended.used[1] + after),
      });
    }
  }
  return ranges;
}

/**
 * Sums up the changes of ended calls, as if all of them are admitted and their outcomes hold. The counters are the
 * demand of the calls.
 */
export function sumEnded(calls: readonly UsageCall[]): UsageChanges {
  const changes = changeSet();
  for (const call of calls) {
    const counts = call.windows.map(({ id }) => changes.window(call.account, id));
    for (const count of new Set(counts)) count.used += call.units ?? 1;
    const bucket = changes.bucket(call);
    changes.addAdmission(bucket, call, counts);
    if (call.ended) changes.addOutcome(bucket, call.ended, call.at);
  }
  return changes.sorted();
}

/** Returns the outcomes of ended calls. */
export function endedOutcomes(calls: readonly UsageCall[]): UsageOutcome[] {
  return calls.flatMap(({ account, endpoint, at, ended }) =>
    ended ? [{ account, endpoint, at, ...ended }] : [],
  );
}

/** Sums up the changes of outcomes, as specified by `UsageStore.complete`. */
export function recordOutcomes(outcomes: readonly UsageOutcome[]): UsageChanges {
  const changes = changeSet();
  for (const outcome of outcomes) changes.addOutcome(changes.bucket(outcome), outcome, outcome.at);
  return changes.sorted();
}

/**
 * Sums up the changes of refunds, as specified by `UsageStore.refund`. Skips a refund whose bucket has no call left, and
 * leaves a unit to each call that remains; otherwise counters and buckets would diverge.
 */
export function refundCalls(refunds: readonly UsageRefund[], state: UsageState): UsageChanges {
  const changes = changeSet(state.window);
  const buckets = new Map<string, { calls: number; units: number }>();
  for (const refund of refunds) {
    const { account, endpoint } = refund;
    const start = bucketStart(refund.at);
    const key = `${start}/${pairKey(account, endpoint)}`;
    const { calls, units } = buckets.get(key) ??
      state.bucket(account, start, endpoint) ?? { calls: 0, units: 0 };
    if (calls === 0) continue;
    const returned = Math.min(refund.units ?? 1, units - calls + 1);
    buckets.set(key, { calls: calls - 1, units: units - returned });
    const bucket = changes.bucket(refund);
    bucket.calls--;
    bucket.units -= returned;
    bucket.serverErrors++;
    changes.addToLifetime(account, refund.at, -1);
    for (const id of new Set(refund.windows)) {
      const count = changes.window(account, id);
      if (count.used === 0) continue;
      count.used = Math.max(0, count.used - returned);
      count.isChanged = true;
    }
  }
  return changes.sorted();
}
