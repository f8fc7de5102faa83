import { ToolsError } from "@tools-api/core";
import { retry } from "@tools-api/core/internal/time";
import type { Pool, QueryResultRow } from "pg";
import type { NamedStatement } from "./internal/function-calls.ts";
import { isNameLost, mayRepeat, storageFailure } from "./internal/failure.ts";
import { isMigrated, migrate } from "./schema.ts";
import { by, type Sessions, sessionsOn } from "./internal/sessions.ts";

/** The connection of a store to its database. Each query is its own transaction. */
export interface Connection {
  /**
   * Runs a query.
   *
   * @throws ToolsError, or the error of PostgreSQL if `expected` accepts it.
   */
  query<Row extends QueryResultRow>(
    statement: string | NamedStatement,
    parameters: unknown[],
    expected?: (error: unknown) => boolean,
  ): Promise<Row[]>;
  /** Writes a row without changing it. */
  ping(): Promise<void>;
  /** Runs a query in the background and ignores its failure. Does nothing while the previous one is running. */
  chore(sql: string, parameters: unknown[]): void;
  close(): Promise<void>;
}

// Less than the five seconds that callers are promised, to leave time for other work.
const timeoutMs = 4_700;

// A step may rewrite a large table. Callers do not wait that long; they try again.
const migrationPatienceMs = 60_000;

const retryPolicy = { minMs: 1, maxMs: 50, withinMs: timeoutMs };

/**
 * Returns a function that migrates the database at its first call. A later call waits until an instant of
 * `performance.now`.
 */
function migration(sessions: Sessions): (deadline: number) => Promise<void> {
  let ready: Promise<void> | undefined;
  let isReady = false;

  async function prepare(): Promise<void> {
    try {
      const start = performance.now();
      if (!(await sessions.run(start + timeoutMs, isMigrated)))
        await sessions.run(start + migrationPatienceMs, migrate);
      isReady = true;
    } catch (error) {
      ready = undefined;
      throw error;
    }
  }

  return async (deadline) => {
    if (!isReady) await by(deadline, (ready ??= prepare()));
  };
}

/** Connects to a pool, which the caller continues to own. The first use migrates the database to the current schema. */
export function connect(pool: Pool): Connection {
  const sessions = sessionsOn(pool, timeoutMs);
  const running = new Set<Promise<unknown>>();
  const migrateOnce = migration(sessions);
  let chore: Promise<unknown> | undefined;
  let closed = false;
  let canName = true;

  async function attempt<Row extends QueryResultRow>(
    statement: string | NamedStatement,
    values: unknown[],
  ): Promise<Row[]> {
    const deadline = performance.now() + timeoutMs;
    await migrateOnce(deadline);
    const query = typeof statement === "string" ? { text: statement } : statement;

    async function send(): Promise<Row[]> {
      const config = canName ? { ...query, values } : { text: query.text, values };
      try {
        return (await sessions.run(deadline, (client) => client.query<Row>(config))).rows;
      } catch (error) {
        // A pooler in transaction mode may send each statement to another session, which does not know the name.
        if (!canName || !isNameLost(error)) throw error;
        canName = false;
        return send();
      }
    }
    return retry(send, retryPolicy, mayRepeat);
  }

  async function track<Result>(work: Promise<Result>): Promise<Result> {
    running.add(work);
    try {
      return await work;
    } finally {
      running.delete(work);
    }
  }

  async function query<Row extends QueryResultRow>(
    statement: string | NamedStatement,
    parameters: unknown[],
    expected: (error: unknown) => boolean = () => false,
  ) {
    if (closed) throw new ToolsError("storage_unavailable", "PostgreSQL: the store is closed");
    try {
      return await track(attempt<Row>(statement, parameters));
    } catch (error) {
      throw expected(error) ? error : storageFailure(error);
    }
  }

  return {
    query,
    async ping() {
      await query("UPDATE commit_sequence SET version = version", []);
    },
    chore(sql, parameters) {
      if (closed || chore) return;
      chore = track(attempt(sql, parameters))
        .catch(() => {})
        .finally(() => {
          chore = undefined;
        });
    },
    async close() {
      closed = true;
      await Promise.allSettled(running);
    },
  };
}
