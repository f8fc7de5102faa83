import { ToolsError } from "@tools-api/core";
import type { ClientBase } from "pg";
import { sqlState, undefinedTable } from "./internal/failure.ts";
import { documentFunctions } from "./internal/document-functions.ts";
import { consumeFunctionV1, consumeFunctionV2 } from "./internal/consume-function.ts";
import { recordFunctions, refundFunction } from "./internal/record-functions.ts";
import { settleFunction } from "./internal/settle-function.ts";
import { documentsSweep, usageSweepV1, usageSweepV2 } from "./internal/sweep-functions.ts";

/** One step of the schema. */
interface Migration {
  sql: string;
  /**
   * The oldest release, by its number of steps, that works on a database with this step. Steps only add, so the
   * previous release keeps working while servers are upgraded. Raise this number when that ends.
   */
  worksWith: number;
}

const documentTables = `
  CREATE TABLE commit_sequence (
    id int NOT NULL PRIMARY KEY CHECK (id = 1),
    version bigint NOT NULL
  );
  INSERT INTO commit_sequence VALUES (1, 0);
  COMMENT ON COLUMN commit_sequence.version IS 'Of the last commit; only grows';

  CREATE TABLE documents (
    key text COLLATE "C" NOT NULL PRIMARY KEY,
    value text NOT NULL,
    version bigint NOT NULL,
    expires_at bigint
  );
  CREATE INDEX documents_by_expiry ON documents (expires_at) WHERE expires_at IS NOT NULL;
  COMMENT ON TABLE documents IS 'Accounts, keys and all else that is read often and written seldom';
  COMMENT ON COLUMN documents.value IS 'JSON; as text, since jsonb cannot hold every string of JSON';
  COMMENT ON COLUMN documents.version IS 'Of the commit that wrote it';
  COMMENT ON COLUMN documents.expires_at IS 'Epoch milliseconds from which the document counts as absent';
`;

// Tables that are updated in place have free space on their pages: an update that stays on its page writes no index
// entry.
const usageTables = `
  CREATE TABLE usage_fences (
    id text COLLATE "C" NOT NULL PRIMARY KEY,
    revision bigint NOT NULL
  ) WITH (fillfactor = 80);
  COMMENT ON COLUMN usage_fences.id IS 'The key of a document';
  COMMENT ON COLUMN usage_fences.revision IS 'At which a call has to stand to be admitted';

  CREATE TABLE usage_windows (
    account text COLLATE "C" NOT NULL,
    id text COLLATE "C" NOT NULL,
    used bigint NOT NULL CHECK (used >= 0),
    ends bigint NOT NULL,
    kept_ms bigint NOT NULL,
    PRIMARY KEY (account, id)
  ) WITH (fillfactor = 60);
  CREATE INDEX usage_windows_by_expiry ON usage_windows ((ends + kept_ms));
  COMMENT ON TABLE usage_windows IS 'The counters by which calls are admitted';
  COMMENT ON COLUMN usage_windows.id IS 'Such as day:2026-11-21';
  COMMENT ON COLUMN usage_windows.ends IS 'Epoch milliseconds';
  COMMENT ON COLUMN usage_windows.kept_ms IS 'Milliseconds for which the counter is kept once the window has closed';

  CREATE TABLE usage_buckets (
    account text COLLATE "C" NOT NULL,
    start bigint NOT NULL,
    endpoint text COLLATE "C" NOT NULL,
    calls bigint NOT NULL,
    succeeded bigint NOT NULL,
    failed bigint NOT NULL,
    server_errors bigint NOT NULL,
    rejected bigint NOT NULL,
    bytes_in bigint NOT NULL,
    bytes_out bigint NOT NULL,
    duration_us bigint NOT NULL,
    PRIMARY KEY (account, start, endpoint)
  ) WITH (fillfactor = 80);
  CREATE INDEX usage_buckets_to_fold ON usage_buckets (start) WHERE start % 86400000 <> 0;
  COMMENT ON TABLE usage_buckets IS 'What accounts did, by quarter of an hour; by UTC day what is older than 400 days';
  COMMENT ON COLUMN usage_buckets.start IS 'Epoch milliseconds, by instant of admission';
  COMMENT ON COLUMN usage_buckets.calls IS 'Admitted and not given back';
  COMMENT ON COLUMN usage_buckets.server_errors IS 'Given back';
  COMMENT ON COLUMN usage_buckets.rejected IS 'Refused for want of allowance';

  CREATE TABLE usage_lifetimes (
    account text COLLATE "C" NOT NULL PRIMARY KEY,
    calls bigint NOT NULL,
    first_call_at bigint NOT NULL,
    last_call_at bigint NOT NULL
  ) WITH (fillfactor = 60);

  CREATE TABLE usage_credentials (
    id text COLLATE "C" NOT NULL PRIMARY KEY,
    last_used_at bigint NOT NULL
  ) WITH (fillfactor = 80);
  COMMENT ON COLUMN usage_credentials.last_used_at IS 'Epoch milliseconds, to the minute';

  CREATE TABLE usage_batches (
    id text COLLATE "C" NOT NULL,
    method text COLLATE "C" NOT NULL,
    recorded_at bigint NOT NULL,
    answer text NOT NULL,
    PRIMARY KEY (id, method)
  );
  CREATE INDEX usage_batches_by_age ON usage_batches (recorded_at);
  COMMENT ON TABLE usage_batches IS 'Writes of the last hour, so that one that comes twice counts once';
  COMMENT ON COLUMN usage_batches.answer IS 'Given again when the batch comes again';
`;

