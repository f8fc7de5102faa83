import { memoryUsage } from "@tools-api/adapters/storage/memory";
import { openSqlite, sqliteUsage } from "@tools-api/adapters/storage/sqlite";
import { unstorageUsage } from "@tools-api/adapters/storage/unstorage";
import type { Clock, UsageStore } from "@tools-api/core";
import { createStorage } from "unstorage";

/** Runs a test with an empty store of each kind that needs no server, one after the other. */
export async function withEachStore(
  clock: Clock,
  test: (usage: UsageStore, name: string) => Promise<void>,
): Promise<void> {
  await test(memoryUsage({ clock }), "memory");

  const database = await openSqlite(":memory:");
  const inSqlite = sqliteUsage({ database, clock });
  await test(inSqlite, "SQLite");
  await inSqlite.close();
  database.close();

  const inUnstorage = unstorageUsage({ storage: createStorage(), clock });
  await test(inUnstorage, "unstorage");
  await inUnstorage.close();
}
