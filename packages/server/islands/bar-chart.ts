import { number } from "./playground-words.ts";

/** A part of the bars of a chart, or a line over them. */
export interface ChartSeries {
  /** The name of its color in `chart.css`. */
  field: string;
  label: string;
  /** A value for each bar. */
  values: readonly number[];
  /** The value in the legend while no bar is chosen. */
  total: string;
}

/** A chart of bars. */
export interface BarChartProps {
  /** The id of the chart, unique on its page. */
  id: string;
  /** A text alternative. */
  summary: string;
  /** The name of the whole range in the legend. */
  range: string;
  /** The full names of the bars. */
  names: readonly string[];
  /** Short names for the axis; empty for a bar without one. */
  ticks: readonly string[];
  /** The parts of each bar, from the bottom. */
  parts: readonly ChartSeries[];
  /** A line of steps over the bars, such as the values of the period before. */
  line?: ChartSeries | undefined;
  /** A horizontal line across the bars. Above four times the highest bar, only the legend has it. */
  limit?: { label: string; value: number } | undefined;
  /** The unit after the values in the legend. Default: none. */
  unit?: string;
  /** True for a chart below a more important one. */
  isSmall?: boolean;
}

/** Units of the drawing: a bar is as wide as `barWidth`, and the plot is as high as `plotHeight`. */
const barWidth = 10;
const barSpace = 1;
const plotHeight = 1000;
const maxTicks = 8;
/** The heights of the lines of the grid. */
const gridShares = [0, 0.5, 1];
/** A limit this many times above the highest bar would make the bars almost invisible. */
const maxLimitRatio = 4;

/** The highest values of an axis between two powers of ten. Their halves are short numbers too. */
const axisSteps = [1, 1.2, 1.6, 2, 2.4, 3.2, 4, 6, 8, 10];

/** Returns the highest value of the axis. */
function axisTop(max: number): number {
  const target = Math.max(max, 4);
  const power = 10 ** Math.floor(Math.log10(target));
  const step = axisSteps.find((each) => each * power >= target) ?? 10;
  return Math.round(step * power * 10) / 10;
}

function heightOf(value: number, top: number): number {
  return Math.round((value / top) * plotHeight);
}

/** Returns the outline of one part of all bars, on top of the parts below it. */
function barsPath(bases: readonly number[], values: readonly number[], top: number): string {
  return values
    .map((value, bar) => {
      const from = heightOf(bases[bar] ?? 0, top);
      const to = heightOf((bases[bar] ?? 0) + value, top);
      if (to === from) return "";
      const left = bar * barWidth + barSpace;
      return `M${left} ${plotHeight - from}V${plotHeight - to}h${barWidth - 2 * barSpace}V${plotHeight - from}z`;
    })
    .join("");
}

function stepsPath(values: readonly number[], top: number): string {
  return values
    .map((value, bar) => `${bar === 0 ? "M0 " : "V"}${plotHeight - heightOf(value, top)}h${barWidth}`)
    .join("");
}

/** The stripes of parts that do not count against the allowance: the height of a stripe and of its repetition. */
const stripes: Readonly<Record<string, readonly [stripe: number, step: number]>> = {
  rejected: [13, 22],
  server_errors: [5, 10],
};

/** Creates an element of HTML or SVG, in a page or as text. */
export type CreateElement<Made> = (
  name: string,
  attributes: Readonly<Record<string, string>>,
  ...children: readonly (Made | string)[]
) => Made;

/** Returns the bars to name on the axis, about evenly apart. */
function tickBars(ticks: readonly string[]): number[] {
  const named = [...ticks.keys()].filter((bar) => ticks[bar] !== "");
  const step = Math.ceil(named.length / maxTicks);
  return named.filter((_, index) => index % step === 0);
}

function percent(share: number): string {
  return `${Math.round(share * 10_000) / 100}%`;
}

/** Renders the stripes as patterns. The height of the drawing does not depend on the screen, so they stay even. */
function patterns<Made>(create: CreateElement<Made>, { id, parts }: BarChartProps): Made {
  const found = parts.flatMap(({ field }) => {
    const [stripe, step] = stripes[field] ?? [];
    if (stripe === undefined) return [];
    const size = { width: String(barWidth), height: String(step) };
    const bar = create("rect", { width: String(barWidth), height: String(stripe), fill: "currentColor" });
    const attributes = { id: `${id}-${field}`, class: field, ...size, patternUnits: "userSpaceOnUse" };
    return [create("pattern", attributes, bar)];
  });
  return create("defs", {}, ...found);
}

