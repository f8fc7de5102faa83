import { z } from "zod";
import { auditEntry, type NewAuditEntry } from "../audit/entries.ts";
import type { Source } from "../store/source.ts";
import { collection } from "../store/collection.ts";
import { transact } from "../store/commit.ts";
import { ToolsError } from "../errors.ts";
import { deriveKey } from "../store/derive-key.ts";
import { type FormDigest, formWrites } from "../store/idempotency.ts";
import { newIdentifier, secureRandomBytes } from "../store/identifier.ts";
import { eraseQueue } from "../outbox/queues.ts";
import type { DocumentStore } from "../store/storage.ts";
import { dayMs } from "../time.ts";
import { parameter, validateOptions } from "../schema/validate.ts";
import { StoredInstant } from "../schema/wire.ts";
import { eraseDeliveries } from "./deliveries.ts";
import { webhookEventNames } from "./events.ts";

/** The maximum number of endpoints of an owner. */
const maxEndpoints = 10;

/** Milliseconds for which the previous secret also signs. */
const previousSecretMs = dayMs;

/** The owner of the operator's endpoints, which get the events of all accounts. No account has this id. */
export const operatorOwner = "operator";

/** The kind of the outbox queues with the messages of endpoints. */
export const webhookQueues = "webhook";

const Endpoint = z.object({
  id: z.string(),
  url: z.string(),
  /** The types of events that it gets; `null` for all, also those of later releases. */
  events: z.array(z.string()).nullable(),
  enabled: z.boolean(),
  /** True after the receiver responded with 410, until the owner enables the endpoint. */
  isGone: z.boolean(),
  /** The first failed attempt since the last successful one; `null` if there is none. Enabling the endpoint removes it. */
  failingSince: StoredInstant.nullable().default(null),
  createdAt: StoredInstant,
  /** The number of its secret, from 1. */
  generation: z.int().min(1),
  /** When the secret before the last rotation stops signing; `null` if there is none. */
  previousEndsAt: StoredInstant.nullable(),
});

/** A webhook endpoint. Instants are epoch milliseconds. Its secrets are not stored; see {@link webhookSecrets}. */
export type WebhookEndpoint = z.output<typeof Endpoint>;

/** All endpoints of an owner in one document: the limit is exact, and an event reads two documents. */
export const endpointLists = collection("webhooks/{owner}", z.object({ endpoints: z.array(Endpoint) }));

// The forms of the pages show no longer values.
const maxUrlLength = 500;

const url = z
  // Zod runs refinements after a failed check, unless that check aborts.
  .url({ protocol: /^https?$/, abort: true })
  .max(maxUrlLength)
  .refine((text) => {
    const { username, password } = new URL(text);
    return username === "" && password === "";
  });
const urlExpected = `an https URL of at most ${maxUrlLength} characters, without user information`;
const events = z.array(z.enum(webhookEventNames)).min(1).max(100).nullable();
const eventsExpected = `a list of ${webhookEventNames.join(", ")}, or null for all events`;

/** The fields of a new endpoint. */
export const NewWebhookEndpoint = z.strictObject({
  url: parameter(urlExpected, url, {
    purpose: "The address that receives the events by POST, such as `https://example.com/hooks`.",
  }),
  events: parameter(eventsExpected, events.default(null), {
    purpose: 'The types of events that it gets, such as `["invoice.created"]`; `null` for all.',
  }),
});

/** The fields of an endpoint that can be changed. */
export const WebhookEndpointChange = z.strictObject({
  url: parameter(urlExpected, url.optional(), {
    purpose: "The new address that receives the events. Default: it stays.",
  }),
  events: parameter(eventsExpected, events.optional(), {
    purpose: "The types of events that it gets from now on; `null` for all. Default: they stay.",
  }),
  enabled: parameter("true or false", z.boolean().optional(), {
    purpose: "Whether it receives events: `false` pauses it, `true` starts it again. Default: it stays.",
  }),
});

/** The owner and the id of an endpoint. The owner is an account, or {@link operatorOwner}. */
export interface WebhookIds {
  owner: string;
  id: string;
}

