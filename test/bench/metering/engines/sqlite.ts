import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openSqlite, sqliteDocuments, sqliteUsage } from "@tools-api/adapters/storage/sqlite";
import type { Clock } from "@tools-api/core";
import type { Engine, OpenStores } from "../engine.ts";

/** Opens the stores in a file, which need not exist yet. */
export async function openSqliteStores(path: string, clock?: Clock): Promise<OpenStores> {
  const databases = { documents: await openSqlite(path), usage: await openSqlite(path) };
  const options = clock && { clock };
  const documents = sqliteDocuments({ database: databases.documents, ...options });
  const usage = sqliteUsage({ database: databases.usage, ...options });
  return {
    documents,
    usage,
    async close() {
      await Promise.all([documents.close(), usage.close()]);
      for (const database of Object.values(databases)) database.close();
    },
  };
}

/** Creates an engine on a SQLite file in its own folder. */
export async function startSqlite(): Promise<Engine> {
  const folder = mkdtempSync(join(tmpdir(), "tools-api-sqlite-"));
  const path = join(folder, "tools-api.db");
  return {
    environment: { DATABASE_URL: `sqlite:${path}` },
    open: ({ clock } = {}) => openSqliteStores(path, clock),
    async stop() {
      rmSync(folder, { recursive: true });
    },
  };
}
