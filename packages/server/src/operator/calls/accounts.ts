import { ToolsError } from "@tools-api/core";
import {
  accountStatuses,
  agreedLimit,
  changeAccount,
  closeAccount,
  createSignInLink,
  EmailAddress,
  PlanName,
  roles,
  searchAccounts,
  setRole,
  signInLinkMs,
} from "@tools-api/core/accounts";
import {
  agreedPlan,
  changePlan,
  InvoiceRecord,
  invoiceRecord,
  markInvoicePaid,
  type PlanChangeOrder,
  PlanChangeRecord,
  reactivateAccount,
  requirePlan,
  suspendAccount,
  Suspension,
  termsAt,
} from "@tools-api/core/billing";
import { parameter } from "@tools-api/core/internal/schema";
import { z } from "zod";
import { retryFailedPayments } from "../../account/plan/payment-routes.ts";
import { getPlan, planChangeExample } from "../../account/plan/routes.ts";
import { getInvoice, getInvoices, invoiceExample } from "../../account/plan/invoice-routes.ts";
import { sendVerification, sendSignInLink } from "../../mail/mail-requests.ts";
import { signInLinkUrl } from "../../mail/links.ts";
import { listAudit } from "../../account/profile/audit-routes.ts";
import { listClients, revokeClient } from "../../account/apps/clients.ts";
import { listGrants, revokeGrant } from "../../account/apps/grants.ts";
import { listKeys, revokeKey } from "../../account/keys/routes.ts";
import { defaultLimit, pageExample } from "../../account/call/page.ts";
import type { ManagementCall, ManagementRoute } from "../../account/call/route.ts";
import { listRequests } from "../../account/requests/requests-routes.ts";
import { endOtherSessions, listSessions } from "../../account/profile/sessions-routes.ts";
import { getUsage } from "../../account/report/usage-routes.ts";
import { paidInvoiceExample } from "./billing.ts";
import { accountRoot, onAccount, operatorRoute, requireRecentSignIn } from "./on-account.ts";
import {
  operatorAccountExample,
  OperatorAccountPage,
  operatorAccountRecord,
  OperatorAccountRecord,
  SignInLinkRecord,
} from "./records.ts";

const text = (most: number) => z.string().max(most).optional();

const AccountQuery = z.strictObject({
  query: parameter(
    "the beginning of an address, a domain with @, words of a name, an account id, a key id or the prefix of a key",
    text(300),
  ),
  plan: parameter("the name of a plan", PlanName.optional(), {
    purpose: "Only accounts on this plan. Default: all.",
  }),
  status: parameter(accountStatuses.join(", "), z.enum(accountStatuses).optional(), {
    purpose: "Only accounts with this status. Default: all.",
  }),
  past_due: parameter("true or false", z.boolean().optional(), {
    purpose: "Only accounts that owe an overdue invoice (`true`) or that do not (`false`). Default: all.",
  }),
  over_limit: parameter("true or false", z.boolean().optional(), {
    purpose:
      "Only accounts that used their allowance of today (`true`) or that did not (`false`). Default: all.",
  }),
  after: parameter("the `next` of the previous page of the same search", text(400), {
    purpose:
      "The place to continue from: the `next` of the previous page of the same search. Default: the first page.",
  }),
  limit: parameter("an integer from 1 to 100, by default 50", z.int().min(1).max(100).optional(), {
    purpose: "How many items a page has at most. Default: `50`.",
  }),
});

export const listAccounts = operatorRoute({
  method: "GET",
  path: "/operator/accounts",
  operationId: "operator-list-accounts",
  summary: "Search the accounts of the server.",
  description:
    "All conditions hold together. Without `query`, the accounts are in id order. A page can have fewer items than " +
    "`limit`, or none: continue until `next` is null.",
  query: AccountQuery,
  status: 200,
  answer: OperatorAccountPage,
  example: pageExample(operatorAccountExample, { query: "ada", limit: 20 }),
  async handle({ services, query }) {
    const { past_due: pastDue, over_limit: overLimit, limit = defaultLimit, ...search } = query;
    if (search.plan !== undefined) requirePlan(services.plans, search.plan);
    const { accounts, next } = await searchAccounts(services.documents, {
      ...search,
      pastDue,
      overLimit,
      limit,
    });
    return { items: accounts.map((account) => operatorAccountRecord(services, account)), next };
  },
});

