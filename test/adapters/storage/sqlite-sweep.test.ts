import type { SqliteDatabase } from "@tools-api/adapters/storage/sqlite";
import { expect, it, onTestFinished } from "vitest";
import { newSqliteFile } from "./sqlite-file.ts";

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

function countOf(database: SqliteDatabase, table: string): number {
  // The only selected column.
  return (database.prepare(`SELECT count(*) AS n FROM ${table}`).get() as { n: number }).n;
}

async function fileAt(start: number) {
  const file = await newSqliteFile();
  onTestFinished(() => file.remove());
  const clock = { time: start, now: () => clock.time };
  return { file, clock, database: await file.connection() };
}

it("removes batches of earlier releases after an hour and windows two days after their end, and keeps buckets", async () => {
  const { file, clock, database } = await fileAt(Date.UTC(2026, 10, 21));
  const usage = await file.usage(clock);
  await usage.ping();
  const logged = database.prepare(
    "INSERT INTO usage_batch_log (at, id, method, answer) VALUES (?, ?, 'consume', '')",
  );
  for (let batch = 0; batch < 300; batch++) logged.run(clock.time, `batch_${batch}`);
  const consume = async (count: number, window: string, ends: number) => {
    for (let call = 0; call < count; call++)
      await usage.consume({
        id: crypto.randomUUID(),
        at: clock.time,
        items: [
          {
            account: `acct_${call}`,
            endpoint: "e",
            at: clock.time,
            windows: [{ id: window, limit: 9, ends }],
            fences: [],
          },
        ],
      });
  };
  const used = async () => {
    let sum = 0;
    for (let call = 0; call < 300; call++) {
      const query = { account: `acct_${call}`, boundaries: [], windows: ["day"] };
      sum += (await usage.read(query)).used[0] ?? 0;
    }
    return sum;
  };
  const ends = clock.time + hourMs;
  await consume(300, "day", ends);
  expect(countOf(database, "usage_batch_log")).toBe(300);

  clock.time = ends + 47 * hourMs;
  await consume(130, "late", clock.time + hourMs);
  expect(countOf(database, "usage_batch_log")).toBe(0);
  expect(await used()).toBe(300);

  clock.time = ends + 48.1 * hourMs;
  await consume(130, "late", clock.time + hourMs);
  expect(await used()).toBe(0);
  // Moves the journal to the tables.
  await usage.close();
  expect(countOf(database, "usage_counters")).toBe(130);
  expect(countOf(database, "usage_buckets")).toBe(300 + 130 + 130);
});

it("removes a window at the end of its retention", async () => {
  const { file, clock, database } = await fileAt(Date.UTC(2026, 10, 21));
  const usage = await file.usage(clock);
  const consume = async (calls: number, id: string) => {
    const at = clock.time;
    const windows = [
      { id, limit: 1e6, ends: at + 1000, ttlMs: hourMs },
      { id: "day", limit: 1e6, ends: at + hourMs },
    ];
    for (let call = 0; call < calls; call++)
      await usage.consume({
        id: crypto.randomUUID(),
        at,
        items: [{ account: "acct_1", endpoint: "e", at, windows, fences: [] }],
      });
  };
  const used = async (id: string) =>
    (await usage.read({ account: "acct_1", boundaries: [], windows: [id] })).used[0];
  await consume(10, "first");
  clock.time += hourMs;
  await consume(128, "second");
  expect(await used("first")).toBe(10);
  clock.time += 1001;
  await consume(128, "third");
  expect(await used("first")).toBe(0);
  expect(await used("day")).toBe(266);
  await usage.close();
  expect(countOf(database, "usage_counters")).toBe(3);
});

it("folds 15-minute buckets older than 400 days into days, and loses no call", async () => {
  const start = Date.UTC(2025, 9, 1);
  const { file, clock, database } = await fileAt(start);
  let usage = await file.usage(clock);
  const account = "acct_1";
  for (let day = 0; day < 3; day++)
    for (let hour = 0; hour < 24; hour++) {
      const at = start + (day * 24 + hour) * hourMs + 20 * 60_000;
      const items = ["text-analyzer", "profile"].map((endpoint) => ({
        account,
        endpoint,
        at,
        windows: [{ id: `day:${day}`, limit: 1e6, ends: at + hourMs }],
        fences: [],
      }));
      await usage.consume({ id: crypto.randomUUID(), at, items });
      await usage.complete({
        id: crypto.randomUUID(),
        at,
        items: [
          {
            account,
            endpoint: "profile",
            at,
            credential: "key_1",
            succeeded: true,
            bytesIn: 1,
            bytesOut: 2,
            durationMs: 3,
          },
        ],
      });
    }
  const boundaries = [0, 1, 2, 3].map((day) => start + day * dayMs);
  const before = await usage.read({ account, boundaries, windows: [] });
  expect(before.buckets).toHaveLength(6);
  await usage.close();
  usage = await file.usage(clock);
  expect(countOf(database, "usage_buckets")).toBe(3 * 24 * 2);

  clock.time = start + 402 * dayMs + hourMs;
  for (let batch = 0; batch < 128; batch++)
    await usage.complete({ id: crypto.randomUUID(), at: clock.time, items: [] });
  expect(countOf(database, "usage_buckets")).toBe(2 * 2 + 24 * 2);
  expect(await usage.read({ account, boundaries, windows: [] })).toEqual(before);
});

it("removes expired documents during other writes", async () => {
  const { file, clock, database } = await fileAt(1_000);
  const documents = await file.documents(clock);
  await documents.commit(
    Array.from({ length: 200 }, (_, index) => ({ key: `codes/${index}`, value: 0, expiresAt: 2_000 })),
  );
  await documents.commit([{ key: "kept", value: 0, expiresAt: 10_000 }]);
  clock.time = 2_000;
  for (let commit = 0; commit < 64; commit++) await documents.commit([{ key: "other", value: commit }]);
  expect(countOf(database, "documents")).toBe(2);
});
