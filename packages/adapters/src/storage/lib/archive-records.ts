import {
  addCounts,
  type ArchiveOptions,
  byCodePoints,
  defaultWindowTtlMs,
  foldingHorizon,
  pageCursor,
  type RecordKind,
  type StoreRecord,
  type UsageBucket,
  type UsageReading,
} from "@tools-api/core/storage";
import { dayMs } from "@tools-api/core/internal/time";
import { addToLifetime } from "./change-set.ts";
import { bucketKey, byCodeUnits, byStart, emptyBucket } from "./row-order.ts";

/** Every kind of record, in the order in which they are moved. */
export const recordKinds: readonly RecordKind[] = ["document", "usage", "last-use"];

/** The counter of a window. It is kept until an instant in epoch milliseconds. */
type ArchivedWindow = readonly [id: string, used: number, keptUntil: number];

/** A part of the usage of an account: one row of an engine. */
export interface UsagePart {
  account: string;
  window?: ArchivedWindow;
  bucket?: UsageBucket;
  lifetime?: UsageReading["lifetime"];
}

/** The usage of an account. */
export interface ArchivedUsage {
  account: string;
  windows: ArchivedWindow[];
  buckets: UsageBucket[];
  lifetime: UsageReading["lifetime"] | null;
}

// The order in the text of a backup, which never changes.
const counts = [
  "calls",
  "units",
  "succeeded",
  "failed",
  "serverErrors",
  "rejected",
  "bytesIn",
  "bytesOut",
  "durationUs",
] as const satisfies readonly (keyof UsageBucket)[];

type BucketText = [start: number, endpoint: string, ...counts: number[]];

interface UsageText {
  windows: ArchivedWindow[];
  buckets: BucketText[];
  lifetime: [calls: number, firstCallAt: number | null, lastCallAt: number | null] | null;
}

/** Encodes a document whose value is JSON. */
export function documentRecord(
  key: string,
  value: string,
  version: number,
  expiresAt: number | null,
): StoreRecord {
  return { key, text: `[${version},${expiresAt},${value}]` };
}

/** Returns the parts of a record of {@link documentRecord}. */
export function documentParts({ text }: StoreRecord) {
  const afterVersion = text.indexOf(",");
  const afterExpiry = text.indexOf(",", afterVersion + 1);
  const expiry = text.slice(afterVersion + 1, afterExpiry);
  return {
    version: Number(text.slice(1, afterVersion)),
    expiresAt: expiry === "null" ? null : Number(expiry),
    value: text.slice(afterExpiry + 1, -1),
  };
}

function sumBuckets(buckets: readonly UsageBucket[], foldBefore: number): BucketText[] {
  const sums = new Map<string, UsageBucket>();
  for (const bucket of buckets) {
    const start = bucket.start < foldBefore ? bucket.start - (bucket.start % dayMs) : bucket.start;
    const key = bucketKey({ start, endpoint: bucket.endpoint });
    const sum = sums.get(key) ?? emptyBucket(bucket.endpoint, start);
    addCounts(sum, bucket);
    sums.set(key, sum);
  }
  return [...sums.values()]
    .filter((sum) => counts.some((count) => sum[count] !== 0))
    .toSorted(byStart)
    .map((sum) => [sum.start, sum.endpoint, ...counts.map((count) => sum[count])]);
}

/** Encodes the usage of an account. Returns `null` if there is none. */
export function usageRecord(
  usage: ArchivedUsage,
  { now = Date.now(), foldBefore = foldingHorizon(now) }: ArchiveOptions,
): StoreRecord | null {
  const windows = usage.windows
    .filter(([, , keptUntil]) => keptUntil > now)
    .toSorted(([a], [b]) => byCodeUnits(a, b));
  const buckets = sumBuckets(usage.buckets, foldBefore);
  const { lifetime: known } = usage;
  const lifetime: UsageText["lifetime"] =
    known && known.lastCallAt !== null ? [known.calls, known.firstCallAt, known.lastCallAt] : null;
  if (windows.length === 0 && buckets.length === 0 && !lifetime) return null;
  const text: UsageText = { windows, buckets, lifetime };
  return { key: usage.account, text: JSON.stringify(text) };
}

