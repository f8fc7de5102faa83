import { swatchFill } from "./chart-fills.ts";
import type { LegendEntry } from "./chart-legend.ts";
import type { ChartRow } from "./chart-table.ts";
import { uPlot } from "./uplot.js";

/** A bar chart of a table: one bar per row, stacked from the columns in the legend. */
export interface StackedBars {
  /** The element for the chart. Its text color is the color of the axes, its border color that of the grid. */
  place: HTMLElement;
  rows: readonly ChartRow[];
  /** The parts of a bar, from the bottom. */
  parts: readonly LegendEntry[];
  /** The value of a horizontal line across the bars. */
  limit: number | undefined;
  /** Called with the row under the pointer, or with `undefined` when the pointer leaves. */
  onPoint: (row: ChartRow | undefined) => void;
}

// Fractions of a day (hours) and of a year (months), whole weeks (days), and whole days (hours).
const rowSteps = [1, 2, 3, 6, 7, 12, 14, 24, 28, 48, 72, 120, 168, 336, 672];
const countSteps = Array.from({ length: 10 }, (_, power) =>
  [1, 2, 5].map((step) => step * 10 ** power),
).flat();
const countFormat = new Intl.NumberFormat("en");

/**
 * Returns the heights of the bars to draw over each other. The first are the sums of all parts. Each following one
 * leaves out the topmost remaining part, down to the lowest part only.
 */
function barHeights(rows: readonly ChartRow[], parts: readonly LegendEntry[]): number[][] {
  const sumParts = (row: ChartRow, fields: readonly LegendEntry[]) =>
    fields.reduce((sum, { field }) => sum + (row.cells.get(field)?.value ?? 0), 0);
  return parts.map((_, index) => rows.map((row) => sumParts(row, parts.slice(0, parts.length - index))));
}

/**
 * Returns the rows to label on the axis. They have a short name, and each is about `step` rows after the previous one.
 * One row less is accepted from 24 on, because a day can have 23 hours.
 */
function namedRows(rows: readonly ChartRow[], step: number): number[] {
  const named: number[] = [];
  for (const [row, { tick }] of rows.entries())
    if (tick !== "" && row >= (named.at(-1) ?? -step) + step - (step >= 24 ? 1 : 0)) named.push(row);
  return named;
}

function drawLimit(plot: uPlot, limit: number, color: string): void {
  const { ctx, bbox } = plot;
  const y = Math.round(plot.valToPos(limit, "y", true));
  ctx.save();
  ctx.strokeStyle = color;
  ctx.lineWidth = 2 * devicePixelRatio;
  ctx.setLineDash([6 * devicePixelRatio, 4 * devicePixelRatio]);
  ctx.beginPath();
  ctx.moveTo(bbox.left, y);
  ctx.lineTo(bbox.left + bbox.width, y);
  ctx.stroke();
  ctx.restore();
}

/** Draws the bars in the size of their element. */
export function drawBars({ place, rows, parts, limit, onPoint }: StackedBars): uPlot {
  const style = getComputedStyle(place);
  const axis: uPlot.Axis = {
    font: `${style.fontSize} ${style.fontFamily}`,
    stroke: () => style.color,
    grid: { stroke: () => style.borderTopColor, width: 1 },
    ticks: { show: false },
  };
  const bars = uPlot.paths.bars?.({ size: [0.8, 56, 1] });
  const tickLines = rows[0]?.tick.split("\n").length ?? 1;
  const drawnFirst = parts.toReversed();
  const options: uPlot.Options = {
    width: place.clientWidth,
    height: place.clientHeight,
    scales: {
      x: { time: false, range: () => [-0.5, rows.length - 0.5] },
      // Leaves room above the highest bar, and keeps whole numbers on the axis if the counts are tiny.
      y: { range: (_, _least, most) => [0, Math.max(most, limit ?? 0, 4) * 1.05] },
    },
    axes: [
      {
        ...axis,
        grid: { show: false },
        incrs: rowSteps,
        space: 56,
        splits: (_, _axis, _least, _most, step) => namedRows(rows, step),
        size: 12 + 16 * tickLines,
        values: (_, rowNumbers) => rowNumbers.map((row) => rows[row]?.tick ?? ""),
      },
      {
        ...axis,
        incrs: countSteps,
        size: (_, labels) => 16 + 8 * Math.max(0, ...(labels ?? []).map(({ length }) => length)),
        values: (_, counts) => counts.map((count) => countFormat.format(count)),
      },
    ],
    series: [
      {},
      ...drawnFirst.map(({ swatch }): uPlot.Series => ({
        fill: (plot) => swatchFill(swatch, plot.ctx),
        width: 0,
        points: { show: false },
        ...(bars && { paths: bars }),
      })),
    ],
    legend: { show: false },
    cursor: { y: false, points: { show: false }, drag: { x: false, y: false } },
    hooks: {
      setCursor: [({ cursor: { idx } }) => onPoint(typeof idx === "number" ? rows[idx] : undefined)],
      draw: limit === undefined ? [] : [(plot) => drawLimit(plot, limit, style.color)],
    },
  };
  return new uPlot(options, [rows.map((_, row) => row), ...barHeights(rows, parts)], place);
}
