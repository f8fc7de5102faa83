import { z } from "zod";
import { collection, type Stored } from "../store/collection.ts";
import type { DocumentStore, WriteOperation } from "../store/storage.ts";
import { isoInstant, minuteMs } from "../time.ts";
import { deliverDue, type DeliveryFailure, type OutboxOptions, RetryLater } from "./deliver.ts";
import { dueMessages, enqueue, type NewMessage, type OutboxMessage } from "./outbox.ts";

/**
 * The queues with messages, by the instant of the next look at them. A queue can have several entries: each message adds
 * one, and the look at the queue removes all of them.
 */
const dueQueues = collection("outbox/queues/{kind}/{at}/{queue}", z.object({}));

/** The channel of the messages of a queue. */
function channelOf(kind: string, queue: string): string {
  return `${kind}.${queue}`;
}

/** A message of a queue. */
export interface QueuedMessage extends Omit<NewMessage, "channel"> {
  /** The kind of the queue, such as `webhook`. */
  kind: string;
  /** The receiver, such as `acct_1.whe_1`: printable ASCII without a slash. */
  queue: string;
}

/**
 * Returns the writes that queue a message which its receiver gets after the earlier ones. A slow receiver delays no other.
 * Only {@link queueRunner} delivers it.
 */
export function enqueueIn({ kind, queue, ...message }: QueuedMessage): WriteOperation[] {
  // Messages of the same second share the entry.
  const at = isoInstant(Math.floor(message.at / 1000) * 1000);
  return [
    ...enqueue({ ...message, channel: channelOf(kind, queue) }),
    dueQueues.put({ kind, at, queue }, {}),
  ];
}

/** Returns whether at least `limit` messages of a queue wait. */
export async function isQueueFull(
  documents: DocumentStore,
  { kind, queue, limit }: { kind: string; queue: string; limit: number },
): Promise<boolean> {
  return (await dueMessages.list(documents, { channel: channelOf(kind, queue) }, { limit })).length >= limit;
}

/** Reads the messages that wait in a queue, in the order in which they are due. The `at` of the ids is the due time. */
export function queuedMessages(documents: DocumentStore, kind: string, queue: string) {
  return dueMessages.each(documents, { channel: channelOf(kind, queue) });
}

/** Deletes the messages of a queue. */
export function eraseQueue(documents: DocumentStore, kind: string, queue: string): Promise<void> {
  return dueMessages.erase(documents, { channel: channelOf(kind, queue) });
}

/** The queues of a kind, and how they are delivered. */
export interface QueueOptions extends Pick<OutboxOptions, "documents" | "backoff"> {
  kind: string;
  /** Receives every failed attempt, or a failed turn of a queue, which has no message. Default: does nothing. */
  onFailure?: (failure: DeliveryFailure | { message: null; error: unknown; isFinal: false }) => void;
  /** Delivers a message of a queue. See `Deliver`. */
  deliver: (message: OutboxMessage, options: { signal: AbortSignal; queue: string }) => Promise<void>;
  /** Returns the owner of a queue. Queues of one owner share `slotsPerOwner`. */
  ownerOf: (queue: string) => string;
  /** The number of queues that are delivered at the same time. Default: 16. */
  slots?: number;
  /** The number of queues of one owner that are delivered at the same time. Default: 2. */
  slotsPerOwner?: number;
  now?: () => number;
  /** Stops the delivery after the current messages. */
  signal?: AbortSignal;
}

/** Delivers the queues of a kind. */
export interface QueueRunner {
  /** Begins to deliver the queues with due messages, as far as slots are free. */
  look(): Promise<void>;
  /** Resolves when no queue is being delivered. */
  idle(): Promise<void>;
}

// A queue that is claimed by a process which ends is due again after the lease. Longer than a turn with its last message.
const leaseMs = 3 * minuteMs;
const turnMs = 30_000;

/** The pause of a queue after a failure, in milliseconds, unless a new message arrives. */
const restMs = 10_000;

const pageSize = 100;

type DueQueue = Stored<object, "kind" | "at" | "queue">;

/**
 * Creates a runner, which delivers each queue message by message, and up to 16 queues at the same time. Any number of
 * processes can run the same queues. After a turn of 30 seconds, a queue makes room for others.
 */
export function queueRunner({
  documents,
  kind,
  deliver,
  ownerOf,
  slots = 16,
  slotsPerOwner = 2,
  now = Date.now,
  signal,
  onFailure = () => {},
  ...options
}: QueueOptions): QueueRunner {
  const running = new Map<string, Promise<void>>();
  /** The ends of the pauses for which receivers asked. Another process learns of one from its own attempt. */
  const paused = new Map<string, number>();

  /** Moves the entries of a queue to the end of a lease. Returns `null` if another process has moved one. */
  async function claim(entries: readonly DueQueue[], queue: string) {
    const lease = dueQueues.put({ kind, at: isoInstant(now() + leaseMs), queue }, {});
    const result = await documents.commit([...entries.map((entry) => dueQueues.remove(entry)), lease]);
    return result.committed ? { key: lease.key, version: result.version } : null;
  }

  async function takeTurn(entries: readonly DueQueue[], queue: string): Promise<void> {
    const claimed = await claim(entries, queue);
    if (!claimed) return;
    const end = now() + turnMs;
    const channel = channelOf(kind, queue);
    let hasFailed = (paused.get(queue) ?? 0) > now();
    const turn: OutboxOptions = {
      ...options,
      documents,
      channels: { [channel]: (message, attempt) => deliver(message, { ...attempt, queue }) },
      onFailure(failure) {
        hasFailed ||= !failure.isFinal;
        if (failure.error instanceof RetryLater) paused.set(queue, now() + failure.error.afterMs);
        onFailure(failure);
      },
      batchSize: 1,
      keepsDead: false,
    };
    const mayContinue = () => !hasFailed && signal?.aborted !== true && now() < end;
    while (mayContinue() && (await deliverDue(turn, now())) > 0);
    const [first] = await dueMessages.list(documents, { channel }, { limit: 1 });
    const resumesAt = paused.get(queue) ?? 0;
    if (resumesAt <= now()) paused.delete(queue);
    const next = first && Math.max(Date.parse(first.ids.at), resumesAt, now() + (hasFailed ? restMs : 0));
    await documents.commit([
      dueQueues.remove(claimed),
      ...(next === undefined ? [] : [dueQueues.put({ kind, at: isoInstant(next), queue }, {})]),
    ]);
  }

  function hasSlot(queue: string): boolean {
    const owner = ownerOf(queue);
    const ofOwner = [...running.keys()].filter((other) => ownerOf(other) === owner);
    return running.size < slots && !running.has(queue) && ofOwner.length < slotsPerOwner;
  }

  function start(entries: readonly DueQueue[], queue: string): void {
    const turn = takeTurn(entries, queue)
      .catch((error: unknown) => onFailure({ message: null, error, isFinal: false }))
      .finally(() => running.delete(queue));
    running.set(queue, turn);
  }

  return {
    async look() {
      // Queues without a slot stay first in the list, and are passed over.
      for await (const page of dueQueues.pages(documents, { kind }, pageSize)) {
        const due = page.filter(({ ids }) => Date.parse(ids.at) <= now());
        for (const queue of new Set(due.map(({ ids }) => ids.queue)))
          if (hasSlot(queue))
            start(
              due.filter(({ ids }) => ids.queue === queue),
              queue,
            );
        if (due.length < page.length || running.size >= slots) break;
      }
    },
    async idle() {
      await Promise.all(running.values());
    },
  };
}
