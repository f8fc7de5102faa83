import { UsageReportRecord } from "@tools-api/core";
import type { UsageReport } from "./query.ts";

const fields = UsageReportRecord.shape.series.element.keyof().options;

/**
 * The periods of a report as a table (RFC 4180), under the names that the API gives the fields. All cells are counts
 * and instants, so none needs quotes, and none can begin as a formula does, which a spreadsheet would run.
 */
export function seriesCsv(series: UsageReport["series"]): string {
  const rows = series.map((period) => fields.map((field) => period[field]));
  return [fields, ...rows].map((cells) => `${cells.join(",")}\r\n`).join("");
}
