import { addCounts } from "@tools-api/core/internal";
import { bucketMs, type UsageBucket } from "@tools-api/core/storage";
import { bucketKey, emptyBucket } from "../lib/usage-changes.ts";
import type { Item } from "./items.ts";
import { accountName, dayMs } from "./usage-items.ts";

/** The usage of an account on a UTC day, computed on demand. */
export interface Day {
  /** Returns the buckets by {@link bucketKey}. */
  buckets(): ReadonlyMap<string, UsageBucket>;
  /** Returns the totals of each endpoint, as buckets that start at midnight. */
  totals(): readonly UsageBucket[];
}

type Row = [
  quarter: number,
  endpoint: number,
  calls: number,
  succeeded: number,
  failed: number,
  serverErrors: number,
  rejected: number,
  bytesIn: number,
  bytesOut: number,
  durationUs: number,
];

interface DayJson {
  endpoints: string[];
  rows: Row[];
}

function rowOf(midnight: number, endpoints: readonly string[], bucket: UsageBucket): Row {
  return [
    (bucket.start - midnight) / bucketMs,
    endpoints.indexOf(bucket.endpoint),
    bucket.calls,
    bucket.succeeded,
    bucket.failed,
    bucket.serverErrors,
    bucket.rejected,
    bucket.bytesIn,
    bucket.bytesOut,
    bucket.durationUs,
  ];
}

function bucketOf(midnight: number, endpoints: readonly string[], row: Row): UsageBucket {
  const [quarter, endpoint, calls, succeeded, failed, ...rest] = row;
  const [serverErrors, rejected, bytesIn, bytesOut, durationUs] = rest;
  const counts = { calls, succeeded, failed, serverErrors, rejected, bytesIn, bytesOut, durationUs };
  return { endpoint: endpoints[endpoint] ?? "", start: midnight + quarter * bucketMs, ...counts };
}

function totalsOf(midnight: number, { endpoints, rows }: DayJson): UsageBucket[] {
  const sums = endpoints.map((endpoint) => emptyBucket(endpoint, midnight));
  for (const row of rows) {
    const sum = sums[row[1]];
    if (sum) addCounts(sum, bucketOf(midnight, endpoints, row));
  }
  return sums;
}

/** Returns a function that calls `make` at its first call and then returns the same value. */
function lazily<Value>(make: () => Value): () => Value {
  let made: { value: Value } | undefined;
  return () => (made ??= { value: make() }).value;
}

/** Creates a day from buckets. */
export function dayOfBuckets(day: number, buckets: ReadonlyMap<string, UsageBucket>): Day {
  return { buckets: () => buckets, totals: lazily(() => totalsOf(day * dayMs, encodeDay(day, buckets))) };
}

function encodeDay(day: number, buckets: ReadonlyMap<string, UsageBucket>): DayJson {
  const endpoints = [...new Set([...buckets.values()].map(({ endpoint }) => endpoint))];
  return { endpoints, rows: [...buckets.values()].map((bucket) => rowOf(day * dayMs, endpoints, bucket)) };
}

function decodeDay(day: number, json: DayJson): Day {
  const buckets = () => json.rows.map((row) => bucketOf(day * dayMs, json.endpoints, row));
  return {
    buckets: lazily(() => new Map(buckets().map((bucket) => [bucketKey(bucket), bucket]))),
    totals: lazily(() => totalsOf(day * dayMs, json)),
  };
}

/** Returns the item with the usage of an account on a UTC day. */
export function dayItem(account: string, day: number): Item<Day> {
  const date = new Date(day * dayMs).toISOString().slice(0, 10);
  return {
    name: `${accountName(account)}:${date}`,
    // Only `encode` writes this item, and its text carries a checksum.
    decode: (json) => decodeDay(day, json as DayJson),
    encode: ({ buckets }) => encodeDay(day, buckets()),
  };
}