export const getAccount = operatorRoute({
  method: "GET",
  path: accountRoot,
  operationId: "operator-get-account",
  summary: "Get an account with its plan, its limit and its status.",
  description: "A suspended account has the reason and the time of its suspension.",
  errors: ["not_found"],
  status: 200,
  answer: OperatorAccountRecord,
  example: { answer: operatorAccountExample },
  handle: async ({ services, caller }) => operatorAccountRecord(services, caller.account),
});

export const changeAddress = operatorRoute({
  method: "PATCH",
  path: accountRoot,
  operationId: "operator-change-address",
  summary: "Correct the email address of an account.",
  description:
    "The account keeps its keys, sessions and usage. The new address is unconfirmed: the server mails a link to it, and a " +
    "notice to the previous address if that was confirmed. `conflict` if another account has the address, and for another " +
    "operator.",
  errors: ["not_found", "conflict"],
  body: () =>
    z.strictObject({
      email: parameter("a new email address", EmailAddress),
    }),
  status: 200,
  answer: OperatorAccountRecord,
  example: {
    body: { email: "ada@example.org" },
    answer: { ...operatorAccountExample, email: "ada@example.org", email_verified_at: null },
  },
  async handle({ services, caller, body: { email }, now }) {
    const { id, role, email: previous } = caller.account;
    // Attack: with a leaked API key of one operator, a client could take over the accounts of all operators by a reset.
    if (role === "operator")
      throw new ToolsError(
        "conflict",
        `The account ${id} is an operator, who can change the address. Or run tools-api accounts set-email.`,
      );
    const account = await changeAccount(services, id, { email }, { at: now });
    if (services.mail && account.email !== previous) await sendVerification(services, account, account.email);
    return operatorAccountRecord(services, account);
  },
});

export const getAccountPlan = onAccount(getPlan, "Get the plan, billing cycle and amount due of an account.");

/** Changes the plan as an operator. */
function orderPlan(
  { services, caller, now, idempotencyKey, onRepeat }: ManagementCall,
  agreed: PlanChangeOrder,
) {
  const options = { by: "operator", idempotencyKey, onRepeat } as const;
  return changePlan(services.billing, caller.account.id, agreed, { now, ...options });
}

export const setPlan = operatorRoute({
  method: "POST",
  path: `${accountRoot}/plan`,
  operationId: "operator-change-plan",
  summary: "Change the plan of an account immediately.",
  description:
    "The rest of the billing cycle is prorated. `daily_limit` is the number of calls a day that was agreed with the " +
    "account; null, the default, is the limit of the plan. `price` is the agreed price of a billing cycle; null is the " +
    "price of the plan, and without it an agreed price stays. `version` moves the account to another version of the plan. " +
    "A past due account gets a new grace period. The new limit applies from the next call.",
  errors: ["not_found", "conflict", "idempotency_in_progress", "idempotency_mismatch"],
  idempotent: true,
  body: ({ plans }) => agreedPlan(plans).extend({ daily_limit: agreedLimit.default(null) }),
  status: 200,
  answer: PlanChangeRecord,
  example: {
    body: { plan: "pro", daily_limit: 25_000 },
    answer: { ...planChangeExample, daily_limit: 25_000 },
  },
  handle: (call) => {
    const { daily_limit: dailyLimit, ...order } = call.body;
    return orderPlan(call, { ...order, dailyLimit });
  },
});

const setLimit = operatorRoute({
  method: "POST",
  path: `${accountRoot}/limit`,
  operationId: "operator-change-limit",
  summary: "Change the calls per day of an account. Applies from the next call.",
  description: "The plan and its price stay. Null restores the limit of the plan.",
  errors: ["not_found", "conflict", "idempotency_in_progress", "idempotency_mismatch"],
  idempotent: true,
  body: () => z.strictObject({ daily_limit: agreedLimit }),
  status: 200,
  answer: PlanChangeRecord,
  example: {
    body: { daily_limit: 25_000 },
    answer: { ...planChangeExample, daily_limit: 25_000 },
  },
  handle: (call) =>
    orderPlan(call, {
      plan: termsAt(call.caller.account, call.services.plans, call.now).plan,
      dailyLimit: call.body.daily_limit,
    }),
});

