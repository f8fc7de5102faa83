import { z } from "zod";
import { nameSchemas } from "./schema-names.ts";
import { timestamp } from "./wire.ts";

export const planNames = ["free", "pro", "enterprise"] as const;

export type PlanName = (typeof planNames)[number];

/** The statuses of an account. */
export const accountStatuses = ["active", "suspended", "closed"] as const;

export const Price = z.object({
  amount: z.int().min(0).describe("In the currency's minor unit."),
  currency: z.string().describe("ISO 4217, in lower case."),
});

export const Quota = z.object({
  policy: z.literal("daily"),
  limit: z.int(),
  used: z.int(),
  remaining: z.int(),
  resets_at: timestamp,
});

nameSchemas({ Price, Quota });
