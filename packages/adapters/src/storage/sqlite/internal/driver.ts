import process from "node:process";
import type { SqliteDatabase } from "./database.ts";

/** A driver. Its constructor opens a file. */
export type SqliteDriver = new (path: string) => SqliteDatabase;

/**
 * Returns the runtime's own driver or, if there is none, the optional dependency `libsql`. The background thread also
 * loads this module, so it imports none of our other modules.
 */
export async function loadDriver(): Promise<SqliteDriver> {
  // `import("node:sqlite")` fails on Node 20 and does not type-check against its types.
  const builtin = process.getBuiltinModule?.("node:sqlite");
  // Stable since Node 22.13: https://nodejs.org/api/sqlite.html#class-databasesync
  if (builtin) return (builtin as { DatabaseSync: SqliteDriver }).DatabaseSync;
  const { default: Libsql } = await import("libsql");
  return Libsql;
}
