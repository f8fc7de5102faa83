import type { Camelized } from "@tools-api/core/internal";
import type { z } from "zod";
import { Instant, money, number, size } from "../../ui/format.tsx";
import type { PageCall } from "../../account/call/page-call.tsx";
import { Stats, Table } from "../../ui/parts.tsx";
import { getOverview, type OverviewRecord } from "../calls/overview.ts";
import { accountPath, respondConsole } from "./operator-page.tsx";

type Overview = Camelized<z.output<typeof OverviewRecord>>;
type Load = NonNullable<Overview["load"]>;

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

function TopAccounts({ base, accounts }: { base: string; accounts: Load["topAccounts"] }) {
  return (
    <section class="card">
      <h2>Most calls</h2>
      {accounts.length === 0 ? (
        <p class="empty">No account has made a call.</p>
      ) : (
        <Table label="Accounts with the most calls" columns={["Account", { amount: "Calls" }]}>
          {accounts.map(({ account, email, calls }) => (
            <tr key={account}>
              <th scope="row">
                <a href={base + accountPath(account)}>{email || account}</a>
              </th>
              <td class="amount">{number(calls)}</td>
            </tr>
          ))}
        </Table>
      )}
    </section>
  );
}

function LoadCards({ base, load }: { base: string; load: Load }) {
  const { since, calls, clientErrors, serverErrors, latencyMs, queues, topAccounts } = load;
  return (
    <>
      <section class="card">
        <h2>Calls</h2>
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
      <TopAccounts base={base} accounts={topAccounts} />
    </>
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

/** `GET /operator`: shows the load of the server, its stores and the revenue. */
export async function showOverview(page: PageCall): Promise<Response> {
  const { load, stores, checks, ...revenue } = await page.ask(getOverview);
  return respondConsole(
    page,
    { title: "Operator", path: "/operator" },
    <>
      <h1>Overview</h1>
      {load && <LoadCards base={page.base} load={load} />}
      <div class="columns">
        <StoresCard stores={stores} />
        <RevenueCard {...revenue} />
      </div>
      <Checks checks={checks} />
    </>,
  );
}
