import { ToolsError } from "@tools-api/core";
import type { Pool, QueryResultRow } from "pg";
import { by } from "./deadline.ts";
import { isNameLost, mayRepeat, storageFailure } from "./failure.ts";
import { isMigrated, migrate } from "./migrate.ts";
import { sessionsOn } from "./sessions.ts";

/** A statement that is parsed once per connection. Every use of its name must have this text. */
export interface NamedStatement {
  name: string;
  text: string;
}

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

const longestPauseMs = 50;

/** Connects to a pool, which the caller continues to own. The first use migrates the database to the current schema. */
export function connect(pool: Pool): Connection {
  const sessions = sessionsOn(pool, timeoutMs);
  const running = new Set<Promise<unknown>>();
  let ready: Promise<void> | undefined;
  let chore: Promise<unknown> | undefined;
  let closed = false;
  let canName = true;

  async function prepare(): Promise<void> {
    try {
      const start = performance.now();
      if (await sessions.run(start + timeoutMs, isMigrated)) return;
      await sessions.run(start + migrationPatienceMs, migrate);
    } catch (error) {
      ready = undefined;
      throw error;
    }
  }

  async function attempt<Row extends QueryResultRow>(
    statement: string | NamedStatement,
    values: unknown[],
  ): Promise<Row[]> {
    const deadline = performance.now() + timeoutMs;
    ready ??= prepare();
    await by(deadline, ready);
    for (let pauseMs = 1; ; pauseMs = Math.min(2 * pauseMs, longestPauseMs)) {
      try {
        const query = typeof statement === "string" ? { text: statement } : statement;
        const config = canName ? { ...query, values } : { text: query.text, values };
        const { rows } = await sessions.run(deadline, (client) => client.query<Row>(config));
        return rows;
      } catch (error) {
        // A pooler in transaction mode may send each statement to another session, which does not know the name.
        if (canName && isNameLost(error)) {
          canName = false;
          continue;
        }
        if (!mayRepeat(error) || performance.now() + pauseMs >= deadline) throw error;
        // Jitter, so that transactions that collided once do not collide again.
        const jittered = pauseMs * (0.5 + Math.random());
        await new Promise((resolve) => setTimeout(resolve, jittered));
      }
    }
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
