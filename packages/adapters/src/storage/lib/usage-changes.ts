import { minuteMs, noCounts } from "@tools-api/core/internal";
import {
  type Admission,
  bucketMs,
  type CallOutcome,
  defaultWindowTtlMs,
  type EndedCall,
  type UsageBucket,
  type UsageCall,
  type UsageOutcome,
  type UsageReading,
  type UsageRefund,
} from "@tools-api/core/storage";
import { decideCalls } from "./decide-calls.ts";

/** The current counter of a window. */
export interface WindowCount {
  account: string;
  id: string;
  used: number;
  ends: number;
  /** Milliseconds for which the counter is kept after the window ends. */
  ttlMs: number;
}

/** A counter to be stored. */
interface WindowChange extends WindowCount {
  /** Whether more than `used` changed; true if the counter is new. */
  isMoved: boolean;
}

/** The amounts to add to a bucket. `calls` is negative for refunds. */
interface BucketSum extends UsageBucket {
  account: string;
}

/** The key of a bucket within its account. */
type BucketPlace = Pick<UsageBucket, "start" | "endpoint">;

/** The totals of an account since its first call. */
type Lifetime = UsageReading["lifetime"];

/** The amounts to add to an account's lifetime. */
interface LifetimeSum {
  account: string;
  calls: number;
  firstCallAt: number;
  lastCallAt: number;
}

/** All changes of a batch. Each row occurs once, and rows are sorted by identity. */
export interface UsageChanges {
  /** Counters with the values to store. */
  windows: WindowChange[];
  buckets: BucketSum[];
  lifetimes: LifetimeSum[];
  lastUses: LastUse[];
}

/** The last use of a credential, epoch milliseconds of the minute. */
export interface LastUse {
  credential: string;
  at: number;
}

/** The state that a decision reads from the store. Each member is called once per row. */
export interface UsageState {
  /** Returns the current revision of a fence, or `undefined` if it is unknown. */
  revision(fence: string): number | undefined;
  window(account: string, id: string): Pick<WindowCount, "used" | "ends" | "ttlMs"> | undefined;
  /** Returns `calls` of a bucket, or 0 if the bucket does not exist. */
  bucketCalls(account: string, start: number, endpoint: string): number;
}

/** Returns a key that is unique for a pair of strings. */
export function pairKey(first: string, second: string): string {
  return `${first.length}:${first}${second}`;
}

/** Returns the start of the 15 minutes that contain an instant. */
export function bucketStart(at: number): number {
  return Math.floor(at / bucketMs) * bucketMs;
}

/** Creates a bucket whose counts are all 0. */
export function emptyBucket(endpoint: string, start: number): UsageBucket {
  return { endpoint, start, ...noCounts() };
}

