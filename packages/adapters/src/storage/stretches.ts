import { addCounts, type UsageBucket } from "@tools-api/core";
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

/** Buckets in any order, summed up as `UsageStore.read` promises. */
export function sumStretches(buckets: Iterable<UsageBucket>, boundaries: readonly number[]): UsageBucket[] {
  const sums = new Map<string, UsageBucket>();
  for (const bucket of buckets) {
    const stretch = stretchAt(boundaries, bucket.start);
    const start = boundaries[stretch];
    if (start === undefined || stretch === boundaries.length - 1) continue;
    const key = `${stretch}/${bucket.endpoint}`;
    const sum = sums.get(key) ?? emptyBucket(bucket.endpoint, start);
    sums.set(key, sum);
    addCounts(sum, bucket);
  }
  return [...sums.values()].toSorted(byStart);
}
