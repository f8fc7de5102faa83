import {
  type ArchiveOptions,
  type RecordKind,
  type StoreArchive,
  type StoreRecord,
} from "@tools-api/core/storage";
import {
  documentParts,
  documentRecord,
  joinUsage,
  pagesOf,
  recordKinds,
  type UsagePart,
  usageRows,
} from "./archive-records.ts";
import { storedColumns } from "./bucket-columns.ts";
import type { BucketSum, LifetimeSum, WindowCount } from "./change-set.ts";

/** The properties of records by columns. */
type Columns = Readonly<Record<string, string>>;

/** A table of an archive. A row belongs to the record that the first column of its key names. */
interface ArchiveTable {
  name: string;
  /** The columns of the primary key. They order the pages. */
  key: readonly [string, ...string[]];
  text: Columns;
  /** Columns of whole numbers. */
  bigint: Columns;
}

/** Returns the tables of an engine. `counters` is the name of the table with the counters of windows. */
export function archiveTables(counters: string) {
  return {
    documents: {
      name: "documents",
      key: ["key"],
      text: { key: "key", value: "value" },
      bigint: { version: "version", expires_at: "expiresAt" },
    },
    counters: {
      name: counters,
      key: ["account", "id"],
      text: { account: "account", id: "id" },
      bigint: { used: "used", ends: "ends", kept_ms: "ttlMs" },
    },
    // The units of a row are those beyond one per call.
    buckets: {
      name: "usage_buckets",
      key: ["account", "start", "endpoint"],
      text: { account: "account", endpoint: "endpoint" },
      bigint: { start: "start", ...storedColumns },
    },
    lifetimes: {
      name: "usage_lifetimes",
      key: ["account"],
      text: { account: "account" },
      bigint: { calls: "calls", first_call_at: "firstCallAt", last_call_at: "lastCallAt" },
    },
    credentials: {
      name: "usage_credentials",
      key: ["id"],
      text: { id: "id" },
      bigint: { last_used_at: "at" },
    },
  } satisfies Record<string, ArchiveTable>;
}

/** A row by columns, as a driver returns it. Whole numbers can be texts. */
export type ArchiveRow = Readonly<Record<string, string | number | null>>;

/** The records to add to a table. */
export interface TableChange {
  table: ArchiveTable;
  records: readonly object[];
}

/** The access of an archive to the tables of an engine. Each method throws `storage_unavailable` if the engine fails. */
export interface TableEngine {
  tables: ReturnType<typeof archiveTables>;
  /** Returns the parameter of a query at a position, from 1. */
  parameter(position: number): string;
  query(sql: string, parameters: readonly (string | number)[]): ArchiveRow[] | Promise<ArchiveRow[]>;
  /** Adds records in one transaction, after it has removed those with one of the names from the same tables. */
  replace(changes: readonly TableChange[], names: readonly string[]): void | Promise<void>;
  /** Returns the usage that is in no table yet, sorted by account. Default: none. */
  pendingUsage?(): UsagePart[];
  raiseVersion(version: number): void | Promise<void>;
  close(): void | Promise<void>;
}

const pageRows = 1_000;

/** Yields the records of a table in the order of its key. Each page starts after the last row of the page before. */
async function* readPages<Properties>(
  { query, parameter }: TableEngine,
  { name, key, text, bigint }: ArchiveTable,
  condition = "true",
): AsyncGenerator<Properties[]> {
  const columns = Object.entries({ ...text, ...bigint });
  const toRecord = (row: ArchiveRow) => {
    const entries = columns.map(([column, property]) => {
      const value = row[column] ?? null;
      return [property, value === null || column in text ? value : Number(value)];
    });
    // The caller names the properties of the table.
    return Object.fromEntries(entries) as Properties;
  };
  const sql = `SELECT ${columns.map(([column]) => column).join(", ")} FROM ${name}
    WHERE (${key.join(", ")}) > (${key.map((_, index) => parameter(index + 1)).join(", ")}) AND ${condition}
    ORDER BY ${key.join(", ")} LIMIT ${pageRows}`;
  let after: (string | number)[] = key.map((column) => (column in text ? "" : Number.MIN_SAFE_INTEGER));
  for (;;) {
    const page = await query(sql, after);
    if (page.length > 0) yield page.map(toRecord);
    const last = page.at(-1);
    if (!last || page.length < pageRows) return;
    after = key.map((column) => last[column] ?? "");
  }
}

