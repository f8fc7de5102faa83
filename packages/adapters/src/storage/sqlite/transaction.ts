import type { SqliteDatabase } from "./database.ts";

/** `BEGIN IMMEDIATE` takes the writers' lock at once: a reader that turns writer could not wait for it. */
export type Begin = "BEGIN" | "BEGIN IMMEDIATE";

/** Runs synchronous work in one transaction, which a throw takes back. */
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
      // SQLite has rolled back by itself, as it does on a full disk; the first error is the one to tell.
    }
    throw error;
  }
}
