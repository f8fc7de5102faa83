import type { DocumentStore } from "../store/storage.ts";
import { transact } from "../store/commit.ts";
import { hourMs } from "../time.ts";
import { isDelivered, listWebhookDeliveries } from "./deliveries.ts";
import {
  endpointLists,
  replaceEndpoint,
  type WebhookChange,
  type WebhookEndpoint,
  type WebhookIds,
} from "./endpoints.ts";
/** Disables an endpoint whose receiver has responded with 410. */
export async function disableGoneEndpoint(
  documents: DocumentStore,
  ids: WebhookIds,
  change: WebhookChange,
): Promise<void> {
  const disabled = (endpoint: WebhookEndpoint) => ({ ...endpoint, enabled: false, isGone: true });
  await replaceEndpoint(documents, { ...ids, action: "webhook.disabled" }, disabled, change);
}

/** Writes an endpoint if `change` returns another one. There is no entry in the audit log. */
function noteDelivery(
  documents: DocumentStore,
  { owner, id }: WebhookIds,
  change: (endpoint: WebhookEndpoint) => WebhookEndpoint,
): Promise<void> {
  return transact({ documents }, async () => {
    const found = await endpointLists.get(documents, { owner });
    const endpoints = found?.value.endpoints.map((one) => (one.id === id ? change(one) : one));
    const isChanged = endpoints?.some((one, index) => one !== found?.value.endpoints[index]) ?? false;
    const operations = found && endpoints && isChanged ? [endpointLists.replace(found, { endpoints })] : [];
    return { operations, result: undefined };
  });
}

/** Records that the receiver of an endpoint acknowledged a message. */
export async function recordSuccess(
  documents: DocumentStore,
  endpoint: WebhookEndpoint,
  ids: WebhookIds,
): Promise<void> {
  if (endpoint.failingSince === null) return;
  await noteDelivery(documents, ids, (one) => ({ ...one, failingSince: null }));
}

// The attempts of a message end up to six hours before its three days are over.
const failingMs = 66 * hourMs;
/** Fewer failed attempts are no sign of a dead receiver: the server itself may have been off for days. */
const minFailures = 10;

/**
 * Records a failed attempt. Disables the endpoint after three days without an acknowledged message, and reports that once.
 *
 * @returns Whether the endpoint is disabled.
 */
export async function recordFailure(
  documents: DocumentStore,
  endpoint: WebhookEndpoint,
  ids: WebhookIds,
  change: WebhookChange,
): Promise<boolean> {
  const { at } = change;
  const { failingSince } = endpoint;
  if (failingSince === null) {
    await noteDelivery(documents, ids, (one) =>
      one.failingSince === null ? { ...one, failingSince: at } : one,
    );
    return false;
  }
  if (at - failingSince < failingMs) return false;
  const latest = await listWebhookDeliveries(documents, { owner: ids.owner, endpoint: ids.id });
  const failures = latest.filter((one) => one.at >= failingSince && !isDelivered(one));
  if (failures.length < minFailures) return false;
  const disabled = (one: WebhookEndpoint) => ({ ...one, enabled: false });
  await replaceEndpoint(documents, { ...ids, action: "webhook.disabled" }, disabled, change);
  return true;
}
