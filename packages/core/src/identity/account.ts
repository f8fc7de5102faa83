import { z } from "zod";
import { accountStatuses, BillingDetails, PlanName } from "./account-terms.ts";
import { StoredName } from "../schema/name.ts";
import { StoredInstant } from "../schema/wire.ts";

/** The plan of an account, with the terms that it bought or that were agreed. */
const AccountPlan = z.object({
  plan: PlanName,
  /** The version of the plan that the account bought. Absent: 1. */
  planVersion: z.int().positive().optional(),
  /** Calls per day that were agreed for this account; `null` for the limit of the plan. */
  dailyLimit: z.int().positive().nullable(),
  /** The price of a billing cycle that was agreed for this account, in minor units. Absent: the price of the plan. */
  agreedPrice: z.int().min(0).optional(),
});

export type AccountPlan = z.infer<typeof AccountPlan>;

/** A version of a plan. */
export type PlanVersion = Pick<AccountPlan, "plan" | "planVersion">;

/** An account: the owner of keys, usage and a plan. Instants are epoch milliseconds. */
export const Account = z.object({
  id: z.string(),
  email: z.string(),
  name: StoredName,
  /** The instant at which the owner proved to read the mail of the address. Absent until then. */
  emailVerifiedAt: StoredInstant.optional(),
  /** The address that the owner wants instead and has not confirmed. Absent if there is none. */
  pendingEmail: z.string().optional(),
  /** False if the owner does not want mail about the allowance. */
  allowanceMails: z.literal(false).optional(),
  /** `closed` is permanent. Only the account's usage, invoices and ledger remain. */
  status: z.enum(accountStatuses),
  /** Absent for a customer. */
  role: z.literal("operator").optional(),
  /** Present while the account is suspended. */
  suspension: z
    .object({
      reason: z.string(),
      at: StoredInstant,
      /** The plan and the price of the interrupted segment, which continue at a reactivation before `until`. */
      resumes: z.object({ plan: PlanName, price: z.int().min(0), until: StoredInstant }).optional(),
    })
    .optional(),
  ...AccountPlan.shape,
  createdAt: StoredInstant,
  /** The instant from which billing cycles are counted. */
  cycleAnchor: StoredInstant,
  /** The plan change that takes effect at `at`, the end of a billing cycle. Absent if none is scheduled. */
  scheduled: AccountPlan.extend({ at: StoredInstant }).optional(),
  /** The buyer on later invoices. Absent if the owner has given none. */
  billingDetails: BillingDetails.optional(),
  /** Incremented to end all sessions and sign-in links. Absent until the first time. */
  sessionEpoch: z.int().positive().optional(),
  /** Incremented to end all keys, clients and grants. Absent until the first time. */
  credentialEpoch: z.int().positive().optional(),
});

/** The roles of an account. */
export const roles = ["operator", "customer"] as const;

export type Account = z.infer<typeof Account>;
