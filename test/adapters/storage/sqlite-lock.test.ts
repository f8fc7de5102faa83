import { setTimeout } from "node:timers/promises";
import { test as base, expect } from "vitest";
import { newSqliteFile, type SqliteFile } from "./sqlite-file.ts";

const it = base.extend<{ file: SqliteFile }>({
  // oxlint-disable-next-line no-empty-pattern -- vitest reads what a fixture needs from this pattern
  async file({}, use) {
    const file = await newSqliteFile();
    await use(file);
    await file.remove();
  },
});

/** Holds the write lock, as another process would, until it is released. */
async function holdLock(file: SqliteFile): Promise<() => void> {
  const holder = await file.connection();
  holder.exec("BEGIN IMMEDIATE");
  return () => {
    holder.exec("COMMIT");
  };
}

it("waits for a lock, also at its first use of an empty file, and lets other work run meanwhile", async ({
  file,
}) => {
  const letGo = await holdLock(file);
  const [documents, usage] = [await file.documents(), await file.usage()];
  const at = Date.now();
  const call = { account: "acct_1", endpoint: "e", at, windows: [], fences: [] };
  let isOver = false;
  const writes = Promise.all([
    ...Array.from({ length: 100 }, () => usage.consume({ id: crypto.randomUUID(), at, items: [call] })),
    ...Array.from({ length: 20 }, (_, index) => documents.commit([{ key: `k/${index}`, value: index }])),
  ]).finally(() => (isOver = true));
  for (let turn = 0; turn < 10; turn++) await setTimeout(5);
  expect(isOver).toBe(false);
  letGo();
  await writes;
  const { lifetime } = await usage.read({ account: "acct_1", boundaries: [], windows: [] });
  expect(lifetime.calls).toBe(100);
  expect(await documents.list("k/", { limit: 100 })).toHaveLength(20);
});

it("reads while another process holds the lock, without waiting for queued writers", async ({ file }) => {
  const documents = await file.documents();
  await documents.commit([{ key: "a", value: 1 }]);
  const letGo = await holdLock(file);
  const waiting = documents.commit([{ key: "a", value: 2 }]);
  expect((await documents.get("a"))?.value).toBe(1);
  letGo();
  await waiting;
  expect((await documents.get("a"))?.value).toBe(2);
});

it("fails every caller and probe with storage_unavailable while another process keeps the lock, and recovers after its write", async ({
  file,
}) => {
  const [documents, usage] = [await file.documents(), await file.usage()];
  await documents.ping();
  await usage.ping();
  const letGo = await holdLock(file);
  const calls = [usage.ping(), ...Array.from({ length: 50 }, (_, index) => usage.fence(`f/${index}`, 1))];
  const failures = await Promise.all(calls.map((call) => call.catch((error: unknown) => error)));
  for (const failure of failures)
    expect(failure).toMatchObject({ name: "ToolsError", code: "storage_unavailable", retryAfter: 1 });
  letGo();
  await documents.ping();
  await expect(usage.fence("f/0", 1)).resolves.toBeUndefined();
});

it("counts further accounts after a call has found the lock taken and another process has written", async ({
  file,
}) => {
  const [documents, usage] = [await file.documents(), await file.usage()];
  const at = Date.now();
  const consume = (account: string) => {
    const windows = [{ id: "minute", limit: 10, ends: at + 60_000 }];
    const call = { account, endpoint: "e", at, windows, fences: [] };
    return usage.consume({ id: crypto.randomUUID(), at, items: [call] });
  };
  const admitted = (used: number) => [{ outcome: "admitted", used: [used] }];
  await documents.ping();
  // The second call of an account is decided from memory, without the lock.
  for (const used of [1, 2]) expect(await consume("known")).toEqual(admitted(used));
  const letGo = await holdLock(file);
  const known = consume("known");
  await setTimeout(50);
  const added = consume("new");
  const reading = usage.read({ account: "known", boundaries: [], windows: ["minute"] });
  expect((await reading).used).toEqual([2]);
  letGo();
  await documents.ping();
  expect(await Promise.all([known, added])).toEqual([admitted(3), admitted(1)]);
});
