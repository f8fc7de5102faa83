import type { UsageBucket } from "@tools-api/core/storage";
import { storedColumns } from "../../lib/bucket-columns.ts";
import { command, row, rows, type SqliteDatabase, type SqliteValue, upsert } from "./database.ts";
import { journalColumns } from "./usage-columns.ts";

/** The number of rows of a page. */
const pageRows = 1_000;

const bucketCounts = Object.entries(storedColumns)
  .map(([column, count]) =>
    column === "extra_units" ? "calls + extra_units AS units" : `${column} AS ${count}`,
  )
  .join(", ");

/** The statements of {@link prepareArchive}. */
export type ArchiveStatements = ReturnType<typeof prepareArchive>;

/** Prepares the statements of an archive. Those that read return a page of rows after a key. */
export function prepareArchive(database: SqliteDatabase) {
  const limit = `LIMIT ${pageRows}`;
  // The rows that a record replaces are removed first, so nothing conflicts.
  const insert = (table: string, columns: Readonly<Record<string, string>>) => {
    const [key = ""] = Object.keys(columns);
    return upsert(database, table, columns, `${key} = excluded.${key}`);
  };
  return {
    documents: rows<{ key: string; value: string; version: number; expiresAt: number | null }>(
      database,
      `SELECT key, value, version, expires_at AS expiresAt FROM documents
       WHERE key > :key AND (expires_at IS NULL OR expires_at > :now) ORDER BY key ${limit}`,
    ),
    counters: rows<{ account: string; id: string; used: number; keptUntil: number }>(
      database,
      `SELECT account, id, used, ends + kept_ms AS keptUntil FROM usage_counters
       WHERE (account, id) > (:account, :id) ORDER BY account, id ${limit}`,
    ),
    buckets: rows<UsageBucket & { account: string }>(
      database,
      `SELECT account, start, endpoint, ${bucketCounts} FROM usage_buckets
       WHERE (account, start, endpoint) > (:account, :start, :endpoint) ORDER BY account, start, endpoint ${limit}`,
    ),
    lifetimes: rows<{ account: string; calls: number; firstCallAt: number; lastCallAt: number }>(
      database,
      `SELECT account, calls, first_call_at AS firstCallAt, last_call_at AS lastCallAt FROM usage_lifetimes
       WHERE account > :account ORDER BY account ${limit}`,
    ),
    lastUses: rows<{ id: string; at: number }>(
      database,
      `SELECT id, last_used_at AS at FROM usage_credentials WHERE id > :id ORDER BY id ${limit}`,
    ),
    journal: rows<Record<keyof typeof journalColumns, string>>(
      database,
      "SELECT counters, buckets, lifetimes FROM usage_journal ORDER BY sequence",
    ),
    addDocuments: insert("documents", {
      key: "key",
      value: "value",
      version: "version",
      expires_at: "expiresAt",
    }),
    addCounters: insert("usage_counters", journalColumns.counters),
    /** Adds records whose `units` are those beyond one per call. */
    addBuckets: insert("usage_buckets", {
      account: "account",
      start: "start",
      endpoint: "endpoint",
      ...storedColumns,
    }),
    addLifetimes: insert("usage_lifetimes", journalColumns.lifetimes),
    addLastUses: insert("usage_credentials", { id: "id", last_used_at: "at" }),
    version: row<{ version: number }>(database, "SELECT version FROM commit_sequence"),
    raiseVersion: command(database, "UPDATE commit_sequence SET version = max(version, :version)"),
  };
}

/**
 * Yields the pages of a statement. Each page starts after the last row of the page before.
 *
 * @param first A key below that of every row. Its names are those of the key.
 */
export async function* pagesAfter<Row extends object>(
  read: (after: object) => Row[],
  first: Readonly<Record<string, SqliteValue>>,
): AsyncGenerator<Row[]> {
  let page = read(first);
  while (page.length > 0) {
    yield page;
    const last = page.length === pageRows ? page.at(-1) : undefined;
    const key = Object.keys(first).map((name) => [name, last?.[name as keyof Row]]);
    page = last ? read(Object.fromEntries(key)) : [];
  }
}
