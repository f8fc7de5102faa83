import { ToolsError } from "@tools-api/core/errors";
import { defaultQuarterDays } from "@tools-api/core/storage";

/** An option of every usage store. */
export interface QuarterDaysOption {
  /**
   * Days for which usage is kept by quarter hours, a whole number from 32, so that reports by the hour (31 days) are exact.
   * Older usage is kept as sums of UTC days. Of several processes with different numbers, the smallest counts. Default: 400.
   */
  quarterDays?: number;
}

const minQuarterDays = 32;

/** Returns the days of an option. Throws `invalid_parameter` if they are not a whole number from 32. */
export function checkQuarterDays(quarterDays = defaultQuarterDays): number {
  if (Number.isSafeInteger(quarterDays) && quarterDays >= minQuarterDays) return quarterDays;
  throw new ToolsError(
    "invalid_parameter",
    `quarterDays: expected a whole number of days from ${minQuarterDays}, received ${quarterDays}`,
  );
}
