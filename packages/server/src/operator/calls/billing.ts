import {
  Adjustment,
  AdjustmentReason,
  approvePlanChange,
  creditAccount,
  getInvoice,
  InvoiceRecord,
  invoiceRecord,
  listNumberedInvoices,
  listOpenBalances,
  numberedId,
  type OpenBalance,
  payOutCredit,
  PlanChangeRecord,
  PlanStateRecord,
  recordRefund,
  voidInvoice,
  writeOffInvoice,
} from "@tools-api/core/billing";
import { type Camelized, nameSchemas, parameter } from "@tools-api/core/internal/schema";
import { accountStatuses } from "@tools-api/core/accounts";
import { z } from "zod";
import { accountExample } from "../../account/call/account-record.ts";
import { invoiceExample } from "../../account/plan/invoice-routes.ts";
import { planChangeExample } from "../../account/plan/routes.ts";
import { pageExample, PageQuery, pageRecord, positionedQuery, readPageBy } from "../../account/call/page.ts";
import { type ManagementRoute } from "../../account/call/route.ts";
import { accountRoot, operatorRoute, requireRecentSignIn } from "./on-account.ts";

const invoice = `${accountRoot}/invoices/{id}`;
const asOperator = { isOperator: true };

const BalanceRecord = z.object({
  account: z
    .object({
      id: z.string().describe("The id of the account."),
      email: z.string().describe("The address of its owner."),
      name: z.string().describe("The name of the account."),
      status: z.enum(accountStatuses).describe("Whether its calls work."),
    })
    .describe("The account that owes or has credit."),
  currency: z.string().describe("The currency in ISO 4217, in lower case."),
  due: z.int().min(0).describe("The sum of all open invoices, in the currency's minor unit."),
  credit: z.int().min(0).describe("The credit that later invoices use, in the currency's minor unit."),
  past_due_since: PlanStateRecord.shape.grace_ends_at.describe("`null` if the account is not past due."),
  requested: PlanStateRecord.shape.requested,
  invoices: z.array(InvoiceRecord).describe("The oldest open invoices, at most ten."),
});

/** An invoice with the account that it belongs to. */
const NumberedInvoiceRecord = InvoiceRecord.extend({
  account: z.string().describe("The id of the account that owes it."),
});

export type BalanceRecord = Camelized<z.output<typeof BalanceRecord>>;
export type NumberedInvoiceRecord = Camelized<z.output<typeof NumberedInvoiceRecord>>;

nameSchemas({ OpenBalance: BalanceRecord, NumberedInvoice: NumberedInvoiceRecord });

function balanceRecord({ account: { id, email, name, status }, requested, invoices, ...rest }: OpenBalance) {
  return {
    account: { id, email, name, status },
    ...rest,
    requested: requested && {
      plan: requested.plan,
      at: requested.at,
      invoice: requested.invoice === null ? null : numberedId(requested.invoice),
    },
    invoices: invoices.map((open) => invoiceRecord(open, asOperator)),
  };
}

/** An example of an invoice after its payment. */
export const paidInvoiceExample = {
  ...invoiceExample,
  status: "paid",
  amount_paid: invoiceExample.amount_due,
  amount_due: invoiceExample.credit_applied,
  paid_at: "2026-11-22T08:00:00Z",
};

const endedInvoiceExample = {
  ...invoiceExample,
  amount_adjusted: invoiceExample.amount_due,
  amount_due: invoiceExample.credit_applied,
};

