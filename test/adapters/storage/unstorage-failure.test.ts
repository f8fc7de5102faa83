import { unstorageDocuments, unstorageUsage } from "@tools-api/adapters/storage/unstorage";
import type { UsageBatch, UsageCall, UsageStore } from "@tools-api/core/storage";
import { createStorage } from "unstorage";
import nullDriver from "unstorage/drivers/null";
import { expect, it } from "vitest";
import { faultyDriver } from "./unstorage-faulty-driver.ts";

const at = Date.now();
const unavailable = { name: "ToolsError", code: "storage_unavailable" };
const leaseMs = 2_000;
// The promised limit of five seconds, with a margin for a busy machine.
const answeredWithinMs = 30_000;

function batchOf(...accounts: string[]): UsageBatch<UsageCall> {
  const windows = [{ id: "day", limit: 1e9, ends: at + 60_000 }];
  const items = accounts.map((account) => ({ account, endpoint: "e", at, windows, fences: [] }));
  return { id: crypto.randomUUID(), at, items };
}

async function usedBy(usage: UsageStore, account = "acct_1"): Promise<number[]> {
  const read = { account, boundaries: [0, 8_640_000_000_000_000 - 6_400_000], windows: ["day"] };
  const { used, buckets, lifetime } = await usage.read(read);
  return [...used, buckets.reduce((sum, { calls }) => sum + calls, 0), lifetime.calls];
}

/** Opens stores on a driver that other processes can share, which requires a lease. */
function storesOn({ driver }: ReturnType<typeof faultyDriver>) {
  const storage = createStorage({ driver });
  const documents = unstorageDocuments({ storage, leaseMs });
  const usage = unstorageUsage({ storage, leaseMs });
  const close = () => Promise.all([documents.close(), usage.close()]);
  return { documents, usage, close };
}

it("has the stored state in memory whichever write fails, and counts a retried batch once", async () => {
  let [failing, isOver] = [0, false];
  while (!isOver) {
    failing++;
    const faulty = faultyDriver("one of ours");
    const { documents, usage, close } = storesOn(faulty);
    await usage.consume(batchOf("acct_1"));
    let writes = 0;
    faulty.faults.onWrite = (key, text, write) => {
      if (!key.endsWith(":lease") && ++writes === failing) throw new Error("The disk is full.");
      write(text);
    };
    const batch = batchOf("acct_1", "acct_2");
    const [consumed, committed] = await Promise.allSettled([
      usage.consume(batch),
      documents.commit([
        { key: "a", value: 1 },
        { key: "b", value: 1 },
      ]),
    ]);
    const failures = [consumed, committed].flatMap((result) =>
      result.status === "rejected" ? [result.reason] : [],
    );
    for (const failure of failures)
      expect(failure).toMatchObject({ ...unavailable, retryAfter: 1, cause: expect.any(Error) });
    const [used, found] = [await usedBy(usage), await documents.list("", { limit: 9 })];
    await close();

    const again = storesOn(faultyDriver("one of ours", faulty.items));
    expect(await usedBy(again.usage)).toEqual(used);
    expect(await again.documents.list("", { limit: 9 })).toEqual(found);
    expect([0, 2]).toContain(found.length);
    await again.usage.consume(batch);
    expect(await usedBy(again.usage)).toEqual([2, 2, 2]);
    expect(await usedBy(again.usage, "acct_2")).toEqual([1, 1, 1]);
    await again.close();
    isOver = failures.length === 0;
  }
  // The journal, the version and a page. For two accounts the counters and the day. One attempt succeeds.
  expect(failing).toBe(8);
});

it(
  "fails every caller while the driver hangs, and keeps its state afterwards",
  async () => {
    const faulty = faultyDriver("one of ours");
    const { usage, documents, close } = storesOn(faulty);
    await usage.consume(batchOf("acct_1"));
    await documents.commit([{ key: "a", value: 1 }]);
    let goOn = () => {};
    const stalled = new Promise<void>((resolve) => {
      goOn = resolve;
    });
    faulty.faults.onWrite = async (_, text, write) => {
      await stalled;
      write(text);
    };
    faulty.faults.onRead = async (_, text) => {
      await stalled;
      return text;
    };
    const batch = batchOf("acct_1");
    const calls = [
      usage.consume(batch),
      usage.consume(batchOf("acct_2")),
      documents.commit([{ key: "a", value: 2 }]),
      documents.ping(),
      usage.ping(),
      usage.fence("accounts/acct_1", 1),
      usage.lastUsed(["key_1"]),
    ];
    const failures = await Promise.all(calls.map((call) => call.catch((error: unknown) => error)));
    expect(failures).toEqual(calls.map(() => expect.objectContaining({ ...unavailable, retryAfter: 1 })));
    goOn();
    await expect.poll(() => usage.consume(batch), { timeout: 20_000 }).toHaveLength(1);
    const [used] = await usedBy(usage);
    expect(await usedBy(usage)).toEqual([used, used, used]);
    expect(used).toBe(2);
    await close();
  },
  answeredWithinMs,
);

it("reports a driver that returns other data, and does not use that data", async () => {
  const garbage: (string | Error | number)[] = ["", 'tools-api/2 0 {"windows":[', "[]", new Error("EIO"), 7];
  for (const answer of garbage) {
    const faulty = faultyDriver("one of ours");
    const first = storesOn(faulty);
    await first.usage.consume(batchOf("acct_1"));
    await first.close();
    const second = faultyDriver("one of ours", faulty.items);
    const { usage, close } = storesOn(second);
    await usage.ping();
    second.faults.onRead = (key, text) => (key.includes(":usage:") ? answer : text);
    await expect(usage.consume(batchOf("acct_1"))).rejects.toMatchObject(unavailable);
    await expect(usedBy(usage)).rejects.toMatchObject(unavailable);
    second.faults.onRead = (_, text) => text;
    await usage.consume(batchOf("acct_1"));
    expect(await usedBy(usage)).toEqual([2, 2, 2]);
    await close();
  }
});

it("rejects a driver that stores nothing", async () => {
  const documents = unstorageDocuments({ storage: createStorage({ driver: nullDriver() }), leaseMs });
  await expect(documents.ping()).rejects.toMatchObject({
    ...unavailable,
    message: expect.stringContaining("did not return the value that was written"),
  });
  await documents.close();
});

it("rejects items of a newer release without a change", async () => {
  const faulty = faultyDriver("one of ours");
  const first = storesOn(faulty);
  await first.documents.commit([{ key: "a", value: 1 }]);
  await first.close();

  for (const [key, text] of faulty.items)
    if (key.includes(":journal:")) faulty.items.set(key, text.replace("tools-api/2 ", "tools-api/3 "));
  const before = new Map(faulty.items);
  const second = storesOn(faulty);
  await expect(second.documents.commit([{ key: "a", value: 3 }])).rejects.toMatchObject({
    ...unavailable,
    message: expect.stringContaining("a newer release wrote tools-api:a:journal:0"),
  });
  await second.close();
  faulty.items.delete("tools-api:lease");
  expect(faulty.items).toEqual(before);
});

it("rejects instants outside the range of dates, and continues to work", async () => {
  const usage = unstorageUsage({ storage: createStorage() });
  const batch = batchOf("acct_1");
  for (const wrong of [Number.NaN, 8.7e15]) {
    const items = batch.items.map((call) => ({ ...call, at: wrong }));
    await expect(usage.consume({ ...batch, items })).rejects.toMatchObject({ code: "invalid_parameter" });
  }
  expect(await usage.consume(batch)).toEqual([{ outcome: "admitted", used: [1] }]);
  await usage.close();
});
