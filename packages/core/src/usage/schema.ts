import { z } from "zod";
import { PlanName, Quota } from "../identity/account-terms.ts";
import { nameSchemas } from "../schema/schema-names.ts";
import { parameter } from "../schema/validate.ts";
import { timestamp } from "../schema/wire.ts";
import { isTimeZone } from "./time-zone.ts";

/** The lengths of a period in a usage report. */
export const granularities = ["hour", "day", "week", "month"] as const;

/** The adverbs of the periods. */
const adverbs: ReadonlyMap<unknown, string> = new Map([
  ["hourly", "hour"],
  ["daily", "day"],
  ["weekly", "week"],
  ["monthly", "month"],
]);

/**
 * Returns whether a text is a calendar date. The last accepted date ends before the year 10000 in every zone, because
 * RFC 3339 has four-digit years.
 */
function isDate(value: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(value) || value < "1970-01-01" || value > "9999-12-30") return false;
  const time = Date.parse(`${value}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(value);
}

/** Returns the schema of a date in a request. */
function date(purpose: string) {
  return parameter(
    "a date as YYYY-MM-DD from 1970-01-01 to 9999-12-30",
    z.string().refine(isDate).meta({ format: "date" }).optional(),
    { purpose },
  );
}

/** The dimensions of a grouped report. */
const groupings = ["endpoint", "key"] as const;

/** The parameters of `GET /v1/analytics/usage`, and the options of `getUsage`. */
export const UsageRequest = z.strictObject({
  start_date: date(
    "The first day of the report, in `timezone`, as YYYY-MM-DD. At most 366 days before `end_date`, or 31 by hour. " +
      "Default: 29 days before `end_date`.",
  ),
  end_date: date("The last day of the report, included, in `timezone`, as YYYY-MM-DD. Default: today."),
  granularity: parameter('"hour", "day", "week" or "month"', z.enum(granularities).default("day"), {
    purpose: "The length of the periods in `series`. Weeks begin on Monday, months on the first.",
    also: '"hourly", "daily", "weekly" and "monthly"',
    read: (value) => adverbs.get(typeof value === "string" ? value.toLowerCase() : value) ?? value,
  }),
  timezone: parameter(
    "an IANA time zone name such as Europe/Berlin",
    z.string().refine(isTimeZone).default("UTC"),
    {
      purpose:
        "The IANA time zone in which days begin, such as `Europe/Berlin`. The allowance resets at 00:00 UTC in every zone.",
    },
  ),
  group_by: parameter('"endpoint" or "key"', z.enum(groupings).default("endpoint"), {
    purpose: "Adds a breakdown: with `key`, `by_key` tells which credentials made the calls.",
  }),
  credential: parameter(
    "the id of a key, a client or a grant: 1 to 128 letters, digits, dots, dashes or underscores",
    z
      .string()
      .regex(/^[A-Za-z0-9._-]{1,128}$/)
      .optional(),
    {
      purpose:
        "Counts only the calls of one key, client or grant, by its id. Default: all. Example: `key_9Xb2mUu4UnQvO3zZ0tGSyl`.",
    },
  ),
  endpoint: parameter("the name of an endpoint in `by_endpoint`", z.string().min(1).max(200).optional(), {
    purpose:
      "Counts only the calls of one endpoint, by its name in `by_endpoint`, such as `profile`. Default: all.",
  }),
});

const counts = {
  calls: z.int().min(0).describe("The calls that count, running ones included."),
  units: z
    .int()
    .min(0)
    .describe(
      "The units that the calls took from the allowance: more than `calls` if one counts several times. The units " +
        "of a UTC day equal `quota.used`.",
    ),
  succeeded: z.int().min(0).describe("The calls that were answered with 2xx or 3xx."),
  failed: z
    .int()
    .min(0)
    .describe(
      "The calls that were answered with a 4xx that counts (400, 406, 413, 415, 422), because of their input.",
    ),
  server_errors: z
    .int()
    .min(0)
    .describe("The calls that failed with 5xx. They were refunded and are not part of `calls`."),
  rejected: z.int().min(0).describe("The calls that were refused with 429. They are not part of `calls`."),
  bytes_in: z.int().min(0).describe("The bytes of the requests' bodies, which you sent."),
  bytes_out: z.int().min(0).describe("The bytes of the responses' bodies, which you received."),
};
const totals = {
  ...counts,
  average_duration_ms: z
    .number()
    .min(0)
    .describe("The mean milliseconds on the server, from the whole request to the response."),
};

/** The body of `GET /v1/analytics/usage`. */
export const UsageReportRecord = z
  .object({
    account_id: z.string().describe("The id of the account whose usage this is."),
    plan: PlanName.describe("The plan of the account now."),
    start_date: z.iso.date().describe("The first day of the report, as it was applied."),
    end_date: z.iso.date().describe("The last day of the report, included, as it was applied."),
    granularity: z.enum(granularities).describe("The length of the periods in `series`."),
    timezone: z.string().describe("The IANA time zone in which the days begin."),
    exact_from: timestamp
      .nullable()
      .describe(
        "The instant from which periods are exact; `null` if all are. Older usage, of more than 400 days ago by " +
          "default, is stored per UTC day and counts in the period that contains that day's 00:00 UTC.",
      ),
    totals: z.object(totals).describe("The sums of the whole range."),
    by_endpoint: z
      .array(
        z
          .object({
            endpoint: z.string().describe("The name of the endpoint, such as `profile`."),
            ...totals,
          })
          .describe("The sums of one endpoint."),
      )
      .describe(
        "The sums by endpoint: the installed tools, `usage` and `profile`, then every other name under which calls " +
          "of the range were metered, in alphabetical order.",
      ),
    by_key: z
      .array(
        z
          .object({
            credential: z
              .string()
              .nullable()
              .describe("The id of the credential; `null` for all calls that are not stored by credential."),
            ...totals,
          })
          .describe("The sums of one credential."),
      )
      .optional()
      .describe(
        "The sums by credential, with `group_by=key`: those with the most calls, at most 100, by id. `null` " +
          "stands for all other calls: those of further credentials, and those before the server stored " +
          "credentials. On each UTC day, a server stores the first 16 credentials of an account separately.",
      ),
    series: z
      .array(
        z
          .object({
            start: timestamp.describe("When the period begins."),
            end: timestamp.describe("When the period ends. The instant itself is not part of it."),
            ...totals,
          })
          .describe("The sums of one period."),
      )
      .describe("The sums by period, oldest first. Periods without calls are listed."),
    quota: Quota,
  })
  .describe("The usage of an account.");

nameSchemas({
  UsageReport: UsageReportRecord,
  UsageTotals: UsageReportRecord.shape.totals,
  EndpointUsage: UsageReportRecord.shape.by_endpoint.element,
  KeyUsage: UsageReportRecord.shape.by_key.unwrap().element,
  UsagePeriod: UsageReportRecord.shape.series.element,
});
