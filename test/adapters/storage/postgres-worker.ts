import { postgresDocuments, postgresUsage } from "@tools-api/adapters/storage/postgres";
import type { DocumentStore, UsageStore } from "@tools-api/core";
import { Pool } from "pg";

export async function openUsage(location: string): Promise<UsageStore> {
  return postgresUsage({ pool: new Pool({ connectionString: location, max: 4 }) });
}

export async function openDocuments(location: string): Promise<DocumentStore> {
  return postgresDocuments({ pool: new Pool({ connectionString: location, max: 4 }) });
}
