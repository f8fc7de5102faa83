export { deliveryErrors, isDelivered, listWebhookDeliveries, type WebhookDelivery } from "./deliveries.ts";
export { nextAttemptAt, redeliverEvent, sendTestEvent, webhookDispatcher } from "./dispatch.ts";
export {
  createWebhookEndpoint,
  deleteWebhookEndpoint,
  getWebhookEndpoint,
  listWebhookEndpoints,
  NewWebhookEndpoint,
  operatorOwner,
  rotateWebhookSecret,
  updateWebhookEndpoint,
  type WebhookChange,
  type WebhookEndpoint,
  WebhookEndpointChange,
  type WebhookIds,
  webhookQueues,
  webhookSecrets,
} from "./endpoints.ts";
export {
  eventChannel,
  eventWrites,
  type NewEvent,
  reportByWebhook,
  type WebhookEvent,
  webhookEvents,
} from "./events.ts";
