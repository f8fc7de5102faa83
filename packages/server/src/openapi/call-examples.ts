import type { OperationExample } from "./operation-example.ts";

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

const usage = {
  account_id: "acct_UC0zuL8FAzkuapBgSj3Uff",
  plan: "free",
  start_date: "2026-11-20",
  end_date: "2026-11-21",
  granularity: "day",
  timezone: "UTC",
  exact_from: null,
  totals: {
    ...none,
    calls: 22,
    units: 22,
    succeeded: 21,
    bytes_in: 1263,
    bytes_out: 12210,
    average_duration_ms: 15,
  },
  by_endpoint: [
    {
      endpoint: "text-analyzer",
      ...none,
      calls: 19,
      units: 19,
      succeeded: 19,
      bytes_in: 1079,
      bytes_out: 10939,
      average_duration_ms: 14.8,
    },
    {
      endpoint: "image-converter",
      ...none,
      calls: 1,
      units: 1,
      succeeded: 1,
      bytes_in: 184,
      bytes_out: 406,
      average_duration_ms: 31.4,
    },
    { endpoint: "usage", ...none, calls: 1, units: 1, average_duration_ms: 0 },
    {
      endpoint: "profile",
      ...none,
      calls: 1,
      units: 1,
      succeeded: 1,
      bytes_out: 865,
      average_duration_ms: 1.6,
    },
  ],
  series: [
    { start: "2026-11-20T00:00:00Z", end: "2026-11-21T00:00:00Z", ...none },
    {
      start: "2026-11-21T00:00:00Z",
      end: "2026-11-22T00:00:00Z",
      ...none,
      calls: 22,
      units: 22,
      succeeded: 21,
      bytes_in: 1263,
      bytes_out: 12210,
    },
  ],
  quota: { policy: "daily", limit: 1000, used: 22, remaining: 978, resets_at: "2026-11-22T00:00:00Z" },
};

/** Examples of the endpoints that are not tools, from real responses. */
export const callExamples = {
  usage: {
    parameters: { start_date: "2026-11-20", end_date: "2026-11-21", granularity: "day", timezone: "UTC" },
    answer: usage,
  },
  profile: {
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
      quota: { policy: "daily", limit: 1000, used: 21, remaining: 979, resets_at: "2026-11-22T00:00:00Z" },
      credential: {
        method: "api_key",
        id: "key_rRsJ7xqfxEZ8goBe6P7FIe",
        name: "default",
        scopes: ["text:analyze", "image:convert", "usage:read", "profile:read"],
        expires_at: null,
      },
      stats: {
        calls_today: 21,
        calls_last_7_days: 21,
        calls_last_30_days: 21,
        calls_total: 21,
        success_rate_last_30_days: 1,
        by_endpoint_last_30_days: { "text-analyzer": 19, "image-converter": 1, usage: 0, profile: 1 },
        first_call_at: "2026-11-21T12:33:51Z",
        last_call_at: "2026-11-21T12:54:11Z",
      },
    },
  },
} satisfies Record<string, OperationExample>;

/** Examples of the calls that do not count, from real responses. */
export const usageExamples = {
  "get-account-usage": callExamples.usage,
} satisfies Record<string, OperationExample>;
