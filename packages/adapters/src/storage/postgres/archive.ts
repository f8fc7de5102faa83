import {
  type ArchiveOptions,
  type RecordKind,
  type StoreArchive,
  type StoreRecord,
} from "@tools-api/core/storage";
import type { Pool, PoolClient, QueryResultRow } from "pg";
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
import { storedColumns } from "../lib/bucket-columns.ts";
import { emptyBucket } from "../lib/row-order.ts";
import { storageFailure } from "./internal/failure.ts";
import { isMigrated, migrate } from "./schema.ts";

/** The options of {@link postgresArchive}. */
export interface PostgresArchiveOptions extends ArchiveOptions {
  /** The archive takes one connection of the pool until it is closed. The caller closes the pool. */
  pool: Pool;
}

const tables = archiveTables("usage_windows");

const pageRows = 2_000;

/** A row whose numbers the driver returns as text, because they are of the type bigint. */
type TextRow = Record<string, string | null>;

/** A table in the order of its key. */
interface KeyedTable {
  table: string;
  key: readonly string[];
  /** Below every key. */
  first: readonly (string | number)[];
}

const keyed = {
  documents: { table: "documents", key: ["key"], first: [""] },
  windows: { table: "usage_windows", key: ["account", "id"], first: ["", ""] },
  buckets: {
    table: "usage_buckets",
    key: ["account", "start", "endpoint"],
    first: ["", Number.MIN_SAFE_INTEGER, ""],
  },
  lifetimes: { table: "usage_lifetimes", key: ["account"], first: [""] },
  lastUses: { table: "usage_credentials", key: ["id"], first: [""] },
} as const satisfies Record<string, KeyedTable>;

function bucketOf(row: TextRow): UsagePart {
  const bucket = emptyBucket(row.endpoint ?? "", Number(row.start));
  for (const [column, count] of Object.entries(storedColumns)) bucket[count] = Number(row[column]);
  bucket.units += bucket.calls;
  return { account: row.account ?? "", bucket };
}

function windowOf({ account, id, used, ends, kept_ms: keptMs }: TextRow): UsagePart {
  return { account: account ?? "", window: [id ?? "", Number(used), Number(ends) + Number(keptMs)] };
}

function lifetimeOf({ account, calls, first_call_at: first, last_call_at: last }: TextRow): UsagePart {
  return {
    account: account ?? "",
    lifetime: { calls: Number(calls), firstCallAt: Number(first), lastCallAt: Number(last) },
  };
}

function documentOf({ key, value, version, expires_at: expiresAt }: TextRow): StoreRecord {
  return documentRecord(key ?? "", value ?? "", Number(version), expiresAt ? Number(expiresAt) : null);
}

/** The property of a record that a column has. */
type Columns = Readonly<Record<string, string>>;

/** Returns a statement that inserts records, and its parameters: an array for each column. */
function insertion(
  table: string,
  records: readonly object[],
  { text, bigint }: { text: Columns; bigint: Columns },
): [sql: string, parameters: unknown[]] {
  const types = [...Object.keys(text).map(() => "text"), ...Object.keys(bigint).map(() => "bigint")];
  const arrays = types.map((type, index) => `$${index + 1}::${type}[]`);
  const columns = { ...text, ...bigint };
  // The callers name properties of their records.
  const rows = records as readonly Record<string, string | number | null>[];
  return [
    `INSERT INTO ${table} (${Object.keys(columns).join(", ")}) SELECT * FROM unnest(${arrays.join(", ")})`,
    Object.values(columns).map((property) => rows.map((row) => row[property] ?? null)),
  ];
}

/** Returns the statements that insert records. */
const insertions: Record<RecordKind, (records: readonly StoreRecord[]) => ReturnType<typeof insertion>[]> = {
  document: (records) => {
    const documents = records.map((record) => ({ key: record.key, ...documentParts(record) }));
    const bigint = { version: "version", expires_at: "expiresAt" };
    return [insertion("documents", documents, { text: { key: "key", value: "value" }, bigint })];
  },
  usage: (records) => {
    const { counters, buckets, lifetimes } = usageRows(records);
    return [
      insertion("usage_windows", counters, {
        text: { account: "account", id: "id" },
        bigint: { used: "used", ends: "ends", kept_ms: "ttlMs" },
      }),
      insertion("usage_buckets", buckets, {
        text: { account: "account", endpoint: "endpoint" },
        bigint: { start: "start", ...storedColumns },
      }),
      insertion("usage_lifetimes", lifetimes, {
        text: { account: "account" },
        bigint: { calls: "calls", first_call_at: "firstCallAt", last_call_at: "lastCallAt" },
      }),
    ];
  },
  "last-use": (records) => {
    const uses = records.map(({ key, text }) => ({ id: key, at: Number(text) }));
    return [insertion("usage_credentials", uses, { text: { id: "id" }, bigint: { last_used_at: "at" } })];
  },
};

