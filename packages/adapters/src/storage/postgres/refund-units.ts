import type { UsageRefund } from "@tools-api/core/storage";
import { bucketStart, byBucket, byWindow, pairKey } from "../lib/usage-changes.ts";
import { numberColumn, type Placed, placeRows, rowOf } from "./placed-rows.ts";

interface WindowRow extends Placed {
  account: string;
  id: string;
}

interface BucketRow extends Placed {
  account: string;
  start: number;
  endpoint: string;
  refunds: number;
  firstAt: number;
  lastAt: number;
}

/** A unit to refund to a window, if its bucket has a call for each refund up to this one. */
interface Unit {
  window: WindowRow;
  bucket: BucketRow;
  /** Number of earlier refunds of the same bucket. */
  rank: number;
}

/**
 * Returns the parameters of `usage_refund_v1` after those that identify the batch. Rows are sorted as in
 * {@link arrangeCalls}.
 */
export function arrangeRefunds(refunds: readonly UsageRefund[]): unknown[] {
  const windowsByKey = new Map<string, WindowRow>();
  const bucketsByKey = new Map<string, BucketRow>();
  const units: Unit[] = [];
  for (const { account, endpoint, at, windows: ids } of refunds) {
    const start = bucketStart(at);
    const bucket = rowOf(bucketsByKey, `${start}/${pairKey(account, endpoint)}`, () => ({
      account,
      start,
      endpoint,
      refunds: 0,
      firstAt: at,
      lastAt: at,
      place: 0,
    }));
    bucket.firstAt = Math.min(bucket.firstAt, at);
    bucket.lastAt = Math.max(bucket.lastAt, at);
    for (const id of new Set(ids)) {
      const window = rowOf(windowsByKey, pairKey(account, id), () => ({ account, id, place: 0 }));
      units.push({ window, bucket, rank: bucket.refunds });
    }
    bucket.refunds++;
  }

  const windows = placeRows(windowsByKey.values(), byWindow);
  const buckets = placeRows(bucketsByKey.values(), byBucket);
  return [
    windows.map(({ account }) => account),
    windows.map(({ id }) => id),
    buckets.map(({ account }) => account),
    numberColumn(buckets, ({ start }) => start),
    buckets.map(({ endpoint }) => endpoint),
    numberColumn(buckets, (bucket) => bucket.refunds),
    numberColumn(buckets, ({ firstAt }) => firstAt),
    numberColumn(buckets, ({ lastAt }) => lastAt),
    numberColumn(units, ({ window }) => window.place),
    numberColumn(units, ({ bucket }) => bucket.place),
    numberColumn(units, ({ rank }) => rank),
  ];
}
