import type { UsageReport } from "@tools-api/core";
import { isoSeconds, slices } from "@tools-api/core/internal/time";
import { raw } from "hono/html";
import type { Child } from "hono/jsx";
import type { HtmlEscapedString } from "hono/utils/html";
import { number, size } from "../../ui/format.tsx";
import { TableRegion } from "../../ui/parts.tsx";
import type { PeriodName } from "../../../dist/islands/period-names.js";
import { rangeQuery, type UsageOptions, type UsageRange } from "./query.ts";

type Counts = Omit<UsageReport["totals"], "averageDurationMs">;

interface Column {
  field: keyof Counts;
  label: string;
  words: (value: number) => string;
}

const columns: readonly Column[] = [
  { field: "calls", label: "Calls", words: number },
  { field: "units", label: "Units", words: number },
  { field: "succeeded", label: "Succeeded", words: number },
  { field: "failed", label: "Failed", words: number },
  { field: "rejected", label: "Rejected", words: number },
  { field: "serverErrors", label: "Server errors", words: number },
  { field: "bytesIn", label: "Request size", words: size },
  { field: "bytesOut", label: "Response size", words: size },
];

/** Renders a number in words, with the exact value of the API as data. */
export function Amount({ value, words = number }: { value: number; words?: (value: number) => string }) {
  return <data value={String(value)}>{words(value)}</data>;
}

/** Returns a mean duration in milliseconds. */
export function milliseconds(value: number): string {
  return `${number(value)} ms`;
}

/** Returns whether calls of a report took more than one unit. */
export function hasUnits({ totals }: Pick<UsageReport, "totals">): boolean {
  return totals.units !== totals.calls;
}

/** Returns the columns of a report. Units are the same as calls unless a tool takes several per call. */
function columnsIn(report: UsageReport): readonly Column[] {
  return hasUnits(report) ? columns : columns.filter(({ field }) => field !== "units");
}

function Heads({ report }: { report: UsageReport }) {
  return columnsIn(report).map(({ field, label }) => (
    <th key={field} scope="col">
      {label}
    </th>
  ));
}

function Cells({ report, counts }: { report: UsageReport; counts: Counts }) {
  return columnsIn(report).map(({ field, words }) => (
    <td key={field}>
      <Amount value={counts[field]} words={words} />
    </td>
  ));
}

function CountsTable<Row extends UsageReport["totals"]>({
  head,
  report,
  rows,
  name,
}: {
  head: string;
  report: UsageReport;
  rows: readonly Row[];
  name: (row: Row) => Child;
}) {
  return (
    <TableRegion label={`Calls by ${head.toLowerCase()}`}>
      <table class="counts">
        <thead>
          <tr>
            <th scope="col">{head}</th>
            <Heads report={report} />
            <th scope="col">Mean latency</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr>
              <th scope="row">{name(row)}</th>
              <Cells report={report} counts={row} />
              <td>
                <Amount value={row.averageDurationMs} words={milliseconds} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </TableRegion>
  );
}

interface LinkedTableProps {
  base: string;
  report: UsageReport;
  range: UsageRange;
  options: UsageOptions;
}

/** Renders the usage of each endpoint, with links to the reports of one. */
export function EndpointTable({ base, report, range, options }: LinkedTableProps) {
  return (
    <CountsTable
      head="Endpoint"
      report={report}
      rows={report.byEndpoint}
      name={({ endpoint }) => (
        <a href={`${base}/usage?${rangeQuery({ ...range, endpoint }, options)}`}>{endpoint}</a>
      )}
    />
  );
}

/** Renders the usage of each credential, with links to the reports of one. */
export function KeyTable({
  base,
  report,
  range,
  options,
  names,
}: LinkedTableProps & { names: ReadonlyMap<string, string> }) {
  return (
    <CountsTable
      head="Key"
      report={report}
      rows={report.byKey ?? []}
      name={({ credential }) =>
        credential === null ? (
          "Other calls"
        ) : (
          <a href={`${base}/usage?${rangeQuery({ ...range, credential }, options)}`}>
            {names.get(credential) ?? credential}
          </a>
        )
      }
    />
  );
}

function PeriodRow({
  report,
  period,
  name,
}: {
  report: UsageReport;
  period: UsageReport["series"][number];
  name: PeriodName | undefined;
}) {
  return (
    <tr>
      <th scope="row">
        <time datetime={isoSeconds(period.start)}>{name?.name}</time>
      </th>
      <Cells report={report} counts={period} />
    </tr>
  );
}

/** Renders the rows of {@link PeriodTable} in slices, because rendering 744 rows together blocks for 30 ms. */
export async function periodRows(report: UsageReport, names: readonly PeriodName[]) {
  const pause = slices();
  const rows: HtmlEscapedString[] = [];
  for (const [index, period] of report.series.entries()) {
    const row = <PeriodRow report={report} period={period} name={names[index]} />;
    rows.push(raw(String(await row)));
    await pause();
  }
  return rows;
}

/** Renders every period of the report. */
export function PeriodTable({ report, rows }: { report: UsageReport; rows: readonly HtmlEscapedString[] }) {
  return (
    <TableRegion label={`Calls by ${report.granularity}`}>
      <table class="counts">
        <thead>
          <tr>
            <th scope="col">{`From, ${report.timezone}`}</th>
            <Heads report={report} />
          </tr>
        </thead>
        <tbody>{rows}</tbody>
      </table>
    </TableRegion>
  );
}
