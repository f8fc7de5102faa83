import { postgresDocuments, postgresUsage } from "@tools-api/adapters/storage/postgres";
import type { Clock, DocumentStore, UsageStore } from "@tools-api/core";
import { Pool } from "pg";

/** A separate schema in a PostgreSQL, with every store and pool opened on it. */
export interface PostgresDatabase {
  location: string;
  documents(clock?: Clock): Promise<DocumentStore>;
  usage(clock?: Clock, quarterDays?: number): Promise<UsageStore>;
  /** Opens a pool that no store uses. */
  pool(): Pool;
  /** Closes all stores and pools. */
  close(): Promise<void>;
}

/** Opens stores at a location, each on its own pool, as in a separate process. */
export function postgresAt(location: string): PostgresDatabase {
  const closers: (() => Promise<unknown>)[] = [];

  // The pool has no listener for errors, because the store must listen.
  function openPool(): Pool {
    const pool = new Pool({ connectionString: location, max: 4 });
    closers.unshift(() => pool.end());
    return pool;
  }
  function open<Store extends { close(): Promise<void> }>(
    make: (options: { pool: Pool; clock?: Clock; quarterDays?: number }) => Store,
    clock?: Clock,
    quarterDays?: number,
  ): Store {
    const store = make({ pool: openPool(), ...(clock && { clock }), ...(quarterDays && { quarterDays }) });
    closers.unshift(() => store.close());
    return store;
  }

  return {
    location,
    documents: async (clock) => open(postgresDocuments, clock),
    usage: async (clock, quarterDays) => open(postgresUsage, clock, quarterDays),
    pool() {
      const pool = openPool();
      pool.on("error", () => {});
      return pool;
    },
    async close() {
      for (const closeOne of closers.splice(0)) await closeOne();
    },
  };
}
