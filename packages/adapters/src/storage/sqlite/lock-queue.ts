import { ToolsError } from "@tools-api/core";

interface Waiter {
  /** Does the work. Returns false if another connection holds the lock. */
  attempt(): boolean;
  giveUp(): void;
  /** An instant on the scale of `performance.now`. */
  deadline: number;
}

const lockTimeoutMs = 5_000;
const firstPauseMs = 2;
const longestPauseMs = 50;
const SQLITE_BUSY = 5;

/** Returns whether a driver's error says that another connection holds the lock. */
function isBusy(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  // node:sqlite has the extended result code in `errcode`, libsql in `rawCode`. The low byte is the primary code.
  const code = "errcode" in error ? error.errcode : "rawCode" in error ? error.rawCode : undefined;
  if (typeof code === "number") return (code & 0xff) === SQLITE_BUSY;
  // Deno's `exec` throws without a code. This is sqlite3_errstr(SQLITE_BUSY).
  return error.message === "database is locked";
}

function unavailable(cause: unknown): ToolsError {
  if (cause instanceof ToolsError) return cause;
  return new ToolsError("storage_unavailable", "SQLite does not respond.", { cause });
}

/**
 * Creates a queue that runs synchronous work on a connection immediately, or as soon as the lock is free. The driver
 * blocks the event loop while it waits, so its wait is short. After that, only the first in the queue tries again, with
 * pauses in which the process does other work.
 */
export function lockQueue(): {
  /** Runs work after everything in the queue. */
  run<Result>(work: () => Result): Promise<Result>;
  /** Runs work before everything in the queue: for readers, which do not need the writers' lock. */
  runAhead<Result>(work: () => Result): Promise<Result>;
  /** Resolves when the queue is empty. */
  idle(): Promise<void>;
} {
  const waiting: Waiter[] = [];
  let draining = Promise.resolve();

  function attemptWaiting(): boolean {
    for (let first = waiting[0]; first; first = waiting[0]) {
      if (first.attempt()) {
        waiting.shift();
        continue;
      }
      const now = performance.now();
      while (waiting[0] && waiting[0].deadline <= now) waiting.shift()?.giveUp();
      return false;
    }
    return true;
  }

  async function drain() {
    let pauseMs = firstPauseMs;
    while (waiting.length > 0) {
      // Jitter, so that processes that collided once do not collide again.
      const jittered = pauseMs * (0.5 + Math.random());
      await new Promise((resolve) => setTimeout(resolve, jittered));
      pauseMs = attemptWaiting() ? firstPauseMs : Math.min(2 * pauseMs, longestPauseMs);
    }
  }

  function enqueue<Result>(work: () => Result, ahead: boolean): Promise<Result> {
    return new Promise((resolve, reject) => {
      let cause: unknown;
      const attempt = () => {
        try {
          resolve(work());
        } catch (error) {
          if (isBusy(error)) {
            cause = error;
            return false;
          }
          reject(unavailable(error));
        }
        return true;
      };
      const giveUp = () =>
        reject(
          new ToolsError(
            "storage_unavailable",
            `SQLite: another process has held the lock for ${lockTimeoutMs / 1000} s`,
            { cause, retryAfter: 1 },
          ),
        );
      if ((ahead || waiting.length === 0) && attempt()) return;
      waiting.push({ attempt, giveUp, deadline: performance.now() + lockTimeoutMs });
      if (waiting.length === 1) draining = drain();
    });
  }

  return {
    run: (work) => enqueue(work, false),
    runAhead: (work) => enqueue(work, true),
    idle: () => draining,
  };
}
