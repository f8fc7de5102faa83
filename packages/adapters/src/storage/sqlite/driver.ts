import process from "node:process";
import type { SqliteDatabase } from "./database.ts";

/** A driver, whose constructor opens a file. */
export type SqliteDriver = new (path: string) => SqliteDatabase;

/**
 * Returns the runtime's own driver or, where there is none, the optional dependency `libsql`. This module is also
 * loaded by the background thread, so it imports nothing else of ours.
 */
export async function loadDriver(): Promise<SqliteDriver> {
  // `import("node:sqlite")` would not load on Node 20, nor type-check against its types.
  const builtin = process.getBuiltinModule?.("node:sqlite");
  // Stable in Node since 22.13: https://nodejs.org/api/sqlite.html#class-databasesync
  if (builtin) return (builtin as { DatabaseSync: SqliteDriver }).DatabaseSync;
  const { default: Libsql } = await import("libsql");
  return Libsql;
}
