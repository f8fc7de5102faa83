import { z } from "zod";
import { nameSchemas } from "../schema/schema-names.ts";
import { timestamp } from "../schema/wire.ts";

/** The name of a plan, which the operator chooses. */
export const PlanName = z.string().regex(/^[a-z][a-z0-9_-]{0,31}$/);

/** The name of a plan, which the operator chooses: at most 32 of a–z, 0–9, `_` and `-`, a letter first. */
export type PlanName = z.infer<typeof PlanName>;

/** The plan of accounts and invitations for which none is named: the default plan of `defaultPlans`. */
export const standardPlan = "free";

/** The statuses of an account. */
export const accountStatuses = ["active", "suspended", "closed"] as const;

export const Price = z
  .object({
    amount: z.int().min(0).describe("The amount in the currency's minor unit: `2900` is 29.00 US dollars."),
    currency: z.string().describe("The currency in ISO 4217, in lower case, such as `usd`."),
  })
  .describe("An amount of money that is not negative.");

/** The name, address and tax number of a seller or buyer, as stored. */
export const BillingDetails = z.object({
  name: z.string(),
  /** The lines of the postal address. */
  address: z.array(z.string()),
  taxId: z.string().nullable(),
});

export const Quota = z
  .object({
    policy: z
      .literal("daily")
      .describe("The limit that these numbers are of: that of the account per UTC day."),
    limit: z.int().describe("How many calls the account may make today."),
    used: z.int().describe("How many of them it has made, in units."),
    remaining: z.int().describe("How many of them it has left."),
    resets_at: timestamp.describe("When the allowance starts again: at the next 00:00 UTC."),
  })
  .describe("The allowance of today.");

nameSchemas({ Price, Quota });
