import { z } from "zod";
import { ToolsError } from "../errors.ts";
import { newIdentifier, secureRandomBytes } from "../store/identifier.ts";
import type { Deliver, OutboxMessage } from "../outbox/index.ts";
import { onceKey } from "../outbox/outbox.ts";
import { enqueueIn, isQueueFull, queuedMessages } from "../outbox/queues.ts";
import type { DocumentStore, WriteOperation } from "../store/storage.ts";
import type { WebhookDelivery } from "./deliveries.ts";
import {
  listWebhookEndpoints,
  operatorOwner,
  queueOf,
  type WebhookEndpoint,
  webhookQueues,
} from "./endpoints.ts";

/**
 * The number of messages that wait for an endpoint. Attack: an account that creates and revokes keys in a loop, with an
 * endpoint that does not respond, would fill the store.
 */
const maxWaiting = 500;

// Attack: an account sends test events to a stranger's server without a limit.
const manualMs = 2_000;

/** The type of the event that the owner sends to test an endpoint. */
const testEvent = "webhook.test";

/** The content of a message to an endpoint, as the outbox stores it. */
const StoredWebhook = z.object({
  /** The `webhook-id`. */
  event: z.string(),
  /** The instant of the event. */
  at: z.number(),
  data: z.record(z.string(), z.json()),
});

/** A message to an endpoint. Instants are epoch milliseconds. */
interface WebhookMessage extends z.output<typeof StoredWebhook> {
  owner: string;
  endpoint: string;
  type: string;
  attempt: number;
}

/** Reads a message of an endpoint's queue. */
export function readWebhookMessage(
  { type, data, attempts }: Pick<OutboxMessage, "type" | "data" | "attempts">,
  queue: string,
): WebhookMessage {
  const separator = queue.lastIndexOf(".");
  const [owner, endpoint] = [queue.slice(0, separator), queue.slice(separator + 1)];
  return { ...StoredWebhook.parse(data), owner, endpoint, type, attempt: attempts };
}

/**
 * Returns when an event is sent to an endpoint the next time, in epoch milliseconds. Returns `null` if it does not wait.
 *
 * @example
 * ```ts
 * import { memoryDocuments } from "@tools-api/adapters/storage/memory";
 * import { nextAttemptAt } from "@tools-api/core/webhooks";
 *
 * const ids = { owner: "acct_1", endpoint: "whe_1" };
 * console.log(await nextAttemptAt(memoryDocuments(), ids, "msg_1")); // null
 * ```
 */
export async function nextAttemptAt(
  documents: DocumentStore,
  { owner, endpoint }: { owner: string; endpoint: string },
  event: string,
): Promise<number | null> {
  for await (const { ids, value } of queuedMessages(documents, webhookQueues, queueOf(owner, endpoint)))
    if (StoredWebhook.parse(value.data).event === event) return Date.parse(ids.at);
  return null;
}

/** Returns the writes that queue a message for an endpoint. */
function messageWrites(
  owner: string,
  { id }: Pick<WebhookEndpoint, "id">,
  { type, event, at, data }: Pick<WebhookMessage, "type" | "event" | "at" | "data">,
  options: { queuedAt: number; once?: string },
): WriteOperation[] {
  return enqueueIn({
    kind: webhookQueues,
    queue: queueOf(owner, id),
    account: owner === operatorOwner ? null : owner,
    type,
    data: { event, at, data },
    at: options.queuedAt,
    ...(options.once !== undefined && { once: options.once }),
  });
}

/**
 * Creates the channel of the outbox that queues events for the endpoints of their account and of the operator, one message
 * for each endpoint that wants the event and existed then. All messages of an event are queued by one commit, once.
 *
 * @example
 * ```ts
 * import { memoryDocuments } from "@tools-api/adapters/storage/memory";
 * import { deliverDue } from "@tools-api/core/outbox";
 * import { webhookDispatcher } from "@tools-api/core/webhooks";
 *
 * const documents = memoryDocuments();
 * const channels = { event: webhookDispatcher({ documents }) };
 * console.log(await deliverDue({ documents, channels }, Date.now())); // 0
 * ```
 */
