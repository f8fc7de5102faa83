import type { Camelized } from "@tools-api/core/internal/schema";
import type { z } from "zod";
import { Instant, money, number, size, successRate } from "../../ui/format.tsx";
import type { PageCall } from "../../account/call/page-call.tsx";
import { UsageChart } from "../../account/report/chart.tsx";
import { periodNames } from "../../account/report/periods.ts";
import { type PeriodName, rangeName } from "../../../dist/islands/period-names.js";
import { Stats, Table } from "../../ui/parts.tsx";
import { maxDecisions } from "../calls/decisions.ts";
import { getOverview, type OverviewRecord } from "../calls/overview.ts";
import { accountPath, respondConsole } from "./operator-page.tsx";

type Overview = Camelized<z.output<typeof OverviewRecord>>;
type Load = NonNullable<Overview["load"]>;
type Report = NonNullable<Overview["report"]>;

const granularity = "day";

function milliseconds(value: number): string {
  return `${number(Math.round(value * 10) / 10)} ms`;
}

function Queues({ queues }: Pick<Load, "queues">) {
  return (
    <Table label="Queues" class="stacked" columns={["Queue", { amount: "Requests" }, { amount: "Memory" }]}>
      {queues.map(({ name, slots, slotsLimit, bytes, bytesLimit }) => (
        <tr key={name}>
          <th scope="row">{name}</th>
          <td data-label="Requests" class="amount">{`${number(slots)} of ${number(slotsLimit)}`}</td>
          <td data-label="Memory" class="amount">
            {bytesLimit === null ? size(bytes) : `${size(bytes)} of ${size(bytesLimit)}`}
          </td>
        </tr>
      ))}
    </Table>
  );
}

function TopAccounts({ base, accounts }: { base: string; accounts: Report["topAccounts"] }) {
  return (
    <section class="card">
      <h2>Most calls in 30 days</h2>
      {accounts.length === 0 ? (
        <p class="empty">No account has made a call.</p>
      ) : (
        <Table
          label="Accounts with the most calls"
          class="keys stacked"
          columns={["Account", { amount: "Calls" }]}
        >
          {accounts.map(({ account, email, calls }) => (
            <tr key={account}>
              <th scope="row">
                <a href={base + accountPath(account)}>{email || account}</a>
              </th>
              <td data-label="Calls" class="amount">
                {number(calls)}
              </td>
            </tr>
          ))}
        </Table>
      )}
    </section>
  );
}

function ReportCard({ report, names }: { report: Report; names: readonly PeriodName[] }) {
  const { totals, payments } = report;
  return (
    <section class="card">
      <h2>{`${rangeName(report)}, UTC`}</h2>
      <UsageChart report={{ ...report, granularity }} names={names} />
      <Stats
        class="stats of-range"
        rows={[
          ["calls", number(totals.calls)],
          ["success rate", successRate(totals)],
          ["mean latency", milliseconds(totals.averageDurationMs)],
          ["sign-ups", number(totals.signUps)],
          ...payments.currencies.map(
            ({ currency, paid }) => ["paid", money({ amount: paid, currency })] as const,
          ),
        ]}
      />
      <p class="muted small">
        The sums of all accounts and server processes, about a minute old.
        {!payments.isComplete && " The payments include only 1,000 of each month."}
      </p>
    </section>
  );
}

function ReportCards({
  base,
  report,
  names,
}: {
  base: string;
  report: Overview["report"];
  names: readonly PeriodName[];
}) {
  return report === null ? (
    <p class="card empty">The server sums up the usage of all accounts. Reload this page in a moment.</p>
  ) : (
    <>
      <ReportCard report={report} names={names} />
      <TopAccounts base={base} accounts={report.topAccounts} />
    </>
  );
}

/** The words for what waits, and the page on which to decide. */
const decisions: Readonly<
  Record<Overview["decisions"][number]["subject"], readonly [path: string, one: string, many: string]>
> = {
  past_due_accounts: ["/operator/console?condition=past_due", "account is past due", "accounts are past due"],
  requested_upgrades: [
    "/operator/billing",
    "upgrade waits for a payment or for you",
    "upgrades wait for a payment or for you",
  ],
  failed_mails: ["/operator/mail", "mail was not delivered", "mails were not delivered"],
  failing_webhooks: ["/operator/endpoints", "webhook endpoint fails", "webhook endpoints fail"],
  suspended_accounts: [
    "/operator/console?status=suspended",
    "account is suspended",
    "accounts are suspended",
  ],
};

