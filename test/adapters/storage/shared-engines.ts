import type { UsageStore } from "@tools-api/core";
import { onTestFinished } from "vitest";
import { canStartPostgres, startPostgres } from "../../engines/postgres.ts";
import { canStartRedis, startRedis } from "../../engines/redis.ts";
import { postgresAt } from "./postgres-database.ts";
import { newLocation, openUsage } from "./redis-usage.ts";
import { newSqliteFile } from "./sqlite-file.ts";

/** Two connections to one store, as of two processes. */
type Connections = readonly [UsageStore, UsageStore];

async function onSqlite(): Promise<Connections> {
  const file = await newSqliteFile();
  onTestFinished(() => file.remove());
  return [await file.usage(), await file.usage()];
}

async function onPostgres(): Promise<Connections> {
  const server = await startPostgres(["fsync=off"]);
  onTestFinished(() => server.remove());
  const database = postgresAt(await server.newLocation());
  onTestFinished(() => database.close());
  return [await database.usage(), await database.usage()];
}

async function onRedis(): Promise<Connections> {
  const server = await startRedis({ appendonly: "no" });
  onTestFinished(() => server.remove());
  const location = newLocation(server);
  const opened = [openUsage(location), openUsage(location)] as const;
  for (const { close } of opened) onTestFinished(close);
  return [opened[0].usage, opened[1].usage];
}

/** The engines whose stores several processes can share. */
export const sharedEngines: readonly {
  engine: string;
  canStart: () => boolean;
  open: () => Promise<Connections>;
}[] = [
  { engine: "SQLite", canStart: () => true, open: onSqlite },
  { engine: "PostgreSQL", canStart: canStartPostgres, open: onPostgres },
  { engine: "Redis", canStart: canStartRedis, open: onRedis },
];
