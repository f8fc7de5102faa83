import { ToolsError } from "@tools-api/core";
import { invalidParameters, nameSchemas } from "@tools-api/core/internal/schema";
import {
  createWebhookEndpoint,
  deleteWebhookEndpoint,
  getWebhookEndpoint,
  listWebhookDeliveries,
  listWebhookEndpoints,
  NewWebhookEndpoint,
  nextAttemptAt,
  redeliverEvent,
  rotateWebhookSecret,
  sendTestEvent,
  updateWebhookEndpoint,
  type WebhookEndpoint,
  WebhookEndpointChange,
  webhookSecrets,
} from "@tools-api/core/webhooks";
import { z } from "zod";
import { isListed } from "../../http/fetch-policy.ts";
import type { AccountServices } from "../../session/services.ts";
import { accountExample } from "../call/account-record.ts";
import type { Caller } from "../call/caller.ts";
import { pageExample, pageRecord } from "../call/page.ts";
import { callerPermissions, requirePermissions } from "../call/permissions.ts";
import { type ManagementCall, managementRoute, notFound } from "../call/route.ts";
import {
  deliveryExample,
  deliveryRecord,
  WebhookDeliveryRecord,
  WebhookEventRecord,
  webhookExample,
  webhookRecord,
  WebhookRecord,
} from "./webhook-records.ts";

const IssuedWebhookRecord = WebhookRecord.extend({
  secret: z
    .string()
    .optional()
    .describe(
      "The secret that signs the messages. Only this response shows it: a repeated request with the same Idempotency-Key " +
        "gets none.",
    ),
});

const QueuedEvent = z.object({ event: z.string().describe("The `webhook-id` of the message.") });

nameSchemas({
  IssuedWebhookEndpoint: IssuedWebhookRecord,
  NewWebhookEndpoint,
  QueuedEvent,
  WebhookEndpointChange,
});

/**
 * Requires that the server can send messages to a URL: over https, or to a host that the operator listed.
 *
 * @throws ToolsError `invalid_parameter`; `conflict` if the server sends no webhooks.
 */
function requireReachable({ webhooks }: AccountServices, text: string | undefined): void {
  if (!webhooks) throw new ToolsError("conflict", "This server sends no webhooks.");
  if (text === undefined) return;
  const url = new URL(text);
  if (isListed(webhooks.fetchUrls, url) || (url.protocol === "https:" && url.port === "")) return;
  const received = url.protocol === "https:" ? `port ${url.port}` : "http";
  const detail = `expected an https URL on the default port, or a host that the operator allows, received ${received}`;
  throw invalidParameters([{ name: "url", detail }]);
}

/** The differences between the calls of an account and those of the operator. */
interface WebhookCalls {
  make: typeof managementRoute;
  /** The path of the list. */
  path: string;
  /** The beginning of each operation id. */
  prefix: "" | "operator-";
  /** The owner of the endpoints, for the summaries. */
  whose: string;
  ownerOf: (caller: Caller) => string;
  /** The scope of a credential that can read what the endpoints get. */
  readScope: string;
}

const webhookParameters = { id: webhookExample.id };

