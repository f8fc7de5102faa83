import { openSqlite, sqliteDocuments } from "@tools-api/adapters/storage/sqlite";
import { postgresDocuments } from "@tools-api/adapters/storage/postgres";
import type { DocumentStore } from "@tools-api/core";
import { Pool } from "pg";

/** Opens the documents of a PostgreSQL, or of a SQLite file. */
export async function openTestDocuments(url: string): Promise<DocumentStore> {
  if (url.startsWith("postgres"))
    return postgresDocuments({ pool: new Pool({ connectionString: url, max: 4 }) });
  return sqliteDocuments({ database: await openSqlite(url) });
}