export const suspend = operatorRoute({
  method: "POST",
  path: `${accountRoot}/suspend`,
  operationId: "operator-suspend-account",
  summary: "Suspend an account with a reason that its owner reads.",
  description:
    "Every credential of the account gets `account_suspended` from the next request. The account is not charged for " +
    "the time. Suspending again changes the reason. The last active operator cannot be suspended. `conflict` for a session " +
    "that began more than 10 minutes ago: sign in again.",
  errors: ["not_found", "conflict"],
  body: () => Suspension,
  status: 200,
  answer: OperatorAccountRecord,
  example: {
    body: { reason: "An API key was leaked." },
    answer: {
      ...operatorAccountExample,
      status: "suspended",
      suspension: { reason: "An API key was leaked.", at: "2026-11-21T13:02:19.000Z" },
    },
  },
  async handle({ services, caller, body, now }) {
    requireRecentSignIn(caller, now);
    const account = await suspendAccount(services.billing, caller.account.id, body, now);
    return operatorAccountRecord(services, account);
  },
});

export const reactivate = operatorRoute({
  method: "POST",
  path: `${accountRoot}/reactivate`,
  operationId: "operator-reactivate-account",
  summary: "Reactivate a suspended account.",
  description:
    "Its credentials work from the next request. It is charged for the rest of the billing cycle to the second. An active " +
    "account stays as it is.",
  errors: ["not_found", "conflict"],
  status: 200,
  answer: OperatorAccountRecord,
  example: { answer: operatorAccountExample },
  async handle({ services, caller, now }) {
    const account = await reactivateAccount(services.billing, caller.account.id, now);
    return operatorAccountRecord(services, account);
  },
});

export const close = operatorRoute({
  method: "POST",
  path: `${accountRoot}/close`,
  operationId: "operator-close-account",
  summary: "Close an account permanently.",
  description:
    "Ends all sessions, keys, OAuth clients and grants. Erases the name and the email address. The invoices and " +
    "anonymous usage remain. The last active operator cannot be closed.",
  errors: ["not_found", "conflict"],
  status: 204,
  example: null,
  handle: ({ services, caller, now }) => closeAccount(services, caller.account.id, now),
});

export const changeRole = operatorRoute({
  method: "POST",
  path: `${accountRoot}/role`,
  operationId: "operator-change-role",
  summary: "Make an account an operator or a customer. Applies to the next request.",
  description:
    "The last active operator stays an operator. `conflict` for a session that began more than 10 minutes ago and makes " +
    "an operator: sign in again.",
  errors: ["not_found", "conflict"],
  body: () =>
    z.strictObject({
      role: parameter(roles.join(" or "), z.enum(roles), {
        purpose: "The rights of the account: an `operator` manages all accounts.",
      }),
    }),
  status: 200,
  answer: OperatorAccountRecord,
  example: {
    body: { role: "operator" },
    answer: { ...operatorAccountExample, role: "operator" },
  },
  async handle({ services, caller, body, now }) {
    if (body.role === "operator") requireRecentSignIn(caller, now);
    const account = await setRole(services, caller.account.id, body.role, now);
    return operatorAccountRecord(services, account);
  },
});

export const makeSignInLink = operatorRoute({
  method: "POST",
  path: `${accountRoot}/sign-in-link`,
  operationId: "operator-create-sign-in-link",
  summary: "Create a one-time link that signs the owner in, or send it by mail.",
  description:
    "The link works once, for 15 minutes. With `send`, the server mails it to the owner, at most three times an hour, and " +
    "does not show it. `conflict` for an account that is not active, for another operator, and if the server sends " +
    "no mail. Without `send`, also for a session that began more than 10 minutes ago: sign in again.",
  errors: ["not_found", "conflict", "too_many_attempts"],
  body: () =>
    z.strictObject({
      send: parameter("true or false", z.boolean().default(false), {
        purpose: "Sends the link to the owner by mail instead of returning it.",
      }),
    }),
  status: 200,
  answer: SignInLinkRecord,
  example: {
    body: { send: false },
    answer: {
      url: "https://tools.example.com/sign-in/link?token=…",
      expires_at: "2026-11-21T13:17:19.000Z",
    },
  },
  async handle({ services, caller, body, now }) {
    const { account } = caller;
    if (!body.send) requireRecentSignIn(caller, now);
    if (account.status !== "active")
      throw new ToolsError("conflict", `The account ${account.id} is ${account.status}.`);
    // Attack: with a leaked API key of one operator, a client could take over the accounts of all operators.
    if (account.role === "operator" && !body.send)
      throw new ToolsError(
        "conflict",
        `The account ${account.id} is an operator. Send the link by mail, or run tools-api accounts sign-in-link.`,
      );
    const expiresAt = now + signInLinkMs;
    if (body.send) {
      await sendSignInLink(services, account);
      return { url: null, expiresAt };
    }
    const token = await createSignInLink(services.documents, account.id, { at: now, by: services.by });
    return { url: signInLinkUrl(services.publicUrl, token), expiresAt };
  },
});

