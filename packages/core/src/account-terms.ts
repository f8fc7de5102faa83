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

/** The name, address and tax number of a seller or buyer, as stored. */
export const BillingDetails = z.object({
  name: z.string(),
  /** The lines of the postal address. */
  address: z.array(z.string()),
  taxId: z.string().nullable(),
});

export const Quota = z.object({
  policy: z.literal("daily"),
  limit: z.int(),
  used: z.int(),
  remaining: z.int(),
  resets_at: timestamp,
});

nameSchemas({ Price, Quota });