const creditExample = {
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

export const listBalances = operatorRoute({
  method: "GET",
  path: "/operator/balances",
  operationId: "operator-list-balances",
  summary: "List the accounts that owe an amount, have a credit, or wait for an upgrade.",
  description:
    "In id order, closed accounts included. Each open invoice has its date, its due date, and the last failure of " +
    "its payment.",
  query: positionedQuery(PageQuery, "account"),
  status: 200,
  answer: pageRecord(BalanceRecord),
  example: pageExample({
    account: {
      id: accountExample.id,
      email: accountExample.email,
      name: accountExample.name,
      status: accountExample.status,
    },
    currency: "usd",
    due: invoiceExample.amount_due.amount,
    credit: 0,
    past_due_since: null,
    requested: null,
    invoices: [invoiceExample],
  }),
  async handle({ services, query }) {
    const { items, next } = await readPageBy(
      query,
      (page) => listOpenBalances(services.documents, page),
      ({ account: { id } }) => id,
    );
    return { items: items.map(balanceRecord), next };
  },
});

export const listAllInvoices = operatorRoute({
  method: "GET",
  path: "/operator/invoices",
  operationId: "operator-list-all-invoices",
  summary: "List all invoices of the series of the server, in the order of their numbers.",
  description:
    "The numbers of a series have no gap. `INVOICE_SERIES` sets the series. Invoices of releases without series are " +
    "missing; `/operator/accounts/{account}/invoices` has them.",
  query: PageQuery.extend({
    after: parameter(
      "the `next` of the previous page, a number",
      z
        .string()
        .regex(/^\d{1,10}$/)
        .optional(),
    ),
  }),
  status: 200,
  answer: pageRecord(NumberedInvoiceRecord),
  example: pageExample({ ...invoiceExample, account: accountExample.id }),
  async handle({ services, query }) {
    const { series } = services.billing.invoicing ?? {};
    const { items, next } = await readPageBy(
      query,
      ({ after = "0", limit }) =>
        listNumberedInvoices(services.documents, { series, after: Number(after), limit }),
      ({ number }) => String(number),
    );
    return {
      items: items.map(({ invoice: found }) => ({
        ...invoiceRecord(found, asOperator),
        account: found.account,
      })),
      next,
    };
  },
});

export const approvePlan = operatorRoute({
  method: "POST",
  path: `${accountRoot}/plan/approve`,
  operationId: "operator-approve-plan",
  summary: "Make the upgrade that an account has requested.",
  description:
    "The rest of the billing cycle is charged from now on. `conflict` if no upgrade waits for an operator. Upgrades " +
    "wait with `UPGRADES=approved`.",
  errors: ["not_found", "conflict"],
  status: 200,
  answer: PlanChangeRecord,
  example: { answer: planChangeExample },
  handle: ({ services, caller, now }) => approvePlanChange(services.billing, caller.account.id, now),
});

export const voidOne = operatorRoute({
  method: "POST",
  path: `${invoice}/void`,
  operationId: "operator-void-invoice",
  summary: "Void an open invoice: it was never owed.",
  description:
    "The credit that it used is credit again. `conflict` if a part is paid. A second call changes nothing. Voiding " +
    "the invoice of an upgrade that waits for its payment withdraws the upgrade.",
  errors: ["not_found", "conflict"],
  body: () => AdjustmentReason,
  status: 200,
  answer: InvoiceRecord,
  example: {
    parameters: { id: invoiceExample.id },
    body: { reason: "Ordered by mistake." },
    answer: { ...endedInvoiceExample, status: "void" },
  },
  handle: async ({ services, caller, id, body, now }) =>
    invoiceRecord(
      await voidInvoice(services.billing, { account: caller.account.id, id }, body.reason, now),
      asOperator,
    ),
});

export const writeOff = operatorRoute({
  method: "POST",
  path: `${invoice}/write-off`,
  operationId: "operator-write-off-invoice",
  summary: "Write off the amount due of an invoice that will not be paid.",
  description: "The account is not past due for it any more. A second call changes nothing.",
  errors: ["not_found", "conflict"],
  body: () => AdjustmentReason,
  status: 200,
  answer: InvoiceRecord,
  example: {
    parameters: { id: invoiceExample.id },
    body: { reason: "The customer is insolvent." },
    answer: { ...endedInvoiceExample, status: "written_off" },
  },
  handle: async ({ services, caller, id, body, now }) =>
    invoiceRecord(
      await writeOffInvoice(services.billing, { account: caller.account.id, id }, body.reason, now),
      asOperator,
    ),
});

const Refunded = z.strictObject({
  amount: Adjustment.shape.amount,
  reference: parameter(
    "1 to 200 printable ASCII characters, the id of the refund at the bank or provider",
    z.string().regex(/^[!-~](?:[ -~]{0,198}[!-~])?$/),
  ),
});

export const refund = operatorRoute({
  method: "POST",
  path: `${invoice}/refund`,
  operationId: "operator-refund-invoice",
  summary: "Record a refund of a paid invoice, once for each reference.",
  description:
    "The account does not owe the amount again. Refunds that you make at Stripe arrive by its webhook. Do not " +
    "record them here. `conflict` for a session that began more than 10 minutes ago: sign in again.",
  errors: ["not_found", "conflict"],
  body: () => Refunded,
  status: 200,
  answer: InvoiceRecord,
  example: {
    parameters: { id: invoiceExample.id },
    body: { amount: 500, reference: "transfer-2026-11-22" },
    answer: { ...paidInvoiceExample, amount_refunded: { amount: 500, currency: "usd" } },
  },
  async handle({ services, caller, id, body, now }) {
    requireRecentSignIn(caller, now);
    await recordRefund(
      services.billing,
      { account: caller.account.id, id },
      { ...body, kind: "refund" },
      now,
    );
    return invoiceRecord(
      await getInvoice(services.documents, { account: caller.account.id, id }),
      asOperator,
    );
  },
});

export const credit = operatorRoute({
  method: "POST",
  path: `${accountRoot}/credit`,
  operationId: "operator-credit-account",
  summary: "Credit an account with an amount.",
  description: "The credit first reduces open invoices, then later invoices. The owner reads the reason.",
  errors: ["not_found"],
  body: () => Adjustment,
  status: 200,
  answer: InvoiceRecord,
  example: {
    body: { amount: 500, reason: "For the outage of Monday." },
    answer: creditExample,
  },
  handle: async ({ services, caller, body, now }) =>
    invoiceRecord(await creditAccount(services.billing, caller.account.id, body, now), asOperator),
});

export const payOut = operatorRoute({
  method: "POST",
  path: `${accountRoot}/payout`,
  operationId: "operator-pay-out-credit",
  summary: "Record that credit of an account was paid out.",
  description: "For instance after the account was closed. `conflict` if the account has less credit.",
  errors: ["not_found", "conflict"],
  body: () => Adjustment,
  status: 200,
  answer: InvoiceRecord,
  example: {
    body: { amount: 500, reason: "By transfer on Monday." },
    answer: { ...creditExample, status: "paid", total: { amount: 500, currency: "usd" } },
  },
  handle: async ({ services, caller, body, now }) =>
    invoiceRecord(await payOutCredit(services.billing, caller.account.id, body, now), asOperator),
});

/** The operator's calls on invoices and balances. */
export const operatorBillingRoutes: readonly ManagementRoute[] = [
  listBalances,
  listAllInvoices,
  approvePlan,
  voidOne,
  writeOff,
  refund,
  credit,
  payOut,
];
