import { ToolsError } from "@tools-api/core";
import { defaultPlan, type PaymentProvider, retryPayments } from "@tools-api/core/billing";
import { nameSchemas } from "@tools-api/core/internal/schema";
import { z } from "zod";
import { invoiceExample } from "./invoice-routes.ts";
import { type ManagementCall, type ManagementRoute, managementRoute } from "../call/route.ts";
import { takeOrThrow } from "../../session/sign-in-throttle.ts";

const PaymentPageRecord = z.object({
  url: z.string().describe("The page of the payment provider. It leads back to the plan page."),
});

const RetriedPaymentsRecord = z.object({
  invoices: z.array(z.string()).describe("The ids of the invoices whose payment is due now."),
});

nameSchemas({ PaymentPage: PaymentPageRecord, RetriedPayments: RetriedPaymentsRecord });

/** Returns the URL of a page of the payment provider for the caller. */
async function paymentPage(
  { services, caller: { account } }: ManagementCall,
  kind: "setupUrl" | "portalUrl",
): Promise<{ url: string }> {
  const { billing, plans, publicUrl } = services;
  const create: PaymentProvider[typeof kind] = billing.payments?.[kind];
  if (!create)
    throw new ToolsError("conflict", "This server has no page for payment methods. Pay by invoice instead.");
  await takeOrThrow(services.paymentPages, account.id);
  const { currency } = defaultPlan(plans).price;
  return { url: await create({ account, currency, returnUrl: `${publicUrl}/plan` }) };
}

const limit = "An account can open 20 pages an hour. `conflict` if the server has no such page.";

export const addPaymentMethod = managementRoute({
  method: "POST",
  path: "/account/plan/payment-method",
  operationId: "add-payment-method",
  summary: "Get the URL of a page on which the owner adds a payment method.",
  description: `The added method pays later invoices, and failed payments are attempted again. ${limit}`,
  errors: ["conflict", "too_many_attempts"],
  status: 200,
  answer: PaymentPageRecord,
  example: { answer: { url: "https://checkout.stripe.com/c/pay/cs_live_a1b2c3" } },
  handle: (call) => paymentPage(call, "setupUrl"),
});

export const openPaymentPortal = managementRoute({
  method: "POST",
  path: "/account/plan/portal",
  operationId: "open-payment-portal",
  summary: "Get the URL of a page on which the owner manages payment methods and receipts.",
  description: limit,
  errors: ["conflict", "too_many_attempts"],
  status: 200,
  answer: PaymentPageRecord,
  example: { answer: { url: "https://billing.stripe.com/p/session/live_a1b2c3" } },
  handle: (call) => paymentPage(call, "portalUrl"),
});

export const retryFailedPayments = managementRoute({
  method: "POST",
  path: "/account/plan/retry-payments",
  operationId: "retry-payments",
  summary: "Attempt failed payments again now, uncollectible ones too.",
  description:
    "The server attempts them within about a minute, and then 1, 3, 5 and 7 days after the next failure. A payment is " +
    "attempted at most once a day: `conflict` names the next instant. Also `conflict` if no payment has failed.",
  errors: ["conflict"],
  status: 200,
  answer: RetriedPaymentsRecord,
  example: { answer: { invoices: [invoiceExample.id] } },
  handle: async ({ services, caller, now }) => ({
    invoices: await retryPayments(services.billing, caller.account.id, now),
  }),
});

/** The management calls that concern the payment provider. */
export const paymentRoutes: readonly ManagementRoute[] = [
  addPaymentMethod,
  openPaymentPortal,
  retryFailedPayments,
];