export const getAccountUsage = onAccount(getUsage, "Get the usage report of an account.", {
  operationId: "operator-get-usage",
});

export const listAccountKeys = onAccount(
  listKeys,
  "List the API keys of an account, including revoked ones.",
);

export const revokeAccountKey = onAccount(revokeKey, "Revoke an API key of an account permanently.");

export const listAccountClients = onAccount(
  listClients,
  "List the OAuth clients of an account, including revoked ones.",
);

export const revokeAccountClient = onAccount(
  revokeClient,
  "Revoke an OAuth client of an account and all of its grants.",
);

export const listAccountGrants = onAccount(
  listGrants,
  "List the scopes that the owner of an account has granted to OAuth clients.",
);

export const revokeAccountGrant = onAccount(
  revokeGrant,
  "Revoke the grant of an OAuth client to an account. The server rejects its tokens from the next call.",
);

export const listAccountSessions = onAccount(listSessions, "List the sessions of the owner of an account.");

export const endAccountSessions = onAccount(
  endOtherSessions,
  "End all sessions of the owner of an account.",
  {
    operationId: "operator-end-sessions",
    description: "Every browser of the owner is signed out with its next request.",
  },
);

export const listAccountInvoices = onAccount(
  getInvoices,
  "List the invoices of an account, oldest first. `order=desc` returns the newest first.",
);

export const getAccountInvoice = onAccount(getInvoice, "Get an invoice of an account.", {
  description: "Always as JSON. The console has a page.",
  otherTypes: [],
});

export const payInvoice = operatorRoute({
  method: "POST",
  path: `${accountRoot}/invoices/{id}/pay`,
  operationId: "operator-pay-invoice",
  summary: "Record that the amount due of an invoice was paid.",
  description: "A second call changes nothing.",
  errors: ["not_found", "conflict"],
  status: 200,
  answer: InvoiceRecord,
  example: { parameters: { id: invoiceExample.id }, answer: paidInvoiceExample },
  handle: async ({ services, caller, id, now }) =>
    invoiceRecord(await markInvoicePaid(services.billing, { account: caller.account.id, id }, now), {
      isOperator: true,
    }),
});

export const retryAccountPayments = onAccount(
  retryFailedPayments,
  "Attempt the failed payments of an account again now, uncollectible ones too.",
  { operationId: "operator-retry-payments", path: `${accountRoot}/retry-payments` },
);

export const listAccountAudit = onAccount(listAudit, "List the audit log of an account, newest first.");

const listAccountRequests = onAccount(
  listRequests,
  "List the last requests of the credentials of an account, newest first.",
);

/** The operator's calls on accounts. */
export const operatorAccountRoutes: readonly ManagementRoute[] = [
  listAccounts,
  getAccount,
  changeAddress,
  getAccountPlan,
  setPlan,
  setLimit,
  suspend,
  reactivate,
  close,
  changeRole,
  makeSignInLink,
  getAccountUsage,
  listAccountKeys,
  revokeAccountKey,
  listAccountClients,
  revokeAccountClient,
  listAccountGrants,
  revokeAccountGrant,
  listAccountSessions,
  endAccountSessions,
  listAccountInvoices,
  getAccountInvoice,
  payInvoice,
  retryAccountPayments,
  listAccountAudit,
  listAccountRequests,
];
