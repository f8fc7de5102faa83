import { noCounts } from "@tools-api/core/internal";
import {
  type Admission,
  bucketMs,
  defaultWindowTtlMs,
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
  lastUses: { credential: string; at: number }[];
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

  return {
    windows,
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
    sorted(lastUses: ReadonlyMap<string, number> = new Map()): UsageChanges {
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
    if (!counts) {
      changes.bucket(call).rejected++;
      return;
    }
    for (const [index, { ends, ttlMs = defaultWindowTtlMs }] of call.windows.entries()) {
      const count = counts[index];
      if (!count) continue;
      changes.windows.add(count);
      count.isMoved ||= ends > count.ends || ttlMs > count.ttlMs;
      count.ends = Math.max(count.ends, ends);
      count.ttlMs = Math.max(count.ttlMs, ttlMs);
    }
    changes.bucket(call).calls++;
    changes.addToLifetime(call.account, call.at, 1);
  });
  return { admissions, changes: changes.sorted() };
}

/** Sums up the changes of outcomes, as specified by `UsageStore.complete`. */
export function recordOutcomes(outcomes: readonly UsageOutcome[]): UsageChanges {
  const changes = changeSet();
  const lastUses = new Map<string, number>();
  for (const outcome of outcomes) {
    const bucket = changes.bucket(outcome);
    bucket[outcome.succeeded ? "succeeded" : "failed"]++;
    bucket.bytesIn += outcome.bytesIn;
    bucket.bytesOut += outcome.bytesOut;
    bucket.durationUs += Math.round(outcome.durationMs * 1000);
    const minute = Math.floor(outcome.at / 60_000) * 60_000;
    lastUses.set(outcome.credential, Math.max(minute, lastUses.get(outcome.credential) ?? minute));
  }
  return changes.sorted(lastUses);
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
