import { addCounts, foldingHorizon, type UsageBucket } from "@tools-api/core";
import { dayStart } from "../retention.ts";
import { bucketKey, type BucketSum, emptyBucket } from "../usage-changes.ts";

/** What an account did, by quarter of an hour and, a long time ago, by day. */
interface AccountBuckets {
  buckets: Map<string, UsageBucket>;
  /** The midnight before which its quarters of an hour are folded. */
  foldedBefore: number;
}

function add(buckets: Map<string, UsageBucket>, sum: UsageBucket): void {
  const key = bucketKey(sum);
  const bucket = buckets.get(key) ?? emptyBucket(sum.endpoint, sum.start);
  buckets.set(key, bucket);
  addCounts(bucket, sum);
}

function fold(buckets: Map<string, UsageBucket>, horizon: number): void {
  for (const [key, bucket] of buckets) {
    const day = dayStart(bucket.start);
    if (bucket.start >= horizon || bucket.start === day) continue;
    buckets.delete(key);
    add(buckets, { ...bucket, start: day });
  }
}

/** The buckets of all accounts. An account's old ones are folded with its first write of a day. */
export function bucketTable(): {
  add(sum: BucketSum, now: number): void;
  calls(account: string, start: number, endpoint: string): number;
  of(account: string): Iterable<UsageBucket>;
} {
  const accounts = new Map<string, AccountBuckets>();
  return {
    add({ account, ...sum }, now) {
      const horizon = foldingHorizon(now);
      const entry = accounts.get(account) ?? { buckets: new Map(), foldedBefore: horizon };
      accounts.set(account, entry);
      add(entry.buckets, sum);
      if (entry.foldedBefore >= horizon) return;
      fold(entry.buckets, horizon);
      entry.foldedBefore = horizon;
    },
    calls: (account, start, endpoint) =>
      accounts.get(account)?.buckets.get(bucketKey({ start, endpoint }))?.calls ?? 0,
    of: (account) => accounts.get(account)?.buckets.values() ?? [],
  };
}
