import { ToolsError } from "@tools-api/core";
import { type Caller, fairTurns } from "@tools-api/core/internal";
import { retryAfterSeconds } from "./attempt-limiter.ts";
import { type Holding, holdings, type Holdings, departurePace } from "./shares.ts";

/** A request's slot in a work queue. */
export interface QueueSlot {
  /**
   * Reserves bytes of the request's body that have arrived.
   *
   * @throws ToolsError `overloaded` if the queue cannot hold them, or if the caller's share is used up.
   */
  grow(bytes: number): void;
  /**
   * Reserves bytes for a response until the returned function is called, even after the request has released its slot.
   * One response that is larger than the caller's share is accepted; it counts as the whole share.
   *
   * @throws ToolsError `overloaded` if the caller's other responses and bodies leave too little of its share.
   */
  answer(bytes: number): () => void;
  /** Releases the slot and the bytes of the request. A second call does nothing. */
  leave(): void;
}

/** The load of a work queue. */
export interface QueueLoad {
  /** Slots in use. */
  slots: number;
  slotsLimit: number;
  /** Bytes of bodies that have arrived, and of unsent responses. */
  bytes: number;
  /** `Infinity` if there is no limit. */
  bytesLimit: number;
}

/** The options of {@link WorkQueue.enter}. */
export interface EnterOptions {
  /** The caller. Requests without one have no share: they can take all free slots and bytes. */
  caller?: Caller | undefined;
  /** The length that the request announces. It is only checked against the free bytes, and not reserved. */
  contentLength?: number | null;
}

/** A limited number of slots and bytes that callers share. */
export interface WorkQueue {
  /**
   * Takes a slot.
   *
   * @throws ToolsError `overloaded` if all slots are in use or the caller's share of them is. The same applies to the
   * bytes of the announced length.
   */
  enter(options?: EnterOptions): QueueSlot;
  /**
   * Runs a job when a worker is free. Of the waiting callers, the one that has received the least work is next.
   *
   * @throws The signal's reason if the signal is aborted before the job has begun.
   */
  run<Result>(
    job: () => Promise<Result>,
    options?: { caller?: Caller | undefined; signal?: AbortSignal },
  ): Promise<Result>;
  /** Returns the current load. */
  load(): QueueLoad;
}

/** The limits of {@link workQueue}. */
export interface WorkQueueOptions {
  /** The number of jobs that run together. Default: no limit, for jobs that wait for a worker elsewhere. */
  concurrency?: number;
  /** Requests between their headers and their responses. One account holds at most half of the slots. */
  slots: number;
  /** Bytes of bodies and of unsent responses. Default: no limit. */
  bytes?: number;
  /** Bytes of the largest body that the endpoint accepts; it refuses larger ones itself. Default: `bytes`. */
  largestBody?: number;
  /** A monotonic clock in milliseconds. Default: `performance.now`. */
  now?: () => number;
}

// A caller whose uploads have been slow for an hour may be fast in the next minute.
const maxRetryMs = 60_000;

function once(action: () => void): () => void {
  let done = false;
  return () => {
    if (!done) action();
    done = true;
  };
}

/** Returns how much more a caller can hold, given its share and the `free` amount. */
function room(held: readonly { amount: number; factor: number }[], free: number): number {
  return held.reduce(
    (least, { amount, factor }) => Math.min(least, Math.floor((factor * free - amount) / (1 + factor))),
    free,
  );
}

/** The slots and the bytes of a queue. */
interface Amounts {
  slots: number;
  bytes: number;
}

/**
 * Returns the checks of a queue. Each throws `overloaded` if the queue or the share of the caller has no room.
 *
 * @param inUse - The amounts at the time of a check.
 * @param pace - That of all requests.
 */
