import { minuteMs } from "@tools-api/core/internal/time";
import {
  type CallOutcome,
  defaultWindowTtlMs,
  type UsageBucket,
  type UsageCall,
  type UsageReading,
} from "@tools-api/core/storage";
import { bucketStart, byCodeUnits, byStart, byWindow, emptyBucket } from "./row-order.ts";

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
export interface WindowChange extends WindowCount {
  /** False if the counter was only read. */
  isChanged: boolean;
}

/** The amounts to add to a bucket. `calls` and `units` are negative for refunds. */
export interface BucketSum extends UsageBucket {
  account: string;
}

/** The totals of an account since its first call. */
type Lifetime = UsageReading["lifetime"];

/** The amounts to add to an account's lifetime. */
export interface LifetimeSum {
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
  /** Returns the counts of a bucket, or `undefined` if the bucket does not exist. */
  bucket(account: string, start: number, endpoint: string): Pick<UsageBucket, "calls" | "units"> | undefined;
}

/** Adds a sum to the lifetime of an account. `undefined` is an account without calls. */
export function addToLifetime(
  known: Lifetime | undefined,
  { calls, firstCallAt, lastCallAt }: Omit<LifetimeSum, "account">,
): Lifetime {
  return {
    calls: calls + (known?.calls ?? 0),
    firstCallAt: Math.min(firstCallAt, known?.firstCallAt ?? firstCallAt),
    lastCallAt: Math.max(lastCallAt, known?.lastCallAt ?? lastCallAt),
  };
}

/** The changes of an account. Accounts find theirs by short names, which costs less than joined keys. */
interface AccountChanges {
  /** All counters that were read. */
  windows: Map<string, WindowChange>;
  buckets: BucketSum[];
  lifetime: LifetimeSum | undefined;
}

/**
 * Creates the sums of a batch.
 *
 * @param readWindow Returns the stored counter of a window. Called once per window.
 */
export function changeSet(readWindow: UsageState["window"] = () => undefined) {
  const accounts = new Map<string, AccountChanges>();
  const lastUses = new Map<string, number>();

  function find(account: string): AccountChanges {
    let found = accounts.get(account);
    if (!found) accounts.set(account, (found = { windows: new Map(), buckets: [], lifetime: undefined }));
    return found;
  }

  return {
    /** Returns the counter of a window, which is read once, so that a batch sees its own changes. */
    window(account: string, id: string): WindowChange {
      const { windows } = find(account);
      const known = windows.get(id);
      if (known) return known;
      const { used, ends, ttlMs } = readWindow(account, id) ?? { used: 0, ends: 0, ttlMs: 0 };
      const count = { account, id, used, ends, ttlMs, isChanged: false };
      windows.set(id, count);
      return count;
    },
    bucket({ account, endpoint, at }: { account: string; endpoint: string; at: number }): BucketSum {
      const start = bucketStart(at);
      const { buckets } = find(account);
      for (const bucket of buckets) if (bucket.start === start && bucket.endpoint === endpoint) return bucket;
      const bucket = Object.assign(emptyBucket(endpoint, start), { account });
      buckets.push(bucket);
      return bucket;
    },
    addAdmission(bucket: BucketSum, call: UsageCall, counts: readonly WindowChange[]) {
      for (let index = 0; index < counts.length; index++) {
        const count = counts[index];
        const window = call.windows[index];
        if (!count || !window) continue;
        const { ends, ttlMs = defaultWindowTtlMs } = window;
        count.isChanged = true;
        count.ends = Math.max(count.ends, ends);
        count.ttlMs = Math.max(count.ttlMs, ttlMs);
      }
      bucket.calls++;
      bucket.units += call.units ?? 1;
      this.addToLifetime(call.account, call.at, 1);
    },
    addOutcome(bucket: BucketSum, outcome: CallOutcome & { credential: string }, at: number) {
      const { credential, succeeded, bytesIn, bytesOut, durationMs } = outcome;
      bucket[succeeded ? "succeeded" : "failed"]++;
      bucket.bytesIn += bytesIn;
      bucket.bytesOut += bytesOut;
      bucket.durationUs += Math.round(durationMs * 1000);
      const minute = Math.floor(at / minuteMs) * minuteMs;
      lastUses.set(credential, Math.max(minute, lastUses.get(credential) ?? minute));
    },
    addToLifetime(account: string, at: number, calls: number) {
      const changes = find(account);
      const sum = (changes.lifetime ??= { account, calls: 0, firstCallAt: at, lastCallAt: at });
      sum.calls += calls;
      sum.firstCallAt = Math.min(sum.firstCallAt, at);
      sum.lastCallAt = Math.max(sum.lastCallAt, at);
    },
    sorted(): UsageChanges {
      const all: UsageChanges = { windows: [], buckets: [], lifetimes: [], lastUses: [] };
      for (const account of [...accounts.keys()].toSorted(byCodeUnits)) {
        const { windows, buckets, lifetime } = find(account);
        for (const window of [...windows.values()].toSorted(byWindow))
          if (window.isChanged) all.windows.push(window);
        for (const bucket of buckets.toSorted(byStart)) all.buckets.push(bucket);
        if (lifetime) all.lifetimes.push(lifetime);
      }
      for (const [credential, at] of lastUses) all.lastUses.push({ credential, at });
      all.lastUses.sort((a, b) => byCodeUnits(a.credential, b.credential));
      return all;
    },
  };
}
