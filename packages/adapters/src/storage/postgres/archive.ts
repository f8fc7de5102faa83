import {
  type ArchiveOptions,
  defaultWindowTtlMs,
  type RecordKind,
  type StoreArchive,
  type StoreRecord,
} from "@tools-api/core/storage";
import type { Pool, PoolClient, QueryResultRow } from "pg";
import {
  documentParts,
  documentRecord,
  joinUsage,
  pagesOf,
  recordKinds,
  usageOf,
  type UsagePart,
} from "../lib/archive-records.ts";
import { emptyBucket } from "../lib/row-order.ts";
import { storageFailure } from "./failure.ts";
import { isMigrated, migrate } from "./schema.ts";

/** The options of {@link postgresArchive}. */
export interface PostgresArchiveOptions extends ArchiveOptions {
  /** The archive takes one connection of the pool until it is closed. The caller closes the pool. */
  pool: Pool;
}

/** The tables of each kind, and the column that has the key of the record. The first has a row for each record. */
const tables = {
  document: [["documents", "key"]],
  usage: [
    ["usage_lifetimes", "account"],
    ["usage_windows", "account"],
    ["usage_buckets", "account"],
  ],
  "last-use": [["usage_credentials", "id"]],
} as const satisfies Record<RecordKind, readonly [table: string, key: string][]>;

const pageRows = 2_000;

/** A row whose numbers the driver returns as text, because they are of the type bigint. */
type TextRow = Record<string, string | null>;

const bucketColumns = {
  calls: "calls",
  units: "extra_units",
  succeeded: "succeeded",
  failed: "failed",
  serverErrors: "server_errors",
  rejected: "rejected",
  bytesIn: "bytes_in",
  bytesOut: "bytes_out",
  durationUs: "duration_us",
} as const;

const countNames = Object.keys(bucketColumns) as (keyof typeof bucketColumns)[];

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
  for (const name of countNames) bucket[name] = Number(row[bucketColumns[name]]);
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

/** Returns a statement that inserts rows of columns, and its parameters: an array for each column. */
function insertion(
  table: string,
  rows: readonly object[],
  columns: Readonly<Record<string, "text" | "bigint">>,
): [sql: string, parameters: unknown[]] {
  const types = Object.entries(columns);
  const records = rows as readonly Record<string, string | number | null>[];
  const arrays = types.map(([, type], index) => `$${index + 1}::${type}[]`);
  return [
    `INSERT INTO ${table} (${Object.keys(columns).join(", ")}) SELECT * FROM unnest(${arrays.join(", ")})`,
    types.map(([name]) => records.map((record) => record[name] ?? null)),
  ];
}

function usageRows(records: readonly StoreRecord[]) {
  const accounts = records.map(usageOf);
  return {
    windows: accounts.flatMap(({ account, windows }) =>
      windows.map(([id, used, keptUntil]) => ({
        account,
        id,
        used,
        ends: keptUntil - defaultWindowTtlMs,
        kept_ms: defaultWindowTtlMs,
      })),
    ),
    buckets: accounts.flatMap(({ account, buckets }) =>
      buckets.map((bucket) => ({
        account,
        start: bucket.start,
        endpoint: bucket.endpoint,
        ...Object.fromEntries(countNames.map((name) => [bucketColumns[name], bucket[name]])),
        extra_units: bucket.units - bucket.calls,
      })),
    ),
    lifetimes: accounts.flatMap(({ account, lifetime }) =>
      lifetime
        ? [
            {
              account,
              calls: lifetime.calls,
              first_call_at: lifetime.firstCallAt,
              last_call_at: lifetime.lastCallAt,
            },
          ]
        : [],
    ),
  };
}

const bigints = <Name extends string>(names: readonly Name[]) =>
  Object.fromEntries(names.map((name) => [name, "bigint"])) as Record<Name, "bigint">;

/** Returns the statements that insert records. */
const insertions: Record<RecordKind, (records: readonly StoreRecord[]) => ReturnType<typeof insertion>[]> = {
  document: (records) => {
    const rows = records.map((record) => {
      const { value, version, expiresAt } = documentParts(record);
      return { key: record.key, value, version, expires_at: expiresAt };
    });
    return [
      insertion("documents", rows, { key: "text", value: "text", ...bigints(["version", "expires_at"]) }),
    ];
  },
  usage: (records) => {
    const { windows, buckets, lifetimes } = usageRows(records);
    return [
      insertion("usage_windows", windows, {
        account: "text",
        id: "text",
        ...bigints(["used", "ends", "kept_ms"]),
      }),
      insertion("usage_buckets", buckets, {
        account: "text",
        start: "bigint",
        endpoint: "text",
        ...bigints(Object.values(bucketColumns)),
      }),
      insertion("usage_lifetimes", lifetimes, {
        account: "text",
        ...bigints(["calls", "first_call_at", "last_call_at"]),
      }),
    ];
  },
  "last-use": (records) => {
    const rows = records.map(({ key, text }) => ({ id: key, last_used_at: Number(text) }));
    return [insertion("usage_credentials", rows, { id: "text", last_used_at: "bigint" })];
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

  async function* mapped<Part>(pages: AsyncIterable<TextRow[]>, part: (row: TextRow) => Part) {
    for await (const page of pages) yield page.map(part);
  }

  const readers: Record<RecordKind, () => AsyncIterable<readonly StoreRecord[]>> = {
    document: () => mapped(rows(keyed.documents, `(expires_at IS NULL OR expires_at > ${now})`), documentOf),
    usage: () =>
      pagesOf(
        joinUsage(
          [
            mapped(rows(keyed.windows), windowOf),
            mapped(rows(keyed.buckets), bucketOf),
            mapped(rows(keyed.lifetimes), lifetimeOf),
          ],
          { ...options, now },
        ),
      ),
    "last-use": () =>
      mapped(rows(keyed.lastUses), ({ id, last_used_at: at }) => ({ key: id ?? "", text: at ?? "" })),
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
