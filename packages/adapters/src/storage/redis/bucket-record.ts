import { bucketMs, type UsageBucket } from "@tools-api/core";
import { emptyBucket } from "../usage-changes.ts";

/** The figures of a bucket in the order in which they are stored; the scripts count on it. */
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

/** The field of a bucket that is not packed. */
export function bucketField(at: number, endpoint: string): string {
  return `${Math.floor(at / bucketMs)}/${endpoint}`;
}

/** The fields of an account's hash that are buckets; no other begins with a digit. */
export function bucketFields(hash: Record<string, string>): [field: string, record: string][] {
  return Object.entries(hash).filter(([field]) => /^\d/.test(field));
}

/** A bucket from its field and its record, figures with a blank between them. */
export function parseBucket(field: string, record: string): UsageBucket {
  const slash = field.indexOf("/");
  const bucket = emptyBucket(field.slice(slash + 1), Number(field.slice(0, slash)) * bucketMs);
  const numbers = record.split(" ");
  for (const [index, figure] of figures.entries()) bucket[figure] = Number(numbers[index]);
  return bucket;
}
