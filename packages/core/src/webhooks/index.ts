export { listWebhookDeliveries, type WebhookDelivery } from "./deliveries.ts";
export { redeliverEvent, sendTestEvent, webhookDispatcher } from "./dispatch.ts";
export {
  createWebhookEndpoint,
  deleteWebhookEndpoint,
  getWebhookEndpoint,
  listWebhookEndpoints,
  operatorOwner,
  rotateWebhookSecret,
  updateWebhookEndpoint,
  type WebhookChange,
  type WebhookEndpoint,
  type WebhookIds,
  webhookSecrets,
} from "./endpoints.ts";
export { eventWrites, type NewEvent, reportByWebhook, type WebhookEvent, webhookEvents } from "./events.ts";
