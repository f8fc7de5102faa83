import { type Account, accountStatuses, getPasswordHash, PlanName } from "@tools-api/core/accounts";
import { PartyRecord, termsAt } from "@tools-api/core/billing";
import { type Camelized, nameSchemas, preciseTimestamp } from "@tools-api/core/internal/schema";
import { z } from "zod";
import type { AccountServices } from "../../session/services.ts";

/** The account as its owner sees it. */
export const AccountRecord = z
  .object({
    id: z
      .string()
      .describe("The id of the account, such as `acct_UC0zuL8FAzkuapBgSj3Uff`. It never changes."),
    email: z.string().describe("The address with which the owner signs in."),
    email_verified_at: preciseTimestamp
      .nullable()
      .describe("When the owner confirmed the address by a link in a mail; null until then."),
    pending_email: z
      .string()
      .nullable()
      .describe(
        "The address that the owner wants instead, until a link in a mail confirms it; null without one.",
      ),
    allowance_mails: z
      .boolean()
      .describe("Whether the owner gets mail at 80 and 100 percent of the daily calls."),
    name: z.string().describe("The name of the account; empty if none was set."),
    status: z
      .enum(accountStatuses)
      .describe("Whether calls work: not if it is `suspended` by the operator or `closed`."),
    created_at: preciseTimestamp.describe("When the account was opened."),
    plan: z
      .object({
        name: PlanName.describe("The name of the plan, such as `free`."),
        daily_limit: z.int().describe("The calls of a UTC day: those of the plan, or an agreed number."),
      })
      .describe("The plan of the account now."),
    has_password: z.boolean().describe("Whether the owner can sign in with a password."),
    billing_details: PartyRecord.nullable().describe("The buyer on later invoices."),
  })
  .describe("An account.");

nameSchemas({ Account: AccountRecord, AccountPlan: AccountRecord.shape.plan });

/** An example, from a real response. */
export const accountExample = {
  id: "acct_UC0zuL8FAzkuapBgSj3Uff",
  email: "ada@example.com",
  email_verified_at: "2026-11-02T09:15:44.000Z",
  pending_email: null,
  allowance_mails: true,
  name: "Ada",
  status: "active",
  created_at: "2026-11-02T09:14:07.000Z",
  plan: { name: "free", daily_limit: 1000 },
  has_password: true,
  billing_details: null,
};

export type AccountRecord = Camelized<z.output<typeof AccountRecord>>;

/** Returns the record of an account. */
export async function accountRecord({ documents, plans, clock }: AccountServices, account: Account) {
  const now = clock.now();
  const { plan, dailyLimit } = termsAt(account, plans, now);
  return {
    id: account.id,
    email: account.email,
    emailVerifiedAt: account.emailVerifiedAt ?? null,
    pendingEmail: account.pendingEmail ?? null,
    allowanceMails: account.allowanceMails ?? true,
    name: account.name,
    status: account.status,
    createdAt: account.createdAt,
    plan: { name: plan, dailyLimit },
    billingDetails: account.billingDetails ?? null,
    hasPassword: (await getPasswordHash(documents, account.id)) !== null,
  };
}
