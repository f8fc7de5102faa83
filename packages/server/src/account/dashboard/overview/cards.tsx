import { Instant, number, successRate } from "../../pages/format.tsx";
import { Stats, Table } from "../../pages/parts.tsx";
import type { UsageReport } from "@tools-api/core";

/** Renders the remaining calls of the day. */
export function TodayCard({ base, quota }: { base: string; quota: UsageReport["quota"] }) {
  const { limit, used, remaining, resetsAt } = quota;
  return (
    <section class="card">
      <h2>Today</h2>
      <Stats
        rows={[
          [`of ${number(limit)} calls used`, number(used)],
          ["calls left", number(remaining)],
        ]}
      />
      <p>
        <progress max={limit} value={used} aria-label="Calls used today">
          {`${number(used)} of ${number(limit)}`}
        </progress>
      </p>
      {remaining === 0 ? (
        <p class="notice warn">
          The server rejects calls until <Instant at={resetsAt} />.{" "}
          <a href={`${base}/plan`}>Upgrade your plan</a> to continue immediately.
        </p>
      ) : (
        <p class="muted small">
          The allowance resets at <Instant at={resetsAt} />.
        </p>
      )}
    </section>
  );
}

function CallsByEndpoint({ endpoints }: { endpoints: UsageReport["byEndpoint"] }) {
  return (
    <Table
      label="Calls by endpoint"
      columns={["Endpoint", { amount: "Calls" }, { amount: "Succeeded" }, { amount: "Failed" }]}
    >
      {endpoints.map(({ endpoint, calls, succeeded, failed }) => (
        <tr key={endpoint}>
          <th scope="row">{endpoint}</th>
          <td class="amount">{number(calls)}</td>
          <td class="amount">{number(succeeded)}</td>
          <td class="amount">{number(failed)}</td>
        </tr>
      ))}
    </Table>
  );
}

interface CallsCardProps {
  base: string;
  report: UsageReport;
  /** A sample call; `null` if the account has no active key. */
  sample: string | null;
}

/** Renders the calls of the last 30 days. */
export function CallsCard({ base, report, sample }: CallsCardProps) {
  const { totals, byEndpoint: endpoints } = report;
  return (
    <section class="card">
      <h2>Last 30 days</h2>
      {totals.calls + totals.rejected + totals.serverErrors === 0 ? (
        <>
          <p>
            You have no calls yet. Try the tools without a program in the{" "}
            <a href={`${base}/playground`}>playground</a>.
          </p>
          {sample && (
            <>
              <p>
                Or call the API from a terminal. Set <code>TOOLS_API_KEY</code> to your key first:
              </p>
              <pre class="wrap" tabindex={0} aria-label="Example call with curl">
                {sample}
              </pre>
            </>
          )}
        </>
      ) : (
        <>
          <Stats
            rows={[
              ["calls", number(totals.calls)],
              ["success rate", successRate(totals)],
              ["rejected by the limit", number(totals.rejected)],
              ["server errors, not counted", number(totals.serverErrors)],
            ]}
          />
          <CallsByEndpoint endpoints={endpoints} />
          <p>
            <a href={`${base}/usage`}>View daily usage</a>
          </p>
        </>
      )}
    </section>
  );
}
