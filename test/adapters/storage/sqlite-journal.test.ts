import { openSqlite, type SqliteDatabase, sqliteUsage } from "@tools-api/adapters/storage/sqlite";
import type { UsageStore } from "@tools-api/core";
import type { UsageWindow } from "@tools-api/core/storage";
import { expect, it, onTestFinished } from "vitest";
import { newSqliteFile } from "./sqlite-file.ts";

const at = Date.UTC(2126, 10, 21, 12);
const day: UsageWindow = { id: "day", limit: 1e6, ends: Date.UTC(2126, 10, 22) };
const fence = "accounts/acct_1";
// The journal moves to the tables after 64 calls of one account.
const mostCalls = 70;

async function newFile() {
  const file = await newSqliteFile();
  onTestFinished(() => file.remove());
  return file;
}

/** Sends a call. Returns the number of its last unit if it is admitted. */
async function call(usage: UsageStore, { window = day, revision = 1, units = 1 } = {}) {
  const fences = [{ id: fence, revision }];
  const item = { account: "acct_1", endpoint: "e", at, windows: [window], units, fences };
  const [answer] = await usage.consume({ id: crypto.randomUUID(), at, items: [item] });
  return answer?.outcome === "admitted" ? answer.used[0] : answer?.outcome;
}

it("gives every call its own number when a connection sleeps through any number of calls and folds", async () => {
  const file = await newFile();
  const [awake, sleeper] = [await file.usage(), await file.usage()];
  await awake.fence(fence, 1);
  let number = 0;
  for (let calls = 0; calls < mostCalls; calls++) {
    for (let next = 0; next < calls; next++) expect(await call(awake)).toBe(++number);
    // The second call is decided from memory.
    for (let next = 0; next < 2; next++) expect(await call(sleeper)).toBe(++number);
  }
  const query = { account: "acct_1", boundaries: [at, day.ends], windows: ["day"] };
  for (const usage of [awake, sleeper])
    expect(await usage.read(query)).toMatchObject({
      used: [number],
      buckets: [{ calls: number }],
      lifetime: { calls: number },
    });
});

it("applies a fence that another connection raised, whatever number of calls and folds followed", async () => {
  const file = await newFile();
  const [awake, sleeper, documents] = [await file.usage(), await file.usage(), await file.documents()];
  const raise = async () => {
    const result = await documents.commit([{ key: fence, value: 0, fence: true }]);
    return result.committed ? result.version : 0;
  };
  let revision = await raise();
  await awake.fence(fence, revision);
  for (let calls = 0; calls < mostCalls; calls++) {
    for (let next = 0; next < 2; next++)
      expect(await call(sleeper, { revision })).toEqual(expect.any(Number));
    const earlier = revision;
    revision = await raise();
    for (let next = 0; next < calls; next++) await call(awake, { revision });
    expect(await call(sleeper, { revision: earlier })).toBe("stale");
  }
});

it.each(["itself", "another connection"])("forgets a counter that %s has removed", async (sweeper) => {
  const file = await newFile();
  const clock = { time: at, now: () => clock.time };
  const [usage, other] = [await file.usage(clock), await file.usage(clock)];
  await usage.fence(fence, 1);
  const window = { id: "minute", limit: 1, ends: at + 60_000 };
  // Moves the counter to the table.
  for (let calls = 0; calls < mostCalls; calls++) await call(other, { window });
  expect(await call(usage, { window })).toBe("refused");
  clock.time += 4 * 86_400_000;
  const sweeping = sweeper === "itself" ? usage : other;
  for (let writes = 0; writes < 128; writes++)
    await sweeping.complete({ id: crypto.randomUUID(), at, items: [] });
  expect(await call(usage, { window })).toBe(1);
});

it("adds every call and its units to the tables once when a connection that shares the journal closes", async () => {
  const file = await newFile();
  const usage = await file.usage();
  await usage.fence(fence, 1);
  let number = 0;
  for (let round = 0; round < 5; round++) {
    const other = await file.usage();
    for (const store of [other, usage, usage]) expect(await call(store, { units: 3 })).toBe((number += 3));
    // Closing folds the journal.
    await other.close();
    expect(await call(usage, { units: 3 })).toBe((number += 3));
  }
  const query = { account: "acct_1", boundaries: [at, day.ends], windows: ["day"] };
  const calls = number / 3;
  const expected = { used: [number], buckets: [{ calls, units: number }], lifetime: { calls } };
  expect(await usage.read(query)).toMatchObject(expected);
  await usage.close();
  expect(await (await file.usage()).read(query)).toMatchObject(expected);
});

it("forgets the calls of a commit that failed, even if the next row of another connection has their number", async () => {
  const file = await newFile();
  const database = await openSqlite(file.path);
  let fails = false;
  const failing: SqliteDatabase = {
    exec(sql) {
      if (fails && sql === "COMMIT") throw new Error("disk I/O error");
      return database.exec(sql);
    },
    prepare: (sql) => database.prepare(sql),
    close: () => database.close(),
  };
  const usage = sqliteUsage({ database: failing, clock: { now: () => at } });
  onTestFinished(async () => {
    await usage.close();
    database.close();
  });
  const other = await file.usage();
  await usage.fence(fence, 1);
  expect([await call(usage), await call(other)]).toEqual([1, 2]);
  fails = true;
  await expect(call(usage)).rejects.toMatchObject({ code: "storage_unavailable" });
  fails = false;
  // Two calls in one row.
  expect(await Promise.all([call(other), call(other)])).toEqual([3, 4]);
  expect([await call(usage), await call(other)]).toEqual([5, 6]);
});
