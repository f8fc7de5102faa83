import { memoryDocuments, memoryUsage } from "@tools-api/adapters/storage/memory";
import type { Clock, DocumentStore, UsageStore } from "@tools-api/core";
import { onTestFinished } from "vitest";
import { canStartPostgres, sharedPostgres } from "../../engines/postgres.ts";
import { canStartRedis, type RedisServer, sharedRedis } from "../../engines/redis.ts";
import { postgresAt } from "./postgres-database.ts";
import { newLocation, openUsage } from "./redis-usage.ts";
import { newSqliteFile } from "./sqlite-file.ts";
import { newUnstorageFolder } from "./unstorage-folder.ts";

/** An empty place for usage. Each call opens a handle on it, as another process would. */
export interface UsagePlace {
  /** The argument with which another process opens the same place. */
  location: string;
  usage(clock?: Clock, quarterDays?: number): Promise<UsageStore>;
  /** Makes writers wait. Returns a function that lets them continue. */
  lock?(): Promise<() => unknown>;
  /** Closes every handle. */
  close(): Promise<void>;
  /** Closes every handle, and removes the place. */
  remove(): Promise<void>;
}

/** An empty place for documents and usage. */
export interface StorePlace extends UsagePlace {
  documents(clock?: Clock): Promise<DocumentStore>;
}

/** Returns stores in memory. Each has one handle. */
export async function inMemory(): Promise<StorePlace> {
  let [documents, usage]: [DocumentStore?, UsageStore?] = [];
  return {
    location: "",
    documents: async (clock) => (documents ??= memoryDocuments({ ...(clock && { clock }) })),
    usage: async (clock, quarterDays) =>
      (usage ??= memoryUsage({ ...(clock && { clock }), ...(quarterDays && { quarterDays }) })),
    close: async () => {},
    remove: async () => {},
  };
}

/** Returns an empty folder of unstorage. Its handles are in one process, which has the lease. */
export async function onUnstorage(): Promise<StorePlace> {
  const folder = await newUnstorageFolder();
  return {
    location: folder.location,
    documents: async (clock) => folder.documents(clock),
    usage: async (clock, quarterDays) => folder.usage(clock, quarterDays),
    close: folder.close,
    remove: folder.remove,
  };
}

/** Returns a new SQLite file. */
export async function onSqlite(): Promise<StorePlace> {
  const { path, documents, usage, close, remove, connection } = await newSqliteFile();
  return {
    location: path,
    documents,
    usage,
    close,
    remove,
    async lock() {
      const holder = await connection();
      holder.exec("BEGIN IMMEDIATE");
      return () => holder.exec("ROLLBACK");
    },
  };
}

/** Returns a new schema of PostgreSQL. */
export async function onPostgres(): Promise<StorePlace> {
  const { location, documents, usage, pool, close } = postgresAt(
    await (await sharedPostgres()).newLocation(),
  );
  return {
    location,
    documents,
    usage,
    close,
    remove: close,
    async lock() {
      const client = await pool().connect();
      await client.query("BEGIN; LOCK usage_windows IN EXCLUSIVE MODE");
      return async () => {
        await client.query("ROLLBACK");
        client.release();
      };
    },
  };
}

/** Returns a new prefix of keys on a server of Redis, or on the nodes of a Cluster. */
export async function onRedis(...servers: RedisServer[]): Promise<UsagePlace> {
  const location = newLocation(...(servers.length > 0 ? servers : [await sharedRedis()]));
  const opened: { close(): Promise<void> }[] = [];
  const close = async () => void (await Promise.all(opened.splice(0).map((handle) => handle.close())));
  return {
    location: JSON.stringify(location),
    async usage(clock, quarterDays) {
      const options = { ...(clock && { clock }), ...(quarterDays && { quarterDays }) };
      const handle = openUsage(location, options);
      opened.push(handle);
      return handle.usage;
    },
    close,
    remove: close,
  };
}

const always = () => true;

/** The engines of documents and usage. `canStart` says whether this machine has what an engine needs. */
export const storeEngines = [
  { engine: "memory", canStart: always, open: inMemory },
  { engine: "unstorage", canStart: always, open: onUnstorage },
  { engine: "SQLite", canStart: always, open: onSqlite },
  { engine: "PostgreSQL", canStart: canStartPostgres, open: onPostgres },
].filter(({ canStart }) => canStart());

/** The engines of usage. */
export const usageEngines: { engine: string; open: () => Promise<UsagePlace> }[] = [
  ...storeEngines,
  ...[{ engine: "Redis", canStart: canStartRedis, open: () => onRedis() }].filter(({ canStart }) =>
    canStart(),
  ),
];

/** Opens a place that is removed after the test. */
export async function openPlace<Place extends UsagePlace>({
  open,
}: {
  open: () => Promise<Place>;
}): Promise<Place> {
  const place = await open();
  onTestFinished(() => place.remove());
  return place;
}