/** Compares strings by code units. */
export function byCodeUnits(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** Compares window rows. The order is the same in every batch and process. */
export function byWindow(
  a: Pick<WindowCount, "account" | "id">,
  b: Pick<WindowCount, "account" | "id">,
): number {
  return byCodeUnits(a.account, b.account) || byCodeUnits(a.id, b.id);
}

/** Compares buckets of an account by start, then endpoint. */
export function byStart(a: BucketPlace, b: BucketPlace): number {
  return a.start - b.start || byCodeUnits(a.endpoint, b.endpoint);
}

/** Compares bucket rows. The order is the same in every batch and process. */
export function byBucket(a: BucketPlace & { account: string }, b: BucketPlace & { account: string }): number {
  return byCodeUnits(a.account, b.account) || byStart(a, b);
}

/** Returns the name of a bucket within its account. */
export function bucketKey({ start, endpoint }: BucketPlace): string {
  return `${start}/${endpoint}`;
}

/** Adds a sum to the lifetime of an account. `undefined` is an account without calls. */
export function addToLifetime(
  known: Lifetime | undefined,
  { calls, firstCallAt, lastCallAt }: LifetimeSum,
): Lifetime {
  return {
    calls: calls + (known?.calls ?? 0),
    firstCallAt: Math.min(firstCallAt, known?.firstCallAt ?? firstCallAt),
    lastCallAt: Math.max(lastCallAt, known?.lastCallAt ?? lastCallAt),
  };
}

/** Returns a reader that loads each counter once, so that a batch sees its own changes. */
function windowCounts(state: UsageState): (account: string, id: string) => WindowChange {
  const counts = new Map<string, WindowChange>();
  return (account, id) => {
    const key = pairKey(account, id);
    const unused = { account, id, used: 0, ends: 0, ttlMs: 0 };
    const count = counts.get(key) ?? { ...unused, ...state.window(account, id), isMoved: false };
    counts.set(key, count);
    return count;
  };
}

function changeSet() {
  const windows = new Set<WindowChange>();
  const buckets = new Map<string, BucketSum>();
  const lifetimes = new Map<string, LifetimeSum>();
  const lastUses = new Map<string, number>();

  return {
    windows,
    addOutcome(bucket: BucketSum, outcome: CallOutcome & { credential: string }, at: number) {
      const { credential, succeeded, bytesIn, bytesOut, durationMs } = outcome;
      bucket[succeeded ? "succeeded" : "failed"]++;
      bucket.bytesIn += bytesIn;
      bucket.bytesOut += bytesOut;
      bucket.durationUs += Math.round(durationMs * 1000);
      const minute = Math.floor(at / minuteMs) * minuteMs;
      lastUses.set(credential, Math.max(minute, lastUses.get(credential) ?? minute));
    },
    bucket({ account, endpoint, at }: { account: string; endpoint: string; at: number }): BucketSum {
      const start = bucketStart(at);
      const key = `${start}/${pairKey(account, endpoint)}`;
      const bucket = buckets.get(key) ?? { account, ...emptyBucket(endpoint, start) };
      buckets.set(key, bucket);
      return bucket;
    },
    addToLifetime(account: string, at: number, calls: number) {
      const sum = lifetimes.get(account) ?? { account, calls: 0, firstCallAt: at, lastCallAt: at };
      sum.calls += calls;
      sum.firstCallAt = Math.min(sum.firstCallAt, at);
      sum.lastCallAt = Math.max(sum.lastCallAt, at);
      lifetimes.set(account, sum);
    },
    sorted(): UsageChanges {
      return {
        windows: [...windows].toSorted(byWindow),
        buckets: [...buckets.values()].toSorted(byBucket),
        lifetimes: [...lifetimes.values()].toSorted((a, b) => byCodeUnits(a.account, b.account)),
        lastUses: [...lastUses]
          .map(([credential, at]) => ({ credential, at }))
          .toSorted((a, b) => byCodeUnits(a.credential, b.credential)),
      };
    },
  };
}

/** Decides calls in order, as specified by `UsageStore.consume`, and sums up the changes. */
export function admitCalls(
  calls: readonly UsageCall[],
  state: UsageState,
): { admissions: Admission[]; changes: UsageChanges } {
  const changes = changeSet();
  const revisions = new Map<string, number | undefined>();
  const revisionAt = (fence: string) => {
    if (!revisions.has(fence)) revisions.set(fence, state.revision(fence));
    return revisions.get(fence);
  };
  const admissions = decideCalls(calls, revisionAt, windowCounts(state), (call, counts) => {
    const bucket = changes.bucket(call);
    if (!counts) {
      bucket.rejected++;
      return false;
    }
    for (const [index, { ends, ttlMs = defaultWindowTtlMs }] of call.windows.entries()) {
      const count = counts[index];
      if (!count) continue;
      changes.windows.add(count);
      count.isMoved ||= ends > count.ends || ttlMs > count.ttlMs;
      count.ends = Math.max(count.ends, ends);
      count.ttlMs = Math.max(count.ttlMs, ttlMs);
    }
    bucket.calls++;
    changes.addToLifetime(call.account, call.at, 1);
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
  // From the last call to the first: a call before `later` others counts that much less than the window in the end.
  const later = new Map<string, number>();
  for (const { account, windows, ended } of calls.toReversed()) {
    if (!ended) return null;
    for (const id of new Set(windows.map((window) => window.id))) {
      const key = pairKey(account, id);
      const after = later.get(key) ?? 0;
      later.set(key, after + 1);
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
 * Sums up the changes of refunds, as specified by `UsageStore.refund`. Skips a refund whose bucket has no call left;
 * otherwise counters and buckets would diverge.
 */
export function refundCalls(refunds: readonly UsageRefund[], state: UsageState): UsageChanges {
  const changes = changeSet();
  const findWindow = windowCounts(state);
  const callsLeft = new Map<string, number>();
  for (const refund of refunds) {
    const { account, endpoint } = refund;
    const start = bucketStart(refund.at);
    const key = `${start}/${pairKey(account, endpoint)}`;
    const left = callsLeft.get(key) ?? state.bucketCalls(account, start, endpoint);
    callsLeft.set(key, Math.max(0, left - 1));
    if (left === 0) continue;
    const bucket = changes.bucket(refund);
    bucket.calls--;
    bucket.serverErrors++;
    changes.addToLifetime(account, refund.at, -1);
    for (const id of new Set(refund.windows)) {
      const count = findWindow(account, id);
      if (count.used === 0) continue;
      count.used--;
      changes.windows.add(count);
    }
  }
  return changes.sorted();
}
