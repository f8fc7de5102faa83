import { z } from "zod";
import type { AuditAction } from "../store/audit-actions.ts";
import type { ReportedChange } from "../store/source.ts";
import { enqueue, type OutboxMessage } from "../outbox/outbox.ts";
import type { WriteOperation } from "../store/storage.ts";
import { isoInstant } from "../time.ts";

/** The types of events and their meanings. To add one, add a row, and the change that causes it to `reported`. */
export const webhookEvents = {
  "allowance.reached": "The account has used 80 or 100 percent of its calls of the day.",
  "invoice.created": "An invoice was created.",
  "invoice.paid": "An invoice was paid.",
  "payment.failed": "An attempt to collect an invoice failed.",
  "plan.changed": "The plan or the daily limit changed.",
  "key.created": "An API key was created.",
  "key.revoked": "An API key was revoked.",
  "account.suspended": "The account was suspended.",
  "account.reactivated": "The account was reactivated.",
} as const satisfies Readonly<Record<`${string}.${string}`, string>>;

/** The type of an event. */
export type WebhookEvent = keyof typeof webhookEvents;

/** All types of events. `Object.keys` returns them as strings. */
export const webhookEventNames = Object.keys(webhookEvents) as [WebhookEvent, ...WebhookEvent[]];

/** The channel of the outbox with events. `webhookDispatcher` queues each for the endpoints that want it. */
export const eventChannel = "event";

interface Reported {
  type: WebhookEvent;
  /** The details of the change that the event contains. Never a secret, an email address or an IP address. */
  details: readonly string[];
}

/** The events that changes cause, by action. */
const reported: Partial<Record<ReportedChange["action"], Reported>> = {
  "invoice.issued": { type: "invoice.created", details: ["total", "amount_due", "currency"] },
  "invoice.paid": { type: "invoice.paid", details: ["amount", "currency"] },
  "payment.failed": {
    type: "payment.failed",
    details: ["total", "amount_due", "currency", "next_attempt_at"],
  },
  "plan.changed": { type: "plan.changed", details: ["from", "to", "daily_limit"] },
  "key.created": { type: "key.created", details: ["name", "scopes", "daily_limit", "expires_at"] },
  "key.revoked": { type: "key.revoked", details: ["name"] },
  "account.suspended": { type: "account.suspended", details: ["reason"] },
  "account.reactivated": { type: "account.reactivated", details: [] },
} satisfies Partial<Record<AuditAction | "invoice.issued" | "payment.failed", Reported>>;

const Detail = z.json();

/** Returns a detail as JSON has it. Instants, whose names end with `_at`, are RFC 3339. */
function toDetail(name: string, value: unknown): z.output<typeof Detail> {
  return name.endsWith("_at") && typeof value === "number" ? isoInstant(value) : Detail.parse(value ?? null);
}

/** An event of an account. */
export interface NewEvent {
  account: string;
  type: WebhookEvent;
  /** JSON in snake_case. The event contains it with `account_id`. */
  data: OutboxMessage["data"];
  /** Epoch milliseconds. */
  at: number;
  /** See `NewMessage.once`. */
  once?: string;
}

/**
 * Returns the writes that queue an event for the endpoints of its account and of the operator. Commit them together with
 * the change that the event reports.
 *
 * @example
 * ```ts
 * import { memoryDocuments } from "@tools-api/adapters/storage/memory";
 * import { deliverDue } from "@tools-api/core/outbox";
 * import { eventWrites, webhookDispatcher } from "@tools-api/core/webhooks";
 *
 * const documents = memoryDocuments();
 * const event = { account: "acct_1", type: "plan.changed", data: { to: "pro" }, at: Date.now() } as const;
 * await documents.commit(eventWrites(event));
 * const channels = { event: webhookDispatcher({ documents }) };
 * console.log(await deliverDue({ documents, channels }, Date.now())); // 1
 * ```
 */
export function eventWrites({ account, data, ...event }: NewEvent): WriteOperation[] {
  return enqueue({ ...event, channel: eventChannel, account, data: { account_id: account, ...data } });
}

/**
 * Returns the writes that queue the event about a change, for the commit of the change. Returns none for a change without
 * an event. Use it as the `report` of a `Source`.
 *
 * @example
 * ```ts
 * import { reportByWebhook } from "@tools-api/core/webhooks";
 *
 * const change = { account: "acct_1", target: "key_1", address: null, details: { name: "ci" }, at: Date.now() };
 * console.log(reportByWebhook({ ...change, action: "key.revoked" }).length); // 1
 * console.log(reportByWebhook({ ...change, action: "key.changed" }).length); // 0
 * ```
 */
export function reportByWebhook({ account, action, target, details, at }: ReportedChange): WriteOperation[] {
  const event = reported[action];
  if (!event) return [];
  const facts = event.details.map((name) => [name, toDetail(name, details[name])] as const);
  const data = { ...(target !== null && { id: target }), ...Object.fromEntries(facts) };
  return eventWrites({ account, type: event.type, data, at });
}
