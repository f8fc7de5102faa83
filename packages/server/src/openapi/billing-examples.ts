import type { OperationExample } from "./operation-example.ts";

const nothing = { amount: 0, currency: "usd" };
const owed = { amount: 1048, currency: "usd" };
const proPrice = { amount: 2900, currency: "usd" };
const enterprisePrice = { amount: 29900, currency: "usd" };
const noLimits = { description: null, per_minute: null, per_second: null };
const quote = "eyJhbGciOiJIUzI1NiIsInR5cCI6InBsYW4tcXVvdGUrand0In0.…";

const line = {
  kind: "charge",
  plan: "pro",
  from: "2026-11-21T13:13:30Z",
  to: "2026-12-02T09:14:07Z",
  price: proPrice,
  amount: owed,
  description: null,
};

export const invoiceExample = {
  id: "00000001",
  status: "open",
  created_at: "2026-11-21T13:13:30Z",
  period_start: "2026-11-02T09:14:07Z",
  period_end: "2026-12-02T09:14:07Z",
  lines: [line],
  total: owed,
  credit_applied: nothing,
  amount_paid: nothing,
  amount_due: owed,
  amount_adjusted: nothing,
  due_at: "2026-12-05T13:13:30Z",
  amount_refunded: nothing,
  paid_at: null,
  payment_failure: null,
  number: "INV-000042",
  seller: { name: "Tools Example Ltd", address: ["1 Example Road", "London"], tax_id: "GB123456789" },
  buyer: null,
  taxes: [],
};

export const ledgerLineExample = {
  id: "00000001",
  ...line,
  balance: owed,
  invoice: invoiceExample.id,
  created_at: invoiceExample.created_at,
};

const nextInvoice = {
  at: "2026-12-02T09:14:07Z",
  plan: "pro",
  total: proPrice,
  credit_applied: nothing,
  amount_due: proPrice,
};

const change = {
  plan: "pro",
  effective: "now",
  takes_effect_at: "2026-11-21T13:13:30Z",
  daily_limit: 10000,
  current_period_start: "2026-11-02T09:14:07Z",
  current_period_end: "2026-12-02T09:14:07Z",
  lines: [line],
  total: owed,
  credit_applied: nothing,
  amount_due: owed,
  total_due: owed,
  credit: nothing,
  next_invoice: nextInvoice,
};

const plan = {
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
  amount_due: owed,
  credit: nothing,
  next_invoice: null,
  plans: [
    { name: "free", title: "Free", ...noLimits, daily_limit: 1000, price: nothing },
    { name: "pro", title: "Pro", ...noLimits, daily_limit: 10000, price: proPrice },
    { name: "enterprise", title: "Enterprise", ...noLimits, daily_limit: 100000, price: enterprisePrice },
  ],
};

/** Examples of the plan and its charges, from real responses. The quote is shortened. */
export const billingExamples = {
  "get-plan": { answer: plan },
  "preview-plan-change": {
    body: { plan: "pro" },
    answer: { ...change, quote, quote_expires_at: "2026-11-21T13:28:30Z" },
  },
  "change-plan": {
    body: { plan: "pro" },
    answer: { ...change, invoice: invoiceExample.id },
  },
  "cancel-plan-change": {
    answer: { ...plan, scheduled: null, next_invoice: nextInvoice },
  },
  "add-payment-method": { answer: { url: "https://checkout.stripe.com/c/pay/cs_live_a1b2c3" } },
  "open-payment-portal": { answer: { url: "https://billing.stripe.com/p/session/live_a1b2c3" } },
  "retry-payments": { answer: { invoices: [invoiceExample.id] } },
  "list-invoices": {
    parameters: { limit: 20, order: "desc" },
    answer: { items: [invoiceExample], next: null },
  },
  "get-invoice": { parameters: { id: invoiceExample.id }, answer: invoiceExample },
  "list-ledger": {
    parameters: { limit: 20, order: "desc" },
    answer: { items: [ledgerLineExample], next: null },
  },
} satisfies Record<string, OperationExample>;
