import {
  cancelPlanChange as cancelStoredChange,
  changePlan,
  getPlan as readPlan,
  PlanChangeRecord,
  planChangeRequest,
  planOrder,
  PlanPreviewRecord,
  PlanStateRecord,
  previewPlanChange,
} from "@tools-api/core/billing";
import { payUpgrade } from "@tools-api/core/internal";
import { type ManagementRoute, managementRoute } from "../call/route.ts";
import {
  invoiceExample,
  invoiceRoutes,
  lineExample,
  noAmount,
  owedAmount,
  proPrice,
} from "./invoice-routes.ts";
import { paymentRoutes } from "./payment-routes.ts";

const nextInvoice = {
  at: "2026-12-02T09:14:07Z",
  plan: "pro",
  total: proPrice,
  credit_applied: noAmount,
  amount_due: proPrice,
};

const changeExample = {
  plan: "pro",
  effective: "now",
  takes_effect_at: "2026-11-21T13:13:30Z",
  daily_limit: 10000,
  current_period_start: "2026-11-02T09:14:07Z",
  current_period_end: "2026-12-02T09:14:07Z",
  lines: [lineExample],
  total: owedAmount,
  credit_applied: noAmount,
  amount_due: owedAmount,
  total_due: owedAmount,
  credit: noAmount,
  next_invoice: nextInvoice,
};

/** The example of a change that is made. */
export const planChangeExample = { ...changeExample, invoice: invoiceExample.id };

const noLimits = { description: null, per_minute: null, per_second: null };

const planExample = {
  plan: "pro",
  title: "Pro",
  version: 1,
  daily_limit: 10000,
  status: "active",
  grace_ends_at: null,
  price: proPrice,
  current_period_start: "2026-11-02T09:14:07Z",
  current_period_end: "2026-12-02T09:14:07Z",
  scheduled: { plan: "free", daily_limit: 1000, at: "2026-12-02T09:14:07Z" },
  requested: null,
  amount_due: owedAmount,
  credit: noAmount,
  next_invoice: null,
  plans: [
    { name: "free", title: "Free", ...noLimits, daily_limit: 1000, price: noAmount },
    { name: "pro", title: "Pro", ...noLimits, daily_limit: 10000, price: proPrice },
    {
      name: "enterprise",
      title: "Enterprise",
      ...noLimits,
      daily_limit: 100000,
      price: { amount: 29900, currency: "usd" },
    },
  ],
};

export const getPlan = managementRoute({
  method: "GET",
  path: "/account/plan",
  operationId: "get-plan",
  whileSuspended: true,
  summary: "Get the plan, billing cycle, scheduled change, amount due and available plans.",
  description:
    "A past due account keeps its plan until `grace_ends_at`. `scheduled` is the change at the end of the billing cycle, " +
    "and `next_invoice` the cost of the next cycle if nothing changes.",
  status: 200,
  answer: PlanStateRecord,
  example: { answer: planExample },
  handle: ({ services, caller, now }) => readPlan(services.billing, caller.account.id, now),
});

export const previewChange = managementRoute({
  method: "POST",
  path: "/account/plan/preview",
  operationId: "preview-plan-change",
  summary: "Preview the cost of a plan change, line by line.",
  description:
    "The server prorates the rest of the billing cycle to the second: a credit line for the old plan and a charge line " +
    "for the new plan. A rounding line removes any excess over the price of the cycle's most expensive plan. The quote is " +
    "valid for 15 minutes, unless the account, its plan or its billing cycle changes first.",
  errors: ["conflict"],
  body: ({ plans }) => planChangeRequest(plans),
  status: 200,
  answer: PlanPreviewRecord,
  example: {
    body: { plan: "pro" },
    answer: {
      ...changeExample,
      quote: "eyJhbGciOiJIUzI1NiIsInR5cCI6InBsYW4tcXVvdGUrand0In0.…",
      quote_expires_at: "2026-11-21T13:28:30Z",
    },
  },
  handle: ({ services, caller, body, now }) =>
    previewPlanChange(services.billing, caller.account.id, body, now),
});

export const orderChange = managementRoute({
  method: "POST",
  path: "/account/plan",
  operationId: "change-plan",
  summary: "Change the plan, or confirm a quote, which charges exactly the amount of its preview.",
  description:
    "By default, an upgrade is immediate and a downgrade takes effect at the end of the billing cycle. A downgrade with " +
    "`effective` `now` is immediate and leaves a credit that later invoices use. An immediate change cancels a " +
    "scheduled one. Account, ledger and invoice change in one atomic write. The new limit applies from the next call. " +
    "If upgrades are paid first, the payment provider is asked before the response: `effective` is `now` if it has " +
    "collected the payment, and the response is 409 `conflict` if the payment failed.",
  errors: ["conflict", "quote_expired", "idempotency_in_progress", "idempotency_mismatch"],
  idempotent: true,
  body: ({ plans }) => planOrder(plans),
  status: 200,
  answer: PlanChangeRecord,
  example: { body: { plan: "pro" }, answer: planChangeExample },
  async handle({ services: { billing }, caller: { account }, body, now, idempotencyKey, onRepeat }) {
    const ordered = await changePlan(billing, account.id, body, { now, idempotencyKey, onRepeat });
    return payUpgrade(billing, account.id, ordered, now);
  },
});

export const cancelPlanChange = managementRoute({
  method: "DELETE",
  path: "/account/plan/scheduled",
  operationId: "cancel-plan-change",
  summary: "Cancel the plan change that is scheduled for the end of the billing cycle.",
  description:
    "The account keeps its current plan. Without a scheduled change, the response is 409 `conflict`.",
  errors: ["conflict", "idempotency_in_progress", "idempotency_mismatch"],
  idempotent: true,
  status: 200,
  answer: PlanStateRecord,
  example: { answer: { ...planExample, scheduled: null, next_invoice: nextInvoice } },
  handle: ({ services, caller, now, idempotencyKey, onRepeat }) =>
    cancelStoredChange(services.billing, caller.account.id, { now, idempotencyKey, onRepeat }),
});

/** The management calls under `/account/plan`, with those of invoices and the ledger. */
export const billingRoutes: readonly ManagementRoute[] = [
  getPlan,
  previewChange,
  orderChange,
  cancelPlanChange,
  ...paymentRoutes,
  ...invoiceRoutes,
];