/**
 * Opens the content of a PostgreSQL database for a backup or a move. A read-only archive reads one instant, also while
 * servers use the database.
 *
 * Writes are durable when the archive is closed.
 *
 * @throws ToolsError `storage_unavailable` from every method if PostgreSQL does not respond, refuses, or has a schema
 *   that this release does not support.
 *
 * @example
 * ```ts
 * import { postgresArchive } from "@tools-api/adapters/storage/postgres";
 * import { Pool } from "pg";
 *
 * const pool = new Pool({ connectionString: "postgres://localhost/tools" });
 * const archive = postgresArchive({ pool, readOnly: true });
 * for await (const page of archive.read("document")) console.log(page.length);
 * await archive.close();
 * await pool.end();
 * ```
 */
export function postgresArchive({ pool, ...options }: PostgresArchiveOptions): StoreArchive {
  const { kinds = recordKinds, readOnly = false, now = Date.now() } = options;
  let opened: Promise<PoolClient> | undefined;

  async function open(): Promise<PoolClient> {
    const client = await pool.connect();
    try {
      if (!(await isMigrated(client))) await migrate(client);
      // A page waits for the other store, and the whole of a large database takes minutes.
      await client.query(
        "SET idle_in_transaction_session_timeout = 0; SET statement_timeout = 0; SET synchronous_commit = off",
      );
      if (readOnly) await client.query("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY");
      return client;
    } catch (error) {
      client.release(true);
      throw error;
    }
  }

  async function query<Row extends QueryResultRow>(sql: string, parameters: unknown[] = []): Promise<Row[]> {
    try {
      const client = await (opened ??= open());
      return (await client.query<Row>(sql, parameters)).rows;
    } catch (error) {
      throw storageFailure(error);
    }
  }

  async function* rows({ table, key, first }: KeyedTable, condition = "true"): AsyncGenerator<TextRow[]> {
    const columns = key.join(", ");
    const after = key.map((_, index) => `$${index + 1}`).join(", ");
    const sql = `SELECT * FROM ${table} WHERE (${columns}) > (${after}) AND ${condition} ORDER BY ${columns} LIMIT ${pageRows}`;
    let page = await query<TextRow>(sql, [...first]);
    while (page.length > 0) {
      yield page;
      const last = page.length === pageRows ? page.at(-1) : undefined;
      page = last
        ? await query<TextRow>(
            sql,
            key.map((name) => last[name]),
          )
        : [];
    }
  }

  const readers: Record<RecordKind, () => AsyncIterable<readonly StoreRecord[]>> = {
    document: () =>
      mapPages(rows(keyed.documents, `(expires_at IS NULL OR expires_at > ${now})`), documentOf),
    usage: () =>
      pagesOf(
        joinUsage(
          [
            mapPages(rows(keyed.windows), windowOf),
            mapPages(rows(keyed.buckets), bucketOf),
            mapPages(rows(keyed.lifetimes), lifetimeOf),
          ],
          { ...options, now },
        ),
      ),
    "last-use": () =>
      mapPages(rows(keyed.lastUses), ({ id, last_used_at: at }) => ({ key: id ?? "", text: at ?? "" })),
  };

  return {
    kinds,

    async count(kind) {
      const [[table]] = tables[kind];
      const [counted] = await query<{ count: string }>(`SELECT count(*) FROM ${table}`);
      return Number(counted?.count);
    },

    read: (kind) => readers[kind](),

    async write(kind, { put, remove }) {
      const named = [...remove, ...put.map(({ key }) => key)];
      await query("BEGIN");
      try {
        for (const [table, key] of tables[kind])
          await query(`DELETE FROM ${table} WHERE ${key} = ANY ($1)`, [named]);
        for (const [sql, parameters] of insertions[kind](put)) await query(sql, parameters);
        await query("COMMIT");
      } catch (error) {
        // On a broken connection there is nothing to roll back. Report the first error.
        await query("ROLLBACK").catch(() => {});
        throw error;
      }
    },

    async version() {
      const [found] = await query<{ version: string }>("SELECT version FROM commit_sequence");
      return Number(found?.version);
    },

    async raiseVersion(version) {
      await query("UPDATE commit_sequence SET version = greatest(version, $1)", [version]);
    },

    async close() {
      try {
        if (!opened || readOnly) return;
        // PostgreSQL writes its log in order, so a durable commit makes all earlier ones durable.
        await query("SET synchronous_commit = on");
        await query("UPDATE commit_sequence SET version = version");
      } finally {
        const client = await opened?.catch(() => undefined);
        // The settings and the transaction of the session end with it.
        client?.release(true);
      }
    },
  };
}
