export { stripePayments, type StripePaymentsOptions } from "./provider.ts";
export { stripeWebhook, type StripeWebhookOptions } from "./webhook.ts";
