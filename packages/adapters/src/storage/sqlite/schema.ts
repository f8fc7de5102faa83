import { ToolsError } from "@tools-api/core/errors";
import { inTransaction, type SqliteDatabase } from "./internal/database.ts";

/** A step from one version of the schema to the next. */
interface Migration {
  sql: string;
  /**
   * The oldest version whose release can use the file. If a step only adds, the previous release works alongside the one
   * with the step. Unused tables and columns are removed a release later.
   */
  worksWith: number;
}

/**
 * The steps that create the schema. A released step never changes. Instants are epoch milliseconds. The comments inside
 * are stored in the file, for operators who inspect it.
 */
const migrations: readonly Migration[] = [
  {
    worksWith: 1,
    sql: `
  CREATE TABLE commit_sequence (
    id INTEGER NOT NULL PRIMARY KEY CHECK (id = 1),
    version INTEGER NOT NULL -- of the last commit; only grows
  ) STRICT;
  INSERT INTO commit_sequence VALUES (1, 0);

  CREATE TABLE documents (
    key TEXT NOT NULL PRIMARY KEY,
    value TEXT NOT NULL, -- JSON
    version INTEGER NOT NULL, -- of the commit that wrote it
    expires_at INTEGER
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX documents_by_expiry ON documents (expires_at) WHERE expires_at IS NOT NULL;
  `,
  },
  {
    worksWith: 1,
    sql: `
  CREATE TABLE usage_fences (
    id TEXT NOT NULL PRIMARY KEY, -- the key of a document
    revision INTEGER NOT NULL -- below which no call is admitted
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE usage_windows (
    account TEXT NOT NULL,
    id TEXT NOT NULL, -- such as day:2026-11-21
    used INTEGER NOT NULL CHECK (used >= 0),
    ends INTEGER NOT NULL,
    PRIMARY KEY (account, id)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX usage_windows_by_end ON usage_windows (ends);

  CREATE TABLE usage_buckets (
    account TEXT NOT NULL,
    start INTEGER NOT NULL, -- of a quarter of an hour
    endpoint TEXT NOT NULL,
    calls INTEGER NOT NULL, -- admitted and not given back
    succeeded INTEGER NOT NULL,
    failed INTEGER NOT NULL,
    server_errors INTEGER NOT NULL, -- given back
    rejected INTEGER NOT NULL, -- for want of allowance
    bytes_in INTEGER NOT NULL,
    bytes_out INTEGER NOT NULL,
    duration_us INTEGER NOT NULL,
    PRIMARY KEY (account, start, endpoint)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE usage_lifetimes (
    account TEXT NOT NULL PRIMARY KEY,
    calls INTEGER NOT NULL,
    first_call_at INTEGER NOT NULL,
    last_call_at INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE usage_credentials (
    id TEXT NOT NULL PRIMARY KEY,
    last_used_at INTEGER NOT NULL -- to the minute
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE usage_batches (
    sequence INTEGER NOT NULL PRIMARY KEY, -- by age, which is the order in which they are forgotten
    id TEXT NOT NULL,
    method TEXT NOT NULL,
    recorded_at INTEGER NOT NULL,
    answer TEXT NOT NULL, -- given again when the batch comes again
    UNIQUE (id, method)
  ) STRICT;
  `,
  },
  {
    worksWith: 2,
    sql: `
  CREATE TABLE schema_compatibility (
    id INTEGER NOT NULL PRIMARY KEY CHECK (id = 1),
    oldest INTEGER NOT NULL -- version of the schema whose release can work on this file
  ) STRICT;

  ALTER TABLE usage_windows ADD COLUMN kept_ms INTEGER NOT NULL DEFAULT 172800000; -- from its end on
  DROP INDEX usage_windows_by_end;
  CREATE INDEX usage_windows_by_expiry ON usage_windows (ends + kept_ms);
  -- One tree, in which all that is new stands together; usage_batches is of the releases of version 2.
  CREATE TABLE usage_batch_log (
    at INTEGER NOT NULL, -- of the batch, the same however often it comes
    id TEXT NOT NULL,
    method TEXT NOT NULL,
    answer TEXT NOT NULL, -- given again when the batch comes again
    PRIMARY KEY (at, id, method)
  ) STRICT, WITHOUT ROWID;
  -- Quarters of an hour that are not yet folded into the one at the midnight of their day.
  CREATE INDEX usage_buckets_to_fold ON usage_buckets (start) WHERE start % 86400000 <> 0;
  `,
  },
  {
    // The previous release would not count the calls in the journal. If it is running, it no longer finds its table.
    worksWith: 4,
    sql: `
  ALTER TABLE usage_windows RENAME TO usage_counters;
  -- The latest calls: rows to be put into usage_counters, and to be added to usage_buckets and usage_lifetimes. Lists of
  -- rows in the order of their columns. Servers remember what they have read as long as the last sequence is the same.
  CREATE TABLE usage_journal (
    sequence INTEGER NOT NULL PRIMARY KEY, -- never used again; the last row stays
    counters TEXT NOT NULL DEFAULT '[]', -- JSON
    buckets TEXT NOT NULL DEFAULT '[]', -- JSON
    lifetimes TEXT NOT NULL DEFAULT '[]' -- JSON
  ) STRICT;
  ALTER TABLE usage_buckets ADD COLUMN extra_units INTEGER NOT NULL DEFAULT 0; -- of the calls, beyond one each
  INSERT INTO usage_journal (sequence) VALUES (0);
  -- Servers that see an empty row forget what they remember.
  CREATE TRIGGER usage_fences_raised AFTER UPDATE OF revision ON usage_fences BEGIN
    INSERT INTO usage_journal (sequence) SELECT max(sequence) + 1 FROM usage_journal;
  END;
  `,
  },
];

