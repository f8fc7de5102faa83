import type { Buffer } from "node:buffer";
import { bucketMs, foldingHorizon, type UsageBucket } from "@tools-api/core";
import { sumStretches } from "../stretches.ts";
import { parseBucket } from "./bucket-record.ts";
import { packBuckets, unpackBuckets } from "./packed-buckets.ts";

export const dayMs = 86_400_000;

/**
 * The two fields of a packed day: its sums, which stay, and its quarters of an hour, which are dropped when the
 * day is folded. A reader who asks for whole days fetches the sums alone.
 */
export const sumsField = (day: number) => `s${day}`;
export const quartersField = (day: number) => `q${day}`;

/** A packed day as it stands; `null` for a field that is not there. */
export interface PackedDay {
  sums: Buffer | null;
  quarters: Buffer | null;
}

/** The first day of which quarters of an hour are kept at an instant. */
export function firstDayInQuarters(now: number): number {
  return foldingHorizon(now) / dayMs;
}

/** The buckets of a packed day: one an endpoint, at midnight, where no more is there or is wanted. */
export function bucketsOfDay({ sums, quarters }: PackedDay, day: number): UsageBucket[] {
  const packed = quarters ?? sums;
  return packed ? unpackBuckets(packed, day * dayMs) : [];
}

/** A packed day with more buckets in it. Without its quarters of an hour where it is older than they are kept. */
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

/** Buckets that are not packed, by their day. */
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
