import {
  addCounts,
  noCounts,
  type UsageBucket,
  type UsageReading,
  type UsageTotal,
} from "@tools-api/core/storage";
import { slices } from "@tools-api/core/internal/time";
import { byStart, emptyBucket } from "./row-order.ts";

/** Returns the index of the range between two boundaries that contains an instant, or -1 before the first boundary. */
function rangeAt(boundaries: readonly number[], instant: number): number {
  let [low, high] = [0, boundaries.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((boundaries[middle] ?? Infinity) <= instant) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

/** Creates an accumulator that sums buckets by range and endpoint. */
function adder(boundaries: readonly number[]) {
  const sums: Map<string, UsageBucket>[] = [];
  return {
    add(bucket: UsageBucket): void {
      const range = rangeAt(boundaries, bucket.start);
      const start = boundaries[range];
      if (start === undefined || range === boundaries.length - 1) return;
      const byEndpoint = (sums[range] ??= new Map<string, UsageBucket>());
      let sum = byEndpoint.get(bucket.endpoint);
      if (!sum) byEndpoint.set(bucket.endpoint, (sum = emptyBucket(bucket.endpoint, start)));
      addCounts(sum, bucket);
    },
    sorted: () => sums.flatMap((byEndpoint) => [...byEndpoint.values()]).toSorted(byStart),
  };
}

/** Sums buckets in any order, as specified by `UsageStore.read`. */
export function sumRanges(buckets: Iterable<UsageBucket>, boundaries: readonly number[]): UsageBucket[] {
  const sums = adder(boundaries);
  for (const bucket of buckets) sums.add(bucket);
  return sums.sorted();
}

// Reading the clock costs as much as adding several buckets.
const bucketsBetweenLooks = 64;

/**
 * Sums buckets like {@link sumRanges}, but in slices between which other requests run: a busy account has 140,000
 * buckets per year. The source of `buckets` must not change meanwhile.
 */
export async function sumRangesInSlices(
  buckets: Iterable<UsageBucket>,
  boundaries: readonly number[],
): Promise<UsageBucket[]> {
  const sums = adder(boundaries);
  const pause = slices();
  let added = 0;
  for (const bucket of buckets) {
    sums.add(bucket);
    if (++added % bucketsBetweenLooks !== 0) continue;
    const turn = pause();
    if (turn) await turn;
  }
  return sums.sorted();
}

/** Sums the reading of an account over its endpoints, as specified by `UsageStore.totals`. */
export function sumEndpoints(
  account: string,
  { buckets }: Pick<UsageReading, "buckets">,
  boundaries: readonly number[],
): UsageTotal[] {
  const oneEndpoint = buckets.map((bucket) => ({ ...bucket, endpoint: "" }));
  return sumRanges(oneEndpoint, boundaries).map((sum) => {
    const total = { account, start: sum.start, ...noCounts() };
    addCounts(total, sum);
    return total;
  });
}