const unitColumn = `
  ALTER TABLE usage_buckets ADD COLUMN extra_units bigint NOT NULL DEFAULT 0;
  COMMENT ON COLUMN usage_buckets.extra_units IS 'Units of the calls beyond one each; earlier releases leave it';
`;

/**
 * The steps that create the schema. A released step never changes. Functions carry the number of their step, so that
 * two releases each use their own. Instants are epoch milliseconds.
 */
const migrations: readonly Migration[] = [
  {
    sql:
      documentTables +
      usageTables +
      documentFunctions +
      consumeFunctionV1 +
      recordFunctions +
      documentsSweep +
      usageSweepV1,
    worksWith: 1,
  },
  {
    sql: unitColumn + consumeFunctionV2 + settleFunction + refundFunction + usageSweepV2,
    worksWith: 1,
  },
];

interface SchemaRow {
  version: number;
  oldest_compatible: number;
  encoding: string;
}

const schemaQuery =
  "SELECT version, oldest_compatible, current_setting('server_encoding') AS encoding FROM storage_schema";

/** An arbitrary number that is the same in all releases. Servers that start together wait for this lock. */
const migrationLock = 7_024_051;

function isUpToDate(rows: readonly SchemaRow[]): boolean {
  const [schema] = rows;
  if (schema === undefined) return false;
  if (schema.oldest_compatible > migrations.length)
    throw new ToolsError(
      "storage_unavailable",
      `PostgreSQL: expected a database that supports releases of schema version ${migrations.length}, received version ${schema.version}, for which version ${schema.oldest_compatible} is the oldest`,
    );
  return schema.version >= migrations.length;
}

/**
 * Returns whether the database has everything that this release needs. A database that a newer release migrated does,
 * unless that release excludes this one.
 *
 * @throws ToolsError `storage_unavailable` if this release does not support the database.
 */
export async function isMigrated(client: ClientBase): Promise<boolean> {
  try {
    const { rows } = await client.query<SchemaRow>(schemaQuery);
    return isUpToDate(rows);
  } catch (error) {
    if (sqlState(error) === undefinedTable) return false;
    throw error;
  }
}

async function checkEncoding(client: ClientBase): Promise<void> {
  const { rows } = await client.query<{ server_encoding: string }>("SHOW server_encoding");
  const encoding = rows[0]?.server_encoding;
  // In other encodings, the byte order of keys would differ from their code point order.
  if (encoding !== "UTF8")
    throw new ToolsError(
      "storage_unavailable",
      `PostgreSQL: expected a database in the encoding UTF8, received one in ${encoding}`,
    );
}

async function applySteps(client: ClientBase): Promise<void> {
  await checkEncoding(client);
  // A step may take longer than the pool's statement timeout. A server that hangs in the middle must not block the
  // others.
  await client.query(
    "SET LOCAL statement_timeout = 0; SET LOCAL idle_in_transaction_session_timeout = '10s'",
  );
  await client.query(`SELECT pg_advisory_xact_lock(${migrationLock})`);
  await client.query(`
    CREATE TABLE IF NOT EXISTS storage_schema (version int NOT NULL, oldest_compatible int NOT NULL);
    COMMENT ON COLUMN storage_schema.oldest_compatible IS 'The oldest version whose releases still work here';
  `);
  const { rows } = await client.query<SchemaRow>(schemaQuery);
  if (isUpToDate(rows)) return;
  const last = migrations.at(-1);
  for (const { sql } of migrations.slice(rows[0]?.version ?? 0)) await client.query(sql);
  await client.query("DELETE FROM storage_schema");
  await client.query("INSERT INTO storage_schema VALUES ($1, $2)", [migrations.length, last?.worksWith]);
}

/**
 * Migrates a database to the current schema, all steps in one transaction. If several servers start together, one
 * migrates and the others wait for it.
 *
 * @throws ToolsError `storage_unavailable` if this release does not support the database.
 */
export async function migrate(client: ClientBase): Promise<void> {
  await client.query("BEGIN ISOLATION LEVEL READ COMMITTED");
  try {
    await applySteps(client);
    await client.query("COMMIT");
  } catch (error) {
    // On a broken connection there is nothing to roll back. Report the first error.
    await client.query("ROLLBACK").catch(() => {});
    throw error;
  }
}
