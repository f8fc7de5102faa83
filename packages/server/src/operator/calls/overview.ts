import { getRevenue } from "@tools-api/core/billing";
import { getAccount, type Stores } from "@tools-api/core/accounts";
import { nameSchemas, preciseTimestamp } from "@tools-api/core/internal/schema";
import { withTimeout } from "@tools-api/core/internal/time";
import { z } from "zod";
import type { AccountServices } from "../../session/services.ts";
import { accountExample } from "../../account/call/account-record.ts";
import { operatorRoute } from "./on-account.ts";
import type { LoadReport } from "../../session/server-load.ts";
import { DecisionRecord, listDecisions } from "./decisions.ts";
import { serverReportExample, ServerReportRecord } from "./server-report.ts";

const count = z.int().min(0);
const milliseconds = z.number().min(0);

const LoadRecord = z.object({
  since: preciseTimestamp.describe("The beginning of the counted time, at most an hour ago."),
  calls: count.describe("The calls of that time."),
  client_errors: count.describe("Calls with a status of 400 to 499."),
  server_errors: count.describe("Calls with a status of 500 and above."),
  latency_ms: z
    .object({
      p50: milliseconds.describe("The milliseconds that half of the calls did not exceed."),
      p95: milliseconds.describe("The milliseconds that 95 percent of the calls did not exceed."),
      p99: milliseconds.describe("The milliseconds that 99 percent of the calls did not exceed."),
    })
    .nullable()
    .describe("Accurate to 19 percent. Null without calls."),
  queues: z
    .array(
      z.object({
        name: z.string().describe("The name of the queue, such as that of a tool."),
        slots: count.describe("The calls that it holds now."),
        slots_limit: count.describe("The calls that it can hold."),
        bytes: count.describe("The bytes of bodies that it holds now."),
        bytes_limit: count.nullable().describe("The bytes that it can hold; `null` for no limit."),
      }),
    )
    .describe("The queues in which calls wait for a worker."),
  top_accounts: z
    .array(
      z.object({
        account: z.string().describe("The id of the account that made them."),
        email: z.string().describe("The address of its owner."),
        calls: count.describe("Its calls of that time."),
      }),
    )
    .describe("The accounts with the most calls, most first."),
});

const StoreHealthRecord = z.object({
  name: z.enum(["documents", "usage"]).describe("Which store: that of documents, or that of usage."),
  is_available: z.boolean().describe("Whether the store accepted a write within two seconds."),
  duration_ms: milliseconds.describe("The milliseconds of the write."),
});

const RevenueRecord = z.object({
  currency: z.string().describe("The currency in ISO 4217, in lower case."),
  due: z.int().describe("The sum of all open invoices, in the currency's minor unit."),
  paid: z.int().describe("The sum of the payments of the current UTC month."),
});

const ServerCheckRecord = z.object({
  check: z.string().describe("The name of the check."),
  level: z
    .enum(["ok", "warning", "fault"])
    .describe(
      "How serious the finding is. `fault`: the server does not work as configured; `warning`: it may not be as intended.",
    ),
  message: z.string().describe("The finding, in a sentence for people."),
  advice: z.string().nullable().describe("The next step of the operator."),
});

/** The state of the server for its operators. */
export const OverviewRecord = z.object({
  load: LoadRecord.nullable().describe(
    "The load of the process that answers; null if the host does not count it.",
  ),
  stores: z.array(StoreHealthRecord).describe("The health of the stores."),
  checks: z
    .array(ServerCheckRecord)
    .nullable()
    .describe(
      "The checks of `tools-api doctor`, about a minute old at most; null while the first ones run, and if the host has none.",
    ),
  report: ServerReportRecord.nullable().describe(
    "The last 30 days of the whole server by its stores, the same in every process and about a minute old at most; null " +
      "while the first one is made, if that takes longer than a second.",
  ),
  decisions: z.array(DecisionRecord).describe("The matters that need a decision of an operator, by subject."),
  revenue: z.array(RevenueRecord).describe("The sums by currency."),
  is_revenue_complete: z
    .boolean()
    .describe(
      "False if more than 1,000 accounts owe an amount, or made more than 1,000 payments in the month.",
    ),
});

