export {
  assignPlan,
  cancelPlanChange,
  changePlan,
  getPlan,
  previewPlanChange,
  type QuotedBilling,
} from "./change-plan.ts";
export { collectPayments } from "./collect-payments.ts";
export type { Billing } from "./commit-transaction.ts";
export { currentCycle } from "./cycle.ts";
export { getInvoice, Invoice, listInvoices } from "./invoices.ts";
export { LedgerLine, listLedger } from "./ledger.ts";
export type { NumberedPage } from "./numbered-list.ts";
export type { PaymentOutcome, PaymentProvider, PaymentRequest } from "./payment-provider.ts";
export { markInvoicePaid, recordFailedPayment, recordPayment } from "./payments.ts";
export { type AccountPlan, planAt } from "./plan-at.ts";
export { dailyLimitOf } from "./plans.ts";
export { accruedPrice, type Cycle, cyclePrice, type Segment, priceBetween } from "./proration.ts";
export { quoteMs, type QuoteSigner } from "./quotes.ts";
export {
  type ChangedPlan,
  invoiceRecordOf,
  ledgerRecordOf,
  type OwnInvoice,
  type PlanPreview,
  type PlanState,
} from "./records.ts";
export { Subscription } from "./subscription.ts";
export { type FailedSettlement, sweepBilling } from "./sweep.ts";
