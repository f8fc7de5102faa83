import { ToolsError } from "@tools-api/core";
import { dayMs } from "@tools-api/core/internal/time";
import { bucketMs, type UsageBucket, type UsageReading } from "@tools-api/core/storage";
import type { BatchLog } from "./batch-log.ts";
import { emptyBucket } from "./row-order.ts";

/** A value that a store keeps as JSON under a key. */
export interface Row<Value> {
  /** A name without a slash, or `table/part/id`, where only the id may contain a slash. */
  key: string;
  /** The value if there is no such row. */
  absent: Value;
}

/** The rows of a store. Values are shared: to change one, put a new one. */
export interface Rows {
  get<Value>(row: Row<Value>): Value;
  /** Writes a row; `undefined` removes it. */
  put<Value>(row: Row<Value>, value: Value | undefined): void;
  /** The responses to batches, by key. */
  answers: BatchLog;
}

/** The usage of an account, except for its days. */
export interface AccountUsage {
  /** For operators: a store may keep only a digest of the key. */
  account: string;
  windows: [id: string, count: { used: number; ends: number; keptMs: number }][];
  lifetime: UsageReading["lifetime"];
  /** A bitmap of the days that have a row, in days since 1970-01-01: 32 days per block. */
  days: [block: number, bits: number][];
  /** The day before which rows contain sums of whole days, except for late additions. */
  foldedBefore: number;
}

/**
 * The usage of an account on a UTC day. A bucket has the index of its endpoint. Its last number is that of the units
 * beyond one per call, and absent if earlier releases have written the row.
 */
export interface DayUsage {
  endpoints: string[];
  rows: [quarter: number, endpoint: number, ...counts: number[]][];
}

export function accountRow(account: string): Row<AccountUsage> {
  const lifetime = { calls: 0, firstCallAt: null, lastCallAt: null };
  const absent = { account, windows: [], lifetime, days: [], foldedBefore: 0 };
  return { key: `usage/account/${account}`, absent };
}

/** Returns the row with the fences of the account that a fence names in its second segment, and their revisions. */
export function fencesRow(fence: string): Row<[fence: string, revision: number][]> {
  return { key: `usage/fences/${fence.split("/")[1] ?? ""}`, absent: [] };
}

/** Returns the row with the last use of a credential. */
export function lastUseRow(credential: string): Row<number> {
  return { key: `usage-credentials//${credential}`, absent: -Infinity };
}

/** Returns the day of an instant, in days since 1970-01-01. */
export function dayNumber(at: number): number {
  return Math.floor(at / dayMs);
}

const timeLength = "T00:00:00.000Z".length;

/** Throws `invalid_parameter` for a day outside the range of a Date. */
export function dayRow(account: string, day: number): Row<DayUsage> {
  const date = new Date(day * dayMs);
  if (Number.isNaN(date.valueOf()))
    throw new ToolsError("invalid_parameter", `at: expected epoch milliseconds, received ${day * dayMs}`);
  const key = `usage/${date.toISOString().slice(0, -timeLength)}/${account}`;
  return { key, absent: { endpoints: [], rows: [] } };
}

/** Returns the days that have a row, in order, from one day until before another. */
export function daysBetween({ days }: AccountUsage, from: number, to: number): number[] {
  return days
    .flatMap(([block, bits]) =>
      Array.from({ length: 32 }, (_, bit) => ((bits >>> bit) & 1 ? block * 32 + bit : -Infinity)),
    )
    .filter((day) => day >= from && day < to)
    .toSorted((a, b) => a - b);
}

/** Returns the number and bits of a day's block in the bitmap, and the bit of the day. */
function findBits({ days }: AccountUsage, day: number) {
  const block = Math.floor(day / 32);
  const bits = days.find((known) => known[0] === block)?.[1] ?? 0;
  return { block, bits, bit: 1 << (day - block * 32) };
}

/** Returns whether a day has a row. */
export function hasDay(account: AccountUsage, day: number): boolean {
  const { bits, bit } = findBits(account, day);
  return (bits & bit) !== 0;
}

/** Adds a day to the bitmap of an account. */
export function addDay(account: AccountUsage, day: number): void {
  const { block, bits, bit } = findBits(account, day);
  account.days = [...new Map(account.days).set(block, bits | bit)];
}

// The order of counts in a row, which the units follow. addCounts of core names the same ones.
const counts = [
  "calls",
  "succeeded",
  "failed",
  "serverErrors",
  "rejected",
  "bytesIn",
  "bytesOut",
  "durationUs",
] as const;

/** Yields the buckets of a day. */
export function* dayBuckets(day: number, { endpoints, rows }: DayUsage): Generator<UsageBucket> {
  for (const [quarter, endpoint, ...values] of rows) {
    const bucket = emptyBucket(endpoints[endpoint] ?? "", day * dayMs + quarter * bucketMs);
    for (const [place, count] of counts.entries()) bucket[count] = values[place] ?? 0;
    bucket.units = bucket.calls + (values[counts.length] ?? 0);
    yield bucket;
  }
}

/** Returns a copy of a day that `addToDay` can change. */
export function copyDay({ endpoints, rows }: DayUsage): DayUsage {
  return { endpoints: [...endpoints], rows: [...rows] };
}

/** Adds the counts of a bucket to a day. */
export function addToDay({ endpoints, rows }: DayUsage, bucket: UsageBucket): void {
  if (!endpoints.includes(bucket.endpoint)) endpoints.push(bucket.endpoint);
  const endpoint = endpoints.indexOf(bucket.endpoint);
  const quarter = (bucket.start - dayNumber(bucket.start) * dayMs) / bucketMs;
  const known = rows.findIndex((row) => row[0] === quarter && row[1] === endpoint);
  const values = rows[known]?.slice(2) ?? [];
  rows[known < 0 ? rows.length : known] = [
    quarter,
    endpoint,
    ...counts.map((count, place) => (values[place] ?? 0) + bucket[count]),
    (values[counts.length] ?? 0) + bucket.units - bucket.calls,
  ];
}

/** Returns a day with one bucket per endpoint. */
export function foldDay(day: number, usage: DayUsage): DayUsage {
  const folded: DayUsage = { endpoints: [], rows: [] };
  for (const bucket of dayBuckets(day, usage)) addToDay(folded, { ...bucket, start: day * dayMs });
  return folded;
}
