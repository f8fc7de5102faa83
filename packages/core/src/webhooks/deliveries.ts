import { z } from "zod";
import { collection } from "../store/collection.ts";
import { transact } from "../store/commit.ts";
import { newIdentifier, secureRandomBytes } from "../store/identifier.ts";
import type { DocumentStore } from "../store/storage.ts";
import { dayMs } from "../time.ts";
import { StoredInstant } from "../schema/wire.ts";

/** The number of attempts that are kept for each endpoint. */
const keptDeliveries = 100;
const keptMs = 30 * dayMs;

/** The errors of attempts that got no response. */
export const deliveryErrors = ["timeout", "connection_failed"] as const;

const Delivery = z.object({
  id: z.string(),
  /** The id of the message, the same at every attempt and at a redelivery. */
  event: z.string(),
  type: z.string(),
  /** The instant of the event. */
  eventAt: StoredInstant,
  at: StoredInstant,
  /** From 1. */
  attempt: z.int().min(1),
  /** The HTTP status of the response; `null` without a response. */
  status: z.int().nullable(),
  /** Why there is no response; `null` if there is one. */
  error: z.enum(deliveryErrors).nullable(),
  durationMs: z.int().min(0),
  /** The `data` of the event. */
  data: z.record(z.string(), z.json()),
});

/** An attempt to deliver an event to an endpoint. Instants are epoch milliseconds. */
export type WebhookDelivery = z.output<typeof Delivery>;

/**
 * Returns whether the receiver acknowledged a delivery with a status of 2xx.
 *
 * @example
 * ```ts
 * import { isDelivered } from "@tools-api/core/webhooks";
 *
 * console.log(isDelivered({ status: 204 }), isDelivered({ status: null })); // true false
 * ```
 */
export function isDelivered({ status }: Pick<WebhookDelivery, "status">): boolean {
  return status !== null && status >= 200 && status < 300;
}

const deliveries = collection("webhook-deliveries/{owner}/{endpoint}/{slot}", Delivery, {
  expiresAt: ({ at }) => at + keptMs,
});

// The attempts of an endpoint take its slots in turn, so each replaces the oldest and nothing has to be searched.
const counts = collection("webhook-delivery-counts/{owner}/{endpoint}", z.object({ recorded: z.int() }));

/** The owner of an endpoint, and its id. */
interface DeliveryIds {
  owner: string;
  endpoint: string;
}

/** Records an attempt. The latest 100 of an endpoint are kept, for 30 days. */
export async function recordDelivery(
  documents: DocumentStore,
  { owner, endpoint }: DeliveryIds,
  attempt: Omit<WebhookDelivery, "id">,
): Promise<void> {
  const delivery = { ...attempt, id: newIdentifier("dlv", secureRandomBytes) };
  const ids = { owner, endpoint };
  await transact({ documents }, async () => {
    const found = await counts.get(documents, ids);
    const recorded = found?.value.recorded ?? 0;
    const slot = String(recorded % keptDeliveries).padStart(2, "0");
    return {
      operations: [
        counts.save(found, ids, { recorded: recorded + 1 }, { expiresAt: attempt.at + keptMs }),
        deliveries.put({ ...ids, slot }, delivery),
      ],
      result: undefined,
    };
  });
}

/**
 * Returns the latest attempts to deliver events to an endpoint, at most 100, the newest first.
 *
 * @example
 * ```ts
 * import { memoryDocuments } from "@tools-api/adapters/storage/memory";
 * import { listWebhookDeliveries } from "@tools-api/core/webhooks";
 *
 * console.log(await listWebhookDeliveries(memoryDocuments(), { owner: "acct_1", endpoint: "whe_1" })); // []
 * ```
 */
export async function listWebhookDeliveries(
  documents: DocumentStore,
  { owner, endpoint }: DeliveryIds,
): Promise<WebhookDelivery[]> {
  const found = await deliveries.list(documents, { owner, endpoint }, { limit: keptDeliveries });
  return found.map(({ value }) => value).toSorted((a, b) => b.at - a.at || b.attempt - a.attempt);
}

/** Deletes the recorded attempts of an endpoint. */
export async function eraseDeliveries(
  documents: DocumentStore,
  { owner, endpoint }: DeliveryIds,
): Promise<void> {
  await deliveries.erase(documents, { owner, endpoint });
  await documents.commit([counts.drop({ owner, endpoint })]);
}