/** Decodes a record of {@link usageRecord}. */
export function usageOf({ key, text }: StoreRecord): ArchivedUsage {
  // Only `usageRecord` writes such texts.
  const { windows, buckets, lifetime } = JSON.parse(text) as UsageText;
  return {
    account: key,
    windows,
    buckets: buckets.map(([start, endpoint, ...values]) => {
      const bucket = emptyBucket(endpoint, start);
      for (const [place, count] of counts.entries()) bucket[count] = values[place] ?? 0;
      return bucket;
    }),
    lifetime: lifetime && { calls: lifetime[0], firstCallAt: lifetime[1], lastCallAt: lifetime[2] },
  };
}

/** Returns the rows of the usage of accounts. The units of a bucket are those beyond one per call. */
export function usageRows(records: readonly StoreRecord[]) {
  const accounts = records.map(usageOf);
  return {
    counters: accounts.flatMap(({ account, windows }) =>
      windows.map(([id, used, keptUntil]) => ({
        account,
        id,
        used,
        ends: keptUntil - defaultWindowTtlMs,
        ttlMs: defaultWindowTtlMs,
      })),
    ),
    buckets: accounts.flatMap(({ account, buckets }) =>
      buckets.map((bucket) => ({ ...bucket, account, units: bucket.units - bucket.calls })),
    ),
    lifetimes: accounts.flatMap(({ account, lifetime }) => (lifetime ? [{ account, ...lifetime }] : [])),
  };
}

const recordsAtOnce = 500;

/** Collects records in pages. Pages end early if their texts are long, to bound the memory. */
export async function* pagesOf(
  records: AsyncIterable<StoreRecord | null>,
): AsyncGenerator<readonly StoreRecord[]> {
  const maxLength = 1_000_000;
  let [page, length]: [StoreRecord[], number] = [[], 0];
  for await (const record of records) {
    if (!record) continue;
    page.push(record);
    length += record.text.length;
    if (page.length < recordsAtOnce && length < maxLength) continue;
    yield page;
    [page, length] = [[], 0];
  }
  if (page.length > 0) yield page;
}

function joinLifetimes(known: UsageReading["lifetime"] | null, added: UsageReading["lifetime"]) {
  const { calls, firstCallAt, lastCallAt } = added;
  if (firstCallAt === null || lastCallAt === null) return known;
  return addToLifetime(known ?? undefined, { calls, firstCallAt, lastCallAt });
}

/**
 * Joins streams of rows, each sorted by account, to records of accounts. Buckets and lifetimes of one account add up. Of
 * two counters of a window, that of the later stream counts.
 */
export async function* joinUsage(
  streams: readonly AsyncIterable<readonly UsagePart[]>[],
  options: ArchiveOptions,
): AsyncGenerator<StoreRecord | null> {
  const rows = streams.map((stream) => pageCursor(stream));
  for (;;) {
    let account: string | undefined;
    for (const row of rows) {
      await row.fill();
      const name = row.current()?.account;
      if (name !== undefined && (account === undefined || byCodePoints(name, account) < 0)) account = name;
    }
    if (account === undefined) return;
    const usage: ArchivedUsage = { account, windows: [], buckets: [], lifetime: null };
    const windows = new Map<string, ArchivedWindow>();
    for (const row of rows)
      for (let part = row.current(); part?.account === account; part = row.current()) {
        if (part.window) windows.set(part.window[0], part.window);
        if (part.bucket) usage.buckets.push(part.bucket);
        if (part.lifetime) usage.lifetime = joinLifetimes(usage.lifetime, part.lifetime);
        row.next();
        const filling = row.fill();
        if (filling) await filling;
      }
    usage.windows = [...windows.values()];
    yield usageRecord(usage, options);
  }
}
