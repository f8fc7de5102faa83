import { ToolsError } from "@tools-api/core/errors";
import { pauseAfter, retry, systemTimer } from "@tools-api/core/internal/time";
import type { Begin } from "./database.ts";

interface Write<Statements> {
  work: (statements: Statements) => unknown;
  // The parameter has the type of the work's result, which only the caller of `write` knows.
  resolve: (result: never) => void;
  reject: (reason: unknown) => void;
  /** An instant of the timer. */
  deadline: number;
}

const lockTimeoutMs = 5_000;
const backoff = { minMs: 2, maxMs: 50 };
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
  if (!isBusy(cause)) return new ToolsError("storage_unavailable", "SQLite does not respond.", { cause });
  return new ToolsError(
    "storage_unavailable",
    `SQLite: another process has held the lock for ${lockTimeoutMs / 1000} s`,
    { cause, retryAfter: 1 },
  );
}

/** Runs synchronous work in one transaction. A throw rolls it back. */
export type RunTransaction<Statements> = <Result>(
  begin: Begin,
  work: (statements: Statements) => Result,
) => Result;

/**
 * Creates a queue of writes that runs them in the next transaction, all together: the commit is half the cost of a
 * small one. The writes stay independent: if one throws, all are rolled back and each runs in its own transaction.
 *
 * The driver blocks the event loop while it waits for the lock, so its wait is short. After that, the queue tries
 * again, with pauses in which the process does other work.
 */
export function writeQueue<Statements>(transact: RunTransaction<Statements>) {
  let waiting: Write<Statements>[] = [];
  let draining: Promise<void> | undefined;

  /** Runs writes in one transaction. Throws only if another connection holds the lock. */
  function runTogether(writes: readonly Write<Statements>[]): void {
    let failedWork = false;
    try {
      const results = transact("BEGIN IMMEDIATE", (statements) => {
        failedWork = true;
        const made = writes.map(({ work }) => work(statements));
        failedWork = false;
        return made;
      });
      // Safe: the results are in the order of the works.
      for (const [index, { resolve }] of writes.entries()) resolve(results[index] as never);
    } catch (error) {
      if (isBusy(error)) throw error;
      if (failedWork && writes.length > 1) for (const write of writes) runAlone(write);
      else for (const { reject } of writes) reject(unavailable(error));
    }
  }

  function runAlone(write: Write<Statements>): void {
    try {
      runTogether([write]);
    } catch {
      waiting.push(write);
    }
  }

  function attempt(): boolean {
    const writes = waiting;
    waiting = [];
    try {
      runTogether(writes);
    } catch (error) {
      const now = systemTimer.elapsed();
      waiting = writes.filter(({ deadline }) => deadline > now);
      for (const { deadline, reject } of writes) if (deadline <= now) reject(unavailable(error));
    }
    return waiting.length === 0;
  }

  async function drain(): Promise<void> {
    // Lets the writes of this turn of the event loop join.
    await Promise.resolve();
    for (let failures = 1; !attempt(); failures++) await systemTimer.sleep(pauseAfter(failures, backoff));
    draining = undefined;
  }

  return {
    write: <Result>(work: (statements: Statements) => Result): Promise<Result> =>
      new Promise((resolve, reject) => {
        waiting.push({ work, resolve, reject, deadline: systemTimer.elapsed() + lockTimeoutMs });
        draining ??= drain();
      }),

    /** Runs work that reads, ahead of the queue: readers do not need the writers' lock. */
    async read<Result>(work: (statements: Statements) => Result): Promise<Result> {
      try {
        return await retry(
          async () => transact("BEGIN", work),
          { ...backoff, withinMs: lockTimeoutMs },
          isBusy,
        );
      } catch (error) {
        throw unavailable(error);
      }
    },

    /** Resolves when the queue is empty. */
    idle: () => draining ?? Promise.resolve(),
  };
}
