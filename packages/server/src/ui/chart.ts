import { jsx } from "hono/jsx";
import { barChart, type BarChartProps } from "../../dist/islands/bar-chart.js";

/** Renders a chart of stacked bars. */
export function BarChart(props: BarChartProps) {
  return barChart<ReturnType<typeof jsx>>(jsx, props);
}
