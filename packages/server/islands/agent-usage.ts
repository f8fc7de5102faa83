import type { UsageReportRecord } from "@tools-api/core/usage";
import type { z } from "zod";
import { connectHost } from "./agent-page.ts";
import { barChart, type CreateElement } from "./bar-chart.ts";
import { callsChart } from "./calls-chart.ts";
import { card, facts } from "./dom.ts";
import { periodNamer } from "./period-names.ts";
import { count, number } from "./playground-words.ts";
// oxlint-disable-next-line import/no-unassigned-import -- It defines the element of the chart.
import "./usage-chart.ts";

type Report = z.input<typeof UsageReportRecord>;

const svgNames = new Set(["svg", "defs", "pattern", "rect", "path", "line", "text"]);

const create: CreateElement<Element> = (name, attributes, ...children) => {
  const made = svgNames.has(name)
    ? document.createElementNS("http://www.w3.org/2000/svg", name)
    : document.createElement(name);
  for (const [attribute, value] of Object.entries(attributes)) made.setAttribute(attribute, value);
  made.append(...children);
  return made;
};

connectHost("usage", ({ record }) => {
  // The record of a usage report.
  const report = record as unknown as Report;
  const { start_date: startDate, end_date: endDate, granularity, timezone, totals, series, quota } = report;
  const range = { startDate, endDate, granularity, timezone };
  const nameOf = periodNamer(range);
  const names = series.map(({ start, end }) => nameOf({ start: Date.parse(start), end: Date.parse(end) }));
  const inCamelCase = <Counts extends Report["totals"]>(counts: Counts) => ({
    ...counts,
    serverErrors: counts.server_errors,
  });
  const shown = { ...range, totals: inCamelCase(totals), series: series.map(inCamelCase) };
  const busiest = report.by_endpoint
    .filter(({ calls }) => calls > 0)
    .toSorted((a, b) => b.calls - a.calls)
    .map(({ endpoint, calls }) => [endpoint, count(calls, "call")] as const);
  return [
    card("Calls", barChart(create, callsChart({ report: shown, names })), facts(busiest)),
    card(
      "Allowance",
      facts([
        ["Plan", report.plan],
        ["Used today", number(quota.used)],
        ["Left today", number(quota.remaining)],
      ]),
    ),
  ];
});
