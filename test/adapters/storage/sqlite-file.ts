import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  openSqlite,
  type SqliteDatabase,
  sqliteDocuments,
  sqliteUsage,
} from "@tools-api/adapters/storage/sqlite";
import type { Clock, DocumentStore, UsageStore } from "@tools-api/core";

/** A separate SQLite file, with every store and connection opened on it. */
export interface SqliteFile {
  path: string;
  documents(clock?: Clock): Promise<DocumentStore>;
  usage(clock?: Clock, quarterDays?: number): Promise<UsageStore>;
  /** Opens a connection that no store uses. */
  connection(): Promise<SqliteDatabase>;
  close(): Promise<void>;
  /** Closes all stores and connections, and removes the file. */
  remove(): Promise<void>;
}

/** Returns a file that does not exist yet, in a new folder. */
export async function newSqliteFile(): Promise<SqliteFile> {
  const folder = await mkdtemp(join(tmpdir(), "tools-api-sqlite-"));
  const path = join(folder, "state.db");
  const closers: (() => unknown)[] = [];

  async function connection() {
    const database = await openSqlite(path);
    closers.unshift(() => database.close());
    return database;
  }
  async function open<Store extends { close(): Promise<void> }>(
    make: (options: { database: SqliteDatabase; clock?: Clock; quarterDays?: number }) => Store,
    clock?: Clock,
    quarterDays?: number,
  ) {
    const store = make({
      database: await connection(),
      ...(clock && { clock }),
      ...(quarterDays && { quarterDays }),
    });
    closers.unshift(() => store.close());
    return store;
  }
  async function close() {
    for (const closeOne of closers.splice(0)) await closeOne();
  }

  return {
    path,
    documents: (clock) => open(sqliteDocuments, clock),
    usage: (clock, quarterDays) => open(sqliteUsage, clock, quarterDays),
    connection,
    close,
    async remove() {
      await close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
