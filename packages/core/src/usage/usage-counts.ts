import { endpoints } from "../schemas/usage.ts";
import type { UsageBucket, UsageCounts } from "../storage.ts";

/** Of a stretch in which nothing has happened. */
export function noCounts(): UsageCounts {
  return {
    calls: 0,
    succeeded: 0,
    failed: 0,
    serverErrors: 0,
    rejected: 0,
    bytesIn: 0,
    bytesOut: 0,
    durationUs: 0,
  };
}

/** Adds what happened in one stretch to what happened in another. */
export function addCounts(sum: UsageCounts, counts: UsageCounts): void {
  sum.calls += counts.calls;
  sum.succeeded += counts.succeeded;
  sum.failed += counts.failed;
  sum.serverErrors += counts.serverErrors;
  sum.rejected += counts.rejected;
  sum.bytesIn += counts.bytesIn;
  sum.bytesOut += counts.bytesOut;
  sum.durationUs += counts.durationUs;
}

/**
 * Returns the sum of each endpoint: first of the four of the API, then of every other name in the buckets, in the
 * order of the names. A host may meter calls under names of its own.
 */
export function sumsByEndpoint(buckets: readonly UsageBucket[]): Map<string, UsageCounts> {
  const others = new Set(buckets.map(({ endpoint }) => endpoint));
  for (const endpoint of endpoints) others.delete(endpoint);
  const sums = new Map([...endpoints, ...[...others].toSorted()].map((name) => [name, noCounts()]));
  for (const bucket of buckets) {
    const sum = sums.get(bucket.endpoint);
    if (sum) addCounts(sum, bucket);
  }
  return sums;
}
