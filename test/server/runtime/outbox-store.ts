import { openSqlite, sqliteDocuments } from "@tools-api/adapters/storage/sqlite";
import { postgresDocuments } from "@tools-api/adapters/storage/postgres";
import { unstorageDocuments } from "@tools-api/adapters/storage/unstorage";
import type { DocumentStore } from "@tools-api/core";
import { Pool } from "pg";
import { openLocation } from "../../adapters/storage/unstorage-folder.ts";

/** Opens the documents of a PostgreSQL, of a folder of unstorage, or of a SQLite file. */
export async function openTestDocuments(url: string): Promise<DocumentStore> {
  if (url.startsWith("postgres"))
    return postgresDocuments({ pool: new Pool({ connectionString: url, max: 4 }) });
  if (url.startsWith("unstorage:")) return unstorageDocuments(openLocation(url.slice("unstorage:".length)));
  return sqliteDocuments({ database: await openSqlite(url) });
}
