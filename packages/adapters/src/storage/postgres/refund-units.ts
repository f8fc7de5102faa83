import type { UsageRefund } from "@tools-api/core/storage";
import { bucketStart, byBucket, byWindow, pairKey } from "../lib/row-order.ts";
import type { BatchArguments } from "./function-calls.ts";
import { numberColumn, type Placed, placeRows, findOrAddRow } from "./placed-rows.ts";
import type { refundTypes } from "./record-functions.ts";

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
 * Returns the arguments of `usage_refund_v1`. Rows are sorted as in
 * {@link arrangeCalls}.
 */
export function arrangeRefunds(refunds: readonly UsageRefund[]): BatchArguments<typeof refundTypes> {
  const windowsByKey = new Map<string, WindowRow>();
  const bucketsByKey = new Map<string, BucketRow>();
  const units: Unit[] = [];
  for (const { account, endpoint, at, windows: ids } of refunds) {
    const start = bucketStart(at);
    const bucket = findOrAddRow(bucketsByKey, `${start}/${pairKey(account, endpoint)}`, () => ({
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
      const window = findOrAddRow(windowsByKey, pairKey(account, id), () => ({ account, id, place: 0 }));
      units.push({ window, bucket, rank: bucket.refunds });
    }
    bucket.refunds++;
  }

  const windows = placeRows(windowsByKey.values(), byWindow);
  const buckets = placeRows(bucketsByKey.values(), byBucket);
  return {
    window_accounts: windows.map(({ account }) => account),
    window_ids: windows.map(({ id }) => id),
    bucket_accounts: buckets.map(({ account }) => account),
    bucket_starts: numberColumn(buckets, ({ start }) => start),
    bucket_endpoints: buckets.map(({ endpoint }) => endpoint),
    bucket_refunds: numberColumn(buckets, (bucket) => bucket.refunds),
    bucket_firsts: numberColumn(buckets, ({ firstAt }) => firstAt),
    bucket_lasts: numberColumn(buckets, ({ lastAt }) => lastAt),
    unit_windows: numberColumn(units, ({ window }) => window.place),
    unit_buckets: numberColumn(units, ({ bucket }) => bucket.place),
    unit_ranks: numberColumn(units, ({ rank }) => rank),
  };
}
