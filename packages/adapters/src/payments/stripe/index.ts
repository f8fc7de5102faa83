export type { StripePaymentsOptions } from "./customers.ts";
export { stripePayments } from "./provider.ts";
export { stripeWebhook, type StripeWebhookOptions } from "./webhook.ts";
