import {
  openSqlite,
  type SqliteDatabase,
  sqliteDocuments,
  sqliteUsage,
} from "@tools-api/adapters/storage/sqlite";
import type { StoreConnection } from "./connection.ts";

/** Opens stores in a file: `sqlite:PATH`. */
export async function connectSqlite(url: string): Promise<StoreConnection> {
  const path = url.slice("sqlite:".length);
  const databases: SqliteDatabase[] = [];
  // Each store has its own connection, because `synchronous` differs.
  const open = async () => {
    const database = await openSqlite(path);
    databases.push(database);
    return database;
  };
  return {
    documents: async () => sqliteDocuments({ database: await open() }),
    usage: async () => sqliteUsage({ database: await open() }),
    async close() {
      for (const database of databases) database.close();
    },
  };
}
