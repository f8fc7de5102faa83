import { UsageReportRecord } from "@tools-api/core/internal";
import type { UsageReport } from "./query.ts";

const fields = UsageReportRecord.shape.series.element.keyof().options;

/**
 * Returns the periods of a report as CSV (RFC 4180), with the field names of the API. All cells are counts and
 * instants, so none needs quotation marks. None can begin as a formula, which a spreadsheet would run.
 */
export function seriesCsv(series: UsageReport["series"]): string {
  const rows = series.map((period) => fields.map((field) => period[field]));
  return [fields, ...rows].map((cells) => `${cells.join(",")}\r\n`).join("");
}
