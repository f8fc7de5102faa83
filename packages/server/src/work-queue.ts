import { ToolsError } from "@tools-api/core";
import pLimit from "p-limit";

/** A request's place in a work queue. */
export interface Place {
  /**
   * Says that more bytes of the request's body have arrived. Those that `Content-Length` announced were counted
   * when the place was taken.
   *
   * @throws ToolsError `overloaded` when the queue cannot hold them.
   */
  grow(bytes: number): void;
  /**
   * Keeps room for an answer until the function that is returned is called, though the place has been left before.
   * An answer that is there already is never refused: it takes the room of requests to come.
   */
  answer(bytes: number): () => void;
  /** Gives the place and the bytes of the request back; a second call does nothing. */
  leave(): void;
}

/** How full a work queue is. */
export interface QueueLoad {
  /** Places that are taken. */
  places: number;
  placesLimit: number;
  /** Bytes of bodies, announced or arrived, and of answers that are not sent yet. */
  bytes: number;
  /** `Infinity` where there is none. */
  bytesLimit: number;
}

/** A bounded number of places, of which some work at once and the others wait. */
export interface WorkQueue {
  /**
   * Takes a place.
   *
   * @param contentLength - The bytes that the request announces; `null` or absent where it does not.
   * @throws ToolsError `overloaded` when all places are taken, or the queue cannot hold as many bytes.
   */
  enter(contentLength?: number | null): Place;
  /**
   * Runs a job of a place holder as soon as a worker is free.
   *
   * @param signal - Gives up the turn of a job that has not begun, by the signal's reason.
   */
  run<Result>(job: () => Promise<Result>, signal?: AbortSignal): Promise<Result>;
  /** How full it is at this moment. */
  load(): QueueLoad;
}

/** The bounds of {@link workQueue}. */
export interface WorkQueueOptions {
  /** Jobs that work at once. Default: no bound, for jobs that wait for their worker elsewhere. */
  concurrency?: number;
  /** Requests, from their headers until their answers are made. */
  places: number;
  /** Bytes of their bodies, and of answers that are not sent yet. Default: no bound. */
  bytes?: number;
  /** Bytes of a body that the endpoint takes; what announces more is refused there. Default: `bytes`. */
  largestBody?: number;
  /** Milliseconds of a clock that never goes back. Default: `performance.now`. */
  now?: () => number;
}

/** How long one more job of the line is in coming, from those that have left it. */
function departures(now: () => number) {
  let interval = 0;
  let line = 0;
  let lastAt = 0;
  return {
    arrive() {
      if (line === 0) lastAt = now();
      line += 1;
    },
    leave({ worked }: { worked: boolean }) {
      line -= 1;
      // Those that were given up say nothing of how fast the work goes.
      if (!worked) return;
      const elapsed = now() - lastAt;
      interval = interval === 0 ? elapsed : interval + (elapsed - interval) / 5;
      lastAt = now();
    },
    /** Milliseconds until all that are in the line have left it. A halt is taken to last as long again as it has. */
    untilEmpty() {
      if (line === 0) return 0;
      const halt = now() - lastAt;
      return interval === 0 ? line * halt : line * interval + halt;
    },
  };
}

function once(action: () => void): () => void {
  let done = false;
  return () => {
    if (!done) action();
    done = true;
  };
}

/** A queue of `places`, of which `concurrency` work at once. */
export function workQueue(options: WorkQueueOptions): WorkQueue {
  const { concurrency = Infinity, places, bytes = Infinity, largestBody = bytes } = options;
  const limit = pLimit(concurrency);
  const pace = departures(options.now ?? (() => performance.now()));
  let taken = 0;
  let held = 0;

  function refuse(what: string): never {
    throw new ToolsError("overloaded", `${what}; try again later.`, {
      retryAfter: Math.max(1, Math.ceil(pace.untilEmpty() / 1000)),
    });
  }

  function hold(size: number): void {
    // A few requests of the largest size, or many that send slowly, would fill the heap with bodies.
    if (held + size > bytes) refuse(`The ${bytes / 1e6} MB of the work queue are taken`);
    held += size;
  }

  return {
    enter(contentLength) {
      // Without a bound a burst would fill the heap with requests that nobody waits for any more.
      if (taken >= places) refuse(`All ${places} places of the work queue are taken`);
      let reserved = Math.min(contentLength ?? 0, largestBody);
      hold(reserved);
      taken += 1;
      let arrived = 0;
      return {
        grow(size) {
          arrived += size;
          if (arrived <= reserved) return;
          hold(arrived - reserved);
          reserved = arrived;
        },
        answer(size) {
          // Who asks for images of a hundred megabytes and reads them slowly would else fill the heap with them.
          held += size;
          return once(() => {
            held -= size;
          });
        },
        leave: once(() => {
          taken -= 1;
          held -= reserved;
        }),
      };
    },
    async run(job, signal) {
      pace.arrive();
      let worked = false;
      try {
        return await limit(async () => {
          signal?.throwIfAborted();
          try {
            return await job();
          } finally {
            worked = signal?.aborted !== true;
          }
        });
      } finally {
        pace.leave({ worked });
      }
    },
    load: () => ({ places: taken, placesLimit: places, bytes: held, bytesLimit: bytes }),
  };
}
