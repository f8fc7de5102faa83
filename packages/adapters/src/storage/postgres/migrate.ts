import { ToolsError } from "@tools-api/core";
import type { ClientBase } from "pg";
import { sqlState, undefinedTable } from "./failure.ts";
import { migrations } from "./schema.ts";

interface SchemaRow {
  version: number;
  oldest_compatible: number;
  encoding: string;
}

const schemaQuery =
  "SELECT version, oldest_compatible, current_setting('server_encoding') AS encoding FROM storage_schema";

/** An arbitrary number that is the same in all releases. Servers that start together wait for this lock. */
const migrationLock = 7_024_051;

function isUpToDate(rows: readonly SchemaRow[]): boolean {
  const [schema] = rows;
  if (schema === undefined) return false;
  if (schema.oldest_compatible > migrations.length)
    throw new ToolsError(
      "storage_unavailable",
      `PostgreSQL: expected a database that supports releases of schema version ${migrations.length}, received version ${schema.version}, for which version ${schema.oldest_compatible} is the oldest`,
    );
  return schema.version >= migrations.length;
}

/**
 * Returns whether the database has everything that this release needs. A database that a newer release migrated does,
 * unless that release excludes this one.
 *
 * @throws ToolsError `storage_unavailable` if this release does not support the database.
 */
export async function isMigrated(client: ClientBase): Promise<boolean> {
  try {
    const { rows } = await client.query<SchemaRow>(schemaQuery);
    return isUpToDate(rows);
  } catch (error) {
    if (sqlState(error) === undefinedTable) return false;
    throw error;
  }
}

async function checkEncoding(client: ClientBase): Promise<void> {
  const { rows } = await client.query<{ server_encoding: string }>("SHOW server_encoding");
  const encoding = rows[0]?.server_encoding;
  // In other encodings, the byte order of keys would differ from their code point order.
  if (encoding !== "UTF8")
    throw new ToolsError(
      "storage_unavailable",
      `PostgreSQL: expected a database in the encoding UTF8, received one in ${encoding}`,
    );
}

async function applySteps(client: ClientBase): Promise<void> {
  await checkEncoding(client);
  // A step may take longer than the pool's statement timeout. A server that hangs in the middle must not block the
  // others.
  await client.query(
    "SET LOCAL statement_timeout = 0; SET LOCAL idle_in_transaction_session_timeout = '10s'",
  );
  await client.query(`SELECT pg_advisory_xact_lock(${migrationLock})`);
  await client.query(`
    CREATE TABLE IF NOT EXISTS storage_schema (version int NOT NULL, oldest_compatible int NOT NULL);
    COMMENT ON COLUMN storage_schema.oldest_compatible IS 'The oldest version whose releases still work here';
  `);
  const { rows } = await client.query<SchemaRow>(schemaQuery);
  if (isUpToDate(rows)) return;
  const last = migrations.at(-1);
  for (const { sql } of migrations.slice(rows[0]?.version ?? 0)) await client.query(sql);
  await client.query("DELETE FROM storage_schema");
  await client.query("INSERT INTO storage_schema VALUES ($1, $2)", [migrations.length, last?.worksWith]);
}

/**
 * Migrates a database to the current schema, all steps in one transaction. If several servers start together, one
 * migrates and the others wait for it.
 *
 * @throws ToolsError `storage_unavailable` if this release does not support the database.
 */
export async function migrate(client: ClientBase): Promise<void> {
  await client.query("BEGIN ISOLATION LEVEL READ COMMITTED");
  try {
    await applySteps(client);
    await client.query("COMMIT");
  } catch (error) {
    // On a broken connection there is nothing to roll back. Report the first error.
    await client.query("ROLLBACK").catch(() => {});
    throw error;
  }
}
