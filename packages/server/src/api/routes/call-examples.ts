import type { ExampleSource, OperationExample } from "../../http/operation-example.ts";

const none = {
  calls: 0,
  units: 0,
  succeeded: 0,
  failed: 0,
  server_errors: 0,
  rejected: 0,
  bytes_in: 0,
  bytes_out: 0,
};

const unused = { ...none, average_duration_ms: 0 };

/** The calls of the tools, by their order. Further tools have none. */
const callsOfTools = [
  {
    ...none,
    calls: 19,
    units: 19,
    succeeded: 19,
    bytes_in: 1079,
    bytes_out: 10939,
    average_duration_ms: 14.8,
  },
  { ...none, calls: 1, units: 1, succeeded: 1, bytes_in: 184, bytes_out: 406, average_duration_ms: 31.4 },
];

const callsOfOthers: Readonly<Record<string, typeof unused>> = {
  usage: { ...unused, calls: 1, units: 1 },
  profile: { ...none, calls: 1, units: 1, succeeded: 1, bytes_out: 865, average_duration_ms: 1.6 },
};

function listCalls({ endpoints }: ExampleSource) {
  return endpoints.map((endpoint, index) => ({
    endpoint,
    ...(callsOfOthers[endpoint] ?? callsOfTools[index] ?? unused),
  }));
}

function quotaOf(calls: number) {
  return {
    policy: "daily",
    limit: 1000,
    used: calls,
    remaining: 1000 - calls,
    resets_at: "2026-11-22T00:00:00Z",
  };
}

/** Returns the example of a usage report. */
export function usageExample(source: ExampleSource): OperationExample {
  const endpoints = listCalls(source);
  const sum = (count: keyof typeof none) => endpoints.reduce((total, counts) => total + counts[count], 0);
  const [calls, succeeded] = [sum("calls"), sum("succeeded")];
  const durations = endpoints.reduce(
    (total, counts) => total + counts.succeeded * counts.average_duration_ms,
    0,
  );
  const totals = {
    ...none,
    calls,
    units: calls,
    succeeded,
    bytes_in: sum("bytes_in"),
    bytes_out: sum("bytes_out"),
    average_duration_ms: Math.round((durations / succeeded) * 10) / 10,
  };
  return {
    parameters: { start_date: "2026-11-20", end_date: "2026-11-21", granularity: "day", timezone: "UTC" },
    answer: {
      account_id: "acct_UC0zuL8FAzkuapBgSj3Uff",
      plan: "free",
      start_date: "2026-11-20",
      end_date: "2026-11-21",
      granularity: "day",
      timezone: "UTC",
      exact_from: null,
      totals,
      by_endpoint: endpoints,
      series: [
        { start: "2026-11-20T00:00:00Z", end: "2026-11-21T00:00:00Z", ...unused },
        { start: "2026-11-21T00:00:00Z", end: "2026-11-22T00:00:00Z", ...totals },
      ],
      quota: quotaOf(calls),
    },
  };
}

/** Returns the example of a profile. */
export function profileExample(source: ExampleSource): OperationExample {
  // The profile was read before the usage.
  const endpoints = listCalls(source).map(({ endpoint, calls }) => ({
    endpoint,
    calls: endpoint === "usage" ? 0 : calls,
  }));
  const calls = endpoints.reduce((total, counts) => total + counts.calls, 0);
  return {
    parameters: { include_stats: true },
    answer: {
      id: "acct_UC0zuL8FAzkuapBgSj3Uff",
      email: "ada@example.com",
      name: "Ada",
      created_at: "2026-11-02T09:14:07.000Z",
      status: "active",
      plan: {
        name: "free",
        daily_limit: 1000,
        price: { amount: 0, currency: "usd" },
        current_period_start: "2026-11-02T09:14:07Z",
        current_period_end: "2026-12-02T09:14:07Z",
      },
      quota: quotaOf(calls),
      credential: {
        method: "api_key",
        id: "key_rRsJ7xqfxEZ8goBe6P7FIe",
        name: "default",
        scopes: source.scopes.calls,
        expires_at: null,
      },
      stats: {
        calls_today: calls,
        calls_last_7_days: calls,
        calls_last_30_days: calls,
        calls_total: calls,
        success_rate_last_30_days: 1,
        by_endpoint_last_30_days: Object.fromEntries(
          endpoints.map((counts) => [counts.endpoint, counts.calls]),
        ),
        first_call_at: "2026-11-21T12:33:51Z",
        last_call_at: "2026-11-21T12:54:11Z",
      },
    },
  };
}
