import { z } from "zod";
import { PlanName, Price } from "../identity/account-terms.ts";
import { nameSchemas } from "../schema/schema-names.ts";
import { parameter } from "../schema/validate.ts";
import { timestamp } from "../schema/wire.ts";
import { failureKinds, invoiceStatuses, lineKinds } from "./documents.ts";
import { agreedLimit } from "../identity/accounts.ts";
import { NewInvitation } from "../identity/invitations.ts";
import { defaultPlan, offeredPlans, type Plans } from "./plans.ts";
import { effectives } from "./rules.ts";

const effective = parameter(
  '"now" or "cycle_end"; by default an upgrade takes effect now and a downgrade at the end of the cycle',
  z.enum(effectives).optional(),
);

/** Returns a function that creates a schema once for the plans on which it depends. */
function perPlans<Schema>(create: (plans: Plans) => Schema): (plans: Plans) => Schema {
  const known = new WeakMap<Plans, Schema>();
  return (plans) => {
    const schema = known.get(plans) ?? create(plans);
    known.set(plans, schema);
    return schema;
  };
}

/** Returns the schema of the name of a plan that owners can choose. */
function offered(plans: Plans) {
  return z.enum(offeredPlans(plans).map(({ name }) => name));
}

/** Returns the schema of the name of any plan, for operators. */
function anyPlan(plans: Plans) {
  return z.enum(Object.keys(plans));
}

/** Returns the names of plans, for an error. */
function listed({ options }: { options: readonly string[] }): string {
  return options.join(", ");
}

/** Returns the schema of the body of `POST /account/plan/preview`, and of the options of `previewPlanChange`. */
export const planChangeRequest = perPlans((plans) => {
  const plan = offered(plans);
  return z.strictObject({ plan: parameter(listed(plan), plan), effective });
});

/**
 * Returns the schema of the body of `POST /account/plan`, and of the order of an owner in `changePlan`: a change, or a quote
 * for one.
 */
export const planOrder = perPlans((plans) => {
  const plan = offered(plans);
  return z.strictObject({
    plan: parameter(`${listed(plan)}, or nothing with a quote`, plan.optional()),
    effective,
    quote: parameter("the quote of a preview, without other fields", z.string().max(4096).optional()),
  });
});

/** Returns the schema of a plan that the operator sets, with the limit and the price that were agreed for the account. */
export const agreedPlan = perPlans((plans) => {
  const plan = anyPlan(plans);
  return z.strictObject({
    plan: parameter(listed(plan), plan),
    daily_limit: agreedLimit,
    price: parameter(
      "an integer from 0 to 100000000 in the currency's minor unit, null for the price of the plan, or nothing to keep the agreed price",
      z.int().min(0).max(1e8).nullable().optional(),
    ),
    version: parameter(
      "a version of the plan, by default the current one of the account, or the latest of another plan",
      z.int().positive().optional(),
    ),
  });
});

/** Returns the schema of a new invitation. */
export const newInvitation = perPlans((plans) => {
  const plan = anyPlan(plans);
  return NewInvitation.extend({
    plan: parameter(listed(plan), plan.default(defaultPlan(plans).name)),
  });
});

/** An amount that may be in the account's favor. */
const Money = z.object({
  amount: z.int().describe("In the currency's minor unit. A negative amount is a credit for the account."),
  currency: z.string().describe("ISO 4217, in lower case."),
});

const InvoiceLineRecord = z.object({
  kind: z.enum(lineKinds),
  plan: PlanName.nullable(),
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
    plan: PlanName,
    total: Price,
    credit_applied: Price,
    amount_due: Price,
  })
  .describe(
    "The next invoice if nothing changes until then. `null` if the next billing cycle costs nothing.",
  );

const Scheduled = z.object({ plan: PlanName, daily_limit: z.int(), at: timestamp });

const Requested = z
  .object({
    plan: PlanName,
    at: timestamp,
    invoice: z
      .string()
      .nullable()
      .describe("The invoice to pay first. `null` if an operator has to approve."),
  })
  .describe("The upgrade that waits. `null` if none does.");

const PlanOffer = z.object({
  name: PlanName,
  title: z.string(),
  description: z.string().nullable(),
  daily_limit: z.int(),
  per_minute: z.int().nullable().describe("Calls per minute. `null` for no such limit."),
  per_second: z.int().nullable().describe("Calls per second. `null` for no such limit."),
  price: Price,
});

/** The body of `GET /account/plan`. */
export const PlanStateRecord = z.object({
  plan: PlanName,
  title: z.string(),
  version: z.int().describe("The version of the plan that the account bought."),
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
  plans: z.array(PlanOffer).describe("The plans that you can choose."),
});

/** The effect and cost of a plan change. */
export const PlanChangeRecord = z.object({
  plan: PlanName,
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