/** Converts the records of pages. */
async function* mapPages<From, To>(
  pages: AsyncIterable<From[]>,
  convert: (record: From) => To,
): AsyncGenerator<To[]> {
  for await (const page of pages) yield page.map(convert);
}

/** Returns the part of the usage of an account that a record is. */
export const usageParts = {
  counter: ({ account, id, used, ends, ttlMs }: WindowCount): UsagePart => ({
    account,
    window: [id, used, ends + ttlMs],
  }),
  bucket: (bucket: BucketSum): UsagePart => ({ account: bucket.account, bucket }),
  lifetime: (lifetime: LifetimeSum): UsagePart => ({
    account: lifetime.account,
    lifetime,
  }),
};

/** Creates the archive of an engine that keeps its content in tables. */
export function tableArchive(engine: TableEngine, options: ArchiveOptions): StoreArchive {
  const { kinds = recordKinds, now = Date.now() } = options;
  const { documents, counters, buckets, lifetimes, credentials } = engine.tables;

  const readers: Record<RecordKind, () => AsyncIterable<readonly StoreRecord[]>> = {
    document: () =>
      mapPages(
        readPages<{ key: string; value: string; version: number; expiresAt: number | null }>(
          engine,
          documents,
          `(expires_at IS NULL OR expires_at > ${now})`,
        ),
        ({ key, value, version, expiresAt }) => documentRecord(key, value, version, expiresAt),
      ),
    usage() {
      const streams: AsyncIterable<UsagePart[]>[] = [
        mapPages(readPages<WindowCount>(engine, counters), usageParts.counter),
        mapPages(readPages<BucketSum>(engine, buckets), (bucket) =>
          usageParts.bucket({ ...bucket, units: bucket.units + bucket.calls }),
        ),
        mapPages(readPages<LifetimeSum>(engine, lifetimes), usageParts.lifetime),
      ];
      async function* pending() {
        yield engine.pendingUsage?.() ?? [];
      }
      return pagesOf(joinUsage([...streams, pending()], { ...options, now }));
    },
    "last-use": () =>
      mapPages(readPages<{ id: string; at: number }>(engine, credentials), ({ id, at }) => ({
        key: id,
        text: String(at),
      })),
  };

  /** Returns the rows of records. The first table has a row for each. */
  const changes: Record<RecordKind, (records: readonly StoreRecord[]) => [TableChange, ...TableChange[]]> = {
    document: (records) => [
      {
        table: documents,
        records: records.map((record) => ({ key: record.key, ...documentParts(record) })),
      },
    ],
    usage(records) {
      const rows = usageRows(records);
      return [
        { table: lifetimes, records: rows.lifetimes },
        { table: counters, records: rows.counters },
        { table: buckets, records: rows.buckets },
      ];
    },
    "last-use": (records) => [
      { table: credentials, records: records.map(({ key, text }) => ({ id: key, at: Number(text) })) },
    ],
  };

  return {
    kinds,

    async count(kind) {
      const [{ table }] = changes[kind]([]);
      const [counted] = await engine.query(`SELECT count(*) AS count FROM ${table.name}`, []);
      return Number(counted?.["count"]);
    },

    read: (kind) => readers[kind](),

    async write(kind, { put, remove }) {
      await engine.replace(changes[kind](put), [...remove, ...put.map(({ key }) => key)]);
    },

    async version() {
      const [found] = await engine.query("SELECT version FROM commit_sequence", []);
      return Number(found?.["version"] ?? 0);
    },

    raiseVersion: async (version) => engine.raiseVersion(version),
    close: async () => engine.close(),
  };
}
