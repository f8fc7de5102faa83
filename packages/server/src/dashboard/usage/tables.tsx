import { number, size } from "../../pages/format.tsx";
import { TableRegion } from "../../pages/parts.tsx";
import type { PeriodName } from "./periods.ts";
import type { UsageReport } from "./query.ts";

type Counts = Omit<UsageReport["totals"], "average_duration_ms">;

interface Column {
  field: keyof Counts;
  label: string;
  words: (value: number) => string;
}

const columns: readonly Column[] = [
  { field: "calls", label: "Calls", words: number },
  { field: "succeeded", label: "Succeeded", words: number },
  { field: "failed", label: "Failed", words: number },
  { field: "rejected", label: "Rejected", words: number },
  { field: "server_errors", label: "Server errors", words: number },
  { field: "bytes_in", label: "Sent", words: size },
  { field: "bytes_out", label: "Received", words: size },
];

/** A number in words, with the number itself as the API has it. */
export function Amount({ value, words = number }: { value: number; words?: (value: number) => string }) {
  return <data value={String(value)}>{words(value)}</data>;
}

/** A mean duration in milliseconds. */
export function milliseconds(value: number): string {
  return `${number(value)} ms`;
}

function Heads() {
  return columns.map(({ field, label }) => (
    <th key={field} scope="col" data-field={field}>
      {label}
    </th>
  ));
}

function Cells({ counts }: { counts: Counts }) {
  return columns.map(({ field, words }) => (
    <td key={field}>
      <Amount value={counts[field]} words={words} />
    </td>
  ));
}

/** What each endpoint was called for. */
export function EndpointTable({ endpoints }: { endpoints: UsageReport["by_endpoint"] }) {
  return (
    <TableRegion label="Calls by endpoint">
      <table class="counts">
        <thead>
          <tr>
            <th scope="col">Endpoint</th>
            <Heads />
            <th scope="col">Average time</th>
          </tr>
        </thead>
        <tbody>
          {endpoints.map((counts) => (
            <tr key={counts.endpoint}>
              <th scope="row">{counts.endpoint}</th>
              <Cells counts={counts} />
              <td>
                <Amount value={counts.average_duration_ms} words={milliseconds} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </TableRegion>
  );
}

/** Every period of the report; the chart is drawn from this table. */
export function PeriodTable({
  id,
  report,
  names,
}: {
  id: string;
  report: UsageReport;
  names: readonly PeriodName[];
}) {
  return (
    <TableRegion label={`Calls by ${report.granularity}`}>
      <table class="counts" id={id}>
        <thead>
          <tr>
            <th scope="col">{`From, ${report.timezone}`}</th>
            <Heads />
          </tr>
        </thead>
        <tbody>
          {report.series.map((period, index) => (
            <tr key={period.start} data-tick={names[index]?.tick || undefined}>
              <th scope="row">
                <time datetime={period.start}>{names[index]?.name}</time>
              </th>
              <Cells counts={period} />
            </tr>
          ))}
        </tbody>
      </table>
    </TableRegion>
  );
}
