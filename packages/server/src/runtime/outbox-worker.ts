import { setTimeout } from "node:timers/promises";
import { queueRunner } from "@tools-api/core/internal";
import {
  type DeliveryFailure,
  deliverDue,
  type OutboxOptions,
  type QueueOptions,
} from "@tools-api/core/outbox";
import { about, repeat } from "./repeat.ts";

/** A background task that delivers the messages of the outbox. */
export interface OutboxWorker {
  /** Stops the task. Resolves when its deliveries have ended, after 5 seconds at most. */
  stop(): Promise<void>;
}

/** A look at the outbox that failed. */
interface LookFailure {
  message: null;
  error: unknown;
  isFinal: false;
}

/** The options of {@link startOutboxWorker}. */
export interface OutboxWorkerOptions extends OutboxOptions {
  now?: () => number;
  /** Milliseconds between two looks at the outbox. Default: 2,000. */
  intervalMs?: number;
  /** Queues of receivers, such as `webhookQueue`. Default: none. */
  queues?: readonly QueueOptions[];
  /** Receives every failed attempt, or a failed look at the outbox, which has no message. */
  onFailure?: (failure: DeliveryFailure | LookFailure) => void;
}

// A message that is still being delivered then is due again after its lease.
const stopMs = 5_000;

/**
 * Delivers the messages of the outbox as they become due. Any number of processes can do so for a store. No channel or queue
 * delays another. A look at an empty channel is one read. The timer does not keep the process alive.
 *
 * @example
 * ```ts
 * import { consoleMailer } from "@tools-api/adapters/mail/console";
 * import { memoryDocuments } from "@tools-api/adapters/storage/memory";
 * import { sessionSecret } from "@tools-api/core/accounts";
 * import { mailChannel, startOutboxWorker } from "@tools-api/server";
 *
 * const documents = memoryDocuments();
 * const mail = mailChannel({
 *   documents,
 *   mailer: consoleMailer(),
 *   publicUrl: "https://tools.example.com",
 *   secret: () => sessionSecret(documents),
 * });
 * const worker = startOutboxWorker({ documents, channels: { mail } });
 * await worker.stop();
 * ```
 */
export function startOutboxWorker({
  now = Date.now,
  intervalMs = 2_000,
  onFailure = () => {},
  channels,
  queues = [],
  ...options
}: OutboxWorkerOptions): OutboxWorker {
  const stopped = new AbortController();
  const { signal } = stopped;
  /** Looks until the task stops. Pauses after a look that has found nothing to do. */
  const keepLooking = (look: () => Promise<number>) => {
    const lookAll = async () => {
      try {
        for (let found = 1; found > 0 && !signal.aborted;) found = await look();
      } catch (error) {
        if (!signal.aborted) onFailure({ message: null, error, isFinal: false });
      }
    };
    return repeat(signal, lookAll, about(intervalMs));
  };
  const running = [
    ...Object.entries(channels).map(([name, deliver]) =>
      keepLooking(() => deliverDue({ ...options, onFailure, channels: { [name]: deliver } }, now())),
    ),
    ...queues.map(async (queue) => {
      // The owner of a queue sees the failures of its receiver. The log shows those of the store.
      const logged = (failure: DeliveryFailure | LookFailure) =>
        failure.message === null && onFailure(failure);
      const runner = queueRunner({ onFailure: logged, ...queue, signal });
      await keepLooking(async () => {
        await runner.look();
        return 0;
      });
      await runner.idle();
    }),
  ];
  return {
    async stop() {
      stopped.abort();
      await Promise.race([Promise.all(running), setTimeout(stopMs, undefined, { ref: false })]);
    },
  };
}
