import type { UsageStore } from "@tools-api/core";
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from "vitest";
import { canStartPostgres, type PostgresServer, startPostgres } from "../../engines/postgres.ts";
import { postgresAt } from "./postgres-database.ts";

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const quarterMs = hourMs / 4;

// No caller waits for a sweep, and the machine can be busy.
const patience = { timeout: 20_000 };

describe.skipIf(!canStartPostgres())("the PostgreSQL sweep", () => {
  let server: PostgresServer;
  beforeAll(async () => {
    server = await startPostgres();
  });
  afterAll(() => server.remove());

  async function databaseAt(start: number) {
    const database = postgresAt(await server.newLocation());
    onTestFinished(() => database.close());
    const clock = { time: start, now: () => clock.time };
    const pool = database.pool();
    const countOf = async (table: string, condition = "true") => {
      const { rows } = await pool.query(`SELECT count(*)::int AS n FROM ${table} WHERE ${condition}`);
      return rows[0].n;
    };
    return { database, clock, countOf };
  }

  /** Returns as many batches of as many calls, each on the named windows of its own account. */
  async function consume(
    usage: UsageStore,
    at: number,
    batches: number,
    windows: { id: string; ttlMs?: number }[],
  ) {
    for (let batch = 0; batch < batches; batch++)
      await usage.consume({
        id: crypto.randomUUID(),
        at,
        items: Array.from({ length: 60 }, (_, index) => ({
          account: `acct_${batch}_${index}`,
          endpoint: "e",
          at,
          windows: windows.map((window) => ({ limit: 9, ends: at + hourMs, ...window })),
          fences: [],
        })),
      });
  }

  it("removes batches after an hour, and windows at the end of their retention", async () => {
    const { database, clock, countOf } = await databaseAt(Date.UTC(2026, 10, 21));
    const usage = await database.usage(clock);
    await consume(usage, clock.time, 30, [{ id: "day" }, { id: "minute", ttlMs: hourMs }]);
    expect(await countOf("usage_batches")).toBe(30);
    expect(await countOf("usage_windows")).toBe(3600);

    clock.time += 2 * hourMs + 1000;
    await consume(usage, clock.time, 40, [{ id: "late" }]);
    await vi.waitFor(async () => {
      expect(await countOf("usage_batches")).toBe(40);
      expect(await countOf("usage_windows", "id = 'minute'")).toBe(0);
    }, patience);
    expect(await countOf("usage_windows", "id = 'day'")).toBe(1800);

    clock.time += 47 * hourMs;
    await consume(usage, clock.time, 40, [{ id: "later" }]);
    await vi.waitFor(async () => expect(await countOf("usage_windows", "id = 'day'")).toBe(0), patience);
    expect(await countOf("usage_windows", "id = 'late'")).toBe(2400);
    expect(await countOf("usage_lifetimes")).toBe(2400);
  });

  it("skips rows that another transaction has locked", async () => {
    const { database, clock, countOf } = await databaseAt(Date.UTC(2026, 10, 21));
    const usage = await database.usage(clock);
    await consume(usage, clock.time, 5, []);
    const holder = await database.pool().connect();
    await holder.query("BEGIN; SELECT FROM usage_batches LIMIT 1 FOR UPDATE");
    clock.time += 2 * hourMs;
    await consume(await database.usage(clock), clock.time, 1, []);
    const old = `recorded_at < ${clock.time}`;
    await vi.waitFor(async () => expect(await countOf("usage_batches", old)).toBe(1), patience);
    await holder.query("ROLLBACK");
    holder.release();
    await consume(await database.usage(clock), clock.time, 1, []);
    await vi.waitFor(async () => expect(await countOf("usage_batches", old)).toBe(0), patience);
  });

  it("removes expired documents during other writes, even in a process that makes only one write", async () => {
    const { database, clock, countOf } = await databaseAt(1_000);
    const documents = await database.documents(clock);
    await documents.commit(
      Array.from({ length: 200 }, (_, index) => ({ key: `codes/${index}`, value: 0, expiresAt: 2_000 })),
    );
    await documents.commit([{ key: "kept", value: 0, expiresAt: 10_000 }]);
    clock.time = 2_000;
    await (await database.documents(clock)).commit([{ key: "other", value: 0 }]);
    await vi.waitFor(async () => expect(await countOf("documents")).toBe(2), patience);
  });

  it("folds 15-minute buckets older than 400 days into days, loses no call and counts none twice", async () => {
    const firstDay = Date.UTC(2025, 8, 1);
    const { database, clock, countOf } = await databaseAt(firstDay + 10 * dayMs);
    const usage = await database.usage(clock);
    for (let day = 0; day < 4; day++)
      for (const endpoint of ["a", "b"])
        await usage.consume({
          id: crypto.randomUUID(),
          at: clock.time,
          items: Array.from({ length: 96 }, (_, quarter) => ({
            account: "acct_1",
            endpoint,
            at: firstDay + day * dayMs + quarter * quarterMs,
            windows: [],
            fences: [],
          })),
        });
    const readDays = () =>
      usage.read({
        account: "acct_1",
        boundaries: Array.from({ length: 5 }, (_, day) => firstDay + day * dayMs),
        windows: [],
      });
    const before = await readDays();
    expect(before.buckets.map(({ calls }) => calls)).toEqual(Array(8).fill(96));

    // The third day ended exactly 400 days ago, and the fourth did not.
    clock.time = firstDay + 3 * dayMs + 400 * dayMs;
    const sweepers = await Promise.all(Array.from({ length: 4 }, () => database.usage(clock)));
    await Promise.all(sweepers.map((store) => consume(store, clock.time, 12, [])));
    const old = `account = 'acct_1' AND start < ${firstDay + 3 * dayMs}`;
    await vi.waitFor(async () => expect(await countOf("usage_buckets", old)).toBe(6), patience);
    expect(await countOf("usage_buckets", `account = 'acct_1'`)).toBe(6 + 2 * 96);
    expect(await readDays()).toEqual(before);
  });
});