/** Creates the calls on the webhook endpoints of an owner. */
export function webhookCalls({ make, path, prefix, whose, ownerOf, readScope }: WebhookCalls) {
  const one = `${path}/{id}`;

  /** Requires that a caller can read what an endpoint gets. Attack: a credential that cannot read would learn of changes. */
  function requireReading(services: AccountServices, caller: Caller): void {
    const own = callerPermissions(caller);
    if (own) requirePermissions(services, caller, { ...own, scopes: [readScope] });
  }

  const change = ({ services, caller, now }: ManagementCall) => ({
    account: caller.account.id,
    at: now,
    by: services.by,
  });

  const idsOf = ({ caller, id }: ManagementCall) => ({ owner: ownerOf(caller), id });

  const find = (call: ManagementCall) => getWebhookEndpoint(call.services.documents, idsOf(call));

  async function issued({ services, now }: ManagementCall, endpoint: WebhookEndpoint) {
    const [secret] = await webhookSecrets(endpoint, await services.secret(), now);
    return { ...webhookRecord(endpoint, now), secret };
  }

  /** Answers a repeated request, without the secret that the first one showed. */
  const repeat = async (call: ManagementCall, id: string) =>
    webhookRecord(await find({ ...call, id }), call.now);

  return {
    list: make({
      method: "GET",
      path,
      operationId: `${prefix}list-webhooks`,
      summary: `List the webhook endpoints of ${whose}.`,
      description: "There are at most ten, so the list has one page.",
      status: 200,
      answer: pageRecord(WebhookRecord),
      example: pageExample(webhookExample, {}),
      async handle({ services, caller, now }) {
        const endpoints = await listWebhookEndpoints(services.documents, ownerOf(caller));
        return { items: endpoints.map((endpoint) => webhookRecord(endpoint, now)), next: null };
      },
    }),

    create: make({
      method: "POST",
      path,
      operationId: `${prefix}create-webhook`,
      summary: "Create a webhook endpoint. Only this response shows the secret.",
      description:
        "The server sends each event as a POST request that is signed according to Standard Webhooks. The host needs public " +
        "addresses, unless the operator allows it. A bearer credential needs the scope `" +
        `${readScope}\` as well.`,
      errors: ["conflict", "idempotency_mismatch"],
      idempotent: true,
      body: () => NewWebhookEndpoint,
      status: 201,
      answer: IssuedWebhookRecord,
      example: {
        body: { url: webhookExample.url, events: webhookExample.events },
        answer: { ...webhookExample, secret: "whsec_…" },
      },
      async handle(call) {
        const { services, caller, body, digest } = call;
        requireReading(services, caller);
        requireReachable(services, body.url);
        const form = await digest(["create-webhook", body]);
        const context = { ...change(call), form };
        return issued(call, await createWebhookEndpoint(services.documents, ownerOf(caller), body, context));
      },
      repeat,
    }),

    get: make({
      method: "GET",
      path: one,
      operationId: `${prefix}get-webhook`,
      summary: `Get a webhook endpoint of ${whose}.`,
      description: "The record has no secret.",
      errors: ["not_found"],
      status: 200,
      answer: WebhookRecord,
      example: { parameters: webhookParameters, answer: webhookExample },
      handle: async (call) => webhookRecord(await find(call), call.now),
    }),

    update: make({
      method: "PATCH",
      path: one,
      operationId: `${prefix}change-webhook`,
      summary: "Change the URL or the events of a webhook endpoint, or enable or disable it.",
      description:
        "Omitted fields stay the same. A disabled endpoint gets no events, also not those from before.",
      errors: ["not_found", "conflict"],
      body: () => WebhookEndpointChange,
      status: 200,
      answer: WebhookRecord,
      example: {
        parameters: webhookParameters,
        body: { enabled: false },
        answer: { ...webhookExample, enabled: false },
      },
      async handle(call) {
        const { services, caller, body, now } = call;
        requireReading(services, caller);
        requireReachable(services, body.url);
        const { documents } = services;
        return webhookRecord(await updateWebhookEndpoint(documents, idsOf(call), body, change(call)), now);
      },
    }),

    remove: make({
      method: "DELETE",
      path: one,
      operationId: `${prefix}delete-webhook`,
      summary: "Delete a webhook endpoint with its deliveries.",
      description: "Messages that wait for it are not sent.",
      errors: ["not_found"],
      status: 204,
      example: { parameters: webhookParameters },
      handle: async (call) => deleteWebhookEndpoint(call.services.documents, idsOf(call), change(call)),
    }),

    rotate: make({
      method: "POST",
      path: `${one}/rotate`,
      operationId: `${prefix}rotate-webhook`,
      summary: "Rotate the secret of a webhook endpoint. Only this response shows the new secret.",
      description: "For 24 hours, messages are signed with both secrets.",
      errors: ["not_found", "idempotency_mismatch"],
      idempotent: true,
      status: 200,
      answer: IssuedWebhookRecord,
      example: {
        parameters: webhookParameters,
        answer: { ...webhookExample, previous_secret_ends_at: "2026-11-22T14:30:00.000Z", secret: "whsec_…" },
      },
      async handle(call) {
        const { services, caller, id, digest } = call;
        requireReading(services, caller);
        const context = { ...change(call), form: await digest(["rotate-webhook", id]) };
        return issued(call, await rotateWebhookSecret(services.documents, idsOf(call), context));
      },
      repeat,
    }),

    deliveries: make({
      method: "GET",
      path: `${one}/deliveries`,
      operationId: `${prefix}list-webhook-deliveries`,
      summary: "List the latest attempts to deliver events to a webhook endpoint, newest first.",
      description: "The server keeps the latest 100 attempts for 30 days, so the list has one page.",
      errors: ["not_found"],
      status: 200,
      answer: pageRecord(WebhookDeliveryRecord),
      example: pageExample(deliveryExample, webhookParameters),
      async handle(call) {
        const owner = ownerOf(call.caller);
        const { id } = await find(call);
        const deliveries = await listWebhookDeliveries(call.services.documents, { owner, endpoint: id });
        return { items: deliveries.map(deliveryRecord), next: null };
      },
    }),

    event: make({
      method: "GET",
      path: `${one}/events/{event}`,
      operationId: `${prefix}get-webhook-event`,
      summary: "Get an event that was sent to a webhook endpoint, with its attempts.",
      description:
        "The event is there as long as one of its attempts is among the deliveries. The body of a response is not kept. A " +
        `bearer credential needs the scope \`${readScope}\` as well.`,
      errors: ["not_found"],
      status: 200,
      answer: WebhookEventRecord,
      example: {
        parameters: { ...webhookParameters, event: deliveryExample.event },
        answer: {
          event: deliveryExample.event,
          type: deliveryExample.type,
          timestamp: "2026-12-01T00:00:00.000Z",
          data: { account_id: accountExample.id, invoice: "00000001" },
          next_attempt_at: null,
          attempts: [deliveryExample],
        },
      },
      async handle(call) {
        const { services, caller, item } = call;
        requireReading(services, caller);
        const { documents } = services;
        const { id } = await find(call);
        const ids = { owner: ownerOf(caller), endpoint: id };
        const attempts = (await listWebhookDeliveries(documents, ids)).filter(({ event }) => event === item);
        const [newest] = attempts;
        if (!newest) throw notFound("event", item);
        const { event, type, eventAt, data } = newest;
        return {
          event,
          type,
          timestamp: eventAt,
          data,
          nextAttemptAt: await nextAttemptAt(documents, ids, event),
          attempts: attempts.map(deliveryRecord),
        };
      },
    }),

    redeliver: make({
      method: "POST",
      path: `${one}/deliveries/{delivery}/redeliver`,
      operationId: `${prefix}redeliver-webhook`,
      summary: "Send the event of a delivery again.",
      description:
        "The message has the same `webhook-id`. An endpoint can be sent one event in two seconds by hand.",
      errors: ["not_found", "conflict", "too_many_attempts"],
      status: 200,
      answer: QueuedEvent,
      example: {
        parameters: { ...webhookParameters, delivery: deliveryExample.id },
        answer: { event: deliveryExample.event },
      },
      async handle(call) {
        const { services, caller, item, now } = call;
        requireReachable(services, undefined);
        const { documents } = services;
        const owner = ownerOf(caller);
        const endpoint = await find(call);
        const deliveries = await listWebhookDeliveries(documents, { owner, endpoint: endpoint.id });
        const delivery = deliveries.find(({ id }) => id === item);
        if (!delivery) throw notFound("delivery", item);
        return { event: await redeliverEvent(documents, { owner, endpoint }, delivery, now) };
      },
    }),

    test: make({
      method: "POST",
      path: `${one}/test`,
      operationId: `${prefix}test-webhook`,
      summary: "Send a `webhook.test` event to a webhook endpoint.",
      description: "An endpoint can be sent one event in two seconds by hand.",
      errors: ["not_found", "conflict", "too_many_attempts"],
      status: 200,
      answer: QueuedEvent,
      example: { parameters: webhookParameters, answer: { event: deliveryExample.event } },
      async handle(call) {
        const { services, caller, now } = call;
        requireReachable(services, undefined);
        const target = { owner: ownerOf(caller), endpoint: await find(call) };
        return { event: await sendTestEvent(services.documents, target, now) };
      },
    }),
  };
}

/** The calls under `/account/webhooks`. */
export const accountWebhooks = webhookCalls({
  make: managementRoute,
  path: "/account/webhooks",
  prefix: "",
  whose: "the account",
  ownerOf: ({ account }) => account.id,
  readScope: "account:read",
});
