import { addCounts } from "@tools-api/core/internal";
import { foldingHorizon, type UsageBucket } from "@tools-api/core/storage";
import { dayStart } from "../lib/expiry.ts";
import { bucketKey, type BucketSum, emptyBucket } from "../lib/usage-changes.ts";

/** The buckets of a UTC day, per 15 minutes and endpoint. An old day has one bucket per endpoint. */
type Day = Map<string, UsageBucket>;

interface AccountBuckets {
  /** The days by the midnight at which they start. */
  days: Map<number, Day>;
  /** The midnight before which all days are folded into one bucket per endpoint. */
  foldedBefore: number;
  /**
   * Number of active reads. While there are any, a day is replaced and not changed, so that each read sees one state.
   */
  readers: number;
}

function add(day: Day, sum: UsageBucket): void {
  const key = bucketKey(sum);
  const bucket = day.get(key) ?? emptyBucket(sum.endpoint, sum.start);
  day.set(key, bucket);
  addCounts(bucket, sum);
}

function copyOf(day: Day): Day {
  return new Map([...day].map(([key, bucket]) => [key, { ...bucket }]));
}

function fold(days: AccountBuckets["days"], horizon: number): void {
  for (const [midnight, day] of days) {
    if (midnight >= horizon) continue;
    const folded: Day = new Map();
    for (const bucket of day.values()) add(folded, { ...bucket, start: midnight });
    days.set(midnight, folded);
  }
}

/** Creates the buckets of all accounts. The first write of a day folds the old buckets of its account. */
export function bucketTable() {
  const accounts = new Map<string, AccountBuckets>();
  return {
    add({ account, ...sum }: BucketSum, now: number): void {
      const horizon = foldingHorizon(now);
      const entry = accounts.get(account) ?? { days: new Map(), foldedBefore: horizon, readers: 0 };
      accounts.set(account, entry);
      const midnight = dayStart(sum.start);
      const known = entry.days.get(midnight) ?? new Map<string, UsageBucket>();
      const day = entry.readers > 0 ? copyOf(known) : known;
      entry.days.set(midnight, day);
      add(day, sum);
      if (entry.foldedBefore >= horizon) return;
      fold(entry.days, horizon);
      entry.foldedBefore = horizon;
    },

    calls(account: string, start: number, endpoint: string): number {
      const day = accounts.get(account)?.days.get(dayStart(start));
      return day?.get(bucketKey({ start, endpoint }))?.calls ?? 0;
    },

    /**
     * Runs `work` on the buckets of the days that overlap a range. The buckets keep their current state until it ends.
     */
    async read<Result>(
      account: string,
      { from, to }: { from: number; to: number },
      work: (buckets: Iterable<UsageBucket>) => Promise<Result>,
    ): Promise<Result> {
      const entry = accounts.get(account);
      if (!entry) return work([]);
      const days = [...entry.days].filter(([midnight]) => midnight >= dayStart(from) && midnight < to);
      function* buckets() {
        for (const [, day] of days) yield* day.values();
      }
      entry.readers++;
      try {
        return await work(buckets());
      } finally {
        entry.readers--;
      }
    },
  };
}
