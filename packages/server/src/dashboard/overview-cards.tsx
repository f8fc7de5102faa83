import type { PlanStateRecord, UsageReportRecord } from "@tools-api/core";
import type { z } from "zod";
import { Day, Instant, money, number, successRate } from "../pages/format.tsx";
import { TableRegion } from "../pages/parts.tsx";
import type { KeyRecord } from "./key-records.ts";
import { FirstKeyForm } from "./new-key.tsx";

type UsageReport = z.output<typeof UsageReportRecord>;
type PlanState = z.output<typeof PlanStateRecord>;

/** What of the plan is not as always. */
export function PlanNotices({ base, plan }: { base: string; plan: PlanState }) {
  const { scheduled } = plan;
  const link = <a href={`${base}/plan`}>See the plan</a>;
  return (
    <>
      {plan.status === "past_due" && (
        <p class="notice bad" role="alert">
          An invoice is past due: {money(plan.amount_due)} is to be paid
          {plan.grace_ends_at && (
            <>
              {" "}
              by <Instant at={plan.grace_ends_at} />, or the plan ends
            </>
          )}
          . {link}
        </p>
      )}
      {scheduled && (
        <p class="notice warn">
          On <Day at={scheduled.at} /> your plan changes to {scheduled.plan}, with{" "}
          {number(scheduled.daily_limit)} calls a day. {link}
        </p>
      )}
    </>
  );
}

/** The first thing to be done with an account, and with one whose keys have ended. */
export function FirstKeyCard({ base, now, isFirst }: { base: string; now: number; isFirst: boolean }) {
  return (
    <section class="card">
      <h2>{isFirst ? "Make your first call" : "No key works at present"}</h2>
      <p>
        A program calls the API with a key. You see it once, with a line for the terminal that tries it at
        once.
      </p>
      <FirstKeyForm base={base} now={now} isFirst={isFirst} />
    </section>
  );
}

/** What is left of the day. */
export function TodayCard({ base, quota }: { base: string; quota: UsageReport["quota"] }) {
  const { limit, used, remaining, resets_at: resetsAt } = quota;
  return (
    <section class="card">
      <h2>Today</h2>
      <dl class="stats">
        <div>
          <dt>{`of ${number(limit)} calls used`}</dt>
          <dd>{number(used)}</dd>
        </div>
        <div>
          <dt>calls left</dt>
          <dd>{number(remaining)}</dd>
        </div>
      </dl>
      <p>
        <progress max={limit} value={used} aria-label="Calls used today">
          {`${number(used)} of ${number(limit)}`}
        </progress>
      </p>
      {remaining === 0 ? (
        <p class="notice warn">
          Calls are refused until <Instant at={resetsAt} />. <a href={`${base}/plan`}>A larger plan</a> holds
          at once.
        </p>
      ) : (
        <p class="muted small">
          The allowance is whole again at <Instant at={resetsAt} />.
        </p>
      )}
    </section>
  );
}

/** The plan, and what it costs next. */
export function PlanCard({ base, plan }: { base: string; plan: PlanState }) {
  const { price, amount_due: due, next_invoice: next } = plan;
  return (
    <section class="card">
      <h2>Plan</h2>
      <dl>
        <dt>Plan</dt>
        <dd>{plan.plan}</dd>
        <dt>Calls a day</dt>
        <dd>{number(plan.daily_limit)}</dd>
        <dt>Price a month</dt>
        <dd>{money(price)}</dd>
        {due.amount > 0 && (
          <>
            <dt>Due</dt>
            <dd>{money(due)}</dd>
          </>
        )}
        {next && (
          <>
            <dt>Next invoice</dt>
            <dd>
              {money(next.amount_due)} on <Day at={next.at} />
              {next.credit_applied.amount > 0 && `, after ${money(next.credit_applied)} of credit`}
            </dd>
          </>
        )}
      </dl>
      <p>
        <a href={`${base}/plan`}>Plan and invoices</a>
      </p>
    </section>
  );
}

function EndpointTable({ endpoints }: { endpoints: UsageReport["by_endpoint"] }) {
  return (
    <TableRegion label="Calls by endpoint">
      <table>
        <thead>
          <tr>
            <th scope="col">Endpoint</th>
            <th scope="col" class="amount">
              Calls
            </th>
            <th scope="col" class="amount">
              Succeeded
            </th>
            <th scope="col" class="amount">
              Failed
            </th>
          </tr>
        </thead>
        <tbody>
          {endpoints.map(({ endpoint, calls, succeeded, failed }) => (
            <tr key={endpoint}>
              <th scope="row">{endpoint}</th>
              <td class="amount">{number(calls)}</td>
              <td class="amount">{number(succeeded)}</td>
              <td class="amount">{number(failed)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </TableRegion>
  );
}

interface CallsCardProps {
  base: string;
  report: UsageReport;
  /** A call to begin with, where there is a key for it. */
  sample: string | null;
}

/** What was called in the last 30 days. */
export function CallsCard({ base, report, sample }: CallsCardProps) {
  const { totals, by_endpoint: endpoints } = report;
  return (
    <section class="card">
      <h2>Last 30 days</h2>
      {totals.calls + totals.rejected + totals.server_errors === 0 ? (
        <>
          <p>
            No calls yet. Without a program of your own you can try both tools in the{" "}
            <a href={`${base}/playground`}>playground</a>.
          </p>
          {sample && (
            <>
              <p>Or call the API from a terminal, with your key in place of the name:</p>
              <pre class="wrap" tabindex={0} aria-label="A call with curl">
                {sample}
              </pre>
            </>
          )}
        </>
      ) : (
        <>
          <dl class="stats">
            <div>
              <dt>calls</dt>
              <dd>{number(totals.calls)}</dd>
            </div>
            <div>
              <dt>success rate</dt>
              <dd>{successRate(totals)}</dd>
            </div>
            <div>
              <dt>rejected over the limit</dt>
              <dd>{number(totals.rejected)}</dd>
            </div>
            <div>
              <dt>failed on our side, not counted</dt>
              <dd>{number(totals.server_errors)}</dd>
            </div>
          </dl>
          <EndpointTable endpoints={endpoints} />
          <p>
            <a href={`${base}/usage`}>Usage day by day</a>
          </p>
        </>
      )}
    </section>
  );
}

const keysShown = 5;

function lastUse({ last_used_at: at }: KeyRecord): number {
  return at === null ? 0 : Date.parse(at);
}

/** The keys that were used last. */
export function KeyCard({ base, keys }: { base: string; keys: readonly KeyRecord[] }) {
  const shown = keys.toSorted((one, other) => lastUse(other) - lastUse(one)).slice(0, keysShown);
  return (
    <section class="card">
      <h2>API keys</h2>
      <ul class="rows">
        {shown.map(({ id, name, last_used_at: at }) => (
          <li key={id}>
            <a href={`${base}/keys/${id}`}>{name}</a>
            <span class="muted">{at === null ? "never used" : <LastUsed at={at} />}</span>
          </li>
        ))}
      </ul>
      <p>
        <a href={`${base}/keys`}>
          {keys.length > keysShown ? `All ${number(keys.length)} keys` : "Manage keys"}
        </a>
      </p>
    </section>
  );
}

function LastUsed({ at }: { at: string }) {
  return (
    <>
      last used <Instant at={at} />
    </>
  );
}