nameSchemas({
  OperatorOverview: OverviewRecord,
  ServerLoad: LoadRecord,
  StoreHealth: StoreHealthRecord,
  ServerCheck: ServerCheckRecord,
  Revenue: RevenueRecord,
});

const pingMs = 2_000;

/** Writes to a store and measures the time. */
async function healthOf(
  name: keyof Stores & ("documents" | "usage"),
  stores: Pick<AccountServices, "documents" | "usage">,
) {
  const startedAt = performance.now();
  let isAvailable = true;
  try {
    await withTimeout(pingMs, stores[name].ping(), () => new Error(`The store ${name} does not respond.`));
  } catch {
    isAvailable = false;
  }
  return { name, isAvailable, durationMs: Math.round((performance.now() - startedAt) * 10) / 10 };
}

async function loadRecord({ documents }: AccountServices, report: LoadReport) {
  const { since, calls, clientErrors, serverErrors, latency, queues, topAccounts } = report;
  const top = await Promise.all(
    topAccounts.map(async ({ account, calls: made }) => ({
      account,
      email: (await getAccount(documents, account))?.value.email ?? "",
      calls: made,
    })),
  );
  return {
    since,
    calls,
    clientErrors,
    serverErrors,
    latencyMs: latency,
    queues: queues.map(({ name, load: { slots, slotsLimit, bytes, bytesLimit } }) => ({
      name,
      slots,
      slotsLimit,
      bytes,
      bytesLimit: Number.isFinite(bytesLimit) ? bytesLimit : null,
    })),
    topAccounts: top,
  };
}

export const getOverview = operatorRoute({
  method: "GET",
  path: "/operator/overview",
  operationId: "operator-get-overview",
  summary:
    "Get the last 30 days of the server, what waits for an operator, the load, the stores, the checks and the revenue.",
  description:
    "The report is that of all processes, by the stores. The load is that of the process that answers, in the last hour at " +
    "most; `/metrics` has the figures of every process.",
  status: 200,
  answer: OverviewRecord,
  example: ({ endpoints }) => ({
    answer: {
      load: {
        since: "2026-11-21T12:04:00.000Z",
        calls: 5120,
        client_errors: 38,
        server_errors: 1,
        latency_ms: { p50: 2.4, p95: 22.6, p99: 107.6 },
        queues: [
          {
            name: endpoints[0]?.split("/").at(-1),
            slots: 3,
            slots_limit: 64,
            bytes: 81_920,
            bytes_limit: 67_108_864,
          },
        ],
        top_accounts: [{ account: accountExample.id, email: accountExample.email, calls: 4210 }],
      },
      stores: [
        { name: "documents", is_available: true, duration_ms: 1.2 },
        { name: "usage", is_available: true, duration_ms: 0.8 },
      ],
      checks: [
        {
          check: "disk",
          level: "warning",
          message: "The disk of the database has 0.8 GB left.",
          advice: "Free space, or move the database to a larger disk.",
        },
      ],
      report: serverReportExample,
      decisions: [{ subject: "failed_mails", count: 2 }],
      revenue: [{ currency: "usd", due: 1048, paid: 2900 }],
      is_revenue_complete: true,
    },
  }),
  async handle({ services, now }) {
    const revenue = await getRevenue(services.documents, now);
    const [documents, usage, load, checks, report, decisions] = await Promise.all([
      healthOf("documents", services),
      healthOf("usage", services),
      services.load && loadRecord(services, services.load.report()),
      services.checks(),
      services.report(),
      listDecisions(services, revenue),
    ]);
    return {
      load: load ?? null,
      stores: [documents, usage],
      checks: checks && checks.map(({ advice = null, ...found }) => ({ ...found, advice })),
      report,
      decisions,
      revenue: revenue.currencies,
      isRevenueComplete: revenue.isComplete,
    };
  },
});