/** The origin and the instant of a change. */
export interface WebhookChange {
  /** The account in whose audit log the change appears. Default: the owner. */
  account?: string | undefined;
  /** Epoch milliseconds. */
  at: number;
  /** Default: the system. */
  by?: Source | undefined;
  /** The form that the request submits. Each form is answered once. */
  form?: FormDigest | undefined;
}

function noSuchEndpoint(id: string): ToolsError {
  return new ToolsError("not_found", `There is no webhook endpoint ${id}.`);
}

/** Returns the name of the outbox queue with the messages of an endpoint. */
export function queueOf(owner: string, id: string): string {
  return `${owner}.${id}`;
}

/**
 * Returns the endpoints of an owner in the order of their creation, at most 10. The owner is an account, or
 * {@link operatorOwner}.
 *
 * @example
 * ```ts
 * import { memoryDocuments } from "@tools-api/adapters/storage/memory";
 * import { listWebhookEndpoints } from "@tools-api/core/webhooks";
 *
 * console.log(await listWebhookEndpoints(memoryDocuments(), "acct_1")); // []
 * ```
 */
export async function listWebhookEndpoints(
  documents: DocumentStore,
  owner: string,
): Promise<WebhookEndpoint[]> {
  return (await endpointLists.get(documents, { owner }))?.value.endpoints ?? [];
}

/**
 * Returns an endpoint.
 *
 * @throws ToolsError `not_found`, also for an endpoint of another owner.
 *
 * @example
 * ```ts
 * import { memoryDocuments } from "@tools-api/adapters/storage/memory";
 * import { createWebhookEndpoint, getWebhookEndpoint } from "@tools-api/core/webhooks";
 *
 * const documents = memoryDocuments();
 * const fields = { url: "https://example.com/hook" };
 * const { id } = await createWebhookEndpoint(documents, "acct_1", fields, { at: Date.now() });
 * console.log((await getWebhookEndpoint(documents, { owner: "acct_1", id })).url); // https://example.com/hook
 * ```
 */
export async function getWebhookEndpoint(
  documents: DocumentStore,
  { owner, id }: WebhookIds,
): Promise<WebhookEndpoint> {
  const found = (await listWebhookEndpoints(documents, owner)).find((endpoint) => endpoint.id === id);
  if (!found) throw noSuchEndpoint(id);
  return found;
}

/** Returns the audit entry of a change. The URL is left out, because its path can contain a secret. */
function entryOf(
  owner: string,
  action: NewAuditEntry["action"],
  { id, url: target, events: types, enabled, failingSince }: WebhookEndpoint,
  { account = owner, at, by }: WebhookChange,
) {
  const since = action === "webhook.disabled" ? { failing_since: failingSince } : {};
  const details = { host: new URL(target).host, events: types ?? ["*"], enabled, ...since };
  return auditEntry({ account, action, target: id, details, ...by, at });
}

/**
 * Creates an endpoint. {@link webhookSecrets} returns its secret.
 *
 * @param fields `events` are the types that the endpoint gets; `null`, the default, for all.
 * @throws ToolsError `invalid_parameter`; `conflict` if the owner has 10 endpoints.
 * @throws RepeatedRequest if the form was answered before. Its answer is the id of the endpoint.
 *
 * @example
 * ```ts
 * import { memoryDocuments } from "@tools-api/adapters/storage/memory";
 * import { createWebhookEndpoint } from "@tools-api/core/webhooks";
 *
 * const fields = { url: "https://example.com/hook", events: ["invoice.paid"] };
 * const { enabled } = await createWebhookEndpoint(memoryDocuments(), "acct_1", fields, { at: Date.now() });
 * console.log(enabled); // true
 * ```
 */
