import type { OperationExample } from "./operation-example.ts";

/** An endpoint. */
export const webhook = {
  id: "whe_5mRtX2wPqL8dKc0ZbVfN1y",
  url: "https://hooks.example.com/tools-api",
  events: ["invoice.created", "payment.failed"],
  enabled: true,
  is_gone: false,
  created_at: "2026-11-21T13:02:19.000Z",
  previous_secret_ends_at: null,
};

/** A delivery to {@link webhook}. */
export const webhookDelivery = {
  id: "dlv_0aXk3vQz8tWmRy5LcHdN7p",
  event: "msg_9sKpTq4ZrVb1XyWd6fLm2C",
  type: "invoice.created",
  at: "2026-12-01T00:00:03.412Z",
  attempt: 1,
  succeeded: true,
  status: 204,
  error: null,
  duration_ms: 84,
};

const parameters = { id: webhook.id };
const queued = { event: webhookDelivery.event };
const secret = "whsec_…";

/** Examples of the calls on webhook endpoints. Secrets are shortened. */
export const webhookExamples = {
  "list-webhooks": { answer: { items: [webhook], next: null } },
  "create-webhook": {
    body: { url: webhook.url, events: webhook.events },
    answer: { ...webhook, secret },
  },
  "get-webhook": { parameters, answer: webhook },
  "change-webhook": { parameters, body: { enabled: false }, answer: { ...webhook, enabled: false } },
  "delete-webhook": { parameters },
  "rotate-webhook": {
    parameters,
    answer: { ...webhook, previous_secret_ends_at: "2026-11-22T14:30:00.000Z", secret },
  },
  "list-webhook-deliveries": { parameters, answer: { items: [webhookDelivery], next: null } },
  "redeliver-webhook": { parameters: { ...parameters, delivery: webhookDelivery.id }, answer: queued },
  "test-webhook": { parameters, answer: queued },
} satisfies Record<string, OperationExample>;
