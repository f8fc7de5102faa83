import { ToolsError } from "../errors.ts";
import type { Stored } from "../store/collection.ts";
import type { DocumentStore } from "../store/storage.ts";
import {
  type Backoff,
  hourMs,
  isoInstant,
  minuteMs,
  pauseAfter,
  retry,
  systemTimer,
  withTimeout,
} from "../time.ts";
import { deadWrites, dueMessages, type OutboxMessage } from "./outbox.ts";

/**
 * Delivers a message. Throws {@link Undeliverable} if no later attempt can succeed. After any other error, the message is
 * attempted again. The signal aborts at the time limit of an attempt.
 */
export type Deliver = (message: OutboxMessage, options: { signal: AbortSignal }) => Promise<void>;

/** Thrown by a channel for a message that no later attempt can deliver, such as one to an unknown mailbox. */
export class Undeliverable extends Error {}

/** Thrown by a channel for a message whose receiver asks for a later attempt. */
export class RetryLater extends Error {
  /** No attempt begins earlier. Milliseconds from the failure. */
  readonly afterMs: number;

  constructor(message: string, afterMs: number) {
    super(message);
    this.afterMs = afterMs;
  }
}

/** A failed attempt. `isFinal` is true if the message is not attempted again. */
export interface DeliveryFailure {
  message: OutboxMessage;
  error: unknown;
  isFinal: boolean;
}

/** The store, the channels by name, and how failures are reported. */
export interface OutboxOptions {
  documents: DocumentStore;
  /** A message of another channel stays in the store, for a process that has it. */
  channels: Readonly<Record<string, Deliver>>;
  /** Receives every failed attempt. Default: does nothing. */
  onFailure?: (failure: DeliveryFailure) => void;
  /** The pauses between attempts. Default: from 30 seconds to 4 hours, each twice as long as the one before. */
  backoff?: Backoff;
  /** The number of messages of a channel that are delivered together. Default: 10. */
  batchSize?: number;
  /** Whether messages that failed permanently are listed for 30 days. Default: true. */
  keepsDead?: boolean;
}

/** The time limit of an attempt. Well below the lease, so that no other process attempts the message meanwhile. */
const attemptMs = minuteMs;
const leaseMs = 3 * minuteMs;
const defaultBackoff = { minMs: 30_000, maxMs: 4 * hourMs };

// An acknowledged delivery that is not recorded would be repeated, so this write is worth some attempts.
const recordPolicy = { minMs: 100, maxMs: 2_000, withinMs: 30_000 };

type Due = Stored<OutboxMessage, "channel" | "at" | "id">;

/** Returns the items in random order: workers that read the same messages then claim different ones first. */
function shuffled<Item>(items: readonly Item[]): Item[] {
  return items
    .map((item) => ({ item, order: Math.random() }))
    .toSorted((a, b) => a.order - b.order)
    .map(({ item }) => item);
}

/**
 * Claims a message by moving it to the end of a lease. Returns `null` if another process has claimed it. If this process
 * ends before the delivery is recorded, the message is due again after the lease.
 */
async function claim(documents: DocumentStore, due: Due, now: number): Promise<Due | null> {
  const value = { ...due.value, attempts: due.value.attempts + 1 };
  const ids = { ...due.ids, at: isoInstant(now + leaseMs) };
  const written = dueMessages.create(ids, value);
  const result = await documents.commit([dueMessages.remove(due), written]);
  return result.committed ? { key: written.key, version: result.version, ids, value } : null;
}

/** Ends a claim. `writes` replace the message; none if it was delivered. */
async function record(documents: DocumentStore, claimed: Due, writes: ReturnType<typeof deadWrites>) {
  const commit = () => documents.commit([dueMessages.remove(claimed), ...writes]);
  const isUnanswered = (error: unknown) =>
    error instanceof ToolsError && error.code === "storage_unavailable";
  await retry(commit, recordPolicy, isUnanswered, systemTimer);
}

async function attempt(deliver: Deliver, message: OutboxMessage): Promise<void> {
  const aborting = new AbortController();
  const late = () => {
    const error = new Error(`The delivery took more than ${attemptMs / 1000} seconds.`);
    aborting.abort(error);
    return error;
  };
  await withTimeout(attemptMs, deliver(message, { signal: aborting.signal }), late);
}

/** Attempts one message, and records the outcome. */
async function handle(
  { documents, onFailure = () => {}, backoff = defaultBackoff, keepsDead = true }: OutboxOptions,
  deliver: Deliver,
  due: Due,
  now: number,
): Promise<void> {
  const claimed = await claim(documents, due, now);
  if (!claimed) return;
  const { value: message, ids } = claimed;
  const started = systemTimer.elapsed();
  try {
    if (message.expiresAt <= now) throw new Undeliverable("The time for its delivery is over.");
    await attempt(deliver, message);
  } catch (error) {
    const failedAt = now + systemTimer.elapsed() - started;
    const pauseMs = pauseAfter(message.attempts, backoff);
    const next = Math.ceil(failedAt + Math.max(pauseMs, error instanceof RetryLater ? error.afterMs : 0));
    const isFinal = error instanceof Undeliverable || next >= message.expiresAt;
    const text = error instanceof Error ? error.message : String(error);
    const dead = keepsDead ? deadWrites(claimed, now, text) : [];
    const writes = isFinal ? dead : [dueMessages.create({ ...ids, at: isoInstant(next) }, message)];
    await record(documents, claimed, writes);
    onFailure({ message, error, isFinal });
    return;
  }
  await record(documents, claimed, []);
}

/**
 * Delivers the messages that are due, up to ten of each channel, and returns their number. Any number of processes can run this
 * concurrently: a process claims a message before it delivers it, so each is delivered once. A process that ends between
 * the delivery and its record leaves a message that is delivered again under the same id.
 *
 * @param now Epoch milliseconds.
 *
 * @example
 * ```ts
 * import { memoryDocuments } from "@tools-api/adapters/storage/memory";
 * import { deliverDue } from "@tools-api/core/outbox";
 *
 * const channels = { mail: async () => {} };
 * console.log(await deliverDue({ documents: memoryDocuments(), channels }, Date.now())); // 0
 * ```
 */
export async function deliverDue(options: OutboxOptions, now: number): Promise<number> {
  const { batchSize = 10 } = options;
  const counts = await Promise.all(
    Object.entries(options.channels).map(async ([channel, deliver]) => {
      const found = await dueMessages.list(options.documents, { channel }, { limit: batchSize });
      const due = found.filter(({ ids }) => Date.parse(ids.at) <= now);
      const handled = await Promise.allSettled(
        shuffled(due).map((message) => handle(options, deliver, message, now)),
      );
      // A store that fails for one message fails for the worker, which pauses.
      const failed = handled.find((result) => result.status === "rejected");
      if (failed) throw failed.reason;
      return due.length;
    }),
  );
  return counts.reduce((sum, count) => sum + count, 0);
}
