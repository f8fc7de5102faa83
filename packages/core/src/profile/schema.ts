import { z } from "zod";
import { accountStatuses, PlanName, Price, Quota } from "../identity/account-terms.ts";
import { Scope } from "../identity/scopes.ts";
import { nameSchemas } from "../schema/schema-names.ts";
import { parameter } from "../schema/validate.ts";
import { preciseTimestamp, timestamp } from "../schema/wire.ts";

/** The parameters of `GET /v1/user/profile`, and the options of `getProfile`. */
export const ProfileRequest = z.strictObject({
  include_stats: parameter("true or false", z.boolean().default(false), {
    purpose: "Adds `stats`, the counts of calls, which take longer to read.",
  }),
});

/** The body of `GET /v1/user/profile`. */
export const ProfileRecord = z
  .object({
    id: z
      .string()
      .describe("The id of the account, such as `acct_UC0zuL8FAzkuapBgSj3Uff`. It never changes."),
    email: z.string().describe("The email address of the owner, which can change."),
    name: z.string().describe("The name of the account; empty if none was set."),
    created_at: preciseTimestamp.describe("When the account was opened."),
    status: z
      .enum(accountStatuses)
      .describe("Whether calls work: not if it is `suspended` by the operator or `closed`."),
    plan: z
      .object({
        name: PlanName.describe("The name of the plan, such as `pro`."),
        daily_limit: z.int().describe("The calls of a UTC day: those of the plan, or an agreed number."),
        price: Price,
        current_period_start: timestamp.describe("When the billed month began."),
        current_period_end: timestamp.describe(
          "When the billed month ends. The instant itself is not part of it.",
        ),
      })
      .describe("The plan of the account now."),
    quota: Quota,
    credential: z
      .object({
        method: z
          .enum(["api_key", "oauth2", "jwt"])
          .describe(
            "How the call signed in: with an API key, an OAuth token of this server, or a JWT of another.",
          ),
        id: z
          .string()
          .describe(
            "The id of the key or the application, such as `key_9Xb2mUu4UnQvO3zZ0tGSyl`; never the secret.",
          ),
        name: z.string().describe("The name of the key or the application, such as `Live site`."),
        scopes: z.array(Scope).describe("The calls that the credential may make."),
        expires_at: timestamp.nullable().describe("When the credential stops working; `null` if never."),
      })
      .describe("The credential of this call."),
    stats: z
      .object({
        calls_today: z.int().describe("The counted calls of this UTC day, this one included."),
        calls_last_7_days: z.int().describe("The counted calls of the last 7 UTC days, today included."),
        calls_last_30_days: z.int().describe("The counted calls of the last 30 UTC days, today included."),
        calls_total: z.int().describe("All counted calls of the account."),
        success_rate_last_30_days: z
          .number()
          .min(0)
          .max(1)
          .nullable()
          .describe("The share of ended calls in 30 days that succeeded; `null` if none ended."),
        by_endpoint_last_30_days: z
          .record(z.string(), z.int())
          .describe(
            "The calls of 30 days by endpoint: the installed tools, `usage` and `profile`, then every other name " +
              "under which calls were metered.",
          ),
        first_call_at: timestamp.nullable().describe("When the first call was made; `null` before it."),
        last_call_at: timestamp.nullable().describe("When the last call was made; `null` before the first."),
      })
      .optional()
      .describe("Counts of calls. Only with `include_stats`."),
  })
  .describe("The calling account, with its plan and its allowance.");

nameSchemas({
  Profile: ProfileRecord,
  ProfilePlan: ProfileRecord.shape.plan,
  ProfileStats: ProfileRecord.shape.stats.unwrap(),
  Credential: ProfileRecord.shape.credential,
});