export function webhookDispatcher({ documents }: { documents: DocumentStore }): Deliver {
  return async ({ id, account, type, data, createdAt }) => {
    const owners = account === null ? [operatorOwner] : [account, operatorOwner];
    const queued = owners.map(async (owner) => {
      const endpoints = await listWebhookEndpoints(documents, owner);
      const wanted = endpoints.filter(
        (endpoint) =>
          endpoint.enabled &&
          endpoint.createdAt <= createdAt &&
          (endpoint.events === null || endpoint.events.includes(type)),
      );
      const writes = wanted.map(async (endpoint) => {
        const queue = queueOf(owner, endpoint.id);
        if (await isQueueFull(documents, { kind: webhookQueues, queue, limit: maxWaiting })) return [];
        const message = { type, event: id, at: createdAt, data };
        return messageWrites(owner, endpoint, message, {
          queuedAt: createdAt,
          once: `${id}.${endpoint.id}`,
        });
      });
      return (await Promise.all(writes)).flat();
    });
    const operations = (await Promise.all(queued)).flat();
    if (operations.length === 0) return;
    const result = await documents.commit(operations);
    // A process that ended after the commit has queued the messages already.
    if (!result.committed && !result.conflict.startsWith(onceKey(`${id}.`)))
      throw new Error(`The commit of the event failed at ${result.conflict}.`);
  };
}

/** An endpoint, and its owner. */
interface OwnedEndpoint {
  owner: string;
  endpoint: WebhookEndpoint;
}

/** Commits a message that the owner sends, at most one in two seconds. */
async function sendByHand(
  documents: DocumentStore,
  { owner, endpoint }: OwnedEndpoint,
  message: Pick<WebhookMessage, "type" | "event" | "at" | "data">,
  at: number,
): Promise<string> {
  if (!endpoint.enabled)
    throw new ToolsError("conflict", `The webhook endpoint ${endpoint.id} is disabled. Enable it first.`);
  const once = `${endpoint.id}.${Math.floor(at / manualMs)}`;
  const result = await documents.commit(messageWrites(owner, endpoint, message, { queuedAt: at, once }));
  if (!result.committed)
    throw new ToolsError("too_many_attempts", "The endpoint has just been sent an event. Try again.", {
      retryAfter: manualMs / 1000,
    });
  return message.event;
}

/**
 * Queues a `webhook.test` event for an endpoint, whatever its events are.
 *
 * @param at Epoch milliseconds.
 * @returns The `webhook-id` of the message.
 * @throws ToolsError `conflict` if the endpoint is disabled; `too_many_attempts` more than once in two seconds.
 *
 * @example
 * ```ts
 * import { memoryDocuments } from "@tools-api/adapters/storage/memory";
 * import { createWebhookEndpoint, sendTestEvent } from "@tools-api/core/webhooks";
 *
 * const documents = memoryDocuments();
 * const at = Date.now();
 * const fields = { url: "https://example.com/hook" };
 * const endpoint = await createWebhookEndpoint(documents, "acct_1", fields, { at });
 * console.log((await sendTestEvent(documents, { owner: "acct_1", endpoint }, at)).startsWith("msg_")); // true
 * ```
 */
export function sendTestEvent(documents: DocumentStore, target: OwnedEndpoint, at: number): Promise<string> {
  const data: WebhookMessage["data"] = target.owner === operatorOwner ? {} : { account_id: target.owner };
  const message = { type: testEvent, event: newIdentifier("msg", secureRandomBytes), at, data };
  return sendByHand(documents, target, message, at);
}

/**
 * Queues the event of a delivery again, under the same `webhook-id`.
 *
 * @param at Epoch milliseconds.
 * @returns The `webhook-id` of the message.
 * @throws ToolsError `conflict` if the endpoint is disabled; `too_many_attempts` more than once in two seconds.
 *
 * @example
 * ```ts
 * import { memoryDocuments } from "@tools-api/adapters/storage/memory";
 * import { createWebhookEndpoint, listWebhookDeliveries, redeliverEvent } from "@tools-api/core/webhooks";
 *
 * const documents = memoryDocuments();
 * const at = Date.now();
 * const fields = { url: "https://example.com/hook" };
 * const endpoint = await createWebhookEndpoint(documents, "acct_1", fields, { at });
 * const [latest] = await listWebhookDeliveries(documents, { owner: "acct_1", endpoint: endpoint.id });
 * if (latest) await redeliverEvent(documents, { owner: "acct_1", endpoint }, latest, at);
 * ```
 */
export function redeliverEvent(
  documents: DocumentStore,
  target: OwnedEndpoint,
  { type, event, eventAt, data }: WebhookDelivery,
  at: number,
): Promise<string> {
  return sendByHand(documents, target, { type, event, at: eventAt, data }, at);
}
