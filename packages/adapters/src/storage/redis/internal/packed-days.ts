import { Buffer } from "node:buffer";
import { dayMs } from "@tools-api/core/internal/time";
import { bucketMs, foldingHorizon, type UsageBucket, type UsageCounts } from "@tools-api/core/storage";
import { sumRanges } from "../../lib/sum-ranges.ts";
import { byCodeUnits, emptyBucket } from "../../lib/row-order.ts";
import { countNames, parseBucket } from "../schema.ts";

/* The format packs the buckets of one day into bytes, about 17 per bucket. It starts with the format's number. For each endpoint follow the length of its name in UTF-8, the name, and the number of buckets. For each bucket follow its distance from the previous one (the first: from midnight) in units of 15 minutes, and its counts, or only its extra units. Every number is a varint: seven bits per byte, lowest first, with the eighth bit set if more bytes follow. */
const format = 1;

function pushVarint(bytes: number[], value: number): void {
  let rest = value;
  // Division, because bitwise operators are limited to 32 bits.
  while (rest >= 0x80) {
    bytes.push((rest % 0x80) | 0x80);
    rest = Math.floor(rest / 0x80);
  }
  bytes.push(rest);
}

/** Packs counts of the buckets of the day that starts at `midnight`. No two may have the same endpoint and start. */
function packBuckets(
  buckets: readonly UsageBucket[],
  midnight: number,
  counts: readonly (keyof UsageCounts)[],
): Buffer {
  const byEndpoint = new Map<string, UsageBucket[]>();
  for (const bucket of buckets) {
    const list = byEndpoint.get(bucket.endpoint) ?? [];
    byEndpoint.set(bucket.endpoint, list);
    list.push(bucket);
  }
  const bytes = [format];
  for (const [endpoint, list] of [...byEndpoint].toSorted(([a], [b]) => byCodeUnits(a, b))) {
    const name = Buffer.from(endpoint);
    pushVarint(bytes, name.length);
    for (const byte of name) bytes.push(byte);
    pushVarint(bytes, list.length);
    let before = midnight;
    for (const bucket of list.toSorted((a, b) => a.start - b.start)) {
      pushVarint(bytes, (bucket.start - before) / bucketMs);
      before = bucket.start;
      for (const count of counts) pushVarint(bytes, bucket[count]);
    }
  }
  return Buffer.from(bytes);
}

/** Unpacks the bytes of {@link packBuckets}. The buckets of each endpoint are sorted by start. */
function unpackBuckets(
  bytes: Buffer,
  midnight: number,
  counts: readonly (keyof UsageCounts)[],
): UsageBucket[] {
  let position = 0;
  const varint = () => {
    let [value, scale] = [0, 1];
    for (;;) {
      const byte = bytes[position++];
      if (byte === undefined) throw new RangeError("A packed day ends in the middle of a number.");
      if (byte < 0x80) return value + byte * scale;
      value += (byte & 0x7f) * scale;
      scale *= 0x80;
    }
  };

  const found = varint();
  if (found !== format) throw new RangeError(`A packed day: expected format ${format}, received ${found}.`);
  const buckets: UsageBucket[] = [];
  while (position < bytes.length) {
    const nameEnd = varint() + position;
    const endpoint = bytes.toString("utf8", position, nameEnd);
    position = nameEnd;
    let start = midnight;
    for (let left = varint(); left > 0; left--) {
      start += varint() * bucketMs;
      const bucket = emptyBucket(endpoint, start);
      for (const count of counts) bucket[count] = varint();
      buckets.push(bucket);
    }
  }
  return buckets;
}

/**
 * Returns a field of a packed day. A packed day has up to three: its sums, which stay, its 15-minute buckets, which are
 * removed when the day is folded, and the extra units of these. A read of whole days does not fetch the 15-minute
 * buckets. Earlier releases do not know extra units, and leave their field as it is.
 */
