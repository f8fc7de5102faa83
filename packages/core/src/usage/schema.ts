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

const date = parameter(
  "a date as YYYY-MM-DD from 1970-01-01 to 9999-12-30",
  z.string().refine(isDate).meta({ format: "date" }).optional(),
);

/** The dimensions of a grouped report. */
const groupings = ["endpoint", "key"] as const;

/** The parameters of `GET /v1/analytics/usage`, and the options of `getUsage`. */
export const UsageRequest = z.strictObject({
  start_date: date,
  end_date: date,
  granularity: parameter('"hour", "day", "week" or "month"', z.enum(granularities).default("day"), {
    also: '"hourly", "daily", "weekly" and "monthly"',
    read: (value) => adverbs.get(typeof value === "string" ? value.toLowerCase() : value) ?? value,
  }),
  timezone: parameter(
    "an IANA time zone name such as Europe/Berlin",
    z.string().refine(isTimeZone).default("UTC"),
  ),
  group_by: parameter('"endpoint" or "key"', z.enum(groupings).default("endpoint")),
  credential: parameter(
    "the id of a key, a client or a grant: 1 to 128 letters, digits, dots, dashes or underscores",
    z
      .string()
      .regex(/^[A-Za-z0-9._-]{1,128}$/)
      .optional(),
  ),
  endpoint: parameter("the name of an endpoint in `by_endpoint`", z.string().min(1).max(200).optional()),
});

const counts = {
  calls: z.int().min(0),
  units: z.int().min(0).describe("The units of these calls. The units of a UTC day equal `quota.used`."),
  succeeded: z.int().min(0),
  failed: z.int().min(0),
  server_errors: z.int().min(0),
  rejected: z.int().min(0),
  bytes_in: z.int().min(0),
  bytes_out: z.int().min(0),
};
const totals = { ...counts, average_duration_ms: z.number().min(0) };

/** The body of `GET /v1/analytics/usage`. */
export const UsageReportRecord = z.object({
  account_id: z.string(),
  plan: PlanName,
  start_date: z.iso.date(),
  end_date: z.iso.date(),
  granularity: z.enum(granularities),
  timezone: z.string(),
  exact_from: timestamp
    .nullable()
    .describe(
      "Old usage, of more than 400 days ago by default, is stored per UTC day and counts in the period that contains that day's 00:00 UTC. `null` if every period is exact. Otherwise only periods that start at or after this instant are exact.",
    ),
  totals: z.object(totals),
  by_endpoint: z
    .array(z.object({ endpoint: z.string(), ...totals }))
    .describe(
      "The installed tools, `usage` and `profile`, then every other name under which calls of the range were metered, in alphabetical order.",
    ),
  by_key: z
    .array(z.object({ credential: z.string().nullable(), ...totals }))
    .optional()
    .describe(
      "With `group_by=key`: the credentials with the most calls, at most 100, by id. `null` stands for all other calls: those of further credentials, and those before the server stored credentials. On each UTC day, a server stores the first 16 credentials of an account separately.",
    ),
  series: z.array(z.object({ start: timestamp, end: timestamp, ...totals })),
  quota: Quota,
});

nameSchemas({
  UsageReport: UsageReportRecord,
  UsageTotals: UsageReportRecord.shape.totals,
  EndpointUsage: UsageReportRecord.shape.by_endpoint.element,
  KeyUsage: UsageReportRecord.shape.by_key.unwrap().element,
  UsagePeriod: UsageReportRecord.shape.series.element,
});
