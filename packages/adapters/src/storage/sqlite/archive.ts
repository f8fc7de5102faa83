import { ToolsError } from "@tools-api/core";
import { byCodePoints } from "@tools-api/core/internal";
import {
  type ArchiveOptions,
  type RecordKind,
  type StoreArchive,
  type StoreRecord,
} from "@tools-api/core/storage";
import {
  archiveTables,
  documentParts,
  documentRecord,
  joinUsage,
  mapPages,
  pagesOf,
  recordKinds,
  type UsagePart,
  usageRows,
} from "../lib/archive-records.ts";
import type { BucketSum, UsageChanges, WindowCount } from "../lib/change-set.ts";
import { type ArchiveStatements, pagesAfter, prepareArchive } from "./internal/archive-statements.ts";
import { inTransaction, jsonList, type SqliteDatabase } from "./internal/database.ts";
import { migrate } from "./schema.ts";
import { journalColumns } from "./internal/usage-columns.ts";
import { parseRecords } from "./internal/usage-journal.ts";

/** The options of {@link sqliteArchive}. */
export interface SqliteArchiveOptions extends ArchiveOptions {
  /** A connection for this archive only. The caller closes it after the archive. */
  database: SqliteDatabase;
}

const tables = archiveTables("usage_counters");

/** Returns the changes in the journal, which have not moved to the tables yet. */
function journalParts(statements: ArchiveStatements): UsagePart[] {
  const lists = statements.journal({});
  const read = (table: keyof typeof journalColumns) =>
    lists.flatMap((list) => parseRecords(Object.values(journalColumns[table]), list[table]));
  // The journal writes these records.
  const counters = read("counters") as WindowCount[];
  const buckets = read("buckets") as BucketSum[];
  const lifetimes = read("lifetimes") as UsageChanges["lifetimes"];
  const parts: UsagePart[] = [
    ...counters.map(({ account, id, used, ends, ttlMs }) => ({
      account,
      window: [id, used, ends + ttlMs] as const,
    })),
    ...buckets.map((bucket) => ({ account: bucket.account, bucket })),
    ...lifetimes.map((lifetime) => ({ account: lifetime.account, lifetime })),
  ];
  // The sort is stable: a later count of a window follows an earlier one.
  return parts.toSorted((a, b) => byCodePoints(a.account, b.account));
}

async function* journalPages(statements: ArchiveStatements): AsyncGenerator<UsagePart[]> {
  yield journalParts(statements);
}

function usageStreams(statements: ArchiveStatements): AsyncIterable<readonly UsagePart[]>[] {
  const { counters, buckets, lifetimes } = statements;
  const start = Number.MIN_SAFE_INTEGER;
  return [
    mapPages(pagesAfter(counters, { account: "", id: "" }), ({ account, id, used, keptUntil }) => ({
      account,
      window: [id, used, keptUntil] as const,
    })),
    mapPages(pagesAfter(buckets, { account: "", start, endpoint: "" }), (bucket) => ({
      account: bucket.account,
      bucket,
    })),
    mapPages(pagesAfter(lifetimes, { account: "" }), (lifetime) => ({ account: lifetime.account, lifetime })),
    journalPages(statements),
  ];
}

function addUsage(statements: ArchiveStatements, records: readonly StoreRecord[]): void {
  const { counters, buckets, lifetimes } = usageRows(records);
  statements.addCounters(counters);
  statements.addBuckets(buckets);
  statements.addLifetimes(lifetimes);
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
  const { kinds = recordKinds, readOnly = false, now = Date.now() } = options;

  function run<Result>(work: () => Result): Result {
    try {
      return work();
    } catch (cause) {
      if (cause instanceof ToolsError) throw cause;
      throw new ToolsError("storage_unavailable", "SQLite does not respond.", { cause });
    }
  }

  const statements = run(() => {
    database.exec(`PRAGMA busy_timeout = ${lockTimeoutMs}`);
    database.exec("PRAGMA journal_mode = WAL");
    database.exec("PRAGMA synchronous = NORMAL");
    migrate(database);
    const prepared = prepareArchive(database);
    if (readOnly) database.exec("BEGIN");
    // The first read fixes the instant.
    prepared.version();
    return prepared;
  });

  const readers: Record<RecordKind, () => AsyncIterable<readonly StoreRecord[]>> = {
    document: () =>
      mapPages(
        pagesAfter((after) => run(() => statements.documents({ now, ...after })), { key: "" }),
        ({ key, value, version, expiresAt }) => documentRecord(key, value, version, expiresAt),
      ),
    usage: () => pagesOf(joinUsage(usageStreams(statements), { ...options, now })),
    "last-use": () =>
      mapPages(
        pagesAfter((after) => run(() => statements.lastUses(after)), { id: "" }),
        ({ id, at }) => ({ key: id, text: String(at) }),
      ),
  };

  const writers: Record<RecordKind, (records: readonly StoreRecord[]) => void> = {
    document: (records) =>
      statements.addDocuments(records.map((record) => ({ key: record.key, ...documentParts(record) }))),
    usage: (records) => addUsage(statements, records),
    "last-use": (records) =>
      statements.addLastUses(records.map(({ key, text }) => ({ id: key, at: Number(text) }))),
  };

  return {
    kinds,

    async count(kind) {
      const [[table]] = tables[kind];
      const [counted] = run(() => database.prepare(`SELECT count(*) AS count FROM ${table}`).all());
      // The only column of the query.
      return (counted as { count: number }).count;
    },

    read: (kind) => readers[kind](),

    async write(kind, { put, remove }) {
      const named = jsonList([...remove, ...put.map(({ key }) => key)]);
      run(() =>
        inTransaction(database, "BEGIN IMMEDIATE", () => {
          for (const [table, key] of tables[kind])
            database
              .prepare(`DELETE FROM ${table} WHERE ${key} IN (SELECT value FROM json_each(?))`)
              .run(named);
          writers[kind](put);
        }),
      );
    },

    version: async () => run(() => statements.version()?.version ?? 0),

    async raiseVersion(version) {
      run(() => statements.raiseVersion({ version }));
    },

    async close() {
      if (readOnly) run(() => database.exec("COMMIT"));
    },
  };
}
