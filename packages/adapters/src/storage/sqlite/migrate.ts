import { ToolsError } from "@tools-api/core";
import type { SqliteDatabase } from "./database.ts";
import { migrations } from "./schema.ts";
import { inTransaction } from "./transaction.ts";

function schemaVersion(database: SqliteDatabase): number {
  // The pragma returns one row with this column.
  const { user_version: version } = database.prepare("PRAGMA user_version").get() as { user_version: number };
  return version;
}

/**
 * Returns the oldest schema version that is compatible with a file of a newer release. Returns Infinity if the file
 * does not state it.
 */
function oldestCompatible(database: SqliteDatabase): number {
  const tables = database.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'schema_compatibility'");
  if (!tables.get()) return Infinity;
  const row = database.prepare("SELECT oldest FROM schema_compatibility").get();
  // The only column of the query.
  return (row as { oldest: number } | undefined)?.oldest ?? Infinity;
}

/**
 * Returns whether the file has the current schema version, or a newer one that this release supports.
 *
 * @throws ToolsError `storage_unavailable` if this release does not support the file.
 */
function isReady(database: SqliteDatabase): boolean {
  const version = schemaVersion(database);
  if (version <= migrations.length) return version === migrations.length;
  const oldest = oldestCompatible(database);
  if (oldest <= migrations.length) return true;
  throw new ToolsError(
    "storage_unavailable",
    `SQLite: expected a file that supports schema version ${migrations.length}, received version ${version}, which a newer release wrote`,
  );
}

/**
 * Migrates a file to the current schema, all steps in one transaction. If several processes start together, one
 * migrates.
 *
 * @throws ToolsError `storage_unavailable` if this release does not support the file.
 */
export function migrate(database: SqliteDatabase): void {
  if (isReady(database)) return;
  inTransaction(database, "BEGIN IMMEDIATE", () => {
    if (isReady(database)) return;
    for (const { sql } of migrations.slice(schemaVersion(database))) database.exec(sql);
    const oldest = Math.max(...migrations.map(({ worksWith }) => worksWith));
    database.exec(`INSERT OR REPLACE INTO schema_compatibility VALUES (1, ${oldest})`);
    database.exec(`PRAGMA user_version = ${migrations.length}`);
  });
}
