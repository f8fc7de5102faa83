import type { UsageReport } from "@tools-api/core";
import { type CallsChartOptions, callsChart, type ChartedReport } from "../../../dist/islands/calls-chart.js";
import { rangeName } from "../../../dist/islands/period-names.js";
import { BarChart } from "../../ui/chart.ts";
import { number } from "../../ui/format.tsx";
import { hasUnits } from "./tables.tsx";

/** Returns the daily allowance if the bars can be compared with it: it applies to the units of UTC days. */
export function limitFor(report: UsageReport): number | undefined {
  const { granularity, timezone, quota } = report;
  return granularity === "day" && timezone === "UTC" && !hasUnits(report) ? quota.limit : undefined;
}

/** Renders the chart of the calls of a report, by outcome. */
export function UsageChart(options: CallsChartOptions) {
  return <BarChart {...callsChart(options)} />;
}

/** The mean duration of the calls of a period. */
type Duration = Pick<UsageReport["totals"], "averageDurationMs">;

interface DurationChartProps extends Pick<CallsChartOptions, "names"> {
  report: Omit<ChartedReport, "totals" | "series"> & { totals: Duration; series: readonly Duration[] };
}

/** Renders the chart of the mean durations of the calls by period. */
export function DurationChart({ report, names }: DurationChartProps) {
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
