import type { UsageReport } from "@tools-api/core";
import { count, number } from "../../pages/format.tsx";
import type { PeriodName } from "./periods.ts";
import { rangeName } from "./query.ts";
import { Amount, hasUnits } from "./tables.tsx";

/** The parts of a stacked bar, from the bottom. Hatched parts do not count against the allowance. */
const outcomes = [
  { field: "succeeded", label: "Succeeded", swatch: "swatch" },
  { field: "failed", label: "Failed", swatch: "swatch" },
  { field: "rejected", label: "Rejected", swatch: "swatch hatched" },
  { field: "serverErrors", label: "Server errors", swatch: "swatch hatched falling" },
] as const;

function busiest(series: UsageReport["series"]): number {
  return series.reduce((most, { calls }) => Math.max(most, calls), 0);
}

/** Returns a text alternative of the chart, for screen readers. */
function chartSummary(report: UsageReport, names: readonly PeriodName[]): string {
  const { granularity, totals, series } = report;
  const most = busiest(series);
  const name = names[series.findIndex(({ calls }) => calls === most)]?.name ?? "";
  return [
    `Bars of the calls by ${granularity}, ${rangeName(report)}.`,
    `${count(totals.calls, "call")}: ${number(totals.succeeded)} succeeded and ${number(totals.failed)} failed.`,
    `Not counted: ${number(totals.rejected)} rejected and ${count(totals.serverErrors, "server error")}.`,
    most === 0 ? "" : `Most calls, ${number(most)}: ${name}.`,
    `The table below the chart has every ${granularity}.`,
  ]
    .filter(Boolean)
    .join(" ");
}

/**
 * Returns the daily allowance if the chart should show it. The allowance applies to the units of UTC days. Bars that
 * reach less than a quarter of it would be almost invisible below its line.
 */
function limitFor(report: UsageReport): number | undefined {
  const { granularity, timezone, series, quota } = report;
  const comparable = granularity === "day" && timezone === "UTC" && !hasUnits(report);
  return comparable && busiest(series) * 4 >= quota.limit ? quota.limit : undefined;
}

/**
 * Renders the chart of the table with the id `source`. Its legend shows the totals, or the values of the period under
 * the pointer.
 */
export function UsageChart({
  source,
  report,
  names,
}: {
  source: string;
  report: UsageReport;
  names: readonly PeriodName[];
}) {
  const limit = limitFor(report);
  return (
    <usage-chart for={source} limit={limit}>
      <div class="plot" role="img" aria-label={chartSummary(report, names)} />
      <div class="legend">
        <p>{rangeName(report)}</p>
        <ul>
          {outcomes.map(({ field, label, swatch }) => (
            <li key={field} data-field={field}>
              <span class={swatch} />
              {label} <Amount value={report.totals[field]} />
            </li>
          ))}
          {limit !== undefined && (
            <li>
              <span class="swatch limit" />
              {"Daily limit "}
              {number(limit)}
            </li>
          )}
        </ul>
      </div>
    </usage-chart>
  );
}
