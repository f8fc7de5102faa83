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

// One event loop turn can contain one wait of the driver (20 ms). The rest is a margin for a busy machine.
const longestTurnMs = 500;

/** Holds the write lock, as another process would, until it is released. */
async function holdLock(file: SqliteFile): Promise<() => void> {
  const holder = await file.connection();
  holder.exec("BEGIN IMMEDIATE");
  return () => {
    holder.exec("COMMIT");
  };
}

/** Watches the event loop, and returns its longest blocked time. */
function watchTurns(): () => number {
  let last = performance.now();
  let longest = 0;
  const timer = setInterval(() => {
    const now = performance.now();
    longest = Math.max(longest, now - last);
    last = now;
  }, 5);
  return () => {
    clearInterval(timer);
    return longest;
  };
}

function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

it("waits for a lock that is held for a second, without blocking the event loop", async ({ file }) => {
  const [documents, usage] = [await file.documents(), await file.usage()];
  await Promise.all([documents.ping(), usage.ping()]);
  const letGo = await holdLock(file);
  const longestTurn = watchTurns();
  const started = performance.now();
  const at = Date.now();
  const call = { account: "acct_1", endpoint: "e", at, windows: [], fences: [] };
  const writes = [
    ...Array.from({ length: 100 }, () => usage.consume({ id: crypto.randomUUID(), at, items: [call] })),
    ...Array.from({ length: 20 }, (_, index) => documents.commit([{ key: `k/${index}`, value: index }])),
  ];
  await sleep(1_000);
  letGo();
  await Promise.all(writes);
  expect(performance.now() - started).toBeGreaterThan(990);
  expect(longestTurn()).toBeLessThan(longestTurnMs);
  const { lifetime } = await usage.read({ account: "acct_1", boundaries: [], windows: [] });
  expect(lifetime.calls).toBe(100);
  expect(await documents.list("k/", { limit: 100 })).toHaveLength(20);
});

it("waits for the lock at its first use, even in an empty file", async ({ file }) => {
  const letGo = await holdLock(file);
  const committed = (await file.documents()).commit([{ key: "a", value: 1 }]);
  await sleep(300);
  letGo();
  expect(await committed).toEqual({ committed: true, version: 1 });
});

it("reads while another process holds the lock, without waiting for queued writers", async ({ file }) => {
  const documents = await file.documents();
  await documents.commit([{ key: "a", value: 1 }]);
  const letGo = await holdLock(file);
  const waiting = documents.commit([{ key: "a", value: 2 }]);
  await sleep(100);
  expect((await documents.get("a"))?.value).toBe(1);
  letGo();
  await waiting;
  expect((await documents.get("a"))?.value).toBe(2);
});

it("fails every caller with storage_unavailable after five seconds of a lock, and recovers", async ({
  file,
}) => {
  const usage = await file.usage();
  await usage.ping();
  const letGo = await holdLock(file);
  const longestTurn = watchTurns();
  const started = performance.now();
  const failures = await Promise.all(
    Array.from({ length: 50 }, (_, index) => usage.fence(`f/${index}`, 1).catch((error: unknown) => error)),
  );
  const waited = performance.now() - started;
  for (const failure of failures)
    expect(failure).toMatchObject({ name: "ToolsError", code: "storage_unavailable", retryAfter: 1 });
  expect(waited).toBeGreaterThan(4_900);
  expect(waited).toBeLessThan(9_000);
  expect(longestTurn()).toBeLessThan(longestTurnMs);
  letGo();
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
  await sleep(50);
  const added = consume("new");
  const reading = usage.read({ account: "known", boundaries: [], windows: ["minute"] });
  expect((await reading).used).toEqual([2]);
  letGo();
  await documents.ping();
  expect(await Promise.all([known, added])).toEqual([admitted(3), admitted(1)]);
});

it("finishes queued writes before it closes", async ({ file }) => {
  const documents = await file.documents();
  await documents.ping();
  const letGo = await holdLock(file);
  const committed = documents.commit([{ key: "a", value: 1 }]);
  const closed = documents.close();
  await sleep(100);
  letGo();
  await closed;
  expect(await committed).toEqual({ committed: true, version: 1 });
});
