import type { ArchiveOptions, StoreArchive } from "@tools-api/core/storage";
import type { Pool, PoolClient } from "pg";
import { type ArchiveRow, archiveTables, tableArchive, type TableChange } from "../lib/table-archive.ts";
import { storageFailure } from "./internal/failure.ts";
import { isMigrated, migrate } from "./schema.ts";

/** The options of {@link postgresArchive}. */
export interface PostgresArchiveOptions extends ArchiveOptions {
  /** The archive takes one connection of the pool until it is closed. The caller closes the pool. */
  pool: Pool;
}

/** Returns a statement that inserts records, and its parameters: an array for each column. */
function insertion({ table, records }: TableChange): [sql: string, parameters: unknown[]] {
  const columns = { ...table.text, ...table.bigint };
  const arrays = Object.keys(columns).map(
    (column, index) => `$${index + 1}::${column in table.text ? "text" : "bigint"}[]`,
  );
  // The properties are those of the table.
  const rows = records as readonly ArchiveRow[];
  return [
    `INSERT INTO ${table.name} (${Object.keys(columns).join(", ")}) SELECT * FROM unnest(${arrays.join(", ")})`,
    Object.values(columns).map((property) => rows.map((row) => row[property] ?? null)),
  ];
}

/**
 * Opens the content of a PostgreSQL database for a backup or a move. A read-only archive reads one instant, also while
 * servers use the database.
 *
 * Writes are durable when the archive is closed.
 *
 * @throws ToolsError `storage_unavailable` from every method if PostgreSQL does not respond, refuses, or has a schema
 *   that this release does not support.
 *
 * @example
 * ```ts
 * import { postgresArchive } from "@tools-api/adapters/storage/postgres";
 * import { Pool } from "pg";
 *
 * const pool = new Pool({ connectionString: "postgres://localhost/tools" });
 * const archive = postgresArchive({ pool, readOnly: true });
 * for await (const page of archive.read("document")) console.log(page.length);
 * await archive.close();
 * await pool.end();
 * ```
 */
export function postgresArchive({ pool, ...options }: PostgresArchiveOptions): StoreArchive {
  const { readOnly = false } = options;
  let opened: Promise<PoolClient> | undefined;

  async function open(): Promise<PoolClient> {
    const client = await pool.connect();
    try {
      if (!(await isMigrated(client))) await migrate(client);
      // A page waits for the other store, and the whole of a large database takes minutes.
      await client.query(
        "SET idle_in_transaction_session_timeout = 0; SET statement_timeout = 0; SET synchronous_commit = off",
      );
      if (readOnly) await client.query("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY");
      return client;
    } catch (error) {
      client.release(true);
      throw error;
    }
  }

  async function query(sql: string, parameters: readonly unknown[] = []): Promise<ArchiveRow[]> {
    try {
      const client = await (opened ??= open());
      return (await client.query<ArchiveRow>(sql, [...parameters])).rows;
    } catch (error) {
      throw storageFailure(error);
    }
  }

  return tableArchive(
    {
      tables: archiveTables("usage_windows"),
      parameter: (position) => `$${position}`,
      query,

      async replace(changes, names) {
        await query("BEGIN");
        try {
          for (const change of changes) {
            const { name, key } = change.table;
            await query(`DELETE FROM ${name} WHERE ${key[0]} = ANY ($1)`, [names]);
            await query(...insertion(change));
          }
          await query("COMMIT");
        } catch (error) {
          // On a broken connection there is nothing to roll back. Report the first error.
          await query("ROLLBACK").catch(() => {});
          throw error;
        }
      },

      async raiseVersion(version) {
        await query("UPDATE commit_sequence SET version = greatest(version, $1)", [version]);
      },

      async close() {
        try {
          if (!opened || readOnly) return;
          // PostgreSQL writes its log in order, so a durable commit makes all earlier ones durable.
          await query("SET synchronous_commit = on");
          await query("UPDATE commit_sequence SET version = version");
        } finally {
          const client = await opened?.catch(() => undefined);
          // The settings and the transaction of the session end with it.
          client?.release(true);
        }
      },
    },
    options,
  );
}
