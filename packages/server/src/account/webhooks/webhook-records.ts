import { type Camelized, nameSchemas, preciseTimestamp } from "@tools-api/core/internal/schema";
import { AuditDetail } from "@tools-api/core/audit";
import {
  deliveryErrors,
  isDelivered,
  type WebhookDelivery,
  type WebhookEndpoint,
} from "@tools-api/core/webhooks";
import { z } from "zod";

/** A webhook endpoint as its owner sees it. */
export const WebhookRecord = z.object({
  id: z.string().describe("The id of the endpoint."),
  url: z.string().describe("The address that receives the events."),
  events: z.array(z.string()).nullable().describe("The types of events that it gets; null for all."),
  enabled: z.boolean().describe("Whether it receives events."),
  is_gone: z.boolean().describe("True if the server disabled it because its receiver responded with 410."),
  created_at: preciseTimestamp.describe("When the endpoint was created."),
  failing_since: preciseTimestamp
    .nullable()
    .describe(
      "The time of the first failed delivery since the last successful one; null if there is none. After three " +
        "days the server disables the endpoint.",
    ),
  previous_secret_ends_at: preciseTimestamp
    .nullable()
    .describe("The time until which messages are also signed with the previous secret."),
});

export type WebhookRecord = Camelized<z.output<typeof WebhookRecord>>;

export const webhookExample = {
  id: "whe_5mRtX2wPqL8dKc0ZbVfN1y",
  url: "https://hooks.example.com/tools-api",
  events: ["invoice.created", "payment.failed"],
  enabled: true,
  is_gone: false,
  created_at: "2026-11-21T13:02:19.000Z",
  failing_since: null,
  previous_secret_ends_at: null,
};

/** An attempt to deliver an event. */
export const WebhookDeliveryRecord = z.object({
  id: z.string().describe("The id of the attempt."),
  event: z.string().describe("The `webhook-id` of the message."),
  type: z.string().describe("The type of the event, such as `invoice.created`."),
  at: preciseTimestamp.describe("When the attempt was made."),
  attempt: z.int().describe("How often the message was sent, this attempt included."),
  succeeded: z.boolean().describe("Whether the receiver answered with 2xx."),
  status: z.int().nullable().describe("The HTTP status of the response; null without one."),
  error: z.enum(deliveryErrors).nullable().describe("Why there is no response; null if there is one."),
  duration_ms: z.int().describe("The milliseconds until the answer or the end of the attempt."),
});

export type WebhookDeliveryRecord = Camelized<z.output<typeof WebhookDeliveryRecord>>;

/** An example of a delivery to {@link webhookExample}. */
export const deliveryExample = {
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

/** An event that was sent to an endpoint. */
export const WebhookEventRecord = z.object({
  event: z.string().describe("The `webhook-id` of the message."),
  type: z.string().describe("The type of the event, such as `invoice.created`."),
  timestamp: preciseTimestamp.describe("When it happened, as in the message."),
  data: z.record(z.string(), z.unknown()).describe("The data of the event, as in the message."),
  next_attempt_at: preciseTimestamp
    .nullable()
    .describe("When the server sends it the next time, at the earliest; null if it does not wait."),
  attempts: z.array(WebhookDeliveryRecord).describe("The attempts to deliver it, newest first."),
});

/** A delivery in the export of an account. */
export const ExportedDelivery = WebhookDeliveryRecord.extend({
  endpoint: z.string().describe("The id of the endpoint that received it."),
  data: z.record(z.string(), AuditDetail).describe("The data of the event."),
});

nameSchemas({
  WebhookEndpoint: WebhookRecord,
  WebhookDelivery: WebhookDeliveryRecord,
  WebhookEvent: WebhookEventRecord,
  ExportedDelivery,
});

/** Returns the record of an endpoint, without its secret. */
export function webhookRecord(endpoint: WebhookEndpoint, now: number): WebhookRecord {
  const { id, url, events, enabled, isGone, createdAt, failingSince, previousEndsAt } = endpoint;
  const isPast = previousEndsAt !== null && previousEndsAt <= now;
  return {
    id,
    url,
    events,
    enabled,
    isGone,
    createdAt,
    failingSince,
    previousSecretEndsAt: isPast ? null : previousEndsAt,
  };
}

/** Returns the record of a delivery. */
export function deliveryRecord(delivery: WebhookDelivery): WebhookDeliveryRecord {
  const { id, event, type, at, attempt, status, error, durationMs } = delivery;
  return { id, event, type, at, attempt, succeeded: isDelivered(delivery), status, error, durationMs };
}
