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
  {
    purpose: "When the change takes effect. Default: `now` for an upgrade, `cycle_end` for a downgrade.",
  },
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
  return z.strictObject({
    plan: parameter(listed(plan), plan, { purpose: "The plan to change to." }),
    effective,
  });
});

/**
 * Returns the schema of the body of `POST /account/plan`, and of the order of an owner in `changePlan`: a change, or a quote
 * for one.
 */
export const planOrder = perPlans((plans) => {
  const plan = offered(plans);
  return z.strictObject({
    plan: parameter(`${listed(plan)}, or nothing with a quote`, plan.optional(), {
      purpose: "The plan to change to. Absent with `quote`.",
    }),
    effective,
    quote: parameter("the quote of a preview, without other fields", z.string().max(4096).optional(), {
      purpose:
        "The `quote` of a preview, which makes the change for exactly that amount. Without other fields.",
    }),
  });
});

/** Returns the schema of a plan that the operator sets, with the limit and the price that were agreed for the account. */
export const agreedPlan = perPlans((plans) => {
  const plan = anyPlan(plans);
  return z.strictObject({
    plan: parameter(listed(plan), plan, { purpose: "The plan to set for the account." }),
    daily_limit: agreedLimit,
    price: parameter(
      "an integer from 0 to 100000000 in the currency's minor unit, null for the price of the plan, or nothing to " +
        "keep the agreed price",
      z.int().min(0).max(1e8).nullable().optional(),
      {
        purpose:
          "The agreed price of a billing cycle, in the currency's minor unit: `2900` is 29.00. `null` returns to " +
          "the price of the plan. Default: the agreed price stays.",
      },
    ),
    version: parameter(
      "a version of the plan, by default the current one of the account, or the latest of another plan",
      z.int().positive().optional(),
      {
        purpose:
          "The version of the plan. Default: the current one of the account, or the latest of another plan.",
      },
    ),
  });
});

/** Returns the schema of a new invitation. */
export const newInvitation = perPlans((plans) => {
  const plan = anyPlan(plans);
  return NewInvitation.extend({
    plan: parameter(listed(plan), plan.default(defaultPlan(plans).name), {
      purpose: "The plan with which the account opens.",
    }),
  });
});

/** An amount that may be in the account's favor. */
const Money = z
  .object({
    amount: z
      .int()
      .describe(
        "The amount in the currency's minor unit: `2900` is 29.00 US dollars. Below 0, it is in the account's favor.",
      ),
    currency: z.string().describe("The currency in ISO 4217, in lower case, such as `usd`."),
  })
  .describe("An amount of money, which can be below 0.");

const InvoiceLineRecord = z
  .object({
    kind: z
      .enum(lineKinds)
      .describe("The reason for the line, such as `charge` for a plan or `credit` for the rest of a cycle."),
    plan: PlanName.nullable().describe("The plan that is charged or credited; `null` if the line has none."),
    from: timestamp.nullable().describe("When the charged time begins; `null` if the line has none."),
    to: timestamp
      .nullable()
      .describe(
        "When the charged time ends; the instant itself is not part of it. `null` if the line has none.",
      ),
    price: Price.nullable().describe("The price of a whole billing cycle. `null` if the line has none."),
    amount: Money.describe("The amount of the line."),
    description: z.string().nullable().describe("The operator's reason. `null` if there is none."),
  })
  .describe("One amount of an invoice, with its reason.");

/** A line of the ledger, which is append-only. */
export const LedgerLineRecord = InvoiceLineRecord.extend({
  id: z.string().describe("The id of the line."),
  balance: Money.describe("The balance after this line. A negative balance is a credit for the account."),
  invoice: z.string().describe("The id of the invoice that has the line."),
  created_at: timestamp.describe("When the line was posted."),
});

const NextInvoice = z
  .object({
    at: timestamp.describe("When the invoice will be issued."),
    plan: PlanName.describe("The plan that it will charge."),
    total: Price.describe("The sum that it will charge."),
    credit_applied: Price.describe("The part of the total that credit will cover."),
    amount_due: Price.describe("The rest, which will be due."),
  })
  .describe(
    "The next invoice if nothing changes until then. `null` if the next billing cycle costs nothing.",
  );

const Scheduled = z
  .object({
    plan: PlanName.describe("The plan after the change."),
    daily_limit: z.int().describe("The calls of a UTC day after the change."),
    at: timestamp.describe("When the change takes effect."),
  })
  .describe("The change that takes effect later. `null` if there is none.");

const Requested = z
  .object({
    plan: PlanName.describe("The plan that was ordered."),
    at: timestamp.describe("When it was ordered."),
    invoice: z
      .string()
      .nullable()
      .describe("The invoice to pay first. `null` if an operator has to approve."),
  })
  .describe("The upgrade that waits. `null` if none does.");

const PlanOffer = z
  .object({
    name: PlanName.describe("The name of the plan in requests, such as `pro`."),
    title: z.string().describe("The name of the plan for people, such as `Pro`."),
    description: z
      .string()
      .nullable()
      .describe("The purpose of the plan, in the operator's words; `null` without."),
    daily_limit: z.int().describe("The calls of a UTC day."),
    per_minute: z.int().nullable().describe("Calls per minute. `null` for no such limit."),
    per_second: z.int().nullable().describe("Calls per second. `null` for no such limit."),
    price: Price.describe("The price of a month."),
  })
  .describe("A plan with its limits and its price.");