export async function createWebhookEndpoint(
  documents: DocumentStore,
  owner: string,
  fields: { url: string; events?: readonly string[] | null | undefined },
  change: WebhookChange,
): Promise<WebhookEndpoint> {
  const { at, form } = change;
  const endpoint: WebhookEndpoint = {
    ...validateOptions(NewWebhookEndpoint, fields),
    id: newIdentifier("whe", secureRandomBytes),
    enabled: true,
    isGone: false,
    failingSince: null,
    createdAt: at,
    generation: 1,
    previousEndsAt: null,
  };
  return transact({ documents }, async () => {
    const forms = await formWrites(documents, form, endpoint.id, at);
    const found = await endpointLists.get(documents, { owner });
    const others = found?.value.endpoints ?? [];
    if (others.length >= maxEndpoints)
      throw new ToolsError(
        "conflict",
        `There are already ${maxEndpoints} webhook endpoints, the maximum. Delete one first.`,
      );
    return {
      operations: [
        endpointLists.save(found, { owner }, { endpoints: [...others, endpoint] }),
        ...forms,
        ...entryOf(owner, "webhook.created", endpoint, change),
      ],
      result: endpoint,
    };
  });
}

/** Replaces an endpoint. `change` returns `null` to delete it. */
export function replaceEndpoint(
  documents: DocumentStore,
  { owner, id, action }: WebhookIds & { action: NewAuditEntry["action"] },
  change: (endpoint: WebhookEndpoint) => WebhookEndpoint | null,
  context: WebhookChange,
): Promise<WebhookEndpoint> {
  return transact({ documents }, async () => {
    const found = await endpointLists.get(documents, { owner });
    const endpoint = found?.value.endpoints.find((one) => one.id === id);
    if (!found || !endpoint) throw noSuchEndpoint(id);
    const forms = await formWrites(documents, context.form, id, context.at);
    const changed = change(endpoint);
    const endpoints = found.value.endpoints.flatMap((one) => (one.id === id ? (changed ?? []) : one));
    const list =
      endpoints.length > 0 ? endpointLists.replace(found, { endpoints }) : endpointLists.remove(found);
    const result = changed ?? endpoint;
    return { operations: [list, ...forms, ...entryOf(owner, action, result, context)], result };
  });
}

/**
 * Changes the URL or the events of an endpoint, or enables or disables it. A disabled endpoint gets no events, also not
 * those from before.
 *
 * @throws ToolsError `invalid_parameter`; `not_found`.
 *
 * @example
 * ```ts
 * import { memoryDocuments } from "@tools-api/adapters/storage/memory";
 * import { createWebhookEndpoint, updateWebhookEndpoint } from "@tools-api/core/webhooks";
 *
 * const documents = memoryDocuments();
 * const at = Date.now();
 * const { id } = await createWebhookEndpoint(documents, "acct_1", { url: "https://example.com/hook" }, { at });
 * const { enabled } = await updateWebhookEndpoint(documents, { owner: "acct_1", id }, { enabled: false }, { at });
 * console.log(enabled); // false
 * ```
 */
export async function updateWebhookEndpoint(
  documents: DocumentStore,
  ids: WebhookIds,
  fields: {
    url?: string | undefined;
    events?: readonly string[] | null | undefined;
    enabled?: boolean | undefined;
  },
  change: WebhookChange,
): Promise<WebhookEndpoint> {
  const values = validateOptions(WebhookEndpointChange, fields);
  const changed = (endpoint: WebhookEndpoint) => {
    const enabled = values.enabled ?? endpoint.enabled;
    return {
      ...endpoint,
      url: values.url ?? endpoint.url,
      events: values.events === undefined ? endpoint.events : values.events,
      enabled,
      isGone: endpoint.isGone && !enabled,
      failingSince: enabled && !endpoint.enabled ? null : endpoint.failingSince,
    };
  };
  return replaceEndpoint(documents, { ...ids, action: "webhook.changed" }, changed, change);
}

/**
 * Gives an endpoint a new secret. For 24 hours, messages are also signed with the previous one, so the receiver can change
 * its secret without an interruption. A secret from before the previous one stops signing immediately.
 *
 * @throws ToolsError `not_found`.
 * @throws RepeatedRequest if the form was answered before.
 *
 * @example
 * ```ts
 * import { memoryDocuments } from "@tools-api/adapters/storage/memory";
 * import { createWebhookEndpoint, rotateWebhookSecret, webhookSecrets } from "@tools-api/core/webhooks";
 *
 * const documents = memoryDocuments();
 * const at = Date.now();
 * const { id } = await createWebhookEndpoint(documents, "acct_1", { url: "https://example.com/hook" }, { at });
 * const rotated = await rotateWebhookSecret(documents, { owner: "acct_1", id }, { at });
 * console.log((await webhookSecrets(rotated, "installation secret", at)).length); // 2
 * ```
 */
