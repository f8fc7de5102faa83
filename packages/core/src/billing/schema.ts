import { z } from "zod";
import { planNames, Price } from "../account-terms.ts";
import { nameSchemas } from "../schema-names.ts";
import { parameter } from "../validate.ts";
import { timestamp } from "../wire.ts";
import { failureKinds, invoiceStatuses, lineKinds } from "./documents.ts";
import { effectives } from "./rules.ts";

const plan = parameter(planNames.join(", "), z.enum(planNames));
const effective = parameter(
  '"now" or "cycle_end"; by default an upgrade takes effect now and a downgrade at the end of the cycle',
  z.enum(effectives).optional(),
);

/** The body of `POST /account/plan/preview`, and the options of `previewPlanChange`. */
export const PlanChangeRequest = z.strictObject({ plan, effective });

/** The body of `POST /account/plan`, and the order of an owner in `changePlan`: a change, or a quote for one. */
export const PlanOrder = z.strictObject({
  plan: parameter(`${planNames.join(", ")}, or nothing with a quote`, z.enum(planNames).optional()),
  effective,
  quote: parameter("the quote of a preview, without other fields", z.string().max(4096).optional()),
});

/** An amount that may be in the account's favor. */
const Money = z.object({
  amount: z.int().describe("In the currency's minor unit. A negative amount is a credit for the account."),
  currency: z.string().describe("ISO 4217, in lower case."),
});

const InvoiceLineRecord = z.object({
  kind: z.enum(lineKinds),
  plan: z.enum(planNames).nullable(),
  from: timestamp.nullable(),
  to: timestamp.nullable(),
  price: Price.nullable().describe("The price of a whole billing cycle. `null` if the line has none."),
  amount: Money,
  description: z.string().nullable().describe("The operator's reason. `null` if there is none."),
});

/** A line of the ledger, which is append-only. */
export const LedgerLineRecord = InvoiceLineRecord.extend({
  id: z.string(),
  balance: Money.describe("The balance after this line. A negative balance is a credit for the account."),
  invoice: z.string(),
  created_at: timestamp,
});

const NextInvoice = z
  .object({
    at: timestamp,
    plan: z.enum(planNames),
    total: Price,
    credit_applied: Price,
    amount_due: Price,
  })
  .describe(
    "The next invoice if nothing changes until then. `null` if the next billing cycle costs nothing.",
  );

const Scheduled = z.object({ plan: z.enum(planNames), daily_limit: z.int(), at: timestamp });

const Requested = z
  .object({
    plan: z.enum(planNames),
    at: timestamp,
    invoice: z
      .string()
      .nullable()
      .describe("The invoice to pay first. `null` if an operator has to approve."),
  })
  .describe("The upgrade that waits. `null` if none does.");

const PlanOffer = z.object({ name: z.enum(planNames), daily_limit: z.int(), price: Price });

/** The body of `GET /account/plan`. */
export const PlanStateRecord = z.object({
  plan: z.enum(planNames),
  daily_limit: z.int(),
  status: z.enum(["active", "past_due"]),
  grace_ends_at: timestamp
    .nullable()
    .describe("The instant at which a past due account loses its plan. `null` for other accounts."),
  price: Price,
  current_period_start: timestamp,
  current_period_end: timestamp,
  scheduled: Scheduled.nullable(),
  requested: Requested.nullable(),
  amount_due: Price.describe("The sum of all open invoices."),
  credit: Price.describe("The credit that later invoices use."),
  next_invoice: NextInvoice.nullable(),
  plans: z.array(PlanOffer),
});

/** The effect and cost of a plan change. */
export const PlanChangeRecord = z.object({
  plan: z.enum(planNames),
  effective: z
    .enum([...effectives, "on_payment", "on_approval"])
    .describe("`on_payment` and `on_approval`: the upgrade waits, and `takes_effect_at` is `null`."),
  takes_effect_at: timestamp.nullable(),
  daily_limit: z.int().describe("Calls per day after the change."),
  current_period_start: timestamp,
  current_period_end: timestamp,
  lines: z.array(InvoiceLineRecord),
  total: Money,
  credit_applied: Price.describe("The amount of the total that credit covers."),
  amount_due: Price,
  total_due: Price.describe("The sum of all open invoices after the change."),
  credit: Price.describe("The remaining credit for later invoices."),
  next_invoice: NextInvoice.nullable(),
  invoice: z.string().nullable().describe("The id of the invoice. `null` if nothing is charged or credited."),
});

/** The response body of `POST /account/plan/preview`. */
export const PlanPreviewRecord = PlanChangeRecord.omit({ invoice: true }).extend({
  quote: z.string().describe("Send it to `POST /account/plan` to make the change for exactly this amount."),
  quote_expires_at: timestamp,
});

/** A seller or buyer. */
export const PartyRecord = z.object({
  name: z.string(),
  address: z.array(z.string()),
  tax_id: z.string().nullable(),
});

const IncludedTax = z.object({ name: z.string(), percent: z.number(), amount: Money });

const PaymentFailureRecord = z.object({
  at: timestamp,
  kind: z
    .enum(failureKinds)
    .describe(
      "`declined` by the bank. `action_required`: the owner has to confirm the payment. `permanent`: no attempt can " +
        "succeed until the owner or the operator changes something. `temporary`: the provider did not respond for three " +
        "days. `dispute`: the bank took the payment back.",
    ),
  reason: z
    .string()
    .nullable()
    .describe(
      "The words of the payment provider. Only operators see those of permanent and temporary failures.",
    ),
  url: z.string().nullable().describe("The page on which the owner confirms the payment."),
});

/** An invoice as the API shows it to its owner. */
export const InvoiceRecord = z.object({
  id: z.string(),
  status: z.enum(invoiceStatuses),
  created_at: timestamp,
  period_start: timestamp,
  period_end: timestamp,
  lines: z.array(InvoiceLineRecord),
  total: Money,
  credit_applied: Price,
  amount_paid: Price,
  amount_due: Price,
  amount_adjusted: Price.describe("The amount that was voided or written off."),
  due_at: timestamp.nullable().describe("`null` if a payment provider collects the invoice."),
  number: z
    .string()
    .nullable()
    .describe("The number in the series of the seller. `null` on invoices of earlier releases."),
  seller: PartyRecord.nullable(),
  buyer: PartyRecord.nullable(),
  taxes: z.array(IncludedTax).describe("The taxes that the total includes."),
  amount_refunded: Price.describe("The sum of the refunds of its payments."),
  paid_at: timestamp.nullable(),
  payment_failure: PaymentFailureRecord.nullable().describe(
    "The last failure of its payment. `null` if nothing is due, or if no attempt has failed.",
  ),
});

nameSchemas({
  Money,
  InvoiceLine: InvoiceLineRecord,
  LedgerLine: LedgerLineRecord,
  NextInvoice,
  ScheduledPlan: Scheduled,
  PlanOffer,
  Plan: PlanStateRecord,
  PlanChange: PlanChangeRecord,
  PlanPreview: PlanPreviewRecord,
  PaymentFailure: PaymentFailureRecord,
  Invoice: InvoiceRecord,
  Party: PartyRecord,
  IncludedTax,
  RequestedPlan: Requested,
});