function Decisions({ base, found }: { base: string; found: Overview["decisions"] }) {
  return found.length === 0 ? null : (
    <section class="card">
      <h2>Needs a decision</h2>
      <ul>
        {found.map(({ subject, count }) => {
          const [path, one, many] = decisions[subject];
          return (
            <li key={subject}>
              <a
                href={base + path}
              >{`${count >= maxDecisions ? `${maxDecisions} or more` : count} ${count === 1 ? one : many}`}</a>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

function LoadCard({ load }: { load: Load }) {
  const { since, calls, clientErrors, serverErrors, latencyMs, queues } = load;
  return (
    <section class="card">
      <h2>This process</h2>
      <Stats
        rows={[
          ["calls", number(calls)],
          ["errors of the request (4xx)", number(clientErrors)],
          ["errors of the server (5xx)", number(serverErrors)],
          latencyMs && ["median", milliseconds(latencyMs.p50)],
          latencyMs && ["95th percentile", milliseconds(latencyMs.p95)],
          latencyMs && ["99th percentile", milliseconds(latencyMs.p99)],
        ]}
      />
      <p class="muted small">
        The server process that shows this page has counted these calls since <Instant at={since} />.{" "}
        <code>/metrics</code> has the figures of every process.
      </p>
      <Queues queues={queues} />
    </section>
  );
}

const storeNames = { documents: "Documents", usage: "Usage" } as const;

function StoresCard({ stores }: Pick<Overview, "stores">) {
  return (
    <section class="card">
      <h2>Stores</h2>
      <Table label="Stores" columns={["Store", "Status", { amount: "Write" }]}>
        {stores.map(({ name, isAvailable, durationMs }) => (
          <tr key={name}>
            <th scope="row">{storeNames[name]}</th>
            <td>
              <span class={`badge ${isAvailable ? "good" : "bad"}`}>
                {isAvailable ? "Available" : "Unavailable"}
              </span>
            </td>
            <td class="amount">{milliseconds(durationMs)}</td>
          </tr>
        ))}
      </Table>
    </section>
  );
}

function Checks({ checks }: Pick<Overview, "checks">) {
  if (checks === null) return null;
  const found = checks.filter(({ level }) => level !== "ok");
  return (
    <section class="card">
      <h2>Checks</h2>
      {found.length === 0 ? (
        <p class="muted">{`All ${checks.length} checks of the settings passed.`}</p>
      ) : (
        <Table label="Checks" class="stacked" columns={["Check", "Result", "What to do"]}>
          {found.map(({ check, level, message, advice }) => (
            <tr key={check + message}>
              <th scope="row">{check}</th>
              <td data-label="Result">
                <span class={`badge ${level === "fault" ? "bad" : "warn"}`}>
                  {level === "fault" ? "Fault" : "Warning"}
                </span>{" "}
                {message}
              </td>
              <td data-label="What to do">{advice}</td>
            </tr>
          ))}
        </Table>
      )}
    </section>
  );
}

function RevenueCard({ revenue, isRevenueComplete }: Pick<Overview, "revenue" | "isRevenueComplete">) {
  return (
    <section class="card">
      <h2>Revenue</h2>
      {revenue.length === 0 ? (
        <p class="empty">No invoice is open, and no payment was recorded this month.</p>
      ) : (
        <Table label="Revenue" columns={["Currency", { amount: "Due" }, { amount: "Paid this month" }]}>
          {revenue.map(({ currency, due, paid }) => (
            <tr key={currency}>
              <th scope="row">{currency.toUpperCase()}</th>
              <td class="amount">{money({ amount: due, currency })}</td>
              <td class="amount">{money({ amount: paid, currency })}</td>
            </tr>
          ))}
        </Table>
      )}
      {!isRevenueComplete && <p class="notice warn">The sums include only 1,000 accounts and payments.</p>}
    </section>
  );
}

/** `GET /operator`: shows the last 30 days of the server, what waits for the operator, its stores and the revenue. */
export async function showOverview(page: PageCall): Promise<Response> {
  const { load, stores, checks, report, decisions: found, ...revenue } = await page.ask(getOverview);
  const names = report ? await periodNames({ ...report, granularity, timezone: "UTC" }) : [];
  return respondConsole(
    page,
    {
      title: "Operator",
      path: "/operator",
      styles: ["chart.css", "usage.css", "keys.css"],
      scripts: ["usage-chart.js"],
    },
    <>
      <h1>Overview</h1>
      <Decisions base={page.base} found={found} />
      <ReportCards base={page.base} report={report} names={names} />
      <div class="columns">
        <RevenueCard {...revenue} />
        <StoresCard stores={stores} />
      </div>
      <Checks checks={checks} />
      {load && <LoadCard load={load} />}
    </>,
  );
}
