import type { Pool, PoolClient } from "pg";
import { withTimeout } from "@tools-api/core/internal/time";
import { leavesSession } from "./failure.ts";

/** The error if PostgreSQL does not respond in time. */
class DeadlineError extends Error {
  override readonly name = "DeadlineError";
}

/** Settles like a promise that does so before an instant of `performance.now`. */
export function by<Result>(deadline: number, promise: Promise<Result>): Promise<Result> {
  const late = () => new DeadlineError("PostgreSQL did not respond in time.");
  return withTimeout(deadline - performance.now(), promise, late);
}

/** Runs work on a connection, and returns its result or an error by a deadline. */
export interface Sessions {
  run<Result>(deadline: number, work: (client: PoolClient) => Promise<Result>): Promise<Result>;
}

const sessionsByPool = new WeakMap<Pool, Sessions>();

const ignore = () => {};

function createSessions(pool: Pool, timeoutMs: number): Sessions {
  const openedAt = new WeakMap<PoolClient, number>();
  let silentAt = Number.NEGATIVE_INFINITY;

  // Without a listener, an 'error' event ends the process. The pool removes the connection itself.
  pool.on("error", ignore);
  pool.on("connect", (client) => {
    openedAt.set(client, performance.now());
    // The pool listens only while the connection is idle.
    client.on("error", ignore);
  });
  // Without a timeout, an unanswered attempt to connect would occupy the pool for as long as the kernel tries.
  pool.options.connectionTimeoutMillis ||= timeoutMs;

  /**
   * Returns a connection. Replaces a connection that was opened before PostgreSQL last stopped responding: it may be
   * dead, for instance after a network partition, and a call would need its whole timeout to find out.
   */
  async function connect(): Promise<PoolClient> {
    for (;;) {
      const client = await pool.connect();
      const opened = openedAt.get(client);
      if (opened === undefined) {
        openedAt.set(client, Number.NEGATIVE_INFINITY);
        client.on("error", ignore);
      }
      if ((opened ?? Number.NEGATIVE_INFINITY) >= silentAt) return client;
      client.release(true);
    }
  }

  return {
    async run(deadline, work) {
      let client: PoolClient | undefined;
      let isOver = false;
      const working = connect().then((connected) => {
        if (!isOver) return work((client = connected));
        connected.release();
        throw new DeadlineError("PostgreSQL did not connect in time.");
      });
      try {
        const result = await by(deadline, working);
        client?.release();
        return result;
      } catch (error) {
        isOver = true;
        if (client && error instanceof DeadlineError) silentAt = performance.now();
        // A statement that is still running would answer the next one.
        client?.release(!leavesSession(error));
        throw error;
      }
    },
  };
}

/** Returns the sessions of a pool. All stores on the pool share them. */
export function sessionsOn(pool: Pool, timeoutMs: number): Sessions {
  const sessions = sessionsByPool.get(pool) ?? createSessions(pool, timeoutMs);
  sessionsByPool.set(pool, sessions);
  return sessions;
}
