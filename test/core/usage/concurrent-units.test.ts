import { createMeter, defaultPlans, type Principal, systemClock, type UsageStore } from "@tools-api/core";
import { getUsage } from "@tools-api/core/usage";
import { describe, expect, it, onTestFinished } from "vitest";
import { newLocation, openUsage } from "../../adapters/storage/redis-usage.ts";
import { postgresAt } from "../../adapters/storage/postgres-database.ts";
import { newSqliteFile } from "../../adapters/storage/sqlite-file.ts";
import { canStartPostgres, startPostgres } from "../../engines/postgres.ts";
import { canStartRedis, startRedis } from "../../engines/redis.ts";
import { account } from "./recorded-calls.ts";

const caller: Principal = {
  account: { ...account, plan: "free" },
  credential: { method: "api_key", id: "key_1", name: "default", scopes: [], expiresAt: null },
  fences: [],
};
const dayMs = 86_400_000;

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

describe.each([
  { engine: "SQLite", canStart: () => true, open: onSqlite },
  { engine: "PostgreSQL", canStart: canStartPostgres, open: onPostgres },
  { engine: "Redis", canStart: canStartRedis, open: onRedis },
])("concurrent calls of a free account on $engine", ({ canStart, open }) => {
  it.skipIf(!canStart()).each([
    { units: 1, admitted: 1000, used: 1000 },
    { units: 3, admitted: 333, used: 999 },
  ])(
    "admits $admitted of 1,200 calls of $units units, and the units of the day equal `quota.used`",
    async ({ units, admitted, used }) => {
      // One day for all calls, also around midnight.
      const now = Math.floor(systemClock.now() / dayMs) * dayMs + dayMs / 2;
      const date = new Date(now).toISOString().slice(0, 10);
      const stores = await open();
      const meters = stores.map((usage) =>
        createMeter({ usage, plans: defaultPlans, clock: { now: () => now } }),
      );
      const results = await Promise.allSettled(
        Array.from({ length: 1200 }, (_, index) =>
          meters[index % 2]?.admit(caller, "profile", async () => caller, undefined, units),
        ),
      );
      const refused = results.flatMap((result) => (result.status === "rejected" ? [result.reason] : []));
      expect(results.length - refused.length).toBe(admitted);
      for (const error of refused) expect(error).toMatchObject({ code: "quota_exceeded" });
      for (const usage of stores) {
        const source = { usage, account: caller.account, plans: defaultPlans, now };
        const { totals, quota } = await getUsage(source, { startDate: date, endDate: date });
        expect(totals).toMatchObject({ calls: admitted, units: used, rejected: 1200 - admitted });
        expect(quota.used).toBe(used);
      }
      // A call of one unit still fits where one of three does not.
      const rest = Array.from({ length: 3 }, () => meters[0]?.admit(caller, "profile", async () => caller));
      const outcomes = (await Promise.allSettled(rest)).map(({ status }) => status);
      expect(outcomes.filter((status) => status === "fulfilled")).toHaveLength(1000 - used);
    },
  );
});
