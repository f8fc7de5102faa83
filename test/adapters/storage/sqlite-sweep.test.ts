import type { SqliteDatabase } from "@tools-api/adapters/storage/sqlite";
import { expect, it, onTestFinished } from "vitest";
import { newSqliteFile } from "./sqlite-file.ts";

const hourMs = 3_600_000;

function countOf(database: SqliteDatabase, table: string): number {
  // The one column that is asked for.
  return (database.prepare(`SELECT count(*) AS n FROM ${table}`).get() as { n: number }).n;
}

async function fileAt(start: number) {
  const file = await newSqliteFile();
  onTestFinished(() => file.remove());
  const clock = { time: start, now: () => clock.time };
  return { file, clock, database: await file.connection() };
}

it("forgets batches after an hour and windows two days after they closed, and keeps buckets", async () => {
  const { file, clock, database } = await fileAt(Date.UTC(2026, 10, 21));
  const usage = await file.usage(clock);
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
  const ends = clock.time + hourMs;
  await consume(300, "day", ends);
  expect(countOf(database, "usage_batches")).toBe(300);

  clock.time = ends + 47 * hourMs;
  await consume(130, "late", clock.time + hourMs);
  expect(countOf(database, "usage_batches")).toBe(130);
  expect(countOf(database, "usage_windows")).toBe(430);

  clock.time = ends + 48.1 * hourMs;
  await consume(130, "late", clock.time + hourMs);
  expect(countOf(database, "usage_windows")).toBe(130);
  expect(countOf(database, "usage_buckets")).toBe(300 + 130 + 130);
});

it("removes documents that have expired as others are written", async () => {
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