function bars<Made>(create: CreateElement<Made>, { id, parts }: BarChartProps, top: number): Made[] {
  const bases = parts[0]?.values.map(() => 0) ?? [];
  return parts.flatMap(({ field, values }) => {
    const d = barsPath(bases, values, top);
    for (const [bar, value] of values.entries()) bases[bar] = (bases[bar] ?? 0) + value;
    const fill = Object.hasOwn(stripes, field) ? `url(#${id}-${field})` : "currentColor";
    return d === "" ? [] : [create("path", { class: field, fill, d })];
  });
}

/** Renders the labels of both axes. On a narrow screen, the style sheet hides every other one below the bars. */
function labels<Made>(create: CreateElement<Made>, ticks: readonly string[], top: number): Made[] {
  const values = gridShares.map((share) => {
    const place = { x: "-8", y: percent(1 - share), dy: "4", "text-anchor": "end" };
    return create("text", { class: "value", ...place }, number(top * share));
  });
  const periods = tickBars(ticks).map((bar, index) => {
    const x = percent(bar === 0 ? 0 : (bar + 0.5) / ticks.length);
    const anchor = bar === 0 ? "start" : bar > ticks.length * 0.95 ? "end" : "middle";
    const attributes = { class: index % 2 === 1 ? "tick minor" : "tick", x, y: "100%", dy: "18" };
    return create("text", { ...attributes, "text-anchor": anchor }, ticks[bar] ?? "");
  });
  return [...values, ...periods];
}

/**
 * Draws a chart of stacked bars as SVG, which needs no script. `usage-chart.ts` shows the values of the bar under the
 * pointer, and of the bar that the arrow keys choose. The drawing fills the width of its container.
 */
export function barChart<Made>(create: CreateElement<Made>, chart: BarChartProps): Made {
  const { id, summary, range, names, ticks, parts, line, limit, unit = "", isSmall = false } = chart;
  const series = line ? [...parts, line] : parts;
  const sums = names.map((_, bar) => parts.reduce((sum, { values }) => sum + (values[bar] ?? 0), 0));
  const highest = [...sums, ...(line?.values ?? [])].reduce((max, value) => Math.max(max, value), 0);
  const shownLimit = limit && limit.value <= highest * maxLimitRatio ? limit : undefined;
  const top = axisTop(Math.max(highest, shownLimit?.value ?? 0));
  const width = names.length * barWidth;
  const grid = gridShares.map((share) => {
    const y = percent(share);
    return create("line", { class: "grid", x1: "0", x2: "100%", y1: y, y2: y });
  });
  const limitPath = shownLimit && `M0 ${plotHeight - heightOf(shownLimit.value, top)}h${width}`;
  const drawing = create(
    "svg",
    {
      viewBox: `0 0 ${width} ${plotHeight}`,
      preserveAspectRatio: "none",
      width: "100%",
      height: "100%",
      class: "bars",
    },
    patterns(create, chart),
    ...bars(create, chart, top),
    ...(line ? [create("path", { class: `line ${line.field}`, d: stepsPath(line.values, top) })] : []),
    ...(limitPath === undefined ? [] : [create("path", { class: "line limit", d: limitPath })]),
  );
  const plotAttributes = { class: isSmall ? "plot small" : "plot", role: "img", "aria-label": summary, id };
  const plot = create("svg", plotAttributes, ...grid, drawing, ...labels(create, ticks, top));
  const items = series.map(({ field, label, total }) =>
    create(
      "li",
      { "data-field": field },
      create("span", { class: `swatch ${field}` }),
      `${label} `,
      create("b", {}, total),
      unit,
    ),
  );
  const limitItem =
    limit &&
    create(
      "li",
      {},
      create("span", { class: "swatch limit" }),
      `${limit.label} `,
      create("b", {}, number(limit.value)),
      shownLimit ? "" : ", above the chart",
    );
  const legend = create("ul", {}, ...items, ...(limitItem ? [limitItem] : []));
  return create(
    "usage-chart",
    {
      names: names.join("|"),
      values: JSON.stringify(series.map(({ values }) => values)),
      ...(unit !== "" && { unit }),
    },
    plot,
    create("div", { class: "legend" }, create("p", {}, range), legend),
  );
}
