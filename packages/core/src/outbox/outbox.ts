import { z } from "zod";
import { collection, type Page, type Stored } from "../store/collection.ts";
import { type RandomBytes, newIdentifier, secureRandomBytes } from "../store/identifier.ts";
import type { DocumentStore, WriteOperation } from "../store/storage.ts";
import { ToolsError } from "../errors.ts";
import { dayMs, isoInstant } from "../time.ts";
import { StoredInstant } from "../schema/wire.ts";

/** The default time in milliseconds within which a message is attempted: three days. */
const defaultDeliveryMs = 3 * dayMs;

// Long enough for an operator to find out why messages failed.
const deadMs = 30 * dayMs;

/** A message that waits to be delivered through a channel, such as `mail`. Instants are epoch milliseconds. */
export const OutboxMessage = z.object({
  /** Unique. The receiver can recognize a repeated delivery by it. */
  id: z.string(),
  /** The account that the message concerns; `null` if there is none yet. */
  account: z.string().nullable(),
  /** The event, such as `key.created`. */
  type: z.string(),
  /** The address of the receiver, in the form of the channel. Absent if the channel finds it. */
  to: z.string().optional(),
  /** The content, which the channel renders. It must not contain secrets, because it is stored. */
  data: z.record(z.string(), z.json()),
  createdAt: StoredInstant,
  /** The instant after which no attempt begins. */
  expiresAt: StoredInstant,
  /** The attempts that have begun, the current one included. */
  attempts: z.int().min(0),
});

export type OutboxMessage = z.output<typeof OutboxMessage>;

/** A message that was not delivered. */
const DeadMessage = OutboxMessage.extend({
  failedAt: StoredInstant,
  /** The error of the last attempt. */
  error: z.string(),
});

/** A message that was not delivered. */
export type DeadMessage = z.output<typeof DeadMessage>;

/**
 * The messages by the instant of their next attempt (RFC 3339). The keys sort by time, so a worker reads only the
 * messages that are due, however many wait.
 */
export const dueMessages = collection("outbox/due/{channel}/{at}/{id}", OutboxMessage);

/** The messages that failed permanently, by the instant of the failure. */
const deadMessages = collection("outbox/dead/{channel}/{at}/{id}", DeadMessage, {
  expiresAt: ({ failedAt }) => failedAt + deadMs,
});

/** The names under which messages were queued once. */
const queuedOnce = collection("outbox/once/{name}", z.object({}));

/** The fields of a new message. */
export interface NewMessage {
  /** The channel that delivers the message. Default: `mail`. */
  channel?: string;
  account: string | null;
  type: string;
  to?: string | undefined;
  data: OutboxMessage["data"];
  /** Epoch milliseconds. */
  at: number;
  /** The instant after which no attempt begins. Default: three days after `at`. */
  expiresAt?: number;
  /**
   * A name of at most 200 printable ASCII characters without a slash. The commit fails if a message was queued under the
   * name in the last two days, so that retries and other processes cannot repeat it.
   */
  once?: string;
  randomBytes?: RandomBytes;
}

/** Returns the key of the document that a message with `once` creates. A commit that fails for it has a repeat. */
export function onceKey(name: string): string {
  return queuedOnce.key({ name });
}

/**
 * Returns the writes that queue a message. Commit them together with the change that the message reports: then exactly
 * the committed changes are reported, whenever the process ends.
 *
 * @example
 * ```ts
 * import { memoryDocuments } from "@tools-api/adapters/storage/memory";
 * import { deliverDue, enqueue } from "@tools-api/core/outbox";
 *
 * const documents = memoryDocuments();
 * const data = { key: "key_1" };
 * await documents.commit(enqueue({ account: "acct_1", type: "key.created", data, at: Date.now() }));
 * const channels = { mail: async ({ type }: { type: string }) => console.log(type) };
 * await deliverDue({ documents, channels }, Date.now()); // key.created
 * ```
 */
export function enqueue({
  channel = "mail",
  account,
  type,
  to,
  data,
  at,
  expiresAt = at + defaultDeliveryMs,
  once,
  randomBytes = secureRandomBytes,
}: NewMessage): WriteOperation[] {
  const id = newIdentifier("msg", randomBytes);
  const message = { id, account, type, data, createdAt: at, expiresAt, attempts: 0 };
  return [
    ...(once === undefined ? [] : [queuedOnce.create({ name: once }, {}, { expiresAt: at + 2 * dayMs })]),
    dueMessages.create({ channel, at: isoInstant(at), id }, to === undefined ? message : { ...message, to }),
  ];
}

/** Returns the writes that replace a due message by a dead one. */
export function deadWrites(
  { ids, value }: Stored<OutboxMessage, "channel" | "at" | "id">,
  failedAt: number,
  error: string,
): WriteOperation[] {
  const dead = { ...value, failedAt, error: error.slice(0, 1000).toWellFormed() };
  return [deadMessages.put({ ...ids, at: isoInstant(failedAt) }, dead)];
}

