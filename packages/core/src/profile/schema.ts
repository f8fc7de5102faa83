import { z } from "zod";
import { accountStatuses, PlanName, Price, Quota } from "../identity/account-terms.ts";
import { Scope } from "../identity/scopes.ts";
import { nameSchemas } from "../schema/schema-names.ts";
import { parameter } from "../schema/validate.ts";
import { preciseTimestamp, timestamp } from "../schema/wire.ts";

/** The parameters of `GET /v1/user/profile`, and the options of `getProfile`. */
export const ProfileRequest = z.strictObject({
  include_stats: parameter("true or false", z.boolean().default(false)),
});

/** The body of `GET /v1/user/profile`. */
export const ProfileRecord = z.object({
  id: z.string(),
  email: z.string(),
  name: z.string(),
  created_at: preciseTimestamp,
  status: z.enum(accountStatuses),
  plan: z.object({
    name: PlanName,
    daily_limit: z.int(),
    price: Price,
    current_period_start: timestamp,
    current_period_end: timestamp,
  }),
  quota: Quota,
  credential: z.object({
    method: z.enum(["api_key", "oauth2", "jwt"]),
    id: z.string(),
    name: z.string(),
    scopes: z.array(Scope),
    expires_at: timestamp.nullable(),
  }),
  stats: z
    .object({
      calls_today: z.int(),
      calls_last_7_days: z.int(),
      calls_last_30_days: z.int(),
      calls_total: z.int(),
      success_rate_last_30_days: z.number().min(0).max(1).nullable(),
      by_endpoint_last_30_days: z
        .record(z.string(), z.int())
        .describe(
          "Calls by endpoint: the installed tools, `usage` and `profile`, then every other name under which calls were metered.",
        ),
      first_call_at: timestamp.nullable(),
      last_call_at: timestamp.nullable(),
    })
    .optional(),
});

nameSchemas({
  Profile: ProfileRecord,
  ProfilePlan: ProfileRecord.shape.plan,
  ProfileStats: ProfileRecord.shape.stats.unwrap(),
  Credential: ProfileRecord.shape.credential,
});
