import {
  type Admission,
  bucketMs,
  defaultWindowKeptMs,
  noCounts,
  type UsageBucket,
  type UsageCall,
  type UsageOutcome,
  type UsageReading,
  type UsageRefund,
} from "@tools-api/core";

/** The counter of a window as it stands. */
export interface WindowCount {
  account: string;
  id: string;
  used: number;
  ends: number;
  /** Milliseconds for which it is kept from then on. */
  keptMs: number;
}

/** A counter to be stored. */
interface WindowChange extends WindowCount {
  /** Whether more than `used` has changed, as it has where the counter is new. */
  isMoved: boolean;
}

/** What is to be added to a bucket; `calls` is negative where units are given back. */
export interface BucketSum extends UsageBucket {
  account: string;
}

/** Where a bucket of an account stands. */
type BucketPlace = Pick<UsageBucket, "start" | "endpoint">;

/** What is known of an account's whole life. */
type Lifetime = UsageReading["lifetime"];

/** What is to be added to an account's lifetime. */
interface LifetimeSum {
  account: string;
  calls: number;
  firstCallAt: number;
  lastCallAt: number;
}

/** All that a batch changes, each row once and in the order of its identity. */
export interface UsageChanges {
  /** Counters to be stored as they are here. */
  windows: WindowChange[];
  buckets: BucketSum[];
  lifetimes: LifetimeSum[];
  lastUses: { credential: string; at: number }[];
}

/** What a decision has to know of the store. Each member is asked once for each of its rows. */
export interface UsageState {
  /** The revision at which a fence stands; `undefined` for one that is not known. */
  revision(fence: string): number | undefined;
  window(account: string, id: string): Pick<WindowCount, "used" | "ends" | "keptMs"> | undefined;
  /** `calls` of a bucket, 0 for one that does not exist. */
  bucketCalls(account: string, start: number, endpoint: string): number;
}

/** A key for two strings that no other two share. */
export function pairKey(first: string, second: string): string {
  return `${first.length}:${first}${second}`;
}

/** The start of the quarter of an hour in which an instant lies. */
export function bucketStart(at: number): number {
  return Math.floor(at / bucketMs) * bucketMs;
}

/** A bucket in which nothing has happened. */
export function emptyBucket(endpoint: string, start: number): UsageBucket {
  return { endpoint, start, ...noCounts() };
}

/** Orders strings by their code units. */
export function byCodeUnits(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** Orders rows of windows, the same in every batch and process. */
export function byWindow(
  a: Pick<WindowCount, "account" | "id">,
  b: Pick<WindowCount, "account" | "id">,
): number {
  return byCodeUnits(a.account, b.account) || byCodeUnits(a.id, b.id);
}

/** Orders buckets of an account by their start, then endpoint. */
export function byStart(a: BucketPlace, b: BucketPlace): number {
  return a.start - b.start || byCodeUnits(a.endpoint, b.endpoint);
}

/** Orders rows of buckets, the same in every batch and process. */
export function byBucket(a: BucketPlace & { account: string }, b: BucketPlace & { account: string }): number {
  return byCodeUnits(a.account, b.account) || byStart(a, b);
}

/** A name of a bucket within its account. */
export function bucketKey({ start, endpoint }: BucketPlace): string {
  return `${start}/${endpoint}`;
}

/** The lifetime of an account, which may have none yet, with a sum in it. */
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

/** Reads each counter once, so that a batch sees what it has changed itself. */
function windowCounts(state: UsageState): (account: string, id: string) => WindowChange {
  const counts = new Map<string, WindowChange>();
  return (account, id) => {
    const key = pairKey(account, id);
    const unused = { account, id, used: 0, ends: 0, keptMs: 0 };
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

/** Decides calls in their order, as `UsageStore.consume` promises, and sums up what that changes. */
export function admitCalls(
  calls: readonly UsageCall[],
  state: UsageState,
): { admissions: Admission[]; changes: UsageChanges } {
  const changes = changeSet();
  const revisions = new Map<string, number | undefined>();
  const windowOf = windowCounts(state);
  const revisionOf = (fence: string) => {
    if (!revisions.has(fence)) revisions.set(fence, state.revision(fence));
    return revisions.get(fence);
  };

  const admissions = calls.map((call): Admission => {
    const stale = call.fences.filter(({ id, revision }) => revisionOf(id) !== revision).map(({ id }) => id);
    if (stale.length > 0) return { outcome: "stale", fences: stale };

    const windows = call.windows.map(({ id, limit, ends, keptMs = defaultWindowKeptMs }) => ({
      count: windowOf(call.account, id),
      limit,
      ends,
      keptMs,
    }));
    const exceeded = windows.filter(({ count, limit }) => count.used >= limit).map(({ count }) => count.id);
    const used = () => windows.map(({ count }) => count.used);
    if (exceeded.length > 0) {
      changes.bucket(call).rejected++;
      return { outcome: "refused", used: used(), exceeded };
    }
    // A window that is named twice gives one unit all the same: checked once, it has no more to spare.
    for (const count of new Set(windows.map((window) => window.count))) {
      count.used++;
      changes.windows.add(count);
    }
    for (const { count, ends, keptMs } of windows) {
      count.isMoved ||= ends > count.ends || keptMs > count.keptMs;
      count.ends = Math.max(count.ends, ends);
      count.keptMs = Math.max(count.keptMs, keptMs);
    }
    changes.bucket(call).calls++;
    changes.addToLifetime(call.account, call.at, 1);
    return { outcome: "admitted", used: used() };
  });
  return { admissions, changes: changes.sorted() };
}

/** Sums up what outcomes add, as `UsageStore.complete` promises. */
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
 * Sums up what refunds take back, as `UsageStore.refund` promises. A refund whose bucket holds no call has
 * nothing to give back and is passed over: by any other rule counters and buckets would part.
 */
export function giveBack(refunds: readonly UsageRefund[], state: UsageState): UsageChanges {
  const changes = changeSet();
  const windowOf = windowCounts(state);
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
      const count = windowOf(account, id);
      if (count.used === 0) continue;
      count.used--;
      changes.windows.add(count);
    }
  }
  return changes.sorted();
}
