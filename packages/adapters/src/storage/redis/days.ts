import type { Buffer } from "node:buffer";
import { dayMs } from "@tools-api/core/internal";
import { bucketMs, foldingHorizon, type UsageBucket } from "@tools-api/core/storage";
import { sumStretches } from "../lib/sum-ranges.ts";
import { parseBucket } from "./bucket-record.ts";
import { packBuckets, unpackBuckets } from "./packed-buckets.ts";

/**
 * Returns a field of a packed day. A packed day has two: its sums, which stay, and its 15-minute buckets, which are
 * removed when the day is folded. A read of whole days fetches only the sums.
 */
export const sumsField = (day: number) => `s${day}`;
export const quartersField = (day: number) => `q${day}`;

/** The content of a packed day; `null` for a missing field. */
export interface PackedDay {
  sums: Buffer | null;
  quarters: Buffer | null;
}

/** Returns the first day whose 15-minute buckets are still kept at an instant. */
export function firstDayInQuarters(now: number): number {
  return foldingHorizon(now) / dayMs;
}

/**
 * Returns the buckets of a packed day. If only the sums are present or requested, there is one per endpoint, at
 * midnight.
 */
export function bucketsOfDay({ sums, quarters }: PackedDay, day: number): UsageBucket[] {
  const packed = quarters ?? sums;
  return packed ? unpackBuckets(packed, day * dayMs) : [];
}

/** Adds buckets to a packed day. Omits its 15-minute buckets if the day is older than they are kept. */
export function packDay(
  before: PackedDay,
  day: number,
  more: readonly UsageBucket[],
  now: number,
): PackedDay {
  const midnight = day * dayMs;
  const buckets = [...bucketsOfDay(before, day), ...more];
  const quarters = sumStretches(
    buckets,
    Array.from({ length: dayMs / bucketMs + 1 }, (_, index) => midnight + index * bucketMs),
  );
  return {
    sums: packBuckets(sumStretches(buckets, [midnight, midnight + dayMs]), midnight),
    quarters: day < firstDayInQuarters(now) ? null : packBuckets(quarters, midnight),
  };
}

/** Groups unpacked buckets by day. */
export function groupByDay(
  records: Iterable<[field: string, record: string]>,
): Map<number, { field: string; record: string; bucket: UsageBucket }[]> {
  const days = new Map<number, { field: string; record: string; bucket: UsageBucket }[]>();
  for (const [field, record] of records) {
    const bucket = parseBucket(field, record);
    const day = Math.floor(bucket.start / dayMs);
    const group = days.get(day) ?? [];
    days.set(day, group);
    group.push({ field, record, bucket });
  }
  return days;
}
