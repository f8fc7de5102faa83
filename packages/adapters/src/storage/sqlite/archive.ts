import { ToolsError } from "@tools-api/core/errors";
import { type ArchiveOptions, byCodePoints, type StoreArchive } from "@tools-api/core/storage";
import type { UsagePart } from "../lib/archive-records.ts";
import type { BucketSum, LifetimeSum, WindowCount } from "../lib/change-set.ts";
import { type ArchiveRow, archiveTables, tableArchive, usageParts } from "../lib/table-archive.ts";
import { command, inTransaction, jsonList, type SqliteDatabase, upsert } from "./internal/database.ts";
import { migrate } from "./schema.ts";
import { journalColumns } from "./internal/usage-columns.ts";
import { parseRecords } from "./internal/usage-journal.ts";

/** The options of {@link sqliteArchive}. */
export interface SqliteArchiveOptions extends ArchiveOptions {
  /** A connection for this archive only. The caller closes it after the archive. */
  database: SqliteDatabase;
}

/** Returns the changes in the journal, which have not moved to the tables yet. */
function journalParts(database: SqliteDatabase): UsagePart[] {
  const rows = database.prepare("SELECT counters, buckets, lifetimes FROM usage_journal ORDER BY sequence");
  // The statement names the columns.
  const lists = rows.all() as Record<keyof typeof journalColumns, string>[];
  const read = (table: keyof typeof journalColumns) =>
    lists.flatMap((list) => parseRecords(Object.values(journalColumns[table]), list[table]));
  // The journal writes these records.
  const counters = read("counters") as WindowCount[];
  const buckets = read("buckets") as BucketSum[];
  const lifetimes = read("lifetimes") as LifetimeSum[];
  const parts = [
    ...counters.map(usageParts.counter),
    ...buckets.map(usageParts.bucket),
    ...lifetimes.map(usageParts.lifetime),
  ];
  // The sort is stable: a later count of a window follows an earlier one.
  return parts.toSorted((a, b) => byCodePoints(a.account, b.account));
}

const lockTimeoutMs = 5_000;

/**
 * Opens the content of a SQLite file for a backup or a move. A read-only archive reads one instant, also while servers
 * use the file.
 *
 * @throws ToolsError `storage_unavailable` if the lock is not free within 5 s, the disk fails, or a newer, incompatible
 *   release has written the file.
 *
 * @example
 * ```ts
 * import { openSqlite, sqliteArchive, sqliteDocuments } from "@tools-api/adapters/storage/sqlite";
 *
 * const database = await openSqlite(":memory:");
 * const documents = sqliteDocuments({ database });
 * await documents.commit([{ key: "notes/1", value: "Hello" }]);
 * await documents.close();
 * const archive = sqliteArchive({ database, readOnly: true });
 * for await (const page of archive.read("document"))
 *   for (const { key, text } of page) console.log(key, text); // notes/1 [1,null,"Hello"]
 * await archive.close();
 * database.close();
 * ```
 */
export function sqliteArchive({ database, ...options }: SqliteArchiveOptions): StoreArchive {
  function run<Result>(work: () => Result): Result {
    try {
      return work();
    } catch (cause) {
      if (cause instanceof ToolsError) throw cause;
      throw new ToolsError("storage_unavailable", "SQLite does not respond.", { cause });
    }
  }

  // The statements name the columns.
  const query = (sql: string, parameters: readonly (string | number)[]) =>
    run(() => database.prepare(sql).all(...parameters) as ArchiveRow[]);

  const archive = tableArchive(
    {
      tables: archiveTables("usage_counters"),
      parameter: () => "?",
      query,
      replace(changes, names) {
        const named = jsonList(names);
        run(() =>
          inTransaction(database, "BEGIN IMMEDIATE", () => {
            for (const { table, records } of changes) {
              const { name, key, text, bigint } = table;
              database
                .prepare(`DELETE FROM ${name} WHERE ${key[0]} IN (SELECT value FROM json_each(?))`)
                .run(named);
              // The rows that a record replaces are removed, so nothing conflicts.
              upsert(database, name, { ...text, ...bigint }, `${key[0]} = excluded.${key[0]}`)(records);
            }
          }),
        );
      },
      pendingUsage: () => run(() => journalParts(database)),
      raiseVersion(version) {
        run(() =>
          command(database, "UPDATE commit_sequence SET version = max(version, :version)")({ version }),
        );
      },
      close() {
        if (options.readOnly) run(() => database.exec("COMMIT"));
      },
    },
    options,
  );

  run(() => {
    database.exec(`PRAGMA busy_timeout = ${lockTimeoutMs}`);
    database.exec("PRAGMA journal_mode = WAL");
    database.exec("PRAGMA synchronous = NORMAL");
    migrate(database);
    if (options.readOnly) database.exec("BEGIN");
    // The first read fixes the instant.
    query("SELECT version FROM commit_sequence", []);
  });
  return archive;
}
