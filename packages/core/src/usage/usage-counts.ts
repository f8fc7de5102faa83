import type { UsageCounts } from "../store/storage.ts";
import type { CredentialBucket } from "./series.ts";

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
  buckets: readonly CredentialBucket[],
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

/**
 * Returns the sums of the credentials with the most calls, at most `max`, then that of all other calls under `null` if
 * there are any.
 */
export function sumsByCredential(
  buckets: readonly CredentialBucket[],
  max: number,
): Map<string | null, UsageCounts> {
  const sums = new Map<string | null, UsageCounts>();
  for (const bucket of buckets) {
    const sum = sums.get(bucket.credential) ?? noCounts();
    sums.set(bucket.credential, sum);
    addCounts(sum, bucket);
  }
  const others = sums.get(null) ?? noCounts();
  const hasOthers = sums.delete(null);
  const ordered = [...sums].toSorted(([, a], [, b]) => b.calls - a.calls);
  const rest = ordered.slice(max);
  for (const [, sum] of rest) addCounts(others, sum);
  return new Map<string | null, UsageCounts>([
    ...ordered.slice(0, max),
    ...(hasOthers || rest.length > 0 ? [[null, others] as const] : []),
  ]);
}
