import { account, accountExamples, auditEntry } from "./account-examples.ts";
import { billingExamples, invoiceExample } from "./billing-examples.ts";
import { callExamples } from "./call-examples.ts";
import { clientExamples } from "./client-examples.ts";
import { webhookExamples } from "./webhook-examples.ts";
import type { ExampleSource, OperationExample } from "./operation-example.ts";

const { allowance_mails: _, has_password: __, ...common } = account;

const operatorAccount = {
  ...common,
  role: "customer",
  suspension: null,
  plan: { ...account.plan, version: 1, agreed_limit: null, agreed_price: null },
};

const suspended = {
  ...operatorAccount,
  status: "suspended",
  suspension: { reason: "An API key was leaked.", at: "2026-11-21T13:02:19.000Z" },
};

const overview = ({ endpoints }: ExampleSource) => ({
  load: {
    since: "2026-11-21T12:04:00.000Z",
    calls: 5120,
    client_errors: 38,
    server_errors: 1,
    latency_ms: { p50: 2.4, p95: 22.6, p99: 107.6 },
    queues: [
      {
        name: endpoints[0]?.split("/").at(-1),
        slots: 3,
        slots_limit: 64,
        bytes: 81_920,
        bytes_limit: 67_108_864,
      },
    ],
    top_accounts: [{ account: account.id, email: account.email, calls: 4210 }],
  },
  stores: [
    { name: "documents", is_available: true, duration_ms: 1.2 },
    { name: "usage", is_available: true, duration_ms: 0.8 },
  ],
  checks: [
    {
      check: "disk",
      level: "warning",
      message: "The disk of the database has 0.8 GB left.",
      advice: "Free space, or move the database to a larger disk.",
    },
  ],
  revenue: [{ currency: "usd", due: 1048, paid: 2900 }],
  is_revenue_complete: true,
});

const invitation = {
  id: "inv_4kTq0ZbXc1dVf7NnYp2sLw",
  email: "grace@example.com",
  plan: "pro",
  state: "open",
  created_at: "2026-11-21T13:02:19.000Z",
  expires_at: "2026-11-28T13:02:19.000Z",
  used_at: null,
  account: null,
};

const mailFailure = {
  id: "msg_2vXq8LrT0pWcZy5nKd3sHb",
  type: "key.created",
  account: account.id,
  to: null,
  attempts: 1,
  failed_at: "2026-11-21T13:02:19.000Z",
  error: "Can't send mail - all recipients were rejected: 550 5.1.1 No such user",
};

/** Returns an example of an operator's call from that of the owner. */
function onAccount({ parameters, body, answer }: OperationExample): OperationExample {
  return { parameters: { account: account.id, ...parameters }, body, answer };
}

const credit = {
  ...invoiceExample,
  status: "credit",
  lines: [
    {
      kind: "adjustment",
      plan: null,
      from: null,
      to: null,
      price: null,
      amount: { amount: -500, currency: "usd" },
      description: "For the outage of Monday.",
    },
  ],
  total: { amount: -500, currency: "usd" },
  amount_due: invoiceExample.credit_applied,
  due_at: null,
};

const paidInvoice = {
  ...invoiceExample,
  status: "paid",
  amount_paid: invoiceExample.amount_due,
  amount_due: invoiceExample.credit_applied,
  paid_at: "2026-11-22T08:00:00Z",
};

const endedInvoice = {
  ...invoiceExample,
  amount_adjusted: invoiceExample.amount_due,
  amount_due: invoiceExample.credit_applied,
};

