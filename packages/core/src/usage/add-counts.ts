import type { UsageCounts } from "../storage.ts";

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
