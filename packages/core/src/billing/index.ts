export { buildDirectory } from "./build-directory.ts";
export { reactivateAccount, suspendAccount, Suspension } from "./suspension.ts";
export { collectPayments, sweepBilling, type BillingFailure } from "./sweep.ts";
export { currentCycle } from "./cycle.ts";
export type { Invoice, LedgerLine, Subscription } from "./documents.ts";
export { getInvoice, listInvoices, listLedger, type NumberedPage } from "./invoices.ts";
export type { PaymentOutcome, PaymentProvider, PaymentRequest } from "./payment-provider.ts";
export { markInvoicePaid, recordFailedPayment, recordPayment } from "./payments.ts";
export {
  cancelPlanChange,
  changePlan,
  getPlan,
  type PlanChangeOptions,
  type PlanChangeOrder,
  previewPlanChange,
  type QuotedBilling,
} from "./plan.ts";
export {
  type AccountPlan,
  type AccountTerms,
  dailyLimitAt,
  defaultPlan,
  offeredPlans,
  openingPlan,
  planAt,
  type PlanTerms,
  termsAt,
} from "./plans.ts";
export { readPlans } from "./read-plans.ts";
export { accruedPrice, type Cycle, type Segment } from "./proration.ts";
export { quoteMs, type QuoteSigner } from "./quotes.ts";
export { type ChangedPlan, type OwnInvoice, type PlanPreview, type PlanState } from "./records.ts";
export type { Billing } from "./store.ts";
export { getRevenue, type Revenue, type RevenueReport } from "./revenue.ts";