/** Returns examples of the calls under `/operator`. */
export function operatorExamples(source: ExampleSource): Readonly<Record<string, OperationExample>> {
  const owner: Readonly<Record<string, OperationExample>> = {
    ...accountExamples(source),
    ...callExamples(source),
    ...clientExamples,
    ...billingExamples,
  };
  const of = (operationId: string) => onAccount(owner[operationId] ?? {});
  const change = billingExamples["change-plan"].answer;
  return {
    "operator-get-overview": { answer: overview(source) },
    "operator-list-accounts": {
      parameters: { query: "ada", limit: 20 },
      answer: { items: [operatorAccount], next: null },
    },
    "operator-get-account": onAccount({ answer: operatorAccount }),
    "operator-change-address": onAccount({
      body: { email: "ada@example.org" },
      answer: { ...operatorAccount, email: "ada@example.org", email_verified_at: null },
    }),
    "operator-get-plan": of("get-plan"),
    "operator-change-plan": onAccount({
      body: { plan: "pro", daily_limit: 25_000 },
      answer: { ...change, daily_limit: 25_000 },
    }),
    "operator-change-limit": onAccount({
      body: { daily_limit: 25_000 },
      answer: { ...change, daily_limit: 25_000 },
    }),
    "operator-suspend-account": onAccount({
      body: { reason: suspended.suspension.reason },
      answer: suspended,
    }),
    "operator-reactivate-account": onAccount({ answer: operatorAccount }),
    "operator-close-account": onAccount({}),
    "operator-change-role": onAccount({
      body: { role: "operator" },
      answer: { ...operatorAccount, role: "operator" },
    }),
    "operator-create-sign-in-link": onAccount({
      body: { send: false },
      answer: {
        url: "https://tools.example.com/sign-in/link?token=…",
        expires_at: "2026-11-21T13:17:19.000Z",
      },
    }),
    "operator-get-usage": of("get-account-usage"),
    "operator-list-keys": of("list-keys"),
    "operator-revoke-key": of("revoke-key"),
    "operator-list-clients": of("list-clients"),
    "operator-revoke-client": of("revoke-client"),
    "operator-list-grants": of("list-grants"),
    "operator-withdraw-grant": of("withdraw-grant"),
    "operator-list-sessions": of("list-sessions"),
    "operator-end-sessions": onAccount({}),
    "operator-list-invoices": of("list-invoices"),
    "operator-retry-payments": of("retry-payments"),
    "operator-pay-invoice": onAccount({
      parameters: { id: invoiceExample.id },
      answer: paidInvoice,
    }),
    "operator-get-invoice": of("get-invoice"),
    "operator-void-invoice": onAccount({
      parameters: { id: invoiceExample.id },
      body: { reason: "Ordered by mistake." },
      answer: { ...endedInvoice, status: "void" },
    }),
    "operator-write-off-invoice": onAccount({
      parameters: { id: invoiceExample.id },
      body: { reason: "The customer is insolvent." },
      answer: { ...endedInvoice, status: "written_off" },
    }),
    "operator-refund-invoice": onAccount({
      parameters: { id: invoiceExample.id },
      body: { amount: 500, reference: "transfer-2026-11-22" },
      answer: { ...paidInvoice, amount_refunded: { amount: 500, currency: "usd" } },
    }),
    "operator-credit-account": onAccount({
      body: { amount: 500, reason: "For the outage of Monday." },
      answer: credit,
    }),
    "operator-pay-out-credit": onAccount({
      body: { amount: 500, reason: "By transfer on Monday." },
      answer: { ...credit, status: "paid", total: { amount: 500, currency: "usd" } },
    }),
    "operator-approve-plan": onAccount({ answer: change }),
    "operator-list-balances": {
      parameters: { limit: 20 },
      answer: {
        items: [
          {
            account: { id: account.id, email: account.email, name: account.name, status: account.status },
            currency: "usd",
            due: invoiceExample.amount_due.amount,
            credit: 0,
            past_due_since: null,
            requested: null,
            invoices: [invoiceExample],
          },
        ],
        next: null,
      },
    },
    "operator-list-all-invoices": {
      parameters: { limit: 20 },
      answer: { items: [{ ...invoiceExample, account: account.id }], next: null },
    },
    "operator-list-audit": of("list-audit"),
    "operator-list-all-audit": {
      parameters: { action: "key", since: "2026-11-21", limit: 20 },
      answer: { items: [{ ...auditEntry, account: account.id }], next: null },
    },
    "operator-list-requests": of("list-requests"),
    "operator-list-mail-failures": {
      parameters: { limit: 20 },
      answer: { items: [mailFailure], next: null },
    },
    "operator-retry-mail": { parameters: { id: mailFailure.id } },
    "operator-retry-all-mails": { answer: { retried: 12, expired: 1 } },
    "operator-send-test-mail": { body: { to: "ada@example.com" }, answer: { to: "ada@example.com" } },
    "operator-list-invitations": { parameters: { limit: 20 }, answer: { items: [invitation], next: null } },
    "operator-create-invitation": {
      body: { email: invitation.email, plan: "pro" },
      answer: { ...invitation, url: `https://tools.example.com/sign-up?invitation=${invitation.id}.…` },
    },
    "operator-revoke-invitation": { parameters: { id: invitation.id } },
    ...Object.fromEntries(
      Object.entries(webhookExamples).map(([operationId, example]) => [`operator-${operationId}`, example]),
    ),
  };
}
