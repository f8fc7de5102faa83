import type { UsageReport } from "@tools-api/core";
import type { Child } from "hono/jsx";
import type { HtmlEscapedString } from "hono/utils/html";
import type { RequestSummaryRecord } from "../call/records.ts";
import { change, Instant, number, size, successRate } from "../../ui/format.tsx";
import { Stats } from "../../ui/parts.tsx";
import { DurationChart, limitFor, UsageChart } from "../report/chart.tsx";
import { outcomes } from "../../../dist/islands/calls-chart.js";
import { type PeriodName, rangeName } from "../../../dist/islands/period-names.js";
import { rangeQuery, type UsageOptions, type UsageRange } from "../report/query.ts";
import { Amount, EndpointTable, hasUnits, KeyTable, milliseconds, PeriodTable } from "../report/tables.tsx";

type Totals = UsageReport["totals"];

/** Renders a figure, with its change against the period before. */
function Compared({ value, before }: { value: number; before: number | undefined }) {
  return (
    <>
      <Amount value={value} />
      {before !== undefined && <small class="change">{change(value, before)}</small>}
    </>
  );
}

function RangeTotals({ totals, before }: { totals: Totals; before: Totals | undefined }) {
  return (
    <Stats
      class="stats of-range"
      rows={[
        ["calls", <Compared value={totals.calls} before={before?.calls} />],
        hasUnits({ totals }) && ["units", <Amount value={totals.units} />],
        ["success rate", successRate(totals)],
        ["failed", <Compared value={totals.failed} before={before?.failed} />],
        ["rejected", <Compared value={totals.rejected} before={before?.rejected} />],
        ["server errors", <Compared value={totals.serverErrors} before={before?.serverErrors} />],
        ["request size", <Amount value={totals.bytesIn} words={size} />],
        ["response size", <Amount value={totals.bytesOut} words={size} />],
        ["mean latency", <Amount value={totals.averageDurationMs} words={milliseconds} />],
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
      The server stores usage before <Instant at={from} /> per UTC day. Periods that start earlier are
      approximate.
    </p>
  );
}

interface ReportProps {
  base: string;
  report: UsageReport;
  /** The report of the period before. */
  before: UsageReport | undefined;
  /** The conditions of the report. */
  range: UsageRange;
  options: UsageOptions;
  /** The names of keys by id. */
  keyNames: ReadonlyMap<string, string>;
  names: readonly PeriodName[];
  /** The rows of the table with every period; absent unless the page has it. */
  rows: readonly HtmlEscapedString[] | undefined;
  /** The last requests with the same conditions; `null` if the server keeps none. */
  requests: RequestSummaryRecord | null;
}

/** Returns the conditions of a report in words. */
function Conditions({ range, keyNames, base, options }: ReportProps): Child {
  const { credential, endpoint } = range;
  if (credential === undefined && endpoint === undefined) return null;
  const all = { ...range, credential: undefined, endpoint: undefined };
  return (
    <p class="notice">
      Only calls {endpoint !== undefined && <>to {endpoint} </>}
      {credential !== undefined && <>with {keyNames.get(credential) ?? <code>{credential}</code>}</>}.{" "}
      <a href={`${base}/usage?${rangeQuery(all, options)}`}>Show all calls</a>
    </p>
  );
}

function Calls(props: ReportProps) {
  const { base, report, before, range, options, names, rows } = props;
  const { granularity, timezone, totals } = report;
  const other = { ...options, hasTable: !options.hasTable };
  return (
    <section class="card">
      <div class="page-title">
        <h2>{`${rangeName(report)}, ${timezone}`}</h2>
        <a class="button quiet small" href={`${base}/usage.csv?${rangeQuery(range)}`}>
          Download CSV
        </a>
      </div>
      <Conditions {...props} />
      {report.exactFrom && <InexactNote from={report.exactFrom} />}
      <UsageChart
        report={report}
        names={names}
        limit={limitFor(report)}
        outcome={options.outcome}
        before={before}
      />
      <RangeTotals totals={totals} before={before?.totals} />
      {rows && <PeriodTable report={report} rows={rows} />}
      <p class="muted small">
        <a href={`${base}/usage?${rangeQuery(range, other)}`}>
          {options.hasTable ? "Hide the table" : `Show every ${granularity} as a table`}
        </a>
        {". "}A call counts when it is admitted, even if it fails later. Rejected calls and server errors do
        not count.
        {hasUnits(report) && " Some calls take several units of your limits."}
      </p>
    </section>
  );
}

/** Returns the route of an endpoint, as the request log names it. */
function routeOf(endpoint: string): string {
  const routes: Readonly<Record<string, string>> = {
    usage: "GET /v1/analytics/usage",
    profile: "GET /v1/user/profile",
  };
  return routes[endpoint] ?? `POST /v1/tools/${endpoint}`;
}

/** Returns the conditions of a report as a query of the request log. */
export function requestQuery({ credential, endpoint }: Pick<UsageRange, "credential" | "endpoint">) {
  return {
    ...(credential !== undefined && { credential }),
    ...(endpoint !== undefined && { endpoint: routeOf(endpoint) }),
  };
}

/** Renders the latency and the exact statuses, and links to the requests. */
function Latency({ base, report, range, options, names, requests }: ReportProps) {
  const status = outcomes.find(({ name }) => name === options.outcome)?.status;
  const log = (code?: string) =>
    `${base}/requests?${new URLSearchParams({ ...requestQuery(range), ...(code !== undefined && { status: code }) }).toString()}`;
  return (
    <section class="card">
      <div class="page-title">
        <h2>Latency and status codes</h2>
        <a class="button quiet small" href={log(status)}>
          View requests
        </a>
      </div>
      <DurationChart report={report} names={names} />
      {requests?.latencyMs && (
        <>
          <Stats
            rows={[
              ["half of the last requests take at most", milliseconds(requests.latencyMs.p50)],
              ["95% of them take at most", milliseconds(requests.latencyMs.p95)],
            ]}
          />
          <p class="codes">
            {`${number(requests.requests)} requests in the last 24 hours: `}
            {requests.statuses.map(({ status: code, requests: count }) => (
              <a key={code} href={log(String(code))}>
                {code} <b>{number(count)}</b>
              </a>
            ))}
          </p>
        </>
      )}
    </section>
  );
}

/** Renders the usage of the range: in total, by period, by endpoint, and by key. */
export function RangeReport(props: ReportProps) {
  const { base, report, range, options, keyNames } = props;
  const { calls, rejected, serverErrors } = report.totals;
  if (calls + rejected + serverErrors === 0) return <NothingYet base={base} />;
  return (
    <>
      <Calls {...props} />
      <Latency {...props} />
      <section class="card">
        <h2>By endpoint</h2>
        <EndpointTable base={base} report={report} range={range} options={options} />
      </section>
      <section class="card">
        <h2>By key</h2>
        <KeyTable base={base} report={report} range={range} options={options} names={keyNames} />
      </section>
    </>
  );
}
