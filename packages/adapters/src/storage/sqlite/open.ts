import { mkdir } from "node:fs/promises";
import { dirname } from "node:path";
import process from "node:process";
import { ToolsError } from "@tools-api/core";
import type { SqliteDatabase } from "./database.ts";

type Open = new (path: string) => SqliteDatabase;

async function findDriver(): Promise<Open> {
  // `import("node:sqlite")` would not load on Node 20, nor type-check against its types.
  const builtin = process.getBuiltinModule?.("node:sqlite");
  // Stable in Node since 22.13: https://nodejs.org/api/sqlite.html#class-databasesync
  if (builtin) return (builtin as { DatabaseSync: Open }).DatabaseSync;
  try {
    const { default: Libsql } = await import("libsql");
    return Libsql;
  } catch (cause) {
    throw new ToolsError(
      "storage_unavailable",
      "SQLite: expected Node 22.13 or later, Deno, or the package libsql to be installed; found none of them",
      { cause },
    );
  }
}

/**
 * Opens a SQLite file, and creates it and its folder if need be. Takes the runtime's own `node:sqlite` where
 * there is one, else the optional dependency `libsql`. The caller closes the connection, after its store.
 *
 * @param path A path, or `:memory:` for a database of this connection alone.
 * @throws ToolsError `storage_unavailable` when there is no driver or the file cannot be opened.
 *
 * @example
 * ```ts
 * import { openSqlite, sqliteDocuments } from "@tools-api/adapters/storage/sqlite";
 *
 * const database = await openSqlite(":memory:");
 * const documents = sqliteDocuments({ database });
 * await documents.commit([{ key: "notes/1", value: "Hello" }]);
 * await documents.close();
 * database.close();
 * ```
 */
export async function openSqlite(path: string): Promise<SqliteDatabase> {
  const Driver = await findDriver();
  try {
    // The file holds digests of keys and addresses of people: a folder that we create is its owner's alone.
    if (path !== ":memory:") await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    return new Driver(path);
  } catch (cause) {
    throw new ToolsError("storage_unavailable", `SQLite: ${path} cannot be opened`, { cause });
  }
}
