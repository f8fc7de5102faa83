import {
  cancelPlanChange,
  changePlan,
  getPlan as planStateOf,
  previewPlanChange,
  type QuotedBilling,
} from "@tools-api/core/billing";
import {
  PlanChangeRecord,
  PlanChangeRequest,
  PlanOrder,
  PlanPreviewRecord,
  PlanStateRecord,
  toSnakeCase,
} from "@tools-api/core/internal";
import type { AccountServices } from "../account-context.ts";
import { type ManagementRoute, managementRoute } from "../management/route.ts";
import { invoiceRoutes } from "./invoice-routes.ts";
import { quoteSigner } from "./quote-signer.ts";

function billingOf({ documents, usage, plans, payments, secret }: AccountServices): QuotedBilling {
  return { documents, usage, plans, payments, quotes: quoteSigner(secret) };
}

export const getPlan = managementRoute({
  method: "GET",
  path: "/account/plan",
  operationId: "get-plan",
  summary: "The plan, its billing cycle, what is scheduled, what is due, and the plans on offer.",
  status: 200,
  answer: PlanStateRecord,
  handle: async ({ services, caller, now }) =>
    toSnakeCase(await planStateOf(billingOf(services), caller.account.id, now)),
});

export const previewChange = managementRoute({
  method: "POST",
  path: "/account/plan/preview",
  operationId: "preview-plan-change",
  summary: "What a change of plan would cost, line by line.",
  description:
    "The rest of the billing cycle is pro-rated to the second: a credit for the plan left, a charge for the plan " +
    "entered, and a line that takes off what roundings add above the dearest plan of the cycle. The quote is good " +
    "for 15 minutes, unless the account, its plan or its billing cycle change before.",
  errors: ["conflict"],
  body: () => PlanChangeRequest,
  status: 200,
  answer: PlanPreviewRecord,
  handle: async ({ services, caller, body, now }) =>
    toSnakeCase(await previewPlanChange(billingOf(services), caller.account.id, body, now)),
});

export const orderChange = managementRoute({
  method: "POST",
  path: "/account/plan",
  operationId: "change-plan",
  summary: "Change the plan, or confirm the quote of a preview, which charges exactly what it showed.",
  description:
    "By default an upgrade takes place at once and a downgrade at the end of the billing cycle; `effective` `now` " +
    "makes a downgrade immediate and leaves a credit, which later invoices use up. A change at once calls off what " +
    "is scheduled. Account, ledger and invoice change together or not at all, and the next call has the new limit.",
  errors: ["conflict", "quote_expired", "idempotency_in_progress", "idempotency_mismatch"],
  idempotent: true,
  body: () => PlanOrder,
  status: 200,
  answer: PlanChangeRecord,
  handle: async ({ services, caller, body, now, idempotencyKey }) =>
    toSnakeCase(await changePlan(billingOf(services), caller.account.id, body, now, idempotencyKey)),
});

export const callOffChange = managementRoute({
  method: "DELETE",
  path: "/account/plan/scheduled",
  operationId: "cancel-plan-change",
  summary: "Call off the change of plan that is scheduled for the end of the billing cycle.",
  errors: ["conflict", "idempotency_in_progress", "idempotency_mismatch"],
  idempotent: true,
  status: 200,
  answer: PlanStateRecord,
  handle: async ({ services, caller, now, idempotencyKey }) =>
    toSnakeCase(await cancelPlanChange(billingOf(services), caller.account.id, now, idempotencyKey)),
});

/** The management calls under `/account/plan`, with those of invoices and the ledger. */
export const billingRoutes: readonly ManagementRoute[] = [
  getPlan,
  previewChange,
  orderChange,
  callOffChange,
  ...invoiceRoutes,
];
