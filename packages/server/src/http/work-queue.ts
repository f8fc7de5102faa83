import { ToolsError } from "@tools-api/core";
import { type Caller, fairTurns, type Turn } from "@tools-api/core/internal";
import { retryAfterSeconds } from "./attempt-limiter.ts";
import { DeparturePace, type Holding, holdings, type Holdings } from "./shares.ts";

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

/** The options of {@link WorkQueue.run}. */
export interface RunOptions {
  /** The caller whose share the job uses. */
  caller?: Caller | undefined;
  /** Cancels a job that waits. It is read only if the job waits, so a getter can create it. */
  readonly signal?: AbortSignal | undefined;
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
   * Runs a job when a worker is free: immediately if one is. Of the waiting callers, the one that has received the least
   * work is next. Returns or throws what an immediate job without a promise does.
   *
   * @throws The signal's reason if the signal is aborted before the job has begun.
   */
  run<Result>(job: () => Promise<Result> | Result, options?: RunOptions): Promise<Result> | Result;
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

// Short jobs share a turn of the event loop for this long. A turn for each would be a write of the store for each.
const turnMs = 5;

/** Returns how much more a caller can hold, given its `amount` and the `free` one. */
function room({ factor }: Holding, amount: number, free: number): number {
  return Math.floor((factor * free - amount) / (1 + factor));
}

/** The free part of a work queue, and the shares of its callers. */
class Room {
  slots = 0;
  bytes = 0;
  readonly pace = new DeparturePace();
  readonly holdingsOf = holdings(() => this.pace.interval);
  readonly now: () => number;
  readonly #slotsLimit: number;
  readonly #bytesLimit: number;

  constructor(slotsLimit: number, bytesLimit: number, now: () => number) {
    this.#slotsLimit = slotsLimit;
    this.#bytesLimit = bytesLimit;
    this.now = now;
  }

  #refuse(what: string, pace: DeparturePace): never {
    const retryAfter = retryAfterSeconds(Math.min(pace.untilNext(this.now()), maxRetryMs));
    throw new ToolsError("overloaded", `${what}. Try again later.`, { retryAfter });
  }

  /** Rejects a request that exceeds the share of its account or address. */
  #refuseShare([account]: Holdings, of: string): never {
    if (!account) throw new Error("A request without a caller has no share.");
    return this.#refuse(
      `The account or the client address already uses its share of the ${of} of the work queue`,
      account.pace,
    );
  }

  requireSlot(mine: Holdings): void {
    // Attack: without a limit, a burst would fill the heap with requests whose clients have given up.
    const free = this.#slotsLimit - this.slots;
    if (free <= 0) this.#refuse(`All ${this.#slotsLimit} slots of the work queue are in use`, this.pace);
    // A caller without a slot can take the last one.
    for (const holding of mine)
      if (holding.slots > 0 && room(holding, holding.slots, free) < 1)
        this.#refuseShare(mine, `${this.#slotsLimit} slots`);
  }

  /**
   * Checks that the queue and the caller's share have room for `size` bytes.
   *
   * @param own - The bytes that the request itself holds: a caller's only request can take all free bytes.
   */
  requireBytes(mine: Holdings, size: number, own: number): void {
    const free = this.#bytesLimit - this.bytes;
    if (size > free) this.#refuse(`All ${this.#bytesLimit / 1e6} MB of the work queue are in use`, this.pace);
    for (const holding of mine)
      if (holding.bytes > own && room(holding, holding.bytes, free) < size)
        this.#refuseShare(mine, `${this.#bytesLimit / 1e6} MB`);
  }

  /** Returns the number of bytes that a response counts as. */
  countedBytes(mine: Holdings, size: number): number {
    const free = this.#bytesLimit - this.bytes;
    const most = Math.max(0, Math.min(free, ...mine.map((holding) => room(holding, holding.bytes, free))));
    if (mine.length === 0 || size <= most) return size;
    if (most === 0 || mine[0]?.bytes !== 0) this.#refuseShare(mine, `${this.#bytesLimit / 1e6} MB`);
    return most;
  }

  count(mine: Holdings, size: number): void {
    this.bytes += size;
    for (const holding of mine) holding.bytes += size;
  }
}

/** The slot of one request. */
class Slot implements QueueSlot {
  readonly #room: Room;
  readonly #mine: Holdings;
  #own = 0;
  #hasLeft = false;

  constructor(room: Room, mine: Holdings) {
    this.#room = room;
    this.#mine = mine;
    const at = room.now();
    room.slots += 1;
    room.pace.enter(at);
    for (const holding of mine) {
      holding.slots += 1;
      holding.pace.enter(at);
    }
  }

  grow(size: number): void {
    this.#room.requireBytes(this.#mine, size, this.#own);
    this.#own += size;
    this.#room.count(this.#mine, size);
  }

  #release(): void {
    this.#room.count(this.#mine, -this.#own);
    this.#own = 0;
  }

  answer(size: number): () => void {
    // The response replaces the body.
    this.#release();
    // Attack: a client that requests images of a hundred megabytes and reads them slowly would fill the heap.
    let counted = this.#room.countedBytes(this.#mine, size);
    this.#room.count(this.#mine, counted);
    return () => {
      this.#room.count(this.#mine, -counted);
      counted = 0;
    };
  }

  leave(): void {
    if (this.#hasLeft) return;
    this.#hasLeft = true;
    const at = this.#room.now();
    this.#room.slots -= 1;
    this.#room.pace.leave(at);
    for (const holding of this.#mine) {
      holding.slots -= 1;
      holding.pace.leave(at);
    }
    this.#release();
  }
}

function isPending<Result>(result: PromiseLike<Result> | Result): result is PromiseLike<Result> {
  return typeof (result as Partial<PromiseLike<Result>> | null | undefined)?.then === "function";
}

/** Measures for how long jobs have run in the current turn of the event loop. */
function turnTime(now: () => number) {
  let began: number | undefined;
  const end = () => {
    began = undefined;
  };
  function begin(): number {
    if (began !== undefined) return began;
    setImmediate(end);
    return (began = now());
  }
  return {
    /** Begins the measurement, unless a job of this turn has. */
    begin,
    /** Returns whether another job may begin in this turn. */
    isLeft: () => now() - begin() < turnMs,
  };
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
  const room = new Room(slots, bytes, now);
  const time = turnTime(now);

  function end(turn: Turn<number>): void {
    // Otherwise the jobs of a long queue would follow each other without a turn of the event loop between them.
    if (time.isLeft()) turn.end();
    else setImmediate(turn.end);
  }

  function runIn<Result>(turn: Turn<number>, job: () => Promise<Result> | Result): Promise<Result> | Result {
    let result;
    time.begin();
    try {
      result = job();
    } catch (error) {
      end(turn);
      throw error;
    }
    if (isPending(result)) return Promise.resolve(result).finally(() => end(turn));
    end(turn);
    return result;
  }

  return {
    enter({ caller, contentLength } = {}) {
      const mine = room.holdingsOf(caller);
      room.requireSlot(mine);
      room.requireBytes(mine, Math.min(contentLength ?? 0, largestBody), 0);
      return new Slot(room, mine);
    },
    run(job, given = {}) {
      if (!line) {
        given.signal?.throwIfAborted();
        return job();
      }
      const turn = time.isLeft() ? line.takeNow({ caller: given.caller }) : null;
      return turn ? runIn(turn, job) : line.take(given).then((later) => runIn(later, job));
    },
    load: () => ({ slots: room.slots, slotsLimit: slots, bytes: room.bytes, bytesLimit: bytes }),
  };
}