/** A page of messages that were not delivered. `next` starts the next page; `null` after the last one. */
export interface DeadPage {
  items: DeadMessage[];
  next: string | null;
}

/**
 * Returns a page of the messages that failed permanently in the last 30 days, the oldest first.
 *
 * @example
 * ```ts
 * import { memoryDocuments } from "@tools-api/adapters/storage/memory";
 * import { listDeadMessages } from "@tools-api/core/outbox";
 *
 * const { items } = await listDeadMessages(memoryDocuments(), { limit: 100 });
 * console.log(items.map(({ type, to, error }) => [type, to, error])); // []
 * ```
 */
export async function listDeadMessages(
  documents: DocumentStore,
  { limit, after, channel = "mail" }: Page & { channel?: string },
): Promise<DeadPage> {
  const found = await deadMessages.list(documents, { channel }, { limit, after });
  const last = found.at(-1);
  return {
    items: found.map(({ value }) => value),
    next: last && found.length === limit ? `${last.ids.at}/${last.ids.id}` : null,
  };
}

/**
 * Returns the writes that queue a message which failed again. Returns `null` for one with a deadline of its own that is
 * over, such as a link that has expired.
 */
function retryWrites(
  dead: Stored<DeadMessage, "channel" | "at" | "id">,
  at: number,
): WriteOperation[] | null {
  const { failedAt: _, error: __, ...message } = dead.value;
  const hasDeadline = message.expiresAt !== message.createdAt + defaultDeliveryMs;
  if (hasDeadline && message.expiresAt <= at) return null;
  const renewed = hasDeadline ? {} : { createdAt: at, expiresAt: at + defaultDeliveryMs };
  return [
    deadMessages.remove(dead),
    dueMessages.create({ ...dead.ids, at: isoInstant(at) }, { ...message, ...renewed, attempts: 0 }),
  ];
}

/** Options of {@link retryDeadMessage} and {@link retryDeadMessages}. */
export interface RetryOptions {
  /** Default: `mail`. */
  channel?: string;
  /** Returns further writes for the commit that queues a message, such as an entry of the audit log. */
  record?: (message: DeadMessage) => WriteOperation[];
}

/**
 * Queues a message that failed permanently again, under the same id.
 *
 * @param at Epoch milliseconds.
 * @throws ToolsError `not_found` if no such message failed in the last 30 days; `conflict` if its own deadline is over,
 *   such as that of a link.
 *
 * @example
 * ```ts
 * import { memoryDocuments } from "@tools-api/adapters/storage/memory";
 * import { listDeadMessages, retryDeadMessage } from "@tools-api/core/outbox";
 *
 * const documents = memoryDocuments();
 * const { items } = await listDeadMessages(documents, { limit: 100 });
 * for (const { id } of items) await retryDeadMessage(documents, id, Date.now());
 * ```
 */
export async function retryDeadMessage(
  documents: DocumentStore,
  id: string,
  at: number,
  { channel = "mail", record = () => [] }: RetryOptions = {},
): Promise<void> {
  for await (const dead of deadMessages.each(documents, { channel })) {
    if (dead.ids.id !== id) continue;
    const writes = retryWrites(dead, at);
    if (!writes)
      throw new ToolsError(
        "conflict",
        `The message ${id} is of no use after ${isoInstant(dead.value.expiresAt)}. Its receiver can request another one.`,
      );
    // Another request that retried it first has done the same.
    await documents.commit([...writes, ...record(dead.value)]);
    return;
  }
  throw new ToolsError("not_found", `There is no failed message ${id}.`);
}

/**
 * Queues all messages that failed permanently again, under the same ids. `expired` is the number of those that stay
 * failed, because their own deadline is over.
 *
 * @param at Epoch milliseconds.
 *
 * @example
 * ```ts
 * import { memoryDocuments } from "@tools-api/adapters/storage/memory";
 * import { retryDeadMessages } from "@tools-api/core/outbox";
 *
 * console.log(await retryDeadMessages(memoryDocuments(), Date.now())); // { retried: 0, expired: 0 }
 * ```
 */
export async function retryDeadMessages(
  documents: DocumentStore,
  at: number,
  { channel = "mail", record = () => [] }: RetryOptions = {},
): Promise<{ retried: number; expired: number }> {
  const counts = { retried: 0, expired: 0 };
  for await (const dead of deadMessages.each(documents, { channel })) {
    const writes = retryWrites(dead, at);
    if (!writes) counts.expired += 1;
    else if ((await documents.commit([...writes, ...record(dead.value)])).committed) counts.retried += 1;
  }
  return counts;
}
