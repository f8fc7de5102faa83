import { describeDocumentStore, describeUsageStore } from "@tools-api/adapters/testing";
import { memoryDocuments, memoryUsage } from "@tools-api/adapters/storage/memory";
import { expect, it } from "vitest";

const hourMs = 3_600_000;

describeDocumentStore({
  name: "memoryDocuments",
  async create() {
    const store = memoryDocuments();
    const same = async () => store;
    return { store, another: same, reopen: same, dispose: () => store.close() };
  },
  skip: [
    {
      reason: "lives and ends with its process",
      tests: [
        "loses no update across processes",
        "keeps every acknowledged commit when its process is killed",
      ],
    },
    {
      reason: "keeps no usage",
      tests: ["raises the known fences of usage in the same database, in the same step"],
    },
  ],
});

describeUsageStore({
  name: "memoryUsage",
  async create() {
    const store = memoryUsage();
    const same = async () => store;
    return { store, another: same, reopen: same, dispose: () => store.close() };
  },
  skip: [
    {
      reason: "lives and ends with its process",
      tests: [
        "returns the state of one instant while another process writes",
        "admits exactly the remaining units of a window across processes",
        "keeps every acknowledged call when its process is killed",
        "recognizes the batches of a process that was killed",
      ],
    },
  ],
});

it("forgets closed windows and old batches when new ones arrive, and nothing else", async () => {
  let time = Date.UTC(2026, 10, 21);
  const usage = memoryUsage({ clock: { now: () => time } });
  const consume = async (id: string, window: string, ends: number) => {
    const call = { account: "acct_1", endpoint: "e", at: time, windows: [{ id: window, limit: 9, ends }] };
    const [admission] = await usage.consume({ id, at: time, items: [{ ...call, fences: [] }] });
    return admission;
  };
  const used = async (window: string) =>
    (await usage.read({ account: "acct_1", boundaries: [], windows: [window] })).used[0];

  const ends = time + hourMs;
  await consume("first", "closing", ends);
  await consume("second", "open", time + 1000 * hourMs);
  time = ends + 47 * hourMs;
  for (let call = 0; call < 9; call++) await consume(`late-${call}`, `late-${call}`, time + hourMs);
  expect(await used("closing")).toBe(1);
  time = ends + 49 * hourMs;
  for (let call = 0; call < 9; call++) await consume(`later-${call}`, `later-${call}`, time + hourMs);
  expect(await used("closing")).toBe(0);
  expect(await used("open")).toBe(1);

  expect(await consume("later-8", "later-8", time + hourMs)).toEqual({ outcome: "admitted", used: [1] });
  expect(await consume("second", "open", time + hourMs)).toEqual({ outcome: "admitted", used: [2] });
  const { buckets, lifetime } = await usage.read({
    account: "acct_1",
    boundaries: [0, time + hourMs],
    windows: [],
  });
  expect(buckets.reduce((sum, { calls }) => sum + calls, 0)).toBe(21);
  expect(lifetime.calls).toBe(21);
});

it("folds 15-minute buckets older than 400 days into days, and loses no call", async () => {
  const start = Date.UTC(2025, 9, 1);
  let time = start;
  const usage = memoryUsage({ clock: { now: () => time } });
  const consume = (at: number) =>
    usage.consume({
      id: crypto.randomUUID(),
      at,
      items: [{ account: "acct_1", endpoint: "profile", at, windows: [], fences: [] }],
    });
  for (let hour = 0; hour < 72; hour++) await consume(start + hour * hourMs + 20 * 60_000);
  const read = async (stepMs: number) => {
    const boundaries = Array.from({ length: (72 * hourMs) / stepMs + 1 }, (_, step) => start + step * stepMs);
    const { buckets } = await usage.read({ account: "acct_1", boundaries, windows: [] });
    return buckets.map(({ start: at, calls }) => [(at - start) / hourMs, calls]);
  };
  expect(await read(24 * hourMs)).toEqual([
    [0, 24],
    [24, 24],
    [48, 24],
  ]);

  // Each batch folds one day.
  time = start + 402 * 24 * hourMs + hourMs;
  await consume(time);
  await consume(time);
  expect(await read(24 * hourMs)).toEqual([
    [0, 24],
    [24, 24],
    [48, 24],
  ]);
  const byHour = await read(hourMs);
  expect(byHour.slice(0, 3)).toEqual([
    [0, 24],
    [24, 24],
    [48, 1],
  ]);
  expect(byHour).toHaveLength(26);
});

it("treats documents as expired by the given clock", async () => {
  let time = 1_000;
  const documents = memoryDocuments({ clock: { now: () => time } });
  await documents.commit([{ key: "a", value: 1, expiresAt: 2_000 }]);
  time = 1_999;
  expect(await documents.get("a")).not.toBeNull();
  time = 2_000;
  expect(await documents.get("a")).toBeNull();
});

/** Records a year of usage: a call to each of ten endpoints in every 15 minutes. */
async function busyYear() {
  const usage = memoryUsage({ clock: { now: () => yearEnd } });
  for (let day = 0; day < 365; day++) {
    const midnight = yearEnd - (day + 1) * 24 * hourMs;
    const items = Array.from({ length: 960 }, (_, index) => ({
      account: "acct_1",
      endpoint: `endpoint-${index % 10}`,
      at: midnight + Math.floor(index / 10) * 900_000,
      windows: [],
      fences: [],
    }));
    await usage.consume({ id: `day-${day}`, at: midnight, items });
  }
  return usage;
}

const yearEnd = Date.parse("2026-11-21T00:00:00Z");
const wholeYear = { account: "acct_1", boundaries: [yearEnd - 366 * 24 * hourMs, yearEnd], windows: [] };

it("lets other work run while it sums up a busy year, and returns the state of one instant", async () => {
  const usage = await busyYear();
  const reading = { isOver: false };
  let written = 0;
  const writing = (async () => {
    while (!reading.isOver) {
      await new Promise((resolve) => setImmediate(resolve));
      const at = yearEnd - 1 - written * 24 * hourMs;
      const call = { account: "acct_1", endpoint: "endpoint-0", at, windows: [], fences: [] };
      await usage.consume({ id: `late-${written++}`, at, items: [call] });
    }
  })();
  const { buckets, lifetime } = await usage.read(wholeYear);
  reading.isOver = true;
  await writing;
  const sum = buckets.reduce((calls, bucket) => calls + bucket.calls, 0);
  expect(sum).toBe(365 * 960);
  expect(lifetime.calls).toBe(sum);
  expect(written).toBeGreaterThan(2);
  expect((await usage.read(wholeYear)).lifetime.calls).toBe(sum + written);
});

it("lists a small page of many documents without reading all of them", async () => {
  let looks = 0;
  const clock = {
    now() {
      looks++;
      return 0;
    },
  };
  const documents = memoryDocuments({ clock });
  for (let number = 0; number < 2_000; number++)
    await documents.commit([{ key: `keys/${String(number).padStart(4, "0")}`, value: number, expiresAt: 1 }]);
  looks = 0;
  const page = await documents.list("keys/1", { after: "keys/1500", limit: 10 });
  expect(page.map(({ value }) => value)).toEqual(Array.from({ length: 10 }, (_, index) => 1501 + index));
  expect(looks).toBeLessThan(20);
});
