import { dayMs } from "@tools-api/core/internal/time";
import { storedColumns } from "../../lib/bucket-columns.ts";
import { command, row, rows, type SqliteDatabase, upsert } from "./database.ts";
import { journalColumns, storedCounts } from "./usage-columns.ts";
import { readingSql, totalsSql } from "./usage-reading.ts";

const addExcluded = storedCounts.map((column) => `${column} = ${column} + excluded.${column}`).join(", ");

// The columns of the partial index and of the key determine this order.
const isFoldable = `start % ${dayMs} <> 0 AND start < :horizon ORDER BY start, account, endpoint`;

/** The statements of {@link prepareUsage}. */
export type UsageStatements = ReturnType<typeof prepareUsage>;

/** Prepares all statements of usage. */
export function prepareUsage(database: SqliteDatabase) {
  return {
    // Reads fences and windows by their position in the parameters. CROSS makes the parameters the outer loop, with one
    // key lookup each.
    state: row<{ revisions: string; counts: string }>(
      database,
      `SELECT
         (SELECT json_group_object(named.key, stored.revision) FROM json_each(:fences) AS named
          CROSS JOIN usage_fences AS stored ON stored.id = named.value) AS revisions,
         (SELECT json_group_object(named.key, json_array(stored.used, stored.ends, stored.kept_ms))
          FROM json_each(:windows) AS named
          CROSS JOIN usage_counters AS stored
            ON stored.account = named.value ->> 0 AND stored.id = named.value ->> 1) AS counts`,
    ),
    fence: row<{ revision: number }>(database, "SELECT revision FROM usage_fences WHERE id = :id"),
    raiseFence: command(
      database,
      `INSERT INTO usage_fences (id, revision) VALUES (:id, :revision)
       ON CONFLICT DO UPDATE SET revision = excluded.revision WHERE excluded.revision > revision`,
    ),
    window: row<{ used: number; ends: number; ttlMs: number }>(
      database,
      "SELECT used, ends, kept_ms AS ttlMs FROM usage_counters WHERE account = :account AND id = :id",
    ),
    putCounters: upsert(
      database,
      "usage_counters",
      journalColumns.counters,
      "used = excluded.used, ends = excluded.ends, kept_ms = excluded.kept_ms",
    ),
    bucket: row<{ calls: number; units: number }>(
      database,
      `SELECT calls, calls + extra_units AS units FROM usage_buckets
       WHERE account = :account AND start = :start AND endpoint = :endpoint`,
    ),
    /** Adds records whose `units` are those beyond one per call. */
    addToBuckets: upsert(
      database,
      "usage_buckets",
      { account: "account", start: "start", endpoint: "endpoint", ...storedColumns },
      addExcluded,
    ),
    countBuckets: row<{ found: number }>(
      database,
      `SELECT count(*) AS found FROM
       (SELECT 1 FROM usage_buckets WHERE account = :account AND start >= :from AND start < :to LIMIT :limit)`,
    ),
    reading: readingSql.map((sql) => rows<unknown>(database, sql)),
    totals: totalsSql.map((sql) => rows<unknown>(database, sql)),
    addToLifetimes: upsert(
      database,
      "usage_lifetimes",
      journalColumns.lifetimes,
      `calls = calls + excluded.calls, first_call_at = min(first_call_at, excluded.first_call_at),
       last_call_at = max(last_call_at, excluded.last_call_at)`,
    ),
    // Writes nothing unless the last row has this number: otherwise the next number exists, or this one no longer does
    // and the subquery is NULL.
    append: command(
      database,
      `INSERT OR IGNORE INTO usage_journal (sequence, counters, buckets, lifetimes) VALUES
       (:sequence + 1, (SELECT :counters FROM usage_journal WHERE sequence = :sequence), :buckets, :lifetimes)`,
    ),
    appendEmpty: command(database, "INSERT INTO usage_journal (sequence) VALUES (:sequence)"),
    journal: rows<{ sequence: number; counters: string; buckets: string; lifetimes: string }>(
      database,
      `SELECT sequence, counters, buckets, lifetimes FROM usage_journal
       WHERE sequence >= :sequence ORDER BY sequence`,
    ),
    lastSequence: row<{ last: number }>(database, "SELECT max(sequence) AS last FROM usage_journal"),
    clearJournal: command(database, "DELETE FROM usage_journal"),
    lastUse: row<{ at: number }>(
      database,
      "SELECT last_used_at AS at FROM usage_credentials WHERE id = :credential",
    ),
    noteLastUses: upsert(
      database,
      "usage_credentials",
      { id: "credential", last_used_at: "at" },
      "last_used_at = excluded.last_used_at WHERE excluded.last_used_at > last_used_at",
    ),
    // Earlier releases logged batches.
    sweepBatches: command(
      database,
      `DELETE FROM usage_batch_log WHERE (at, id, method) IN
       (SELECT at, id, method FROM usage_batch_log WHERE at < :before ORDER BY at LIMIT 512)`,
    ),
    sweepCounters: command(
      database,
      `DELETE FROM usage_counters WHERE (account, id) IN
       (SELECT account, id FROM usage_counters WHERE ends + kept_ms < :now ORDER BY ends + kept_ms LIMIT 512)`,
    ),
    // Both statements select the same rows and run in one transaction.
    foldQuarters: command(
      database,
      `INSERT INTO usage_buckets (account, start, endpoint, ${storedCounts.join(", ")})
       SELECT account, start - start % ${dayMs} AS day, endpoint, ${storedCounts.map((column) => `sum(${column})`).join(", ")}
       FROM (SELECT * FROM usage_buckets WHERE ${isFoldable} LIMIT 512)
       WHERE true -- or SQLite takes ON for a join's
       GROUP BY account, day, endpoint
       ON CONFLICT DO UPDATE SET ${addExcluded}`,
    ),
    removeFolded: command(
      database,
      `DELETE FROM usage_buckets WHERE (account, start, endpoint) IN
       (SELECT account, start, endpoint FROM usage_buckets WHERE ${isFoldable} LIMIT 512)`,
    ),
  };
}
