import { ToolsError } from "@tools-api/core";
import type { SqliteDatabase } from "./database.ts";
import { migrations } from "./schema.ts";
import { inTransaction } from "./transaction.ts";

function schemaVersion(database: SqliteDatabase): number {
  // The pragma answers one row with this column.
  const { user_version: version } = database.prepare("PRAGMA user_version").get() as { user_version: number };
  if (version > migrations.length)
    throw new ToolsError(
      "storage_unavailable",
      `SQLite: expected a file of schema version ${migrations.length} or older, received version ${version}, which a newer release has written`,
    );
  return version;
}

/**
 * Brings a file to the present schema, all steps in one transaction. Of processes that start together one
 * migrates, the others find it done.
 *
 * @throws ToolsError `storage_unavailable` on a file that a newer release has written.
 */
export function migrate(database: SqliteDatabase): void {
  if (schemaVersion(database) === migrations.length) return;
  inTransaction(database, "BEGIN IMMEDIATE", () => {
    for (const step of migrations.slice(schemaVersion(database))) database.exec(step);
    database.exec(`PRAGMA user_version = ${migrations.length}`);
  });
}
