import type { UsageReport } from "@tools-api/core";
import { BarChart, type ChartSeries } from "../../ui/chart.tsx";
import { count, number } from "../../ui/format.tsx";
import type { PeriodName } from "./periods.ts";
import { type OutcomeName, outcomes, rangeName } from "./query.ts";
import { hasUnits } from "./tables.tsx";

/** The counts of a period that a chart can show. */
type Counts = Pick<UsageReport["totals"], "calls" | "averageDurationMs" | (typeof outcomes)[number]["field"]>;

/** The report of an account, or of the whole server. */
interface ChartedReport extends Pick<UsageReport, "granularity" | "startDate" | "endDate"> {
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

/** Returns the daily allowance if the bars can be compared with it: it applies to the units of UTC days. */
export function limitFor(report: UsageReport): number | undefined {
  const { granularity, timezone, quota } = report;
  return granularity === "day" && timezone === "UTC" && !hasUnits(report) ? quota.limit : undefined;
}

interface UsageChartProps {
  report: ChartedReport;
  names: readonly PeriodName[];
  /** The daily allowance of {@link limitFor}. Default: none. */
  limit?: number | undefined;
  /** The only outcome to show. Absent: all of them. */
  outcome?: OutcomeName | undefined;
  /** The report of the period before, for a line over the bars. */
  before?: ChartedReport | undefined;
}

/** Renders the chart of the calls of a report, by outcome. */
export function UsageChart({ report, names, limit, outcome, before }: UsageChartProps) {
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
  return (
    <BarChart
      id="calls-chart"
      summary={chartSummary(report, names)}
      range={rangeName(report)}
      names={names.map(({ name }) => name)}
      ticks={names.map(({ tick }) => tick)}
      parts={parts}
      line={
        before && {
          field: "previous",
          label: "Period before",
          values: series.map((_, index) => {
            const period = before.series[index];
            return period ? valueOf(period) : 0;
          }),
          total: number(before.series.reduce((sum, period) => sum + valueOf(period), 0)),
        }
      }
      limit={
        limit === undefined || outcome !== undefined ? undefined : { label: "Daily limit", value: limit }
      }
    />
  );
}

/** Renders the chart of the mean durations of the calls by period. */
export function DurationChart({ report, names }: Pick<UsageChartProps, "report" | "names">) {
  const { averageDurationMs: mean } = report.totals;
  const durations = report.series.map(({ averageDurationMs }) => averageDurationMs);
  return (
    <BarChart
      id="latency-chart"
      summary={`Mean latency by ${report.granularity}, ${rangeName(report)}: ${number(mean)} ms.`}
      range={rangeName(report)}
      names={names.map(({ name }) => name)}
      ticks={names.map(({ tick }) => tick)}
      parts={[{ field: "duration", label: "Mean latency", values: durations, total: number(mean) }]}
      unit=" ms"
      isSmall
    />
  );
}
