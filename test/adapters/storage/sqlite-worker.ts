import { openSqlite, sqliteDocuments, sqliteUsage } from "@tools-api/adapters/storage/sqlite";
import type { DocumentStore, UsageStore } from "@tools-api/core";

export async function openUsage(path: string): Promise<UsageStore> {
  return sqliteUsage({ database: await openSqlite(path) });
}

export async function openDocuments(path: string): Promise<DocumentStore> {
  return sqliteDocuments({ database: await openSqlite(path) });
}
