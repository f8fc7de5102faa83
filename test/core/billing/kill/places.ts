import { postgresAt } from "../../../adapters/storage/postgres-database.ts";
import { newSqliteFile } from "../../../adapters/storage/sqlite-file.ts";
import type { PostgresServer } from "../../../engines/postgres.ts";
import type { Place } from "./rounds.ts";

/** Returns a new SQLite file. */
export async function sqlitePlace(): Promise<Place> {
  const file = await newSqliteFile();
  return {
    location: file.path,
    open: async () => ({ documents: await file.documents(), usage: await file.usage() }),
    remove: () => file.remove(),
  };
}

/** Returns a new schema of a PostgreSQL server. */
export async function postgresPlace(server: PostgresServer): Promise<Place> {
  const database = postgresAt(await server.newLocation());
  return {
    location: database.location,
    open: async () => ({ documents: await database.documents(), usage: await database.usage() }),
    remove: () => database.close(),
  };
}