export function rotateWebhookSecret(
  documents: DocumentStore,
  ids: WebhookIds,
  change: WebhookChange,
): Promise<WebhookEndpoint> {
  const rotated = (endpoint: WebhookEndpoint) => ({
    ...endpoint,
    generation: endpoint.generation + 1,
    previousEndsAt: change.at + previousSecretMs,
  });
  return replaceEndpoint(documents, { ...ids, action: "webhook.rotated" }, rotated, change);
}

/**
 * Deletes an endpoint with its deliveries and its waiting messages.
 *
 * @throws ToolsError `not_found`.
 *
 * @example
 * ```ts
 * import { memoryDocuments } from "@tools-api/adapters/storage/memory";
 * import { createWebhookEndpoint, deleteWebhookEndpoint, listWebhookEndpoints } from "@tools-api/core/webhooks";
 *
 * const documents = memoryDocuments();
 * const at = Date.now();
 * const { id } = await createWebhookEndpoint(documents, "acct_1", { url: "https://example.com/hook" }, { at });
 * await deleteWebhookEndpoint(documents, { owner: "acct_1", id }, { at });
 * console.log(await listWebhookEndpoints(documents, "acct_1")); // []
 * ```
 */
export async function deleteWebhookEndpoint(
  documents: DocumentStore,
  ids: WebhookIds,
  change: WebhookChange,
): Promise<void> {
  await replaceEndpoint(documents, { ...ids, action: "webhook.deleted" }, () => null, change);
  await eraseMessages(documents, ids);
}

/** Erases the deliveries and the waiting messages of an endpoint. */
async function eraseMessages(documents: DocumentStore, { owner, id }: WebhookIds): Promise<void> {
  await eraseQueue(documents, webhookQueues, queueOf(owner, id));
  await eraseDeliveries(documents, { owner, endpoint: id });
}

/** Erases the endpoints of a closed account, with their deliveries and waiting messages. */
export async function eraseWebhooks(documents: DocumentStore, account: string): Promise<void> {
  const endpoints = await listWebhookEndpoints(documents, account);
  // The list is last: if the closing is interrupted, closing again finds the rest.
  for (const { id } of endpoints) await eraseMessages(documents, { owner: account, id });
  await documents.commit([endpointLists.drop({ owner: account })]);
}

/**
 * Returns the secrets that sign the messages of an endpoint: the current one first, and for 24 hours after a rotation the
 * previous one. They are derived from the secret of the installation, so the store does not contain them.
 *
 * @param installationSecret See `sessionSecret`.
 * @param at Epoch milliseconds.
 * @returns Secrets as Standard Webhooks spells them: `whsec_` and 32 bytes in base64.
 *
 * @example
 * ```ts
 * import { memoryDocuments } from "@tools-api/adapters/storage/memory";
 * import { createWebhookEndpoint, webhookSecrets } from "@tools-api/core/webhooks";
 *
 * const at = Date.now();
 * const fields = { url: "https://example.com/hook" };
 * const endpoint = await createWebhookEndpoint(memoryDocuments(), "acct_1", fields, { at });
 * const [secret] = await webhookSecrets(endpoint, "installation secret", at);
 * console.log(secret.slice(0, 6), secret.length); // whsec_ 50
 * ```
 */
export async function webhookSecrets(
  { id, generation, previousEndsAt }: Pick<WebhookEndpoint, "id" | "generation" | "previousEndsAt">,
  installationSecret: string,
  at: number,
): Promise<[string, ...string[]]> {
  const secretOf = async (number: number) => {
    const key = await deriveKey(installationSecret, `webhook ${id} ${number}`);
    return `whsec_${btoa(String.fromCharCode(...key))}`;
  };
  const current = await secretOf(generation);
  return previousEndsAt !== null && previousEndsAt > at
    ? [current, await secretOf(generation - 1)]
    : [current];
}
