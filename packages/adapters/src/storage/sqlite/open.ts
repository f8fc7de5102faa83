import { mkdir } from "node:fs/promises";
import { dirname } from "node:path";
import { ToolsError } from "@tools-api/core";
import type { SqliteDatabase } from "./database.ts";
import { loadDriver, type SqliteDriver } from "./driver.ts";

async function findDriver(): Promise<SqliteDriver> {
  try {
    return await loadDriver();
  } catch (cause) {
    throw new ToolsError(
      "storage_unavailable",
      "SQLite: expected Node 22.13 or later, Deno, or the package libsql to be installed; found none of them",
      { cause },
    );
  }
}

/**
 * Opens a SQLite file. Creates the file and its folder if they do not exist. Uses the runtime's own `node:sqlite`, or
 * else the optional dependency `libsql`. The caller closes the connection after its store.
 *
 * @param path A path, or `:memory:` for a database that only this connection sees.
 * @throws ToolsError `storage_unavailable` if there is no driver or the file cannot be opened.
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
    // The file holds digests of keys and people's email addresses, so only the owner can read a folder that we create.
    if (path !== ":memory:") await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    return new Driver(path);
  } catch (cause) {
    throw new ToolsError("storage_unavailable", `SQLite: ${path} cannot be opened`, { cause });
  }
}
