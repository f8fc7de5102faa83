import { ToolsError } from "@tools-api/core";
import type { SqliteDatabase } from "./database.ts";
import { migrations } from "./schema.ts";
import { inTransaction } from "./transaction.ts";

function schemaVersion(database: SqliteDatabase): number {
  // The pragma answers one row with this column.
  const { user_version: version } = database.prepare("PRAGMA user_version").get() as { user_version: number };
  return version;
}

/** The oldest version of the schema whose release can work on a file that a newer release has written. */
function oldestCompatible(database: SqliteDatabase): number {
  const tables = database.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'schema_compatibility'");
  if (!tables.get()) return Infinity;
  const row = database.prepare("SELECT oldest FROM schema_compatibility").get();
  // The one column that is asked for.
  return (row as { oldest: number } | undefined)?.oldest ?? Infinity;
}

/** Whether nothing is to be done, since the file is at the present version or at one that this release can work on. */
function isReady(database: SqliteDatabase): boolean {
  const version = schemaVersion(database);
  if (version <= migrations.length) return version === migrations.length;
  const oldest = oldestCompatible(database);
  if (oldest <= migrations.length) return true;
  throw new ToolsError(
    "storage_unavailable",
    `SQLite: expected a file that schema version ${migrations.length} can work on, received version ${version}, which a newer release has written`,
  );
}

/**
 * Brings a file to the present schema, all steps in one transaction. Of processes that start together one
 * migrates, the others find it done.
 *
 * @throws ToolsError `storage_unavailable` on a file of a newer release that this one can no longer work on.
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
