import type { UsageRefund } from "@tools-api/core/storage";
import { bucketStart, byBucket, byWindow, pairKey } from "../../lib/row-order.ts";
import type { BatchArguments } from "./function-calls.ts";
import {
  findOrAddRow,
  numberColumn,
  type PlacedBucket,
  type PlacedWindow,
  placeRows,
} from "./placed-rows.ts";
import type { refundTypes } from "./record-functions.ts";

interface BucketRow extends PlacedBucket {
  firstAt: number;
  lastAt: number;
}

/** Returns the arguments of `usage_refund_v2`. Rows are sorted as in {@link arrangeCalls}. */
export function arrangeRefunds(items: readonly UsageRefund[]): BatchArguments<typeof refundTypes> {
  const windowsByKey = new Map<string, PlacedWindow>();
  const bucketsByKey = new Map<string, BucketRow>();
  const refunds = items.map(({ account, endpoint, at, windows: ids, units = 1 }) => {
    const start = bucketStart(at);
    const bucket = findOrAddRow(bucketsByKey, `${start}/${pairKey(account, endpoint)}`, () => ({
      account,
      start,
      endpoint,
      firstAt: at,
      lastAt: at,
      place: 0,
    }));
    bucket.firstAt = Math.min(bucket.firstAt, at);
    bucket.lastAt = Math.max(bucket.lastAt, at);
    const uses = [...new Set(ids)].map((id) =>
      findOrAddRow(windowsByKey, pairKey(account, id), () => ({ account, id, place: 0 })),
    );
    return { bucket, units, uses };
  });

  const windows = placeRows(windowsByKey.values(), byWindow);
  const buckets = placeRows(bucketsByKey.values(), byBucket);
  return {
    window_accounts: windows.map(({ account }) => account),
    window_ids: windows.map(({ id }) => id),
    bucket_accounts: buckets.map(({ account }) => account),
    bucket_starts: numberColumn(buckets, ({ start }) => start),
    bucket_endpoints: buckets.map(({ endpoint }) => endpoint),
    bucket_firsts: numberColumn(buckets, ({ firstAt }) => firstAt),
    bucket_lasts: numberColumn(buckets, ({ lastAt }) => lastAt),
    refund_buckets: numberColumn(refunds, ({ bucket }) => bucket.place),
    refund_units: numberColumn(refunds, ({ units }) => units),
    refund_uses: numberColumn(refunds, ({ uses }) => uses.length),
    use_windows: numberColumn(
      refunds.flatMap(({ uses }) => uses),
      ({ place }) => place,
    ),
  };
}
