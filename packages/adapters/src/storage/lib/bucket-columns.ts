import { snakeCase } from "@tools-api/core/internal/schema";
import { noCounts, type UsageCounts } from "@tools-api/core/storage";

/** The counts of a bucket by their columns. */
export const countColumns: Readonly<Record<string, keyof UsageCounts>> = Object.fromEntries(
  // The object has no other properties.
  (Object.keys(noCounts()) as (keyof UsageCounts)[]).map((count) => [snakeCase(count), count]),
);

const { units = "units", ...otherColumns } = countColumns;

/**
 * The properties of a record by the columns of `usage_buckets` that are counts. The units are those beyond one per call,
 * so that rows of earlier releases have 0.
 */
export const storedColumns: typeof countColumns = { ...otherColumns, extra_units: units };