export const sumsField = (day: number) => `s${day}`;
export const quartersField = (day: number) => `q${day}`;
export const extrasField = (day: number) => `u${day}`;

/** Returns all fields of a packed day, in the order of the members of {@link PackedDay}. */
export const dayFields = (day: number) => [sumsField(day), quartersField(day), extrasField(day)];

/** Returns the days with a field. */
export function daysIn(hash: Readonly<Record<string, unknown>>): number[] {
  return [...new Set(Object.keys(hash).map((field) => Number(field.slice(1))))];
}

/** The content of a packed day; `null` for a missing field. */
export interface PackedDay {
  sums: Buffer | null;
  quarters: Buffer | null;
  extras: Buffer | null;
}

/** Returns all fields of a packed day with their bytes; empty for a missing field. */
export function packedFields(day: number, { sums, quarters, extras }: PackedDay): [string, Buffer | ""][] {
  return [
    [sumsField(day), sums ?? ""],
    [quartersField(day), quarters ?? ""],
    [extrasField(day), extras ?? ""],
  ];
}

/** Returns the first day whose 15-minute buckets are still kept at an instant. */
export function firstDayInQuarters(now: number, quarterDays: number): number {
  return foldingHorizon(now, quarterDays) / dayMs;
}

const extraCounts = ["units"] as const;

/**
 * Returns the buckets of a packed day, and further ones with only their extra units. If only the sums are present or
 * requested, all are at midnight.
 */
export function bucketsOfDay({ sums, quarters, extras }: PackedDay, day: number): UsageBucket[] {
  const midnight = day * dayMs;
  const packed = quarters ?? sums;
  const buckets = packed ? unpackBuckets(packed, midnight, countNames) : [];
  for (const bucket of buckets) bucket.units = bucket.calls;
  for (const extra of extras ? unpackBuckets(extras, midnight, extraCounts) : [])
    // Without sums, an earlier release has unpacked the day.
    buckets.push(quarters || !sums ? extra : { ...extra, start: midnight });
  return buckets;
}

/** Returns the sum of buckets of a day for each endpoint and 15 minutes. */
export function sumQuarters(buckets: readonly UsageBucket[], day: number): UsageBucket[] {
  const boundaries = Array.from(
    { length: dayMs / bucketMs + 1 },
    (_, index) => day * dayMs + index * bucketMs,
  );
  return sumRanges(buckets, boundaries);
}

/** Adds buckets to a packed day. Omits its 15-minute buckets if the day is before the first that has them. */
export function packDay(
  before: PackedDay,
  day: number,
  more: readonly UsageBucket[],
  firstInQuarters: number,
): PackedDay {
  const midnight = day * dayMs;
  const buckets = [...bucketsOfDay(before, day), ...more];
  const quarters = sumQuarters(buckets, day);
  const extras = quarters
    .filter(({ units, calls }) => units > calls)
    .map((bucket) => ({ ...bucket, units: bucket.units - bucket.calls }));
  return {
    sums: packBuckets(sumRanges(buckets, [midnight, midnight + dayMs]), midnight, countNames),
    quarters: day < firstInQuarters ? null : packBuckets(quarters, midnight, countNames),
    extras: extras.length === 0 ? null : packBuckets(extras, midnight, extraCounts),
  };
}

/** A bucket in the hash of its account. */
export interface UnpackedBucket {
  field: string;
  record: string;
  bucket: UsageBucket;
}

/** Groups unpacked buckets by day. */
export function groupByDay(
  records: Iterable<[field: string, record: string]>,
): Map<number, UnpackedBucket[]> {
  const days = new Map<number, UnpackedBucket[]>();
  for (const [field, record] of records) {
    const bucket = parseBucket(field, record);
    const day = Math.floor(bucket.start / dayMs);
    const group = days.get(day) ?? [];
    days.set(day, group);
    group.push({ field, record, bucket });
  }
  return days;
}
