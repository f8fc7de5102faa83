import type { IncomingMessage } from "node:http";
import { ToolsError } from "@tools-api/core";
import {
  disableGoneEndpoint,
  readWebhookMessage,
  recordDelivery,
  recordFailure,
  recordSuccess,
} from "@tools-api/core/internal";
import { dayMs, isoInstant } from "@tools-api/core/internal/time";
import type { Source } from "@tools-api/core/audit";
import { type QueueOptions, RetryLater, Undeliverable } from "@tools-api/core/outbox";
import type { DocumentStore } from "@tools-api/core/storage";
import {
  getWebhookEndpoint,
  isDelivered,
  type WebhookDelivery,
  webhookQueues,
  webhookSecrets,
} from "@tools-api/core/webhooks";
import { Webhook } from "standardwebhooks";
import type { ResolveHost } from "../../fetch/addresses.ts";
import type { FetchPolicy } from "../../http/fetch-policy.ts";
import { openUrl, unlessAborted } from "../../fetch/open-url.ts";

/** The options of {@link webhookQueue}. */
export interface WebhookQueueOptions {
  documents: DocumentStore;
  /** Returns the secret of the account app, from which the secrets of endpoints are derived. */
  secret: () => Promise<string>;
  /** The hosts in a list can have private addresses. All others need public ones. Default: `off`, so none is listed. */
  fetchUrls?: FetchPolicy;
  /** Milliseconds for the response to a message. Default: 10,000. */
  deadlineMs?: number;
  /** Returns the addresses of a host name. Default: DNS, or for a listed host the resolver of the system. */
  resolve?: ResolveHost;
  now?: () => number;
  /** Reports an endpoint that is disabled, such as `reportByMail`. Default: does nothing. */
  report?: Source["report"];
}

const defaultDeadlineMs = 10_000;
const gone = 410;

/** The longest pause for which a receiver can ask: three of them fit into the time for a message. */
const maxRetryAfterMs = dayMs;

/** The response to a message. */
interface Outcome extends Pick<WebhookDelivery, "status" | "error"> {
  /** The pause for which the receiver asks. */
  retryAfterMs: number;
}

/** Returns the milliseconds of a Retry-After field (RFC 9110 §10.2.3); 0 for none or another value. */
function retryAfterMs(field: string | undefined, now: number): number {
  const asked = /^\d{1,9}$/.test(field ?? "") ? Number(field) * 1000 : Date.parse(field ?? "") - now;
  return Math.min(Math.max(asked || 0, 0), maxRetryAfterMs);
}

/** Sends a message. The body of the response is not read, and a redirect is not followed. */
async function post(
  url: string,
  { headers, body }: { headers: Readonly<Record<string, string>>; body: string },
  { fetchUrls: policy = "off", deadlineMs = defaultDeadlineMs, resolve, now = Date.now }: WebhookQueueOptions,
  signal: AbortSignal,
): Promise<Outcome> {
  const deadline = AbortSignal.timeout(deadlineMs);
  const ended = AbortSignal.any([signal, deadline]);
  const request = { method: "POST", headers, body: Buffer.from(body) } as const;
  const end = (response: IncomingMessage) => response.destroy();
  const opened = openUrl(new URL(url), request, { policy, allowsPublic: true, resolve }, ended);
  try {
    const response = await unlessAborted(ended, opened);
    end(response);
    const pause = retryAfterMs(response.headers["retry-after"], now());
    return { status: response.statusCode ?? 0, error: null, retryAfterMs: pause };
  } catch {
    opened.then(end, () => {});
    // The reason would reveal whether a host of the private network exists.
    return { status: null, error: ended.aborted ? "timeout" : "connection_failed", retryAfterMs: 0 };
  }
}

/**
 * Creates the queues of the outbox with the messages to webhook endpoints, for `startOutboxWorker({ queues })`. Messages are
 * signed POST requests (Standard Webhooks). A status of 2xx acknowledges one. The status 410 disables the endpoint. After any
 * other outcome, the message is sent again, for three days, and not before `Retry-After`. Three days without an acknowledged
 * message disable the endpoint.
 *
 * @example
 * ```ts
 * import { memoryDocuments } from "@tools-api/adapters/storage/memory";
 * import { sessionSecret } from "@tools-api/core/accounts";
 * import { webhookDispatcher } from "@tools-api/core/webhooks";
 * import { startOutboxWorker, webhookQueue } from "@tools-api/server";
 *
 * const documents = memoryDocuments();
 * const worker = startOutboxWorker({
 *   documents,
 *   channels: { event: webhookDispatcher({ documents }) },
 *   queues: [webhookQueue({ documents, secret: () => sessionSecret(documents) })],
 * });
 * await worker.stop();
 * ```
 */
export function webhookQueue(options: WebhookQueueOptions): QueueOptions {
  const { documents, secret, now = Date.now, report } = options;
  const change = () => ({ at: now(), by: { actor: { kind: "system" }, report } as const });

  async function findEndpoint(owner: string, id: string) {
    const endpoint = await getWebhookEndpoint(documents, { owner, id }).catch((error: unknown) => {
      if (error instanceof ToolsError && error.code === "not_found") return null;
      throw error;
    });
    if (endpoint?.enabled) return endpoint;
    throw new Undeliverable("The endpoint was deleted or disabled.");
  }

  return {
    documents,
    kind: webhookQueues,
    now,
    ownerOf: (queue) => queue.slice(0, queue.lastIndexOf(".")),
    async deliver(message, { signal, queue }) {
      const { owner, endpoint: id, event, type, at, data, attempt } = readWebhookMessage(message, queue);
      const endpoint = await findEndpoint(owner, id);
      const body = JSON.stringify({ type, timestamp: isoInstant(at), data });
      const sentAt = now();
      const secrets = await webhookSecrets(endpoint, await secret(), sentAt);
      const signatures = secrets.map((text) => new Webhook(text).sign(event, new Date(sentAt), body));
      const headers = {
        "Content-Type": "application/json",
        "webhook-id": event,
        "webhook-timestamp": String(Math.floor(sentAt / 1000)),
        "webhook-signature": signatures.join(" "),
      };
      const ids = { owner, id };
      const { retryAfterMs: afterMs, ...outcome } = await post(
        endpoint.url,
        { headers, body },
        options,
        signal,
      );
      const durationMs = Math.max(0, now() - sentAt);
      await recordDelivery(
        documents,
        { owner, endpoint: id },
        { event, type, eventAt: at, at: sentAt, attempt, durationMs, data, ...outcome },
      );
      if (outcome.status === gone) {
        await disableGoneEndpoint(documents, ids, change());
        throw new Undeliverable("The receiver responded with status 410.");
      }
      if (isDelivered(outcome)) {
        await recordSuccess(documents, endpoint, ids);
        return;
      }
      if (await recordFailure(documents, endpoint, ids, change()))
        throw new Undeliverable("The endpoint was disabled after three days without a response of 2xx.");
      throw new RetryLater(outcome.error ?? `The status is ${outcome.status}.`, afterMs);
    },
  };
}
