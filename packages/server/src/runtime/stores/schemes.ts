import { access } from "node:fs/promises";
import type { SqliteDatabase } from "@tools-api/adapters/storage/sqlite";
import type { Reach } from "@tools-api/core/storage";
import type { StoreConnection } from "./connection.ts";
import { parseRedisUrl } from "./redis-url.ts";

/** A kind of store URL. Its driver is loaded with the first URL that needs it. */
export interface StoreScheme {
  /** The form of its URLs, for messages. */
  form: string;
  /** Returns whether a URL of this scheme is complete. */
  accepts(url: string): boolean;
  /** Whether it stores accounts and keys, and not only counters and usage. */
  keepsDocuments: boolean;
  /** The set of processes that see the same state. */
  reach: Reach;
  connect(url: string): Promise<StoreConnection>;
}

const memory: StoreScheme = {
  form: "memory:",
  accepts: (url) => url === "memory:",
  keepsDocuments: true,
  reach: "process",
  async connect() {
    const { memoryDocuments, memoryUsage } = await import("@tools-api/adapters/storage/memory");
    return {
      documents: async () => memoryDocuments(),
      usage: async (quarterDays) => memoryUsage({ quarterDays }),
      close: async () => {},
    };
  },
};

const sqlite: StoreScheme = {
  form: "sqlite:PATH",
  accepts: (url) => url.length > "sqlite:".length,
  keepsDocuments: true,
  reach: "host",
  async connect(url) {
    const { openSqlite, sqliteArchive, sqliteDocuments, sqliteUsage } =
      await import("@tools-api/adapters/storage/sqlite");
    const databases: SqliteDatabase[] = [];
    // Each store has its own connection, because `synchronous` differs.
    const open = async () => {
      const database = await openSqlite(url.slice("sqlite:".length));
      databases.push(database);
      return database;
    };
    return {
      documents: async () => sqliteDocuments({ database: await open() }),
      usage: async (quarterDays) => sqliteUsage({ database: await open(), quarterDays }),
      async archive(options) {
        // Opening a file that does not exist would create it.
        if (options.readOnly) await access(url.slice("sqlite:".length));
        return sqliteArchive({ ...options, database: await open() });
      },
      async close() {
        for (const database of databases) database.close();
      },
    };
  },
};

const postgres: StoreScheme = {
  form: "postgres://USER:PASSWORD@HOST/DATABASE",
  accepts: (url) => /^postgres(?:ql)?:\/\//i.test(url) && URL.canParse(url),
  keepsDocuments: true,
  reach: "everywhere",
  connect: async (url) => (await import("./postgres.ts")).connectPostgres(url),
};

const redis: StoreScheme = {
  form: "redis://HOST:6379",
  accepts: (url) => parseRedisUrl(url) !== null,
  keepsDocuments: false,
  reach: "everywhere",
  connect: async (url) => (await import("./redis.ts")).connectRedis(url),
};

const unstorage: StoreScheme = {
  form: "unstorage:DRIVER?OPTIONS",
  accepts: (url) => /^unstorage:[a-z0-9-]+(?:\?.*)?$/i.test(url),
  keepsDocuments: true,
  reach: "process",
  connect: async (url) => (await import("./unstorage.ts")).connectUnstorage(url),
};

/** Every scheme, in the order of messages. */
export const storeSchemes: ReadonlyMap<string, StoreScheme> = new Map([
  ["memory:", memory],
  ["sqlite:", sqlite],
  ["postgres:", postgres],
  ["postgresql:", postgres],
  ["redis:", redis],
  ["rediss:", redis],
  ["unstorage:", unstorage],
]);

/** Returns the scheme of a URL, such as `postgres:`, or an empty string if there is none. */
export function schemeName(url: string): string {
  return /^[a-z][a-z0-9+.-]*:/i.exec(url)?.[0].toLowerCase() ?? "";
}

/**
 * Returns the scheme of a URL.
 *
 * @throws Error if no scheme has its prefix: `documentsUrlFault` and `usageUrlFault` check URLs first.
 */
export function storeScheme(url: string): StoreScheme {
  const scheme = storeSchemes.get(schemeName(url));
  if (!scheme) throw new Error("storeScheme() expects a URL that was checked");
  return scheme;
}
