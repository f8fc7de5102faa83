import type { UsageBucket, UsageCounts } from "../storage.ts";

/** Returns counts of zero. */
export function noCounts(): UsageCounts {
  return {
    calls: 0,
    units: 0,
    succeeded: 0,
    failed: 0,
    serverErrors: 0,
    rejected: 0,
    bytesIn: 0,
    bytesOut: 0,
    durationUs: 0,
  };
}

/** Adds `counts` to `sum` in place. */
export function addCounts(sum: UsageCounts, counts: UsageCounts): void {
  sum.calls += counts.calls;
  sum.units += counts.units;
  sum.succeeded += counts.succeeded;
  sum.failed += counts.failed;
  sum.serverErrors += counts.serverErrors;
  sum.rejected += counts.rejected;
  sum.bytesIn += counts.bytesIn;
  sum.bytesOut += counts.bytesOut;
  sum.durationUs += counts.durationUs;
}

/** Returns the sum of each listed endpoint, then of every other name in the buckets, in alphabetical order. */
export function sumsByEndpoint(
  buckets: readonly UsageBucket[],
  endpoints: readonly string[] = [],
): Map<string, UsageCounts> {
  const others = new Set(buckets.map(({ endpoint }) => endpoint));
  for (const endpoint of endpoints) others.delete(endpoint);
  const sums = new Map([...endpoints, ...[...others].toSorted()].map((name) => [name, noCounts()]));
  for (const bucket of buckets) {
    const sum = sums.get(bucket.endpoint);
    if (sum) addCounts(sum, bucket);
  }
  return sums;
}
