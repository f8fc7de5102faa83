import { bucketMs, type UsageBucket } from "@tools-api/core/storage";
import { emptyBucket } from "../lib/usage-changes.ts";

/** The counts of a bucket in their stored order. The scripts depend on it. */
export const figures = [
  "calls",
  "rejected",
  "succeeded",
  "failed",
  "serverErrors",
  "bytesIn",
  "bytesOut",
  "durationUs",
] as const satisfies readonly (keyof UsageBucket)[];

/** Returns the field of an unpacked bucket. */
export function bucketField(at: number, endpoint: string): string {
  return `${Math.floor(at / bucketMs)}/${endpoint}`;
}

/** Returns the fields of an account's hash that are buckets. No other field starts with a digit. */
export function bucketFields(hash: Record<string, string>): [field: string, record: string][] {
  return Object.entries(hash).filter(([field]) => /^\d/.test(field));
}

/** Parses a bucket from its field and its record. A record is the counts, separated by spaces. */
export function parseBucket(field: string, record: string): UsageBucket {
  const slash = field.indexOf("/");
  const bucket = emptyBucket(field.slice(slash + 1), Number(field.slice(0, slash)) * bucketMs);
  const numbers = record.split(" ");
  for (const [index, figure] of figures.entries()) bucket[figure] = Number(numbers[index]);
  return bucket;
}