/** The body of `GET /account/plan`. */
export const PlanStateRecord = z.object({
  plan: PlanName.describe("The name of the plan now, such as `pro`."),
  title: z.string().describe("The name of the plan for people, such as `Pro`."),
  version: z.int().describe("The version of the plan that the account bought."),
  daily_limit: z.int().describe("The calls of a UTC day: those of the plan, or an agreed number."),
  status: z
    .enum(["active", "past_due"])
    .describe("Whether all invoices are paid in time: `past_due` if one is not."),
  grace_ends_at: timestamp
    .nullable()
    .describe("The instant at which a past due account loses its plan. `null` for other accounts."),
  price: Price.describe("The price of a month."),
  current_period_start: timestamp.describe("When the billed month began."),
  current_period_end: timestamp.describe("When the billed month ends. The instant itself is not part of it."),
  scheduled: Scheduled.nullable(),
  requested: Requested.nullable(),
  amount_due: Price.describe("The sum of all open invoices."),
  credit: Price.describe("The credit that later invoices use."),
  next_invoice: NextInvoice.nullable(),
  plans: z.array(PlanOffer).describe("The plans that you can choose."),
});

/** The effect and cost of a plan change. */
export const PlanChangeRecord = z.object({
  plan: PlanName.describe("The plan after the change."),
  effective: z
    .enum([...effectives, "on_payment", "on_approval"])
    .describe("`on_payment` and `on_approval`: the upgrade waits, and `takes_effect_at` is `null`."),
  takes_effect_at: timestamp.nullable().describe("When the change takes effect; `null` if it waits."),
  daily_limit: z.int().describe("Calls per day after the change."),
  current_period_start: timestamp.describe("When the billed month after the change begins."),
  current_period_end: timestamp.describe("When that month ends. The instant itself is not part of it."),
  lines: z.array(InvoiceLineRecord).describe("The charges and credits of the change."),
  total: Money.describe("The sum of the lines."),
  credit_applied: Price.describe("The amount of the total that credit covers."),
  amount_due: Price.describe("The rest of the total, which is due."),
  total_due: Price.describe("The sum of all open invoices after the change."),
  credit: Price.describe("The remaining credit for later invoices."),
  next_invoice: NextInvoice.nullable(),
  invoice: z
    .string()
    .nullable()
    .describe("The id of the invoice that charges the change; `null` if nothing is charged or credited."),
});

/** The response body of `POST /account/plan/preview`. */
export const PlanPreviewRecord = PlanChangeRecord.omit({ invoice: true }).extend({
  quote: z.string().describe("Send it to `POST /account/plan` to make the change for exactly this amount."),
  quote_expires_at: timestamp.describe("When the quote can no longer be used."),
});

/** A seller or buyer. */
export const PartyRecord = z
  .object({
    name: z.string().describe("The name of the person or the company."),
    address: z.array(z.string()).describe("The lines of the postal address."),
    tax_id: z.string().nullable().describe("The tax number, such as a VAT number; `null` without."),
  })
  .describe("A seller or a buyer.");

const IncludedTax = z.object({
  name: z.string().describe("The name of the tax, such as `VAT`."),
  percent: z.number().describe("Its rate in percent, such as `19`."),
  amount: Money.describe("The part of the total that is this tax."),
});

const PaymentFailureRecord = z.object({
  at: timestamp.describe("When the attempt failed."),
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
  id: z.string().describe("The id of the invoice in paths, such as `00000001`. People read `number`."),
  status: z
    .enum(invoiceStatuses)
    .describe(
      "The state of payment: `open` and `payment_failed` are due, `paid`, `void`, `written_off`, `uncollectible` " +
        "and `credit` are not.",
    ),
  created_at: timestamp.describe("When the invoice was issued."),
  period_start: timestamp.describe("When the charged time begins."),
  period_end: timestamp.describe("When the charged time ends. The instant itself is not part of it."),
  lines: z.array(InvoiceLineRecord).describe("The amounts of the invoice."),
  total: Money.describe("The sum of the lines."),
  credit_applied: Price.describe("The part of the total that credit covered."),
  amount_paid: Price.describe("The sum of the payments."),
  amount_due: Price.describe("The amount that is still to pay."),
  amount_adjusted: Price.describe("The amount that was voided or written off."),
  due_at: timestamp.nullable().describe("When it has to be paid; `null` if a payment provider collects it."),
  number: z
    .string()
    .nullable()
    .describe("The number in the series of the seller. `null` on invoices of earlier releases."),
  seller: PartyRecord.nullable().describe(
    "The issuer of the invoice; `null` if the operator has not named one.",
  ),
  buyer: PartyRecord.nullable().describe(
    "The receiver of the invoice; `null` if the account has no billing details.",
  ),
  taxes: z.array(IncludedTax).describe("The taxes that the total includes."),
  amount_refunded: Price.describe("The sum of the refunds of its payments."),
  paid_at: timestamp.nullable().describe("When it was paid in full; `null` until then."),
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
