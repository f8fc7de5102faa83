import type { UsageCounts } from "../storage.ts";

/** Of a stretch in which nothing has happened. */
export function noCounts(): UsageCounts {
  return {
    calls: 0,
    succeeded: 0,
    failed: 0,
    serverErrors: 0,
    rejected: 0,
    bytesIn: 0,
    bytesOut: 0,
    durationUs: 0,
  };
}

/** Adds what happened in one stretch to what happened in another. */
export function addCounts(sum: UsageCounts, counts: UsageCounts): void {
  sum.calls += counts.calls;
  sum.succeeded += counts.succeeded;
  sum.failed += counts.failed;
  sum.serverErrors += counts.serverErrors;
  sum.rejected += counts.rejected;
  sum.bytesIn += counts.bytesIn;
  sum.bytesOut += counts.bytesOut;
  sum.durationUs += counts.durationUs;
}
