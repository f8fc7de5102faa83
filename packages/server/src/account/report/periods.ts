import type { UsageReport } from "@tools-api/core";
import { slices } from "@tools-api/core/internal/time";
import { type Period, type PeriodName, periodNamer } from "../../../dist/islands/period-names.js";

/**
 * Returns the names of a report's periods, in the zone of the report. A month by the hour has 744 periods, so the
 * function lets other requests run in between.
 */
export async function periodNames(
  report: Pick<UsageReport, "startDate" | "endDate" | "granularity" | "timezone"> & {
    series: readonly Period[];
  },
): Promise<PeriodName[]> {
  const nameOf = periodNamer(report);
  const pause = slices();
  const found: PeriodName[] = [];
  for (const period of report.series) {
    found.push(nameOf(period));
    await pause();
  }
  return found;
}