function schemaVersion(database: SqliteDatabase): number {
  // The pragma returns one row with this column.
  const { user_version: version } = database.prepare("PRAGMA user_version").get() as { user_version: number };
  return version;
}

/**
 * Returns the oldest schema version that is compatible with a file of a newer release. Returns Infinity if the file
 * does not state it.
 */
function oldestCompatible(database: SqliteDatabase): number {
  const tables = database.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'schema_compatibility'");
  if (!tables.get()) return Infinity;
  const row = database.prepare("SELECT oldest FROM schema_compatibility").get();
  // The only column of the query.
  return (row as { oldest: number } | undefined)?.oldest ?? Infinity;
}

/**
 * Returns whether the file has the current schema version, or a newer one that this release supports.
 *
 * @throws ToolsError `storage_unavailable` if this release does not support the file.
 */
function isReady(database: SqliteDatabase): boolean {
  const version = schemaVersion(database);
  if (version <= migrations.length) return version === migrations.length;
  const oldest = oldestCompatible(database);
  if (oldest <= migrations.length) return true;
  throw new ToolsError(
    "storage_unavailable",
    `SQLite: expected a file that supports schema version ${migrations.length}, received version ${version}, which a newer release wrote`,
  );
}

/**
 * Migrates a file to the current schema, all steps in one transaction. If several processes start together, one
 * migrates.
 *
 * @throws ToolsError `storage_unavailable` if this release does not support the file.
 */
export function migrate(database: SqliteDatabase): void {
  if (isReady(database)) return;
  inTransaction(database, "BEGIN IMMEDIATE", () => {
    if (isReady(database)) return;
    for (const { sql } of migrations.slice(schemaVersion(database))) database.exec(sql);
    const oldest = Math.max(...migrations.map(({ worksWith }) => worksWith));
    database.exec(`INSERT OR REPLACE INTO schema_compatibility VALUES (1, ${oldest})`);
    database.exec(`PRAGMA user_version = ${migrations.length}`);
  });
}
