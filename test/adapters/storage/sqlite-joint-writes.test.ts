import { openSqlite, type SqliteDatabase, sqliteUsage } from "@tools-api/adapters/storage/sqlite";
import type { UsageBatch, UsageCall, UsageOutcome, UsageStore } from "@tools-api/core/storage";
import { expect, it, onTestFinished } from "vitest";
import { newSqliteFile } from "./sqlite-file.ts";

const at = Date.UTC(2126, 10, 21, 12);
const window = { id: "day:2126-11-21", limit: 3, ends: Date.UTC(2126, 10, 22) };

function batchOf<Item>(...items: Item[]): UsageBatch<Item> {
  return { id: crypto.randomUUID(), at, items };
}

function call(parts: Partial<UsageCall> = {}): UsageBatch<UsageCall> {
  return batchOf({ account: "acct_1", endpoint: "profile", at, windows: [window], fences: [], ...parts });
}

function outcome(parts: Partial<UsageOutcome> = {}): UsageBatch<UsageOutcome> {
  const figures = { credential: "key_1", succeeded: true, bytesIn: 0, bytesOut: 0, durationMs: 1 };
  return batchOf({ account: "acct_1", endpoint: "profile", at, ...figures, ...parts });
}

/** Returns a store on its own file and the number of its commits since its first use. */
async function storeWithCount(): Promise<{ usage: UsageStore; commits: () => number }> {
  const file = await newSqliteFile();
  const database = await openSqlite(file.path);
  let commits = 0;
  const counted: SqliteDatabase = {
    exec(sql) {
      if (sql === "COMMIT") commits++;
      return database.exec(sql);
    },
    prepare: (sql) => database.prepare(sql),
    close: () => database.close(),
  };
  const usage = sqliteUsage({ database: counted, clock: { now: () => at } });
  onTestFinished(async () => {
    await usage.close();
    database.close();
    await file.remove();
  });
  await usage.ping();
  commits = 0;
  return { usage, commits: () => commits };
}

const readDay = (usage: UsageStore) =>
  usage.read({
    account: "acct_1",
    boundaries: [Date.UTC(2126, 10, 21), window.ends],
    windows: [window.id],
  });

it("commits the writes of one event loop turn once, and decides them in order", async () => {
  const { usage, commits } = await storeWithCount();
  await usage.consume(call());
  expect(commits()).toBe(1);
  const answers = await Promise.all([
    usage.consume(call()),
    usage.complete(outcome()),
    usage.consume(call()),
    usage.consume(call()),
  ]);
  expect(commits()).toBe(2);
  expect(answers).toEqual([
    [{ outcome: "admitted", used: [2] }],
    undefined,
    [{ outcome: "admitted", used: [3] }],
    [{ outcome: "refused", used: [3], exceeded: [window.id] }],
  ]);
  expect((await readDay(usage)).buckets).toMatchObject([{ calls: 3, succeeded: 1, rejected: 1 }]);
});

it("keeps the other writes of a turn when one of them fails", async () => {
  const { usage } = await storeWithCount();
  const [first, failed, second] = await Promise.allSettled([
    usage.consume(call()),
    usage.complete(outcome({ bytesOut: Number.NaN })),
    usage.consume(call()),
  ]);
  expect(first).toMatchObject({ status: "fulfilled", value: [{ outcome: "admitted", used: [1] }] });
  expect(failed).toMatchObject({ status: "rejected", reason: { code: "invalid_parameter" } });
  expect(second).toMatchObject({ status: "fulfilled", value: [{ outcome: "admitted", used: [2] }] });
  const { buckets, used } = await readDay(usage);
  expect(used).toEqual([2]);
  expect(buckets).toMatchObject([{ calls: 2, succeeded: 0 }]);
});

it("finishes pending writes before it closes", async () => {
  const file = await newSqliteFile();
  onTestFinished(() => file.remove());
  const database = await openSqlite(file.path);
  const usage = sqliteUsage({ database });
  await usage.ping();
  const other = await file.connection();
  other.exec("BEGIN IMMEDIATE");
  const written = [
    usage.consume(call()),
    usage.complete(outcome()),
    usage.complete(outcome({ bytesOut: Number.NaN })),
  ];
  const settled = Promise.allSettled(written);
  const closed = usage.close().then(() => database.close());
  // The first attempt has encountered the lock by now.
  await new Promise(setImmediate);
  other.exec("ROLLBACK");
  await closed;
  expect((await settled).map(({ status }) => status)).toEqual(["fulfilled", "fulfilled", "rejected"]);
  expect((await readDay(await file.usage())).buckets).toMatchObject([{ calls: 1, succeeded: 1 }]);
});
