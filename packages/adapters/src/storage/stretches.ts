import { addCounts, type UsageBucket } from "@tools-api/core";
import { slices } from "./slices.ts";
import { byStart, emptyBucket } from "./usage-changes.ts";

/** The index of the stretch between two boundaries in which an instant lies; -1 before the first. */
function stretchAt(boundaries: readonly number[], instant: number): number {
  let [low, high] = [0, boundaries.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((boundaries[middle] ?? Infinity) <= instant) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

/** Adds up buckets that are handed over one by one. */
function adder(boundaries: readonly number[]) {
  const sums: Map<string, UsageBucket>[] = [];
  return {
    add(bucket: UsageBucket): void {
      const stretch = stretchAt(boundaries, bucket.start);
      const start = boundaries[stretch];
      if (start === undefined || stretch === boundaries.length - 1) return;
      const byEndpoint = (sums[stretch] ??= new Map<string, UsageBucket>());
      let sum = byEndpoint.get(bucket.endpoint);
      if (!sum) byEndpoint.set(bucket.endpoint, (sum = emptyBucket(bucket.endpoint, start)));
      addCounts(sum, bucket);
    },
    sorted: () => sums.flatMap((byEndpoint) => [...byEndpoint.values()]).toSorted(byStart),
  };
}

/** Buckets in any order, summed up as `UsageStore.read` promises. */
export function sumStretches(buckets: Iterable<UsageBucket>, boundaries: readonly number[]): UsageBucket[] {
  const sums = adder(boundaries);
  for (const bucket of buckets) sums.add(bucket);
  return sums.sorted();
}

// To look at the clock costs as much as to add some buckets.
const bucketsBetweenLooks = 64;

/**
 * Sums up buckets as {@link sumStretches} does, in slices between which others have their turn: a year of a busy
 * account is 140,000 of them. What `buckets` reads from must not change meanwhile.
 */
export async function sumLongStretches(
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
