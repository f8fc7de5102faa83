import { z } from "zod";
import { planNames, Price, timestamp } from "../account-terms.ts";
import { parameter } from "../validate.ts";
import { effectives } from "./change.ts";
import { invoiceStatuses } from "./invoices.ts";
import { lineKinds } from "./ledger.ts";

const plan = parameter(planNames.join(", "), z.enum(planNames));
const effective = parameter(
  '"now" or "cycle_end"; by default an upgrade takes place now and a downgrade at the end of the cycle',
  z.enum(effectives).optional(),
);

/** The body of `POST /account/plan/preview`, and the options of `previewPlanChange`. */
export const PlanChangeRequest = z.strictObject({ plan, effective });

/** The body of `POST /account/plan`, and the options of `changePlan`: a change, or a quote for one. */
export const PlanOrder = z.strictObject({
  plan: parameter(`${planNames.join(", ")}, or nothing beside a quote`, z.enum(planNames).optional()),
  effective,
  quote: parameter("the quote of a preview, and nothing else beside it", z.string().max(4096).optional()),
});

/** An amount that may be in the account's favor. */
const Money = z.object({
  amount: z.int().describe("In the currency's minor unit; below zero it is in the account's favour."),
  currency: z.string().describe("ISO 4217, in lower case."),
});

const InvoiceLineRecord = z.object({
  kind: z.enum(lineKinds),
  plan: z.enum(planNames).nullable(),
  from: timestamp.nullable(),
  to: timestamp.nullable(),
  price: Price.nullable().describe("A whole cycle's, of which the amount is a part; null where it is none."),
  amount: Money,
});

/** A line of the ledger, which is append-only. */
export const LedgerLineRecord = InvoiceLineRecord.extend({
  id: z.string(),
  balance: Money.describe("What is owed after it; below zero it is in the account's favour."),
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
  .describe("What the next billing cycle costs as things stand; null where it costs nothing.");

const Scheduled = z.object({ plan: z.enum(planNames), daily_limit: z.int(), at: timestamp });

/** The body of `GET /account/plan`. */
export const PlanStateRecord = z.object({
  plan: z.enum(planNames),
  daily_limit: z.int(),
  status: z.enum(["active", "past_due"]),
  grace_ends_at: timestamp
    .nullable()
    .describe("When an account that is past due loses its plan; null for every other."),
  price: Price,
  current_period_start: timestamp,
  current_period_end: timestamp,
  scheduled: Scheduled.nullable(),
  amount_due: Price.describe("Of all open invoices."),
  credit: Price.describe("What later invoices use up."),
  next_invoice: NextInvoice.nullable(),
  plans: z.array(z.object({ name: z.enum(planNames), daily_limit: z.int(), price: Price })),
});

/** The effect and cost of a plan change. */
export const PlanChangeRecord = z.object({
  plan: z.enum(planNames),
  effective: z.enum(effectives),
  takes_effect_at: timestamp,
  daily_limit: z.int().describe("Calls a day from then on."),
  current_period_start: timestamp,
  current_period_end: timestamp,
  lines: z.array(InvoiceLineRecord),
  total: Money,
  credit_applied: Price.describe("What of the total is paid by credit."),
  amount_due: Price,
  total_due: Price.describe("Of all open invoices after the change."),
  credit: Price.describe("What is left of the credit for later invoices."),
  next_invoice: NextInvoice.nullable(),
  invoice: z
    .string()
    .nullable()
    .describe("The id of the invoice; null where nothing is charged or credited."),
});

/** The response body of `POST /account/plan/preview`. */
export const PlanPreviewRecord = PlanChangeRecord.omit({ invoice: true }).extend({
  quote: z.string().describe("To be sent to POST /account/plan, which then charges exactly this."),
  quote_expires_at: timestamp,
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
  paid_at: timestamp.nullable(),
});
