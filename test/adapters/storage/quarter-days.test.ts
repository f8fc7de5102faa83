import { memoryUsage } from "@tools-api/adapters/storage/memory";
import { postgresUsage } from "@tools-api/adapters/storage/postgres";
import { sqliteUsage } from "@tools-api/adapters/storage/sqlite";
import { unstorageUsage } from "@tools-api/adapters/storage/unstorage";
import type { Clock, UsageStore } from "@tools-api/core";
import { dayMs, hourMs } from "@tools-api/core/internal";
import { setTimeout as sleep } from "node:timers/promises";
import { createStorage } from "unstorage";
import { describe, expect, it, onTestFinished } from "vitest";
import { canStartPostgres, startPostgres } from "../../engines/postgres.ts";
import { canStartRedis, startRedis } from "../../engines/redis.ts";
import { postgresAt } from "./postgres-database.ts";
import { newLocation, openUsage } from "./redis-usage.ts";
import { newSqliteFile } from "./sqlite-file.ts";

const engines: {
  engine: string;
  canStart: () => boolean;
  open: (options: { quarterDays: number; clock?: Clock }) => Promise<UsageStore>;
}[] = [
  { engine: "memory", canStart: () => true, open: async (options) => memoryUsage(options) },
  {
    engine: "unstorage",
    canStart: () => true,
    open: async (options) => unstorageUsage({ storage: createStorage(), ...options }),
  },
  {
    engine: "SQLite",
    canStart: () => true,
    async open(options) {
      const file = await newSqliteFile();
      onTestFinished(() => file.remove());
      return sqliteUsage({ database: await file.connection(), ...options });
    },
  },
  {
    engine: "PostgreSQL",
    canStart: canStartPostgres,
    async open(options) {
      const server = await startPostgres(["fsync=off"]);
      onTestFinished(() => server.remove());
      const database = postgresAt(await server.newLocation());
      onTestFinished(() => database.close());
      return postgresUsage({ pool: database.pool(), ...options });
    },
  },
  {
    engine: "Redis",
    canStart: canStartRedis,
    async open(options) {
      const server = await startRedis({ appendonly: "no" });
      onTestFinished(() => server.remove());
      const opened = openUsage(newLocation(server), options);
      onTestFinished(opened.close);
      return opened.usage;
    },
  },
];

const now = Date.now();
const midnight = Math.floor(now / dayMs) * dayMs;
const noon = (days: number) => midnight - days * dayMs + 12 * hourMs;

describe.each(engines.filter(({ canStart }) => canStart()))("usage in $engine", ({ open }) => {
  it("keeps quarter hours for the given number of days, and then the sums of days", async () => {
    let time = noon(60);
    const usage = await open({ quarterDays: 40, clock: { now: () => time } });
    expect(usage.quarterDays).toBe(40);
    const consume = (at: number, calls: number) => {
      time = at;
      const call = { account: "acct_1", endpoint: "e", at, windows: [], fences: [] };
      return usage.consume({ id: crypto.randomUUID(), at, items: Array.from({ length: calls }, () => call) });
    };
    for (const days of [60, 50, 30]) await consume(noon(days), 1);
    /** Returns the calls of a day before and after noon. */
    const halves = async (days: number) => {
      const boundaries = [noon(days) - 12 * hourMs, noon(days), noon(days) + 12 * hourMs];
      const { buckets } = await usage.read({ account: "acct_1", boundaries, windows: [] });
      return boundaries
        .slice(0, 2)
        .map((start) => buckets.find((bucket) => bucket.start === start)?.calls ?? 0);
    };
    // An engine folds with later writes, or in the background.
    for (let call = 0; call < 400 && (await halves(50))[0] === 0; call++) {
      await consume(now, 16);
      if (call > 200) await sleep(20);
    }
    expect([await halves(60), await halves(50), await halves(30)]).toEqual([
      [1, 0],
      [1, 0],
      [0, 1],
    ]);
  });

  it("refuses a number of days for which reports by the hour would be inexact", async () => {
    await expect(open({ quarterDays: 31 })).rejects.toThrow(
      "quarterDays: expected a whole number of days from 32, received 31",
    );
  });
});
