import { addCounts, noCounts, type UsageCounts } from "../store/storage.ts";
import type { CredentialBucket } from "./series.ts";

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
