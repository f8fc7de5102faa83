import { type Account, roles } from "@tools-api/core/accounts";
import { planAt, termsAt } from "@tools-api/core/billing";
import { type Camelized, nameSchemas, preciseTimestamp } from "@tools-api/core/internal/schema";
import { z } from "zod";
import type { AccountServices } from "../../session/services.ts";
import { accountExample, AccountRecord } from "../../account/call/account-record.ts";

const AccountPlanRecord = AccountRecord.shape.plan
  .extend({
    agreed_limit: z
      .int()
      .nullable()
      .describe("Calls per day that were agreed for this account; null for the limit of the plan."),
    version: z.int().describe("The version of the plan that the account bought."),
    agreed_price: z
      .int()
      .nullable()
      .describe(
        "The price of a billing cycle that was agreed, in minor units; null for the price of the plan.",
      ),
  })
  .describe("The plan of the account now, with what was agreed.");

const SuspensionRecord = z.object({
  reason: z.string().describe("Why the operator suspended the account. The owner reads it at the sign-in."),
  at: preciseTimestamp.describe("When the account was suspended."),
});

/** An account as an operator sees it. */
export const OperatorAccountRecord = AccountRecord.omit({ allowance_mails: true, has_password: true }).extend(
  {
    role: z.enum(roles).describe("The rights of the account: an `operator` manages all accounts."),
    suspension: SuspensionRecord.nullable().describe("Null unless the account is suspended."),
    plan: AccountPlanRecord,
  },
);

export type OperatorAccountRecord = Camelized<z.output<typeof OperatorAccountRecord>>;

const { allowance_mails: _, has_password: __, ...common } = accountExample;

export const operatorAccountExample = {
  ...common,
  role: "customer",
  suspension: null,
  plan: { ...accountExample.plan, version: 1, agreed_limit: null, agreed_price: null },
};

/** A page of accounts. */
export const OperatorAccountPage = z.object({
  items: z.array(OperatorAccountRecord).describe("The items of this page."),
  next: z
    .string()
    .nullable()
    .describe(
      "The `after` of the next page; null on the last page. A page can have fewer items than `limit`, or none, " +
        "although there are more.",
    ),
});

/** A sign-in link for the owner of an account. */
export const SignInLinkRecord = z.object({
  url: z.string().nullable().describe("The link, which works once. Null if it was sent by mail."),
  expires_at: preciseTimestamp.describe("When the link stops working."),
});

nameSchemas({
  OperatorAccount: OperatorAccountRecord,
  OperatorAccountPlan: AccountPlanRecord,
  Suspension: SuspensionRecord,
  OperatorAccountPage,
  SignInLink: SignInLinkRecord,
});

/** Returns the record of an account for operators. */
export function operatorAccountRecord(
  { plans, clock }: Pick<AccountServices, "plans" | "clock">,
  account: Account,
): OperatorAccountRecord {
  const now = clock.now();
  const { plan, version, dailyLimit } = termsAt(account, plans, now);
  const agreed = planAt(account, now);
  return {
    id: account.id,
    email: account.email,
    emailVerifiedAt: account.emailVerifiedAt ?? null,
    pendingEmail: account.pendingEmail ?? null,
    name: account.name,
    status: account.status,
    role: account.role ?? "customer",
    suspension: account.suspension ? { reason: account.suspension.reason, at: account.suspension.at } : null,
    createdAt: account.createdAt,
    billingDetails: account.billingDetails ?? null,
    plan: {
      name: plan,
      version,
      dailyLimit,
      agreedLimit: agreed.dailyLimit,
      agreedPrice: agreed.agreedPrice ?? null,
    },
  };
}
