import type { UsageReport } from "@tools-api/core";
import type { HtmlEscapedString } from "hono/utils/html";
import { Instant, size, successRate } from "../../pages/format.tsx";
import { Stats } from "../../pages/parts.tsx";
import { UsageChart } from "./chart.tsx";
import type { PeriodName } from "./periods.ts";
import { rangeName, rangeQuery } from "./query.ts";
import { Amount, EndpointTable, hasUnits, KeyTable, milliseconds, PeriodTable } from "./tables.tsx";

function Totals({ totals }: Pick<UsageReport, "totals">) {
  return (
    <Stats
      class="stats of-range"
      rows={[
        ["calls", <Amount value={totals.calls} />],
        hasUnits({ totals }) && ["units", <Amount value={totals.units} />],
        ["success rate", successRate(totals)],
        ["failed", <Amount value={totals.failed} />],
        ["rejected", <Amount value={totals.rejected} />],
        ["server errors", <Amount value={totals.serverErrors} />],
        ["sent", <Amount value={totals.bytesIn} words={size} />],
        ["received", <Amount value={totals.bytesOut} words={size} />],
        ["average time", <Amount value={totals.averageDurationMs} words={milliseconds} />],
      ]}
    />
  );
}

function NothingYet({ base }: { base: string }) {
  return (
    <section class="card empty">
      <h2>No calls in this range</h2>
      <p>
        Choose another range, try the tools in the <a href={`${base}/playground`}>playground</a>, or make a
        call with an <a href={`${base}/keys`}>API key</a>.
      </p>
    </section>
  );
}

/** Renders the instant from which the periods of the report are exact. */
function InexactNote({ from }: { from: number }) {
  return (
    <p class="notice">
      The server stores usage before <Instant at={from} /> per UTC day. Rows that start earlier are
      approximate.
    </p>
  );
}

const periodTable = "periods";

/** The names of a report's periods, and the rows of their table. */
export interface DrawnPeriods {
  names: readonly PeriodName[];
  rows: readonly HtmlEscapedString[];
}

interface ReportProps {
  base: string;
  report: UsageReport;
  /** The credential whose calls the report has. Absent for all. */
  credential: string | undefined;
  /** The names of keys by id. */
  keyNames: ReadonlyMap<string, string>;
  periods: DrawnPeriods;
}

function Calls({ base, report, credential, keyNames, periods }: ReportProps) {
  const { granularity, timezone, totals } = report;
  const { names, rows } = periods;
  return (
    <section class="card">
      <div class="page-title">
        <h2>{`${rangeName(report)}, ${timezone}`}</h2>
        <a class="button quiet small" href={`${base}/usage.csv?${rangeQuery({ ...report, credential })}`}>
          Download CSV
        </a>
      </div>
      {credential !== undefined && (
        <p class="notice">
          Only calls with {keyNames.get(credential) ?? <code>{credential}</code>}.{" "}
          <a href={`${base}/usage?${rangeQuery(report)}`}>Show all calls</a>
        </p>
      )}
      {report.exactFrom && <InexactNote from={report.exactFrom} />}
      <Totals totals={totals} />
      <UsageChart source={periodTable} report={report} names={names} />
      <details>
        <summary>{`Every ${granularity} as a table`}</summary>
        <PeriodTable id={periodTable} report={report} rows={rows} />
      </details>
      <p class="muted small">
        A call counts when it is admitted, even if it fails later. Rejected calls exceeded a limit. Rejected
        calls and server errors do not count.
        {hasUnits(report) && " Some calls take several units of your limits."}
      </p>
    </section>
  );
}

/** Renders the usage of the range: in total, by period, by endpoint, and by key. */
export function RangeReport(props: ReportProps) {
  const { base, report, keyNames } = props;
  const { calls, rejected, serverErrors } = report.totals;
  if (calls + rejected + serverErrors === 0) return <NothingYet base={base} />;
  return (
    <>
      <Calls {...props} />
      <section class="card">
        <h2>By endpoint</h2>
        <EndpointTable report={report} />
      </section>
      <section class="card">
        <h2>By key</h2>
        <KeyTable base={base} report={report} names={keyNames} />
      </section>
    </>
  );
}
