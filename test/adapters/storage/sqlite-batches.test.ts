import { openSqlite, sqliteUsage } from "@tools-api/adapters/storage/sqlite";
import type { UsageBatch, UsageCall, UsageStore } from "@tools-api/core/storage";
import { expect, it, onTestFinished } from "vitest";

const at = Date.UTC(2126, 10, 21, 12);
const midnight = Date.UTC(2126, 10, 21);
const endpoint = "profile";
const day = { id: "day:2126-11-21", limit: 1, ends: Date.UTC(2126, 10, 22) };

function batchOf<Item>(items: Item[]): UsageBatch<Item> {
  return { id: crypto.randomUUID(), at, items };
}

function callOf(account: string, fence = `accounts/${account}`): UsageCall {
  return { account, endpoint, at, windows: [day], fences: [{ id: fence, revision: 1 }] };
}

async function openStore(): Promise<UsageStore> {
  const database = await openSqlite(":memory:");
  const usage = sqliteUsage({ database, clock: { now: () => at } });
  onTestFinished(async () => {
    await usage.close();
    database.close();
  });
  return usage;
}

it("writes every row of a batch over 45 accounts once", async () => {
  const count = 45;
  const usage = await openStore();
  const accounts = Array.from({ length: count }, (_, index) => `acct_${index}`);
  await Promise.all(accounts.map((account) => usage.fence(`accounts/${account}`, 1)));
  const calls = batchOf(accounts.map((account) => callOf(account)));
  const outcomes = batchOf(
    accounts.map((account, index) => ({
      account,
      endpoint,
      at,
      credential: `key_${account}`,
      succeeded: true,
      bytesIn: index,
      bytesOut: 1,
      durationMs: 1,
    })),
  );
  const admitted = accounts.map(() => ({ outcome: "admitted", used: [1] }));
  expect(await usage.consume(calls)).toEqual(admitted);
  await usage.complete(outcomes);
  const refused = await usage.consume(batchOf(accounts.map((account) => callOf(account))));
  expect(refused.map(({ outcome }) => outcome)).toEqual(accounts.map(() => "refused"));

  const lastUses = await usage.lastUsed(accounts.map((account) => `key_${account}`));
  for (const [index, account] of accounts.entries()) {
    const { buckets, used, lifetime } = await usage.read({
      account,
      boundaries: [midnight, day.ends],
      windows: [day.id],
    });
    expect(buckets).toMatchObject([{ calls: 1, succeeded: 1, rejected: 1, bytesIn: index, bytesOut: 1 }]);
    expect(used).toEqual([1]);
    expect(lifetime).toEqual({ calls: 1, firstCallAt: at, lastCallAt: at });
    expect(lastUses.get(`key_${account}`)).toBe(at);
  }
});

it.each(["a\ud800", "a\0b", 'a"\\', "é\u{1F600}", "__proto__", "0"])(
  "treats the name %j in a batch as in a single call",
  async (name) => {
    const usage = await openStore();
    await usage.fence(name, 1);
    await usage.fence("other", 1);
    const call = callOf(name, name);
    const other = callOf("other", "other");
    expect(await usage.consume(batchOf([call]))).toEqual([{ outcome: "admitted", used: [1] }]);
    expect(await usage.consume(batchOf([other, call]))).toEqual([
      { outcome: "admitted", used: [1] },
      { outcome: "refused", used: [1], exceeded: [day.id] },
    ]);
    await usage.fence(name, 2);
    expect(await usage.consume(batchOf([call, other]))).toMatchObject([
      { outcome: "stale", fences: [name] },
      { outcome: "refused" },
    ]);
  },
);