function shareChecks(limits: Amounts, inUse: Amounts, pace: Holding["pace"]) {
  function refuse(what: string, { pace }: Pick<Holding, "pace">): never {
    const retryAfter = retryAfterSeconds(Math.min(pace.untilNext(), maxRetryMs));
    throw new ToolsError("overloaded", `${what}. Try again later.`, { retryAfter });
  }

  /** Rejects a request that exceeds the share of its account or address. */
  function refuseShare([account]: Holdings, of: string): never {
    if (!account) throw new Error("A request without a caller has no share.");
    return refuse(
      `The account or the client address already uses its share of the ${of} of the work queue`,
      account.holding,
    );
  }

  function requireSlot(mine: Holdings): void {
    // Attack: without a limit, a burst would fill the heap with requests whose clients have given up.
    if (inUse.slots >= limits.slots)
      refuse(`All ${limits.slots} slots of the work queue are in use`, { pace });
    const free = limits.slots - inUse.slots;
    // A caller without a slot can take the last one.
    const held = mine
      .filter(({ holding }) => holding.slots > 0)
      .map(({ holding, factor }) => ({ amount: holding.slots, factor }));
    if (room(held, free) < 1) refuseShare(mine, `${limits.slots} slots`);
  }

  /**
   * Checks that the queue and the caller's share have room for `size` bytes.
   *
   * @param own - The bytes that the request itself holds: a caller's only request can take all free bytes.
   */
  function requireBytes(mine: Holdings, size: number, own: number): void {
    const free = limits.bytes - inUse.bytes;
    if (size > free) refuse(`All ${limits.bytes / 1e6} MB of the work queue are in use`, { pace });
    const shared = mine
      .filter(({ holding }) => holding.bytes > own)
      .map(({ holding, factor }) => ({ amount: holding.bytes, factor }));
    if (room(shared, free) < size) refuseShare(mine, `${limits.bytes / 1e6} MB`);
  }

  /** Returns the number of bytes that a response counts as. */
  function countedBytes(mine: Holdings, size: number): number {
    const amounts = mine.map(({ holding, factor }) => ({ amount: holding.bytes, factor }));
    const most = Math.max(0, room(amounts, limits.bytes - inUse.bytes));
    if (mine.length === 0 || size <= most) return size;
    if (most === 0 || amounts[0]?.amount !== 0) refuseShare(mine, `${limits.bytes / 1e6} MB`);
    return most;
  }

  return { requireSlot, requireBytes, countedBytes };
}

/**
 * Creates a work queue.
 *
 * @example
 * ```ts
 * import { workQueue } from "@tools-api/server";
 *
 * const queue = workQueue({ concurrency: 1, slots: 10 });
 * const slot = queue.enter();
 * console.log(await queue.run(async () => "done"), queue.load().slots); // done 1
 * slot.leave();
 * ```
 */
export function workQueue(options: WorkQueueOptions): WorkQueue {
  const { concurrency = Infinity, slots, bytes = Infinity, largestBody = bytes } = options;
  const { now = () => performance.now() } = options;
  const line = Number.isFinite(concurrency)
    ? fairTurns({ slots: Array.from({ length: concurrency }, (_, index) => index), now })
    : null;
  const pace = departurePace(now);
  const callers = holdings(now, pace.interval);
  const inUse: Amounts = { slots: 0, bytes: 0 };
  const { requireSlot, requireBytes, countedBytes } = shareChecks({ slots, bytes }, inUse, pace);

  return {
    enter({ caller, contentLength } = {}) {
      const mine = callers.of(caller);
      const forget = () => caller && callers.forget(caller);
      try {
        requireSlot(mine);
        requireBytes(mine, Math.min(contentLength ?? 0, largestBody), 0);
      } catch (error) {
        forget();
        throw error;
      }
      const count = (size: number) => {
        inUse.bytes += size;
        for (const { holding } of mine) holding.bytes += size;
      };
      inUse.slots += 1;
      pace.enter();
      for (const { holding } of mine) {
        holding.slots += 1;
        holding.pace.enter();
      }
      let own = 0;
      return {
        grow(size) {
          requireBytes(mine, size, own);
          own += size;
          count(size);
        },
        answer(size) {
          // The response replaces the body.
          count(-own);
          own = 0;
          // Attack: a client that requests images of a hundred megabytes and reads them slowly would fill the heap.
          const counted = countedBytes(mine, size);
          count(counted);
          return once(() => {
            count(-counted);
            forget();
          });
        },
        leave: once(() => {
          inUse.slots -= 1;
          pace.leave();
          for (const { holding } of mine) {
            holding.slots -= 1;
            holding.pace.leave();
          }
          count(-own);
          own = 0;
          forget();
        }),
      };
    },
    async run(job, { caller, signal } = {}) {
      if (!line) {
        signal?.throwIfAborted();
        return job();
      }
      const turn = await line.take({ caller, signal });
      try {
        return await job();
      } finally {
        // Otherwise the jobs of a long queue would follow each other without a turn of the event loop between them.
        setImmediate(turn.end);
      }
    },
    load: () => ({ ...inUse, slotsLimit: slots, bytesLimit: bytes }),
  };
}
