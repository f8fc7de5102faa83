import type { Endpoint } from "@tools-api/core/usage";
import type { OperationExample } from "./operation-example.ts";

const none = {
  calls: 0,
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
  totals: { ...none, calls: 22, succeeded: 21, bytes_in: 1263, bytes_out: 12210, average_duration_ms: 15 },
  by_endpoint: [
    {
      endpoint: "text-analyzer",
      ...none,
      calls: 19,
      succeeded: 19,
      bytes_in: 1079,
      bytes_out: 10939,
      average_duration_ms: 14.8,
    },
    {
      endpoint: "image-converter",
      ...none,
      calls: 1,
      succeeded: 1,
      bytes_in: 184,
      bytes_out: 406,
      average_duration_ms: 31.4,
    },
    { endpoint: "usage", ...none, calls: 1, average_duration_ms: 0 },
    { endpoint: "profile", ...none, calls: 1, succeeded: 1, bytes_out: 865, average_duration_ms: 1.6 },
  ],
  series: [
    { start: "2026-11-20T00:00:00Z", end: "2026-11-21T00:00:00Z", ...none },
    {
      start: "2026-11-21T00:00:00Z",
      end: "2026-11-22T00:00:00Z",
      ...none,
      calls: 22,
      succeeded: 21,
      bytes_in: 1263,
      bytes_out: 12210,
    },
  ],
  quota: { policy: "daily", limit: 1000, used: 22, remaining: 978, resets_at: "2026-11-22T00:00:00Z" },
};

/** Examples of the four endpoints, from real responses. */
export const callExamples = {
  "text-analyzer": {
    body: { text: "Not bad at all, but the ending ruined it.", analysis_type: "sentiment,keywords" },
    answer: {
      analysis_type: ["sentiment", "keywords"],
      language: { code: "en", name: "English", confidence: 1, detected: true, alternatives: [] },
      offset_unit: "utf16",
      sentiment: {
        label: "negative",
        score: -0.986,
        magnitude: 0.986,
        confidence: { positive: 0.002, neutral: 0.01, negative: 0.988 },
        sentences: [
          {
            text: "Not bad at all, but the ending ruined it.",
            start: 0,
            end: 41,
            label: "negative",
            score: -0.986,
          },
        ],
        evidence: [
          { text: "Not bad", start: 0, end: 7, weight: 0.245, negated: true },
          { text: "ruined", start: 31, end: 37, weight: -0.667, negated: false },
        ],
      },
      keywords: [{ text: "ending", score: 1, count: 1, mentions: [{ start: 24, end: 30 }] }],
      statistics: { characters: 41, words: 9, sentences: 1, paragraphs: 1 },
      warnings: [],
      model_version: "2026-11",
    },
  },
  // A blue square of 8 × 8 pixels.
  "image-converter": {
    parameters: { format: "webp", width: 1200 },
    body: {
      image:
        "iVBORw0KGgoAAAANSUhEUgAAAAgAAAAICAMAAADz0U65AAAAA1BMVEUfT9hP6dC7AAAACXBIWXMAAAPoAAAD6AG1e1JrAAAADElEQVQImWNgoA4AAABIAAF7pRHIAAAAAElFTkSuQmCC",
      format: "webp",
      lossless: true,
    },
    answer: {
      image: "UklGRh4AAABXRUJQVlA4TBEAAAAvB8ABAAfQp34Uu/+BiOh/AAA=",
      format: "webp",
      content_type: "image/webp",
      width: 8,
      height: 8,
      pages: 1,
      bytes: 38,
      quality: null,
      lossless: true,
      original: {
        format: "png",
        content_type: "image/png",
        width: 8,
        height: 8,
        pages: 1,
        bytes: 105,
        orientation: 1,
        has_alpha: false,
        bit_depth: 8,
        color_space: "srgb",
      },
      compression_ratio: 2.76,
      duration_ms: 28.1,
      warnings: [],
    },
  },
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
} satisfies Record<Endpoint, OperationExample>;

/** Examples of the calls that do not count, from real responses. */
export const usageExamples = {
  "get-account-usage": callExamples.usage,
} satisfies Record<string, OperationExample>;
