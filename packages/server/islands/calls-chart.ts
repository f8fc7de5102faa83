import type { UsageReport } from "@tools-api/core";
import type { BarChartProps, ChartSeries } from "./bar-chart.ts";
import { type PeriodName, rangeName } from "./period-names.ts";
import { count, number } from "./playground-words.ts";

/** The outcomes of calls, with the class of their statuses. Only the first two count. */
export const outcomes = [
  { name: "succeeded", field: "succeeded", label: "Succeeded (2xx)", status: "2" },
  { name: "failed", field: "failed", label: "Failed (4xx)", status: "4" },
  { name: "rejected", field: "rejected", label: "Rejected (429)", status: "429" },
  { name: "server_errors", field: "serverErrors", label: "Server errors (5xx)", status: "5" },
] as const;

/** The name of an outcome in the query of the page. */
export type OutcomeName = (typeof outcomes)[number]["name"];

/** The counts of a period that a chart can show. */
type Counts = Pick<UsageReport["totals"], "calls" | (typeof outcomes)[number]["field"]>;

/** The report of an account, or of the whole server. */
export interface ChartedReport extends Pick<UsageReport, "granularity" | "startDate" | "endDate"> {
  totals: Counts;
  series: readonly Counts[];
}

type Periods = ChartedReport["series"];

function callsIn({ succeeded, failed }: Periods[number]): number {
  return succeeded + failed;
}

function busiest(series: Periods): number {
  return series.reduce((most, { calls }) => Math.max(most, calls), 0);
}

/** Returns a text alternative of the chart. */
function chartSummary(report: ChartedReport, names: readonly PeriodName[]): string {
  const { granularity, totals, series } = report;
  const most = busiest(series);
  const name = names[series.findIndex(({ calls }) => calls === most)]?.name ?? "";
  return [
    `Calls by ${granularity}, ${rangeName(report)}.`,
    `${count(totals.calls, "call")}: ${number(totals.succeeded)} succeeded and ${number(totals.failed)} failed.`,
    `Not counted: ${number(totals.rejected)} rejected and ${count(totals.serverErrors, "server error")}.`,
    most === 0 ? "" : `Most calls, ${number(most)}: ${name}.`,
  ]
    .filter(Boolean)
    .join(" ");
}

/** The report of {@link callsChart}, and its choices. */
export interface CallsChartOptions {
  report: ChartedReport;
  names: readonly PeriodName[];
  /** The daily allowance of the account. Default: none. */
  limit?: number | undefined;
  /** The only outcome to show. Absent: all of them. */
  outcome?: OutcomeName | undefined;
  /** The report of the period before, for a line over the bars. */
  before?: ChartedReport | undefined;
}

/** Returns the chart of the calls of a report, by outcome. */
export function callsChart({ report, names, limit, outcome, before }: CallsChartOptions): BarChartProps {
  const { series, totals } = report;
  const parts = outcomes
    .filter(({ name }) => outcome === undefined || name === outcome)
    .map(({ name, field, label }): ChartSeries => ({
      field: name,
      label,
      values: series.map((period) => period[field]),
      total: number(totals[field]),
    }));
  const field = outcomes.find(({ name }) => name === outcome)?.field;
  const valueOf = field ? (period: Periods[number]) => period[field] : callsIn;
  return {
    id: "calls-chart",
    summary: chartSummary(report, names),
    range: rangeName(report),
    names: names.map(({ name }) => name),
    ticks: names.map(({ tick }) => tick),
    parts,
    line: before && {
      field: "previous",
      label: "Period before",
      values: series.map((_, index) => {
        const period = before.series[index];
        return period ? valueOf(period) : 0;
      }),
      total: number(before.series.reduce((sum, period) => sum + valueOf(period), 0)),
    },
    limit: limit === undefined || outcome !== undefined ? undefined : { label: "Daily limit", value: limit },
  };
}
