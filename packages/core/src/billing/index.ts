export {
  Adjustment,
  AdjustmentReason,
  creditAccount,
  payOutCredit,
  voidInvoice,
  writeOffInvoice,
} from "./adjustments.ts";
export { recordRefund, type Refund } from "./refunds.ts";
export { retryPayments } from "./retry-payments.ts";
export { listOpenBalances, type OpenBalance } from "./balances.ts";
export { buildDirectory } from "./build-directory.ts";
export { BuyerDetails, setBillingDetails } from "./details.ts";
export { reactivateAccount, suspendAccount, Suspension } from "./suspension.ts";
export { collectPayments } from "./collect.ts";
export { sweepBilling, type BillingFailure } from "./sweep.ts";
export { currentCycle } from "./cycle.ts";
export type { Invoice, LedgerLine, Party, Subscription } from "./documents.ts";
export {
  getInvoice,
  type InvoiceIds,
  listInvoices,
  listLedger,
  listOrders,
  type NumberedPage,
} from "./invoices.ts";
export type {
  PaymentFailure,
  PaymentOutcome,
  PaymentPageRequest,
  PaymentProvider,
  PaymentRequest,
} from "./payment-provider.ts";
export { markInvoicePaid, recordFailedPayment, recordPayment } from "./payments.ts";
export {
  approvePlanChange,
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
  findPlan,
  offeredPlans,
  openingPlan,
  planAt,
  type PlanTerms,
  planTitle,
  requirePlan,
  termsAt,
} from "./plans.ts";
export { readPlans } from "./read-plans.ts";
export { accruedPrice, type Cycle, cyclePrice, priceBetween, type Segment } from "./proration.ts";
export { quoteMs, type QuoteSigner } from "./quotes.ts";
export {
  type ChangedPlan,
  invoiceRecord,
  ledgerRecord,
  type OwnInvoice,
  type PlanPreview,
  type PlanState,
} from "./records.ts";
export { type Invoicing, listNumberedInvoices } from "./invoice-numbers.ts";
export { type UpgradeMode, upgradeModes } from "./rules.ts";
export type { Billing, BillingTerms } from "./store.ts";
export { getRevenue, type PaymentReport, type Revenue, type RevenueReport, sumPayments } from "./revenue.ts";
export {
  agreedPlan,
  InvoiceRecord,
  LedgerLineRecord,
  newInvitation,
  PartyRecord,
  PlanChangeRecord,
  planChangeRequest,
  planOrder,
  PlanPreviewRecord,
  PlanStateRecord,
} from "./schema.ts";
export { numberedId } from "./ledger.ts";
