import type { UsageReport } from "@tools-api/core";
import type { PlanState } from "@tools-api/core/billing";
import type { Child } from "hono/jsx";
import type { RequestSummaryRecord } from "../call/records.ts";
import { change, count, Day, money, number, Relative } from "../../ui/format.tsx";
import { Copyable } from "../../ui/parts.tsx";
import { limitFor, UsageChart } from "../report/chart.tsx";
import type { PeriodName } from "../../../dist/islands/period-names.js";
import { statusTone } from "../requests/requests.tsx";

interface TileProps {
  label: string;
  /** The page with the details. */
  href: string;
  value: Child;
  children?: Child;
}

/** Renders a figure with its label and an explanation, as a link to its details. */
function Tile({ label, href, value, children }: TileProps) {
  return (
    <div class="card tile">
      <dt>
        <a href={href}>{label}</a>
      </dt>
      <dd>
        <b>{value}</b> <span class="muted small">{children}</span>
      </dd>
    </div>
  );
}

type Totals = UsageReport["totals"];

/** Returns the share of requests that failed for any reason, to a tenth of a percent. */
function errorShare({ succeeded, failed, rejected, serverErrors }: Totals): string {
  const all = succeeded + failed + rejected + serverErrors;
  return all === 0 ? "–" : `${Math.round(((all - succeeded) / all) * 1000) / 10}%`;
}

function milliseconds(value: number): string {
  return value < 10 ? `${Math.round(value * 10) / 10} ms` : `${number(Math.round(value))} ms`;
}

interface FiguresProps {
  base: string;
  report: UsageReport;
  /** The report of the 30 days before. */
  before: UsageReport;
  plan: PlanState;
  /** `null` if the server keeps no requests. */
  requests: RequestSummaryRecord | null;
}

function NextInvoiceTile({ base, plan }: Pick<FiguresProps, "base" | "plan">) {
  const { nextInvoice: next, title, amountDue: due } = plan;
  return (
    <Tile label="Next invoice" href={`${base}/plan`} value={next ? money(next.amountDue) : "None"}>
      {next ? (
        <>
          {title}, on <Day at={next.at} />
        </>
      ) : (
        `${title}, no charge`
      )}
      {due.amount > 0 && `; ${money(due)} due now`}
    </Tile>
  );
}

/** Renders the day at a glance. */
export function Figures({ base, report, before, plan, requests }: FiguresProps) {
  const { quota, totals } = report;
  return (
    <dl class="tiles">
      <Tile
        label="Calls today"
        href={`${base}/usage?start_date=${report.endDate}&granularity=hour`}
        value={number(quota.used)}
      >
        of {number(quota.limit)}, resets <Relative at={quota.resetsAt} />
        <progress max={quota.limit} value={quota.used} aria-label="Calls used today" />
      </Tile>
      <Tile label="Calls in 30 days" href={`${base}/usage?compare=on`} value={number(totals.calls)}>
        {change(totals.calls, before.totals.calls)} against the 30 days before
      </Tile>
      <Tile label="Errors in 30 days" href={`${base}/requests?status=4`} value={errorShare(totals)}>
        {errorShare(before.totals)} before
      </Tile>
      <Tile
        label="Median latency"
        href={`${base}/usage`}
        value={requests?.latencyMs ? milliseconds(requests.latencyMs.p50) : "–"}
      >
        {requests?.latencyMs
          ? `95% within ${milliseconds(requests.latencyMs.p95)}, last 24 hours`
          : "no requests in the log of the last 24 hours"}
      </Tile>
      <NextInvoiceTile base={base} plan={plan} />
    </dl>
  );
}

/** Renders the calls of the last 30 days by day. */
export function CallsCard({
  base,
  report,
  before,
  names,
}: Pick<FiguresProps, "base" | "report" | "before"> & { names: readonly PeriodName[] }) {
  return (
    <section class="card">
      <div class="page-title">
        <h2>Calls, last 30 days</h2>
        <a class="button quiet small" href={`${base}/usage`}>
          View usage
        </a>
      </div>
      <UsageChart
        report={report}
        names={names}
        limit={limitFor(report)}
        before={before.totals.calls > 0 ? before : undefined}
      />
    </section>
  );
}

/** Renders the next step for an account that has not made a call. A script opens the page again after the call. */
export function FirstCallCard({ base, sample }: { base: string; sample: string }) {
  return (
    <section class="card">
      <h2>Make your first call</h2>
      <p>
        Set <code>TOOLS_API_KEY</code> to your key and paste this command into a terminal, or try the tools in
        the <a href={`${base}/playground`}>playground</a>.
      </p>
      <Copyable id="first-call" text={sample} label="command" />
      <first-call data-base={base} class="needs-script">
        <p class="waiting" role="status">
          Waiting for your first call…
        </p>
      </first-call>
      <noscript>
        <p class="muted">Open this page again after your call.</p>
      </noscript>
    </section>
  );
}

/** Renders the newest failed requests. */
export function ErrorsCard({ base, requests }: { base: string; requests: RequestSummaryRecord }) {
  return (
    <section class="card">
      <div class="page-title">
        <h2>Newest errors</h2>
        <a class="button quiet small" href={`${base}/requests?status=4`}>
          View requests
        </a>
      </div>
      {requests.errors.length === 0 ? (
        <p class="muted">No request failed in the last 24 hours.</p>
      ) : (
        <ul class="rows">
          {requests.errors.map(({ requestId, at, status, code, endpoint, requests: times }) => (
            <li key={requestId}>
              <span>
                <span class={`badge ${statusTone(status)}`}>{status}</span>{" "}
                {code !== null && <a href={`${base}/docs/errors#${code}`}>{code}</a>}{" "}
                <span class="muted small">
                  {endpoint}
                  {times > 1 && `, ${count(times, "time")}`}
                </span>
              </span>
              <span class="muted small">
                <a href={`${base}/requests?request_id=${encodeURIComponent(requestId)}`}>
                  <Relative at={at} />
                </a>
              </span>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
