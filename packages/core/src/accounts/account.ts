import { z } from "zod";
import { accountStatuses, planNames } from "../schemas/account.ts";
import { StoredName } from "../schemas/name.ts";

/** Who owns keys, usage and a plan. Instants are RFC 3339 in UTC. */
export const Account = z.object({
  id: z.string(),
  email: z.string(),
  name: StoredName,
  /** `closed` is for good: nothing is left of its owner but what was used. */
  status: z.enum(accountStatuses),
  plan: z.enum(planNames),
  /** Calls a day that were agreed for this account alone; `null` for the plan's own. */
  dailyLimit: z.int().positive().nullable(),
  createdAt: z.iso.datetime(),
  /** The instant from which billing cycles are counted. */
  cycleAnchor: z.iso.datetime(),
  /** The change of plan that takes place at an instant, the end of a billing cycle; absent where there is none. */
  scheduled: z
    .object({
      plan: z.enum(planNames),
      dailyLimit: z.int().positive().nullable(),
      at: z.iso.datetime(),
    })
    .optional(),
  /** Raised to end all sessions and sign-in links; absent before. */
  sessionEpoch: z.int().positive().optional(),
  /** Raised to end all keys, clients and grants; absent before. */
  credentialEpoch: z.int().positive().optional(),
});

export type Account = z.infer<typeof Account>;
