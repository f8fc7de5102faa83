import type { SqliteDatabase } from "./database.ts";

/**
 * The start of a transaction. `BEGIN IMMEDIATE` takes the writers' lock immediately: a reader that starts to write
 * could not wait for it.
 */
export type Begin = "BEGIN" | "BEGIN IMMEDIATE";

/** Runs synchronous work in one transaction. A throw rolls it back. */
export function inTransaction<Result>(database: SqliteDatabase, begin: Begin, work: () => Result): Result {
  database.exec(begin);
  try {
    const result = work();
    database.exec("COMMIT");
    return result;
  } catch (error) {
    try {
      database.exec("ROLLBACK");
    } catch {
      // SQLite has already rolled back, as it does on a full disk. Report the first error.
    }
    throw error;
  }
}
